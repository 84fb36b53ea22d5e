use thiserror::Error;

use crate::base::{FenError, GameError};
use crate::games::Variant;

/// Why a game cannot be written, or a text cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The format cannot represent such a game.
    #[error("{notation} cannot represent {what}")]
    NoSuchGame {
        /// The format's name.
        notation: &'static str,
        /// What it cannot represent.
        what: Unwritable,
    },
    /// A syntax error.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: ReadProblem,
    },
    /// A game's initial position is invalid.
    #[error("line {line}: {error}")]
    Fen {
        /// The line, from 1, where the game begins.
        line: usize,
        /// What is wrong.
        error: FenError,
    },
    /// A game has an illegal move.
    #[error("line {line}: {error}")]
    Move {
        /// The line, from 1, where the game begins.
        line: usize,
        /// What is wrong.
        error: GameError,
    },
    /// The main line of a game contains something other than moves.
    #[error("ply {ply} {what}, which is not a move of the game")]
    NoMove {
        /// The ply, from 1.
        ply: usize,
        /// What there is instead of a move.
        what: &'static str,
    },
}

/// What a file format cannot represent.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// A game of this variant.
    #[error("{0}")]
    Variant(Variant),
    /// A start other than the usual one.
    #[error("a game from another position than the usual start")]
    Start,
    /// Stones on the board at the start.
    #[error("a game that begins with stones on the board")]
    Stones,
    /// Something in the main line that is not a move.
    #[error("a pass, or a position that is set up during the game")]
    Pass,
    /// A main line that breaks the rules.
    #[error("a main line that is not legal moves alone")]
    IllegalLine,
    /// More pieces than a set has.
    #[error("more pieces than a set has")]
    Pieces,
    /// A move that the board does not have.
    #[error("{0}")]
    Move(String),
    /// Any game: the format is only read.
    #[error("a game here, where it is only read")]
    Anything,
}

impl Unwritable {
    /// A short name for programs, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Variant(_) => "unwritable-variant",
            Self::Start => "unwritable-start",
            Self::Stones => "unwritable-stones",
            Self::Pass => "unwritable-pass",
            Self::IllegalLine => "unwritable-line",
            Self::Pieces => "unwritable-pieces",
            Self::Move(_) => "unwritable-move",
            Self::Anything => "only-read",
        }
    }
}

/// What is wrong with the text of a file of games.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadProblem {
    /// A game has more than this many positions.
    #[error("a game with more than {0} positions")]
    TooLong(usize),
    /// A game has more than this many tags.
    #[error("a game with more than {0} tags")]
    TooManyTags(usize),
    /// A word among the moves is not a move.
    #[error("{0:?} is not a move")]
    NotMove(String),
    /// A text is not a position.
    #[error("{0:?} is not a position")]
    NotPosition(String),
    /// A point is not on the board.
    #[error("{0:?} is not a point of the board")]
    OffBoard(String),
    /// The variant is unknown.
    #[error("unknown variant {0:?}")]
    Variant(String),
    /// The board has a size that is not supported.
    #[error("a board of {0:?} is not supported")]
    BoardSize(String),
    /// An SGF file of another game than gomoku.
    #[error("game number {0:?}, not 4")]
    GameNumber(String),
    /// An SGF file of Go.
    #[error("game number 1 with the rules or the board of Go: this is not a game of gomoku")]
    Go,
    /// The contents are not of this format.
    #[error("not a file of {0}")]
    OtherFormat(&'static str),
    /// A binary format where text is expected.
    #[error("{0} is a binary format, not text")]
    NotText(&'static str),
    /// The version of the format is not supported.
    #[error("version {version} of the format of {format} is not supported")]
    Version {
        /// The format.
        format: &'static str,
        /// The version of the file.
        version: String,
    },
    /// The file ends within its header.
    #[error("the file breaks off in the header")]
    Header,
    /// The text ends within a game or a value.
    #[error("unterminated {0}")]
    Unterminated(&'static str),
    /// An SGF property has no value.
    #[error("the property {0:?} has no value")]
    NoValue(String),
    /// Something stands where it cannot.
    #[error("{0}")]
    Misplaced(&'static str),
    /// A character stands where it cannot.
    #[error("unexpected {0:?}")]
    Unexpected(char),
    /// A character is not a digit.
    #[error("{0:?} is not a digit")]
    NotDigit(char),
    /// A list of moves has a number of digits that is not a multiple of 4.
    #[error("{0} digits of moves, which have 4 digits each")]
    MoveDigits(usize),
    /// A start has another number of digits than 64.
    #[error("a start of {0} digits instead of 64")]
    StartDigits(usize),
    /// Two pieces start on the same point.
    #[error("{pieces} both start on {point}")]
    SamePoint {
        /// The letters of the pieces.
        pieces: String,
        /// The point.
        point: String,
    },
    /// Moves stand before the line that begins a PSQ file.
    #[error("no line \"Piskvorky …\" before it")]
    NoGameLine,
    /// What follows a position is not a list of operations.
    #[error("{0}")]
    Operations(String),
    /// The nodes of a game that was sent are not a tree.
    #[error("{0}")]
    Nodes(String),
    /// The file cannot be read on.
    #[error("{0}")]
    Io(String),
}

impl ReadProblem {
    /// A short name for programs, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong(_) => "game-too-long",
            Self::TooManyTags(_) => "too-many-tags",
            Self::NotMove(_) => "not-a-move",
            Self::NotPosition(_) => "not-a-position",
            Self::OffBoard(_) => "off-board",
            Self::Variant(_) => "unknown-variant",
            Self::BoardSize(_) => "board-size",
            Self::GameNumber(_) => "game-number",
            Self::Go => "go",
            Self::OtherFormat(_) => "other-format",
            Self::NotText(_) => "not-text",
            Self::Version { .. } => "version",
            Self::Header => "header",
            Self::Unterminated(_) => "unterminated",
            Self::NoValue(_) => "no-value",
            Self::Misplaced(_) => "misplaced",
            Self::Unexpected(_) => "unexpected",
            Self::NotDigit(_) => "not-a-digit",
            Self::MoveDigits(_) => "move-digits",
            Self::StartDigits(_) => "start-digits",
            Self::SamePoint { .. } => "same-point",
            Self::NoGameLine => "no-game-line",
            Self::Operations(_) => "operations",
            Self::Nodes(_) => "nodes",
            Self::Io(_) => "io",
        }
    }

    /// What the message names, for programs.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let one = |name, value: &dyn ToString| vec![(name, value.to_string())];
        match self {
            Self::TooLong(limit) | Self::TooManyTags(limit) => one("limit", limit),
            Self::NotMove(found)
            | Self::NotPosition(found)
            | Self::OffBoard(found)
            | Self::Variant(found)
            | Self::BoardSize(found)
            | Self::GameNumber(found)
            | Self::NoValue(found)
            | Self::Operations(found)
            | Self::Nodes(found)
            | Self::Io(found) => one("found", found),
            Self::OtherFormat(format) | Self::NotText(format) => one("format", format),
            Self::Version { format, version } => {
                vec![("format", (*format).to_owned()), ("version", version.clone())]
            }
            Self::Unexpected(found) | Self::NotDigit(found) => one("found", found),
            Self::MoveDigits(found) | Self::StartDigits(found) => one("found", found),
            Self::SamePoint { pieces, point } => vec![("pieces", pieces.clone()), ("point", point.clone())],
            Self::Go | Self::Header | Self::Unterminated(_) | Self::Misplaced(_) | Self::NoGameLine => {
                Vec::new()
            }
        }
    }
}
