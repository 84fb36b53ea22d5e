use std::ops::Not;

use serde::{Deserialize, Serialize};

/// One of the two players, named by the order in which they move: White and Black in chess, Red and Black in xiangqi
/// and zhonggong, Black and White in gomoku.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Side {
    /// The player who makes the first move of a game from the starting position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second: an index into two-element tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, usable in constants.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}
