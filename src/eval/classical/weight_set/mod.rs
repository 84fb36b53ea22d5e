//! An evaluation's weights as one value, with the tables derived from them, their enumeration for fitting, and their
//! Rust source.

mod declare;
mod file;
mod part;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use declare::weight_set;
pub use file::{WeightsError, read_weights, weights_checksum, write_weights};
pub use part::{Fitting, Part, Weight};
pub use text::{FittedFile, Text};

use std::fmt::Debug;

/// All weights of one evaluation.
pub trait WeightSet: Part + Debug + Clone + PartialEq + Send + Sync + 'static {
    /// Lookup tables derived from the weights once, such as piece-square tables.
    type Tables: Debug + Send + Sync + 'static;

    /// Computes the tables.
    fn tables(&self) -> Self::Tables;

    /// All weights, in order of declaration.
    fn weights(&self) -> Vec<Weight> {
        let mut weights = Vec::new();
        let mut name = String::new();
        self.clone().walk(&mut name, Fitting::FREE, &mut |name, fitting, value| {
            weights.push(Weight { name: name.to_owned(), value: *value, fitting });
        });
        weights
    }

    /// A copy with these values, in the order of [`WeightSet::weights`]. If there are fewer values, the remaining
    /// weights are unchanged.
    #[must_use]
    fn with_values(&self, values: &[i32]) -> Self {
        let mut set = self.clone();
        let mut values = values.iter();
        set.walk(&mut String::new(), Fitting::FREE, &mut |_, _, weight| {
            *weight = values.next().copied().unwrap_or(*weight);
        });
        set
    }
}

/// Weights with the tables derived from them.
#[derive(Debug)]
pub struct Prepared<W: WeightSet> {
    weights: W,
    tables: W::Tables,
}

impl<W: WeightSet> Prepared<W> {
    /// Computes the tables of these weights.
    pub fn new(weights: W) -> Self {
        let tables = weights.tables();
        Self { weights, tables }
    }

    /// The weights.
    #[inline]
    pub const fn weights(&self) -> &W {
        &self.weights
    }

    /// The tables derived from the weights.
    #[inline]
    pub const fn tables(&self) -> &W::Tables {
        &self.tables
    }
}
