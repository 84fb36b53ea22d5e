//! Openings: how games begin. Which opening has which number follows from the seed and the book alone, so that every
//! machine and every number of games at a time sees the same ones.

mod book;
mod generator;
mod gomocup;
mod random;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::{FenError, MoveError, OptionError, Reason};
use crate::rules::GameError;

pub use generator::{OpeningGenerator, Openings};
pub use random::BalanceJudge;

/// How a game begins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position to start from; the game's own start where nothing is said.
    pub fen: Option<String>,
    /// The moves made from there before the players take over, as the protocol writes them.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// Every game begins at the game's own start.
    #[default]
    Start,
    /// Random moves, as long as a quick search calls the outcome balanced.
    Random(RandomSettings),
    /// A file of positions or games.
    Book(BookSettings),
}

/// How random openings are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomSettings {
    /// How many plies are drawn by lot.
    pub plies: usize,
    /// How far from equal the quick search may find the outcome, where 100 is the advantage with which a side wins about
    /// three of four games.
    pub balance: u32,
    /// Positions that the quick search visits.
    pub nodes: u64,
}

impl Default for RandomSettings {
    fn default() -> Self {
        Self { plies: 8, balance: 50, nodes: 3000 }
    }
}

/// A file of openings and how it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookSettings {
    /// The file.
    pub path: PathBuf,
    /// What it holds.
    pub format: BookFormat,
    /// In which order its openings are played.
    pub order: BookOrder,
    /// The number of the opening, from 0 and in that order, that is played first.
    pub start: usize,
    /// How many plies of each game are used; all where nothing is said. A game that ends within them is no opening.
    pub plies: Option<usize>,
}

/// What a book file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BookFormat {
    /// A position a line: a FEN, an EPD record, or `startpos`, each with or without ` moves …` behind it; or moves alone,
    /// from the start. Empty lines and lines that begin with `#` do not count.
    Epd,
    /// Games in portable game notation.
    Pgn,
    /// A gomoku opening a line: stones as offsets from the board's centre, `x,y, x,y, …`, as Gomocup publishes them.
    Gomocup,
}

/// The order of a book's openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BookOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Openings that cannot be had.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The book cannot be read.
    #[error("book {}: {error}", path.display())]
    Io {
        /// The book.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// An entry of the book is no opening of this game.
    #[error("book {}, line {line}: {problem}", path.display())]
    Entry {
        /// The book.
        path: PathBuf,
        /// The line, from 1, where the entry begins.
        line: usize,
        /// What is wrong with it.
        problem: EntryProblem,
    },
    /// There is nothing in the book.
    #[error("book {}: no opening in it", .0.display())]
    Empty(PathBuf),
    /// An option that the game does not have.
    #[error("the game has no option called {0:?}")]
    UnknownOption(String),
    /// A value that one of the game's options cannot have.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The quick search has no memory.
    #[error("{0}")]
    Memory(String),
}

/// What is wrong with an entry of a book.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EntryProblem {
    /// It is no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is no list of legal moves.
    #[error(transparent)]
    Game(#[from] GameError),
    /// It is no legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It leaves nothing to play.
    #[error("the game is over there: {0}")]
    Over(Reason),
    /// It is no list of offsets.
    #[error("{0:?} is no list of offsets such as 0,0, 1,-2, 3,1")]
    Offsets(String),
    /// A stone beyond the board's edge.
    #[error("the stone at offset {0},{1} is off the board")]
    OffBoard(i32, i32),
}
