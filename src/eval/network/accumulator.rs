use std::marker::PhantomData;
use std::sync::Arc;

use super::simd::{Lane, Simd};
use super::{Input, Inputs, PackedNetwork, View};
use crate::base::{Observer, Position, Side};

type ElementOf<I> = <<I as Inputs>::Position as Position>::Element;
type PointOf<I> = <<I as Inputs>::Position as Position>::Point;

/// An element that appeared or vanished.
#[derive(Debug)]
struct Change<I: Inputs> {
    element: ElementOf<I>,
    at: PointOf<I>,
    is_added: bool,
}

/// A position on the path from the one that was set up.
#[derive(Debug, Clone, Copy, Default)]
struct Ply {
    /// Where its changes begin, by which it differs from the position before it.
    changes: usize,
    /// The views with which its accumulators have been computed, if they have.
    views: [Option<View>; 2],
}

/// The accumulators of a network along a path of moves.
///
/// Moves only record which elements they change. An evaluation brings the position's accumulators up to date, beginning
/// with the last position on the path whose accumulator is known, or, where the view has changed, with the position
/// that was last seen with that view.
#[derive(Debug)]
pub(super) struct Accumulators<I: Inputs> {
    network: Arc<PackedNetwork>,
    simd: Simd,
    changes: Vec<Change<I>>,
    /// The positions of the path, the last at `ply`; those behind it are unused.
    plies: Vec<Ply>,
    ply: usize,
    /// The accumulators by ply and side.
    sums: Vec<Lane>,
    /// The positions last seen with each view, by side and view.
    seen: Vec<Seen>,
    /// How often an input appears in one of two lists more than in the other; 0 between uses.
    surplus: Vec<i16>,
    plus: Vec<Input>,
    minus: Vec<Input>,
    /// The derived inputs of either side.
    derived: [Vec<Input>; 2],
}

/// A position that was seen with a view: its inputs, except derived ones, and the accumulator.
#[derive(Debug)]
struct Seen {
    inputs: Vec<Input>,
    sums: Vec<Lane>,
}

impl<I: Inputs> Accumulators<I> {
    pub(super) fn new(network: &Arc<PackedNetwork>, simd: Simd, position: &I::Position) -> Self {
        let empty = || Seen { inputs: Vec::new(), sums: network.bias.clone() };
        let mut accumulators = Self {
            network: Arc::clone(network),
            simd,
            changes: Vec::new(),
            plies: vec![Ply::default()],
            ply: 0,
            sums: vec![Lane::ZERO; 2 * network.stride],
            seen: (0..2 * I::VIEWS).map(|_| empty()).collect(),
            surplus: vec![0; I::COUNT],
            plus: Vec::new(),
            minus: Vec::new(),
            derived: [Vec::new(), Vec::new()],
        };
        accumulators.reset(position);
        accumulators
    }

    /// Begins a new path with this position.
    pub(super) fn reset(&mut self, position: &I::Position) {
        self.changes.clear();
        self.ply = 0;
        self.plies[0] = Ply::default();
        for side in Side::BOTH {
            self.refresh(position, side, I::view(position, side));
        }
    }

    /// Records a change.
    #[inline(always)]
    pub(super) fn record(&mut self, element: ElementOf<I>, at: PointOf<I>, is_added: bool) {
        // Whether there is an input does not depend on who looks.
        if I::input(Side::First, View::default(), element, at).is_some() {
            self.changes.push(Change { element, at, is_added });
        }
    }

    /// Extends the path by a move, whose changes follow.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        self.ply += 1;
        let ply = Ply { changes: self.changes.len(), views: [None; 2] };
        match self.plies.get_mut(self.ply) {
            Some(unused) => *unused = ply,
            None => self.grow(ply),
        }
    }

    #[cold]
    fn grow(&mut self, ply: Ply) {
        self.plies.push(ply);
        self.sums.resize(2 * self.network.stride * self.plies.len(), Lane::ZERO);
    }

    /// Takes back the last move.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.changes.truncate(self.plies[self.ply].changes);
        self.ply = self.ply.saturating_sub(1);
    }

    /// The network's score for the side to move, in evaluation units.
    pub(super) fn score(&mut self, position: &I::Position) -> i32 {
        for side in Side::BOTH {
            let view = I::view(position, side);
            if self.plies[self.ply].views[side.index()] != Some(view) {
                self.bring_up(position, side, view);
            }
            let derived = &mut self.derived[side.index()];
            derived.clear();
            I::derived(position, side, view, |input| derived.push(input));
        }
        let sides = [position.side_to_move(), !position.side_to_move()];
        let accumulators = sides.map(|side| &self.sums[self.place(self.ply, side)..][..self.network.stride]);
        let derived = sides.map(|side| self.derived[side.index()].as_slice());
        self.network.score(self.simd, accumulators, derived, I::bucket(position))
    }

    /// The index of an accumulator in [`Self::sums`].
    #[inline(always)]
    fn place(&self, ply: usize, side: Side) -> usize {
        (2 * ply + side.index()) * self.network.stride
    }

    /// Computes a side's accumulator of the current position.
    fn bring_up(&mut self, position: &I::Position, side: Side, view: View) {
        let mut known = self.ply;
        while self.plies[known].views[side.index()] != Some(view) {
            // Beyond as many changes as there are inputs, a comparison of two positions is cheaper.
            if known == 0 || self.changes.len() - self.plies[known].changes > I::MAX_ON {
                return self.refresh(position, side, view);
            }
            known -= 1;
        }
        while known < self.ply {
            known += 1;
            let end = self.plies.get(known + 1).filter(|_| known < self.ply);
            let end = end.map_or(self.changes.len(), |next| next.changes);
            self.plus.clear();
            self.minus.clear();
            for change in &self.changes[self.plies[known].changes..end] {
                if let Some(input) = I::input(side, view, change.element, change.at) {
                    let list = if change.is_added { &mut self.plus } else { &mut self.minus };
                    list.push(input);
                }
            }
            let stride = self.network.stride;
            let (before, after) = self.sums.split_at_mut((2 * known + side.index()) * stride);
            let source = &before[(2 * (known - 1) + side.index()) * stride..][..stride];
            let target = &mut after[..stride];
            self.simd.update(&self.network.rows, source, target, &self.plus, &self.minus);
            self.plies[known].views[side.index()] = Some(view);
        }
    }

    /// Computes a side's accumulator from that of the position last seen with this view.
    fn refresh(&mut self, position: &I::Position, side: Side, view: View) {
        let seen = &mut self.seen[side.index() * I::VIEWS + usize::from(view.0)];
        let mut collector = Collector::<I>::new(side, view);
        position.observe_all(&mut collector);
        let inputs = collector.inputs;
        for &input in &inputs {
            self.surplus[usize::from(input)] += 1;
        }
        for &input in &seen.inputs {
            self.surplus[usize::from(input)] -= 1;
        }
        self.plus.clear();
        self.minus.clear();
        for &input in inputs.iter().chain(&seen.inputs) {
            let surplus = std::mem::take(&mut self.surplus[usize::from(input)]);
            let list = if surplus > 0 { &mut self.plus } else { &mut self.minus };
            list.extend((0..surplus.unsigned_abs()).map(|_| input));
        }
        seen.inputs = inputs;
        let place = (2 * self.ply + side.index()) * self.network.stride;
        let target = &mut self.sums[place..][..self.network.stride];
        self.simd.update(&self.network.rows, &seen.sums, target, &self.plus, &self.minus);
        seen.sums.copy_from_slice(target);
        self.plies[self.ply].views[side.index()] = Some(view);
    }
}

/// Collects a side's inputs from a position's elements.
pub(super) struct Collector<I: Inputs> {
    side: Side,
    view: View,
    pub(super) inputs: Vec<Input>,
    mapping: PhantomData<I>,
}

impl<I: Inputs> Collector<I> {
    pub(super) fn new(side: Side, view: View) -> Self {
        Self { side, view, inputs: Vec::with_capacity(I::MAX_ON), mapping: PhantomData }
    }
}

impl<I: Inputs> Observer<I::Position> for Collector<I> {
    fn add(&mut self, element: ElementOf<I>, at: PointOf<I>) {
        self.inputs.extend(I::input(self.side, self.view, element, at));
    }

    fn remove(&mut self, _element: ElementOf<I>, _at: PointOf<I>) {
        debug_assert!(false, "nothing vanishes from a position that is only described");
    }
}
