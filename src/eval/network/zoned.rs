use std::fmt::Debug;
use std::sync::Arc;

use super::features::{ElementOf, PointOf};
use super::simd::{Lane, PointChange, SeenChange, Simd};
use super::zones::{self, HIDDEN, LINES, ROWS_OF_LINE, ZONES, ZoneOutputs};
use super::{FeatureIndex, FeatureSet, Incremental, PackedNetwork};
use crate::base::{Position, Side};

/// The feature set of networks with zones.
pub trait ZonedFeatureSet: FeatureSet<Position: Position<Point: PartialEq>> {
    /// The number of places: numbers of points.
    const PLACES: usize;

    /// The place of a point.
    fn place(at: PointOf<Self>) -> usize;

    /// Calls `visit` for every point of the board, with its zone.
    fn visit_points(position: &Self::Position, visit: impl FnMut(PointOf<Self>, usize));

    /// Whether a point of the board is seen.
    fn is_seen(position: &Self::Position, at: PointOf<Self>) -> bool;

    /// What rows and dependent points are looked up in.
    type Tables: Copy + Debug + Send;

    /// The tables.
    fn tables() -> Self::Tables;

    /// Calls `visit` for every point that is seen, and every line through it, whose rows what is at another point may
    /// change, unless something in between changes them, too.
    fn visit_dependent(
        tables: Self::Tables,
        position: &Self::Position,
        at: PointOf<Self>,
        visit: impl FnMut(PointOf<Self>, usize),
    );

    /// The rows that a line through a point that is seen activates for a side.
    fn rows_of_line(
        tables: Self::Tables,
        position: &Self::Position,
        at: PointOf<Self>,
        line: usize,
        side: Side,
    ) -> [FeatureIndex; ROWS_OF_LINE];
}

/// The values of a network with zones for the positions last evaluated for each side.
///
/// An evaluation computes anew what differs from the last position that was evaluated for the same side, wherever on
/// the path of moves it was, so that moves need not be followed.
#[derive(Debug)]
pub struct ZonedAccumulators<I: ZonedFeatureSet> {
    network: Arc<PackedNetwork>,
    simd: Simd,
    tables: I::Tables,
    /// The points that have changed along the path of moves, and their number before each move.
    path: Vec<PointOf<I>>,
    begins: Vec<usize>,
    sides: [View<I>; 2],
}

/// The values for a side.
#[derive(Debug)]
struct View<I: ZonedFeatureSet> {
    side: Side,
    /// The path to the position last evaluated.
    evaluated: Vec<PointOf<I>>,
    /// How much of it is certain to be part of the present path.
    common: usize,
    /// What is known of each place.
    places: Vec<Place>,
    /// The values of the points before they are clipped, for each place. Those of a point that is not seen are those
    /// when it was.
    values: Vec<Lane>,
    /// The sums of the clipped values of the points that are seen, for each zone.
    sums: Vec<Lane>,
    /// What the zones give to the second hidden layer.
    outputs: [ZoneOutputs; ZONES],
    /// Whether that belongs to the sums.
    is_known: [bool; ZONES],
    /// The changes that are collected before they are carried out.
    changes: Vec<PointChange>,
    seen: Vec<SeenChange>,
}

/// What is known of a point: its active rows when it was last seen.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Place {
    rows: [[FeatureIndex; ROWS_OF_LINE]; LINES],
    zone: u8,
    is_seen: bool,
}

impl<I: ZonedFeatureSet> View<I> {
    /// The values of a position, with which a path begins.
    fn new(network: &PackedNetwork, simd: Simd, position: &I::Position, side: Side) -> Self {
        let stride = network.stride;
        // At first, all points have the first row of the network on every line, and none of them is seen.
        let blank = (0..stride).map(|lane| {
            let row = network.rows[lane];
            (0..LINES * ROWS_OF_LINE).fold(network.bias[lane], |value, _| value.plus(row))
        });
        let blank: Vec<_> = blank.collect();
        let tables = I::tables();
        let mut places = vec![Place { rows: [[0; ROWS_OF_LINE]; LINES], zone: 0, is_seen: false }; I::PLACES];
        let mut seen = Vec::new();
        let mut changes = Vec::new();
        I::visit_points(position, |at, zone| {
            let place = &mut places[I::place(at)];
            place.zone = zone as u8;
            look_at::<I>(place, position, at, &mut seen);
            if place.is_seen {
                for line in 0..LINES {
                    compare::<I>(place, tables, position, at, line, side, &mut changes);
                }
            }
        });
        let mut view = Self {
            side,
            evaluated: Vec::new(),
            common: 0,
            places,
            values: blank.repeat(I::PLACES),
            sums: vec![Lane::ZERO; ZONES * stride],
            outputs: [[0; HIDDEN]; ZONES],
            is_known: [false; ZONES],
            changes,
            seen,
        };
        view.carry_out(network, simd);
        view
    }

    /// Takes a change of the path's length into account.
    #[inline(always)]
    fn shorten(&mut self, length: usize) {
        self.common = self.common.min(length);
    }

    /// Follows the path to a position, and collects what has changed.
    #[inline(always)]
    fn follow(&mut self, tables: I::Tables, path: &[PointOf<I>], position: &I::Position) {
        let Self { side, evaluated, common, places, changes, seen, .. } = self;
        let further = evaluated[*common..].iter().zip(&path[*common..]);
        let begin = *common + further.take_while(|&(one, other)| one == other).count();
        let end = evaluated.len();
        evaluated.extend_from_slice(&path[begin..]);
        for &at in &evaluated[begin..] {
            let place = &mut places[I::place(at)];
            look_at::<I>(place, position, at, seen);
            if place.is_seen {
                for line in 0..LINES {
                    compare::<I>(place, tables, position, at, line, *side, changes);
                }
            }
            I::visit_dependent(tables, position, at, |at, line| {
                compare::<I>(&mut places[I::place(at)], tables, position, at, line, *side, changes);
            });
        }
        evaluated.drain(begin..end);
        *common = path.len();
    }

    /// Carries out the changes that have been collected. Rows of points that are seen no more have not changed.
    #[inline(always)]
    fn carry_out(&mut self, network: &PackedNetwork, simd: Simd) {
        let Self { values, sums, is_known, changes, seen, .. } = self;
        for change in seen.iter() {
            is_known[usize::from(change.zone)] = false;
        }
        for change in changes.iter() {
            is_known[usize::from(change.zone)] = false;
        }
        match network.stride {
            1 => simd.change_points::<1>(&network.rows, values, sums, seen, changes),
            _ => simd.change_points::<2>(&network.rows, values, sums, seen, changes),
        }
        changes.clear();
        seen.clear();
    }
}

/// Records whether a point is seen now.
#[inline(always)]
fn look_at<I: ZonedFeatureSet>(
    place: &mut Place,
    position: &I::Position,
    at: PointOf<I>,
    seen: &mut Vec<SeenChange>,
) {
    let is_seen = I::is_seen(position, at);
    if std::mem::replace(&mut place.is_seen, is_seen) != is_seen {
        seen.push(SeenChange { place: I::place(at) as u16, zone: place.zone.into(), is_seen });
    }
}

/// Records the change of the rows of a line through a point that is seen.
#[inline(always)]
fn compare<I: ZonedFeatureSet>(
    place: &mut Place,
    tables: I::Tables,
    position: &I::Position,
    at: PointOf<I>,
    line: usize,
    side: Side,
    changes: &mut Vec<PointChange>,
) {
    let new = I::rows_of_line(tables, position, at, line, side);
    let old = std::mem::replace(&mut place.rows[line], new);
    if old != new {
        changes.push(PointChange { place: I::place(at) as u16, zone: place.zone.into(), old, new });
    }
}

impl<I: ZonedFeatureSet> ZonedAccumulators<I> {
    /// The values of a position, with which a path begins, computed with these instructions.
    pub(super) fn with_simd(network: &Arc<PackedNetwork>, simd: Simd, position: &I::Position) -> Self {
        debug_assert!(network.zones.is_some());
        Self {
            network: Arc::clone(network),
            simd,
            tables: I::tables(),
            path: Vec::new(),
            begins: Vec::new(),
            sides: Side::BOTH.map(|side| View::new(network, simd, position, side)),
        }
    }
}

impl<I: ZonedFeatureSet> Incremental<I> for ZonedAccumulators<I> {
    fn new(network: &Arc<PackedNetwork>, position: &I::Position) -> Self {
        Self::with_simd(network, Simd::best(), position)
    }

    /// The board may have another size.
    fn reset(&mut self, position: &I::Position) {
        *self = Self::with_simd(&self.network, self.simd, position);
    }

    #[inline]
    fn record(&mut self, element: ElementOf<I>, at: PointOf<I>, _is_added: bool) {
        if I::key(element, at).is_some() {
            self.path.push(at);
        }
    }

    #[inline]
    fn push(&mut self) {
        self.begins.push(self.path.len());
    }

    #[inline]
    fn pop(&mut self) {
        let begin = self.begins.pop().unwrap_or(0);
        self.path.truncate(begin);
        for view in &mut self.sides {
            view.shorten(begin);
        }
    }

    #[inline]
    fn score(&mut self, position: &I::Position) -> i32 {
        let Self { network, simd, tables, path, sides, .. } = self;
        let Some(layers) = &network.zones else { return 0 };
        let view = &mut sides[position.side_to_move().index()];
        view.follow(*tables, path, position);
        view.carry_out(network, *simd);
        let stride = network.stride;
        for (zone, sums) in view.sums.chunks_exact(stride).enumerate() {
            if !std::mem::replace(&mut view.is_known[zone], true) {
                view.outputs[zone] = layers.of_zone(*simd, zone, sums);
            }
        }
        zones::units(layers.output(*simd, &view.sums, &view.outputs))
    }
}
