use std::fmt;

use super::hidden::{self, HiddenLayers};
use super::simd::{Lane, Simd};
use super::zones::{self, PackedZones, PointRows, ZONES, ZoneLayers, ZoneSizes};
use super::{FeatureIndex, FeatureSet};

/// The number of evaluation units that an output of 1 represents.
pub const SCALE: i32 = 400;
/// The value that represents 1 in the accumulators and the weights of the first layer.
pub const QA: i16 = 255;
/// The value that represents 1 in the weights of the output layer.
pub const QB: i16 = 64;

/// The maximum absolute value of an output weight: multiplied by [`QA`], it fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: u16 = 127;

/// The maximum absolute value of an output bias, beyond which scores might not fit 32 bits.
pub(super) const MAX_OUTPUT_BIAS: u32 = 1 << 29;

/// The score in evaluation units, from the weighted sum of the squares, the bias of the output layer, and the hidden
/// layers' part of the output in units of 1/([`QA`] · [`QB`]).
#[inline]
pub(super) fn units(sum: i64, bias: i32, hidden: i64) -> i32 {
    let output = sum / i64::from(QA) + i64::from(bias) + hidden;
    (output * i64::from(SCALE) / (i64::from(QA) * i64::from(QB))) as i32
}

/// The architecture of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The name of the mapping of inputs: [`FeatureSet::NAME`].
    pub inputs: String,
    /// The number of inputs.
    pub input_count: usize,
    /// The width of each side's accumulator: a multiple of [`Form::WIDTH_STEP`] up to [`Form::MAX_WIDTH`].
    pub width: usize,
    /// The number of output buckets.
    pub buckets: usize,
    /// Whether the score is added to the hand-written evaluation's.
    pub is_residual: bool,
    /// Whether hidden layers add to the output. The width is then a multiple of twice [`Form::WIDTH_STEP`].
    pub is_deep: bool,
    /// Whether it has [zones](super::zones) instead of accumulators and output buckets. The width is then the number of
    /// a point's values.
    pub is_zoned: bool,
}

impl Form {
    /// Widths are multiples of this.
    pub const WIDTH_STEP: usize = 32;
    /// The maximum width.
    pub const MAX_WIDTH: usize = 1024;

    /// The maximum number of output buckets.
    pub const MAX_BUCKETS: usize = 64;

    /// The form with the inputs of `I` and this width, without hidden layers.
    pub fn of<I: FeatureSet>(width: usize, is_residual: bool) -> Self {
        Self {
            inputs: I::NAME.to_owned(),
            input_count: I::ROWS,
            width,
            buckets: I::OUTPUT_BUCKETS,
            is_residual,
            is_deep: false,
            is_zoned: I::IS_ZONED,
        }
    }

    /// Whether a network can have this width; `is_deep` as in [`Form::is_deep`].
    pub fn is_width(width: usize, is_deep: bool) -> bool {
        let step = if is_deep { 2 * Self::WIDTH_STEP } else { Self::WIDTH_STEP };
        (step..=Self::MAX_WIDTH).contains(&width) && width.is_multiple_of(step)
    }

    /// Checks that the numbers are within their ranges; the error names the one that is not.
    pub(super) fn check_sizes(&self) -> Result<(), &'static str> {
        let inputs = 1..=usize::from(super::FeatureIndex::MAX);
        if !Self::is_width(self.width, self.is_deep) || self.is_zoned && self.width > zones::MAX_WIDTH {
            Err("width")
        } else if !inputs.contains(&self.input_count) {
            Err("number of inputs")
        } else if !(1..=Self::MAX_BUCKETS).contains(&self.buckets) {
            Err("number of output buckets")
        } else {
            Ok(())
        }
    }

    /// The name of a network of this form whose weights have this checksum, as in
    /// `chess-768m4k, 2 × 128, 8 buckets, 0123abcd`.
    pub(super) fn name(&self, checksum: u32) -> String {
        format!("{self}, {checksum:08x}")
    }

    /// The number of bytes of the weights in a file.
    pub(super) const fn weight_bytes(&self) -> usize {
        let first = 2 * (self.input_count + 1) * self.width;
        if self.is_zoned {
            return first + 2 * ZoneSizes::new(self.width).all();
        }
        let output = (4 * self.width + 4) * self.buckets;
        first + output + if self.is_deep { HiddenLayers::bytes(self.width, self.buckets) } else { 0 }
    }
}

/// The form as in reports: `chess-768m4k, 2 × 128, 8 buckets`, or `chess-768m4k, 2 × 256, 16, 32, 8 buckets` with
/// hidden layers; `gomoku-992p, 64, 9 zones, 32, 32` with zones.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs, width, buckets, is_residual, is_deep, is_zoned, .. } = self;
        let residual = if *is_residual { ", residual" } else { "" };
        if *is_zoned {
            let hidden = zones::HIDDEN;
            return write!(f, "{inputs}, {width}, {ZONES} zones, {hidden}, {hidden}{residual}");
        }
        write!(f, "{inputs}, 2 × {width}")?;
        if *is_deep {
            write!(f, ", {}, {}", hidden::FIRST, hidden::SECOND)?;
        }
        write!(f, ", {buckets} buckets{residual}")
    }
}

/// A network with integer weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// Its form.
    pub form: Form,
    /// The weights of the first layer in units of 1/[`QA`]: a row of [`Form::width`] for each input.
    pub first: Vec<i16>,
    /// The biases of the first layer, in the same units.
    pub first_bias: Vec<i16>,
    /// The weights of the output layer in units of 1/[`QB`], at most 127 in absolute value: for each bucket, one row
    /// for the accumulator of the side to move, then one for the other side's.
    pub output: Vec<i16>,
    /// The biases of the output layer for each bucket, in units of 1/([`QA`] · [`QB`]).
    pub output_bias: Vec<i32>,
    /// The hidden layers of a deep network.
    pub hidden: Option<HiddenLayers>,
    /// The layers behind the zones of a network with zones, which has no output layer.
    pub zones: Option<ZoneLayers>,
}

impl Network {
    /// A network whose weights are all 0.
    pub fn zero(form: Form) -> Self {
        let buckets = if form.is_zoned { 0 } else { form.buckets };
        Self {
            first: vec![0; form.input_count * form.width],
            first_bias: vec![0; form.width],
            output: vec![0; 2 * form.width * buckets],
            output_bias: vec![0; buckets],
            hidden: form.is_deep.then(|| HiddenLayers::zero(form.width, form.buckets)),
            zones: form.is_zoned.then(|| ZoneLayers::zero(form.width)),
            form,
        }
    }

    /// A function from the inputs of the side to move and of the other side in the feature set `I`, and the output
    /// bucket, to the score of a position in evaluation units: the reference that faster computations must agree with.
    pub fn scores<I: FeatureSet>(&self) -> impl Fn([&[FeatureIndex]; 2], usize) -> i32 {
        let zones = self.zones.as_ref().map(|zones| PackedZones::new(zones, self.form.width));
        move |[own, other], bucket| {
            let Some(zones) = &zones else { return self.score(own, other, bucket) };
            let mut points = Vec::new();
            I::points([own, other], &mut points);
            self.score_of_points(zones, &points)
        }
    }

    /// The score of a network with zones from the points that are seen.
    fn score_of_points(&self, zones: &PackedZones, points: &[PointRows]) -> i32 {
        let width = self.form.width;
        let mut sums = vec![0; ZONES * width];
        for point in points {
            let zone = &mut sums[usize::from(point.zone) * width..][..width];
            for (sum, value) in zone.iter_mut().zip(self.accumulator(point.rows.as_flattened())) {
                *sum += value.clamp(0, QA);
            }
        }
        let zone = |zone: usize| Lane::of(&sums[zone * width..][..width]);
        let of_zones = std::array::from_fn(|index| zones.of_zone(Simd::PORTABLE, index, &zone(index)));
        zones::units(zones.output(Simd::PORTABLE, &Lane::of(&sums), &of_zones))
    }

    /// The score from the inputs of both sides, without zones.
    pub fn score(&self, own: &[FeatureIndex], other: &[FeatureIndex], bucket: usize) -> i32 {
        let width = self.form.width;
        let rows = self.output[2 * width * bucket..][..2 * width].chunks_exact(width);
        let accumulators = [own, other].map(|inputs| self.accumulator(inputs));
        let sum: i64 = accumulators
            .iter()
            .zip(rows)
            .flat_map(|(values, weights)| values.iter().zip(weights))
            .map(|(value, &weight)| {
                let clipped = i64::from((*value).clamp(0, QA));
                clipped * clipped * i64::from(weight)
            })
            .sum();
        let [own, other] = &accumulators;
        let hidden = self.hidden.as_ref().map_or(0, |hidden| hidden.output([own, other], bucket));
        units(sum, self.output_bias[bucket], hidden::in_output_units(hidden))
    }

    /// The checksum of the weights, as in the network's file; it distinguishes networks of the same form.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.weight_bytes())
    }

    /// The network's name: its form and its checksum.
    pub fn name(&self) -> String {
        self.form.name(self.checksum())
    }

    /// The weights as in a network file.
    pub(super) fn weight_bytes(&self) -> Vec<u8> {
        let Self { first, first_bias, output, output_bias, hidden, zones, .. } = self;
        let mut bytes = Vec::with_capacity(self.form.weight_bytes());
        let layers = [first, first_bias, output].into_iter().flatten();
        bytes.extend(layers.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        if let Some(hidden) = hidden {
            hidden.put(&mut bytes);
        }
        let layers = zones.iter().flat_map(ZoneLayers::layers).flatten();
        bytes.extend(layers.flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// A side's accumulator.
    pub fn accumulator(&self, inputs: &[FeatureIndex]) -> Vec<i16> {
        let mut sum = self.first_bias.clone();
        for &input in inputs {
            let row = &self.first[usize::from(input) * self.form.width..][..self.form.width];
            for (value, weight) in sum.iter_mut().zip(row) {
                *value = value.wrapping_add(*weight);
            }
        }
        sum
    }
}
