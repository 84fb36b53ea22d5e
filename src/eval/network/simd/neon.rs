use std::arch::aarch64::{
    int16x8_t, int32x4_t, int64x2_t, vaddq_s16, vaddvq_s64, vdupq_n_s16, vdupq_n_s64, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmull_s16, vmulq_s16, vpadalq_s32, vst1q_s16, vsubq_s16,
};

use super::{Changes, FeatureIndex, Lane, QA, both_sides};

type Register = int16x8_t;
type Sums = int64x2_t;

const NUMBERS: usize = 8;
const PARTS: usize = Lane::NUMBERS / NUMBERS;
const LANES_AT_ONCE: usize = 4;

#[target_feature(enable = "neon")]
#[inline]
fn zero() -> int16x8_t {
    vdupq_n_s16(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn load(lane: &Lane, part: usize) -> int16x8_t {
    // SAFETY: the slice has the size of the register.
    unsafe { vld1q_s16(lane.0[part * NUMBERS..][..NUMBERS].as_ptr()) }
}

#[target_feature(enable = "neon")]
#[inline]
fn store(lane: &mut Lane, part: usize, value: int16x8_t) {
    // SAFETY: the slice has the size of the register.
    unsafe { vst1q_s16(lane.0[part * NUMBERS..][..NUMBERS].as_mut_ptr(), value) }
}

#[target_feature(enable = "neon")]
#[inline]
fn add(one: int16x8_t, other: int16x8_t) -> int16x8_t {
    vaddq_s16(one, other)
}

#[target_feature(enable = "neon")]
#[inline]
fn subtract(one: int16x8_t, other: int16x8_t) -> int16x8_t {
    vsubq_s16(one, other)
}

#[target_feature(enable = "neon")]
#[inline]
fn clip(value: int16x8_t) -> int16x8_t {
    vminq_s16(vmaxq_s16(value, zero()), vdupq_n_s16(QA))
}

#[target_feature(enable = "neon")]
#[inline]
fn no_sums() -> int64x2_t {
    vdupq_n_s64(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn weigh(sums: int64x2_t, value: int16x8_t, weight: int16x8_t) -> int64x2_t {
    // The product of a clipped value and a weight fits 16 bits.
    let weighted = vmulq_s16(value, weight);
    let low: int32x4_t = vmull_s16(vget_low_s16(value), vget_low_s16(weighted));
    vpadalq_s32(sums, vmlal_high_s16(low, value, weighted))
}

#[target_feature(enable = "neon")]
#[inline]
fn total(sums: int64x2_t) -> i64 {
    vaddvq_s64(sums)
}

functions!(#[target_feature(enable = "neon")]);
