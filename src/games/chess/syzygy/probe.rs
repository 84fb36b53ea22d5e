//! The results of positions according to tables.
//!
//! A table's value counts only if no capture is better: tables are smaller because they may store any value for
//! positions decided by captures. En passant captures are not in tables at all.

use crate::base::{Move, MoveList};
use crate::games::chess::board::Board;
use crate::games::chess::movegen::Sink;
use crate::games::chess::moves::is_en_passant;
use crate::games::chess::{Bitboard, PieceKind, Square, Step};

use super::material::MaterialKey;
use super::set::TableSet;
use super::table::Distance;
use super::wdl::Wdl;

/// Collects captures and, if requested, pawn moves.
struct Irreversible {
    enemies: Bitboard,
    with_pawns: bool,
    moves: MoveList,
}

impl Irreversible {
    fn moves(board: &Board, with_pawns: bool) -> MoveList {
        let enemies = board.sides[(!board.side).index()];
        let mut sink = Self { enemies, with_pawns, moves: MoveList::new() };
        board.generate::<true, true>(&mut sink);
        sink.moves
    }
}

impl Sink for Irreversible {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.moves.piece(from, targets & self.enemies);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Step) {
        self.moves.pawns(if self.with_pawns { targets } else { targets & self.enemies }, step);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Step, kinds: &[PieceKind]) {
        let targets = if self.with_pawns { targets } else { targets & self.enemies };
        self.moves.promotions(targets, step, kinds);
    }

    #[inline]
    fn special(&mut self, m: Move) {
        if is_en_passant(m) {
            self.moves.special(m);
        }
    }
}

/// A result, and whether it comes from a capture or pawn move that is better than the table's value.
struct Found {
    result: Wdl,
    by_move: bool,
}

/// The board after a legal move.
pub fn after(board: &Board, m: Move) -> Board {
    let mut next = *board;
    next.play(m, &mut ());
    next
}

impl TableSet {
    /// The result of a position without castling rights. `None` if the tables do not contain it.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        if board.en_passant.any() {
            return self.with_best_move(board, false).map(|found| found.result);
        }
        self.between(board, Wdl::Loss, Wdl::Win)
    }

    /// The result of a position without an en passant capture, searched with alpha-beta: exact between `worst` and
    /// `best`, otherwise a bound.
    fn between(&self, board: &Board, mut worst: Wdl, best: Wdl) -> Option<Wdl> {
        for m in Irreversible::moves(board, false) {
            let result = -self.between(&after(board, m), -best, -worst)?;
            if result >= best {
                return Some(result);
            }
            worst = worst.max(result);
        }
        Some(worst.max(self.stored(board)?))
    }

    /// The result according to the table alone.
    fn stored(&self, board: &Board) -> Option<Wdl> {
        let key = MaterialKey::of(board);
        if key == MaterialKey::BARE_KINGS {
            return Some(Wdl::Draw);
        }
        self.look_up_result(key, board)
    }

    /// The result including all captures and, if requested, all pawn moves.
    fn with_best_move(&self, board: &Board, with_pawns: bool) -> Option<Found> {
        let moves = Irreversible::moves(board, with_pawns);
        let mut best = None;
        for &m in &moves {
            let result = -self.wdl(&after(board, m))?;
            if result == Wdl::Win {
                return Some(Found { result, by_move: true });
            }
            best = best.max(Some(result));
        }
        // The table ignores en passant captures, which may be the only moves.
        if let Some(result) = best
            && board.count_moves() == moves.len()
        {
            return Some(Found { result, by_move: true });
        }
        let stored = self.stored(board)?;
        Some(match best {
            Some(result) if result >= stored => Found { result, by_move: result > Wdl::Draw },
            _ => Found { result: stored, by_move: false },
        })
    }

    /// The number of plies to the next capture or pawn move that keeps the result, with best play by both sides:
    /// positive for wins, negative for losses, 0 for draws. Beyond 100, the move limit prevents the win. As most tables
    /// count in moves, it can be off by one. `None` if the tables do not contain the position.
    pub fn distance(&self, board: &Board) -> Option<i32> {
        self.distance_within(board, 1)
    }

    /// The same, looking at most this many moves ahead if the table is for the other side to move.
    fn distance_within(&self, board: &Board, moves: u32) -> Option<i32> {
        let Found { result, by_move } = self.with_best_move(board, true)?;
        let next = result.distance_if_next();
        if result == Wdl::Draw || by_move {
            return Some(next);
        }
        match self.look_up_distance(MaterialKey::of(board), board, result)? {
            // The first ply is the next move.
            Distance::Plies(plies) => Some(next + next.signum() * (i32::from(plies) - 1)),
            Distance::OtherSide => self.distance_by_moves(board, next, moves.checked_sub(1)?),
        }
    }

    /// The same, from the distances after all moves other than captures and pawn moves.
    fn distance_by_moves(&self, board: &Board, next: i32, moves: u32) -> Option<i32> {
        let mut legal = MoveList::new();
        board.generate::<true, true>(&mut legal);
        // A loss can also result from a capture or pawn move.
        let mut best = (next < 0).then_some(next);
        for m in legal {
            let board = after(board, m);
            if board.clock == 0 {
                continue;
            }
            let distance = if is_mate(&board) {
                1
            } else {
                let distance = -self.distance_within(&board, moves)?;
                distance + distance.signum()
            };
            if distance.signum() == next.signum() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        best
    }

    /// The distance that a legal move leads to, counted from before the move.
    pub fn distance_after(&self, board: &Board, m: Move) -> Option<i32> {
        let next = after(board, m);
        if is_mate(&next) {
            return Some(1);
        }
        if next.clock == 0 {
            return self.wdl(&next).map(|result| (-result).distance_if_next());
        }
        self.distance(&next).map(|distance| -distance - distance.signum())
    }
}

fn is_mate(board: &Board) -> bool {
    board.checkers.any() && board.count_moves() == 0
}
