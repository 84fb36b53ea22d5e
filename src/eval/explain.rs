use std::borrow::Cow;

use crate::base::Side;
use crate::search::Evaluator;

/// A part of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub name: Cow<'static, str>,
    /// Its value for the first player, in units of the evaluation.
    pub value: i32,
}

impl Term {
    /// A term of this value for the first player.
    pub fn new(name: impl Into<Cow<'static, str>>, value: i32) -> Self {
        Self { name: name.into(), value }
    }
}

/// An evaluation that can be broken down into its terms.
pub trait Explain: Evaluator {
    /// The evaluation's terms. Those of a hand-written evaluation add up to it.
    fn explain(weights: &Self::Weights, position: &Self::Position) -> Vec<Term>;

    /// What a side has besides its pieces that can be counted, by name: in all positions the same names in the same
    /// order.
    fn numbers(_position: &Self::Position, _side: Side) -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}
