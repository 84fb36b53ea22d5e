use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};

use crate::base::Side;
use crate::games::cchess::Piece;
use crate::games::cchess::tables::{Layout, Material, Placement, TableValue, TabledGame};
use crate::lab::parallel;

/// A position whose value is not known yet; in the end, a draw.
pub const UNKNOWN: u16 = TableValue::DRAW.number();
/// A number that belongs to no position.
pub const INVALID: u16 = TableValue::INVALID.number();
/// The number of positions that a thread takes at a time.
const CHUNK: u64 = 1 << 15;

/// The values found so far, and what is needed to find others. All arrays are by side to move, then by number.
pub struct Grid {
    pub layout: Layout,
    /// [`UNKNOWN`], [`INVALID`], or the number of plies of a win or loss.
    pub values: [Box<[AtomicU16]>; 2],
    /// The number of moves not yet known to lose, with all captures that do not lose counted as one.
    pub counts: [Box<[AtomicU8]>; 2],
    /// Odd: the number of plies of the fastest win by a capture. Even: that of the slowest loss by a capture, or 0.
    pub captures: [Box<[AtomicU16]>; 2],
    threads: usize,
}

/// About how much memory it takes to compute a table, in bytes.
pub const fn memory_needed(layout: &Layout) -> u64 {
    // A value, a count and a capture for each side to move.
    layout.size().saturating_mul(2 * (2 + 1 + 2))
}

impl Grid {
    /// A grid without values. `None` if there are too many pieces.
    pub fn new<P: TabledGame>(material: Material, threads: usize) -> Option<Self> {
        let layout = P::layout(material)?;
        let size = layout.size();
        Some(Self {
            layout,
            values: Side::BOTH.map(|_| (0..size).map(|_| AtomicU16::new(UNKNOWN)).collect()),
            counts: Side::BOTH.map(|_| (0..size).map(|_| AtomicU8::new(0)).collect()),
            captures: Side::BOTH.map(|_| (0..size).map(|_| AtomicU16::new(0)).collect()),
            threads,
        })
    }

    #[inline]
    pub fn value(&self, side: Side, index: u64) -> u16 {
        self.values[side.index()][index as usize].load(Relaxed)
    }

    #[inline]
    pub fn set(&self, side: Side, index: u64, value: u16) {
        self.values[side.index()][index as usize].store(value, Relaxed);
    }

    #[inline]
    pub fn count(&self, side: Side, index: u64) -> u8 {
        self.counts[side.index()][index as usize].load(Relaxed)
    }

    #[inline]
    pub fn capture(&self, side: Side, index: u64) -> u16 {
        self.captures[side.index()][index as usize].load(Relaxed)
    }

    /// The position with this number, if there is one.
    #[inline]
    pub fn position<P: TabledGame>(&self, side: Side, index: u64) -> Option<P> {
        P::arranged(self.layout.pieces(), self.layout.placement(index).points(), side)
    }

    /// Calls `visit` for all numbers of both sides, on all threads; stops early once it returns false.
    pub fn for_all(&self, visit: impl Fn(Side, u64) -> bool + Sync) {
        let size = self.layout.size();
        let stopped = AtomicBool::new(false);
        let chunks = size.div_ceil(CHUNK);
        parallel::map(self.threads, 2 * chunks as usize, |chunk| {
            let chunk = chunk as u64;
            if stopped.load(Relaxed) {
                return;
            }
            let side = if chunk < chunks { Side::First } else { Side::Second };
            let start = chunk % chunks * CHUNK;
            if !(start..(start + CHUNK).min(size)).all(|index| visit(side, index)) {
                stopped.store(true, Relaxed);
            }
        });
    }

    /// Calls `visit` with the number of every position from which a move without a capture leads to this one, once for
    /// each such move. The side that made the move is the one not to move here.
    pub fn for_predecessors<P: TabledGame>(&self, side: Side, index: u64, mut visit: impl FnMut(u64)) {
        let placement = self.layout.placement(index);
        let mover = !side;
        let is_on_axis = placement.is_on_axis();
        P::unsteps(self.layout.pieces(), placement.points(), mover, |slot, origins| {
            for from in origins {
                self.visit_predecessor(&placement.moved(slot, from), is_on_axis, &mut visit);
            }
        });
    }

    /// Mirror images have one number if a general is off the middle file, and one each otherwise. Whichever image of
    /// the predecessor is numbered, its moves to both images of the position count.
    #[inline]
    fn visit_predecessor(&self, before: &Placement, to_axis: bool, visit: &mut impl FnMut(u64)) {
        let was_on_axis = before.is_on_axis();
        // The move to the other image comes from the other image.
        if to_axis && !was_on_axis && !before.is_canonical() {
            return;
        }
        let Some(index) = self.layout.index(before) else { return };
        visit(index);
        if was_on_axis
            && !to_axis
            && let Some(image) = self.layout.index(&before.mirrored())
        {
            visit(image);
        }
    }

    /// The pieces of the table.
    pub fn pieces(&self) -> &[Piece] {
        self.layout.pieces()
    }

    /// The values of a side to move, which must be final.
    pub fn into_values(self) -> [Vec<TableValue>; 2] {
        let value =
            |number: AtomicU16| TableValue::of_number(number.into_inner()).unwrap_or(TableValue::DRAW);
        self.values.map(|values| values.into_iter().map(value).collect())
    }
}
