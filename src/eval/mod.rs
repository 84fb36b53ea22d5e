//! What the evaluations of the games share: networks, weights that can be fitted, and values tapered from the middle
//! game to the endgame. Each game implements [`GameEvaluation`].

pub mod classical;
mod game_evaluation;
pub mod network;
mod plain;
#[cfg(test)]
pub(crate) mod tests;

pub use classical::{
    ClassicalEvaluator, FittedFile, Fitting, IncrementalSums, Part, Prepared, Sums, Tapered, Text, Weight,
    WeightSet, WeightsError, read_weights, weights_checksum, write_weights,
};
pub use game_evaluation::{GameEvaluation, Term};
pub use network::{GameEvaluator, GameWeights};
pub use plain::{Evaluation, Plain};
