//! The numbers: what results say about strength, and how surely.
//!
//! Everything is computed over pairs of games from one opening with colours swapped, as in M. Van den Bergh, "A
//! practical introduction to the GSPRT" and "Comments on normalized Elo", <https://www.cantate.be/Fishtest/>.

mod crosstable;
mod elo;
mod normal;
mod points;
mod ratings;
mod sprt;
mod tally;

pub use crosstable::Crosstable;
pub use elo::{Estimate, NORMALISED_ELO, PairScore, elo_of_score, expected_score};
pub use normal::{DEVIATIONS_95, normal_cdf};
pub use points::Points;
pub use ratings::{Rating, ratings};
pub use sprt::{Decision, EloScale, Sprt, SprtError};
pub use tally::{PairTally, Tally};
