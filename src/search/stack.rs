use super::history::Row;
use crate::base::{MAX_PLY, Move, Score};
use arrayvec::ArrayVec;
use std::ops::{Index, IndexMut};

/// The search stack's entry for one ply.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The corrected static evaluation; `None` if the side to move has a threat to answer.
    pub evaluation: Option<Score>,
    /// The continuation history row of the move made at this ply.
    pub row: Row,
    /// If the move made at this ply is quiet: its number among the moves searched at its node, from 1.
    pub quiet_number: Option<usize>,
    /// The target of the move made at this ply, if strength is limited and the game has captures.
    pub target: Option<u16>,
    /// The move excluded by a singular extension search.
    pub excluded: Option<Move>,
    /// The killer moves: the quiet moves that last caused a beta cutoff at this ply.
    pub killers: [Option<Move>; 2],
    /// The number of beta cutoffs at this ply since the node two plies above was entered.
    pub cutoffs: u32,
}

impl Frame {
    const fn new(no_row: Row) -> Self {
        Self {
            evaluation: None,
            row: no_row,
            quiet_number: None,
            target: None,
            excluded: None,
            killers: [None; 2],
            cutoffs: 0,
        }
    }
}

/// The search stack. It has a few frames above the root, so that nodes near the root can look back without bounds
/// checks.
#[derive(Debug)]
pub struct Stack(Box<[Frame; Self::ABOVE_ROOT + MAX_PLY + 3]>);

impl Stack {
    /// The number of frames above the root.
    pub const ABOVE_ROOT: usize = 4;

    /// Creates an empty stack; `no_row` is [`Histories::NO_ROW`](super::history::Histories::NO_ROW).
    pub fn new(no_row: Row) -> Self {
        Self(Box::new([Frame::new(no_row); Self::ABOVE_ROOT + MAX_PLY + 3]))
    }

    /// Resets all frames.
    pub fn reset(&mut self, no_row: Row) {
        self.0.fill(Frame::new(no_row));
    }

    /// The frame `plies` above the one at `ply`, at most [`Stack::ABOVE_ROOT`].
    #[inline]
    pub fn above(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[ply + Self::ABOVE_ROOT - plies]
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + Self::ABOVE_ROOT]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + Self::ABOVE_ROOT]
    }
}

/// The principal variations of the nodes between the root and the current one (a triangular PV table: the variation at
/// `ply` has at most `MAX_PLY - ply` moves).
#[derive(Debug)]
pub struct PvTable(Vec<ArrayVec<Move, { MAX_PLY + 1 }>>);

impl PvTable {
    /// Creates a table of empty variations.
    pub fn new() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2])
    }

    /// The variation at this ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    /// Clears the variation at this ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the variation at this ply to `first` followed by the variation at the next ply.
    pub fn extend_from_child(&mut self, ply: usize, first: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(first);
        line.extend(lower[0].iter().copied().take(MAX_PLY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pv_is_built_from_the_leaf() {
        let mut table = PvTable::new();
        for ply in (0..=MAX_PLY).rev() {
            table.clear(ply + 1);
        }
        for ply in (0..MAX_PLY).rev() {
            table.extend_from_child(ply, Move::of_bits(ply as u16 + 1));
        }
        assert_eq!(table.line(0).len(), MAX_PLY);
        assert_eq!(table.line(0)[9], Move::of_bits(10));
        table.clear(1);
        table.extend_from_child(0, Move::of_bits(3));
        assert_eq!(table.line(0), [Move::of_bits(3)]);
    }
}
