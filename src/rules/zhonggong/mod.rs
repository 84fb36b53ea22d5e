//! Zhonggong xiangqi: nine ranks, one central palace, guarded generals, liberties and trades.
//!
//! - `moves` gives steps and trades their bits, `text` their texts and names.
//! - `lines` holds the tables of this board: the palace, what can attack a general and what stands in between.
//! - `safety` tells check from tether and counts liberties, on a board as it is or as a move will leave it.
//! - `generate` makes legal moves by looking closely only at those that touch what a general's safety hangs on.
//! - `position` makes and unmakes them; `past_positions` judges repetition.

mod generate;
pub(crate) mod lines;
pub(crate) mod moves;
pub(crate) mod past_positions;
mod position;
pub(crate) mod safety;
mod text;

pub use lines::{BOARD, RANKS, home_rank, pawn_steps_of, surroundings};
pub use position::ZhonggongPosition;
