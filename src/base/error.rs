use std::fmt;

use thiserror::Error;

use super::Side;

/// The part of a FEN text that an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The men on the board.
    Board,
    /// Whose turn it is.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last irreversible move.
    MoveClock,
    /// The number of the move.
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

/// What is wrong with a field of a FEN text. Men and squares are named as the game's own texts name them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum FenProblem {
    /// The field is not there.
    #[error("it is missing")]
    Missing,
    /// The board has another number of ranks than the game's.
    #[error("{found} ranks where {expected} are needed")]
    RankCount {
        /// How many ranks the game allows.
        expected: String,
        /// How many the text has.
        found: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} has {found} points where {expected} are needed")]
    RankLength {
        /// The rank's number as the game counts it.
        rank: usize,
        /// The board's width.
        expected: usize,
        /// The points that the text gives the rank, counted no further than needed to see that they are too many.
        found: usize,
    },
    /// A character that means nothing there.
    #[error("unknown character {0:?}")]
    UnknownCharacter(char),
    /// A text that means nothing there.
    #[error("{found:?} is not {expected}")]
    Unreadable {
        /// What was found, shortened where it is long.
        found: String,
        /// What would be understood.
        expected: &'static str,
    },
    /// A side without its king or general.
    #[error("{0} has no {1}")]
    NoRoyal(&'static str, &'static str),
    /// A side with several kings or generals.
    #[error("{0} has more than one {1}")]
    SeveralRoyals(&'static str, &'static str),
    /// A man where it can never stand.
    #[error("a {man} can never stand on {at}")]
    ImpossiblePlace {
        /// The man's name.
        man: String,
        /// The point's name.
        at: String,
    },
    /// More men of a kind than a side can ever have.
    #[error("{side} has {found} {man}s, more than the {limit} it can have")]
    TooMany {
        /// The side's name in this game.
        side: &'static str,
        /// The man's name.
        man: String,
        /// How many there are.
        found: usize,
        /// How many there can be.
        limit: usize,
    },
    /// The side that has just moved left its king or general open to capture.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// The side that has just moved left its general without a liberty.
    #[error("the general of the side not to move has no liberty")]
    OpponentWithoutLiberty,
    /// The two generals face each other on an open file.
    #[error("the generals face each other")]
    GeneralsFacing,
    /// Any other impossibility, in words.
    #[error("{0}")]
    Impossible(String),
}

/// A FEN text that is no position of the game.
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

/// A text that is no legal move of the position at hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum MoveError {
    /// The text is not a move's text in this game.
    #[error("{text:?} is not a move: {expected}")]
    Unreadable {
        /// The text, shortened where it is long.
        text: String,
        /// What would be understood.
        expected: &'static str,
    },
    /// The text is a move's, but the rules do not allow it here.
    #[error("illegal move {text}: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// Why it is illegal, in words.
        reason: &'static str,
    },
    /// The text could mean several legal moves.
    #[error("{text} could mean several moves")]
    Ambiguous {
        /// The text.
        text: String,
    },
}

/// An option's value that its game cannot use.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("option {name}: {value:?} is not {expected}")]
pub struct OptionError {
    /// The option's name.
    pub name: &'static str,
    /// The value given, shortened where it is long.
    pub value: String,
    /// What would be understood.
    pub expected: String,
}

/// At most the first forty characters of `text`, with an ellipsis where more follow, for use in error messages.
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
