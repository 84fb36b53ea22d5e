//! An evaluation that is a single function of the position: the minimum for a new game.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::classical::{FittedFile, Fitting, Part, Prepared, Sums, Text, WeightSet};
use super::network::{
    Accumulators, BucketedFeatureSet, Embedded, FeatureIndex, FeatureSet, KingBucket, Placement,
};
use super::{GameEvaluation, Term};
use crate::base::{Notation, Position, Side};
use crate::search::SearchPosition;

/// A static evaluation without weights to fit, incremental state or inputs of a network.
pub trait Evaluation: Debug + Send + Sync + Copy + 'static {
    /// The game.
    type Position: SearchPosition + Notation;

    /// The evaluation at which a side scores about three points in four games.
    const WIN_SCALE: i32;

    /// The value of a position for its side to move, in hundredths of a pawn or the game's equivalent unit.
    fn evaluate(position: &Self::Position) -> i32;
}

/// Turns an [`Evaluation`] into the evaluation of a [`Game`](crate::games::Game).
#[derive(Debug, Clone, Copy)]
pub struct Plain<E>(PhantomData<E>);

impl<E: Evaluation> GameEvaluation for Plain<E> {
    type Position = E::Position;
    type WeightSet = NoWeights;
    type Sums = ();
    type Cache = ();
    type FeatureSet = NoFeatures<E::Position>;

    const FILE: FittedFile = FittedFile { path: "", game: "", kind: "NoWeights", imports: &[] };
    const FITTED: NoWeights = NoWeights;
    const WIN_SCALE: i32 = E::WIN_SCALE;

    fn value(_weights: &Prepared<NoWeights>, position: &E::Position, (): &(), (): &mut ()) -> i32 {
        E::evaluate(position)
    }

    fn explain(_weights: &Prepared<NoWeights>, position: &E::Position) -> Vec<Term> {
        let value = E::evaluate(position);
        vec![Term::new("evaluation", if position.side_to_move() == Side::First { value } else { -value })]
    }

    fn embedded() -> &'static Embedded {
        static NONE: Embedded = Embedded::new(None);
        &NONE
    }

    fn element_name(
        _element: <E::Position as Position>::Element,
        _at: <E::Position as Position>::Point,
    ) -> Option<String> {
        None
    }
}

impl<P: Position> Sums<P> for () {
    type Tables = ();

    fn add(&mut self, (): &(), _element: P::Element, _at: P::Point) {}

    fn remove(&mut self, (): &(), _element: P::Element, _at: P::Point) {}
}

/// No weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoWeights;

impl Part for NoWeights {
    fn walk(
        &mut self,
        _name: &mut String,
        _fitting: Fitting,
        _visit: &mut dyn FnMut(&str, Fitting, &mut i32),
    ) {
    }

    fn text(&self) -> Text {
        Text::Value("NoWeights".to_owned())
    }
}

impl WeightSet for NoWeights {
    type Tables = ();

    fn tables(&self) {}
}

/// The inputs of a game without networks.
#[derive(Debug)]
pub struct NoFeatures<P>(PhantomData<fn(P)>);

impl<P> Clone for NoFeatures<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for NoFeatures<P> {}

impl<P: Position + 'static> FeatureSet for NoFeatures<P> {
    type Position = P;
    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "none";
    const COUNT: usize = 0;
    const KING_BUCKETS: usize = 1;
    const MAX_ON: usize = 0;
    const OUTPUT_BUCKETS: usize = 1;

    fn king_bucket(_position: &P, _side: Side) -> KingBucket {
        KingBucket::default()
    }

    type Key = ();

    fn key(_element: P::Element, _at: P::Point) -> Option<()> {
        None
    }

    fn input(_side: Side, _view: KingBucket, (): ()) -> FeatureIndex {
        0
    }

    type Derived = [FeatureIndex; 0];

    fn output_bucket(_position: &P) -> usize {
        0
    }
}

impl<P: Position + 'static> BucketedFeatureSet for NoFeatures<P> {
    type Placement = NoPlacement;

    fn placement(_position: &P) -> NoPlacement {
        NoPlacement
    }
}

/// The placement of a game without networks.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPlacement;

impl Placement for NoPlacement {
    type Key = ();

    fn compare(&self, _before: &Self, _differs: impl FnMut((), bool)) {}
}
