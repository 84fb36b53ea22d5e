//! Gomoku, freestyle and standard, and renju.
//!
//! One position serves the three games; the [`Rule`] that it is compiled for says what a row of five is and whether
//! Black has forbidden points. What a stone would make of the lines through it is kept up to date for every empty
//! point, direction and side (`board`), by tables over the nearest points of the line (`shape`), with what the
//! four directions come to together (`class`, `threat`).

pub(crate) mod board;
mod class;
mod fen;
mod forbidden;
mod grid;
mod options;
pub(crate) mod point;
mod position;
mod rule;
mod shape;
mod threat;

pub use class::Class;
pub use grid::{GridPoint, board_size_of_fen, fen_of_stones, stones_of_fen};
pub use options::GomokuOptions;
pub use point::{MAX_SIZE, MIN_SIZE, Point, PointSet};
pub use position::{Element, GomokuPosition, LineShape, PointClass};
pub use rule::{Freestyle, Renju, Rule, Standard};
pub use shape::{LineRule, LineTable, Shape};
pub use threat::Threat;
