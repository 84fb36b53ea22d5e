//! What the 16 bits of a move mean in chess.
//!
//! Bits 0 to 5 are the square that the piece leaves, bits 6 to 11 the square that it goes to, and bits 12 to
//! 15 say what is special about the move: nothing (0), en passant (1), castling (2), or promotion (4 to 7:
//! knight, bishop, rook, queen). Castling is the king's move onto its own rook, so that it means the same in
//! every starting position.

use crate::base::Move;

use super::{PieceKind, Square};

/// What is special about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// Nothing.
    Nothing,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king and the rook on the target square castle.
    Castling,
    /// A pawn becomes this.
    Promotion(PieceKind),
}

const EN_PASSANT: u16 = 1 << 12;
const CASTLING: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

#[inline(always)]
const fn squares(from: Square, to: Square) -> u16 {
    from.index() as u16 | (to.index() as u16) << 6
}

/// A move with nothing special about it.
#[inline(always)]
pub(super) const fn plain(from: Square, to: Square) -> Move {
    Move::from_bits(squares(from, to))
}

/// An en passant capture.
#[inline(always)]
pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
    Move::from_bits(squares(from, to) | EN_PASSANT)
}

/// Castling of the king with the rook, named by the squares where they stand.
#[inline(always)]
pub(super) const fn castling(king: Square, rook: Square) -> Move {
    Move::from_bits(squares(king, rook) | CASTLING)
}

/// A promotion to `kind`, a knight, bishop, rook or queen.
#[inline(always)]
pub(super) const fn promotion(from: Square, to: Square, kind: PieceKind) -> Move {
    Move::from_bits(squares(from, to) | PROMOTION | (kind.index() as u16 - 1) << 12)
}

/// The square that the piece leaves.
#[inline(always)]
pub(crate) const fn from_square(m: Move) -> Square {
    Square::from_index((m.bits() & 63) as usize)
}

/// The square that the piece goes to; the rook's in castling.
#[inline(always)]
pub(crate) const fn to_square(m: Move) -> Square {
    Square::from_index((m.bits() >> 6 & 63) as usize)
}

/// Whether this is castling.
#[inline(always)]
pub(crate) const fn is_castling(m: Move) -> bool {
    m.bits() >> 12 == CASTLING >> 12
}

/// Whether this is an en passant capture.
#[inline(always)]
pub(crate) const fn is_en_passant(m: Move) -> bool {
    m.bits() >> 12 == EN_PASSANT >> 12
}

/// What a pawn becomes by this move, if anything.
#[inline(always)]
pub(crate) const fn promoted(m: Move) -> Option<PieceKind> {
    match m.bits() >> 12 {
        4 => Some(PieceKind::Knight),
        5 => Some(PieceKind::Bishop),
        6 => Some(PieceKind::Rook),
        7 => Some(PieceKind::Queen),
        _ => None,
    }
}

/// What is special about these bits; nothing where they mean no move at all.
#[inline(always)]
pub(super) const fn special(m: Move) -> Option<Special> {
    match m.bits() >> 12 {
        0 => Some(Special::Nothing),
        1 => Some(Special::EnPassant),
        2 => Some(Special::Castling),
        _ => match promoted(m) {
            Some(kind) => Some(Special::Promotion(kind)),
            None => None,
        },
    }
}
