//! The output of a network with zones and its derivatives, for one position at a time.

use crate::eval::network::zones::{
    BOARD_FACTOR, HIDDEN, KIND_OF_ZONE, MAX_HIDDEN, PointRows, ZONE_FACTOR, ZONES,
};
use crate::eval::network::{FeatureIndex, FeatureSet};

use super::kernel::{LANES, add_scaled, add_to, block, block_mut, dot};
use super::parameters::Layers;

/// The number of a point's values that are computed at once.
const BLOCK: usize = 32;

type Hidden = [f32; HIDDEN];

// [`dot`] sums whole groups of lanes only.
const _: () = assert!(HIDDEN.is_multiple_of(LANES));

/// Lists the points that the side to move sees: [`FeatureSet::points`].
pub(super) type PointsOf = fn([&[FeatureIndex]; 2], &mut Vec<PointRows>);

/// The layers behind the zones, as in [`ZoneLayers`](crate::eval::network::zones::ZoneLayers).
pub(super) struct Zones<T> {
    pub zone: T,
    pub zone_bias: T,
    pub second: T,
    pub second_bias: T,
    pub output: T,
    pub output_bias: T,
}

/// The values of a network with zones for a position.
#[derive(Debug)]
pub(super) struct ZoneValues {
    width: usize,
    list: PointsOf,
    points: Vec<PointRows>,
    /// The values of each point before clipping.
    values: Vec<f32>,
    /// The sums of the clipped values for each zone, and their derivatives.
    sums: Vec<f32>,
    derivatives: Vec<f32>,
    /// The hidden values of each zone before negative ones become 0.
    hidden: [Hidden; ZONES],
    /// The inputs of the second hidden layer.
    inputs: Vec<f32>,
    second: Hidden,
}

impl ZoneValues {
    pub fn new<I: FeatureSet>(width: usize) -> Self {
        Self {
            width,
            list: I::points,
            points: Vec::new(),
            values: Vec::new(),
            sums: vec![0.0; ZONES * width],
            derivatives: vec![0.0; ZONES * width],
            hidden: [[0.0; HIDDEN]; ZONES],
            inputs: vec![0.0; width + HIDDEN],
            second: [0.0; HIDDEN],
        }
    }

    /// The network's output for these inputs of the side to move and of the other side.
    pub fn output(&mut self, layers: &Layers<&[f32]>, inputs: [&[FeatureIndex]; 2]) -> f32 {
        let Self { width, list, points, values, sums, hidden, inputs: second_inputs, second, .. } = self;
        let width = *width;
        points.clear();
        list(inputs, points);
        values.clear();
        values.resize(points.len() * width, 0.0);
        sums.fill(0.0);
        for (point, values) in points.iter().zip(values.chunks_exact_mut(width)) {
            let sums = &mut sums[usize::from(point.zone) * width..][..width];
            let blocks = values.as_chunks_mut::<BLOCK>().0.iter_mut().zip(sums.as_chunks_mut::<BLOCK>().0);
            for (index, (values, sums)) in blocks.enumerate() {
                *values = *block(layers.first_bias, index * BLOCK);
                for &row in point.rows.as_flattened() {
                    let row = block(layers.first, usize::from(row) * width + index * BLOCK);
                    add_to(values, row);
                }
                for column in 0..BLOCK {
                    sums[column] += values[column].clamp(0.0, 1.0);
                }
            }
        }
        let zones = &layers.zones;
        let (of_board, of_zones) = second_inputs.split_at_mut(width);
        of_board.fill(0.0);
        of_zones.fill(0.0);
        for (zone, (sums, hidden)) in sums.chunks_exact(width).zip(hidden).enumerate() {
            let kind = KIND_OF_ZONE[zone];
            *hidden = *block(zones.zone_bias, kind * HIDDEN);
            for (column, sum) in sums.iter().enumerate() {
                of_board[column] += sum * BOARD_FACTOR;
                let row: &Hidden = block(zones.zone, (kind * width + column) * HIDDEN);
                add_scaled(hidden, row, sum * ZONE_FACTOR);
            }
            for (sum, value) in of_zones.iter_mut().zip(&*hidden) {
                *sum += value.max(0.0);
            }
        }
        for sum in of_zones {
            *sum = sum.min(f32::from(MAX_HIDDEN));
        }
        *second = *block(zones.second_bias, 0);
        let mut output = zones.output_bias[0];
        for (index, &input) in second_inputs.iter().enumerate() {
            add_scaled(second, block::<HIDDEN>(zones.second, index * HIDDEN), input);
            output += input * zones.output[index];
        }
        for (value, weight) in second.iter().zip(&zones.output[second_inputs.len()..]) {
            output += value.max(0.0) * weight;
        }
        output
    }

    /// Adds the derivatives of the last computed output, times `factor`, to `gradient`.
    pub fn add_gradient(&mut self, layers: &Layers<&[f32]>, factor: f32, gradient: &mut Layers<&mut [f32]>) {
        let Self { width, points, values, sums, derivatives, hidden, inputs, second, .. } = self;
        let (width, layers_behind, behind) = (*width, &layers.zones, &mut gradient.zones);
        behind.output_bias[0] += factor;
        let mut of_second = [0.0; HIDDEN];
        let weights = &layers_behind.output[inputs.len()..];
        for (index, value) in second.iter().enumerate() {
            if *value > 0.0 {
                of_second[index] = factor * weights[index];
                behind.output[inputs.len() + index] += factor * value;
            }
        }
        add_to(block_mut(behind.second_bias, 0), &of_second);
        // The derivatives of the inputs.
        let mut of_zones = [0.0; HIDDEN];
        derivatives.fill(0.0);
        for (index, &input) in inputs.iter().enumerate() {
            behind.output[index] += factor * input;
            let row: &Hidden = block(layers_behind.second, index * HIDDEN);
            let derivative = factor * layers_behind.output[index] + dot(row, &of_second);
            add_scaled(block_mut::<HIDDEN>(behind.second, index * HIDDEN), &of_second, input);
            if index < width {
                derivatives[index] = derivative * BOARD_FACTOR;
            } else {
                let is_below = input < f32::from(MAX_HIDDEN);
                of_zones[index - width] = if is_below { derivative } else { 0.0 };
            }
        }
        let (first, others) = derivatives.split_at_mut(width);
        for other in others.chunks_exact_mut(width) {
            other.copy_from_slice(first);
        }
        for (zone, (sums, derivatives)) in
            sums.chunks_exact(width).zip(derivatives.chunks_exact_mut(width)).enumerate()
        {
            let kind = KIND_OF_ZONE[zone];
            let is_on = |index: usize| hidden[zone][index] > 0.0;
            let of_hidden: Hidden =
                std::array::from_fn(|index| if is_on(index) { of_zones[index] } else { 0.0 });
            add_to(block_mut(behind.zone_bias, kind * HIDDEN), &of_hidden);
            for (column, (sum, derivative)) in sums.iter().zip(derivatives).enumerate() {
                let at = (kind * width + column) * HIDDEN;
                *derivative += dot(block::<HIDDEN>(layers_behind.zone, at), &of_hidden) * ZONE_FACTOR;
                add_scaled(block_mut::<HIDDEN>(behind.zone, at), &of_hidden, sum * ZONE_FACTOR);
            }
        }
        for (point, values) in points.iter().zip(values.chunks_exact(width)) {
            let derivatives = &derivatives[usize::from(point.zone) * width..][..width];
            let blocks = values.as_chunks::<BLOCK>().0.iter().zip(derivatives.as_chunks::<BLOCK>().0);
            for (index, (values, derivatives)) in blocks.enumerate() {
                let mut inside = [0.0; BLOCK];
                for column in 0..BLOCK {
                    let is_inside = values[column] > 0.0 && values[column] < 1.0;
                    inside[column] = if is_inside { derivatives[column] } else { 0.0 };
                }
                add_to(block_mut(gradient.first_bias, index * BLOCK), &inside);
                for &row in point.rows.as_flattened() {
                    let row = block_mut(gradient.first, usize::from(row) * width + index * BLOCK);
                    add_to(row, &inside);
                }
            }
        }
    }
}
