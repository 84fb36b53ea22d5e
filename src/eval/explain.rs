use std::borrow::Cow;

use crate::base::Side;
use crate::search::Evaluator;

/// A part of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The term's name.
    pub name: Cow<'static, str>,
    /// The term's value for the first player, in units of the evaluation.
    pub value: i32,
}

impl Term {
    /// A term with this value for the first player.
    pub fn new(name: impl Into<Cow<'static, str>>, value: i32) -> Self {
        Self { name: name.into(), value }
    }
}

/// An evaluation that can be broken down into its terms.
pub trait Explain: Evaluator {
    /// The evaluation's terms. Those of a hand-written evaluation add up to it.
    fn explain(weights: &Self::Weights, position: &Self::Position) -> Vec<Term>;

    /// Countable assets of a side other than its pieces, by name: the same names in the same order for all positions.
    fn numbers(_position: &Self::Position, _side: Side) -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}
