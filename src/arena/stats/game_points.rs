use crate::base::{Outcome, Side};

/// What one player made of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GamePoints {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GamePoints {
    /// What the player of `side` made of a game with this outcome.
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == side => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }

    /// The points, counted in halves.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// What the opponent made of the game.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}
