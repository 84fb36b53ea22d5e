//! Networks: small ones that are updated incrementally, one for each game.
//!
//! A network evaluates a position from each side's point of view. For each side, the weight rows of its active inputs
//! are added to the biases of the first layer, which gives that side's *accumulator*. Its values, clipped to 0 … 1 and
//! squared, are weighted by the output layer, the side to move's first:
//!
//! score = `SCALE` · (Σ own² · w + Σ other² · w′ + b)
//!
//! with weights that depend on the position's output bucket. The hidden layers of a *deep* network add to the output. A
//! *residual* network's score is added to the hand-written evaluation's. Networks with [`zones`] see a board as points
//! instead.
//!
//! - `features` declares the inputs, which each game maps to its positions beside its evaluation. Training uses the
//!   same mapping.
//! - `form` describes a network, `hidden` its hidden layers, and `file` reads and writes it.
//! - `packed` lays a network out for `simd`, the arithmetic on vector registers. `incremental` updates scores along the
//!   moves of a search: with `accumulator`, which records the changes of moves in `path_changes`, or with `zoned` for
//!   networks with zones.
//! - `evaluator` combines a game's network and its hand-written evaluation, and `embedded` holds a built-in network.

mod accumulator;
mod embedded;
mod evaluator;
mod features;
mod file;
mod form;
pub mod hidden;
mod incremental;
mod packed;
mod path_changes;
mod simd;
#[cfg(test)]
mod tests;
mod zoned;
pub mod zones;

pub use accumulator::Accumulators;
pub use embedded::Embedded;
pub use evaluator::{GameEvaluator, GameWeights};
pub use features::{BucketedFeatureSet, DerivedFeatures, FeatureIndex, FeatureSet, KingBucket, Placement};
pub use file::{NetworkFile, NetworkFileError};
pub use form::{Form, Network, QA, QB, SCALE};
pub use incremental::Incremental;
pub use packed::PackedNetwork;
pub use zoned::{ZonedAccumulators, ZonedFeatureSet};
