//! An evaluation's weights as one value: the tables that go with them, and how a fit walks them and writes them down.

mod declare;
mod part;
#[cfg(test)]
mod tests;
mod text;

pub(super) use declare::weight_set;
pub use part::{Fitting, Part, Weight};
pub use text::{FittedFile, Text};

use std::fmt::Debug;

use crate::base::Notation;
use crate::search::Evaluator;

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

    /// The same set with these values, in the order of [`WeightSet::weights`]; weights beyond the last value stay as
    /// they are.
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

/// Weights with the tables that are made of them.
#[derive(Debug)]
pub struct Prepared<W: WeightSet> {
    weights: W,
    tables: W::Tables,
}

impl<W: WeightSet> Prepared<W> {
    /// These weights.
    pub fn new(weights: W) -> Self {
        let tables = weights.tables();
        Self { weights, tables }
    }

    /// The weights.
    #[inline(always)]
    pub const fn weights(&self) -> &W {
        &self.weights
    }

    /// The tables made of them.
    #[inline(always)]
    pub const fn tables(&self) -> &W::Tables {
        &self.tables
    }
}

/// An evaluation whose weights can be fitted to games.
pub trait Fittable: Evaluator<Weights = Prepared<Self::WeightSet>, Position: Notation> {
    /// The weights.
    type WeightSet: WeightSet;

    /// The file that holds [`Fittable::FITTED`].
    const FILE: FittedFile;

    /// The weights that the engine plays with unless it is given others.
    const FITTED: Self::WeightSet;

    /// What `position` is worth to its side to move: what [`Evaluator::evaluate`] says, without an evaluator.
    fn evaluate_once(weights: &Self::Weights, position: &Self::Position) -> i32;
}
