//! The positions of a game as far back as repetition looks.

use crate::base::{Key, key_within_one_move};

/// After so many plies without a capture or a trade the game is a draw, so that no rule looks further back.
pub const MOVE_LIMIT: u32 = 120;

/// A position that was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// Its key.
    pub key: Key,
    /// Whether its side to move was in check.
    pub in_check: bool,
}

/// Who is to blame for a repetition, from the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// The opponent gave check with each of its moves.
    Opponent,
    /// The side to move did.
    Own,
    /// Neither did, or both.
    Nobody,
}

/// The positions before the one at hand, since the game's start.
#[derive(Debug, Clone, Default)]
pub struct PastPositions {
    met: Vec<Met>,
    /// How many of the last moves could all be taken back by further moves: no capture, trade, pawn's step forward
    /// or pass is among them.
    reversible: usize,
}

impl PastPositions {
    /// Adds the position that a move has just left behind.
    #[inline(always)]
    pub fn push(&mut self, met: Met, reversible: bool) {
        self.met.push(met);
        self.reversible = if reversible { self.reversible + 1 } else { 0 };
    }

    /// Takes back the last [`PastPositions::push`], before which so many moves were reversible.
    #[inline(always)]
    pub fn pop(&mut self, reversible: usize) -> Option<Met> {
        self.reversible = reversible;
        self.met.pop()
    }

    /// How many of the last moves could all be taken back by further moves.
    #[inline(always)]
    pub fn reversible(&self) -> usize {
        self.reversible
    }

    /// Forgets the positions that cannot be met again, and of the others those beyond [`MOVE_LIMIT`].
    pub fn forget(&mut self) {
        self.reversible = self.reversible.min(MOVE_LIMIT as usize);
        let kept = self.met.len() - self.reversible.min(self.met.len());
        self.met.drain(..kept);
        self.met.shrink_to_fit();
    }

    /// Whose fault it is that the position at hand was met before: at all within the last `near` plies, or twice
    /// before. Nothing where it was not.
    pub fn repetition(&self, here: Met, near: usize) -> Option<Blame> {
        let mut last = None;
        // Taking moves back takes each side two.
        for distance in (4..=self.reversible.min(self.met.len())).step_by(2) {
            if self.met[self.met.len() - distance].key != here.key {
                continue;
            }
            if last.is_some() || distance <= near {
                return Some(self.blame(here, last.unwrap_or(distance)));
            }
            last = Some(distance);
        }
        None
    }

    /// The key of a position met before that one move may lead back to from the one with the key `now`, where
    /// `turn` is what every move changes in a key.
    #[inline(always)]
    pub fn upcoming_repetition(&self, now: Key, turn: Key) -> Option<Key> {
        key_within_one_move(now, self.met.iter().rev().take(self.reversible).map(|met| met.key), turn)
    }

    /// Who gave check with each move of the last `plies`, which led from the position at hand back to it.
    fn blame(&self, here: Met, plies: usize) -> Blame {
        let since = &self.met[self.met.len() - plies + 1..];
        // The position at hand comes after the opponent's move, the one before it after an own move, and so on.
        let opponent = here.in_check && since.iter().rev().skip(1).step_by(2).all(|met| met.in_check);
        let own = since.iter().rev().step_by(2).all(|met| met.in_check);
        match (opponent, own) {
            (true, false) => Blame::Opponent,
            (false, true) => Blame::Own,
            _ => Blame::Nobody,
        }
    }
}
