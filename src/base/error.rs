use std::fmt;

use thiserror::Error;

use super::Side;

/// The part of a FEN text that an error refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The piece placement.
    Board,
    /// The side to move.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last irreversible move.
    MoveClock,
    /// Any text after the last field.
    MoveNumber,
    /// What stands behind the last field.
    Trailing,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en passant square",
            Self::MoveClock => "move clock",
            Self::MoveNumber => "move number",
            Self::Trailing => "text behind the last field",
        })
    }
}

/// What is wrong with a field of a FEN text. Men and squares are named as in the game's own notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum FenProblem {
    /// The field is missing.
    #[error("it is missing")]
    Missing,
    /// The board has the wrong number of ranks for the game.
    #[error("{found} ranks where {expected} are needed")]
    RankCount {
        /// The number of ranks that the game allows.
        expected: String,
        /// The number of ranks in the text.
        found: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} has {found} points where {expected} are needed")]
    RankLength {
        /// The rank's number in the game's own numbering.
        rank: usize,
        /// The board's width.
        expected: usize,
        /// The number of points found in the rank; counting stops as soon as there are too many.
        found: usize,
    },
    /// A character that is not valid in this field.
    #[error("unknown character {0:?}")]
    UnknownCharacter(char),
    /// A text that is not valid in this field.
    #[error("{found:?} is not {expected}")]
    Unreadable {
        /// What was found, shortened if it is long.
        found: String,
        /// A description of what would be accepted.
        expected: &'static str,
    },
    /// A side has no king or general.
    #[error("{0} has no {1}")]
    NoRoyal(&'static str, &'static str),
    /// A side has more than one king or general.
    #[error("{0} has more than one {1}")]
    SeveralRoyals(&'static str, &'static str),
    /// A man on a point that it can never reach.
    #[error("a {man} can never stand on {at}")]
    ImpossiblePlace {
        /// The man's name.
        man: String,
        /// The point's name.
        at: String,
    },
    /// More men of a kind than a side can have.
    #[error("{side} has {found} {man}s, more than the {limit} it can have")]
    TooMany {
        /// The side's name in this game.
        side: &'static str,
        /// The man's name.
        man: String,
        /// The number found.
        found: usize,
        /// The maximum.
        limit: usize,
    },
    /// The side not to move has its king or general in check.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// The side not to move has a general without a liberty.
    #[error("the general of the side not to move has no liberty")]
    OpponentWithoutLiberty,
    /// The two generals face each other on an open file.
    #[error("the generals face each other")]
    GeneralsFacing,
    /// Any other reason why the position is impossible, in words.
    #[error("{0}")]
    Impossible(String),
}

/// A FEN text that is not a valid position of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("FEN, {field}: {problem}")]
pub struct FenError {
    /// The field that is wrong.
    pub field: FenField,
    /// What is wrong with it.
    pub problem: FenProblem,
}

impl FenError {
    /// An error about `field`.
    pub const fn new(field: FenField, problem: FenProblem) -> Self {
        Self { field, problem }
    }
}

/// A reason why a move is illegal.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Illegality {
    /// A short name for programs, such as `no-liberty`, which never changes.
    pub code: &'static str,
    /// The reason in words.
    pub words: &'static str,
}

impl Illegality {
    /// No man of the side to move has a legal move with the name that was given.
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

/// A text that is not a legal move in the current position.
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

/// A value that is not valid for an option.
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
