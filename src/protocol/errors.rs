use thiserror::Error;

use crate::base::{FenError, OptionError};
use crate::rules::GameError;

/// An option that could not be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SetOptionError {
    /// No game and no engine has an option of this name.
    #[error("no option is called {0:?}")]
    Unknown(String),
    /// The option cannot have this value.
    #[error(transparent)]
    Value(#[from] OptionError),
    /// The value is fine, but this machine cannot provide it.
    #[error("option {name}: {reason}")]
    Unavailable {
        /// The option's name.
        name: &'static str,
        /// What went wrong.
        reason: String,
    },
}

/// A position that could not be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SetUpError {
    /// The FEN is none, or of no position that can arise.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// One of the moves is not legal.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// The list is longer than any game.
    #[error("{found} moves where a game has at most {limit}")]
    TooManyMoves {
        /// How many there are.
        found: usize,
        /// How many are accepted.
        limit: usize,
    },
}

/// A bug: so many threads of a search panicked, and their results are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a bug in the engine: {0} of the search's threads panicked")]
pub(super) struct SearchPanicked(pub(super) u32);

/// A request about the position at hand that cannot be met.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SessionError {
    /// The last position that was sent could not be set up, so there is none.
    #[error("there is no position since the last one was refused: {0}")]
    NoPosition(String),
    /// A move is not legal, or there are fewer moves than asked for.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game's rules know no such position.
    #[error("the position cannot be flipped: {0}")]
    Flip(FenError),
    /// Nothing is left to search.
    #[error("searchmoves: none of the moves is legal")]
    NoRootMoves,
    /// A number beyond reason.
    #[error("perft {asked} is deeper than the limit of {limit}")]
    PerftDepth {
        /// The depth asked for, in plies.
        asked: u32,
        /// The greatest depth.
        limit: u32,
    },
}

/// One of the engine's own commands that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum OwnCommandError {
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The game's own start is refused, which no game should do.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// `move` without moves.
    #[error("move: a move expected at the end of the line")]
    NoMoves,
    /// A word that is no number the command can use.
    #[error("{0:?} is not a number that can be used here")]
    NoNumber(String),
    /// A word too many.
    #[error("{0:?} was not expected")]
    Trailing(String),
    /// Work that was told to end before it was done.
    #[error("{0} was stopped before its end")]
    Stopped(&'static str),
}

impl From<GameError> for OwnCommandError {
    fn from(error: GameError) -> Self {
        Self::Session(SessionError::Game(error))
    }
}

/// A line of the UCCI dialect that cannot be acted on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum UcciError {
    /// No command, and no word of one, is called so.
    #[error("unknown word {0:?}")]
    Unknown(String),
    /// The command needs more words.
    #[error("{0}: words are missing")]
    Incomplete(&'static str),
    /// A value that means nothing there.
    #[error("{option}: {value:?} means nothing")]
    Value {
        /// The option or command.
        option: &'static str,
        /// The value, shortened where it is long.
        value: String,
    },
    /// The position could not be set up.
    #[error("position: {0}")]
    SetUp(#[from] SetUpError),
}

/// A line of the Gomocup dialect that cannot be acted on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum GomocupError {
    /// A board that the games cannot have.
    #[error("unsupported board size {0:?}")]
    Size(String),
    /// No point of the board.
    #[error("{0:?} is not a point of the board")]
    Point(String),
    /// A move can only be taken back while it is the last.
    #[error("{0:?} is not the last move")]
    NotLast(String),
    /// No board was asked for yet.
    #[error("START must come first")]
    NotStarted,
    /// A number of stones with which nothing is left to choose in Swap2.
    #[error("SWAP2BOARD: 0, 3 or 5 stones expected, not {0}")]
    Swap2(usize),
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The board cannot be.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// A number that the engine cannot use.
    #[error(transparent)]
    Option(#[from] SetOptionError),
}

impl From<GameError> for GomocupError {
    fn from(error: GameError) -> Self {
        Self::Session(SessionError::Game(error))
    }
}
