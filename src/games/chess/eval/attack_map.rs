//! The squares attacked by each side.

use crate::base::Side;
use crate::games::chess::attacks::king_attacks;
use crate::games::chess::{Bitboard, ChessPosition, PieceKind};

/// The squares that each side attacks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AttackMap {
    /// By side and kind of piece.
    by: [[Bitboard; 6]; 2],
    /// By any piece of a side.
    all: [Bitboard; 2],
    /// By two or more pieces of a side.
    twice: [Bitboard; 2],
}

impl AttackMap {
    /// The map of the squares that kings and pawns attack, to which the other pieces must be added.
    #[inline]
    pub fn of_kings_and_pawns(position: &ChessPosition) -> Self {
        let mut map = Self::default();
        for side in Side::BOTH {
            let pawns = position.pieces(side, PieceKind::Pawn);
            map.add(side, PieceKind::King, king_attacks(position.king(side)));
            map.add(side, PieceKind::Pawn, pawns.pawn_attacks_east(side));
            map.add(side, PieceKind::Pawn, pawns.pawn_attacks_west(side));
        }
        map
    }

    #[inline]
    pub fn add(&mut self, side: Side, kind: PieceKind, attacks: Bitboard) {
        let side = side.index();
        self.by[side][kind.index()] |= attacks;
        self.twice[side] |= self.all[side] & attacks;
        self.all[side] |= attacks;
    }

    #[inline]
    pub fn by(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.by[side.index()][kind.index()]
    }

    #[inline]
    pub fn all(&self, side: Side) -> Bitboard {
        self.all[side.index()]
    }

    #[inline]
    pub fn twice(&self, side: Side) -> Bitboard {
        self.twice[side.index()]
    }
}
