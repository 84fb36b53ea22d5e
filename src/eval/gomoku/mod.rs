//! The evaluation of gomoku and renju: a value for what a stone would make of every line through every empty point,
//! and for the threats on the board, as the position counts them. Nothing is kept here, so nothing can go stale.

mod fitted;
#[cfg(test)]
mod tests;
mod weights;

use std::marker::PhantomData;

use crate::base::{Observer, Position, Score, Side};
use crate::eval::weight_set::{Fittable, FittedFile, Given, Source};
use crate::eval::{Evaluator, Margins};
use crate::rules::gomoku::{GomokuPosition, Point, Shape, Threat};
use crate::search::Parameters;

pub use weights::WeightedRule;
use weights::{ByColour, RoleWeights, SHAPE_UNITS};

/// The evaluation of the game that `R` rules.
#[derive(Debug, Clone, Copy)]
pub struct GomokuEvaluator<R: WeightedRule>(PhantomData<R>);

/// The weights that the engine plays with.
#[derive(Debug, Clone, Copy)]
struct Fitted<R>(PhantomData<R>);

impl<R> Fitted<R> {
    const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: WeightedRule> Source<R::Weights> for Fitted<R> {
    #[inline(always)]
    fn weights(&self) -> &R::Weights {
        R::weights()
    }

    #[inline(always)]
    fn tables(&self) -> &() {
        &()
    }
}

impl<R: WeightedRule> Observer<GomokuPosition<R>> for GomokuEvaluator<R> {
    #[inline(always)]
    fn put(&mut self, _stone: Side, _at: Point) {}

    #[inline(always)]
    fn lift(&mut self, _stone: Side, _at: Point) {}
}

/// The evaluation's parts, each from the view of the side to move.
struct Parts {
    own_shapes: i32,
    other_shapes: i32,
    own_threats: i32,
    other_threats: i32,
    turn: i32,
}

impl Parts {
    #[inline(always)]
    fn of<R: WeightedRule>(source: impl Source<R::Weights>, position: &GomokuPosition<R>) -> Self {
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        let weights = source.weights();
        let (moving, waiting) = (&weights.of(own).moving, &weights.of(other).waiting);
        Self {
            own_shapes: shapes(position, own, moving),
            other_shapes: -shapes(position, other, waiting),
            own_threats: threats(position, own, moving),
            other_threats: -threats(position, other, waiting),
            turn: weights.of(own).turn,
        }
    }

    fn sum(&self) -> i32 {
        self.own_shapes + self.other_shapes + self.own_threats + self.other_threats + self.turn
    }
}

fn shapes<R: WeightedRule>(position: &GomokuPosition<R>, side: Side, weights: &RoleWeights) -> i32 {
    let worth = |shape: Shape| weights.shapes[shape as usize] * position.shape_count(side, shape) as i32;
    Shape::ALL.into_iter().map(worth).sum::<i32>() / SHAPE_UNITS
}

fn threats<R: WeightedRule>(position: &GomokuPosition<R>, side: Side, weights: &RoleWeights) -> i32 {
    let worth = |threat: Threat| match position.threat_count(side, threat) {
        0 => 0,
        1 => weights.threats[threat as usize][0],
        _ => weights.threats[threat as usize][1],
    };
    Threat::ALL.into_iter().map(worth).sum()
}

impl<R: WeightedRule> Evaluator for GomokuEvaluator<R> {
    type Position = GomokuPosition<R>;

    const MARGINS: Margins = Margins {
        win_scale: R::WIN_SCALE,
        aspiration: 20,
        reverse_futility: 60,
        futility: [80, 70],
        quiet_exchange: 60,
        noisy_exchange: 30,
        // Every four may be the first of many.
        delta: Score::INFINITE.value(),
        razor: 250,
        leaf_effort: 40,
        root_effort: 20_000,
    };

    // A leaf is searched for wins by fours as it is; trying every four there again and again would explode.
    const PARAMETERS: Parameters = Parameters { quiescence_plies: 0, ..Parameters::usual(Self::MARGINS) };

    fn new(_position: &GomokuPosition<R>) -> Self {
        Self(PhantomData)
    }

    #[inline(always)]
    fn push(&mut self) {}

    #[inline(always)]
    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &GomokuPosition<R>) -> Score {
        Score::evaluation(Parts::of(Fitted::<R>::new(), position).sum())
    }

    fn explain(position: &GomokuPosition<R>) -> Vec<(&'static str, i32)> {
        let parts = Parts::of(Fitted::<R>::new(), position);
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        [
            ("shapes, side to move", parts.own_shapes),
            ("shapes, other side", parts.other_shapes),
            ("threats, side to move", parts.own_threats),
            ("threats, other side", parts.other_threats),
            ("turn", parts.turn),
        ]
        .map(|(name, worth)| (name, sign * worth))
        .to_vec()
    }
}

impl<R: WeightedRule> Fittable for GomokuEvaluator<R> {
    type Weights = R::Weights;

    const FILE: FittedFile = R::FILE;

    const FITTED: R::Weights = R::WEIGHTS;

    fn evaluate_with(position: &GomokuPosition<R>, given: &Given<R::Weights>) -> i32 {
        Parts::of(given, position).sum()
    }
}
