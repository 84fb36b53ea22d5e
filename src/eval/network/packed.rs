use super::form::units;
use super::simd::{Lane, Simd};
use super::{Form, Input, Network};

/// A network in the layout in which it is evaluated.
#[derive(Debug)]
pub struct PackedNetwork {
    form: Form,
    checksum: u32,
    /// The lanes of a row.
    pub(super) stride: usize,
    /// The rows of the first layer.
    pub(super) rows: Vec<Lane>,
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

    /// The score in evaluation units from the accumulators of the side to move and of the other side, to which these
    /// further inputs are added.
    #[inline(always)]
    pub(super) fn score(
        &self,
        simd: Simd,
        accumulators: [&[Lane]; 2],
        further: [&[Input]; 2],
        bucket: usize,
    ) -> i32 {
        let weights = &self.output[2 * self.stride * bucket..][..2 * self.stride];
        units(simd.output(&self.rows, accumulators, further, weights), self.output_bias[bucket])
    }

    /// The same from scratch, from the inputs of the side to move and of the other side.
    pub(super) fn score_of_inputs(&self, simd: Simd, inputs: [&[Input]; 2], bucket: usize) -> i32 {
        self.score(simd, [&self.bias; 2], inputs, bucket)
    }
}
