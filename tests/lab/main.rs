//! The lab: game files are lossless and reproducible.

mod data;
mod datagen;
mod fit;
mod harness;
mod openings;
mod piece_values;
mod puzzles;
mod relabel;
#[cfg(unix)]
mod round;
mod solve;
#[cfg(feature = "tables")]
mod tables;
mod train;
mod tune;
