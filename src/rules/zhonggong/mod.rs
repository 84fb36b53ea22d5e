//! Zhonggong xiangqi: nine ranks, one central palace, guarded generals, liberties and trades.
//!
//! - `moves` encodes steps and trades; `text` reads and writes their notation.
//! - `lines` holds the tables for this board: the palace, which points attack a general, and which points lie in
//!   between.
//! - `safety` distinguishes check from tether and counts liberties, on the board as it is or after a move.
//! - `illegal` lists the reasons why a move is illegal.
//! - `generate` generates legal moves, examining only those that touch the points that a general's safety depends on.
//! - `position` makes and unmakes moves; `past_positions` judges repetitions.

mod generate;
mod illegal;
pub(crate) mod lines;
pub(crate) mod moves;
pub(crate) mod past_positions;
mod position;
pub(crate) mod safety;
mod text;

pub use lines::{BOARD, RANKS, home_rank, pawn_steps_of, surroundings};
pub use position::ZhonggongPosition;
