//! Statistics: estimates of playing strength and their confidence.
//!
//! Everything is computed over pairs of games from one opening with colours swapped, as in M. Van den Bergh, "A
//! practical introduction to the GSPRT" and "Comments on normalized Elo", <https://www.cantate.be/Fishtest/>.

mod crosstable;
mod elo;
mod game_points;
mod likelihood;
mod normal;
mod ratings;
mod sprt;
mod tally;

pub use crosstable::Crosstable;
pub use elo::{Estimate, NORMALISED_ELO, PairScore, elo_of_score, expected_score};
pub use game_points::GamePoints;
pub use normal::{Z_95, normal_cdf};
pub use ratings::{Rating, ratings};
pub use sprt::{EloScale, Sprt, SprtDecision, SprtError};
pub use tally::{PairTally, Tally};
