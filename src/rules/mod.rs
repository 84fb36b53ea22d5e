//! The rulebooks of the games. Nothing here knows that a search exists.

pub mod cchess;
pub mod chess;
mod game;
pub mod gomoku;
mod perft;
pub mod xiangqi;
pub mod zhonggong;

pub use game::{Game, GameError};
pub use perft::{perft, split_perft};
