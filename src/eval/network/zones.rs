//! Networks with zones, which see a board as points.
//!
//! Some rows of the first layer are active at each point of the board that is seen, by what is on each of the four
//! lines through it. Their sum and the biases, clipped to 0 … 1, are the point's values, which are added for each of
//! nine *zones*, three by three. The values of a zone give its *hidden* values, with weights that depend on whether it
//! is a corner, an edge or the centre; negative ones are 0, and those of all zones are added, up to [`MAX_HIDDEN`].
//! They, and the values of the whole board, are the inputs of a second hidden layer and, beside its values, of the
//! output. Only the point of view of the side to move counts.
//!
//! (Codebooks of the shapes of lines, whose sums give the points of a gomoku board values that are summed by zones: the
//! mixed networks of Rapfi, arXiv 2503.13178. The numbers of values, the clipping and the layers after them differ.)

use super::simd::{Lane, Simd};
use super::{FeatureIndex, QA, SCALE};

/// The number of lines through a point.
pub const LINES: usize = 4;
/// The number of rows that are active on a line through a point.
pub const ROWS_OF_LINE: usize = 2;
/// The number of rows that are active at a point.
pub const ROWS_OF_POINT: usize = LINES * ROWS_OF_LINE;
/// The number of zones on a side of the board.
pub const SIDE: usize = 3;
/// The number of zones.
pub const ZONES: usize = SIDE * SIDE;
/// The number of kinds of zones: corners, edges, and the centre.
pub const KINDS: usize = 3;
/// The number of hidden values of a zone, and of the second hidden layer.
pub const HIDDEN: usize = 32;

/// The value that represents 1 in all weights and biases behind the zones.
pub const ONE: i16 = 1024;
/// The factor of the sums of a zone's points.
pub const ZONE_FACTOR: f32 = 1.0 / 4.0;
/// The factor of the sums of all points.
pub const BOARD_FACTOR: f32 = 1.0 / 16.0;
/// The maximum of the sums of the zones' hidden values.
pub const MAX_HIDDEN: i16 = 16;

/// The maximum absolute value of the weights of the zones and of the second hidden layer.
pub const MAX_WEIGHT: u16 = 3 * ONE as u16 / 2;
/// The maximum number of a point's values.
pub const MAX_WIDTH: usize = 64;
/// The maximum number of points on a side of the board.
pub const MAX_SIZE: usize = 20;

/// The value that represents 1 in a zone's hidden values.
const HIDDEN_ONE: i32 = QA as i32 * 4 * ONE as i32;
/// The value that represents 1 in the inputs of the second hidden layer.
const INPUT_ONE: i16 = 2 * QA;
/// The shift from a zone's hidden values to the inputs of the second hidden layer.
const HIDDEN_SHIFT: u32 = 11;
/// The shift from the sums of a zone's points to the inputs of the second hidden layer.
const BOARD_SHIFT: u32 = 3;

const _: () = {
    assert!(HIDDEN_ONE >> HIDDEN_SHIFT == INPUT_ONE as i32);
    assert!((QA as i32 * 16) >> BOARD_SHIFT == INPUT_ONE as i32);
    // No sum can overflow.
    let points = MAX_SIZE.div_ceil(SIDE).pow(2);
    let most_sum = points as i64 * QA as i64;
    let most_bias = i16::MAX as i64 * INPUT_ONE as i64 * 2;
    assert!(most_sum <= i16::MAX as i64);
    assert!(MAX_WIDTH as i64 * most_sum * MAX_WEIGHT as i64 + most_bias <= i32::MAX as i64);
    let most_board = (((MAX_SIZE * MAX_SIZE) as i64 * QA as i64) >> BOARD_SHIFT) + ZONES as i64;
    let most_hidden = MAX_HIDDEN as i64 * INPUT_ONE as i64;
    assert!(most_board <= i16::MAX as i64 && most_hidden <= i16::MAX as i64);
    let most_inputs = MAX_WIDTH as i64 * most_board + HIDDEN as i64 * most_hidden;
    assert!(most_inputs * MAX_WEIGHT as i64 + most_bias <= i32::MAX as i64);
};

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
    /// The rows of the first layer, for each line.
    pub rows: [[FeatureIndex; ROWS_OF_LINE]; LINES],
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

    /// Checks that no sum can overflow; the error names the weights that are out of range.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let fit = |weights: &[i16]| weights.iter().all(|weight| weight.unsigned_abs() <= MAX_WEIGHT);
        if !fit(&self.zone) {
            Err("weights of zones")
        } else if !fit(&self.second) {
            Err("weights of the second hidden layer behind zones")
        } else {
            Ok(())
        }
    }
}

/// The layers behind the zones, in the layout used for evaluation.
#[derive(Debug)]
pub(super) struct PackedZones {
    width: usize,
    /// For each kind.
    zone: [Dense; KINDS],
    second: Dense,
    /// The weights of the output for each input of the second hidden layer.
    direct: Vec<[f32; HIDDEN]>,
    /// Those for its values.
    output: [f32; HIDDEN],
    output_bias: f32,
}

/// A layer with [`HIDDEN`] sums.
#[derive(Debug)]
pub(super) struct Dense {
    /// For each two inputs, their weights for each sum: an input's next to the other's.
    pub weights: Vec<[Lane; 2]>,
    pub bias: [i32; HIDDEN],
}

impl Dense {
    /// A layer with [`HIDDEN`] weights for each input.
    pub fn new(weights: &[i16], bias: [i32; HIDDEN]) -> Self {
        let pair = |rows: &[[i16; HIDDEN]]| {
            let interleaved: Vec<_> = (0..HIDDEN).flat_map(|sum| [rows[0][sum], rows[1][sum]]).collect();
            let lanes = Lane::of(&interleaved);
            [lanes[0], lanes[1]]
        };
        Self { weights: weights.as_chunks().0.chunks_exact(2).map(pair).collect(), bias }
    }
}

/// What the second hidden layer gets from a zone: its hidden values, negative ones being 0.
pub(super) type ZoneOutputs = [i32; HIDDEN];

impl PackedZones {
    pub fn new(layers: &ZoneLayers, width: usize) -> Self {
        let sizes = ZoneSizes::new(width);
        let biases =
            |integers: &[i16], factor: i32| std::array::from_fn(|sum| i32::from(integers[sum]) * factor);
        let zone = |kind: usize| {
            let length = width * HIDDEN;
            let bias = biases(&layers.zone_bias[kind * HIDDEN..], HIDDEN_ONE / i32::from(ONE));
            Dense::new(&layers.zone[kind * length..][..length], bias)
        };
        let (direct, output) = layers.output.split_at(sizes.second_inputs());
        let rows = |weights: &[i16], unit: f32| {
            let row = |row: &[i16; HIDDEN]| row.map(|integer| weight(integer) / unit);
            weights.as_chunks().0.iter().map(row).collect::<Vec<_>>()
        };
        let input_one = f32::from(INPUT_ONE);
        Self {
            width,
            zone: std::array::from_fn(zone),
            second: Dense::new(&layers.second, biases(&layers.second_bias, i32::from(INPUT_ONE))),
            direct: rows(direct, input_one),
            output: rows(output, input_one * f32::from(ONE))[0],
            output_bias: weight(layers.output_bias[0]),
        }
    }

    /// What a zone with these sums of its points' values gives to the second hidden layer.
    #[inline(always)]
    pub fn of_zone(&self, simd: Simd, zone: usize, sums: &[Lane]) -> ZoneOutputs {
        let mut hidden = simd.dense(sums, &self.zone[KIND_OF_ZONE[zone]]);
        for value in &mut hidden {
            *value = (*value).max(0) >> HIDDEN_SHIFT;
        }
        hidden
    }

    /// The output, from the sums of all zones and what they give to the second hidden layer. `sums` has a row for each
    /// zone.
    #[inline(always)]
    pub fn output(&self, simd: Simd, sums: &[Lane], of_zones: &[ZoneOutputs; ZONES]) -> f32 {
        let stride = self.width / Lane::NUMBERS;
        let mut inputs = [Lane::ZERO; MAX_WIDTH / Lane::NUMBERS + 1];
        for (lane, input) in inputs[..stride].iter_mut().enumerate() {
            for zone in 0..ZONES {
                *input = input.plus(sums[zone * stride + lane].rounded::<BOARD_SHIFT>());
            }
        }
        let mut hidden = [0; HIDDEN];
        for of_zone in of_zones {
            for index in 0..HIDDEN {
                hidden[index] += of_zone[index];
            }
        }
        let mut last = [0; HIDDEN];
        for index in 0..HIDDEN {
            last[index] = hidden[index].min(i32::from(MAX_HIDDEN * INPUT_ONE)) as i16;
        }
        inputs[stride] = Lane::new(last);
        let inputs = &inputs[..=stride];
        let second = simd.dense(inputs, &self.second);
        let mut output = [0.0; HIDDEN];
        for index in 0..HIDDEN {
            output[index] = second[index].max(0) as f32 * self.output[index];
        }
        for (lane, weights) in inputs.iter().zip(&self.direct) {
            for index in 0..HIDDEN {
                output[index] += f32::from(lane.numbers()[index]) * weights[index];
            }
        }
        sum_by_halves(output) + self.output_bias
    }
}

/// The sum of a power of two of numbers, adding half of them to the others at a time: in an order that registers of any
/// width can keep, so that every processor computes the same.
#[inline(always)]
pub fn sum_by_halves<const N: usize>(mut numbers: [f32; N]) -> f32 {
    const { assert!(N.is_power_of_two()) };
    let mut half = N / 2;
    while half > 0 {
        for index in 0..half {
            numbers[index] += numbers[index + half];
        }
        half /= 2;
    }
    numbers[0]
}

/// The score in evaluation units for this output.
#[inline]
pub(super) fn units(output: f32) -> i32 {
    (output * SCALE as f32) as i32
}

fn weight(integer: i16) -> f32 {
    f32::from(integer) / f32::from(ONE)
}

const _: () = assert!(HIDDEN == Lane::NUMBERS);

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
