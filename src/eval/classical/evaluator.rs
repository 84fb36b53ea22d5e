use std::sync::Arc;

use super::{IncrementalSums, Prepared, Sums};
use crate::base::{Observer, Position, Score};
use crate::eval::GameEvaluation;
use crate::search::Evaluator;

type ElementOf<E> = <<E as GameEvaluation>::Position as Position>::Element;
type PointOf<E> = <<E as GameEvaluation>::Position as Position>::Point;

/// The hand-written evaluation of a game along the moves of a search.
#[derive(Debug)]
pub struct ClassicalEvaluator<E: GameEvaluation> {
    weights: Arc<Prepared<E::WeightSet>>,
    sums: IncrementalSums<E::Sums>,
    cache: E::Cache,
}

impl<E: GameEvaluation> Observer<E::Position> for ClassicalEvaluator<E> {
    #[inline]
    fn add(&mut self, element: ElementOf<E>, at: PointOf<E>) {
        self.sums.current.add(self.weights.tables(), element, at);
    }

    #[inline]
    fn remove(&mut self, element: ElementOf<E>, at: PointOf<E>) {
        self.sums.current.remove(self.weights.tables(), element, at);
    }
}

impl<E: GameEvaluation> Evaluator for ClassicalEvaluator<E> {
    type Position = E::Position;

    type Weights = Prepared<E::WeightSet>;

    fn built_in_weights() -> Arc<Prepared<E::WeightSet>> {
        Arc::new(Prepared::new(E::FITTED))
    }

    fn new(weights: &Arc<Prepared<E::WeightSet>>, position: &E::Position) -> Self {
        let sums = IncrementalSums::new(E::Sums::of(weights.tables(), position));
        Self { weights: Arc::clone(weights), sums, cache: E::Cache::default() }
    }

    fn reset(&mut self, position: &E::Position) {
        self.sums.reset(E::Sums::of(self.weights.tables(), position));
    }

    #[inline]
    fn push(&mut self) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, position: &E::Position) -> Score {
        Score::evaluation(E::value(&self.weights, position, &self.sums.current, &mut self.cache))
    }
}

#[cfg(test)]
impl<E: GameEvaluation> ClassicalEvaluator<E> {
    /// The sums of the current position.
    pub(crate) const fn sums(&self) -> &E::Sums {
        &self.sums.current
    }
}
