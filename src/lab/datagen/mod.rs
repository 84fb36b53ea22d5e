//! Self-play: the engine plays against itself with fixed or soft limits of nodes a move, and every game goes to a file of
//! [`super::data`].
//!
//! A game depends on nothing but its recipe and its number. Its opening, the moves drawn by lot and the search, whose memory
//! is empty at every game's beginning, follow from these alone; so any number of threads, and any number of interruptions,
//! give the same file. [`Recipe`] says what is played, [`generate`] plays and writes it.

mod fingerprint;
mod game;
mod recipe;
mod run;

pub use game::DatagenError;
pub use recipe::{NodeLimit, OpeningRecipe, Recipe, default_win_rule};
pub use run::{DatagenObserver, DatagenOutcome, DatagenSettings, generate};
