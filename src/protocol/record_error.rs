use thiserror::Error;

use crate::records::{CauseError, NotationError, OpenError, RecordFormat, one_line};

use super::limits::MAX_GAME_MOVES;

/// Why a game record cannot be written or read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum RecordError {
    /// There are no arguments.
    #[error("a format expected at the end of the line: {names}", names = RecordFormat::names(true))]
    NoFormat,
    /// The format is unknown.
    #[error("{0:?} is not a format: {names}", names = RecordFormat::names(false))]
    Format(String),
    /// The format can only be read.
    #[error("games cannot be written as {0}, only as {names}", names = RecordFormat::names(true))]
    OnlyRead(&'static str),
    /// Neither `text` nor `data` is given, or both are.
    #[error("either text or data expected")]
    NoText,
    /// `data` is not base64.
    #[error("data is not base64: {0}")]
    Base64(String),
    /// The input cannot be read as a file of games.
    #[error("{text}")]
    Unknown {
        /// The code of the reason.
        code: &'static str,
        /// The reason.
        text: String,
    },
    /// The arguments are not JSON, or do not have the expected members.
    #[error("{0}")]
    Json(String),
    /// The cause is unknown.
    #[error(transparent)]
    Cause(#[from] CauseError),
    /// A cause for a game that has not ended.
    #[error("a cause needs an outcome")]
    NoOutcome,
    /// A game that was sent says itself who played it and how it ended.
    #[error("players, event, date, outcome and cause belong into the game that is sent")]
    TwoDescriptions,
    /// The format cannot represent the game, or the text cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A game exceeds the maximum length.
    #[error("line {line}: {found} moves, but a game has at most {MAX_GAME_MOVES}")]
    TooManyMoves {
        /// The line, from 1, where the game begins.
        line: usize,
        /// The number of moves.
        found: usize,
    },
}

impl From<OpenError> for RecordError {
    fn from(error: OpenError) -> Self {
        Self::Unknown { code: error.code(), text: error.to_string() }
    }
}

impl From<serde_json::Error> for RecordError {
    fn from(error: serde_json::Error) -> Self {
        // The message quotes names as they are.
        Self::Json(one_line(&error.to_string()))
    }
}
