//! What the evaluations of the games share: networks, weights that can be fitted, and values tapered from the middle
//! game to the endgame. Each game's evaluation implements the search's [`Evaluator`](crate::search::Evaluator).

pub mod classical;
mod explain;
pub mod network;
mod plain;

pub use classical::{
    Fittable, FittedFile, Fitting, IncrementalSums, Part, Prepared, Sums, Tapered, Text, Weight, WeightSet,
    WeightsError, read_weights, weights_checksum, write_weights,
};
pub use explain::{Explain, Term};
pub use network::{GameEvaluator, GameWeights, Networked};
pub use plain::{Evaluation, Plain};
