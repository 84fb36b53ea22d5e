use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Side, shorten};

/// The result of a finished game, in PGN's notation as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// The game is drawn.
    Draw,
}

impl fmt::Display for Outcome {
    /// Writes the result in PGN's notation, from the first player's point of view.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl Outcome {
    /// All results.
    pub const ALL: [Self; 3] = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw];
}

/// The error for a text that is not a result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a game result: 1-0, 0-1 or 1/2-1/2")]
pub struct OutcomeError(String);

impl FromStr for Outcome {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|outcome| outcome.to_string() == text);
        found.ok_or_else(|| OutcomeError(shorten(text)))
    }
}

impl TryFrom<String> for Outcome {
    type Error = OutcomeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> Self {
        outcome.to_string()
    }
}

/// The reason why a game ended. Reasons specific to one game are declared in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "&str")]
pub struct Reason {
    /// A short name for programs, such as `five-pawns`, which never changes.
    pub code: &'static str,
    /// The reason in words.
    pub words: &'static str,
    /// Its number in files of self-play games, which never changes: less than 64, and unique among all reasons.
    pub number: u8,
}

impl Reason {
    /// The side to move is in check and has no legal move.
    pub const CHECKMATE: Self = Self::new("checkmate", "checkmate", 0);
    /// The side to move has no legal move, and no stronger reason applies.
    pub const STALEMATE: Self = Self::new("stalemate", "stalemate", 1);
    /// The position was repeated and neither side is at fault.
    pub const REPETITION: Self = Self::new("repetition", "repetition", 6);
    /// Too many moves in a row without progress.
    pub const MOVE_LIMIT: Self = Self::new("move-limit", "move limit", 7);
    /// Neither side has enough material to win.
    pub const INSUFFICIENT_MATERIAL: Self = Self::new("insufficient-material", "insufficient material", 8);
    /// No empty point is left.
    pub const FULL_BOARD: Self = Self::new("full-board", "full board", 11);

    /// A reason with this code, these words and this number.
    pub const fn new(code: &'static str, words: &'static str, number: u8) -> Self {
        Self { code, words, number }
    }
}

impl From<Reason> for &'static str {
    fn from(reason: Reason) -> Self {
        reason.code
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)
    }
}

/// The result of a finished game and the reason for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

impl Verdict {
    /// A win of `winner` for this reason.
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Self { outcome: Outcome::Win(winner), reason }
    }

    /// A draw for this reason.
    pub const fn draw(reason: Reason) -> Self {
        Self { outcome: Outcome::Draw, reason }
    }
}

/// The result of a node inside a search tree according to the rules, from the point of view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeVerdict {
    /// Lost on the board, independent of the path.
    Lost,
    /// Won by a rule about the game's history (the opponent's perpetual check), so valid on this path only.
    WonByRule,
    /// Lost by a rule about the game's history, so valid on this path only.
    LostByRule,
    /// Drawn.
    Drawn,
}
