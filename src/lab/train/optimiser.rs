//! `AdamW` (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019) on a range of weights.

use super::parameters::{Kind, Layout};

/// The decay of the mean of gradients.
const MEAN_DECAY: f32 = 0.9;
/// The decay of the mean of squared gradients.
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The number of weights in a range.
const RANGE: usize = 4096;

/// A range of weights with their moments.
#[derive(Debug)]
pub(super) struct Part {
    pub kind: Kind,
    pub weights: Vec<f32>,
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
    /// The sum of the gradients of a batch.
    pub gradient: Vec<f32>,
}

/// The parameters of a step for all ranges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The factor of the sum of gradients.
    pub factor: f32,
    /// The learning rate.
    pub rate: f32,
    /// The share of its value by which a weight decays.
    pub decay: f32,
    /// The corrections of the means' bias towards their initial value 0.
    corrections: [f32; 2],
}

impl Step {
    /// The step with this number, from 1.
    pub fn new(number: u64, factor: f64, rate: f64, weight_decay: f64) -> Self {
        let correction = |decay: f32| (1.0 / (1.0 - f64::from(decay).powf(number as f64))) as f32;
        Self {
            factor: factor as f32,
            rate: rate as f32,
            decay: (rate * weight_decay) as f32,
            corrections: [correction(MEAN_DECAY), correction(SQUARE_DECAY)],
        }
    }
}

impl Part {
    /// All weights, divided into ranges.
    pub fn all(layout: &Layout, max_on: usize, weights: &[f32], means: &[f32], squares: &[f32]) -> Vec<Self> {
        let mut parts = Vec::new();
        for kind in layout.kinds(max_on) {
            for start in kind.range.clone().step_by(RANGE) {
                let range = start..kind.range.end.min(start + RANGE);
                parts.push(Self {
                    weights: weights[range.clone()].to_vec(),
                    means: means[range.clone()].to_vec(),
                    squares: squares[range.clone()].to_vec(),
                    gradient: vec![0.0; range.len()],
                    kind: Kind { range, ..kind },
                });
            }
        }
        parts
    }

    /// Adds this range's part of a shard's gradient; the first shard's replaces the old sum.
    pub fn add(&mut self, gradient: &[f32], is_first: bool) {
        let gradient = &gradient[self.kind.range.clone()];
        if is_first {
            self.gradient.copy_from_slice(gradient);
        } else {
            for (sum, value) in self.gradient.iter_mut().zip(gradient) {
                *sum += value;
            }
        }
    }

    /// The sum of the squares of the gradient.
    pub fn square(&self) -> f64 {
        let mut sums = [0.0_f64; 16];
        for values in self.gradient.chunks(sums.len()) {
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += f64::from(value) * f64::from(value);
            }
        }
        sums.iter().sum()
    }

    /// Takes a step.
    pub fn update(&mut self, step: &Step) {
        let kept = if self.kind.decays { 1.0 - step.decay } else { 1.0 };
        let limit = self.kind.limit;
        let [mean_correction, square_correction] = step.corrections;
        let weights = self.weights.iter_mut().zip(&mut self.means).zip(&mut self.squares);
        for (((weight, mean), square), &gradient) in weights.zip(&self.gradient) {
            let gradient = gradient * step.factor;
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
            let change = *mean * mean_correction / ((*square * square_correction).sqrt() + EPSILON);
            *weight = (*weight * kept - step.rate * change).clamp(-limit, limit);
        }
    }
}
