use std::time::Duration;

use thiserror::Error;

use crate::base::{FenError, GameError, MoveError, OptionError, UTF16_IS_UNREADABLE, did_you_mean};
use crate::engine::EngineOptionError;
use crate::games::Variant;

/// A line of input that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum LineError {
    /// The line is longer than this many bytes, including its line end.
    #[error("the line is too long: the limit is {0} bytes")]
    TooLong(usize),
    /// The first line is in UTF-16, and so is the rest of the input.
    #[error("{UTF16_IS_UNREADABLE}; the session ends")]
    Utf16,
}

/// The maximum number of errors reported individually for one line; any others are only counted.
pub(super) const MOST_REPORTS: usize = 20;

/// The number of further invalid words in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("go: {0} more words are ignored")]
pub(super) struct MoreIgnored(pub usize);

/// What went wrong in a search that still gives its answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SearchProblem {
    /// A requested move is not legal, and is ignored.
    #[error("searchmoves: {0}")]
    IgnoredMove(MoveError),
    /// The search reached the session's time limit.
    #[error("the search was stopped by this session's time limit of {} ms", .0.as_millis())]
    TimeLimit(Duration),
    /// A tablebase can no longer be used.
    #[error("{0}")]
    Tablebase(String),
    /// A bug in the engine.
    #[error(transparent)]
    Panicked(#[from] SearchPanicked),
}

/// An option that could not be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SetOptionError {
    /// Neither the session nor a game has an option of this name.
    #[error("no option is called {name:?}{}", did_you_mean(*similar))]
    Unknown {
        /// The name.
        name: String,
        /// The option that was probably meant.
        similar: Option<&'static str>,
    },
    /// The value is not valid for this option.
    #[error(transparent)]
    Value(#[from] OptionError),
    /// The engine rejects the value.
    #[error(transparent)]
    Engine(#[from] EngineOptionError),
    /// The value exceeds the session's limit.
    #[error("option {name}: {asked} exceeds this session's limit of {limit}")]
    OverLimit {
        /// The option's name.
        name: &'static str,
        /// The value asked for.
        asked: i64,
        /// The greatest value.
        limit: i64,
    },
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
    /// The FEN is malformed or describes an impossible position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal, or there are more moves than a game may have.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// The FEN belongs to another game, which cannot be selected.
    #[error("the FEN belongs to {variant}, which cannot be selected: {error}")]
    Game {
        /// The other game.
        variant: Variant,
        /// Why it cannot be selected.
        error: SetOptionError,
    },
}

/// A bug: this number of search threads panicked, and their results are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a bug in the engine: {0} of the search's threads panicked")]
pub(super) struct SearchPanicked(pub(super) u32);

/// How a dialect writes an error.
pub(super) type ErrorLine = fn(&dyn std::fmt::Display) -> String;

/// A request about the current position that cannot be met.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SessionError {
    /// The last position that was sent could not be set up, so there is none.
    #[error("no position is set, as the last one was refused: {0}")]
    NoPosition(String),
    /// A move is not legal, or there are fewer moves than asked for.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The flipped position would violate the game's rules.
    #[error("the position cannot be flipped: {0}")]
    Flip(FenError),
    /// The system could not start a thread for the work.
    #[error("cannot start a thread: {0}")]
    NoThread(String),
    /// None of the requested moves is legal.
    #[error("searchmoves: none of the moves is legal")]
    NoRootMoves,
    /// The client has banned all legal moves.
    #[error("banmoves: all legal moves are banned")]
    AllMovesBanned,
    /// The search did not finish soon enough after the end of the input.
    #[error("the search was stopped before it finished, {} s after the end of the input", .0.as_secs())]
    InputEnded(Duration),
    /// A perft that would never end.
    #[error("perft {asked} is deeper than the limit of {limit}")]
    PerftDepth {
        /// The depth asked for, in plies.
        asked: u32,
        /// The greatest depth.
        limit: u32,
    },
}

/// Why one of the engine's own commands could not be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum OwnCommandError {
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The game's starting position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// `move` without moves.
    #[error("move: a move expected at the end of the line")]
    NoMoves,
    /// A switch without `on` or `off`.
    #[error("on or off expected at the end of the line")]
    NoSwitch,
    /// A game record could not be written or read.
    #[cfg(feature = "records")]
    #[error("record: {0}")]
    Record(#[from] super::record_error::RecordError),
    /// A word is not a number, or the number is out of range.
    #[error("{0:?} is not a valid number")]
    NoNumber(String),
    /// A word after the command's end.
    #[error("unexpected {0:?}")]
    Trailing(String),
    /// Work was stopped before it finished.
    #[error("{0} was stopped before it finished")]
    Stopped(&'static str),
    /// Work stopped by the session's time limit.
    #[error("{work} was stopped by this session's time limit of {} ms", limit.as_millis())]
    TimeLimit {
        /// The command.
        work: &'static str,
        /// The session's limit.
        limit: Duration,
    },
    /// Work that needs a larger hash table than the session allows.
    #[error("{work} needs a hash table of {needed} MiB, which exceeds this session's limit of {limit} MiB")]
    HashLimit {
        /// The command.
        work: &'static str,
        /// The size that it needs in MiB.
        needed: usize,
        /// The session's limit in MiB.
        limit: usize,
    },
}

impl From<GameError> for OwnCommandError {
    fn from(error: GameError) -> Self {
        Self::Session(SessionError::Game(error))
    }
}

/// A line of the UCCI dialect that cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum UcciError {
    /// An unknown command, or an unknown word in one.
    #[error("unknown word {0:?}")]
    Unknown(String),
    /// The command needs more words.
    #[error("{0}: arguments are missing")]
    Incomplete(&'static str),
    /// The value is not valid for the option or command.
    #[error("{option}: invalid value {value:?}")]
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

/// A line of the Gomocup dialect that cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum GomocupError {
    /// The number of lines cannot be parsed.
    #[error("{0:?} is not a number of lines")]
    Count(String),
    /// The score cannot be parsed.
    #[error("{0:?} is not a score")]
    Score(String),
    /// No game supports this board size.
    #[error("unsupported board size {0:?}")]
    Size(String),
    /// The point is not on the board.
    #[error("{0:?} is not a point on the board")]
    Point(String),
    /// The point already has a stone.
    #[error("there is already a stone at {0:?}")]
    Taken(String),
    /// Only the last move can be taken back.
    #[error("{0:?} is not the last move")]
    NotLast(String),
    /// There is no board yet.
    #[error("START must come first")]
    NotStarted,
    /// The number of stones is not one at which Swap2 offers a choice.
    #[error("SWAP2BOARD: 0, 3 or 5 stones expected, not {0}")]
    Swap2(usize),
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The option cannot be set to this value.
    #[error(transparent)]
    Option(#[from] SetOptionError),
}

/// A line of the CECP dialect that cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum CecpError {
    /// There is no such command.
    #[error("unknown command")]
    Unknown,
    /// The engine does not play the game, or not in this session.
    #[error("unknown variant")]
    Variant,
    /// The command makes no sense while the engine is thinking about its move.
    #[error("command not legal now")]
    NotNow,
    /// A word is not a number.
    #[error("{0:?} is not a valid number")]
    Number(String),
    /// The maximum number of pings is already waiting for the engine's move.
    #[error("not answered: {0} pings are already waiting for the engine's move")]
    TooManyPings(usize),
    /// The ping's number is too long to be kept.
    #[error("not answered: a ping's number has at most {0} bytes")]
    LongPing(usize),
    /// `level` lacks some of its arguments.
    #[error("moves, minutes and increment expected")]
    Level,
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The option cannot be set to this value.
    #[error(transparent)]
    Option(#[from] SetOptionError),
    /// One of the engine's own commands that failed.
    #[error(transparent)]
    Own(#[from] OwnCommandError),
}

impl From<GameError> for CecpError {
    fn from(error: GameError) -> Self {
        Self::Session(SessionError::Game(error))
    }
}

impl From<GameError> for GomocupError {
    fn from(error: GameError) -> Self {
        Self::Session(SessionError::Game(error))
    }
}
