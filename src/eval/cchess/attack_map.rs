use crate::base::Side;
use crate::rules::cchess::{ManKind, PointSet};

/// The points that each side's men attack or guard.
#[derive(Debug, Clone, Copy, Default)]
pub struct AttackMap {
    by: [[PointSet; ManKind::COUNT]; 2],
    all: [PointSet; 2],
}

impl AttackMap {
    /// Adds what a man attacks or guards.
    #[inline(always)]
    pub fn add(&mut self, side: Side, kind: ManKind, attacks: PointSet) {
        self.by[side.index()][kind.index()] |= attacks;
        self.all[side.index()] |= attacks;
    }

    /// What a side's men of one kind attack or guard.
    #[inline(always)]
    pub fn by(&self, side: Side, kind: ManKind) -> PointSet {
        self.by[side.index()][kind.index()]
    }

    /// What any of a side's men attack or guard.
    #[inline(always)]
    pub fn all(&self, side: Side) -> PointSet {
        self.all[side.index()]
    }
}
