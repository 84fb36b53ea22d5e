//! Networks with zones, which see a board as points.
//!
//! Some rows of the first layer are active at each point of the board that is seen. Their sum and the biases, clipped
//! to 0 … 1, are the point's values, which are added for each of nine *zones*, three by three. The values of a zone
//! give its *hidden* values, with weights that depend on whether it is a corner, an edge or the centre; negative ones
//! are 0, and those of all zones are added. They, and the values of the whole board, are the inputs of a second hidden
//! layer and, beside its values, of the output. Only the point of view of the side to move counts.
//!
//! (Codebooks of the shapes of lines, whose sums give the points of a gomoku board values that are summed by zones: the
//! mixed networks of Rapfi, arXiv 2503.13178. The numbers of values, the clipping and the layers after them are others.)

use super::simd::Lane;
use super::{FeatureIndex, QA, SCALE};

/// The number of rows that are active at a point.
pub const ROWS_OF_POINT: usize = 8;
/// The number of zones on a side of the board.
pub const SIDE: usize = 3;
/// The number of zones.
pub const ZONES: usize = SIDE * SIDE;
/// The number of kinds of zones: corners, edges, and the centre.
pub const KINDS: usize = 3;
/// The number of hidden values of a zone, and of the second hidden layer.
pub const HIDDEN: usize = 32;

/// The value that represents 1 in all weights and biases behind the zones.
pub const ONE: i16 = 4096;
/// The factor of the sums of a zone's points.
pub const ZONE_FACTOR: f32 = 1.0 / 4.0;
/// The factor of the sums of all points.
pub const BOARD_FACTOR: f32 = 1.0 / 16.0;

/// The kind of each zone.
pub const KIND_OF_ZONE: [usize; ZONES] = [0, 1, 0, 1, 2, 1, 0, 1, 0];

/// The zone of a point of a board with `size` points on a side.
#[inline]
pub const fn zone(file: usize, rank: usize, size: usize) -> usize {
    rank * SIDE / size * SIDE + file * SIDE / size
}

/// A point that is seen: its zone, and the rows that are active there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointRows {
    /// The zone, less than [`ZONES`].
    pub zone: u8,
    /// The rows of the first layer.
    pub rows: [FeatureIndex; ROWS_OF_POINT],
}

/// The numbers of weights behind the zones, for points with `width` values.
#[derive(Debug, Clone, Copy)]
pub struct ZoneSizes {
    width: usize,
}

impl ZoneSizes {
    /// Those for this width.
    pub const fn new(width: usize) -> Self {
        Self { width }
    }

    /// The weights of the zones: for each kind and each value, one for each hidden value.
    pub const fn zone(self) -> usize {
        KINDS * self.width * HIDDEN
    }

    /// Their biases.
    pub const fn zone_bias(self) -> usize {
        KINDS * HIDDEN
    }

    /// The inputs of the second hidden layer: the values of the board, and the hidden values of the zones.
    pub const fn second_inputs(self) -> usize {
        self.width + HIDDEN
    }

    /// The weights of the second hidden layer: for each input, one for each value.
    pub const fn second(self) -> usize {
        self.second_inputs() * HIDDEN
    }

    /// Its biases.
    pub const fn second_bias(self) -> usize {
        HIDDEN
    }

    /// The weights of the output: of the second hidden layer's inputs, then of its values.
    pub const fn output(self) -> usize {
        self.second_inputs() + HIDDEN
    }

    /// All of them, and the bias of the output.
    pub const fn all(self) -> usize {
        self.zone() + self.zone_bias() + self.second() + self.second_bias() + self.output() + 1
    }
}

/// The weights behind the zones, in units of 1/[`ONE`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneLayers {
    /// See [`ZoneSizes::zone`].
    pub zone: Vec<i16>,
    /// See [`ZoneSizes::zone_bias`].
    pub zone_bias: Vec<i16>,
    /// See [`ZoneSizes::second`].
    pub second: Vec<i16>,
    /// See [`ZoneSizes::second_bias`].
    pub second_bias: Vec<i16>,
    /// See [`ZoneSizes::output`].
    pub output: Vec<i16>,
    /// The bias of the output.
    pub output_bias: Vec<i16>,
}

impl ZoneLayers {
    /// Layers whose weights are all 0, for points with `width` values.
    pub(super) fn zero(width: usize) -> Self {
        let sizes = ZoneSizes::new(width);
        Self {
            zone: vec![0; sizes.zone()],
            zone_bias: vec![0; sizes.zone_bias()],
            second: vec![0; sizes.second()],
            second_bias: vec![0; sizes.second_bias()],
            output: vec![0; sizes.output()],
            output_bias: vec![0],
        }
    }

    /// The layers in the order of the file.
    pub fn layers(&self) -> [&Vec<i16>; 6] {
        let Self { zone, zone_bias, second, second_bias, output, output_bias } = self;
        [zone, zone_bias, second, second_bias, output, output_bias]
    }

    /// The same, mutable.
    pub fn layers_mut(&mut self) -> [&mut Vec<i16>; 6] {
        let Self { zone, zone_bias, second, second_bias, output, output_bias } = self;
        [zone, zone_bias, second, second_bias, output, output_bias]
    }
}

/// Hidden values, which loops over arrays of fixed length keep in registers.
type Hidden = [f32; HIDDEN];

/// The layers behind the zones in floating-point numbers. All sums are taken in a fixed order, so that every processor
/// computes the same.
#[derive(Debug)]
pub(super) struct PackedZones {
    width: usize,
    /// For each kind and each value of a point.
    zone: Vec<Hidden>,
    zone_bias: [Hidden; KINDS],
    /// For each input.
    second: Vec<Hidden>,
    second_bias: Hidden,
    /// The output's weights of the inputs of the second hidden layer.
    direct: Vec<f32>,
    output: Hidden,
    output_bias: f32,
}

impl PackedZones {
    pub fn new(layers: &ZoneLayers, width: usize) -> Self {
        let rows =
            |weights: &[i16]| weights.as_chunks().0.iter().map(|row| row.map(weight)).collect::<Vec<_>>();
        let zone_bias = rows(&layers.zone_bias);
        let (direct, output) = layers.output.split_at(ZoneSizes::new(width).second_inputs());
        Self {
            width,
            zone: rows(&layers.zone),
            zone_bias: std::array::from_fn(|kind| zone_bias[kind]),
            second: rows(&layers.second),
            second_bias: rows(&layers.second_bias)[0],
            direct: direct.iter().map(|&integer| weight(integer)).collect(),
            output: rows(output)[0],
            output_bias: weight(layers.output_bias[0]),
        }
    }

    /// The hidden values of a zone with these sums of its points' values, in units of 1/[`QA`].
    #[inline(always)]
    pub fn hidden(&self, zone: usize, sums: &[Lane]) -> Hidden {
        let kind = KIND_OF_ZONE[zone];
        let mut hidden = self.zone_bias[kind];
        let weights = &self.zone[kind * self.width..][..self.width];
        for (lane, weights) in sums.iter().zip(weights.as_chunks::<{ Lane::NUMBERS }>().0) {
            let mut sums = [0.0; Lane::NUMBERS];
            for index in 0..Lane::NUMBERS {
                sums[index] = f32::from(lane.numbers()[index]) * (ZONE_FACTOR / f32::from(QA));
            }
            for index in 0..Lane::NUMBERS {
                add_scaled(&mut hidden, &weights[index], sums[index]);
            }
        }
        hidden
    }

    /// The output, from the sums of all zones and their hidden values. `sums` has a row for each zone.
    #[inline(always)]
    pub fn output(&self, sums: &[Lane], hidden: &[Hidden; ZONES]) -> f32 {
        let mut of_zones = [0.0; HIDDEN];
        for hidden in hidden {
            for index in 0..HIDDEN {
                of_zones[index] += hidden[index].max(0.0);
            }
        }
        let mut second = self.second_bias;
        let mut output = [0.0; HIDDEN];
        let stride = self.width / Lane::NUMBERS;
        let (blocks, direct) = (self.second.as_chunks::<{ Lane::NUMBERS }>().0, self.direct.as_chunks().0);
        for lane in 0..stride {
            let mut of_board = [0; Lane::NUMBERS];
            for zone in 0..ZONES {
                let numbers = sums[zone * stride + lane].numbers();
                for index in 0..Lane::NUMBERS {
                    of_board[index] += i32::from(numbers[index]);
                }
            }
            let mut inputs = [0.0; Lane::NUMBERS];
            for index in 0..Lane::NUMBERS {
                inputs[index] = of_board[index] as f32 * (BOARD_FACTOR / f32::from(QA));
            }
            add_inputs(&mut second, &mut output, &inputs, &blocks[lane], &direct[lane]);
        }
        add_inputs(&mut second, &mut output, &of_zones, &blocks[stride], &direct[stride]);
        for index in 0..HIDDEN {
            output[index] += second[index].max(0.0) * self.output[index];
        }
        let mut half = HIDDEN / 2;
        while half > 0 {
            for index in 0..half {
                output[index] += output[index + half];
            }
            half /= 2;
        }
        output[0] + self.output_bias
    }
}

/// The score in evaluation units for this output.
#[inline]
pub(super) fn units(output: f32) -> i32 {
    (output * SCALE as f32) as i32
}

fn weight(integer: i16) -> f32 {
    f32::from(integer) / f32::from(ONE)
}

/// Adds the inputs of the second hidden layer, each times its weights, and their parts of the output.
#[inline(always)]
fn add_inputs(
    second: &mut Hidden,
    output: &mut Hidden,
    inputs: &Hidden,
    weights: &[Hidden; HIDDEN],
    direct: &Hidden,
) {
    let mut sums = *second;
    for index in 0..HIDDEN {
        add_scaled(&mut sums, &weights[index], inputs[index]);
        output[index] += inputs[index] * direct[index];
    }
    *second = sums;
}

const _: () = assert!(HIDDEN == Lane::NUMBERS);

/// Adds `factor` times `weights`.
#[inline(always)]
fn add_scaled(sums: &mut Hidden, weights: &Hidden, factor: f32) {
    for index in 0..HIDDEN {
        sums[index] += factor * weights[index];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_have_kinds_by_their_place() {
        for size in [5, 6, 15, 19, 20] {
            let mut points = [0; ZONES];
            for rank in 0..size {
                for file in 0..size {
                    points[zone(file, rank, size)] += 1;
                    // Images of a point are in zones of the same kind.
                    let kind = |file, rank| KIND_OF_ZONE[zone(file, rank, size)];
                    assert_eq!(kind(file, rank), kind(rank, file));
                    if size % SIDE == 0 {
                        assert_eq!(kind(file, rank), kind(size - 1 - file, rank));
                    }
                }
            }
            assert!(points.into_iter().all(|points| points > 0));
        }
    }
}
