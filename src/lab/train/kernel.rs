//! A network's output and its derivatives, for one position at a time.
//!
//! Loops over arrays of fixed size, and sums in a fixed number of parts, let the compiler use registers of any width
//! with identical results.

use crate::eval::network::zones::sum_by_halves;
use crate::eval::network::{FeatureIndex, FeatureSet, SCALE};

use super::aligned::Aligned;
use super::hidden::{HiddenValues, Rounding};
use super::parameters::{Layers, Layout};
use super::positions::Facts;
use super::zones::ZoneValues;
use super::{Loss, TrainSettings};

/// The number of partial sums over a row; widths are multiples of it.
pub(super) const LANES: usize = 16;

/// Converts an evaluation to an expected score and a loss.
#[derive(Debug, Clone, Copy)]
pub(super) struct Objective {
    /// Logistic units per evaluation unit.
    pub slope: f32,
    /// The divisor of scores.
    pub score_scale: f32,
    pub loss: Loss,
    /// The weight of the game's result in the target.
    pub result_share: f32,
}

impl Objective {
    /// The objective of a run; `win_scale` is the evaluation with an expected score of 75%.
    pub fn new(settings: &TrainSettings, win_scale: f64) -> Self {
        Self {
            slope: (3.0_f64.ln() / win_scale) as f32,
            score_scale: settings.score_scale as f32,
            loss: settings.loss,
            result_share: settings.result_share as f32,
        }
    }

    /// The expected score for an evaluation.
    pub fn expected(&self, evaluation: f32) -> f32 {
        1.0 / (1.0 + (-self.slope * evaluation).exp())
    }

    /// The expected score for a search's score, which is divided by the scale.
    pub fn expected_of_search(&self, score: f32) -> f32 {
        self.expected(score / self.score_scale)
    }

    /// The target for an outlook and a game's result.
    pub fn target(&self, outlook: f32, result: f32) -> f32 {
        self.result_share * result + (1.0 - self.result_share) * outlook
    }

    /// The target for a position.
    pub fn target_of(&self, facts: &Facts) -> f32 {
        self.target(facts.outlook, facts.result())
    }

    /// The loss of an evaluation, and its derivative with respect to the network's output, which is multiplied by
    /// [`SCALE`] to give the evaluation.
    pub fn loss(&self, evaluation: f32, target: f32) -> (f32, f32) {
        let expected = self.expected(evaluation);
        let difference = expected - target;
        let scale = self.slope * SCALE as f32;
        match self.loss {
            Loss::SquaredError => {
                (difference * difference, 2.0 * difference * expected * (1.0 - expected) * scale)
            }
            Loss::CrossEntropy => {
                let advantage = self.slope * evaluation;
                // As in the lab's logistic model.
                let loss = advantage.max(0.0) + (-advantage.abs()).exp().ln_1p() - target * advantage;
                (loss, difference * scale)
            }
        }
    }
}

/// The values of a network for a position.
#[derive(Debug)]
pub(super) struct Values {
    /// The accumulators of the side to move and of the other side.
    accumulators: [Aligned; 2],
    /// The values of a deep network's hidden layers.
    hidden: Option<HiddenValues>,
    /// The derivatives of the hidden layers with respect to the clipped values of the accumulators.
    derivatives: [Aligned; 2],
    /// All values of a network with zones, which has no others.
    zones: Option<ZoneValues>,
}

impl Values {
    pub fn new<I: FeatureSet>(layout: &Layout) -> Self {
        Self::with_rounding::<I>(layout, Rounding::Down)
    }

    pub fn with_rounding<I: FeatureSet>(layout: &Layout, rounding: Rounding) -> Self {
        let both = || [Aligned::new(layout.width), Aligned::new(layout.width)];
        let hidden = layout.is_deep.then(|| HiddenValues::new(layout.width, rounding));
        let zones = layout.is_zoned.then(|| ZoneValues::new::<I>(layout.width));
        Self { accumulators: both(), hidden, derivatives: both(), zones }
    }

    /// The network's output for these inputs of the side to move and of the other side.
    pub fn output(
        &mut self,
        layout: &Layout,
        layers: &Layers<&[f32]>,
        inputs: [&[FeatureIndex]; 2],
        bucket: usize,
    ) -> f32 {
        if let Some(zones) = &mut self.zones {
            return zones.output(layers, inputs);
        }
        let width = layout.width;
        let weights = layers.output[2 * width * bucket..][..2 * width].chunks_exact(width);
        let mut output = layers.output_bias[bucket];
        for ((values, inputs), weights) in self.accumulators.iter_mut().zip(inputs).zip(weights) {
            match width {
                _ if width.is_multiple_of(128) => {
                    accumulate::<128>(values, layers.first_bias, layers.first, inputs);
                }
                _ if width.is_multiple_of(64) => {
                    accumulate::<64>(values, layers.first_bias, layers.first, inputs);
                }
                _ => accumulate::<32>(values, layers.first_bias, layers.first, inputs),
            }
            output += activated_dot(values, weights);
        }
        if let Some(hidden) = &mut self.hidden {
            let [own, other] = &self.accumulators;
            output += hidden.output([own, other], &layers.hidden, bucket);
        }
        output
    }

    /// Adds the derivatives of the last computed output, times `factor`, to `gradient`.
    pub fn add_gradient(
        &mut self,
        layout: &Layout,
        layers: &Layers<&[f32]>,
        inputs: [&[FeatureIndex]; 2],
        bucket: usize,
        factor: f32,
        gradient: &mut Layers<&mut [f32]>,
    ) {
        if let Some(zones) = &mut self.zones {
            zones.add_gradient(layers, factor, gradient);
            return;
        }
        if let Some(hidden) = &mut self.hidden {
            let [own, other] = &self.accumulators;
            let (layers, gradient) = (&layers.hidden, &mut gradient.hidden);
            hidden.add_gradient([own, other], layers, bucket, factor, gradient, &mut self.derivatives);
        }
        let width = layout.width;
        let row = 2 * width * bucket..2 * width * (bucket + 1);
        let weights = layers.output[row.clone()].chunks_exact(width);
        let Layers { first, first_bias, output, output_bias, .. } = gradient;
        output_bias[bucket] += factor;
        let output = output[row].chunks_exact_mut(width);
        let sides = self.accumulators.iter().zip(&self.derivatives).zip(inputs).zip(weights).zip(output);
        for ((((values, hidden), inputs), weights), output) in sides {
            let side = SideValues { values, hidden, weights, factor };
            match width {
                _ if width.is_multiple_of(128) => {
                    differentiate::<128>(&side, inputs, output, first_bias, first);
                }
                _ if width.is_multiple_of(64) => {
                    differentiate::<64>(&side, inputs, output, first_bias, first);
                }
                _ => differentiate::<32>(&side, inputs, output, first_bias, first),
            }
        }
    }
}

/// What the derivatives of a side's part of the output depend on.
struct SideValues<'a> {
    /// The accumulator.
    values: &'a [f32],
    /// The derivatives of the hidden layers with respect to its clipped values.
    hidden: &'a [f32],
    /// The weights of the output layer.
    weights: &'a [f32],
    /// The factor of the output's derivatives.
    factor: f32,
}

/// Sets `values` to the biases plus the rows of the inputs, `B` columns at a time, which stay in registers.
fn accumulate<const B: usize>(values: &mut [f32], biases: &[f32], first: &[f32], inputs: &[FeatureIndex]) {
    let width = values.len();
    let blocks = values.as_chunks_mut::<B>().0.iter_mut().zip(biases.as_chunks::<B>().0);
    for (index, (values, biases)) in blocks.enumerate() {
        let row = |input: FeatureIndex| block::<B>(first, usize::from(input) * width + index * B);
        *values = *biases;
        // Adding several rows at once avoids spending half of the time on loading and storing the sums.
        let (eights, rest) = inputs.as_chunks::<8>();
        for eight in eights {
            let rows = eight.map(row);
            let pair = |first: usize, column: usize| rows[first][column] + rows[first + 1][column];
            for (i, value) in values.iter_mut().enumerate() {
                *value += (pair(0, i) + pair(2, i)) + (pair(4, i) + pair(6, i));
            }
        }
        let (fours, rest) = rest.as_chunks::<4>();
        for four in fours {
            let [a, b, c, d] = four.map(row);
            for i in 0..B {
                values[i] += (a[i] + b[i]) + (c[i] + d[i]);
            }
        }
        for &input in rest {
            add_to(values, row(input));
        }
    }
}

/// The `B` numbers starting at `start`.
#[inline(always)]
pub(super) fn block<const B: usize>(numbers: &[f32], start: usize) -> &[f32; B] {
    numbers[start..].first_chunk().expect("widths are multiples of the block's")
}

/// The same, mutable.
#[inline(always)]
pub(super) fn block_mut<const B: usize>(numbers: &mut [f32], start: usize) -> &mut [f32; B] {
    numbers[start..].first_chunk_mut().expect("widths are multiples of the block's")
}

/// Adds one row to another.
#[inline(always)]
pub(super) fn add_to<const B: usize>(sums: &mut [f32; B], row: &[f32; B]) {
    for i in 0..B {
        sums[i] += row[i];
    }
}

/// The sum of the clipped and squared values, weighted.
fn activated_dot(values: &[f32], weights: &[f32]) -> f32 {
    sum_of(values, weights, |value, weight| {
        let clipped = value.clamp(0.0, 1.0);
        clipped * clipped * weight
    })
}

/// The sum of the products of two rows, whose lengths are multiples of [`LANES`].
#[inline(always)]
pub(super) fn dot(one: &[f32], other: &[f32]) -> f32 {
    sum_of(one, other, |one, other| one * other)
}

/// The sum of a function of two rows.
#[inline(always)]
fn sum_of(one: &[f32], other: &[f32], term: impl Fn(f32, f32) -> f32) -> f32 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += term(one[lane], other[lane]);
        }
    }
    sum_by_halves(sums)
}

/// Adds `factor` times a row to another.
#[inline(always)]
pub(super) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// Adds the derivatives of a side's part of the output to those of the output weights, the biases and the rows of the
/// first layer, `B` columns at a time.
fn differentiate<const B: usize>(
    side: &SideValues<'_>,
    inputs: &[FeatureIndex],
    output: &mut [f32],
    first_bias: &mut [f32],
    first: &mut [f32],
) {
    let SideValues { values, hidden, weights, factor } = *side;
    let width = values.len();
    let blocks =
        values.as_chunks::<B>().0.iter().zip(weights.as_chunks::<B>().0).zip(hidden.as_chunks::<B>().0);
    let sums = output.as_chunks_mut::<B>().0.iter_mut().zip(first_bias.as_chunks_mut::<B>().0);
    for (index, (((values, weights), hidden), (output, first_bias))) in blocks.zip(sums).enumerate() {
        let mut derivatives = [0.0; B];
        for i in 0..B {
            let clipped = values[i].clamp(0.0, 1.0);
            output[i] += factor * clipped * clipped;
            let is_inside = values[i] > 0.0 && values[i] < 1.0;
            let slope = factor * weights[i] * (2.0 * clipped) + hidden[i];
            derivatives[i] = if is_inside { slope } else { 0.0 };
        }
        add_to(first_bias, &derivatives);
        for &input in inputs {
            add_to(block_mut::<B>(first, usize::from(input) * width + index * B), &derivatives);
        }
    }
}
