use std::borrow::Cow;
use std::fmt::Debug;

use super::classical::{FittedFile, Prepared, Sums, WeightSet};
use super::network::{Embedded, FeatureSet};
use crate::base::{Notation, Position, Side};
use crate::search::SearchPosition;

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

type ElementOf<E> = <<E as GameEvaluation>::Position as Position>::Element;
type PointOf<E> = <<E as GameEvaluation>::Position as Position>::Point;

/// What a game is evaluated with: a hand-written evaluation, whose weights can be fitted to games, and the inputs of
/// the game's network. [`ClassicalEvaluator`](super::ClassicalEvaluator) and [`GameEvaluator`](super::GameEvaluator)
/// follow the moves of a search with them.
pub trait GameEvaluation: Debug + Sized + 'static {
    /// The game.
    type Position: SearchPosition + Notation;

    /// The weights of the hand-written evaluation.
    type WeightSet: WeightSet;

    /// What is updated incrementally as moves are made.
    type Sums: Sums<Self::Position, Tables = <Self::WeightSet as WeightSet>::Tables> + Send;

    /// What an evaluator keeps from one evaluation to the next, to save time; `()` if there is nothing.
    type Cache: Debug + Default + Send;

    /// The network's inputs.
    type FeatureSet: FeatureSet<Position = Self::Position>;

    /// The file that contains [`GameEvaluation::FITTED`].
    const FILE: FittedFile;

    /// The built-in weights.
    const FITTED: Self::WeightSet;

    /// The evaluation at which a side scores about three points in four games, with the built-in weights.
    const WIN_SCALE: i32;

    /// The hand-written evaluation for the side to move; `sums` are those of the position.
    fn value(
        weights: &Prepared<Self::WeightSet>,
        position: &Self::Position,
        sums: &Self::Sums,
        cache: &mut Self::Cache,
    ) -> i32;

    /// The same, computed from scratch.
    fn evaluate_once(weights: &Prepared<Self::WeightSet>, position: &Self::Position) -> i32 {
        let sums = Self::Sums::of(weights.tables(), position);
        Self::value(weights, position, &sums, &mut Self::Cache::default())
    }

    /// The terms of the hand-written evaluation, which add up to it.
    fn explain(weights: &Prepared<Self::WeightSet>, position: &Self::Position) -> Vec<Term>;

    /// Countable assets of a side other than its pieces, by name: the same names in the same order for all positions.
    fn numbers(_position: &Self::Position, _side: Side) -> Vec<(&'static str, usize)> {
        Vec::new()
    }

    /// The built-in network.
    fn embedded() -> &'static Embedded;

    /// The evaluation for the side to move: a network's score, added to the hand-written evaluation for a residual
    /// network, and corrected by endgame knowledge.
    #[inline]
    fn combined(_position: &Self::Position, hand_written: Option<i32>, network: i32) -> i32 {
        hand_written.unwrap_or(0) + network
    }

    /// The evaluation that the search uses. It may prefer one of several positions with the same chances, which
    /// networks are not trained to do.
    #[inline]
    fn weighted(_position: &Self::Position, evaluation: i32) -> i32 {
        evaluation
    }

    /// The name of an element in explanations; `None` to omit it. Elements with the same name are combined.
    fn element_name(element: ElementOf<Self>, at: PointOf<Self>) -> Option<String>;
}
