use std::ops::{Index, IndexMut};

use crate::base::{MAX_PLY, Move, Score};

use super::history::Row;

/// What a search keeps for each ply between the root and the present node.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The corrected static evaluation; none where the side to move has a threat to answer.
    pub evaluation: Option<Score>,
    /// The row in the continuation tables of the move made here.
    pub row: Row,
    /// The move left out while the node asks whether it is singular.
    pub excluded: Move,
    /// The quiet moves that refuted this ply's nodes last.
    pub killers: [Move; 2],
    /// How often children of the node at this ply were cut off.
    pub cutoffs: u32,
}

impl Frame {
    const fn new(no_row: Row) -> Self {
        Self { evaluation: None, row: no_row, excluded: Move::NONE, killers: [Move::NONE; 2], cutoffs: 0 }
    }
}

/// The frames, which reach a few plies above the root so that nodes can look back without asking.
#[derive(Debug)]
pub struct Stack(Box<[Frame; Self::ABOVE_ROOT + MAX_PLY + 3]>);

impl Stack {
    /// Frames above the root.
    pub const ABOVE_ROOT: usize = 4;

    /// Frames of a search that has not begun; `no_row` is the row of no move.
    pub fn new(no_row: Row) -> Self {
        Self(Box::new([Frame::new(no_row); Self::ABOVE_ROOT + MAX_PLY + 3]))
    }

    /// Makes all frames those of a search that has not begun.
    pub fn reset(&mut self, no_row: Row) {
        self.0.fill(Frame::new(no_row));
    }

    /// The frame `plies` above the one at `ply`, at most [`Stack::ABOVE_ROOT`].
    #[inline(always)]
    pub fn above(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[ply + Self::ABOVE_ROOT - plies]
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + Self::ABOVE_ROOT]
    }
}

impl IndexMut<usize> for Stack {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + Self::ABOVE_ROOT]
    }
}
