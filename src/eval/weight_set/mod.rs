//! An evaluation's weights as one value: where the evaluation takes them from, and how a fit walks them and writes them
//! down.

mod declare;
mod part;
#[cfg(test)]
mod tests;
mod text;

pub(super) use declare::{fitted_source, weight_set};
pub use part::{Fitting, Part, Weight};
pub use text::{FittedFile, Text};

use std::fmt::Debug;

use super::Evaluator;

/// All weights of one evaluation.
pub trait WeightSet: Part + Debug + Clone + PartialEq + Send + Sync + 'static {
    /// What is worked out from the weights once, to be looked up: piece-square tables and the like.
    type Tables: Send + Sync + 'static;

    /// Works the tables out.
    fn tables(&self) -> Self::Tables;

    /// Every weight, in the order in which they are written down.
    fn weights(&self) -> Vec<Weight> {
        let mut weights = Vec::new();
        let mut name = String::new();
        self.clone().walk(&mut name, Fitting::FREE, &mut |name, fitting, value| {
            weights.push(Weight { name: name.to_owned(), value: *value, fitting });
        });
        weights
    }

    /// The same set with these values, in the order of [`WeightSet::weights`]; weights beyond the last value stay as they
    /// are.
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

/// Where an evaluation takes its weights from.
///
/// The engine's source is a type without content, whose weights are constants to the compiler; a fit brings its own.
pub trait Source<W: WeightSet>: Copy {
    /// The weights.
    fn weights(&self) -> &W;

    /// The tables made of these weights.
    fn tables(&self) -> &W::Tables;
}

/// Weights chosen at run time, with their tables.
#[derive(Debug)]
pub struct Given<W: WeightSet> {
    weights: W,
    tables: W::Tables,
}

impl<W: WeightSet> Given<W> {
    /// These weights.
    pub fn new(weights: W) -> Self {
        let tables = weights.tables();
        Self { weights, tables }
    }

    /// The weights.
    pub fn weights(&self) -> &W {
        &self.weights
    }
}

impl<W: WeightSet> Source<W> for &Given<W> {
    #[inline(always)]
    fn weights(&self) -> &W {
        &self.weights
    }

    #[inline(always)]
    fn tables(&self) -> &W::Tables {
        &self.tables
    }
}

/// An evaluation whose weights can be fitted to games.
pub trait Fittable: Evaluator {
    /// The weights.
    type Weights: WeightSet;

    /// The file that holds [`Fittable::FITTED`].
    const FILE: FittedFile;

    /// The weights that the engine plays with.
    const FITTED: Self::Weights;

    /// What `position` is worth to its side to move under other weights: with [`Fittable::FITTED`] what
    /// [`Evaluator::evaluate`] says.
    fn evaluate_with(position: &Self::Position, given: &Given<Self::Weights>) -> i32;
}
