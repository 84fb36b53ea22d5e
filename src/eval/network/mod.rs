//! Networks: small ones that are updated incrementally, one for each game.
//!
//! A network sees a position from either side. From each, the inputs that are on add their rows of weights to the
//! biases of the first layer, which gives that side's *accumulator*. Its values, clipped to 0 … 1 and squared, are
//! weighted by the output layer, the side to move's first:
//!
//! score = `SCALE` · (Σ own² · w + Σ other² · w′ + b)
//!
//! with weights that depend on the position's output bucket. A *residual* network's score is added to the hand-written
//! evaluation's.
//!
//! - `inputs` is what a game tells about its positions; the mapping itself stands beside the game's evaluation.
//!   Training uses the same.
//! - `form` holds what a network consists of, and `file` reads and writes it.
//! - `packed` lays a network out for `simd`, the arithmetic on vector registers. `incremental` is how scores follow the
//!   moves of a search: by `accumulator`, or by `paired` where each input of one side comes with one of the other; both
//!   keep the moves' changes in `path_changes`.
//! - `evaluator` joins a game's network and its hand-written evaluation, and `embedded` holds a network that is part of
//!   the program.

mod accumulator;
mod embedded;
mod evaluator;
mod features;
mod file;
mod form;
mod incremental;
mod packed;
mod paired;
mod path_changes;
mod simd;
#[cfg(test)]
mod tests;

pub use accumulator::Accumulators;
pub use embedded::Embedded;
pub use evaluator::{GameEvaluator, GameWeights, Networked};
pub use features::{
    BucketedFeatureSet, DerivedFeatures, FeatureIndex, FeatureSet, KingBucket, PairedFeatureSet, Placement,
};
pub use file::{NetworkFile, NetworkFileError};
pub use form::{Form, Network, QA, QB, SCALE};
pub use incremental::Incremental;
pub use packed::PackedNetwork;
pub use paired::PairedAccumulators;
