//! What xiangqi and zhonggong xiangqi share: men, boards, attacks, FEN letters, names of moves.
//!
//! The games differ in the height of their boards (10 ranks and 9), which is a const parameter `RANKS` here, and in
//! what palaces and rivers do, of which nothing is known here. How a game uses this:
//!
//! - [`Fen::read`] checks all that makes a text a board of the game's size with a sane set of men; the game goes on to
//!   check where these may stand, and who is in check.
//! - [`Board`] holds the men; [`Board::put`], [`Board::lift`] and [`Board::replace`] make and take back moves.
//! - [`Occupancy`] says what a chariot, cannon, horse or elephant reaches: from its point, or (chariots and cannons
//!   both ways alike, horses by [`Occupancy::horses_to`]) towards a target. Results hold own men too: leave them out
//!   with [`PointSet::without`]. A cannon moves where a chariot would to empty points, and captures where
//!   [`Occupancy::cannon`] meets an enemy. For a board as it will be after a move, copy the occupancy and
//!   [`Occupancy::toggle`] what changes. Advisors and generals step by [`DIAGONAL_STEPS`] and [`ORTHOGONAL_STEPS`], cut
//!   to where they may stand.
//! - [`PointSet::between`] is what blocks a line.
//! - [`chinese_name`], [`wxf_name`] and [`read_name`] name steps and read names, given all legal steps.

mod board;
mod fen;
mod man;
mod names;
mod occupancy;
mod point;

pub use board::Board;
pub use fen::{Fen, MAX_CLOCK, write_board, write_fen};
pub use man::{Man, ManKind, red_black};
pub use names::{NameError, Step, chinese_letter, chinese_name, read_name, wxf_name};
pub use occupancy::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, Occupancy};
pub use point::{FILE_SETS, FILES, POINTS, Point, PointSet};
