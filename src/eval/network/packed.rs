use super::form::units;
use super::hidden::{self, FIRST, HiddenLayers, SECOND, SECOND_INPUTS};
use super::simd::{Bytes, Changes, Lane, Simd};
use super::zones::{self, Dense, PackedZones, ZONES};
use super::{FeatureIndex, FeatureSet, Form, Network, QA};
use crate::base::Side;

/// A network in the layout used for evaluation.
#[derive(Debug)]
pub struct PackedNetwork {
    form: Form,
    checksum: u32,
    /// The number of lanes in a row.
    pub(super) stride: usize,
    /// The rows of the first layer.
    pub(super) rows: Vec<Lane>,
    pub(super) bias: Vec<Lane>,
    /// The weights of the output layer, bucket by bucket.
    output: Vec<Lane>,
    output_bias: Vec<i32>,
    /// The hidden layers for each bucket; none if the network is not deep.
    hidden: Vec<PackedHidden>,
    /// The layers behind the zones of a network that has them.
    pub(super) zones: Option<PackedZones>,
}

/// The hidden layers for one output bucket.
#[derive(Debug)]
pub(super) struct PackedHidden {
    /// For each four products, their weights for each sum.
    pub(super) first: Vec<Bytes>,
    pub(super) first_bias: [i32; FIRST],
    pub(super) second: Dense,
    pub(super) output: [i16; SECOND],
}

impl PackedHidden {
    /// Packs the layers of a bucket, for accumulators of this width.
    fn new(layers: &HiddenLayers, width: usize, bucket: usize) -> Self {
        let rows = &layers.first[FIRST * width * bucket..][..FIRST * width];
        let four = |column: usize| (0..FIRST).flat_map(move |sum| &rows[sum * width + column..][..4]);
        let second: [i16; SECOND * SECOND_INPUTS] = hidden::chunk(&layers.second, bucket);
        let by_input: Vec<_> = (0..SECOND_INPUTS)
            .flat_map(|input| second.iter().skip(input).step_by(SECOND_INPUTS))
            .copied()
            .collect();
        Self {
            first: (0..width).step_by(4).map(|column| Bytes::of(four(column).copied())).collect(),
            first_bias: hidden::chunk(&layers.first_bias, bucket),
            second: Dense::new(&by_input, hidden::chunk(&layers.second_bias, bucket)),
            output: hidden::chunk(&layers.output, bucket),
        }
    }
}

impl PackedNetwork {
    /// Packs a network.
    pub fn new(network: &Network) -> Self {
        let Form { width, buckets, .. } = network.form;
        let hidden = network
            .hidden
            .iter()
            .flat_map(|layers| (0..buckets).map(move |bucket| PackedHidden::new(layers, width, bucket)));
        Self {
            hidden: hidden.collect(),
            form: network.form.clone(),
            checksum: network.checksum(),
            stride: width / Lane::NUMBERS,
            rows: Lane::of(&network.first),
            bias: Lane::of(&network.first_bias),
            output: Lane::of(&network.output),
            output_bias: network.output_bias.clone(),
            zones: network.zones.as_ref().map(|zones| PackedZones::new(zones, width)),
        }
    }

    /// Its form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Its name: [`Network::name`].
    pub fn name(&self) -> String {
        self.form.name(self.checksum)
    }

    /// The score in evaluation units from the accumulators of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn score(&self, simd: Simd, accumulators: [&[Lane]; 2], bucket: usize) -> i32 {
        let weights = self.output_weights(bucket);
        let hidden = self.hidden(simd, accumulators, bucket);
        units(simd.output(accumulators, weights), self.output_bias[bucket], hidden)
    }

    /// The hidden layers' part of the output.
    #[inline]
    fn hidden(&self, simd: Simd, accumulators: [&[Lane]; 2], bucket: usize) -> i64 {
        let Some(layers) = self.hidden.get(bucket) else { return 0 };
        hidden::in_output_units(simd.hidden(accumulators, layers))
    }

    /// The same after an update of the accumulators of both sides, which are adjacent in memory, the first side's
    /// before the other's.
    #[inline(always)]
    pub(super) fn score_of_update<L: AsRef<[FeatureIndex]>>(
        &self,
        simd: Simd,
        source: &[Lane],
        target: &mut [Lane],
        changes: &[Changes<L>; 2],
        mover: Side,
        bucket: usize,
    ) -> i32 {
        let [own, other] = self.output_weights(bucket);
        let weights = match mover {
            Side::First => [own, other],
            Side::Second => [other, own],
        };
        let sum = simd.update_and_output(&self.rows, source, target, changes, weights);
        let (first, second) = target.split_at(self.stride);
        let accumulators = match mover {
            Side::First => [first, second],
            Side::Second => [second, first],
        };
        units(sum, self.output_bias[bucket], self.hidden(simd, accumulators, bucket))
    }

    /// The same from scratch, from the inputs of the side to move and of the other side.
    pub(super) fn score_of_inputs<I: FeatureSet>(
        &self,
        simd: Simd,
        inputs: [&[FeatureIndex]; 2],
        bucket: usize,
    ) -> i32 {
        if let Some(zones) = &self.zones {
            return self.score_of_points::<I>(simd, zones, inputs);
        }
        let accumulators = inputs.map(|inputs| {
            let mut accumulator = vec![Lane::ZERO; self.stride];
            let changes = Changes { plus: inputs, minus: &[] };
            simd.update(&self.rows, &self.bias, &mut accumulator, changes);
            accumulator
        });
        self.score(simd, [&accumulators[0], &accumulators[1]], bucket)
    }

    /// The score of a network with zones from scratch.
    fn score_of_points<I: FeatureSet>(
        &self,
        simd: Simd,
        zones: &PackedZones,
        inputs: [&[FeatureIndex]; 2],
    ) -> i32 {
        let mut points = Vec::new();
        I::points(inputs, &mut points);
        let mut sums = vec![Lane::ZERO; ZONES * self.stride];
        for point in &points {
            let zone = &mut sums[usize::from(point.zone) * self.stride..][..self.stride];
            for (lane, sum) in zone.iter_mut().enumerate() {
                let mut values = self.bias[lane];
                for &row in point.rows.as_flattened() {
                    values = values.plus(self.rows[usize::from(row) * self.stride + lane]);
                }
                *sum = sum.plus(values.clipped(QA));
            }
        }
        let of_zones =
            std::array::from_fn(|zone| zones.of_zone(simd, zone, &sums[zone * self.stride..][..self.stride]));
        zones::units(zones.output(simd, &sums, &of_zones))
    }

    /// The output layer's weights for the side to move and for the other side.
    #[inline]
    fn output_weights(&self, bucket: usize) -> [&[Lane]; 2] {
        let (own, other) = self.output[2 * self.stride * bucket..][..2 * self.stride].split_at(self.stride);
        [own, other]
    }
}
