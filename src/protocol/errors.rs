use std::time::Duration;

use thiserror::Error;

use crate::base::{FenError, GameError, MoveError, OptionError, UTF16_IS_UNREADABLE, did_you_mean};
use crate::engine::EngineOptionError;
use crate::games::Variant;

/// A line of input that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum LineError {
    /// It has more than so many bytes, its end included.
    #[error("the line is too long: at most {0} bytes are read")]
    TooLong(usize),
    /// It is the first one, and so the whole input is in another encoding.
    #[error("{UTF16_IS_UNREADABLE}; the session ends")]
    Utf16,
}

/// The errors of one line that are reported one by one; of the others, only the number is reported.
pub(super) const MOST_REPORTS: usize = 20;

/// The number of further invalid words of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("go: {0} more words are ignored")]
pub(super) struct MoreIgnored(pub usize);

/// What went wrong in a search that still gives its answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum SearchProblem {
    /// A requested move is not legal, and is ignored.
    #[error("searchmoves: {0}")]
    IgnoredMove(MoveError),
    /// The search took longer than a search of this session may.
    #[error("the search was stopped by this session's time limit of {} ms", .0.as_millis())]
    TimeLimit(Duration),
    /// A tablebase cannot be used any more.
    #[error("{0}")]
    Tablebase(String),
    /// A bug of the engine.
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
    /// The option cannot have this value.
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
    /// The FEN is malformed, or of a position that cannot arise.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// One of the moves is not legal, or there are more than a game may have.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// The FEN is one of another game, which cannot be played.
    #[error("the FEN is one of {variant}, which cannot be played: {error}")]
    Game {
        /// The other game.
        variant: Variant,
        /// Why it cannot.
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
    /// The flipped position is against the game's rules.
    #[error("the position cannot be flipped: {0}")]
    Flip(FenError),
    /// The system has no thread left for the work.
    #[error("no thread can be started: {0}")]
    NoThread(String),
    /// None of the requested moves is legal.
    #[error("searchmoves: none of the moves is legal")]
    NoRootMoves,
    /// The client has banned all legal moves.
    #[error("banmoves: all legal moves are banned")]
    AllMovesBanned,
    /// The input ended, and the search did not soon after.
    #[error("the search was stopped before it was done, {} s after the end of the input", .0.as_secs())]
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

/// One of the engine's own commands that cannot be carried out.
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
    /// A record of a game that cannot be written or read.
    #[cfg(feature = "records")]
    #[error("record: {0}")]
    Record(#[from] super::record_error::RecordError),
    /// A word that is not a number, or one out of range.
    #[error("{0:?} is not a valid number")]
    NoNumber(String),
    /// A word after the command's end.
    #[error("unexpected {0:?}")]
    Trailing(String),
    /// Work that was stopped before it was done.
    #[error("{0} was stopped before it was done")]
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
    /// A value that the option or command cannot have.
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
    /// A number of lines that cannot be read.
    #[error("{0:?} is not a number of lines")]
    Count(String),
    /// A score that cannot be read.
    #[error("{0:?} is not a score")]
    Score(String),
    /// A board of a size that the games cannot have.
    #[error("unsupported board size {0:?}")]
    Size(String),
    /// A point that is not on the board.
    #[error("{0:?} is not a point on the board")]
    Point(String),
    /// A second stone at a point.
    #[error("there is already a stone at {0:?}")]
    Taken(String),
    /// A move that is not the last cannot be taken back.
    #[error("{0:?} is not the last move")]
    NotLast(String),
    /// There is no board yet.
    #[error("START must come first")]
    NotStarted,
    /// A number of stones with which Swap2 has no choice to make.
    #[error("SWAP2BOARD: 0, 3 or 5 stones expected, not {0}")]
    Swap2(usize),
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// An option that cannot have the value.
    #[error(transparent)]
    Option(#[from] SetOptionError),
}

/// A line of the CECP dialect that cannot be executed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum CecpError {
    /// There is no such command.
    #[error("unknown command")]
    Unknown,
    /// A game that the engine does not play, or not as it was started.
    #[error("unknown variant")]
    Variant,
    /// A command that makes no sense while the engine is thinking about its move.
    #[error("command not legal now")]
    NotNow,
    /// A word that should be a number.
    #[error("{0:?} is not a valid number")]
    Number(String),
    /// A ping when the maximum number of pings already waits for the engine's move.
    #[error("not answered: {0} pings already wait for the engine's move")]
    TooManyPings(usize),
    /// A ping whose number is too long to be kept.
    #[error("not answered: a ping's number has at most {0} bytes")]
    LongPing(usize),
    /// `level` without all its parts.
    #[error("moves, minutes and increment expected")]
    Level,
    /// The game does not allow it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The position cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// An option that cannot have the value.
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
