//! AVX-512 with its instructions for 16-bit numbers and for products of bytes (VNNI).

use std::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_add_epi16, _mm512_add_epi64, _mm512_castsi512_si256,
    _mm512_cvtepi16_epi8, _mm512_cvtepi32_epi64, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32,
    _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_loadu_si512, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mullo_epi16, _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_srli_epi16, _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi16,
};

use super::{
    Bytes, CHAINS, Changes, Dense, FIRST, FeatureIndex, HIDDEN, Lane, PRODUCT_SHIFT, PackedHidden,
    PointChange, Products, QA, SeenChange, add_to, both_sides, first_activations, weighted_output,
};

type Register = __m512i;
type Sums = __m512i;
type Sixteen = __m512i;

const PARTS: usize = 1;
const LANES_AT_ONCE: usize = 4;

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn zero() -> __m512i {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn load(lane: &Lane, _part: usize) -> __m512i {
    // SAFETY: a lane has the size of the register and is aligned to it.
    unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn store(lane: &mut Lane, _part: usize, value: __m512i) {
    // SAFETY: a lane has the size of the register and is aligned to it.
    unsafe { _mm512_store_si512(lane.0.as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn add(one: __m512i, other: __m512i) -> __m512i {
    _mm512_add_epi16(one, other)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn subtract(one: __m512i, other: __m512i) -> __m512i {
    _mm512_sub_epi16(one, other)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn clip(value: __m512i) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(value, zero()), _mm512_set1_epi16(QA))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn no_sums() -> __m512i {
    zero()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn weigh(sums: __m512i, value: __m512i, weight: __m512i) -> __m512i {
    // The product of a clipped value and a weight fits 16 bits.
    _mm512_dpwssd_epi32(sums, value, _mm512_mullo_epi16(value, weight))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn total(sums: __m512i) -> i64 {
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn load_sums(sums: &[i32; FIRST]) -> Sixteen {
    // SAFETY: the array has the size of the register.
    unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn store_sums(value: Sixteen) -> [i32; FIRST] {
    let mut sums = [0; FIRST];
    // SAFETY: the array has the size of the register.
    unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), value) };
    sums
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn add_four(sums: Sixteen, inputs: [u8; 4], weights: &Bytes) -> Sixteen {
    let inputs = _mm512_set1_epi32(i32::from_ne_bytes(inputs));
    // SAFETY: the weights have the size of the register and are aligned to it.
    let weights = unsafe { _mm512_load_si512(weights.0.as_ptr().cast()) };
    _mm512_dpbusd_epi32(sums, inputs, weights)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn add_two(sums: Sixteen, [first, second]: [i16; 2], weights: &Lane) -> Sixteen {
    let inputs = _mm512_set1_epi32(i32::from(second) << 16 | i32::from(first));
    _mm512_dpwssd_epi32(sums, inputs, load(weights, 0))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn products(low: &Lane, high: &Lane) -> Products {
    let product = _mm512_mullo_epi16(clip(load(low, 0)), clip(load(high, 0)));
    let bytes = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<PRODUCT_SHIFT>(product));
    let mut products = Products::default();
    // SAFETY: the products have the size of the register.
    unsafe { _mm256_storeu_si256(products.as_mut_ptr().cast(), bytes) };
    products
}

functions!(#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]);
