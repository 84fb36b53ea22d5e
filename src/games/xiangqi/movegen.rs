//! Legal moves: listing, counting and testing them.

use super::attacks::{Restrictions, general_attackers, is_safe_after, targets};
use super::geometry::{ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, PAWN_STEPS};
use crate::base::{Illegality, Move, MoveList, Side};
use crate::games::cchess::{POINTS, PieceKind, Point, PointSet};

/// The lowest bit of a move's target; the origin is in the bits below.
const TO_SHIFT: u16 = 7;

/// The move from one point to another.
#[inline]
pub const fn encode(from: Point, to: Point) -> Move {
    Move::of_bits(from.index() as u16 | (to.index() as u16) << TO_SHIFT)
}

/// The two points encoded in any 16 bits, if they encode two points.
#[inline]
pub const fn decode(m: Move) -> Option<(Point, Point)> {
    let from = (m.bits() & 0x7f) as usize;
    let to = (m.bits() >> TO_SHIFT) as usize;
    if from < POINTS && to < POINTS && from != to {
        Some((Point::from_index(from), Point::from_index(to)))
    } else {
        None
    }
}

/// The point that a move of this game leaves.
#[inline]
pub const fn from_of(m: Move) -> Point {
    Point::from_index((m.bits() & 0x7f) as usize)
}

/// The point that a move of this game goes to.
#[inline]
pub const fn to_of(m: Move) -> Point {
    Point::from_index((m.bits() >> TO_SHIFT) as usize)
}

/// Calls `visit` with each piece of a side and the points of `goal` where it can legally go; there may be none.
#[inline]
pub fn each_piece(board: &Board, side: Side, goal: PointSet, mut visit: impl FnMut(Point, PointSet)) {
    let restrictions = Restrictions::of(board, side);
    let free_pieces = board.side(side).without(restrictions.tied);
    let pieces = |kind: PieceKind| board.kind(kind) & free_pieces;
    let goal = goal.without(board.side(side));
    let free = goal & restrictions.free;
    let occupied = board.occupancy();

    for from in pieces(PieceKind::Chariot) {
        visit(from, occupied.chariot(from) & free);
    }
    let (gaps, enemies) = (free.without(board.occupied()), free & board.side(!side));
    for from in pieces(PieceKind::Cannon) {
        visit(from, occupied.chariot(from) & gaps | occupied.cannon(from) & enemies);
    }
    for from in pieces(PieceKind::Horse) {
        visit(from, occupied.horse(from) & free);
    }
    for from in pieces(PieceKind::Pawn) {
        visit(from, PAWN_STEPS[side.index()][from.index()] & free);
    }
    for from in pieces(PieceKind::Advisor) {
        visit(from, ADVISOR_STEPS[from.index()] & free);
    }
    let bank = free & BANK[side.index()];
    for from in pieces(PieceKind::Elephant) {
        visit(from, occupied.elephant(from) & bank);
    }
    for from in restrictions.tied {
        if let Some(piece) = board.piece_at(from) {
            let allowed = Restrictions::of_tied(board, side, from);
            visit(from, targets(board, piece.kind, side, from) & allowed & goal);
        }
    }

    let from = board.general(side);
    let without_general = occupied.toggled(from);
    let mut steps = GENERAL_STEPS[from.index()] & goal;
    for to in steps {
        if general_attackers(board, &without_general, to, !side).any() {
            steps.remove(to);
        }
    }
    visit(from, steps);
}

/// Appends the legal moves of a side that go to points of `goal`.
#[inline]
pub fn list_moves(board: &Board, side: Side, goal: PointSet, list: &mut MoveList) {
    each_piece(board, side, goal, |from, targets| {
        for to in targets {
            list.push(encode(from, to));
        }
    });
}

/// The number of legal moves of a side.
pub fn count_moves(board: &Board, side: Side) -> usize {
    let mut count = 0;
    each_piece(board, side, PointSet::board(super::geometry::RANKS), |_, targets| count += targets.len());
    count
}

/// The reasons why a move is illegal.
pub mod illegal {
    use crate::base::Illegality;

    pub static NO_PIECE: Illegality = Illegality::new("no-piece", "there is no piece at the origin");
    pub static OPPONENTS_PIECE: Illegality =
        Illegality::new("opponents-piece", "the piece is the opponent's");
    pub static OWN_PIECE_ON_TARGET: Illegality =
        Illegality::new("own-piece-on-target", "a piece of the same side is at the destination");
    pub static UNREACHABLE: Illegality =
        Illegality::new("unreachable", "the piece does not reach the destination");
    pub static LEAVES_CHECK: Illegality =
        Illegality::new("leaves-check", "the general would be open to capture");
}

/// Whether a piece of `side` may move from one point to another.
///
/// # Errors
/// The reason, if it may not.
#[inline]
pub fn check_move(board: &Board, side: Side, from: Point, to: Point) -> Result<(), &'static Illegality> {
    let piece = board.piece_at(from).ok_or(&illegal::NO_PIECE)?;
    if piece.side != side {
        Err(&illegal::OPPONENTS_PIECE)
    } else if board.side(side).contains(to) {
        Err(&illegal::OWN_PIECE_ON_TARGET)
    } else if !targets(board, piece.kind, side, from).contains(to) {
        Err(&illegal::UNREACHABLE)
    } else if !is_safe_after(board, side, from, to) {
        Err(&illegal::LEAVES_CHECK)
    } else {
        Ok(())
    }
}
