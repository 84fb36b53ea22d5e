//! Xiangqi.
//!
//! - `geometry` defines palaces, the river and the steps of men; `attacks` computes attacks between men and how the
//!   safety of a general restricts moves; `moves` lists, counts and tests legal moves.
//! - `progress` holds a game's history; `repetition` judges cycles of moves.
//! - `position` implements the traits of a game on top of these.

pub(crate) mod attacks;
mod fen;
pub(crate) mod geometry;
pub(crate) mod keys;
pub(crate) mod moves;
mod options;
pub(crate) mod position;
mod progress;
pub(crate) mod repetition;

pub use attacks::{capturers, general_attackers, targets};
pub use geometry::{
    ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, Occupancy, PALACE, PAWN_STEPS, RANKS, has_crossed,
};
pub use options::{COORDINATES, RankNumbers, XiangqiOptions};
pub use position::XiangqiPosition;
pub use progress::{MOVE_LIMIT, REMEMBERED_PLIES};
