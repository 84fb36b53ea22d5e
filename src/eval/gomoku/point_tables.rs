//! The points' weights as the evaluation looks them up.

use std::ops::{AddAssign, SubAssign};

use crate::rules::gomoku::{Class, Prospect};

use super::weights::Weights;

/// What an empty point is worth to a side, or many of them are, in either role: in units of the points' weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointWorth {
    /// While the side is to move.
    pub moving: i32,
    /// While it is not.
    pub waiting: i32,
}

impl AddAssign for PointWorth {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.moving += other.moving;
        self.waiting += other.waiting;
    }
}

impl SubAssign for PointWorth {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.moving -= other.moving;
        self.waiting -= other.waiting;
    }
}

/// As many as a class's number could be: looking up needs no bounds check.
const CLASSES: usize = 1 << 8;

/// What points are worth, by side and class.
#[derive(Debug, Clone)]
pub struct PointTables([[PointWorth; CLASSES]; 2]);

impl PointTables {
    /// The tables of Black's weights and White's.
    pub(super) const fn of(weights: [&Weights; 2]) -> Self {
        Self([Self::table(weights[0]), Self::table(weights[1])])
    }

    const fn table(weights: &Weights) -> [PointWorth; CLASSES] {
        let mut table = [PointWorth { moving: 0, waiting: 0 }; CLASSES];
        let mut class = 0;
        while class < Class::COUNT {
            table[class] =
                PointWorth { moving: weights.moving.points[class], waiting: weights.waiting.points[class] };
            class += 1;
        }
        table
    }

    /// What an empty point with this prospect is worth to the prospect's side.
    #[inline(always)]
    pub(super) fn worth(&self, prospect: Prospect) -> PointWorth {
        self.0[prospect.side.index()][prospect.class.index()]
    }
}
