//! The hidden layers' output and its derivatives, for one position at a time.

use crate::eval::network::QA;
use crate::eval::network::hidden::{
    ACTIVATION_ONE, FIRST, FIRST_ONE, FIRST_SQUARE_SHIFT, PRODUCT_ONE, PRODUCT_SHIFT, SECOND, SECOND_INPUTS,
    SECOND_SQUARE_SHIFT,
};

use super::aligned::Aligned;
use super::kernel::{add_scaled, dot};
use super::parameters::Hidden;

/// Whether activations are rounded down to the integers of the network in play.
///
/// Training computes outputs with the integers, and derivatives as if nothing were rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Down,
    /// Activations are exact, as finite differences need.
    #[cfg(test)]
    Exact,
}

impl Rounding {
    /// A number in units of 1/`one`.
    #[inline]
    fn apply(self, number: f32, one: f32) -> f32 {
        match self {
            // The numbers are products of integers: an error of 32-bit numbers must not lead to the integer below.
            Self::Down => (number * one + 1e-3).floor() / one,
            #[cfg(test)]
            Self::Exact => number,
        }
    }
}

/// The square of a sum of the first hidden layer that is represented by 1.
const FIRST_SQUARE: f32 = {
    let one = (PRODUCT_ONE * FIRST_ONE) as f32;
    one * one / (1_u32 << FIRST_SQUARE_SHIFT) as f32 / ACTIVATION_ONE as f32
};
/// The same for the second hidden layer.
const SECOND_SQUARE: f32 = ACTIVATION_ONE as f32 / (1_u32 << SECOND_SQUARE_SHIFT) as f32;
/// The product of two numbers that are 1.
const PRODUCT: f32 = {
    let one = QA as f32;
    one * one / (1_u32 << PRODUCT_SHIFT) as f32 / PRODUCT_ONE as f32
};

/// The values of the hidden layers for a position.
#[derive(Debug)]
pub(super) struct HiddenValues {
    rounding: Rounding,
    products: Aligned,
    sums: [f32; FIRST],
    activations: [f32; SECOND_INPUTS],
    second_sums: [f32; SECOND],
    second_activations: [f32; SECOND],
    /// The derivatives of the products.
    derivatives: Aligned,
}

impl HiddenValues {
    pub fn new(width: usize, rounding: Rounding) -> Self {
        Self {
            rounding,
            products: Aligned::new(width),
            sums: [0.0; FIRST],
            activations: [0.0; SECOND_INPUTS],
            second_sums: [0.0; SECOND],
            second_activations: [0.0; SECOND],
            derivatives: Aligned::new(width),
        }
    }

    /// The hidden layers' part of the output, from the accumulators of the side to move and of the other side and the
    /// weights for all buckets.
    pub fn output(&mut self, accumulators: [&[f32]; 2], layers: &Hidden<&[f32]>, bucket: usize) -> f32 {
        let (rounding, activation_one) = (self.rounding, ACTIVATION_ONE as f32);
        let width = self.products.len();
        for (products, values) in self.products.chunks_exact_mut(width / 2).zip(accumulators) {
            let (low, high) = values.split_at(width / 2);
            for (product, (low, high)) in products.iter_mut().zip(low.iter().zip(high)) {
                let exact = PRODUCT * low.clamp(0.0, 1.0) * high.clamp(0.0, 1.0);
                *product = rounding.apply(exact, PRODUCT_ONE as f32);
            }
        }
        let rows = of_bucket(layers.first, FIRST * width, bucket).chunks_exact(width);
        let biases = of_bucket(layers.first_bias, FIRST, bucket);
        for (index, (row, bias)) in rows.zip(biases).enumerate() {
            let sum = bias + dot(row, &self.products);
            let clipped = sum.clamp(-1.0, 1.0);
            self.sums[index] = sum;
            self.activations[index] = rounding.apply(clipped.max(0.0), activation_one);
            self.activations[FIRST + index] =
                rounding.apply(FIRST_SQUARE * clipped * clipped, activation_one);
        }
        let rows = of_bucket(layers.second, SECOND * SECOND_INPUTS, bucket).chunks_exact(SECOND_INPUTS);
        let biases = of_bucket(layers.second_bias, SECOND, bucket);
        for (index, (row, bias)) in rows.zip(biases).enumerate() {
            let sum = bias + dot(row, &self.activations);
            let clipped = rounding.apply(sum.clamp(0.0, 1.0), activation_one);
            self.second_sums[index] = sum;
            self.second_activations[index] =
                rounding.apply(SECOND_SQUARE * clipped * clipped, activation_one);
        }
        dot(of_bucket(layers.output, SECOND, bucket), &self.second_activations)
    }

    /// Adds the derivatives of the last computed output, times `factor`, to `gradient`, and sets `derivatives` to those
    /// with respect to the clipped values of the accumulators, by side and column.
    pub fn add_gradient(
        &mut self,
        accumulators: [&[f32]; 2],
        layers: &Hidden<&[f32]>,
        bucket: usize,
        factor: f32,
        gradient: &mut Hidden<&mut [f32]>,
        derivatives: &mut [Aligned; 2],
    ) {
        let width = self.products.len();
        let weights = of_bucket(layers.output, SECOND, bucket);
        add_scaled(of_bucket_mut(gradient.output, SECOND, bucket), &self.second_activations, factor);
        let mut first_derivatives = [0.0; SECOND_INPUTS];
        for (index, (weight, sum)) in weights.iter().zip(self.second_sums).enumerate() {
            if sum <= 0.0 || sum >= 1.0 {
                continue;
            }
            let derivative = factor * weight * 2.0 * SECOND_SQUARE * sum;
            let row = SECOND * bucket + index;
            gradient.second_bias[row] += derivative;
            add_scaled(of_bucket_mut(gradient.second, SECOND_INPUTS, row), &self.activations, derivative);
            add_scaled(&mut first_derivatives, of_bucket(layers.second, SECOND_INPUTS, row), derivative);
        }
        self.derivatives.fill(0.0);
        for (index, sum) in self.sums.into_iter().enumerate() {
            if sum <= -1.0 || sum >= 1.0 {
                continue;
            }
            let clipped = if sum > 0.0 { first_derivatives[index] } else { 0.0 };
            let derivative = clipped + first_derivatives[FIRST + index] * 2.0 * FIRST_SQUARE * sum;
            let row = FIRST * bucket + index;
            gradient.first_bias[row] += derivative;
            add_scaled(of_bucket_mut(gradient.first, width, row), &self.products, derivative);
            add_scaled(&mut self.derivatives, of_bucket(layers.first, width, row), derivative);
        }
        let sides = self.derivatives.chunks_exact(width / 2).zip(accumulators).zip(derivatives);
        for ((products, values), derivatives) in sides {
            let (low, high) = values.split_at(width / 2);
            let (low_derivatives, high_derivatives) = derivatives.split_at_mut(width / 2);
            for (index, product) in products.iter().enumerate() {
                low_derivatives[index] = PRODUCT * product * high[index].clamp(0.0, 1.0);
                high_derivatives[index] = PRODUCT * product * low[index].clamp(0.0, 1.0);
            }
        }
    }
}

/// The part of the weights that belongs to a bucket, of which each has `length`.
fn of_bucket(weights: &[f32], length: usize, bucket: usize) -> &[f32] {
    &weights[length * bucket..][..length]
}

/// The same, mutable.
fn of_bucket_mut(weights: &mut [f32], length: usize, bucket: usize) -> &mut [f32] {
    &mut weights[length * bucket..][..length]
}
