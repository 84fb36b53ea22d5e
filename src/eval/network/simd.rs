//! The arithmetic of networks on vector registers: AVX-512, AVX2, NEON, and portable code for all other processors. All
//! produce the same integers. Apart from `base/machine.rs`, this is the only file with `unsafe` code.
#![allow(unsafe_code)]

use arrayvec::ArrayVec;

use super::form::MAX_OUTPUT_WEIGHT;
use super::hidden::{FIRST, PRODUCT_SHIFT, SECOND, first_activations, weighted_output};
use super::packed::PackedHidden;
use super::{FeatureIndex, Form, QA};

/// Registers of sums hold at least eight 32-bit numbers, over which the squares of the widest accumulators are
/// distributed evenly.
const _: () = {
    let square = QA as u64 * QA as u64 * MAX_OUTPUT_WEIGHT as u64;
    assert!(2 * Form::MAX_WIDTH as u64 / 8 * square <= i32::MAX as u64);
    // The product of a clipped value and a weight fits 16 bits.
    assert!(QA as u64 * MAX_OUTPUT_WEIGHT as u64 <= i16::MAX as u64);
};

/// A lane holds as many numbers as the widest registers; widths of accumulators are multiples of this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane([i16; Lane::NUMBERS]);

impl Lane {
    pub(super) const NUMBERS: usize = 32;
    pub(super) const ZERO: Self = Self([0; Self::NUMBERS]);

    /// Packs these numbers into lanes; missing ones at the end are 0.
    pub(super) fn of(numbers: &[i16]) -> Vec<Self> {
        let lane = |numbers: &[i16]| {
            let mut lane = Self::ZERO;
            lane.0[..numbers.len()].copy_from_slice(numbers);
            lane
        };
        numbers.chunks(Self::NUMBERS).map(lane).collect()
    }
}

/// The weights of four products for each sum of the first hidden layer.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Bytes([i8; 4 * FIRST]);

impl Bytes {
    /// Packs these weights.
    pub(super) fn of(weights: impl Iterator<Item = i8>) -> Self {
        let mut bytes = Self([0; 4 * FIRST]);
        for (byte, weight) in bytes.0.iter_mut().zip(weights) {
            *byte = weight;
        }
        bytes
    }
}

/// The products of two lanes, four by four.
type Products = [[u8; 4]; Lane::NUMBERS / 4];

/// The changes of an accumulator: the inputs whose rows are added, and those whose rows are subtracted. An input counts
/// as often as it is listed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Changes<L> {
    pub(super) plus: L,
    pub(super) minus: L,
}

/// One input activated and one deactivated, as by most quiet moves. The type fixes their number, so that an update
/// needs no loops over inputs.
pub(super) type Step = Changes<[FeatureIndex; 1]>;

/// A step, and derived inputs that replace others.
pub(super) type FewChanges = Changes<ArrayVec<FeatureIndex, FEW>>;

/// The step, and the maximum number of derived inputs in any game.
pub(super) const FEW: usize = 7;

/// Any number of inputs.
pub(super) type ManyChanges = Changes<Vec<FeatureIndex>>;

impl<L: AsRef<[FeatureIndex]>> Changes<L> {
    #[inline(always)]
    pub(super) fn as_slices(&self) -> Changes<&[FeatureIndex]> {
        Changes { plus: self.plus.as_ref(), minus: self.minus.as_ref() }
    }
}

impl<L: Extend<FeatureIndex>> Changes<L> {
    #[inline(always)]
    pub(super) fn push(&mut self, input: FeatureIndex, is_added: bool) {
        let list = if is_added { &mut self.plus } else { &mut self.minus };
        list.extend([input]);
    }

    /// Records that the input `new` replaces `old`.
    #[inline(always)]
    pub(super) fn replace(&mut self, old: FeatureIndex, new: FeatureIndex) {
        self.push(old, false);
        self.push(new, true);
    }
}

impl ManyChanges {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.plus.clear();
        self.minus.clear();
    }
}

impl From<Step> for FewChanges {
    #[inline(always)]
    fn from(step: Step) -> Self {
        let [plus, minus] = [step.plus, step.minus].map(|inputs| inputs.into_iter().collect());
        Self { plus, minus }
    }
}

/// An instruction set supported by this processor: no value of this type exists for any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Simd(Level);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Portable,
}

/// Calls a function of the level's module.
macro_rules! dispatch {
    ($level:expr, $function:ident($($argument:expr),*)) => {
        match $level {
            // SAFETY: a `Simd` of this level exists only where the processor was found to have these instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::$function($($argument),*) },
            Level::Portable => portable::$function($($argument),*),
        }
    };
}

impl Simd {
    /// All instruction sets that this processor supports, the fastest first.
    pub(super) fn available() -> Vec<Self> {
        let mut levels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                levels.push(Self(Level::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                levels.push(Self(Level::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            levels.push(Self(Level::Neon));
        }
        levels.push(Self(Level::Portable));
        levels
    }

    /// The fastest instruction set that this processor supports.
    pub(super) fn best() -> Self {
        Self::available()[0]
    }

    /// Writes `source` with these changes to `target`. A row has as many lanes as `target`, and all sums wrap.
    #[inline(always)]
    pub(super) fn update(
        self,
        rows: &[Lane],
        source: &[Lane],
        target: &mut [Lane],
        changes: Changes<&[FeatureIndex]>,
    ) {
        dispatch!(self.0, update(rows, source, target, changes));
    }

    /// Σ clipped² · weight over two accumulators. The weights are at most [`MAX_OUTPUT_WEIGHT`] in absolute value.
    #[inline(always)]
    pub(super) fn output(self, accumulators: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i64 {
        dispatch!(self.0, output(accumulators, weights))
    }

    /// [`Simd::update`] of two adjacent accumulators, and [`Simd::output`] of the result.
    #[inline(always)]
    pub(super) fn update_and_output<L: AsRef<[FeatureIndex]>>(
        self,
        rows: &[Lane],
        source: &[Lane],
        target: &mut [Lane],
        changes: &[Changes<L>; 2],
        weights: [&[Lane]; 2],
    ) -> i64 {
        dispatch!(self.0, update_and_output(rows, source, target, changes, weights))
    }

    /// The output of hidden layers, from the accumulators of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn hidden(self, accumulators: [&[Lane]; 2], layers: &PackedHidden) -> i32 {
        dispatch!(self.0, hidden(accumulators, layers))
    }
}

/// Splits the accumulators of both sides, before and after an update, into those of each side. `chunks_exact` would
/// divide lengths, which is slow compared to an update.
#[inline(always)]
fn both_sides<'a>(
    source: &'a [Lane],
    target: &'a mut [Lane],
    stride: usize,
) -> [(&'a [Lane], &'a mut [Lane]); 2] {
    let (first, second) = source[..2 * stride].split_at(stride);
    let (first_target, second_target) = target[..2 * stride].split_at_mut(stride);
    [(first, first_target), (second, second_target)]
}

/// The functions of a level, built from its module's types and elementary functions: `load` and `store` (a `Register`'s
/// part of a lane), `add`, `subtract`, `clip` (to 0 … [`QA`]), `weigh` (adds value² · weight to `Sums`) and `total` (of
/// sums); and for hidden layers from those on `Sixteen` sums: `load_sums` and `store_sums`, `add_four` and `add_two` (add
/// a few inputs, each times its weight for each sum) and `products` (of the clipped numbers of two lanes).
macro_rules! functions {
    ($(#[$features:meta])*) => {
        $(#[$features])*
        pub(super) fn update(rows: &[Lane], source: &[Lane], target: &mut [Lane], changes: Changes<&[FeatureIndex]>) {
            let stride = target.len();
            let mut at = 0;
            while at + LANES_AT_ONCE <= stride {
                changed::<LANES_AT_ONCE>(rows, source, target, changes, at);
                at += LANES_AT_ONCE;
            }
            while at + 2 <= stride {
                changed::<2>(rows, source, target, changes, at);
                at += 2;
            }
            if at < stride {
                changed::<1>(rows, source, target, changes, at);
            }
        }

        $(#[$features])*
        pub(super) fn output(accumulators: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i64 {
            let mut sums = no_sums();
            for (accumulator, weights) in accumulators.into_iter().zip(weights) {
                for (lane, weight) in accumulator.iter().zip(weights) {
                    for part in 0..PARTS {
                        sums = weigh(sums, clip(load(lane, part)), load(weight, part));
                    }
                }
            }
            total(sums)
        }

        $(#[$features])*
        pub(super) fn update_and_output<L: AsRef<[FeatureIndex]>>(
            rows: &[Lane],
            source: &[Lane],
            target: &mut [Lane],
            changes: &[Changes<L>; 2],
            weights: [&[Lane]; 2],
        ) -> i64 {
            let stride = weights[0].len();
            let mut sums = no_sums();
            let sides = both_sides(source, target, stride);
            for (((source, target), changes), weights) in sides.into_iter().zip(changes).zip(weights) {
                let changes = changes.as_slices();
                let mut at = 0;
                while at + LANES_AT_ONCE <= stride {
                    let lanes = changed::<LANES_AT_ONCE>(rows, source, target, changes, at);
                    sums = weighed(sums, &lanes, &weights[at..][..LANES_AT_ONCE]);
                    at += LANES_AT_ONCE;
                }
                while at + 2 <= stride {
                    let lanes = changed::<2>(rows, source, target, changes, at);
                    sums = weighed(sums, &lanes, &weights[at..][..2]);
                    at += 2;
                }
                if at < stride {
                    let lanes = changed::<1>(rows, source, target, changes, at);
                    sums = weighed(sums, &lanes, &weights[at..]);
                }
            }
            total(sums)
        }

        $(#[$features])*
        pub(super) fn hidden(accumulators: [&[Lane]; 2], layers: &PackedHidden) -> i32 {
            let mut sums = load_sums(&layers.first_bias);
            let mut weights = layers.first.as_chunks::<{ Lane::NUMBERS / 4 }>().0.iter();
            for accumulator in accumulators {
                let (low, high) = accumulator.split_at(accumulator.len() / 2);
                for ((low, high), weights) in low.iter().zip(high).zip(&mut weights) {
                    for (four, weights) in products(low, high).into_iter().zip(weights) {
                        // Half of the products are 0, and most of them beside each other.
                        if four != [0; 4] {
                            sums = add_four(sums, four, weights);
                        }
                    }
                }
            }
            let activations = first_activations(&store_sums(sums));
            let (low, high) = layers.second_bias.split_at(FIRST);
            let mut sums = [low, high].map(|bias| load_sums(bias.as_array().expect("half of the sums")));
            for (two, weights) in activations.as_chunks().0.iter().zip(&layers.second) {
                for (sums, weights) in sums.iter_mut().zip(weights) {
                    *sums = add_two(*sums, *two, weights);
                }
            }
            let mut all = [0; SECOND];
            for (half, sums) in all.as_chunks_mut().0.iter_mut().zip(sums) {
                *half = store_sums(sums);
            }
            weighted_output(&all, &layers.output)
        }

        /// Updates as many lanes as fit into registers, starting at `at`, and returns them.
        $(#[$features])*
        #[inline]
        fn changed<const LANES: usize>(
            rows: &[Lane],
            source: &[Lane],
            target: &mut [Lane],
            changes: Changes<&[FeatureIndex]>,
            at: usize,
        ) -> [[Register; PARTS]; LANES] {
            let stride = target.len();
            let mut sums = [[zero(); PARTS]; LANES];
            for (sum, lane) in sums.iter_mut().zip(&source[at..][..LANES]) {
                for (part, value) in sum.iter_mut().enumerate() {
                    *value = load(lane, part);
                }
            }
            for &input in changes.plus {
                let row = &rows[usize::from(input) * stride + at..][..LANES];
                for (sum, lane) in sums.iter_mut().zip(row) {
                    for (part, value) in sum.iter_mut().enumerate() {
                        *value = add(*value, load(lane, part));
                    }
                }
            }
            for &input in changes.minus {
                let row = &rows[usize::from(input) * stride + at..][..LANES];
                for (sum, lane) in sums.iter_mut().zip(row) {
                    for (part, value) in sum.iter_mut().enumerate() {
                        *value = subtract(*value, load(lane, part));
                    }
                }
            }
            for (sum, lane) in sums.iter().zip(&mut target[at..][..LANES]) {
                for (part, value) in sum.iter().enumerate() {
                    store(lane, part, *value);
                }
            }
            sums
        }

        /// Adds Σ clipped² · weight over some lanes to these sums.
        $(#[$features])*
        #[inline]
        fn weighed(mut sums: Sums, lanes: &[[Register; PARTS]], weights: &[Lane]) -> Sums {
            for (lane, weight) in lanes.iter().zip(weights) {
                for (part, value) in lane.iter().enumerate() {
                    sums = weigh(sums, clip(*value), load(weight, part));
                }
            }
            sums
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm256_storeu_si256, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64,
        _mm512_castsi512_si256, _mm512_cvtepi16_epi8, _mm512_cvtepi32_epi64, _mm512_extracti64x4_epi64,
        _mm512_load_si512, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_max_epi16,
        _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_srli_epi16, _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi16,
    };

    use super::{
        Bytes, Changes, FIRST, FeatureIndex, Lane, PRODUCT_SHIFT, PackedHidden, Products, QA, SECOND,
        both_sides, first_activations, weighted_output,
    };

    type Register = __m512i;
    type Sums = __m512i;
    type Sixteen = __m512i;

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

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn load_sums(sums: &[i32; FIRST]) -> Sixteen {
        // SAFETY: the array has the size of the register.
        unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn store_sums(value: Sixteen) -> [i32; FIRST] {
        let mut sums = [0; FIRST];
        // SAFETY: the array has the size of the register.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), value) };
        sums
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn add_four(sums: Sixteen, inputs: [u8; 4], weights: &Bytes) -> Sixteen {
        let inputs = _mm512_set1_epi32(i32::from_ne_bytes(inputs));
        // SAFETY: the weights have the size of the register and are aligned to it.
        let weights = unsafe { _mm512_load_si512(weights.0.as_ptr().cast()) };
        // The sum of two products of seven bits each fits 16 bits.
        let pairs = _mm512_maddubs_epi16(inputs, weights);
        _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn add_two(sums: Sixteen, [first, second]: [i16; 2], weights: &Lane) -> Sixteen {
        let inputs = _mm512_set1_epi32(i32::from(second) << 16 | i32::from(first));
        _mm512_add_epi32(sums, _mm512_madd_epi16(inputs, load(weights, 0)))
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn products(low: &Lane, high: &Lane) -> Products {
        let product = _mm512_mullo_epi16(clip(load(low, 0)), clip(load(high, 0)));
        let bytes = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<PRODUCT_SHIFT>(product));
        let mut products = Products::default();
        // SAFETY: the products have the size of the register.
        unsafe { _mm256_storeu_si256(products.as_mut_ptr().cast(), bytes) };
        products
    }

    functions!(#[target_feature(enable = "avx512f,avx512bw")]);
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi16, _mm256_add_epi32,
        _mm256_add_epi64, _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256,
        _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_store_si256,
        _mm256_storeu_si256, _mm256_sub_epi16,
    };

    use super::{
        Bytes, Changes, FIRST, FeatureIndex, Lane, PRODUCT_SHIFT, PackedHidden, Products, QA, SECOND,
        both_sides, first_activations, weighted_output,
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
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::{
        int16x8_t, int32x4_t, int64x2_t, vaddq_s16, vaddq_s32, vaddvq_s64, vdupq_n_s16, vdupq_n_s32,
        vdupq_n_s64, vget_low_s8, vget_low_s16, vld1q_s8, vld1q_s16, vld1q_s32, vmaxq_s16, vminq_s16,
        vmlal_high_s16, vmovn_u16, vmull_high_s8, vmull_high_s16, vmull_s8, vmull_s16, vmulq_s16,
        vpadalq_s16, vpadalq_s32, vpaddq_s16, vpaddq_s32, vreinterpretq_s8_s32, vreinterpretq_s16_s32,
        vreinterpretq_u16_s16, vshrq_n_u16, vst1_u8, vst1q_s16, vst1q_s32, vsubq_s16,
    };

    use super::{
        Bytes, Changes, FIRST, FeatureIndex, Lane, PRODUCT_SHIFT, PackedHidden, Products, QA, SECOND,
        both_sides, first_activations, weighted_output,
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
}

mod portable {
    use super::{
        Bytes, Changes, FIRST, FeatureIndex, Lane, PRODUCT_SHIFT, PackedHidden, Products, QA, SECOND,
        both_sides, first_activations, weighted_output,
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
        for (product, (&one, &other)) in products.as_flattened_mut().iter_mut().zip(low.0.iter().zip(&high.0))
        {
            *product = ((clip(one) * clip(other)) >> PRODUCT_SHIFT) as u8;
        }
        products
    }

    functions!();
}
