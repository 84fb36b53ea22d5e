//! Arrays instead of registers, for all other processors.

use super::{
    Bytes, CHAINS, Changes, Dense, FIRST, FeatureIndex, HIDDEN, Lane, PRODUCT_SHIFT, PackedHidden,
    PointChange, Products, QA, SeenChange, add_to, both_sides, first_activations, weighted_output,
};

/// As many numbers as the registers of most processors hold.
const NUMBERS: usize = 8;
const PARTS: usize = Lane::NUMBERS / NUMBERS;
const LANES_AT_ONCE: usize = 2;

type Register = [i16; NUMBERS];
type Sums = [i32; NUMBERS];
type Sixteen = [i32; FIRST];

#[inline(always)]
fn zero() -> Register {
    [0; NUMBERS]
}

#[inline(always)]
fn load(lane: &Lane, part: usize) -> Register {
    std::array::from_fn(|index| lane.0[part * NUMBERS + index])
}

#[inline(always)]
fn store(lane: &mut Lane, part: usize, value: Register) {
    lane.0[part * NUMBERS..][..NUMBERS].copy_from_slice(&value);
}

#[inline(always)]
fn add(one: Register, other: Register) -> Register {
    std::array::from_fn(|index| one[index].wrapping_add(other[index]))
}

#[inline(always)]
fn subtract(one: Register, other: Register) -> Register {
    std::array::from_fn(|index| one[index].wrapping_sub(other[index]))
}

#[inline(always)]
fn clip(value: Register) -> Register {
    value.map(|number| number.clamp(0, QA))
}

#[inline(always)]
fn no_sums() -> Sums {
    [0; NUMBERS]
}

#[inline(always)]
fn weigh(sums: Sums, value: Register, weight: Register) -> Sums {
    std::array::from_fn(|index| {
        // The product of a clipped value and a weight fits 16 bits.
        sums[index] + i32::from(value[index]) * i32::from(value[index].wrapping_mul(weight[index]))
    })
}

#[inline(always)]
fn total(sums: Sums) -> i64 {
    sums.into_iter().map(i64::from).sum()
}

#[inline(always)]
fn load_sums(sums: &[i32; FIRST]) -> Sixteen {
    *sums
}

#[inline(always)]
fn store_sums(sums: Sixteen) -> [i32; FIRST] {
    sums
}

#[inline(always)]
fn add_four(mut sums: Sixteen, inputs: [u8; 4], weights: &Bytes) -> Sixteen {
    for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<4>().0) {
        for (&input, &weight) in inputs.iter().zip(weights) {
            *sum += i32::from(input) * i32::from(weight);
        }
    }
    sums
}

#[inline(always)]
fn add_two(mut sums: Sixteen, inputs: [i16; 2], weights: &Lane) -> Sixteen {
    for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<2>().0) {
        for (&input, &weight) in inputs.iter().zip(weights) {
            *sum += i32::from(input) * i32::from(weight);
        }
    }
    sums
}

#[inline(always)]
fn products(low: &Lane, high: &Lane) -> Products {
    let mut products = Products::default();
    let clip = |value: i16| i32::from(value.clamp(0, QA));
    for (product, (&one, &other)) in products.as_flattened_mut().iter_mut().zip(low.0.iter().zip(&high.0)) {
        *product = ((clip(one) * clip(other)) >> PRODUCT_SHIFT) as u8;
    }
    products
}

functions!();
