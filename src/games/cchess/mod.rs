//! What xiangqi and zhonggong xiangqi share: pieces, boards, attacks, FEN letters, names of moves.
//!
//! The games differ in the height of their boards (10 ranks and 9), which is the const parameter `RANKS` here, and in
//! their palaces and rivers, which are unknown to this module. A game uses it as follows:
//!
//! - [`Fen::read`] checks that a text describes a board of the game's size with a valid set of pieces; the game then
//!   checks where they may stand, and who is in check.
//! - [`Board`] holds the pieces; [`Board::put`], [`Board::lift`] and [`Board::replace`] make and take back moves.
//! - [`Occupancy`] gives the points that a chariot, cannon, horse or elephant reaches from its point, or the points
//!   from which one reaches a target (for chariots, cannons and elephants the lookup is symmetric; for horses use
//!   [`Occupancy::horses_to`]). Results include own pieces: exclude them with [`PointSet::without`]. A cannon moves to
//!   the empty points that a chariot would reach, and captures an enemy in [`Occupancy::cannon`]. For the board after a
//!   move, copy the occupancy and [`Occupancy::toggle`] the points that change. Advisors and generals step by
//!   [`DIAGONAL_STEPS`] and [`ORTHOGONAL_STEPS`], restricted to where they may stand.
//! - [`PointSet::between`] gives the points that can block a line.
//! - [`chinese_name`], [`wxf_name`], [`read_name`] and [`AlgebraicName`] write and read names of steps, given all legal
//!   steps. [`plain_text`] prepares a text for reading.

mod algebraic;
mod board;
pub mod eval;
mod fen;
mod names;
mod occupancy;
mod piece;
mod plain;
mod point;
pub mod reasons;
#[cfg(feature = "tables")]
pub mod tables;
pub mod tactics;

pub use algebraic::AlgebraicName;
pub use board::Board;
pub use fen::{Fen, MAX_CLOCK, write_board, write_fen};
pub use names::{NameError, Step, chinese_letter, chinese_name, read_name, wxf_name};
pub use occupancy::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, Occupancy};
pub use piece::{Piece, PieceKind, red_black};
pub use plain::plain_text;
pub use point::{FILE_SETS, FILES, POINTS, Point, PointSet};
