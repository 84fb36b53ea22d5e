use std::collections::{HashMap, HashSet};

use crate::base::{Key, Move, Notation, Outcome};
use crate::lab::data::{DataError, GamePly, RecordedGame, Replayer};

use super::{Continuation, OpeningLimits, OpeningMove};

/// Move counts for all positions of the first plies.
pub(super) struct Tree<P> {
    start: P,
    /// By the key of [`WithImage::key`].
    positions: HashMap<Key, HashMap<Move, Count>>,
}

/// The data of a move in a position.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    games: u32,
    /// The sum of the results for the mover, in half points.
    half_points: u32,
    /// The sum of the scores after the move for the mover, and their number.
    scores: (i64, u32),
}

/// A position with its mirror image, if the game has one.
#[derive(Clone)]
struct WithImage<P> {
    position: P,
    image: Option<P>,
}

impl<P: Notation> WithImage<P> {
    fn new(start: &P) -> Self {
        Self { position: start.clone(), image: Some(start.clone()) }
    }

    /// The key shared by the position and its mirror image: the lower of the two.
    fn key(&self) -> Key {
        let key = self.position.key();
        self.image.as_ref().map_or(key, |image| key.min(image.key()))
    }

    /// Converts a move between the position and the one of the two with the lower key. If the position is its own
    /// mirror image, the two mirrored moves are represented by the one on the right.
    fn turned(&self, m: Move) -> Move {
        let (Some(image), Some(mirrored)) = (&self.image, P::mirrored_move(m)) else { return m };
        match image.key().cmp(&self.position.key()) {
            std::cmp::Ordering::Less => mirrored,
            std::cmp::Ordering::Equal => m.max(mirrored),
            std::cmp::Ordering::Greater => m,
        }
    }

    fn make(&mut self, m: Move) {
        self.position.make(m, &mut ());
        self.position.forget_moves();
        self.image = self.image.take().zip(P::mirrored_move(m)).map(|(mut image, mirrored)| {
            image.make(mirrored, &mut ());
            image.forget_moves();
            image
        });
    }
}

impl<P: Notation> Tree<P> {
    pub fn new(start: P) -> Self {
        Self { start, positions: HashMap::new() }
    }

    /// Counts the first plies of a game. A position that recurs in the game is counted only once.
    pub fn add(
        &mut self,
        replayer: &Replayer<P>,
        game: &RecordedGame,
        plies: usize,
    ) -> Result<(), DataError> {
        let mut pair = WithImage::new(&self.start);
        let mut seen = HashSet::new();
        let mut index = 0;
        let positions = &mut self.positions;
        replayer.replay(game, |position, GamePly { m, score }| {
            let next = game.plies.get(index + 1);
            if index < plies && seen.insert(pair.key()) && score.is_some() {
                let count = positions.entry(pair.key()).or_default().entry(pair.turned(m)).or_default();
                count.games += 1;
                count.half_points += match game.outcome {
                    Outcome::Draw => 1,
                    Outcome::Win(winner) => 2 * u32::from(winner == position.side_to_move()),
                };
                let score = next.and_then(|next| next.score).filter(|score| !score.is_decisive());
                if let Some(score) = score {
                    count.scores.0 -= i64::from(score.value());
                    count.scores.1 += 1;
                }
            }
            pair.make(m);
            index += 1;
        })?;
        Ok(())
    }

    /// The tree from the initial position, within these limits.
    pub fn moves(&self, options: &P::Options, limits: OpeningLimits) -> Vec<OpeningMove> {
        let mut walk = Walk { tree: self, options, limits, seen: HashMap::new(), line: Vec::new() };
        walk.moves(&WithImage::new(&self.start))
    }
}

/// The state of walking through a tree.
struct Walk<'a, P: Notation> {
    tree: &'a Tree<P>,
    options: &'a P::Options,
    limits: OpeningLimits,
    /// The moves by which each position was first reached.
    seen: HashMap<Key, Vec<String>>,
    /// The moves that led to the current position.
    line: Vec<String>,
}

impl<P: Notation> Walk<'_, P> {
    fn moves(&mut self, pair: &WithImage<P>) -> Vec<OpeningMove> {
        self.seen.insert(pair.key(), self.line.clone());
        let Some(counts) = self.tree.positions.get(&pair.key()) else { return Vec::new() };
        let all: u32 = counts.values().map(|count| count.games).sum();
        let mut moves: Vec<(Move, Count)> = counts
            .iter()
            .map(|(&m, &count)| (pair.turned(m), count))
            .filter(|(_, count)| count.games >= self.limits.min_games)
            .filter(|(_, count)| f64::from(count.games) >= self.limits.min_share * f64::from(all))
            .collect();
        moves.sort_unstable_by_key(|&(m, count)| (std::cmp::Reverse(count.games), m));
        moves.into_iter().map(|(m, count)| self.opening_move(pair, m, count, all)).collect()
    }

    fn opening_move(&mut self, pair: &WithImage<P>, m: Move, count: Count, all: u32) -> OpeningMove {
        let text = pair.position.move_text(m, self.options);
        let name = Some(pair.position.move_name(m, self.options)).filter(|name| *name != text);
        let mut after = pair.clone();
        after.make(m);
        self.line.push(text.clone());
        let next = match self.seen.get(&after.key()) {
            Some(line) => Continuation::Transposition(line.clone()),
            None => Continuation::Moves(self.moves(&after)),
        };
        self.line.pop();
        let (sum, scored) = count.scores;
        OpeningMove {
            text,
            name,
            games: count.games,
            share: f64::from(count.games) / f64::from(all),
            score: f64::from(count.half_points) / f64::from(2 * count.games),
            search: (scored > 0).then(|| sum as f64 / f64::from(scored)),
            next,
        }
    }
}
