use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::{Changes, FeatureIndex, Lane, QA, both_sides};

type Register = __m256i;
type Sums = __m256i;

const PARTS: usize = 2;
const NUMBERS: usize = Lane::NUMBERS / PARTS;
const LANES_AT_ONCE: usize = 4;

#[target_feature(enable = "avx2")]
#[inline]
fn zero() -> __m256i {
    _mm256_setzero_si256()
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(lane: &Lane, part: usize) -> __m256i {
    // SAFETY: the slice has the size of the register, and begins at a multiple of that in an aligned lane.
    unsafe { _mm256_load_si256(lane.0[part * NUMBERS..][..NUMBERS].as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(lane: &mut Lane, part: usize, value: __m256i) {
    // SAFETY: the slice has the size of the register, and begins at a multiple of that in an aligned lane.
    unsafe { _mm256_store_si256(lane.0[part * NUMBERS..][..NUMBERS].as_mut_ptr().cast(), value) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(one: __m256i, other: __m256i) -> __m256i {
    _mm256_add_epi16(one, other)
}

#[target_feature(enable = "avx2")]
#[inline]
fn subtract(one: __m256i, other: __m256i) -> __m256i {
    _mm256_sub_epi16(one, other)
}

#[target_feature(enable = "avx2")]
#[inline]
fn clip(value: __m256i) -> __m256i {
    _mm256_min_epi16(_mm256_max_epi16(value, zero()), _mm256_set1_epi16(QA))
}

#[target_feature(enable = "avx2")]
#[inline]
fn no_sums() -> __m256i {
    zero()
}

#[target_feature(enable = "avx2")]
#[inline]
fn weigh(sums: __m256i, value: __m256i, weight: __m256i) -> __m256i {
    // The product of a clipped value and a weight fits 16 bits.
    _mm256_add_epi32(sums, _mm256_madd_epi16(value, _mm256_mullo_epi16(value, weight)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn total(sums: __m256i) -> i64 {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
    let four = _mm256_add_epi64(low, high);
    let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)))
}

functions!(#[target_feature(enable = "avx2")]);
