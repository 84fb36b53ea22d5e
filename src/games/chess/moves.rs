//! The encoding of chess moves in 16 bits.
//!
//! Bits 0 to 5 are the origin, bits 6 to 11 the target, and bits 12 to 15 the special kind: none (0), en passant (1),
//! castling (2), or promotion (4 to 7: knight, bishop, rook, queen). Castling is encoded as the king's move onto its
//! own rook, so that it works in every Chess960 starting position.

use crate::base::Move;

use super::{PieceKind, Square};

/// The special kind of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// A normal move.
    Nothing,
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// The king castles with the rook on the target square.
    Castling,
    /// A pawn is promoted to this piece.
    Promotion(PieceKind),
}

const EN_PASSANT: u16 = 1 << 12;
const CASTLING: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

#[inline]
const fn squares(from: Square, to: Square) -> u16 {
    from.index() as u16 | (to.index() as u16) << 6
}

/// A normal move.
#[inline]
pub(super) const fn plain(from: Square, to: Square) -> Move {
    Move::of_bits(squares(from, to))
}

/// An en passant capture.
#[inline]
pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
    Move::of_bits(squares(from, to) | EN_PASSANT)
}

/// Castling, given by the squares of the king and the rook.
#[inline]
pub(super) const fn castling(king: Square, rook: Square) -> Move {
    Move::of_bits(squares(king, rook) | CASTLING)
}

/// A promotion to `kind`, which is a knight, bishop, rook or queen.
#[inline]
pub(super) const fn promotion(from: Square, to: Square, kind: PieceKind) -> Move {
    Move::of_bits(squares(from, to) | PROMOTION | (kind.index() as u16 - 1) << 12)
}

/// The square that the piece leaves.
#[inline]
pub(crate) const fn from_square(m: Move) -> Square {
    Square::from_index((m.bits() & 63) as usize)
}

/// The square that the piece goes to; for castling, the rook's square.
#[inline]
pub(crate) const fn to_square(m: Move) -> Square {
    Square::from_index((m.bits() >> 6 & 63) as usize)
}

/// Whether this is castling.
#[inline]
pub(crate) const fn is_castling(m: Move) -> bool {
    m.bits() >> 12 == CASTLING >> 12
}

/// Whether this is an en passant capture.
#[inline]
pub(crate) const fn is_en_passant(m: Move) -> bool {
    m.bits() >> 12 == EN_PASSANT >> 12
}

/// The piece that a pawn is promoted to, if any.
#[inline]
pub(crate) const fn promoted(m: Move) -> Option<PieceKind> {
    match m.bits() >> 12 {
        4 => Some(PieceKind::Knight),
        5 => Some(PieceKind::Bishop),
        6 => Some(PieceKind::Rook),
        7 => Some(PieceKind::Queen),
        _ => None,
    }
}

/// The special kind in these bits, or `None` if they are not a valid encoding.
#[inline]
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
