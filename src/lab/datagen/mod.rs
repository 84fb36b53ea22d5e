//! Self-play: the engine plays against itself with a fixed or soft node limit per move, and writes every game to a file
//! of [`super::data`].
//!
//! [`relabel()`] searches the positions of such games again with other limits, in the same way.
//!
//! A game depends only on its recipe and its number: they determine its opening, its random moves and its searches,
//! since the hash table and histories are cleared before every game. The file is therefore the same for any number of
//! threads and interruptions. [`Recipe`] specifies what to play, [`generate`] plays and writes it.

mod fingerprint;
mod game;
mod recipe;
mod relabel;
mod run;

pub use game::DatagenError;
pub use recipe::{NodeLimit, OpeningRecipe, Recipe, Variety, default_win_rule};
pub use relabel::{RelabelSettings, RelabelSource, relabel};
pub use run::{DatagenObserver, DatagenOutcome, DatagenSettings, generate};
