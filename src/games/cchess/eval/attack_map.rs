use crate::base::Side;
use crate::games::cchess::{PieceKind, PointSet};

/// The points that each side's pieces attack or defend.
#[derive(Debug, Clone, Copy, Default)]
pub struct AttackMap {
    by: [[PointSet; PieceKind::COUNT]; 2],
    all: [PointSet; 2],
}

impl AttackMap {
    /// Adds the points that a piece attacks or defends.
    #[inline]
    pub fn add(&mut self, side: Side, kind: PieceKind, attacks: PointSet) {
        self.by[side.index()][kind.index()] |= attacks;
        self.all[side.index()] |= attacks;
    }

    /// The points that a side's pieces of one kind attack or defend.
    #[inline]
    pub fn by(&self, side: Side, kind: PieceKind) -> PointSet {
        self.by[side.index()][kind.index()]
    }

    /// The points that any of a side's pieces attack or defend.
    #[inline]
    pub fn all(&self, side: Side) -> PointSet {
        self.all[side.index()]
    }
}
