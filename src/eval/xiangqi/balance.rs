use super::weights::{
    ADVISOR_IN_CENTRE, CANNON_FILES, CANNON_RANKS, CHARIOT_FILES, CHARIOT_RANKS, CROSSED_PAWN_FILES,
    ELEPHANT_IN_CENTRE, ELEPHANT_ON_EDGE, ELEPHANT_ON_RIVER, FULL_PHASE, GENERAL_FILES, GENERAL_RANKS,
    HOME_PAWN_FILES, HORSE_BEFORE_GENERAL, HORSE_FILES, HORSE_RANKS, MEN, PAWN_RANKS, PHASE,
};
use crate::base::Side;
use crate::eval::tapered::Tapered;
use crate::rules::cchess::{Man, ManKind, POINTS, Point};
use crate::rules::xiangqi::RANKS;

/// What the men and their places are worth to Red, and how far the game has come: followed as men are put and lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Balance {
    worth: Tapered,
    phase: i32,
}

impl Balance {
    #[inline(always)]
    pub fn put(&mut self, man: Man, at: Point) {
        self.worth += PLACED[man.index()][at.index()];
        self.phase += PHASE[man.kind.index()];
    }

    #[inline(always)]
    pub fn lift(&mut self, man: Man, at: Point) {
        self.worth -= PLACED[man.index()][at.index()];
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

/// What each man on each point is worth to Red.
static PLACED: [[Tapered; POINTS]; Man::COUNT] = {
    let mut table = [[Tapered::new(0, 0); POINTS]; Man::COUNT];
    let mut kind = 0;
    while kind < ManKind::COUNT {
        let mut at = 0;
        while at < POINTS {
            let point = Point::from_index(at);
            let red = Man::new(ManKind::ALL[kind], Side::First);
            let black = Man::new(ManKind::ALL[kind], Side::Second);
            let worth = MEN[kind].plus(place(ManKind::ALL[kind], point));
            table[red.index()][at] = worth;
            table[black.index()][point.flipped(RANKS).index()] = worth.times(-1);
            at += 1;
        }
        kind += 1;
    }
    table
};

/// What a man gains by its place, as its own side sees the board. Places where it can never stand count as the nearest.
const fn place(kind: ManKind, at: Point) -> Tapered {
    let (rank, aside) = (at.rank(), at.file().abs_diff(4));
    match kind {
        ManKind::General => {
            let (rank, aside) = (if rank > 2 { 2 } else { rank }, if aside > 1 { 1 } else { aside });
            GENERAL_RANKS[rank].plus(GENERAL_FILES[aside])
        }
        ManKind::Advisor if aside == 0 => ADVISOR_IN_CENTRE,
        ManKind::Elephant if aside == 0 => ELEPHANT_IN_CENTRE,
        ManKind::Elephant if aside == 4 => ELEPHANT_ON_EDGE,
        ManKind::Elephant if rank == 4 => ELEPHANT_ON_RIVER,
        ManKind::Advisor | ManKind::Elephant => Tapered::new(0, 0),
        ManKind::Horse => {
            let place = HORSE_RANKS[rank].plus(HORSE_FILES[aside]);
            if aside == 0 && rank == 1 { place.plus(HORSE_BEFORE_GENERAL) } else { place }
        }
        ManKind::Chariot => CHARIOT_RANKS[rank].plus(CHARIOT_FILES[aside]),
        ManKind::Cannon => CANNON_RANKS[rank].plus(CANNON_FILES[aside]),
        ManKind::Pawn if rank < 5 => PAWN_RANKS[rank].plus(HOME_PAWN_FILES[aside]),
        ManKind::Pawn if rank < 9 => PAWN_RANKS[rank].plus(CROSSED_PAWN_FILES[aside]),
        ManKind::Pawn => PAWN_RANKS[rank],
    }
}
