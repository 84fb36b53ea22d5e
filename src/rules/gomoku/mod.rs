//! Gomoku, freestyle and standard, and renju.
//!
//! One position type serves all three games; its [`Rule`] parameter defines what a row of five is and whether Black has
//! forbidden points. For every empty point, line and side, the shape that a stone there would make is updated
//! incrementally (`board`), using tables indexed by the nearest points of the line (`shape`), together with the
//! combination of the four lines (`class`, `threat`).

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
pub use position::{Element, GomokuPosition, PointClass};
pub use rule::{Freestyle, Renju, Rule, Standard};
pub use shape::{LineRule, LineTable, Shape};
pub use threat::Threat;
