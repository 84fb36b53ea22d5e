//! Values that change from the middle game to the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A tapered value: one for the middle game, with all pieces on the board, and one for the endgame, without any of the
/// pieces that count for the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered {
    /// The value in the middle game.
    pub middle: i32,
    /// The value in the endgame.
    pub end: i32,
}

impl Tapered {
    /// Zero in all phases.
    pub const ZERO: Self = Self::new(0, 0);

    /// A value with these parts for the middle game and the endgame.
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    /// The value interpolated by phase, from 0 (endgame) to `full` (middle game).
    #[inline]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        (self.middle * phase + self.end * (full - phase)) / full
    }

    /// The sum; usable in constants.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }

    /// The product; usable in constants.
    #[inline]
    #[must_use]
    pub const fn times(self, factor: i32) -> Self {
        Self::new(self.middle * factor, self.end * factor)
    }
}

/// Short for [`Tapered::new`], for lists of weights.
pub(crate) const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

impl Add for Tapered {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.plus(other.times(-1))
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.times(-1)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        self.times(factor)
    }
}

/// The product with a count.
impl Mul<usize> for Tapered {
    type Output = Self;

    #[inline]
    fn mul(self, count: usize) -> Self {
        self.times(count as i32)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
