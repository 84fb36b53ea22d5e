//! The earlier positions of a game that matter for repetition.

use crate::base::{Key, key_within_one_move};

/// The number of plies without a capture or a trade after which the game is drawn; no rule looks further back.
pub const MOVE_LIMIT: u32 = 120;

/// An earlier position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// Its key.
    pub key: Key,
    /// Whether its side to move was in check.
    pub in_check: bool,
}

/// The side at fault for a repetition, from the point of view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionFault {
    /// The opponent gave check with each of its moves.
    Opponent,
    /// The side to move gave check with each of its moves.
    SideToMove,
    /// Neither side is at fault, or both are.
    Neither,
}

/// The positions before the current one, since the start of the game.
#[derive(Debug, Clone, Default)]
pub struct PastPositions {
    met: Vec<Met>,
    /// The number of last moves that can all be undone by further moves: none of them is a capture, a trade, a pawn's
    /// step forward or a null move.
    reversible: usize,
}

impl PastPositions {
    /// Adds the position before a move that has just been made.
    #[inline]
    pub fn push(&mut self, met: Met, reversible: bool) {
        self.met.push(met);
        self.reversible = if reversible { self.reversible + 1 } else { 0 };
    }

    /// Takes back the last [`PastPositions::push`]; `reversible` is the value before it.
    #[inline]
    pub fn pop(&mut self, reversible: usize) -> Option<Met> {
        self.reversible = reversible;
        self.met.pop()
    }

    /// The number of last moves that can all be undone by further moves.
    #[inline]
    pub fn reversible(&self) -> usize {
        self.reversible
    }

    /// Discards the positions that cannot recur, and those more than [`MOVE_LIMIT`] plies back.
    pub fn forget(&mut self) {
        self.reversible = self.reversible.min(MOVE_LIMIT as usize);
        let kept = self.met.len() - self.reversible.min(self.met.len());
        self.met.drain(..kept);
        self.met.shrink_to_fit();
    }

    /// The side at fault if the current position has occurred before, at least once within the last `near` plies or at
    /// least twice in total. Returns `None` if it has not.
    pub fn repetition(&self, here: Met, near: usize) -> Option<RepetitionFault> {
        let mut last = None;
        // Each side needs two moves to return to the position.
        for distance in (4..=self.reversible.min(self.met.len())).step_by(2) {
            if self.met[self.met.len() - distance].key != here.key {
                continue;
            }
            if last.is_some() || distance <= near {
                return Some(self.fault(here, last.unwrap_or(distance)));
            }
            last = Some(distance);
        }
        None
    }

    /// The key of an earlier position that one move may lead back to from the position with the key `now`. `turn` is
    /// the part of the key that changes with every move.
    #[inline]
    pub fn upcoming_repetition(&self, now: Key, turn: Key) -> Option<Key> {
        key_within_one_move(now, self.met.iter().rev().take(self.reversible).map(|met| met.key), turn)
    }

    /// The side that gave check with each of its moves in the last `plies`, a cycle that ends in the current position.
    fn fault(&self, here: Met, plies: usize) -> RepetitionFault {
        let since = &self.met[self.met.len() - plies + 1..];
        // The current position follows an opponent's move, the one before it follows an own move, and so on.
        let opponent = here.in_check && since.iter().rev().skip(1).step_by(2).all(|met| met.in_check);
        let side_to_move = since.iter().rev().step_by(2).all(|met| met.in_check);
        match (opponent, side_to_move) {
            (true, false) => RepetitionFault::Opponent,
            (false, true) => RepetitionFault::SideToMove,
            _ => RepetitionFault::Neither,
        }
    }
}
