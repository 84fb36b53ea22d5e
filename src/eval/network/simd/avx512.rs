use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, _mm512_castsi512_si256,
    _mm512_cvtepi32_epi64, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_setzero_si512,
    _mm512_store_si512, _mm512_sub_epi16,
};

use super::{Changes, FeatureIndex, Lane, QA, both_sides};

type Register = __m512i;
type Sums = __m512i;

const PARTS: usize = 1;
const LANES_AT_ONCE: usize = 4;

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn zero() -> __m512i {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn load(lane: &Lane, _part: usize) -> __m512i {
    // SAFETY: a lane has the size of the register and is aligned to it.
    unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn store(lane: &mut Lane, _part: usize, value: __m512i) {
    // SAFETY: a lane has the size of the register and is aligned to it.
    unsafe { _mm512_store_si512(lane.0.as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn add(one: __m512i, other: __m512i) -> __m512i {
    _mm512_add_epi16(one, other)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn subtract(one: __m512i, other: __m512i) -> __m512i {
    _mm512_sub_epi16(one, other)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn clip(value: __m512i) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(value, zero()), _mm512_set1_epi16(QA))
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn no_sums() -> __m512i {
    zero()
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn weigh(sums: __m512i, value: __m512i, weight: __m512i) -> __m512i {
    // The product of a clipped value and a weight fits 16 bits.
    _mm512_add_epi32(sums, _mm512_madd_epi16(value, _mm512_mullo_epi16(value, weight)))
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn total(sums: __m512i) -> i64 {
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

functions!(#[target_feature(enable = "avx512f,avx512bw")]);
