use std::marker::PhantomData;
use std::sync::Arc;

use super::features::{ElementOf, PointOf};
use super::simd::Lane;
use super::zones::{self, HIDDEN, PackedZones, ROWS_OF_POINT, ZONES};
use super::{FeatureIndex, FeatureSet, Incremental, PackedNetwork, QA};
use crate::base::{Position, Side};

/// The feature set of networks with zones.
pub trait ZonedFeatureSet: FeatureSet<Position: Position<Point: PartialEq>> {
    /// The number of points on a side of the largest board.
    const MAX_SIZE: usize;

    /// The number of points on a side of the board.
    fn size(position: &Self::Position) -> usize;

    /// What the rows at a point follow from; `None` if the point is not seen.
    fn pattern(position: &Self::Position, file: usize, rank: usize) -> Option<u128>;

    /// Calls `visit` with the file and rank of every point of a board of this size whose pattern an element at a point
    /// may change.
    fn affected(at: PointOf<Self>, size: usize, visit: impl FnMut(usize, usize));

    /// The rows that a pattern activates for a side.
    fn rows(pattern: u128, side: Side) -> [FeatureIndex; ROWS_OF_POINT];
}

/// The values of a network with zones for the position last evaluated.
///
/// An evaluation computes anew what differs from that position, wherever on the path of moves it was, so that moves
/// need not be followed. Its loops are left to the compiler, which uses the vector instructions of the processor that
/// the program is built for.
#[derive(Debug)]
pub struct ZonedAccumulators<I: ZonedFeatureSet> {
    network: Arc<PackedNetwork>,
    inputs: PhantomData<I>,
    /// The points that have changed along the path of moves, and their number before each move.
    path: Vec<PointOf<I>>,
    begins: Vec<usize>,
    /// The path to the position last evaluated; `None` before the first evaluation.
    evaluated: Option<Vec<PointOf<I>>>,
    /// The pattern at each point.
    patterns: Vec<Option<u128>>,
    /// The values of the points that are seen, for each point and side.
    values: Vec<Lane>,
    sides: [SideSums; 2],
}

/// The sums and values of a side's zones.
#[derive(Debug)]
struct SideSums {
    /// The sums of the points' values, for each zone.
    sums: Vec<Lane>,
    /// The hidden values.
    hidden: [[f32; HIDDEN]; ZONES],
    /// Whether the hidden values belong to the sums.
    is_known: [bool; ZONES],
}

impl<I: ZonedFeatureSet> ZonedAccumulators<I> {
    /// Follows the patterns of a position.
    #[inline(always)]
    fn follow(&mut self, position: &I::Position) {
        let size = I::size(position);
        let Some(mut evaluated) = self.evaluated.take() else {
            for rank in 0..size {
                for file in 0..size {
                    self.look_at(position, size, file, rank);
                }
            }
            self.evaluated = Some(self.path.clone());
            return;
        };
        let common = evaluated.iter().zip(&self.path).take_while(|&(one, other)| one == other).count();
        for index in common..evaluated.len() {
            I::affected(evaluated[index], size, |file, rank| self.look_at(position, size, file, rank));
        }
        evaluated.truncate(common);
        for index in common..self.path.len() {
            let at = self.path[index];
            evaluated.push(at);
            I::affected(at, size, |file, rank| self.look_at(position, size, file, rank));
        }
        self.evaluated = Some(evaluated);
    }

    /// Updates a point if its pattern has changed.
    #[inline(always)]
    fn look_at(&mut self, position: &I::Position, size: usize, file: usize, rank: usize) {
        let pattern = I::pattern(position, file, rank);
        let point = rank * I::MAX_SIZE + file;
        let before = std::mem::replace(&mut self.patterns[point], pattern);
        if before != pattern {
            self.update(point, zones::zone(file, rank, size), before.is_some(), pattern);
        }
    }

    /// Updates a point's values, and the sums of its zone.
    #[inline(never)]
    fn update(&mut self, point: usize, zone: usize, was_seen: bool, pattern: Option<u128>) {
        let Self { network, values, sides, .. } = self;
        let stride = network.stride;
        for side in Side::BOTH {
            let sums = &mut sides[side.index()];
            sums.is_known[zone] = false;
            let sums = &mut sums.sums[stride * zone..][..stride];
            let values = &mut values[stride * (2 * point + side.index())..][..stride];
            let rows = pattern.map(|pattern| I::rows(pattern, side));
            // Blocks of a fixed number of lanes stay in registers.
            if stride.is_multiple_of(2) {
                update_lanes::<2>(network, sums, values, was_seen, rows);
            } else {
                update_lanes::<1>(network, sums, values, was_seen, rows);
            }
        }
    }

    /// The score for a side from its sums.
    #[inline(always)]
    fn score_of(zones: &PackedZones, stride: usize, side: &mut SideSums) -> i32 {
        let SideSums { sums, hidden, is_known } = side;
        for (zone, sums) in sums.chunks_exact(stride).enumerate() {
            if !std::mem::replace(&mut is_known[zone], true) {
                hidden[zone] = zones.hidden(zone, sums);
            }
        }
        zones::units(zones.output(sums, hidden))
    }
}

impl<I: ZonedFeatureSet> Incremental<I> for ZonedAccumulators<I> {
    fn new(network: &Arc<PackedNetwork>, _position: &I::Position) -> Self {
        debug_assert!(network.zones.is_some());
        let stride = network.stride;
        let side = || SideSums {
            sums: vec![Lane::ZERO; ZONES * stride],
            hidden: [[0.0; HIDDEN]; ZONES],
            is_known: [false; ZONES],
        };
        Self {
            network: Arc::clone(network),
            inputs: PhantomData,
            path: Vec::new(),
            begins: Vec::new(),
            evaluated: None,
            patterns: vec![None; I::MAX_SIZE * I::MAX_SIZE],
            values: vec![Lane::ZERO; 2 * stride * I::MAX_SIZE * I::MAX_SIZE],
            sides: [side(), side()],
        }
    }

    /// The board may have another size.
    fn reset(&mut self, position: &I::Position) {
        let network = Arc::clone(&self.network);
        *self = Self::new(&network, position);
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
    }

    #[inline]
    fn score(&mut self, position: &I::Position) -> i32 {
        self.follow(position);
        let Self { network, sides, .. } = self;
        let side = &mut sides[position.side_to_move().index()];
        network.zones.as_ref().map_or(0, |zones| Self::score_of(zones, network.stride, side))
    }
}

/// Updates a point's values and the sums of its zone for one side, `W` lanes at a time; without rows, the point is not
/// seen any more.
#[inline(always)]
fn update_lanes<const W: usize>(
    network: &PackedNetwork,
    sums: &mut [Lane],
    values: &mut [Lane],
    was_seen: bool,
    rows: Option<[FeatureIndex; ROWS_OF_POINT]>,
) {
    let blocks = sums.len() / W;
    let biases = network.bias.as_chunks::<W>().0;
    let all = network.rows.as_chunks::<W>().0;
    let sums = sums.as_chunks_mut::<W>().0;
    let values = values.as_chunks_mut::<W>().0;
    for block in 0..blocks {
        let mut sum = sums[block];
        if was_seen {
            let before = values[block];
            for lane in 0..W {
                sum[lane] = sum[lane].minus(before[lane]);
            }
        }
        if let Some(rows) = rows {
            let mut value = biases[block];
            for row in rows {
                let row = all[usize::from(row) * blocks + block];
                for lane in 0..W {
                    value[lane] = value[lane].plus(row[lane]);
                }
            }
            for lane in 0..W {
                value[lane] = value[lane].clipped(QA);
                sum[lane] = sum[lane].plus(value[lane]);
            }
            values[block] = value;
        }
        sums[block] = sum;
    }
}
