//! Xiangqi.
//!
//! - `geometry` knows palaces, the river and the steps of men, `attacks` who attacks what and how the safety of a
//!   general restricts moves, `moves` lists, counts and tests legal moves.
//! - `progress` remembers a game's moves, `repetition` judges cycles of them.
//! - `position` puts all that behind the traits of a game.

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
pub use options::{RankNumbers, XiangqiOptions};
pub use position::XiangqiPosition;
pub use progress::{MOVE_LIMIT, REMEMBERED_PLIES};
