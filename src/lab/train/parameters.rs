//! A network's weights in floating-point numbers, as a single array.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::eval::network::{Form, Network, QA, QB};

/// The maximum absolute value of an output weight, so that the integer is at most 127.
const MAX_OUTPUT: f32 = 127.0 / QB as f32;
/// The same for weights of the first layer, regardless of the number of inputs.
const MAX_FIRST: f32 = 127.0 / QB as f32;
/// The share of a unit within which weights are certain to round to the same integer.
const ROUNDED: f32 = 0.99;

/// The positions of the weights of each layer: the first layer's, its biases, the output layer's, and its biases, in
/// the same order as in [`Network`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub width: usize,
    first_bias: usize,
    output: usize,
    output_bias: usize,
    end: usize,
}

/// The weights, or their gradient, by layer.
pub(super) struct Layers<T> {
    pub first: T,
    pub first_bias: T,
    pub output: T,
    pub output_bias: T,
}

/// A range of weights that are treated alike.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    pub range: Range<usize>,
    /// The maximum absolute value.
    pub limit: f32,
    /// Whether they decay.
    pub decays: bool,
    /// The value that represents 1 in the integer network.
    pub one: f32,
}

impl Kind {
    /// A weight in units of the integer network.
    fn units(&self, weight: f32) -> f32 {
        (weight * self.one).round_ties_even()
    }

    /// Writes the values of the integers to which these weights of the range are rounded.
    pub fn round(&self, weights: &[f32], rounded: &mut [f32]) {
        for (rounded, &weight) in rounded.iter_mut().zip(weights) {
            *rounded = self.units(weight) / self.one;
        }
    }
}

impl Layout {
    pub fn new(form: &Form) -> Self {
        let width = form.width;
        let first_bias = form.input_count * width;
        let output = first_bias + width;
        let output_bias = output + 2 * width * form.buckets;
        Self { width, first_bias, output, output_bias, end: output_bias + form.buckets }
    }

    /// The number of all weights.
    pub const fn len(&self) -> usize {
        self.end
    }

    pub fn split<'a>(&self, weights: &'a [f32]) -> Layers<&'a [f32]> {
        let (rest, output_bias) = weights.split_at(self.output_bias);
        let (rest, output) = rest.split_at(self.output);
        let (first, first_bias) = rest.split_at(self.first_bias);
        Layers { first, first_bias, output, output_bias }
    }

    pub fn split_mut<'a>(&self, weights: &'a mut [f32]) -> Layers<&'a mut [f32]> {
        let (rest, output_bias) = weights.split_at_mut(self.output_bias);
        let (rest, output) = rest.split_at_mut(self.output);
        let (first, first_bias) = rest.split_at_mut(self.first_bias);
        Layers { first, first_bias, output, output_bias }
    }

    /// The kinds of weights of a network with at most `max_on` active inputs. The limits ensure that accumulators fit
    /// 16 bits.
    pub fn kinds(&self, max_on: usize) -> [Kind; 4] {
        let most = f32::from(i16::MAX) / f32::from(QA) / (max_on + 1) as f32;
        // Half a unit is left for rounding.
        let first = (most - 0.5 / f32::from(QA)).min(MAX_FIRST);
        let kind = |range, limit, decays, one| Kind { range, limit, decays, one };
        let (one_first, one_output) = (f32::from(QA), f32::from(QB));
        [
            kind(0..self.first_bias, first, true, one_first),
            kind(self.first_bias..self.output, first, false, one_first),
            kind(self.output..self.output_bias, MAX_OUTPUT, true, one_output),
            kind(self.output_bias..self.end, f32::INFINITY, false, one_first * one_output),
        ]
    }

    /// Random initial weights, such that accumulators and the output have about the same spread for any number of
    /// inputs and any width. The output of a residual network starts at 0.
    pub fn initial(&self, form: &Form, max_on: usize, seed: u64) -> Vec<f32> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; self.end];
        let first = 0.5 / (max_on as f32).sqrt();
        let output = if form.is_residual { 0.0 } else { 1.0 / (2.0 * self.width as f32).sqrt() };
        let layers = self.split_mut(&mut weights);
        for (layer, bound) in [(layers.first, first), (layers.output, output)] {
            for weight in layer {
                *weight = bound * rng.random_range(-1.0_f32..1.0);
            }
        }
        weights
    }

    /// Weights that round to those of an integer network of this form or a lesser width. The missing part is
    /// initialised as in [`Layout::initial`], with output weights of 0, so that the score is the same.
    ///
    /// The weights are spread over all values that round to the same integers. The first steps of all weights have
    /// equal size: starting at the integers themselves, all would reach another integer in the same step, and the
    /// network would forget.
    pub fn widened(&self, form: &Form, network: &Network, max_on: usize, seed: u64) -> Vec<f32> {
        let narrow = Self::new(&network.form);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1);
        let known = narrow.weights(network, || ROUNDED * rng.random_range(-0.5_f32..0.5));
        let known = narrow.split(&known);
        let mut weights = self.initial(form, max_on, seed);
        let layers = self.split_mut(&mut weights);
        layers.output.fill(0.0);
        layers.output_bias.copy_from_slice(known.output_bias);
        for (layer, known) in [
            (layers.first, known.first),
            (layers.first_bias, known.first_bias),
            (layers.output, known.output),
        ] {
            for (row, known) in layer.chunks_exact_mut(self.width).zip(known.chunks_exact(narrow.width)) {
                row[..narrow.width].copy_from_slice(known);
            }
        }
        weights
    }

    /// The values of the integer network nearest to these weights.
    pub fn round(&self, weights: &[f32], rounded: &mut [f32]) {
        // The limits do not matter here.
        for kind in self.kinds(1) {
            kind.round(&weights[kind.range.clone()], &mut rounded[kind.range.clone()]);
        }
    }

    /// The weights of an integer network of this form, each with an offset in its units, except for the output biases.
    fn weights(&self, network: &Network, mut offset: impl FnMut() -> f32) -> Vec<f32> {
        // The limits do not matter here.
        let [first, first_bias, output, output_bias] = self.kinds(1);
        let mut weights = Vec::with_capacity(self.end);
        for (integers, kind) in
            [(&network.first, first), (&network.first_bias, first_bias), (&network.output, output)]
        {
            weights.extend(integers.iter().map(|&integer| (f32::from(integer) + offset()) / kind.one));
        }
        weights.extend(network.output_bias.iter().map(|&integer| integer as f32 / output_bias.one));
        weights
    }

    /// The integer network nearest to these weights.
    pub fn network(&self, form: Form, weights: &[f32]) -> Network {
        let mut network = Network::zero(form);
        // The limits do not matter here.
        let [first, first_bias, output, output_bias] = self.kinds(1);
        for (integers, kind) in [
            (&mut network.first, first),
            (&mut network.first_bias, first_bias),
            (&mut network.output, output),
        ] {
            for (integer, &weight) in integers.iter_mut().zip(&weights[kind.range.clone()]) {
                *integer = kind.units(weight) as i16;
            }
        }
        for (integer, &weight) in network.output_bias.iter_mut().zip(&weights[output_bias.range.clone()]) {
            *integer = output_bias.units(weight) as i32;
        }
        network
    }
}
