//! NEON, which all 64-bit ARM processors have.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, int64x2_t, vaddq_s16, vaddq_s32, vaddvq_s64, vdupq_n_s16, vdupq_n_s32, vdupq_n_s64,
    vget_low_s8, vget_low_s16, vld1q_s8, vld1q_s16, vld1q_s32, vmaxq_s16, vminq_s16, vmlal_high_s16,
    vmovn_u16, vmull_high_s8, vmull_high_s16, vmull_s8, vmull_s16, vmulq_s16, vpadalq_s16, vpadalq_s32,
    vpaddq_s16, vpaddq_s32, vreinterpretq_s8_s32, vreinterpretq_s16_s32, vreinterpretq_u16_s16, vshrq_n_u16,
    vst1_u8, vst1q_s16, vst1q_s32, vsubq_s16,
};

use super::{
    Bytes, CHAINS, Changes, Dense, FIRST, FeatureIndex, HIDDEN, Lane, PRODUCT_SHIFT, PackedHidden,
    PointChange, Products, QA, SeenChange, add_to, both_sides, first_activations, weighted_output,
};

type Register = int16x8_t;
type Sums = int64x2_t;
type Sixteen = [int32x4_t; FIRST / 4];

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

#[target_feature(enable = "neon")]
#[inline]
fn load_sums(sums: &[i32; FIRST]) -> Sixteen {
    // SAFETY: the slice has the size of the register.
    std::array::from_fn(|part| unsafe { vld1q_s32(sums[4 * part..][..4].as_ptr()) })
}

#[target_feature(enable = "neon")]
#[inline]
fn store_sums(value: Sixteen) -> [i32; FIRST] {
    let mut sums = [0; FIRST];
    for (part, value) in sums.chunks_exact_mut(4).zip(value) {
        // SAFETY: the slice has the size of the register.
        unsafe { vst1q_s32(part.as_mut_ptr(), value) };
    }
    sums
}

#[target_feature(enable = "neon")]
#[inline]
fn add_four(mut sums: Sixteen, inputs: [u8; 4], weights: &Bytes) -> Sixteen {
    let inputs = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_ne_bytes(inputs)));
    for (sums, weights) in sums.iter_mut().zip(weights.0.chunks_exact(16)) {
        // SAFETY: the slice has the size of the register.
        let weights = unsafe { vld1q_s8(weights.as_ptr()) };
        let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
        // The sum of two products of seven bits each fits 16 bits.
        *sums = vpadalq_s16(*sums, vpaddq_s16(low, vmull_high_s8(inputs, weights)));
    }
    sums
}

#[target_feature(enable = "neon")]
#[inline]
fn add_two(mut sums: Sixteen, [first, second]: [i16; 2], weights: &Lane) -> Sixteen {
    let inputs = vreinterpretq_s16_s32(vdupq_n_s32(i32::from(second) << 16 | i32::from(first)));
    for (part, sums) in sums.iter_mut().enumerate() {
        let weights = load(weights, part);
        let low = vmull_s16(vget_low_s16(inputs), vget_low_s16(weights));
        *sums = vaddq_s32(*sums, vpaddq_s32(low, vmull_high_s16(inputs, weights)));
    }
    sums
}

#[target_feature(enable = "neon")]
#[inline]
fn products(low: &Lane, high: &Lane) -> Products {
    let mut products = Products::default();
    for (part, target) in products.as_flattened_mut().chunks_exact_mut(NUMBERS).enumerate() {
        let product = vreinterpretq_u16_s16(vmulq_s16(clip(load(low, part)), clip(load(high, part))));
        let bytes = vmovn_u16(vshrq_n_u16::<{ PRODUCT_SHIFT as i32 }>(product));
        // SAFETY: the slice has the size of the register.
        unsafe { vst1_u8(target.as_mut_ptr(), bytes) };
    }
    products
}

functions!(#[target_feature(enable = "neon")]);
