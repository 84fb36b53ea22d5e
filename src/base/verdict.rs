use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Side, shorten};

/// The result of a finished game, as text as in PGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// The game is drawn.
    Draw,
}

impl fmt::Display for Outcome {
    /// Writes the result as in PGN, from the first player's point of view.
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

/// A text that is not a result.
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

/// The reason why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, and no stronger reason applies.
    Stalemate,
    /// The side to move has no move that gives its general a liberty.
    Trapped,
    /// Five pawns of one side stand on the opponent's back rank.
    FivePawns,
    /// One side repeated the position by giving check with every move.
    PerpetualCheck,
    /// One side repeated the position by chasing one piece with every move.
    PerpetualChase,
    /// The position was repeated and neither side is at fault.
    Repetition,
    /// Too many moves in a row without progress.
    MoveLimit,
    /// Neither side has enough material to win.
    InsufficientMaterial,
    /// One side has five in a row.
    FiveInARow,
    /// The side to move has only forbidden points left, or has played on one.
    ForbiddenPoint,
    /// No empty point is left.
    FullBoard,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Trapped => "trapped",
            Self::FivePawns => "five pawns",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move limit",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiveInARow => "five in a row",
            Self::ForbiddenPoint => "forbidden point",
            Self::FullBoard => "full board",
        })
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
