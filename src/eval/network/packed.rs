use std::sync::OnceLock;

use super::form::units;
use super::simd::{Changes, Lane, Simd};
use super::{FeatureIndex, Form, Network, PairedFeatureSet};
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
    /// The rows of pairs of inputs; computed on first use.
    paired_rows: OnceLock<Vec<Lane>>,
    pub(super) bias: Vec<Lane>,
    /// The weights of the output layer, bucket by bucket.
    output: Vec<Lane>,
    output_bias: Vec<i32>,
}

impl PackedNetwork {
    /// Packs a network.
    pub fn new(network: &Network) -> Self {
        Self {
            form: network.form.clone(),
            checksum: network.checksum(),
            stride: network.form.width / Lane::NUMBERS,
            rows: Lane::of(&network.first),
            paired_rows: OnceLock::new(),
            bias: Lane::of(&network.first_bias),
            output: Lane::of(&network.output),
            output_bias: network.output_bias.clone(),
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

    /// The rows of pairs of inputs: for each input of the first side its row, followed by the row of its partner.
    #[inline(always)]
    pub(super) fn paired_rows<I: PairedFeatureSet>(&self) -> &[Lane] {
        self.paired_rows.get_or_init(|| {
            let row = |input: FeatureIndex| &self.rows[usize::from(input) * self.stride..][..self.stride];
            (0..I::COUNT as FeatureIndex)
                .flat_map(|input| [row(input), row(I::partner(input))].concat())
                .collect()
        })
    }

    /// The score in evaluation units from the accumulators of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn score(&self, simd: Simd, accumulators: [&[Lane]; 2], bucket: usize) -> i32 {
        let weights = self.output_weights(bucket);
        units(simd.output(accumulators, weights), self.output_bias[bucket])
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
        units(sum, self.output_bias[bucket])
    }

    /// The same from scratch, from the inputs of the side to move and of the other side.
    pub(super) fn score_of_inputs(&self, simd: Simd, inputs: [&[FeatureIndex]; 2], bucket: usize) -> i32 {
        let accumulators = inputs.map(|inputs| {
            let mut accumulator = vec![Lane::ZERO; self.stride];
            let changes = Changes { plus: inputs, minus: &[] };
            simd.update(&self.rows, &self.bias, &mut accumulator, changes);
            accumulator
        });
        self.score(simd, [&accumulators[0], &accumulators[1]], bucket)
    }

    /// The output layer's weights for the side to move and for the other side.
    #[inline(always)]
    fn output_weights(&self, bucket: usize) -> [&[Lane]; 2] {
        let (own, other) = self.output[2 * self.stride * bucket..][..2 * self.stride].split_at(self.stride);
        [own, other]
    }
}
