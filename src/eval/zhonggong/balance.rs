//! What the men are worth where they stand, as a sum over men that each move changes a little.

use crate::base::Side;
use crate::rules::cchess::{FILES, Man, ManKind, POINTS, Point};
use crate::rules::zhonggong::RANKS;

use super::weights::{FULL_PHASE, MEN, PAWN_RANKS, PHASE, RINGS};
use crate::eval::tapered::Tapered;

/// The men's worth to Red less that to Black, and how many there are to fight with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    worth: Tapered,
    phase: i32,
}

impl Balance {
    /// A man has come.
    #[inline(always)]
    pub fn put(&mut self, man: Man, at: Point) {
        self.phase += PHASE[man.kind.index()];
        match man.side {
            Side::First => self.worth += WORTH[man.index()][at.index()],
            Side::Second => self.worth -= WORTH[man.index()][at.index()],
        }
    }

    /// A man has left.
    #[inline(always)]
    pub fn lift(&mut self, man: Man, at: Point) {
        self.phase -= PHASE[man.kind.index()];
        match man.side {
            Side::First => self.worth -= WORTH[man.index()][at.index()],
            Side::Second => self.worth += WORTH[man.index()][at.index()],
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

/// By man and point: its worth to its own side.
static WORTH: [[Tapered; POINTS]; Man::COUNT] = {
    let mut table = [[Tapered::ZERO; POINTS]; Man::COUNT];
    let mut index = 0;
    while index < ManKind::COUNT {
        let kind = ManKind::ALL[index];
        let mut point = 0;
        while point < RANKS * FILES {
            let at = Point::from_index(point);
            let red = Man::new(kind, Side::First).index();
            let black = Man::new(kind, Side::Second).index();
            table[red][point] = worth_on(kind, at);
            table[black][point] = worth_on(kind, at.flipped(RANKS));
            point += 1;
        }
        index += 1;
    }
    table
};

/// What a man is worth on a point, as its own side sees the board.
const fn worth_on(kind: ManKind, at: Point) -> Tapered {
    let (files, ranks) = (at.file().abs_diff(FILES / 2), at.rank().abs_diff(RANKS / 2));
    let ring = if files > ranks { files } else { ranks };
    let worth = MEN[kind.index()].plus(RINGS[kind.index()][ring]);
    match kind {
        ManKind::Pawn => worth.plus(PAWN_RANKS[at.rank()]),
        _ => worth,
    }
}
