//! The weights that the engine plays each game with.

pub mod freestyle;
pub mod renju;
pub mod standard;
