use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Side};

/// How a game has ended. Reasons are those of the rules, `resignation`, `time` and `agreement`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// As in PGN.
    pub result: Outcome,
    /// Why, as a short name.
    pub reason: String,
    /// Who has won; `None` if it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
}

impl GameResult {
    /// A win for this reason.
    pub fn win(winner: Side, reason: &str) -> Self {
        Self { result: Outcome::Win(winner), reason: reason.to_owned(), winner: Some(winner) }
    }
}

/// What the rules say about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The side to move.
    pub turn: Side,
    /// The number of moves before it.
    pub ply: usize,
    /// The result, if the rules end the game here.
    pub verdict: Option<GameResult>,
}
