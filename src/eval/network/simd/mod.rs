//! The arithmetic of networks on vector registers: AVX-512 with VNNI, AVX2, NEON, and portable code for all other
//! processors. All produce the same integers. Apart from `base/machine.rs`, only this module has `unsafe` code.
#![allow(unsafe_code)]

use arrayvec::ArrayVec;

use super::form::MAX_OUTPUT_WEIGHT;
use super::hidden::{FIRST, PRODUCT_SHIFT, first_activations, weighted_output};
use super::packed::PackedHidden;
use super::zones::{Dense, HIDDEN, ROWS_OF_LINE};
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

    /// Its numbers.
    #[inline(always)]
    pub(super) const fn numbers(&self) -> &[i16; Self::NUMBERS] {
        &self.0
    }

    /// The lane of these numbers.
    #[inline(always)]
    pub(super) const fn new(numbers: [i16; Self::NUMBERS]) -> Self {
        Self(numbers)
    }

    /// The sums of its numbers and those of another lane. By value, so that the compiler need not fear that the lanes
    /// overlap.
    #[inline(always)]
    pub(super) fn plus(mut self, other: Self) -> Self {
        for index in 0..Self::NUMBERS {
            self.0[index] = self.0[index].wrapping_add(other.0[index]);
        }
        self
    }

    /// Its numbers clipped to 0 … `most`.
    #[inline(always)]
    pub(super) fn clipped(mut self, most: i16) -> Self {
        for number in &mut self.0 {
            *number = (*number).clamp(0, most);
        }
        self
    }

    /// Its numbers divided by a power of 2, and rounded.
    #[inline(always)]
    pub(super) fn rounded<const SHIFT: u32>(mut self) -> Self {
        for number in &mut self.0 {
            *number = number.wrapping_add(1 << (SHIFT - 1)) >> SHIFT;
        }
        self
    }

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

/// The change of a point of a network with zones: the rows of one line of it that are replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointChange {
    pub(super) place: u16,
    pub(super) zone: u16,
    pub(super) old: [FeatureIndex; ROWS_OF_LINE],
    pub(super) new: [FeatureIndex; ROWS_OF_LINE],
}

/// A point of a network with zones that is seen now, or not any more.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenChange {
    pub(super) place: u16,
    pub(super) zone: u16,
    pub(super) is_seen: bool,
}

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
    ($level:expr, $function:ident $(::<$constant:ident>)? ($($argument:expr),*)) => {
        match $level {
            // SAFETY: a `Simd` of this level exists only where the processor was found to have these instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512::$function $(::<$constant>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2::$function $(::<$constant>)? ($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { neon::$function $(::<$constant>)? ($($argument),*) },
            Level::Portable => portable::$function $(::<$constant>)? ($($argument),*),
        }
    };
}

impl Simd {
    /// What every processor supports.
    pub(super) const PORTABLE: Self = Self(Level::Portable);

    /// All instruction sets that this processor supports, the fastest first.
    pub(super) fn available() -> Vec<Self> {
        let mut levels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
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
        levels.push(Self::PORTABLE);
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

    /// The sums of a layer with these inputs.
    #[inline(always)]
    pub(super) fn dense(self, inputs: &[Lane], layer: &Dense) -> [i32; HIDDEN] {
        dispatch!(self.0, dense(inputs, layer))
    }

    /// Updates the values of points and the sums of zones, which have `LANES` lanes each: first adds points that are
    /// seen now, and subtracts those that are not any more, and then changes points that are seen.
    #[inline(always)]
    pub(super) fn change_points<const LANES: usize>(
        self,
        rows: &[Lane],
        values: &mut [Lane],
        sums: &mut [Lane],
        seen: &[SeenChange],
        changes: &[PointChange],
    ) {
        dispatch!(self.0, change_points::<LANES>(rows, values, sums, seen, changes));
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

/// Sums of hidden layers are taken in so many parts, as each addition to one has to wait for the previous one.
const CHAINS: usize = 4;

/// Adds numbers to others.
#[inline(always)]
fn add_to<const N: usize>(sums: &mut [i32; N], numbers: &[i32; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// The functions of a level, built from its module's types and elementary functions: `load` and `store` (a `Register`'s
/// part of a lane), `add`, `subtract`, `clip` (to 0 … [`QA`]), `weigh` (adds value² · weight to `Sums`) and `total` (of
/// sums); and for hidden layers from those on `Sixteen` sums: `load_sums` and `store_sums`, `add_four` and `add_two`
/// (add a few inputs, each times its weight for each sum) and `products` (of the clipped numbers of two lanes).
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
            let mut chains = [load_sums(&[0; FIRST]); CHAINS];
            let mut weights = layers.first.as_chunks::<{ Lane::NUMBERS / 4 }>().0.iter();
            for accumulator in accumulators {
                let (low, high) = accumulator.split_at(accumulator.len() / 2);
                for ((low, high), weights) in low.iter().zip(high).zip(&mut weights) {
                    let fours = products(low, high);
                    let groups = fours.as_chunks::<CHAINS>().0.iter().zip(weights.as_chunks::<CHAINS>().0);
                    for (fours, weights) in groups {
                        for chain in 0..CHAINS {
                            chains[chain] = add_four(chains[chain], fours[chain], &weights[chain]);
                        }
                    }
                }
            }
            let mut sums = layers.first_bias;
            for chain in chains {
                add_to(&mut sums, &store_sums(chain));
            }
            let activations = first_activations(&sums);
            let sums = dense(&[Lane::new(activations)], &layers.second);
            weighted_output(&sums, &layers.output)
        }

        $(#[$features])*
        pub(super) fn dense(inputs: &[Lane], layer: &Dense) -> [i32; HIDDEN] {
            const HALVES: usize = HIDDEN / FIRST;
            let mut chains = [[load_sums(&[0; FIRST]); HALVES]; 2];
            let blocks = layer.weights.as_chunks::<{ Lane::NUMBERS / 2 }>().0;
            for (lane, weights) in inputs.iter().zip(blocks) {
                for index in 0..Lane::NUMBERS / 4 {
                    for chain in 0..2 {
                        let pair = 2 * index + chain;
                        let inputs = [lane.0[2 * pair], lane.0[2 * pair + 1]];
                        for half in 0..HALVES {
                            let sums = &mut chains[chain][half];
                            *sums = add_two(*sums, inputs, &weights[pair][half]);
                        }
                    }
                }
            }
            let mut all = layer.bias;
            for chain in chains {
                for (half, sums) in all.as_chunks_mut().0.iter_mut().zip(chain) {
                    add_to(half, &store_sums(sums));
                }
            }
            all
        }

        $(#[$features])*
        pub(super) fn change_points<const LANES: usize>(
            rows: &[Lane],
            values: &mut [Lane],
            sums: &mut [Lane],
            seen: &[SeenChange],
            changes: &[PointChange],
        ) {
            let (rows, values) = (rows.as_chunks::<LANES>().0, values.as_chunks_mut::<LANES>().0);
            let sums = sums.as_chunks_mut::<LANES>().0;
            for change in seen {
                let (value, sum) = (&values[usize::from(change.place)], &mut sums[usize::from(change.zone)]);
                for lane in 0..LANES {
                    for part in 0..PARTS {
                        let (before, value) = (load(&sum[lane], part), clip(load(&value[lane], part)));
                        let after = if change.is_seen { add(before, value) } else { subtract(before, value) };
                        store(&mut sum[lane], part, after);
                    }
                }
            }
            for change in changes {
                let [old, other_old] = change.old.map(|row| &rows[usize::from(row)]);
                let [new, other_new] = change.new.map(|row| &rows[usize::from(row)]);
                let value = &mut values[usize::from(change.place)];
                let sum = &mut sums[usize::from(change.zone)];
                for lane in 0..LANES {
                    for part in 0..PARTS {
                        let before = load(&value[lane], part);
                        let plus = add(load(&new[lane], part), load(&other_new[lane], part));
                        let minus = add(load(&old[lane], part), load(&other_old[lane], part));
                        let after = add(before, subtract(plus, minus));
                        store(&mut value[lane], part, after);
                        let difference = subtract(clip(after), clip(before));
                        let changed = add(load(&sum[lane], part), difference);
                        store(&mut sum[lane], part, changed);
                    }
                }
            }
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
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
