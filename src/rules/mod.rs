//! The rules of the games. Nothing in this module depends on the search.

pub mod cchess;
pub mod chess;
pub mod gomoku;
mod perft;
mod played_game;
pub mod xiangqi;
pub mod zhonggong;

pub use perft::{perft, split_perft};
pub use played_game::{GameError, PlayedGame};
