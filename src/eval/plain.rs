//! An evaluation that is a single function of the position: the minimum for a new game.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use super::classical::{Fittable, FittedFile, Fitting, Part, Prepared, Text, WeightSet};
use super::network::{
    Accumulators, BucketedFeatureSet, Embedded, FeatureIndex, FeatureSet, KingBucket, Placement,
};
use super::{Explain, Networked, Term};
use crate::base::{Notation, Observer, Position, Score, Side};
use crate::search::{Evaluator, SearchPosition};

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

impl<E: Evaluation> Observer<E::Position> for Plain<E> {
    #[inline]
    fn add(&mut self, _element: <E::Position as Position>::Element, _at: <E::Position as Position>::Point) {}

    #[inline]
    fn remove(
        &mut self,
        _element: <E::Position as Position>::Element,
        _at: <E::Position as Position>::Point,
    ) {
    }
}

impl<E: Evaluation> Evaluator for Plain<E> {
    type Position = E::Position;

    type Weights = Prepared<NoWeights>;

    fn built_in_weights() -> Arc<Prepared<NoWeights>> {
        Arc::new(Prepared::new(NoWeights))
    }

    fn new(_weights: &Arc<Prepared<NoWeights>>, _position: &E::Position) -> Self {
        Self(PhantomData)
    }

    fn reset(&mut self, _position: &E::Position) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &E::Position) -> Score {
        Score::evaluation(E::evaluate(position))
    }
}

impl<E: Evaluation> Explain for Plain<E> {
    fn explain(_weights: &Prepared<NoWeights>, position: &E::Position) -> Vec<Term> {
        let value = E::evaluate(position);
        vec![Term::new("evaluation", if position.side_to_move() == Side::First { value } else { -value })]
    }
}

impl<E: Evaluation> Fittable for Plain<E> {
    type WeightSet = NoWeights;

    const FILE: FittedFile = FittedFile { path: "", game: "", kind: "NoWeights", imports: &[] };
    const FITTED: NoWeights = NoWeights;
    const WIN_SCALE: i32 = E::WIN_SCALE;

    fn evaluate_once(_weights: &Prepared<NoWeights>, position: &E::Position) -> i32 {
        E::evaluate(position)
    }
}

impl<E: Evaluation> Networked for Plain<E> {
    type FeatureSet = NoFeatures<E::Position>;

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
