//! Linearisation of the evaluation around the current weights.

use super::FitError;
use super::samples::Samples;
use crate::eval::{GameEvaluation, Prepared, Weight, WeightSet};

/// The derivative of a position's evaluation, as a sparse row: the indices of the weights on which it depends, and the
/// difference that a step of each weight makes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    /// The evaluation with the current weights, for the side to move.
    pub base: f64,
    /// The indices of the weights.
    pub places: &'a [u16],
    /// For each of these weights, the evaluation one step above minus the evaluation one step below.
    pub differences: &'a [i16],
}

/// The rows of many positions, stored contiguously.
#[derive(Debug, Default)]
pub(super) struct Rows {
    bases: Vec<i32>,
    ends: Vec<usize>,
    places: Vec<u16>,
    differences: Vec<i16>,
}

impl Rows {
    /// The rows in the order of the positions.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).zip(&self.bases).map(|((begin, &end), &base)| Row {
            base: base.into(),
            places: &self.places[begin..end],
            differences: &self.differences[begin..end],
        })
    }

    fn push(&mut self, base: i32, changes: &[(u16, i16)]) {
        self.bases.push(base);
        self.places.extend(changes.iter().map(|&(place, _)| place));
        self.differences.extend(changes.iter().map(|&(_, difference)| difference));
        self.ends.push(self.places.len());
    }
}

/// The current weights, and for each of them the weights with only that one a step above and a step below.
struct Stencil<W: WeightSet> {
    middle: Prepared<W>,
    moved: Vec<[Prepared<W>; 2]>,
}

impl<W: WeightSet> Stencil<W> {
    fn new(set: &W, step: i32) -> Self {
        let weights = set.weights();
        let mut values: Vec<i32> = weights.iter().map(|weight| weight.value).collect();
        let mut given = |place: usize, change: i32| {
            values[place] += change;
            let prepared = Prepared::new(set.with_values(&values));
            values[place] -= change;
            prepared
        };
        let moved = weights.iter().enumerate().map(|(place, Weight { fitting, .. })| {
            let step = step * fitting.unit;
            [given(place, step), given(place, -step)]
        });
        Self { moved: moved.collect(), middle: Prepared::new(set.clone()) }
    }

    /// Appends the rows of these positions.
    fn linearise<E: GameEvaluation<WeightSet = W>>(&self, positions: &[E::Position], rows: &mut Rows) {
        let bases: Vec<i32> =
            positions.iter().map(|position| E::evaluate_once(&self.middle, position)).collect();
        let mut changes = vec![Vec::new(); positions.len()];
        for (place, [above, below]) in self.moved.iter().enumerate() {
            for ((position, base), changes) in positions.iter().zip(&bases).zip(&mut changes) {
                let high = E::evaluate_once(above, position);
                if high != *base {
                    let difference = high - E::evaluate_once(below, position);
                    let limit = i32::from(i16::MAX);
                    changes.push((place as u16, difference.clamp(-limit, limit) as i16));
                }
            }
        }
        for (base, changes) in bases.into_iter().zip(&changes) {
            rows.push(base, changes);
        }
    }
}

/// The rows of all positions around these weights, by shard.
pub(super) fn linearise<E: GameEvaluation>(
    samples: &Samples<E::Position>,
    weights: &E::WeightSet,
    step: i32,
    threads: usize,
) -> Result<Vec<Rows>, FitError> {
    let stencil = Stencil::new(weights, step);
    samples.visit(threads, Rows::default, |rows, positions| stencil.linearise::<E>(positions, rows))
}

/// The evaluation of all positions with these weights, for the side to move, by shard.
pub(super) fn evaluate<E: GameEvaluation>(
    samples: &Samples<E::Position>,
    weights: &E::WeightSet,
    threads: usize,
) -> Result<Vec<Vec<i32>>, FitError> {
    let prepared = Prepared::new(weights.clone());
    samples.visit(threads, Vec::new, |evaluations: &mut Vec<i32>, positions| {
        evaluations.extend(positions.iter().map(|position| E::evaluate_once(&prepared, position)));
    })
}
