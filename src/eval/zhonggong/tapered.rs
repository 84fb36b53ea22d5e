use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use super::weights::FULL_PHASE;

/// Worth at either end of a game, between which the men left on the board decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered {
    /// With all men on the board.
    pub early: i32,
    /// With the last chariots, cannons and horses gone.
    pub late: i32,
}

impl Tapered {
    /// The worth at a phase from 0 (late) to [`FULL_PHASE`] (early).
    #[inline(always)]
    pub const fn at(self, phase: i32) -> i32 {
        (self.early * phase + self.late * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// Both ends added, in constants.
    pub const fn plus(self, other: Self) -> Self {
        Self { early: self.early + other.early, late: self.late + other.late }
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { early: self.early - other.early, late: self.late - other.late }
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self { early: self.early * times, late: self.late * times }
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
