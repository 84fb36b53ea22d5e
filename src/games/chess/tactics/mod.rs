//! Chess's additions for the search.

mod exchange;

use crate::base::{Key, Move, MoveList, NodeVerdict, Position, key_within_one_move};
use crate::games::chess::attacks::{bishop_attacks, line_through, piece_attacks, rook_attacks};
use crate::games::chess::board::Board;
use crate::games::chess::castling::Wing;
use crate::games::chess::moves::{from_square, is_castling, is_en_passant, promoted, to_square};
use crate::games::chess::position::attacks_on;
use crate::games::chess::verdict::MOVE_LIMIT;
use crate::games::chess::{Bitboard, ChessPosition, Piece, PieceKind, keys};

#[cfg(feature = "syzygy")]
use crate::search::{LoadedTables, TableEntry, TableMoves, TablesError};
use crate::search::{SearchPosition, SearchTables};

/// Within this many plies of the move limit, a position's score depends on the path.
const LIMIT_IS_NEAR: u16 = 16;

/// What a move can capture: one of five kinds, or nothing if it only promotes.
const VICTIMS: usize = 6;

/// The squares from which the side to move would check the enemy king.
pub struct CheckHints {
    /// The squares from which a bishop gives check.
    diagonal: Bitboard,
    /// The squares from which a rook gives check.
    straight: Bitboard,
    /// The pieces that are the only ones between the enemy king and one of our sliders on a line.
    shields: Bitboard,
}

impl CheckHints {
    #[inline]
    fn of(board: &Board) -> Self {
        let king = board.king(!board.side);
        let occupied = board.occupied();
        let (_, shields) = board.sliders_facing(king, board.side);
        Self { diagonal: bishop_attacks(king, occupied), straight: rook_attacks(king, occupied), shields }
    }
}

impl ChessPosition {
    /// The piece that a legal move moves.
    #[inline]
    fn mover(&self, m: Move) -> Piece {
        let kind = self.board.squares[from_square(m).index()].unwrap_or(PieceKind::Pawn);
        Piece { side: self.board.side, kind }
    }

    /// The piece captured by a legal move; `None` for castling, whose target square holds a rook of the same side.
    #[inline]
    fn victim(&self, m: Move) -> Option<PieceKind> {
        if is_en_passant(m) {
            Some(PieceKind::Pawn)
        } else if is_castling(m) {
            None
        } else {
            self.board.squares[to_square(m).index()]
        }
    }
}

impl SearchPosition for ChessPosition {
    const HISTORY_SLOTS: usize = Piece::COUNT * 64;
    const NOISY_SLOTS: usize = Piece::COUNT * 64 * VICTIMS;

    type CheckHints = CheckHints;
    type ProofTable = ();

    #[inline]
    fn check_hints(&self) -> CheckHints {
        CheckHints::of(&self.board)
    }

    fn noisy_moves(&self, list: &mut MoveList) {
        self.board.generate::<true, false>(list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        self.board.generate::<false, true>(list);
    }

    /// Captures and promotions to a queen.
    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.victim(m).is_some() || promoted(m) == Some(PieceKind::Queen)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.board.checkers.any()
    }

    /// There is no null move in check, or with only king and pawns left, where zugzwang is common.
    fn make_null_move(&mut self) -> bool {
        let board = &self.board;
        let pawns_and_kings = board.kind(PieceKind::Pawn) | board.kind(PieceKind::King);
        let others = board.sides[board.side.index()].without(pawns_and_kings);
        if board.checkers.any() || others.is_empty() {
            return false;
        }
        self.remember();
        self.board.pass();
        true
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        self.board.see_ge(m, threshold)
    }

    fn capture_value(&self, m: Move) -> i32 {
        self.board.immediate_gain(m)
    }

    #[inline]
    fn target(&self, m: Move) -> Option<u16> {
        Some(to_square(m).index() as u16)
    }

    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        self.mover(m).index() * 64 + to_square(m).index()
    }

    #[inline]
    fn noisy_slot(&self, m: Move) -> usize {
        // No move captures a king, so the king's index serves for promotions without a capture.
        let victim = self.victim(m).unwrap_or(PieceKind::King);
        (self.mover(m).index() * 64 + to_square(m).index()) * VICTIMS + victim.index()
    }

    /// Exact except for checks discovered by castling or by an en passant capture.
    #[inline]
    fn gives_check(&self, m: Move, hints: &CheckHints) -> bool {
        let board = &self.board;
        let king = board.king(!board.side);
        let (from, to) = (from_square(m), to_square(m));
        if is_castling(m) {
            let kings = board.kind(PieceKind::King) & board.sides[board.side.index()];
            let wing = Wing::of(from, to);
            return rook_attacks(wing.rook_target(from), board.occupied() ^ kings).contains(king);
        }
        let mover = self.mover(m);
        let direct = match promoted(m) {
            // A slider on the line along which the pawn moved sees through the pawn's origin.
            Some(kind) => {
                piece_attacks(kind, to, board.occupied().without(Bitboard::of(from))).contains(king)
            }
            None => match mover.kind {
                PieceKind::Bishop => hints.diagonal.contains(to),
                PieceKind::Rook => hints.straight.contains(to),
                PieceKind::Queen => (hints.diagonal | hints.straight).contains(to),
                _ => attacks_on(board, mover, to).contains(king),
            },
        };
        direct || hints.shields.contains(from) && !line_through(king, from).contains(to)
    }

    #[inline]
    fn node_verdict(&self, ply: usize) -> Option<NodeVerdict> {
        self.tree_verdict(ply)
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        if self.board.checkers.any() { NodeVerdict::Lost } else { NodeVerdict::Drawn }
    }

    #[inline]
    fn key_after(&self, m: Move) -> Key {
        let (from, to) = (from_square(m), to_square(m));
        let mover = self.mover(m);
        let becomes = Piece { kind: promoted(m).unwrap_or(mover.kind), ..mover };
        let mut key =
            self.key() ^ keys::change_of_turn() ^ keys::piece(mover, from) ^ keys::piece(becomes, to);
        if let Some(kind) = self.board.squares[to.index()] {
            key ^= keys::piece(Piece { side: !mover.side, kind }, to);
        }
        key ^ keys::en_passant(self.board.en_passant)
    }

    fn upcoming_repetition(&self) -> Option<Key> {
        let before = self.earlier.iter().rev().take(self.board.reversible.into());
        key_within_one_move(self.key(), before.copied(), keys::change_of_turn())
    }

    fn hash_score_usable(&self) -> bool {
        self.board.clock + LIMIT_IS_NEAR < MOVE_LIMIT
    }

    fn halfmove_clock(&self) -> Option<(u32, u32)> {
        Some((self.board.clock.into(), MOVE_LIMIT.into()))
    }

    /// The key of the pawns.
    fn pawn_key(&self) -> Key {
        self.board.pawn_key
    }
}

#[cfg(feature = "syzygy")]
impl SearchTables for ChessPosition {
    fn load_tables(path: &str) -> Result<Option<LoadedTables>, TablesError> {
        super::syzygy::load(path).map(Some)
    }

    fn take_table_problems() -> Vec<String> {
        super::syzygy::take_problems()
    }

    fn has_tables() -> bool {
        super::syzygy::most_pieces() > 0
    }

    #[inline]
    fn may_be_in_tables(&self) -> bool {
        self.board.occupied().len() <= super::syzygy::most_pieces() as usize
    }

    fn table_entry(&self, move_limit: bool) -> Option<TableEntry> {
        super::syzygy::entry(self, move_limit)
    }

    fn table_moves(&self, move_limit: bool) -> Option<TableMoves> {
        super::syzygy::moves(self, move_limit)
    }
}

#[cfg(not(feature = "syzygy"))]
impl SearchTables for ChessPosition {
    const LEFT_OUT: bool = true;
}
