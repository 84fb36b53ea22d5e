//! The order of positions and the learning rate.

use std::ops::Range;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The order in which an epoch visits `count` positions.
pub(super) fn order(seed: u64, epoch: usize, count: usize) -> Vec<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(1 + epoch as u64);
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.shuffle(&mut rng);
    order
}

/// Whether an epoch visits the mirror image of a position. Uses `SplitMix64`, because the result must not depend on the
/// order of visits.
pub(super) fn is_mirrored(seed: u64, epoch: usize, position: u32) -> bool {
    let mut bits = seed ^ (u64::from(position) << 32 | epoch as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ (bits >> 31)) & 1 == 1
}

/// Part `index` of `count` almost equal parts of `whole`.
pub(super) fn part(whole: &Range<usize>, index: usize, count: usize) -> Range<usize> {
    let cut = |index: usize| whole.start + whole.len() * index / count;
    cut(index)..cut(index + 1)
}

/// The learning rate after this share of the run, from 0 to 1: half a cosine from the first rate to the last.
pub(super) fn rate(first: f64, last: f64, share: f64) -> f64 {
    last + (first - last) * (1.0 + (std::f64::consts::PI * share).cos()) / 2.0
}
