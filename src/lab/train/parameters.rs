//! A network's weights in floating-point numbers, as one array.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::eval::network::{Form, Network, ONE_FIRST, ONE_OUTPUT};

/// The maximum absolute value of an output weight, so that the integer has at most 127 units.
const MAX_OUTPUT: f32 = 127.0 / ONE_OUTPUT as f32;
/// The same of weights of the first layer, whatever the number of inputs.
const MAX_FIRST: f32 = 127.0 / ONE_OUTPUT as f32;

/// Where the weights of each layer are: the first layer's, its biases, the output layer's, and its biases, in the same
/// order as in [`Network`].
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

    /// The kinds of weights of a network with at most `max_on` inputs on at the same time. The limits are such that
    /// accumulators fit 16 bits.
    pub fn kinds(&self, max_on: usize) -> [Kind; 4] {
        let most = f32::from(i16::MAX) / f32::from(ONE_FIRST) / (max_on + 1) as f32;
        // Half a unit is left for rounding.
        let first = (most - 0.5 / f32::from(ONE_FIRST)).min(MAX_FIRST);
        let kind = |range, limit, decays| Kind { range, limit, decays };
        [
            kind(0..self.first_bias, first, true),
            kind(self.first_bias..self.output, first, false),
            kind(self.output..self.output_bias, MAX_OUTPUT, true),
            kind(self.output_bias..self.end, f32::INFINITY, false),
        ]
    }

    /// Random weights to begin with, such that accumulators and the output have about the same spread whatever the
    /// number of inputs and the width. The output of a residual network begins at 0.
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

    /// The network of integers nearest to these weights.
    pub fn rounded(&self, form: Form, weights: &[f32]) -> Network {
        let mut network = Network::zero(form);
        let layers = self.split(weights);
        let first = f32::from(ONE_FIRST);
        let output = f32::from(ONE_OUTPUT);
        for (integers, layer, one) in [
            (&mut network.first, layers.first, first),
            (&mut network.first_bias, layers.first_bias, first),
            (&mut network.output, layers.output, output),
        ] {
            for (integer, weight) in integers.iter_mut().zip(layer) {
                *integer = (weight * one).round() as i16;
            }
        }
        for (integer, weight) in network.output_bias.iter_mut().zip(layers.output_bias) {
            *integer = (weight * first * output).round() as i32;
        }
        network
    }
}
