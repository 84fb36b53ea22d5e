use thiserror::Error;

use crate::base::{Move, MoveError, Notation};

/// Why a request about a game cannot be met.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// A move in a list is not legal.
    #[error("move {number} of {total}: {error}")]
    Move {
        /// The move's position in the list, from 1.
        number: usize,
        /// The list's length.
        total: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// The game would have too many moves.
    #[error("{found} moves, but a game has at most {limit}")]
    TooManyMoves {
        /// The number of moves it would have.
        found: usize,
        /// The maximum number of moves.
        limit: usize,
    },
    /// Fewer moves can be taken back than requested.
    #[error("cannot undo {asked}: {available} to undo")]
    Undo {
        /// The number requested.
        asked: usize,
        /// The number available.
        available: usize,
    },
    /// Fewer moves can be redone than requested.
    #[error("cannot redo {asked}: {available} to redo")]
    Redo {
        /// The number requested.
        asked: usize,
        /// The number available.
        available: usize,
    },
}

impl GameError {
    /// Of two errors in a list of moves, from two ways of reading it, the one that occurs later, which is likelier to
    /// be an actual mistake; otherwise `first`.
    #[must_use]
    pub fn later(first: Option<Self>, second: Self) -> Self {
        match (first, second) {
            (Some(Self::Move { number, .. }), second @ Self::Move { number: at, .. }) if at > number => {
                second
            }
            (Some(first), _) => first,
            (None, second) => second,
        }
    }
}

/// A game as a stack of snapshots: the starting position and the position after each move. The current position is not
/// necessarily the newest snapshot. Every snapshot holds the history that repetition rules and move limits need.
#[derive(Debug, Clone)]
pub struct PlayedGame<P: Notation> {
    start: P,
    played: Vec<(Move, P)>,
    at: usize,
}

impl<P: Notation> PlayedGame<P> {
    /// Starts a game from this position.
    pub fn new(start: P) -> Self {
        Self { start, played: Vec::new(), at: 0 }
    }

    /// The current position.
    pub fn position(&self) -> &P {
        match self.at {
            0 => &self.start,
            at => &self.played[at - 1].1,
        }
    }

    /// The starting position.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The moves from the starting position to the current one.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played[..self.at].iter().map(|&(m, _)| m)
    }

    /// Every move from the starting position to the current one, with the position in which it was made.
    pub fn steps(&self) -> impl Iterator<Item = (&P, Move)> + '_ {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(self.moves())
    }

    /// All moves, including those that have been undone, each with the positions before and after it.
    pub fn all_steps(&self) -> impl Iterator<Item = (&P, Move, &P)> + '_ {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(&self.played).map(|(before, &(m, ref after))| (before, m, after))
    }

    /// The number of moves that have been undone and can be redone.
    pub fn undone(&self) -> usize {
        self.played.len() - self.at
    }

    /// Plays a legal move. Moves that had been undone are discarded, unless the first of them is this move.
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

    /// Plays the moves given as texts: all of them or none.
    ///
    /// # Errors
    /// If one of them is not legal; the game is unchanged then.
    pub fn play_texts(&mut self, texts: &[impl AsRef<str>], options: &P::Options) -> Result<(), GameError> {
        let mut ahead = self.position().clone();
        let mut moves = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let m = ahead.parse_move(text.as_ref(), options).map_err(|error| GameError::Move {
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

    /// Goes back `count` moves, which can be redone.
    ///
    /// # Errors
    /// If there are fewer than `count`; the game is unchanged then.
    pub fn undo(&mut self, count: usize) -> Result<(), GameError> {
        if count > self.at {
            return Err(GameError::Undo { asked: count, available: self.at });
        }
        self.at -= count;
        Ok(())
    }

    /// Redoes `count` moves that were undone.
    ///
    /// # Errors
    /// If there are fewer than `count`; the game is unchanged then.
    pub fn redo(&mut self, count: usize) -> Result<(), GameError> {
        let available = self.undone();
        if count > available {
            return Err(GameError::Redo { asked: count, available });
        }
        self.at += count;
        Ok(())
    }
}
