//! A network's output and its derivatives for one position at a time.
//!
//! Sums over a row are added up in [`LANES`] partial sums, so that the compiler can use registers of any width, all with
//! the same result.

use crate::eval::network::{Input, OUTPUT_UNITS};

use super::Loss;
use super::parameters::{Layers, Layout};

/// The number of partial sums; widths are multiples of it.
const LANES: usize = 16;

/// How an output becomes an expected score and a loss.
#[derive(Debug, Clone, Copy)]
pub(super) struct Objective {
    /// Logistic units per evaluation unit.
    pub slope: f32,
    pub loss: Loss,
    /// The weight of the game's result in the target.
    pub result_share: f32,
    /// Whether the hand-written evaluation is added to the output.
    pub is_residual: bool,
}

impl Objective {
    /// The expected score for an evaluation.
    pub fn expected(&self, evaluation: f32) -> f32 {
        1.0 / (1.0 + (-self.slope * evaluation).exp())
    }

    /// The target for a search's score and a game's result.
    pub fn target(&self, score: f32, result: f32) -> f32 {
        self.result_share * result + (1.0 - self.result_share) * self.expected(score)
    }

    /// The loss of an evaluation, and its derivative with respect to the output of the network.
    pub fn loss(&self, evaluation: f32, target: f32) -> (f32, f32) {
        let expected = self.expected(evaluation);
        let difference = expected - target;
        let scale = self.slope * OUTPUT_UNITS as f32;
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

/// The accumulators of both sides, and room for derivatives.
#[derive(Debug, Default)]
pub(super) struct Accumulators {
    values: [Vec<f32>; 2],
    derivatives: Vec<f32>,
}

impl Accumulators {
    pub fn new(width: usize) -> Self {
        Self { values: [vec![0.0; width], vec![0.0; width]], derivatives: vec![0.0; width] }
    }

    /// The network's output for these inputs, of the side to move and of the other side.
    pub fn output(
        &mut self,
        layout: &Layout,
        layers: &Layers<&[f32]>,
        inputs: [&[Input]; 2],
        bucket: usize,
    ) -> f32 {
        let width = layout.width;
        let weights = layers.output[2 * width * bucket..][..2 * width].chunks_exact(width);
        let mut output = layers.output_bias[bucket];
        for ((values, inputs), weights) in self.values.iter_mut().zip(inputs).zip(weights) {
            accumulate(values, layers.first_bias, layers.first, inputs);
            output += activated_dot(values, weights);
        }
        output
    }

    /// Adds the derivatives of the output last computed, times `factor`, to `gradient`.
    pub fn add_gradient(
        &mut self,
        layout: &Layout,
        layers: &Layers<&[f32]>,
        inputs: [&[Input]; 2],
        bucket: usize,
        factor: f32,
        gradient: &mut Layers<&mut [f32]>,
    ) {
        let width = layout.width;
        let row = 2 * width * bucket..2 * width * (bucket + 1);
        let weights = layers.output[row.clone()].chunks_exact(width);
        let output = gradient.output[row].chunks_exact_mut(width);
        gradient.output_bias[bucket] += factor;
        let derivatives = &mut self.derivatives[..];
        for (((values, inputs), weights), output) in self.values.iter().zip(inputs).zip(weights).zip(output) {
            differentiate(values, weights, factor, derivatives, output);
            add_to(gradient.first_bias, derivatives);
            for &input in inputs {
                add_to(&mut gradient.first[usize::from(input) * width..][..width], derivatives);
            }
        }
    }
}

/// Sets `values` to the biases plus the rows of the inputs.
fn accumulate(values: &mut [f32], biases: &[f32], first: &[f32], inputs: &[Input]) {
    let width = values.len();
    let row = |input: Input| &first[usize::from(input) * width..][..width];
    values.copy_from_slice(biases);
    // Eight rows at once, as otherwise half of the time goes into loading and storing the sums.
    let eights = inputs.chunks_exact(8);
    let rest = eights.remainder();
    for eight in eights {
        let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|index| row(eight[index]));
        for index in 0..width {
            values[index] += ((a[index] + b[index]) + (c[index] + d[index]))
                + ((e[index] + f[index]) + (g[index] + h[index]));
        }
    }
    for &input in rest {
        add_to(values, row(input));
    }
}

/// Adds one row to another.
fn add_to(sums: &mut [f32], row: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
}

/// The sum of the clipped and squared values, weighted.
fn activated_dot(values: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (values, weights) in values.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    sums.iter().sum()
}

/// Sets `derivatives` to those of the output with respect to the values, times `factor`, and adds those with respect to
/// the output weights, times `factor`, to `output`.
fn differentiate(values: &[f32], weights: &[f32], factor: f32, derivatives: &mut [f32], output: &mut [f32]) {
    for (((&value, weight), derivative), output) in values.iter().zip(weights).zip(derivatives).zip(output) {
        let clipped = value.clamp(0.0, 1.0);
        *output += factor * clipped * clipped;
        let slope = if value < 1.0 { 2.0 * clipped } else { 0.0 };
        *derivative = factor * weight * slope;
    }
}
