use thiserror::Error;

use crate::base::{Move, MoveError, Notation};

/// A request that a game cannot meet.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// A move of a list that is no legal move.
    #[error("move {number} of {total}: {error}")]
    Move {
        /// The move's place in the list, from 1.
        number: usize,
        /// The list's length.
        total: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// There are fewer moves to take back than asked for.
    #[error("cannot undo {asked}: {available} to undo")]
    Undo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        available: usize,
    },
    /// There are fewer moves to replay than asked for.
    #[error("cannot redo {asked}: {available} to redo")]
    Redo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        available: usize,
    },
}

/// A game as a stack of snapshots: the position it started from and the one after each move, of which the newest need
/// not be the one at hand. Every snapshot knows by itself what repetition and limits look back on.
#[derive(Debug, Clone)]
pub struct PlayedGame<P: Notation> {
    start: P,
    played: Vec<(Move, P)>,
    at: usize,
}

impl<P: Notation> PlayedGame<P> {
    /// A game that starts from this position.
    pub fn new(start: P) -> Self {
        Self { start, played: Vec::new(), at: 0 }
    }

    /// The position at hand.
    pub fn position(&self) -> &P {
        match self.at {
            0 => &self.start,
            at => &self.played[at - 1].1,
        }
    }

    /// The position that the game started from.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The moves from the start to the position at hand.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played[..self.at].iter().map(|&(m, _)| m)
    }

    /// Every move from the start to the position at hand, with the position in which it was made.
    pub fn steps(&self) -> impl Iterator<Item = (&P, Move)> + '_ {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(self.moves())
    }

    /// Makes a legal move. Moves that had been taken back are gone, unless the first of them is this one.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.position().is_legal(m), "an illegal move was played");
        if self.played.get(self.at).is_some_and(|&(redone, _)| redone == m) {
            self.at += 1;
            return;
        }
        let mut position = self.position().clone();
        position.make(m, &mut ());
        position.forget_moves();
        self.played.truncate(self.at);
        self.played.push((m, position));
        self.at += 1;
    }

    /// Makes the moves that these texts mean, all of them or none.
    ///
    /// # Errors
    /// Where one is no legal move; nothing has changed then.
    pub fn play_texts(&mut self, texts: &[&str], options: &P::Options) -> Result<(), GameError> {
        let mut ahead = self.position().clone();
        let mut moves = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let m = ahead.parse_move(text, options).map_err(|error| GameError::Move {
                number: index + 1,
                total: texts.len(),
                error,
            })?;
            ahead.make(m, &mut ());
            ahead.forget_moves();
            moves.push(m);
        }
        for m in moves {
            self.play(m);
        }
        Ok(())
    }

    /// Goes back by `count` moves, which can be redone.
    ///
    /// # Errors
    /// Where there are not that many; nothing has changed then.
    pub fn undo(&mut self, count: usize) -> Result<(), GameError> {
        if count > self.at {
            return Err(GameError::Undo { asked: count, available: self.at });
        }
        self.at -= count;
        Ok(())
    }

    /// Goes forward again by `count` moves that were undone.
    ///
    /// # Errors
    /// Where there are not that many; nothing has changed then.
    pub fn redo(&mut self, count: usize) -> Result<(), GameError> {
        let available = self.played.len() - self.at;
        if count > available {
            return Err(GameError::Redo { asked: count, available });
        }
        self.at += count;
        Ok(())
    }
}
