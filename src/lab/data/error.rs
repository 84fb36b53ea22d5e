use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::{FenError, OptionError};
use crate::games::Variant;

use super::DATA_VERSION;

/// A file of games that cannot be written, read or replayed.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct DataError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: DataProblem,
}

impl DataError {
    /// Says of a problem in which file it lies.
    pub(super) fn at(path: &Path) -> impl Fn(DataProblem) -> Self {
        let path = path.to_owned();
        move |problem| Self { path: path.clone(), problem }
    }
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum DataProblem {
    /// The file cannot be used.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is a file already.
    #[error("it exists already; continue it with --resume, or name another file")]
    Exists,
    /// Another process is writing it.
    #[error("another process is writing it")]
    InUse,
    /// It begins in another way, or is empty.
    #[error("it is no file of self-play games")]
    NotData,
    /// A format that this version does not know.
    #[error("it is of version {0}, and this program reads version {DATA_VERSION}")]
    Version(u16),
    /// Its header was cut short.
    #[error("its header is not whole")]
    TornHeader,
    /// The header's text is not what it should be.
    #[error("its header is damaged: {0}")]
    DamagedHeader(&'static str),
    /// The header names a game that nobody knows.
    #[error("it holds games of {0:?}, which is no game known here")]
    UnknownVariant(String),
    /// The header sets an option that its game does not have.
    #[error("its header sets the option {name:?}, which {variant} does not have")]
    UnknownOption {
        /// The game.
        variant: Variant,
        /// The option.
        name: String,
    },
    /// The header sets an option to a value that it cannot have.
    #[error("its header: {0}")]
    Option(#[from] OptionError),
    /// It was made in another way than the one that is to be continued.
    #[error("it was made with another {name}: {found:?} where {expected:?} is asked for")]
    OtherSettings {
        /// What differs.
        name: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A record with more behind it is wrong: the file was damaged, not cut short.
    #[error("the record at byte {offset} is damaged: {what}")]
    Damaged {
        /// Where the record begins.
        offset: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Games stand in the wrong order.
    #[error("the record at byte {offset} is of game {number}, which does not come after game {before}")]
    Order {
        /// Where the record begins.
        offset: u64,
        /// The game's number.
        number: u32,
        /// The number of the game before it.
        before: u32,
    },
    /// A game starts from what is no position.
    #[error("game {game}: {error}")]
    Fen {
        /// The game's number.
        game: u32,
        /// What is wrong with the position.
        error: FenError,
    },
    /// A game has a move that the rules do not allow.
    #[error("game {game}, ply {ply}: move {bits} is not legal there")]
    IllegalMove {
        /// The game's number.
        game: u32,
        /// The move's place in the game, from 1.
        ply: usize,
        /// The move's bits.
        bits: u16,
    },
    /// A game too long to be written, or a text too long for the header.
    #[error("{0} is too long for the format")]
    TooLong(&'static str),
    /// A cause that no self-play game ends by.
    #[error("a game of self-play cannot end by {0}")]
    Cause(crate::arena::Cause),
}
