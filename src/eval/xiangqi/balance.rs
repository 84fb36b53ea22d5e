use super::weights::{FULL_PHASE, PHASE, Weights};
use crate::base::{Observer, Position};
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::Source;
use crate::rules::cchess::{Man, Point};
use crate::rules::xiangqi::XiangqiPosition;

/// What the men and their places are worth to Red, and how far the game has come: followed as men are put and lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Balance {
    worth: Tapered,
    phase: i32,
}

impl Balance {
    /// The balance of a position.
    pub fn of<S: Source<Weights>>(source: S, position: &XiangqiPosition) -> Self {
        let mut counter = Counter { source, balance: Self::default() };
        position.observe_all(&mut counter);
        counter.balance
    }

    #[inline(always)]
    pub fn put(&mut self, source: impl Source<Weights>, man: Man, at: Point) {
        self.worth += source.tables().placed[man.index()][at.index()];
        self.phase += PHASE[man.kind.index()];
    }

    #[inline(always)]
    pub fn lift(&mut self, source: impl Source<Weights>, man: Man, at: Point) {
        self.worth -= source.tables().placed[man.index()][at.index()];
        self.phase -= PHASE[man.kind.index()];
    }

    /// What the men and their places are worth to Red.
    #[inline(always)]
    pub const fn worth(&self) -> Tapered {
        self.worth
    }

    /// A worth as it counts at this phase.
    #[inline(always)]
    pub const fn taper(&self, worth: Tapered) -> i32 {
        worth.at(self.phase, FULL_PHASE)
    }
}

/// Counts a position's men.
struct Counter<S> {
    source: S,
    balance: Balance,
}

impl<S: Source<Weights>> Observer<XiangqiPosition> for Counter<S> {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(self.source, man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(self.source, man, at);
    }
}
