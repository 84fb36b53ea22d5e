//! The points' weights as the evaluation looks them up.

use std::ops::{AddAssign, SubAssign};

use crate::rules::gomoku::{Class, PointClass};

use super::weights::Weights;

/// What an empty point is worth to a side, or many of them are, in either role: in units of the points' weights.
///
/// One number holds both, so that one addition changes both: the worth to a side that is to move times 2³², and the
/// worth to one that is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointWorth(i64);

impl PointWorth {
    const fn new(moving: i32, waiting: i32) -> Self {
        Self(((moving as i64) << 32) + waiting as i64)
    }

    /// While the side is to move.
    #[inline(always)]
    pub(super) const fn moving(self) -> i32 {
        ((self.0 - self.waiting() as i64) >> 32) as i32
    }

    /// While it is not.
    #[inline(always)]
    pub(super) const fn waiting(self) -> i32 {
        self.0 as i32
    }
}

impl AddAssign for PointWorth {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for PointWorth {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
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
        let mut table = [PointWorth::new(0, 0); CLASSES];
        let mut class = 0;
        while class < Class::COUNT {
            table[class] = PointWorth::new(weights.moving.points[class], weights.waiting.points[class]);
            class += 1;
        }
        table
    }

    /// What an empty point of this class is worth to the side.
    #[inline(always)]
    pub(super) fn worth(&self, point: PointClass) -> PointWorth {
        self.0[point.side.index()][point.class.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_roles_are_kept_apart() {
        for (moving, waiting) in [(0, 0), (3, -4), (-3, 4), (-70_000, -1), (-1, 70_000)] {
            let mut worth = PointWorth::new(moving, waiting);
            assert_eq!([worth.moving(), worth.waiting()], [moving, waiting]);
            worth += PointWorth::new(-5, 9);
            assert_eq!([worth.moving(), worth.waiting()], [moving - 5, waiting + 9]);
            worth -= PointWorth::new(7, -2);
            assert_eq!([worth.moving(), worth.waiting()], [moving - 12, waiting + 11]);
        }
    }
}
