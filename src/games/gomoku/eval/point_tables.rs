//! Lookup tables of the points' weights.

use std::ops::{AddAssign, SubAssign};

use crate::games::gomoku::{Class, PointClass};

use super::weights::Weights;

/// The value of an empty point for a side, or a sum of such values: once if it is to move and once if not. In units of
/// the points' weights.
///
/// Both are packed into one number, so that one addition updates both: the value if the side is to move times 2³², plus
/// the value if it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointValue(i64);

impl PointValue {
    const fn new(moving: i32, waiting: i32) -> Self {
        Self(((moving as i64) << 32) + waiting as i64)
    }

    /// The value if the side is to move.
    #[inline]
    pub(super) const fn moving(self) -> i32 {
        ((self.0 - self.waiting() as i64) >> 32) as i32
    }

    /// The value if the side is not to move.
    #[inline]
    pub(super) const fn waiting(self) -> i32 {
        self.0 as i32
    }
}

impl AddAssign for PointValue {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for PointValue {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// The number of values of a class's index type, so that lookups need no bounds check.
const CLASSES: usize = 1 << 8;

/// The values of points by side and class.
#[derive(Debug, Clone)]
pub struct PointTables([[PointValue; CLASSES]; 2]);

impl PointTables {
    /// The tables for Black's and White's weights.
    pub(super) const fn of(weights: [&Weights; 2]) -> Self {
        Self([Self::table(weights[0]), Self::table(weights[1])])
    }

    const fn table(weights: &Weights) -> [PointValue; CLASSES] {
        let mut table = [PointValue::new(0, 0); CLASSES];
        let mut class = 0;
        while class < Class::COUNT {
            table[class] = PointValue::new(weights.moving.points[class], weights.waiting.points[class]);
            class += 1;
        }
        table
    }

    /// The value of an empty point of this class.
    #[inline]
    pub(super) fn value(&self, point: PointClass) -> PointValue {
        self.0[point.side.index()][point.class.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_for_both_roles_are_stored_independently() {
        for (moving, waiting) in [(0, 0), (3, -4), (-3, 4), (-70_000, -1), (-1, 70_000)] {
            let mut value = PointValue::new(moving, waiting);
            assert_eq!([value.moving(), value.waiting()], [moving, waiting]);
            value += PointValue::new(-5, 9);
            assert_eq!([value.moving(), value.waiting()], [moving - 5, waiting + 9]);
            value -= PointValue::new(7, -2);
            assert_eq!([value.moving(), value.waiting()], [moving - 12, waiting + 11]);
        }
    }
}
