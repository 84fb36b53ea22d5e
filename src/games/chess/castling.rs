//! Castling as defined by Chess960, with orthodox chess as a special case: the king ends on the g- or c-file and the
//! rook beside it on the f- or d-file, wherever they started.

use super::attacks::between;
use super::board::Board;
use super::{Bitboard, Square};

/// The side of the board on which the king castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wing {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

impl Wing {
    /// The wing on which this king castles with this rook.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::King } else { Self::Queen }
    }

    /// The target square of a king on this rank.
    #[inline]
    pub const fn king_target(self, king: Square) -> Square {
        Square::new(
            match self {
                Self::King => 6,
                Self::Queen => 2,
            },
            king.rank(),
        )
    }

    /// The target square of the rook of a king on this rank.
    #[inline]
    pub const fn rook_target(self, king: Square) -> Square {
        Square::new(
            match self {
                Self::King => 5,
                Self::Queen => 3,
            },
            king.rank(),
        )
    }
}

impl Board {
    /// Whether the side to move, which has the right to castle with this rook, can do so now.
    pub(super) fn can_castle_with(&self, rook: Square) -> bool {
        let king = self.king(self.side);
        let wing = Wing::of(king, rook);
        let (king_target, rook_target) = (wing.king_target(king), wing.rook_target(king));
        let king_path = between(king, king_target) | Bitboard::of(king_target);
        let rook_path = between(rook, rook_target) | Bitboard::of(rook_target);
        let others = self.occupied().without(Bitboard::of(king) | Bitboard::of(rook));
        self.checkers.is_empty()
            && ((king_path | rook_path) & others).is_empty()
            // A rook that shields its king along the rank would no longer do so after castling.
            && !self.pinned.contains(rook)
            && { king_path }.all(|square| self.king_is_safe_on(square))
    }
}
