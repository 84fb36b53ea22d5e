//! The evaluation of gomoku and renju: a value for what a stone on each empty point would make of all lines through it
//! together, and for the threats on the board, as the position counts them.

mod fitted;
mod point_tables;
#[cfg(test)]
mod tests;
mod weights;

use std::marker::PhantomData;

use crate::base::{Observer, Position, Score, Side};
use crate::eval::weight_set::{Fittable, FittedFile, Given, Source};
use crate::eval::{Evaluator, Margins, WeightSet};
use crate::rules::gomoku::{GomokuPosition, Point, Prospect, Threat};
use crate::search::Parameters;

use point_tables::{PointTables, PointWorth};
pub use weights::WeightedRule;
use weights::{ByColour, POINT_UNITS, RoleWeights};

/// What each side's prospects on all empty points come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sums([PointWorth; 2]);

impl Sums {
    fn of<R: WeightedRule>(source: impl Source<R::Weights>, position: &GomokuPosition<R>) -> Self {
        let mut counter = Counter { source, sums: Self::default(), rule: PhantomData };
        position.observe_all(&mut counter);
        counter.sums
    }

    #[inline(always)]
    fn put<W: WeightSet<Tables = PointTables>>(&mut self, source: impl Source<W>, prospect: Prospect) {
        self.0[prospect.side.index()] += source.tables().worth(prospect);
    }

    #[inline(always)]
    fn lift<W: WeightSet<Tables = PointTables>>(&mut self, source: impl Source<W>, prospect: Prospect) {
        self.0[prospect.side.index()] -= source.tables().worth(prospect);
    }
}

/// Counts a position's prospects.
struct Counter<R, S> {
    source: S,
    sums: Sums,
    rule: PhantomData<R>,
}

impl<R: WeightedRule, S: Source<R::Weights>> Observer<GomokuPosition<R>> for Counter<R, S> {
    #[inline(always)]
    fn add(&mut self, prospect: Prospect, _at: Point) {
        self.sums.put(self.source, prospect);
    }

    #[inline(always)]
    fn remove(&mut self, prospect: Prospect, _at: Point) {
        self.sums.lift(self.source, prospect);
    }
}

/// The evaluation of the game that `R` rules.
#[derive(Debug, Clone)]
pub struct GomokuEvaluator<R: WeightedRule> {
    sums: Sums,
    remembered: Vec<Sums>,
    rule: PhantomData<R>,
}

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
    fn tables(&self) -> &PointTables {
        R::point_tables()
    }
}

impl<R: WeightedRule> Observer<GomokuPosition<R>> for GomokuEvaluator<R> {
    #[inline(always)]
    fn add(&mut self, prospect: Prospect, _at: Point) {
        self.sums.put(Fitted::<R>::new(), prospect);
    }

    #[inline(always)]
    fn remove(&mut self, prospect: Prospect, _at: Point) {
        self.sums.lift(Fitted::<R>::new(), prospect);
    }
}

/// The evaluation's parts, each from the view of the side to move.
struct Parts {
    own_points: i32,
    other_points: i32,
    own_threats: i32,
    other_threats: i32,
    turn: i32,
}

impl Parts {
    #[inline(always)]
    fn of<R: WeightedRule>(
        source: impl Source<R::Weights>,
        position: &GomokuPosition<R>,
        sums: Sums,
    ) -> Self {
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        let weights = source.weights();
        let (moving, waiting) = (&weights.of(own).moving, &weights.of(other).waiting);
        Self {
            own_points: sums.0[own.index()].moving() / POINT_UNITS,
            other_points: -sums.0[other.index()].waiting() / POINT_UNITS,
            own_threats: threats(position, own, moving),
            other_threats: -threats(position, other, waiting),
            turn: weights.of(own).turn,
        }
    }

    fn sum(&self) -> i32 {
        self.own_points + self.other_points + self.own_threats + self.other_threats + self.turn
    }
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
        reverse_futility: 14,
        futility: [47, 89],
        quiet_exchange: 0,
        noisy_exchange: 30,
        // Every four may be the first of many.
        delta: Score::INFINITE.value(),
        leaf_effort: 40,
        root_effort: 20_000,
    };

    const PARAMETERS: Parameters = Parameters {
        // Games are short.
        horizon: 12,
        // A leaf is searched for wins by fours as it is; trying every four there again and again would explode.
        quiescence_plies: 0,
        // These, reverse futility and futility are those of 561 iterations of `quadriga tune` by games of gomoku at 5,000 nodes
        // a move.
        reduction_base: 1181,
        reduction_slope: 396,
        reduction_cut: 1238,
        reduction_not_improving: 406,
        reduction_history: 927,
        late_moves: 7,
        hint_order: 194,
        hint_history: 36,
        singular: 38,
        prob_cut: 5332,
        ..Parameters::usual(Self::MARGINS)
    };

    fn new(position: &GomokuPosition<R>) -> Self {
        let sums = Sums::of(Fitted::<R>::new(), position);
        Self { sums, remembered: Vec::new(), rule: PhantomData }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.remembered.push(self.sums);
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(sums) = self.remembered.pop() {
            self.sums = sums;
        }
    }

    fn evaluate(&mut self, position: &GomokuPosition<R>) -> Score {
        Score::evaluation(Parts::of(Fitted::<R>::new(), position, self.sums).sum())
    }

    fn explain(position: &GomokuPosition<R>) -> Vec<(&'static str, i32)> {
        let source = Fitted::<R>::new();
        let parts = Parts::of(source, position, Sums::of(source, position));
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        [
            ("points, side to move", parts.own_points),
            ("points, other side", parts.other_points),
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
        Parts::of(given, position, Sums::of(given, position)).sum()
    }
}
