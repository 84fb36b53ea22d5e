//! What the men are worth where they stand, as a sum over men that each move changes a little.

use super::weights::{FULL_PHASE, PHASE, Weights};
use crate::base::{Observer, Position, Side};
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::Source;
use crate::rules::cchess::{Man, Point};
use crate::rules::zhonggong::ZhonggongPosition;

/// The men's worth to Red less that to Black, and how many there are to fight with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    worth: Tapered,
    phase: i32,
}

impl Balance {
    /// The balance of a position.
    pub fn of<S: Source<Weights>>(source: S, position: &ZhonggongPosition) -> Self {
        let mut counter = Counter { source, balance: Self::default() };
        position.observe_all(&mut counter);
        counter.balance
    }

    /// A man has come.
    #[inline(always)]
    pub fn put(&mut self, source: impl Source<Weights>, man: Man, at: Point) {
        let worth = source.tables().placed[man.index()][at.index()];
        self.phase += PHASE[man.kind.index()];
        match man.side {
            Side::First => self.worth += worth,
            Side::Second => self.worth -= worth,
        }
    }

    /// A man has left.
    #[inline(always)]
    pub fn lift(&mut self, source: impl Source<Weights>, man: Man, at: Point) {
        let worth = source.tables().placed[man.index()][at.index()];
        self.phase -= PHASE[man.kind.index()];
        match man.side {
            Side::First => self.worth -= worth,
            Side::Second => self.worth += worth,
        }
    }

    /// The men's worth to Red less that to Black.
    #[inline(always)]
    pub fn worth(&self) -> Tapered {
        self.worth
    }

    /// The phase of the game, from 0, the end, to [`FULL_PHASE`], the middle game.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.phase.clamp(0, FULL_PHASE)
    }
}

/// Counts a position's men.
struct Counter<S> {
    source: S,
    balance: Balance,
}

impl<S: Source<Weights>> Observer<ZhonggongPosition> for Counter<S> {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(self.source, man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(self.source, man, at);
    }
}
