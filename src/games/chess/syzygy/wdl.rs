use std::ops::Neg;

/// The result of a position for the side to move, if the last move was a capture or pawn move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// The side to move would lose, but the move limit prevents it.
    BlessedLoss,
    /// Neither side can force a win.
    Draw,
    /// The side to move would win, but the move limit prevents it.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// The result stored as this number in a table.
    pub fn from_stored(value: u16) -> Option<Self> {
        Self::ALL.get(usize::from(value)).copied()
    }

    /// The result at this distance to a capture or pawn move, negative for losses, given that no such move has been
    /// made for this many plies.
    pub const fn of_distance(distance: i32, clock: i32) -> Self {
        const LIMIT: i32 = 100;
        let in_time = distance.abs() + clock <= LIMIT;
        match (distance.signum(), in_time) {
            (1, true) => Self::Win,
            (1, false) => Self::CursedWin,
            (0, _) => Self::Draw,
            (_, false) => Self::BlessedLoss,
            (_, true) => Self::Loss,
        }
    }

    /// The distance to a capture or pawn move that keeps this result, if that is the next move. Beyond 100, the move
    /// limit prevents a win.
    pub const fn distance_if_next(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -101,
            Self::Draw => 0,
            Self::CursedWin => 101,
            Self::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}
