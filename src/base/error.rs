use std::fmt;

use thiserror::Error;

use super::Side;

/// A reason why a move is illegal.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Illegality {
    /// A short name for programs, such as `no-liberty`, which never changes.
    pub code: &'static str,
    /// The reason in words.
    pub words: &'static str,
}

impl Illegality {
    /// The given name does not denote a legal move.
    pub const UNKNOWN_NAME: Self = Self::new("unknown-name", "no legal move has this name");

    /// A reason with this code and these words.
    pub const fn new(code: &'static str, words: &'static str) -> Self {
        Self { code, words }
    }
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)
    }
}

/// Why a text is not a legal move in the current position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum MoveError {
    /// The text is not move notation of this game.
    #[error("{text:?} is not a move: {expected}")]
    Unreadable {
        /// The text, shortened if it is long.
        text: String,
        /// A description of what would be accepted.
        expected: &'static str,
    },
    /// The text is a well-formed move, but the rules do not allow it here.
    #[error("illegal move {text}: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// Why it is illegal.
        reason: &'static Illegality,
    },
    /// The text matches several legal moves.
    #[error("{text} could mean several moves")]
    Ambiguous {
        /// The text.
        text: String,
    },
}

impl MoveError {
    /// A short name of the reason for programs, such as `no-liberty`, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "unreadable",
            Self::Illegal { reason, .. } => reason.code,
            Self::Ambiguous { .. } => "ambiguous",
        }
    }

    /// The text that is not a legal move, possibly shortened.
    pub fn text(&self) -> &str {
        match self {
            Self::Unreadable { text, .. } | Self::Illegal { text, .. } | Self::Ambiguous { text } => text,
        }
    }
}

/// Why a value is not valid for an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("option {name}: {value:?} is not {expected}")]
pub struct OptionError {
    /// The option's name.
    pub name: &'static str,
    /// The given value, shortened if it is long.
    pub value: String,
    /// A description of what would be accepted.
    pub expected: String,
}

/// Why a game's options cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameOptionError {
    /// The game does not have the option.
    #[error("the game has no option called {0:?}")]
    Unknown(String),
    /// The value is not valid.
    #[error(transparent)]
    Value(#[from] OptionError),
}

/// At most the first forty characters of `text`, followed by an ellipsis if there are more; for error messages.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The name of a side in games whose players are called White and Black.
pub const fn white_black(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}
