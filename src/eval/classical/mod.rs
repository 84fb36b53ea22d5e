//! What hand-written evaluations share: weights that can be fitted, values tapered from the middle game to the endgame,
//! and incremental sums.

mod evaluator;
mod incremental_sums;
mod tapered;
mod weight_set;

pub use evaluator::ClassicalEvaluator;
pub use incremental_sums::{IncrementalSums, Sums};
pub use tapered::Tapered;
pub(crate) use tapered::t;
pub(crate) use weight_set::weight_set;
pub use weight_set::{
    FittedFile, Fitting, Part, Prepared, Text, Weight, WeightSet, WeightsError, read_weights,
    weights_checksum, write_weights,
};
