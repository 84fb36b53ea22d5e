use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use super::features::{ElementOf, PointOf};
use super::incremental::Incremental;
use super::path_changes::{ChangePlace, PathChanges};
use super::simd::{Changes, FEW, FewChanges, Lane, ManyChanges, Simd};
use super::{
    BucketedFeatureSet, DerivedFeatures, FeatureIndex, FeatureSet, KingBucket, PackedNetwork, Placement,
};
use crate::base::{Observer, Position, Side};

/// A position on the path from the initial position of the accumulators.
#[derive(Debug, Clone, Copy, Default)]
struct Ply {
    /// The start of its changes from the position before it.
    changes: ChangePlace,
    /// The views for which its accumulators have been computed.
    views: [Option<KingBucket>; 2],
}

/// The accumulators of a network along a path of moves.
///
/// Moves only record which elements they change. An evaluation updates the position's accumulators, starting from the
/// last position on the path whose accumulator is known or, if the view has changed, from the position last seen with
/// that view.
#[derive(Debug)]
pub struct Accumulators<I: BucketedFeatureSet> {
    network: Arc<PackedNetwork>,
    simd: Simd,
    /// The elements that appeared and disappeared along the path.
    changes: PathChanges<I::Key>,
    /// The positions of the path, the last one at `ply`; those after it are unused.
    plies: Vec<Ply>,
    ply: usize,
    /// The accumulators by ply and side.
    sums: Vec<Lane>,
    /// The derived inputs included in `sums`, by ply and side.
    derived: Vec<[I::Derived; 2]>,
    /// The positions last seen with each view, by side and view.
    refresh_table: Vec<Kept<I>>,
    /// The pending changes in each side's accumulator.
    pending: [ManyChanges; 2],
    /// Each side's derived inputs in the position being evaluated.
    derived_now: [I::Derived; 2],
}

/// A position that was seen with a view, and its accumulator.
#[derive(Debug)]
struct Kept<I: BucketedFeatureSet> {
    placement: I::Placement,
    /// The derived inputs; `None` if no position has been seen.
    derived: Option<I::Derived>,
    sums: Vec<Lane>,
}

impl<I: BucketedFeatureSet> Accumulators<I> {
    #[cold]
    fn grow(&mut self, ply: Ply) {
        self.plies.push(ply);
        self.sums.resize(2 * self.network.stride * self.plies.len(), Lane::ZERO);
        self.derived.resize(self.plies.len(), [I::Derived::ZERO; 2]);
    }

    /// The last ply before the current one for which both accumulators are known with these views, unless there are so
    /// many changes since then that comparing two positions is cheaper.
    #[inline]
    fn last_known(&self, views: [KingBucket; 2]) -> Option<usize> {
        let is_near = |&ply: &usize| self.changes.count_from(self.plies[ply + 1].changes) <= I::MAX_ON;
        (0..self.ply).rev().take_while(is_near).find(|&ply| self.plies[ply].views == views.map(Some))
    }

    /// Computes a side's accumulator of a ply from that of the previous ply, without updating its derived inputs.
    fn follow(&mut self, ply: usize, side: Side, view: KingBucket) {
        let end = if ply < self.ply { self.plies[ply + 1].changes } else { self.changes.end() };
        self.collect(side, view, self.plies[ply].changes..end);
        self.derived[ply][side.index()] = self.derived[ply - 1][side.index()];
        let (stride, place) = (self.network.stride, self.place(ply, side));
        let (before, after) = self.sums.split_at_mut(place);
        let source = &before[place - 2 * stride..][..stride];
        self.simd.update(
            &self.network.rows,
            source,
            &mut after[..stride],
            self.pending[side.index()].as_slices(),
        );
        self.plies[ply].views[side.index()] = Some(view);
    }

    /// Computes the accumulators of the current position from those of the previous one, and the score. This is the
    /// path of nearly all evaluations.
    #[inline]
    fn step(&mut self, views: [KingBucket; 2], mover: Side, bucket: usize) -> i32 {
        let range = self.plies[self.ply].changes..self.changes.end();
        self.plies[self.ply].views = views.map(Some);
        self.derived[self.ply] = self.derived[self.ply - 1];
        if let (&[added], &[removed]) = self.changes.between(range.clone()) {
            let steps = Side::BOTH.map(|side| {
                let [plus, minus] = [added, removed].map(|key| I::input(side, views[side.index()], key));
                Changes { plus: [plus], minus: [minus] }
            });
            if I::Derived::COUNT == 0 {
                let (source, target) = Self::around(&mut self.sums, self.ply, self.network.stride);
                return self.network.score_of_update(self.simd, source, target, &steps, mover, bucket);
            }
            const { assert!(I::Derived::COUNT < FEW) };
            let mut changes = steps.map(FewChanges::from);
            for side in Side::BOTH {
                let changes = &mut changes[side.index()];
                self.replace_derived(side, |old, new| changes.replace(old, new));
            }
            let (source, target) = Self::around(&mut self.sums, self.ply, self.network.stride);
            return self.network.score_of_update(self.simd, source, target, &changes, mover, bucket);
        }
        for side in Side::BOTH {
            self.collect(side, views[side.index()], range.clone());
            self.collect_derived(side);
        }
        let (source, target) = Self::around(&mut self.sums, self.ply, self.network.stride);
        self.network.score_of_update(self.simd, source, target, &self.pending, mover, bucket)
    }

    /// The accumulators of both sides of the ply before this one, and of this one.
    #[inline]
    fn around(sums: &mut [Lane], ply: usize, stride: usize) -> (&[Lane], &mut [Lane]) {
        let both = 2 * stride;
        let (before, after) = sums.split_at_mut(ply * both);
        (&before[(ply - 1) * both..], &mut after[..both])
    }

    /// The index of an accumulator in [`Self::sums`].
    #[inline]
    fn place(&self, ply: usize, side: Side) -> usize {
        (2 * ply + side.index()) * self.network.stride
    }

    /// Computes a side's accumulator of the current position, without updating its derived inputs.
    fn bring_up(&mut self, position: &I::Position, side: Side, view: KingBucket) {
        let mut known = self.ply;
        while self.plies[known].views[side.index()] != Some(view) {
            // If there are more changes than inputs, comparing two positions is cheaper.
            if known == 0 || self.changes.count_from(self.plies[known].changes) > I::MAX_ON {
                return self.refresh(position, side, view);
            }
            known -= 1;
        }
        for ply in known + 1..=self.ply {
            self.follow(ply, side, view);
        }
    }

    /// Computes a side's accumulator from that of the position last seen with this view.
    fn refresh(&mut self, position: &I::Position, side: Side, view: KingBucket) {
        let seen = &mut self.refresh_table[side.index() * I::KING_BUCKETS + usize::from(view.0)];
        let changes = &mut self.pending[side.index()];
        changes.clear();
        let placement = I::placement(position);
        placement.compare(&seen.placement, |key, appeared| {
            changes.push(I::input(side, view, key), appeared);
        });
        seen.placement = placement;
        let now = self.derived_now[side.index()];
        changes.minus.extend(seen.derived.iter().flat_map(AsRef::as_ref));
        changes.plus.extend(now.as_ref());
        seen.derived = Some(now);
        self.derived[self.ply][side.index()] = now;
        let place = (2 * self.ply + side.index()) * self.network.stride;
        let target = &mut self.sums[place..][..self.network.stride];
        self.simd.update(&self.network.rows, &seen.sums, target, changes.as_slices());
        seen.sums.copy_from_slice(target);
        self.plies[self.ply].views[side.index()] = Some(view);
    }

    /// Collects a side's inputs that these changes of elements activate and deactivate.
    #[inline(always)]
    fn collect(&mut self, side: Side, view: KingBucket, range: Range<ChangePlace>) {
        let input = |&key: &I::Key| I::input(side, view, key);
        let (added, removed) = self.changes.between(range);
        let Changes { plus, minus } = &mut self.pending[side.index()];
        plus.clear();
        plus.extend(added.iter().map(input));
        minus.clear();
        minus.extend(removed.iter().map(input));
    }

    /// Records that the current accumulator includes the derived inputs of the position, and reports those that it
    /// included before, each with the one that replaces it.
    #[inline]
    fn replace_derived(&mut self, side: Side, mut replaced: impl FnMut(FeatureIndex, FeatureIndex)) {
        let contained = &mut self.derived[self.ply][side.index()];
        let now = self.derived_now[side.index()];
        for (&old, &new) in contained.as_ref().iter().zip(now.as_ref()) {
            if old != new {
                replaced(old, new);
            }
        }
        *contained = now;
    }

    /// Collects the changes from the derived inputs included in the current accumulator to those of the position, and
    /// records that they are included.
    #[inline]
    fn collect_derived(&mut self, side: Side) {
        let mut pending = std::mem::take(&mut self.pending[side.index()]);
        self.replace_derived(side, |old, new| pending.replace(old, new));
        self.pending[side.index()] = pending;
    }

    /// Replaces the derived inputs included in the current accumulator with those of the position.
    #[inline]
    fn correct_derived(&mut self, side: Side) {
        if I::Derived::COUNT > 0 {
            self.pending[side.index()].clear();
            self.collect_derived(side);
            if !self.pending[side.index()].plus.is_empty() {
                let place = self.place(self.ply, side);
                let target = &mut self.sums[place..][..self.network.stride];
                let source = target.to_vec();
                let changes = self.pending[side.index()].as_slices();
                self.simd.update(&self.network.rows, &source, target, changes);
            }
        }
    }
}

impl<I: BucketedFeatureSet> Incremental<I> for Accumulators<I> {
    fn new(network: &Arc<PackedNetwork>, position: &I::Position) -> Self {
        let empty = || Kept { placement: Default::default(), derived: None, sums: network.bias.clone() };
        let mut accumulators = Self {
            network: Arc::clone(network),
            simd: Simd::best(),
            changes: PathChanges::new(),
            plies: vec![Ply::default()],
            ply: 0,
            sums: vec![Lane::ZERO; 2 * network.stride],
            derived: vec![[I::Derived::ZERO; 2]],
            refresh_table: (0..2 * I::KING_BUCKETS).map(|_| empty()).collect(),
            pending: Default::default(),
            derived_now: [I::Derived::ZERO; 2],
        };
        accumulators.reset(position);
        accumulators
    }

    fn reset(&mut self, position: &I::Position) {
        self.changes.truncate(ChangePlace::default());
        self.ply = 0;
        self.plies[0] = Ply::default();
        self.derived_now = I::derived(position);
        for side in Side::BOTH {
            self.refresh(position, side, I::king_bucket(position, side));
        }
    }

    #[inline]
    fn record(&mut self, element: ElementOf<I>, at: PointOf<I>, is_added: bool) {
        if let Some(key) = I::key(element, at) {
            self.changes.push(key, is_added);
        }
    }

    #[inline]
    fn push(&mut self) {
        self.ply += 1;
        let ply = Ply { changes: self.changes.end(), views: [None; 2] };
        match self.plies.get_mut(self.ply) {
            Some(unused) => *unused = ply,
            None => self.grow(ply),
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.changes.truncate(self.plies[self.ply].changes);
        self.ply = self.ply.saturating_sub(1);
    }

    #[inline]
    fn score(&mut self, position: &I::Position) -> i32 {
        let views = Side::BOTH.map(|side| I::king_bucket(position, side));
        let bucket = I::output_bucket(position);
        let mover = position.side_to_move();
        self.derived_now = I::derived(position);
        if self.plies[self.ply].views != views.map(Some) {
            if let Some(known) = self.last_known(views) {
                for ply in known + 1..self.ply {
                    for side in Side::BOTH {
                        self.follow(ply, side, views[side.index()]);
                    }
                }
                return self.step(views, mover, bucket);
            }
            for side in Side::BOTH {
                self.bring_up(position, side, views[side.index()]);
            }
        }
        for side in Side::BOTH {
            self.correct_derived(side);
        }
        let accumulators =
            [mover, !mover].map(|side| &self.sums[self.place(self.ply, side)..][..self.network.stride]);
        self.network.score(self.simd, accumulators, bucket)
    }
}

/// Collects a side's inputs from a position's elements.
pub(super) struct Collector<I: FeatureSet> {
    side: Side,
    view: KingBucket,
    pub(super) inputs: Vec<FeatureIndex>,
    mapping: PhantomData<I>,
}

impl<I: FeatureSet> Collector<I> {
    pub(super) fn new(side: Side, view: KingBucket) -> Self {
        Self { side, view, inputs: Vec::with_capacity(I::MAX_ON), mapping: PhantomData }
    }
}

impl<I: FeatureSet> Observer<I::Position> for Collector<I> {
    fn add(&mut self, element: ElementOf<I>, at: PointOf<I>) {
        self.inputs.extend(I::key(element, at).map(|key| I::input(self.side, self.view, key)));
    }

    fn remove(&mut self, _element: ElementOf<I>, _at: PointOf<I>) {
        debug_assert!(false, "nothing disappears from a position that is only described");
    }
}
