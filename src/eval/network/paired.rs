use std::marker::PhantomData;
use std::sync::Arc;

use super::accumulator::Collector;
use super::features::{ElementOf, PointOf};
use super::incremental::Incremental;
use super::path_changes::{ChangePlace, PathChanges};
use super::simd::{Changes, Lane, Simd};
use super::{FeatureIndex, KingBucket, PackedNetwork, PairedFeatureSet};
use crate::base::{Position, Side};

/// The accumulators of a network whose inputs are active in pairs. Those of both sides are adjacent in memory, and one
/// row of twice the width updates both, so only the inputs of the first side are recorded.
///
/// Moves only record which inputs they change. An evaluation updates the accumulators of all positions of the path.
#[derive(Debug)]
pub struct PairedAccumulators<I: PairedFeatureSet> {
    network: Arc<PackedNetwork>,
    simd: Simd,
    /// The view of both sides, along the whole path.
    view: KingBucket,
    /// The inputs of the first side activated and deactivated along the path.
    changes: PathChanges<FeatureIndex>,
    /// The start of each position's changes, by ply; entries after `ply` are unused.
    begins: Vec<ChangePlace>,
    /// The last position of the path.
    ply: usize,
    /// The last position whose accumulators have been computed; those before it have been, too.
    known: usize,
    /// The accumulators of both sides by ply.
    sums: Vec<Lane>,
    inputs: PhantomData<I>,
}

impl<I: PairedFeatureSet> PairedAccumulators<I> {
    /// The lanes of both accumulators.
    #[inline]
    fn stride(&self) -> usize {
        2 * self.network.stride
    }

    /// Computes the accumulators of the ply after the last known one.
    #[inline]
    fn follow(&mut self) {
        let (ply, stride) = (self.known + 1, self.stride());
        let end = if ply < self.ply { self.begins[ply + 1] } else { self.changes.end() };
        let (plus, minus) = self.changes.between(self.begins[ply]..end);
        let changes = Changes { plus, minus };
        let (before, after) = self.sums.split_at_mut(ply * stride);
        let source = &before[(ply - 1) * stride..];
        self.simd.update(self.network.paired_rows::<I>(), source, &mut after[..stride], changes);
        self.known = ply;
    }

    #[cold]
    fn grow(&mut self) {
        self.begins.push(ChangePlace::default());
        self.sums.resize(self.stride() * self.begins.len(), Lane::ZERO);
    }
}

impl<I: PairedFeatureSet> Incremental<I> for PairedAccumulators<I> {
    fn new(network: &Arc<PackedNetwork>, position: &I::Position) -> Self {
        let mut accumulators = Self {
            network: Arc::clone(network),
            simd: Simd::best(),
            view: KingBucket::default(),
            changes: PathChanges::new(),
            begins: Vec::new(),
            ply: 0,
            known: 0,
            sums: Vec::new(),
            inputs: PhantomData,
        };
        accumulators.grow();
        accumulators.reset(position);
        accumulators
    }

    fn reset(&mut self, position: &I::Position) {
        self.changes.truncate(ChangePlace::default());
        (self.ply, self.known) = (0, 0);
        self.view = I::king_bucket(position, Side::First);
        debug_assert_eq!(self.view, I::king_bucket(position, Side::Second));
        let mut collector = Collector::<I>::new(Side::First, self.view);
        position.observe_all(&mut collector);
        let changes: Changes<&[FeatureIndex]> = Changes { plus: &collector.inputs, minus: &[] };
        let biases = [&self.network.bias[..]; 2].concat();
        let stride = self.stride();
        self.simd.update(self.network.paired_rows::<I>(), &biases, &mut self.sums[..stride], changes);
    }

    #[inline]
    fn record(&mut self, element: ElementOf<I>, at: PointOf<I>, is_added: bool) {
        if let Some(key) = I::key(element, at) {
            self.changes.push(I::input(Side::First, self.view, key), is_added);
        }
    }

    #[inline]
    fn push(&mut self) {
        self.ply += 1;
        if self.ply == self.begins.len() {
            self.grow();
        }
        self.begins[self.ply] = self.changes.end();
    }

    #[inline]
    fn pop(&mut self) {
        self.changes.truncate(self.begins[self.ply]);
        self.ply = self.ply.saturating_sub(1);
        self.known = self.known.min(self.ply);
    }

    #[inline]
    fn score(&mut self, position: &I::Position) -> i32 {
        debug_assert_eq!(
            self.view,
            I::king_bucket(position, Side::First),
            "a view that changes along a path"
        );
        while self.known < self.ply {
            self.follow();
        }
        let stride = self.stride();
        let (first, second) = self.sums[self.ply * stride..][..stride].split_at(self.network.stride);
        let accumulators = match position.side_to_move() {
            Side::First => [first, second],
            Side::Second => [second, first],
        };
        self.network.score(self.simd, accumulators, I::output_bucket(position))
    }
}
