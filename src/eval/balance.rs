//! What the men of xiangqi's family are worth where they stand, as a sum over men that each move changes a little.

use super::tapered::Tapered;
use crate::base::{Observer, Position};
use crate::rules::cchess::{Man, ManKind, POINTS, Point};

/// What each man on each point is worth to Red.
pub(super) type Placed = [[Tapered; POINTS]; Man::COUNT];

/// How much of the middle game a man of each kind stands for.
const PHASE: [i32; ManKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];
/// The phase with all men on the board, and the most that counts.
const FULL_PHASE: i32 = 16;

/// What the men and their places are worth to Red, and how far the game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Balance {
    worth: Tapered,
    phase: i32,
}

impl Balance {
    /// The balance of a position.
    pub fn of<P: Position<Man = Man, Point = Point>>(placed: &Placed, position: &P) -> Self {
        let mut counter = Counter { placed, balance: Self::default() };
        position.observe_all(&mut counter);
        counter.balance
    }

    /// A man has come.
    #[inline(always)]
    pub fn put(&mut self, placed: &Placed, man: Man, at: Point) {
        self.worth += placed[man.index()][at.index()];
        self.phase += PHASE[man.kind.index()];
    }

    /// A man has left.
    #[inline(always)]
    pub fn lift(&mut self, placed: &Placed, man: Man, at: Point) {
        self.worth -= placed[man.index()][at.index()];
        self.phase -= PHASE[man.kind.index()];
    }

    /// What the men and their places are worth to Red.
    #[inline(always)]
    pub const fn worth(&self) -> Tapered {
        self.worth
    }

    /// A worth as it counts at this phase.
    #[inline(always)]
    pub fn taper(&self, worth: Tapered) -> i32 {
        worth.at(self.phase.clamp(0, FULL_PHASE), FULL_PHASE)
    }
}

/// Counts a position's men.
struct Counter<'a> {
    placed: &'a Placed,
    balance: Balance,
}

impl<P: Position<Man = Man, Point = Point>> Observer<P> for Counter<'_> {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(self.placed, man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(self.placed, man, at);
    }
}
