//! The evaluation of gomoku and renju: a value for each empty point, by the class of the shapes that a stone there
//! would make on the four lines through it, and values for the threats on the board, which the position counts.

mod fitted;
mod patterns;
mod point_tables;
#[cfg(test)]
mod tests;
mod weights;

use crate::base::{Position, Side};
use crate::eval::classical::{FittedFile, Prepared, Sums};
use crate::eval::network::Embedded;
use crate::eval::{GameEvaluation, Term};
use crate::games::gomoku::{Element, GomokuPosition, Point, Threat};

pub use patterns::GomokuPatterns;
use point_tables::{PointTables, PointValue};
pub use weights::WeightedRule;
use weights::{ByColour, POINT_UNITS, RoleWeights};

/// Each side's sum of the values of all empty points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointSums([PointValue; 2]);

impl<R: WeightedRule> Sums<GomokuPosition<R>> for PointSums {
    type Tables = PointTables;

    #[inline]
    fn add(&mut self, tables: &PointTables, element: Element, _at: Point) {
        if let Element::Class(class) = element {
            self.0[class.side.index()] += tables.value(class);
        }
    }

    #[inline]
    fn remove(&mut self, tables: &PointTables, element: Element, _at: Point) {
        if let Element::Class(class) = element {
            self.0[class.side.index()] -= tables.value(class);
        }
    }
}

/// The evaluation's terms, each from the point of view of the side to move.
struct Parts {
    own_points: i32,
    other_points: i32,
    own_threats: i32,
    other_threats: i32,
    tempo: i32,
}

impl Parts {
    #[inline]
    fn of<R: WeightedRule>(weights: &R::Weights, position: &GomokuPosition<R>, sums: PointSums) -> Self {
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        let (moving, waiting) = (&weights.of(own).moving, &weights.of(other).waiting);
        Self {
            own_points: sums.0[own.index()].moving() / POINT_UNITS,
            other_points: -sums.0[other.index()].waiting() / POINT_UNITS,
            own_threats: threats(position, own, moving),
            other_threats: -threats(position, other, waiting),
            tempo: weights.of(own).tempo,
        }
    }

    fn sum(&self) -> i32 {
        self.own_points + self.other_points + self.own_threats + self.other_threats + self.tempo
    }
}

fn threats<R: WeightedRule>(position: &GomokuPosition<R>, side: Side, weights: &RoleWeights) -> i32 {
    let value = |threat: Threat| match position.threat_count(side, threat) {
        0 => 0,
        1 => weights.threats[threat as usize][0],
        _ => weights.threats[threat as usize][1],
    };
    Threat::ALL.into_iter().map(value).sum()
}

impl<R: WeightedRule> GameEvaluation for R {
    type Position = GomokuPosition<R>;
    type WeightSet = R::Weights;
    type Sums = PointSums;
    type Cache = ();
    type FeatureSet = GomokuPatterns<R>;

    const FILE: FittedFile = <R as WeightedRule>::FILE;
    const FITTED: R::Weights = R::WEIGHTS;
    const WIN_SCALE: i32 = <R as WeightedRule>::WIN_SCALE;

    fn value(
        prepared: &Prepared<R::Weights>,
        position: &GomokuPosition<R>,
        sums: &PointSums,
        (): &mut (),
    ) -> i32 {
        Parts::of(prepared.weights(), position, *sums).sum()
    }

    fn explain(prepared: &Prepared<R::Weights>, position: &GomokuPosition<R>) -> Vec<Term> {
        let parts = Parts::of(prepared.weights(), position, PointSums::of(prepared.tables(), position));
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        [
            ("points, side to move", parts.own_points),
            ("points, other side", parts.other_points),
            ("threats, side to move", parts.own_threats),
            ("threats, other side", parts.other_threats),
            ("tempo", parts.tempo),
        ]
        .map(|(name, value)| Term::new(name, sign * value))
        .to_vec()
    }

    fn embedded() -> &'static Embedded {
        R::network()
    }

    fn element_name(_element: Element, at: Point) -> Option<String> {
        Some(at.to_string())
    }
}
