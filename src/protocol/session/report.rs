use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::{FenError, FenRemark, GameError};
#[cfg(feature = "records")]
use crate::protocol::errors::OwnCommandError;
use crate::protocol::errors::SetUpError;
#[cfg(feature = "records")]
use crate::protocol::limits::MAX_GAME_MOVES;
#[cfg(feature = "records")]
use crate::protocol::record_error::RecordError;
#[cfg(feature = "records")]
use crate::records::NotationError;

/// The outcome of the last position or record that the client sent, as `why` without a move reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::protocol) struct Report {
    accepted: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    refusal: Option<Detail>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Detail>,
}

/// A reason or a remark, for programs and for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::protocol) struct Detail {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<&'static str, String>,
    text: String,
}

impl Report {
    /// The input was accepted, except for these details.
    pub(in crate::protocol) fn accepted(remarks: &[FenRemark]) -> Self {
        Self { accepted: true, refusal: None, remarks: remarks.iter().map(Detail::from).collect() }
    }

    /// The input was refused.
    pub(in crate::protocol) const fn refused(detail: Detail) -> Self {
        Self { accepted: false, refusal: Some(detail), remarks: Vec::new() }
    }
}

impl Detail {
    /// A reason without parameters.
    pub(in crate::protocol) const fn of_words(code: &'static str, text: String) -> Self {
        Self { code, field: None, parameters: BTreeMap::new(), text }
    }

    fn with_parameters(mut self, parameters: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.parameters.extend(parameters);
        self
    }
}

impl From<&FenRemark> for Detail {
    fn from(remark: &FenRemark) -> Self {
        let detail = Self::of_words(remark.code(), remark.to_string()).with_parameters(remark.parameters());
        Self { field: Some(remark.field().code()), ..detail }
    }
}

impl From<&FenError> for Detail {
    fn from(error: &FenError) -> Self {
        let FenError { field, problem } = error;
        let detail = Self::of_words(problem.code(), error.to_string()).with_parameters(problem.parameters());
        Self { field: Some(field.code()), ..detail }
    }
}

impl From<&GameError> for Detail {
    fn from(error: &GameError) -> Self {
        match error {
            GameError::Move { number, total, error: reason } => {
                let parameters = [
                    ("number", number.to_string()),
                    ("total", total.to_string()),
                    ("move", reason.text().to_owned()),
                ];
                let detail = Self::of_words(reason.code(), error.to_string()).with_parameters(parameters);
                Self { field: Some("moves"), ..detail }
            }
            GameError::TooManyMoves { found, limit } => {
                let parameters = [("found", found.to_string()), ("limit", limit.to_string())];
                Self::of_words("too-many-moves", error.to_string()).with_parameters(parameters)
            }
            GameError::Undo { .. } | GameError::Redo { .. } => {
                Self::of_words("no-such-move", error.to_string())
            }
        }
    }
}

#[cfg(feature = "records")]
impl From<&OwnCommandError> for Detail {
    fn from(error: &OwnCommandError) -> Self {
        match error {
            OwnCommandError::SetUp(error) => error.into(),
            OwnCommandError::Record(cause) => Self { text: error.to_string(), ..Self::from(cause) },
            _ => Self::of_words("record", error.to_string()),
        }
    }
}

#[cfg(feature = "records")]
impl From<&RecordError> for Detail {
    fn from(error: &RecordError) -> Self {
        match error {
            RecordError::Notation(error) => error.into(),
            RecordError::Unknown { code, text } => Self::of_words(code, text.clone()),
            RecordError::TooManyMoves { line, found } => Self::of_words("too-many-moves", error.to_string())
                .with_parameters([
                    ("found", found.to_string()),
                    ("limit", MAX_GAME_MOVES.to_string()),
                    ("line", line.to_string()),
                ]),
            _ => Self::of_words("record", error.to_string()),
        }
    }
}

#[cfg(feature = "records")]
impl From<&NotationError> for Detail {
    fn from(error: &NotationError) -> Self {
        let text = error.to_string();
        let (line, detail) = match error {
            NotationError::Fen { line, error } => (*line, Self::from(error)),
            NotationError::Move { line, error } => (*line, Self::from(error)),
            NotationError::Unreadable { line, problem } => {
                (*line, Self::of_words(problem.code(), String::new()).with_parameters(problem.parameters()))
            }
            NotationError::NoSuchGame { notation, what } => {
                let parameters = [("format", (*notation).to_owned()), ("found", what.to_string())];
                return Self::of_words(what.code(), text).with_parameters(parameters);
            }
            NotationError::NoMove { ply, .. } => {
                return Self::of_words("no-move", text).with_parameters([("ply", ply.to_string())]);
            }
        };
        Self { text, ..detail.with_parameters([("line", line.to_string())]) }
    }
}

impl From<&SetUpError> for Detail {
    fn from(error: &SetUpError) -> Self {
        match error {
            SetUpError::Fen(error) => error.into(),
            SetUpError::Moves(error) => error.into(),
            SetUpError::Game { .. } => Self::of_words("game", error.to_string()),
        }
    }
}
