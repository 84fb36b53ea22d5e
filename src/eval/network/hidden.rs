//! The hidden layers of a deep network.
//!
//! For each side, the clipped value of each column of the first half of the accumulator is multiplied by that of the
//! same column of the second half. The products of the side to move, then those of the other side, are the inputs of
//! the first hidden layer. Each of its sums gives two inputs of the second one: clipped to 0 … 1, and clipped to
//! −1 … 1 and squared. The sums of the second hidden layer, clipped to 0 … 1 and squared, are weighted by the output
//! weights. All weights depend on the output bucket. (The products and the two activations are those of Stockfish's
//! networks since 2022.)

use super::{QA, QB};

/// The number of sums of the first hidden layer.
pub const FIRST: usize = 16;
/// The number of inputs of the second hidden layer.
pub const SECOND_INPUTS: usize = 2 * FIRST;
/// The number of sums of the second hidden layer.
pub const SECOND: usize = 32;

/// The value that represents 1 in the products.
pub const PRODUCT_ONE: i32 = 127;
/// The value that represents 1 in the weights of the first hidden layer.
pub const FIRST_ONE: i32 = 64;
/// The value that represents 1 in the activations of both hidden layers.
pub const ACTIVATION_ONE: i32 = (PRODUCT_ONE * FIRST_ONE) >> ACTIVATION_SHIFT;
/// The value that represents 1 in the weights of the second hidden layer and of its output.
pub const SECOND_ONE: i32 = 256;

/// The shift from the product of two clipped values to [`PRODUCT_ONE`].
pub const PRODUCT_SHIFT: u32 = 9;
/// The shift from a sum of the first hidden layer to [`ACTIVATION_ONE`].
const ACTIVATION_SHIFT: u32 = 3;
/// The shift from the square of such a sum.
pub const FIRST_SQUARE_SHIFT: u32 = 16;
/// The shift from the square of a clipped sum of the second hidden layer.
pub const SECOND_SQUARE_SHIFT: u32 = 10;

/// The maximum absolute value of the weights of the second hidden layer and of its output.
pub const MAX_SECOND_WEIGHT: u16 = 508;
/// The maximum absolute value of the biases.
pub const MAX_BIAS: u32 = 1 << 28;

const _: () = {
    let square = QA as u64 * QA as u64;
    assert!(square >> PRODUCT_SHIFT == PRODUCT_ONE as u64);
    let first = super::Form::MAX_WIDTH as u64 * PRODUCT_ONE as u64 * i8::MAX as u64;
    assert!(first + (MAX_BIAS as u64) < i32::MAX as u64);
    let second = SECOND as u64 * ACTIVATION_ONE as u64 * MAX_SECOND_WEIGHT as u64;
    assert!(second + (MAX_BIAS as u64) < i32::MAX as u64);
};

/// The integer weights of the hidden layers, for each bucket one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenLayers {
    /// The weights of the first hidden layer in units of 1/[`FIRST_ONE`], not below −127: a row of all products for
    /// each sum.
    pub first: Vec<i8>,
    /// Its biases in units of 1/([`PRODUCT_ONE`] · [`FIRST_ONE`]).
    pub first_bias: Vec<i32>,
    /// The weights of the second hidden layer in units of 1/[`SECOND_ONE`]: a row of [`SECOND_INPUTS`] for each sum,
    /// first the clipped sums' and then the squares'.
    pub second: Vec<i16>,
    /// Its biases in units of 1/([`ACTIVATION_ONE`] · [`SECOND_ONE`]).
    pub second_bias: Vec<i32>,
    /// The output weights in units of 1/[`SECOND_ONE`].
    pub output: Vec<i16>,
}

impl HiddenLayers {
    /// Layers whose weights are all 0, for accumulators of this width.
    pub(super) fn zero(width: usize, buckets: usize) -> Self {
        Self {
            first: vec![0; FIRST * width * buckets],
            first_bias: vec![0; FIRST * buckets],
            second: vec![0; SECOND * SECOND_INPUTS * buckets],
            second_bias: vec![0; SECOND * buckets],
            output: vec![0; SECOND * buckets],
        }
    }

    /// The number of bytes of all weights in a file.
    pub(super) const fn bytes(width: usize, buckets: usize) -> usize {
        buckets * (FIRST * (width + 4) + SECOND * (2 * SECOND_INPUTS + 4 + 2))
    }

    /// The weights as in a network file, little-endian.
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        let Self { first, first_bias, second, second_bias, output } = self;
        bytes.extend(first.iter().map(|&weight| weight.cast_unsigned()));
        bytes.extend(first_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(second.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(output.iter().flat_map(|weight| weight.to_le_bytes()));
    }

    /// Checks that no sum can overflow; the error names the weights that are out of range.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let Self { first, first_bias, second, second_bias, output } = self;
        if first.contains(&i8::MIN) {
            Err("weights of the first hidden layer")
        } else if second.iter().chain(output).any(|weight| weight.unsigned_abs() > MAX_SECOND_WEIGHT) {
            Err("weights of the second hidden layer")
        } else if first_bias.iter().chain(second_bias).any(|bias| bias.unsigned_abs() > MAX_BIAS) {
            Err("biases of the hidden layers")
        } else {
            Ok(())
        }
    }

    /// The hidden layers' part of the output, in units of 1/([`ACTIVATION_ONE`] · [`SECOND_ONE`]), from the
    /// accumulators of the side to move and of the other side.
    pub(super) fn output(&self, accumulators: [&[i16]; 2], bucket: usize) -> i32 {
        let width = accumulators[0].len();
        let products: Vec<i32> = accumulators.into_iter().flat_map(products).collect();
        let rows = self.first[FIRST * width * bucket..][..FIRST * width].chunks_exact(width);
        let mut sums: [i32; FIRST] = chunk(&self.first_bias, bucket);
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum +=
                row.iter().zip(&products).map(|(&weight, product)| i32::from(weight) * product).sum::<i32>();
        }
        let activations = first_activations(&sums);
        let rows: [i16; SECOND * SECOND_INPUTS] = chunk(&self.second, bucket);
        let mut sums: [i32; SECOND] = chunk(&self.second_bias, bucket);
        for (sum, row) in sums.iter_mut().zip(rows.as_chunks::<SECOND_INPUTS>().0) {
            *sum += row.iter().zip(&activations).map(|(&w, &a)| i32::from(w) * i32::from(a)).sum::<i32>();
        }
        weighted_output(&sums, &chunk(&self.output, bucket))
    }
}

/// The numbers of a bucket.
pub(super) fn chunk<T: Copy, const N: usize>(numbers: &[T], bucket: usize) -> [T; N] {
    *numbers[N * bucket..].first_chunk().expect("there are numbers for each bucket")
}

/// The products of the columns of an accumulator.
fn products(accumulator: &[i16]) -> impl Iterator<Item = i32> {
    let (low, high) = accumulator.split_at(accumulator.len() / 2);
    let clip = |value: i16| i32::from(value.clamp(0, QA));
    low.iter().zip(high).map(move |(&one, &other)| (clip(one) * clip(other)) >> PRODUCT_SHIFT)
}

/// The inputs of the second hidden layer from the sums of the first.
#[inline]
pub(super) fn first_activations(sums: &[i32; FIRST]) -> [i16; SECOND_INPUTS] {
    let one = PRODUCT_ONE * FIRST_ONE;
    let mut activations = [0; SECOND_INPUTS];
    for (index, &sum) in sums.iter().enumerate() {
        let clipped = sum.clamp(-one, one);
        activations[index] = (clipped.max(0) >> ACTIVATION_SHIFT) as i16;
        activations[FIRST + index] = ((clipped * clipped) >> FIRST_SQUARE_SHIFT) as i16;
    }
    activations
}

/// The output from the sums of the second hidden layer.
#[inline]
pub(super) fn weighted_output(sums: &[i32; SECOND], weights: &[i16; SECOND]) -> i32 {
    let activation = |sum: i32| {
        let clipped = sum.clamp(0, ACTIVATION_ONE * SECOND_ONE) / SECOND_ONE;
        (clipped * clipped) >> SECOND_SQUARE_SHIFT
    };
    sums.iter().zip(weights).map(|(&sum, &weight)| activation(sum) * i32::from(weight)).sum()
}

/// Converts the hidden layers' part of the output to units of 1/([`QA`] · [`QB`]).
#[inline]
pub(super) fn in_output_units(output: i32) -> i64 {
    let (from, to) = (ACTIVATION_ONE * SECOND_ONE, QA as i64 * QB as i64);
    i64::from(output) * to / i64::from(from)
}
