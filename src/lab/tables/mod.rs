//! Tables of endings: how they are computed and checked.
//!
//! [`build_table`] computes a table by retrograde analysis, given the tables that its captures and trades lead to:
//!
//! 1. *Start*: the rules list the moves of every position. Positions without a move are lost, and captures bring in the
//!    values of smaller tables; the other moves are counted.
//! 2. *Levels*: from the positions lost or won in `n` plies back to those from which a move leads there. A position is
//!    won once one of its moves leads to a lost one, and lost once all of them have been found to lead to won ones.
//! 3. *Perpetual check* (`perpetual`): among the positions that are left, those in which one side can only hold by
//!    checking forever are lost for it. They are found as a greatest fixed point, and step 2 goes on from them.
//! 4. What is left is drawn.
//!
//! [`check_table`] compares every value of a table with those after its moves, going forward by the rules alone.

mod build;
mod check;
mod folder;
mod grid;
mod perpetual;
mod smaller;
#[cfg(test)]
mod tests;

pub use build::{BuildError, build_table};
pub use check::{CheckError, check_table};
pub use folder::{FolderError, Progress, TableFolder, open_table};
pub use grid::memory_needed;
pub use smaller::Smaller;
