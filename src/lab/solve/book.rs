use std::collections::HashMap;
use std::collections::hash_map::Entry;

use thiserror::Error;

use crate::base::Key;
use crate::games::Variant;
use crate::games::gomoku::solution::Stones;
use crate::games::gomoku::{Point, Rule};

use super::{SolveError, Start};

/// Opening lines, whose last move is tried in the position before it, and others only if it is refuted. Nothing is
/// taken for won because of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Book {
    /// The last moves of the lines in the canonical images of the positions before them, which have these keys.
    moves: HashMap<Key, Point>,
}

/// A line of a book cannot be used.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct BookError {
    /// The line's number, from 1.
    line: usize,
    problem: Box<BookProblem>,
}

/// What is wrong with a line of a book.
#[derive(Debug, Error)]
pub enum BookProblem {
    /// The line is no position.
    #[error(transparent)]
    Start(#[from] SolveError),
    /// There is no move in it.
    #[error("no moves")]
    NoMoves,
    /// An earlier line has another move in the same position or an image of it.
    #[error("another move than in line {0} in the same position, or in an image of it")]
    Conflict(usize),
}

impl Book {
    /// Reads a book of a variant: in each line a position as [`Start::parse`] reads it, with at least one move; empty
    /// lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// If a line is no position of the variant or has no moves, or if two lines contradict each other.
    pub fn read(text: &str, variant: Variant) -> Result<Self, BookError> {
        let mut moves = HashMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.trim_start().starts_with('#') {
                continue;
            }
            let error = |problem| BookError { line, problem: Box::new(problem) };
            let LastMove { before, at, after } = last_move(text, variant).map_err(error)?;
            match moves.entry(before) {
                Entry::Vacant(entry) => {
                    entry.insert((at, after, line));
                }
                Entry::Occupied(entry) if entry.get().1 == after => {}
                Entry::Occupied(entry) => return Err(error(BookProblem::Conflict(entry.get().2))),
            }
        }
        Ok(Self { moves: moves.into_iter().map(|(key, (at, ..))| (key, at)).collect() })
    }

    /// The move in the position whose canonical image has this key, in that image.
    pub(super) fn find(&self, key: Key) -> Option<Point> {
        self.moves.get(&key).copied()
    }
}

/// The last move of a line.
struct LastMove {
    /// The key of the canonical image of the position before it.
    before: Key,
    /// The move in that image.
    at: Point,
    /// The key of the canonical image of the position after it. In a symmetric position, different moves lead to the
    /// same.
    after: Key,
}

fn last_move(text: &str, variant: Variant) -> Result<LastMove, BookProblem> {
    let start = Start::parse(text);
    with_rule!(variant, R => last_move_in::<R>(&start)).ok_or(SolveError::Variant(variant))?
}

fn last_move_in<R: Rule>(start: &Start) -> Result<LastMove, BookProblem> {
    let game = start.game::<R>()?;
    let (position, m) = game.steps().last().ok_or(BookProblem::NoMoves)?;
    let at = Point::of_move(m).ok_or(BookProblem::NoMoves)?;
    let stones = Stones::of(position);
    let (before, symmetry) = stones.canonical_key();
    let (after, _) = stones.with_next(at).canonical_key();
    Ok(LastMove { before, at: symmetry.apply(at, stones.size()), after })
}
