use super::{Changes, FeatureIndex, Lane, QA, both_sides};

/// As many numbers as the registers of most processors hold.
const NUMBERS: usize = 8;
const PARTS: usize = Lane::NUMBERS / NUMBERS;
const LANES_AT_ONCE: usize = 2;

type Register = [i16; NUMBERS];
type Sums = [i32; NUMBERS];

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

functions!();
