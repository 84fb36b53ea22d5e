//! AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256,
    _mm256_sub_epi16,
};

use super::{
    Bytes, CHAINS, Changes, Dense, FIRST, FeatureIndex, HIDDEN, Lane, PRODUCT_SHIFT, PackedHidden,
    PointChange, Products, QA, SeenChange, add_to, both_sides, first_activations, weighted_output,
};

type Register = __m256i;
type Sums = __m256i;
type Sixteen = [__m256i; 2];

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

#[target_feature(enable = "avx2")]
#[inline]
fn load_sums(sums: &[i32; FIRST]) -> Sixteen {
    let (low, high) = sums.split_at(FIRST / 2);
    // SAFETY: a half has the size of the register.
    [low, high].map(|half| unsafe { _mm256_loadu_si256(half.as_ptr().cast()) })
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_sums(value: Sixteen) -> [i32; FIRST] {
    let mut sums = [0; FIRST];
    for (half, value) in sums.chunks_exact_mut(FIRST / 2).zip(value) {
        // SAFETY: a half has the size of the register.
        unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), value) };
    }
    sums
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_four(mut sums: Sixteen, inputs: [u8; 4], weights: &Bytes) -> Sixteen {
    let inputs = _mm256_set1_epi32(i32::from_ne_bytes(inputs));
    for (sums, weights) in sums.iter_mut().zip(weights.0.chunks_exact(2 * FIRST)) {
        // SAFETY: half of the weights have the size of the register, at a multiple of that in aligned memory.
        let weights = unsafe { _mm256_load_si256(weights.as_ptr().cast()) };
        // The sum of two products of seven bits each fits 16 bits.
        let pairs = _mm256_maddubs_epi16(inputs, weights);
        *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
    sums
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_two(mut sums: Sixteen, [first, second]: [i16; 2], weights: &Lane) -> Sixteen {
    let inputs = _mm256_set1_epi32(i32::from(second) << 16 | i32::from(first));
    for (part, sums) in sums.iter_mut().enumerate() {
        *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(inputs, load(weights, part)));
    }
    sums
}

#[target_feature(enable = "avx2")]
#[inline]
fn products(low: &Lane, high: &Lane) -> Products {
    let product = |part| {
        let product = _mm256_mullo_epi16(clip(load(low, part)), clip(load(high, part)));
        _mm256_srli_epi16::<{ PRODUCT_SHIFT as i32 }>(product)
    };
    // Packing interleaves the halves of its arguments.
    let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(product(0), product(1)));
    let mut products = Products::default();
    // SAFETY: the products have the size of the register.
    unsafe { _mm256_storeu_si256(products.as_mut_ptr().cast(), bytes) };
    products
}

functions!(#[target_feature(enable = "avx2")]);
