//! The lab: self-play, fitting of evaluations, and tuning of search parameters.
//!
//! | module | contents |
//! | --- | --- |
//! | [`data`] | files of self-play games: the format in full, a reader, a writer, and replaying under the rules |
//! | [`datagen`] | self-play that fills them |
//! | [`fit`] | fitting of the hand-written evaluations to such games |
//! | [`openings`] | the opening tree of such games |
//! | [`piece_values`](mod@piece_values) | piece values implied by the evaluations and searches, fitted to such games |
//! | [`puzzles`] | positions with one right move, found in such games |
//! | [`selection`] | selection of positions from such games, for fitting and training |
//! | [`solve`](mod@solve) | proofs that Black wins gomoku, and their check |
//! | `tables` | computing and checking tables of endings (feature `tables`) |
//! | [`train`](mod@train) | training of networks on such positions |
//! | [`tune`] | tuning of search parameters by matches |
//!
//! A new evaluation starts with self-play, for example ten thousand games at 5000 nodes per move:
//!
//! ```sh
//! quadriga datagen --variant xiangqi --games 10000 --nodes 5000 --seed 1 --threads 2 --out xiangqi-1.games
//! quadriga data xiangqi-1.games --check
//! ```
//!
//! The header of the file contains the recipe: how its games were generated. The same recipe and program yield the same
//! file, byte for byte, for any number of threads; an interrupted run is continued with `--resume`. To distribute the
//! work over machines, give each its own shard with `--shard`.
//!
//! The hand-written evaluation is fitted to such games; `--write` writes the new weights into the source, for the next
//! build. The comment at the top of each `fitted.rs` records how it was made:
//!
//! ```sh
//! quadriga fit xiangqi-1.games --threads 2 --write
//! ```
//!
//! Parameters that cannot be fitted to positions, such as the search's margins, are tuned by playing matches: [`tune`].

pub mod data;
pub mod datagen;
pub mod fit;
mod logistic;
mod losses;
pub mod openings;
mod parallel;
pub mod piece_values;
pub mod puzzles;
pub mod selection;
mod setting;
pub mod solve;
#[cfg(feature = "tables")]
pub mod tables;
pub mod train;
pub mod tune;

pub use losses::Losses;
pub use setting::SettingError;
