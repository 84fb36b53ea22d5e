//! Xiangqi.
//!
//! - `ground` knows palaces, the river and the steps of men, `attacks` who attacks what and how the safety of a general
//!   restricts moves, `moves` lists, counts and tests legal moves.
//! - `course` remembers a game's moves, `repetition` judges cycles of them.
//! - `position` and `search` put all that behind the traits of a game.

mod attacks;
mod course;
mod fen;
mod geometry;
mod keys;
mod moves;
mod options;
mod position;
mod repetition;
mod search;

pub use attacks::{capturers, general_attackers, targets};
pub use course::{MOVE_LIMIT, REMEMBERED_PLIES};
pub use geometry::{
    ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, Occupancy, PALACE, PAWN_STEPS, RANKS, has_crossed,
};
pub use options::{RankNumbers, XiangqiOptions};
pub use position::XiangqiPosition;
pub use search::exchange_worth;
