//! What the evaluations of the games share: networks, weights that can be fitted, values that change from the middle game
//! to the endgame. Each game's evaluation implements the search's [`Evaluator`](crate::search::Evaluator).

mod explain;
mod incremental_sums;
pub mod network;
mod plain;
pub mod tapered;
pub mod weight_set;

pub use explain::{Explain, Term};
pub use incremental_sums::{IncrementalSums, Sums};
pub use network::{GameEvaluator, GameWeights, Networked};
pub use plain::{Evaluation, Plain};
pub use weight_set::{
    Fittable, FittedFile, Fitting, Part, Prepared, Text, Weight, WeightSet, WeightsError, read_weights,
    weights_checksum, write_weights,
};
