use std::ops::{Index, IndexMut};

use crate::base::{MAX_PLY, Move, Score};

use super::history::Row;

/// The search stack's entry for one ply.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The corrected static evaluation; `None` if the side to move has a threat to answer.
    pub evaluation: Option<Score>,
    /// The continuation history row of the move made at this ply.
    pub row: Row,
    /// If the move made at this ply is a quiet one, its place among the moves searched at its node, from 1.
    pub quiet_number: Option<usize>,
    /// The target of the move made at this ply, where strength is limited and the game has captures.
    pub target: Option<u16>,
    /// The move excluded by a singular extension search, or [`Move::NONE`].
    pub excluded: Move,
    /// The killer moves: the quiet moves that last caused a beta cutoff at this ply.
    pub killers: [Move; 2],
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
            excluded: Move::NONE,
            killers: [Move::NONE; 2],
            cutoffs: 0,
        }
    }
}

/// The search stack. It has a few frames above the root, so that nodes near the root can look back without a check.
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
