//! Openings. The opening with a given index depends only on the seed and the book, so it is the same on every machine
//! and at any concurrency.

mod book;
mod generator;
mod gomocup;
mod random;
mod start_array;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::files::read_file;
use crate::base::{FenError, GameError, GameOptionError, MoveError, Reason};
use crate::records::EpdError;

pub use generator::{OpeningGenerator, Openings};

/// The beginning of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The initial position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// The opening moves from there in protocol notation.
    pub moves: Vec<String>,
}

/// The source of openings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The standard initial position for every game; in Chess960, a start position for each pair.
    #[default]
    Start,
    /// Random moves, rejected until a short search finds the position balanced; in Chess960, after a random start
    /// position.
    Random(RandomSettings),
    /// A file of positions or games.
    Book(BookSettings),
}

/// How random openings are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomSettings {
    /// The number of random plies.
    pub plies: usize,
    /// The maximum imbalance found by the short search, where 100 is the advantage with which a side scores about 75%.
    pub balance: u32,
    /// The nodes of the short search.
    pub nodes: u64,
}

impl Default for RandomSettings {
    fn default() -> Self {
        Self { plies: 8, balance: 50, nodes: 3000 }
    }
}

/// A book and its settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookSettings {
    /// The file.
    pub path: PathBuf,
    /// The book's format.
    pub format: BookFormat,
    /// The order in which its openings are played.
    pub order: BookOrder,
    /// The index, from 0 and in that order, of the first opening to play.
    pub start: usize,
    /// The number of plies used of each entry; `None` for all. An entry whose game ends within them is invalid.
    pub plies: Option<usize>,
}

/// The format of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum BookFormat {
    /// One position per line: a FEN, an EPD record, or `startpos`, each optionally followed by ` moves …`; or moves
    /// from the initial position. Empty lines and lines that begin with `#` are ignored.
    Epd,
    /// Games in Portable Game Notation.
    Pgn,
    /// One gomoku opening per line: stones as offsets from the board's centre, `x,y, x,y, …`, as published by Gomocup.
    Gomocup,
}

/// The order of a book's openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum BookOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled with the seed.
    Random,
}

/// Why openings cannot be generated or read.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The book cannot be read.
    #[error("book {}: {error}", path.display())]
    Io {
        /// The book.
        path: PathBuf,
        /// Why it cannot be read.
        error: std::io::Error,
    },
    /// An entry of the book is invalid.
    #[error("book {}, line {line}: {problem}", path.display())]
    Entry {
        /// The book.
        path: PathBuf,
        /// The line, from 1, where the entry begins.
        line: usize,
        /// What is wrong with it.
        problem: EntryProblem,
    },
    /// The book has too many openings.
    #[error("book {}: it has more than {MAX_OPENINGS} openings", .0.display())]
    TooMany(PathBuf),
    /// The book is empty.
    #[error("book {}: it contains no opening", .0.display())]
    Empty(PathBuf),
    /// An option of the game does not exist or has an invalid value.
    #[error(transparent)]
    Option(#[from] GameOptionError),
    /// There is not enough memory for the short search.
    #[error("{0}")]
    Memory(String),
}

/// The maximum size of a book, in bytes.
const MAX_BOOK_BYTES: u64 = 512 << 20;

/// The maximum number of openings in a book.
const MAX_OPENINGS: usize = 10_000_000;

/// The maximum number of plies in an opening.
const MAX_OPENING_PLIES: usize = 1000;

/// The contents of a book.
///
/// # Errors
///
/// If it is too large, is not a regular file, or cannot be read.
pub fn read_book_file(path: &Path) -> Result<Vec<u8>, OpeningError> {
    read_file(path, MAX_BOOK_BYTES).map_err(|error| OpeningError::Io { path: path.to_owned(), error })
}

/// A problem with an entry of a book.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EntryProblem {
    /// It is not a valid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is not an EPD record.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// Its position requires a game option that is not set.
    #[error("its position requires the option {0}={1}")]
    NeedsOption(&'static str, &'static str),
    /// Its moves are not legal.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Its move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It is not a game.
    #[error("{0}")]
    Unreadable(String),
    /// It has too many moves.
    #[error("it has more than {MAX_OPENING_PLIES} moves")]
    TooLong,
    /// The game is over after it.
    #[error("the game is over after it: {0}")]
    Over(Reason),
    /// It is not a list of offsets.
    #[error("{0:?} is not a list of offsets such as 0,0, 1,-2, 3,1")]
    Offsets(String),
    /// A stone lies outside the board.
    #[error("the stone at offset {0},{1} is off the board")]
    OffBoard(i32, i32),
}
