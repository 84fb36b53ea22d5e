use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::arena::openings::{Opening, OpeningError, OpeningGenerator, Openings};
use crate::arena::{AdjudicatedMove, Adjudicator, Cause, MoveScore};
use crate::base::{FenError, Move, MoveList, Notation, Outcome, Position, Score};
use crate::engine::{Engine, EngineError};
use crate::games::Game;
use crate::lab::data::{DataError, GamePly, RecordedGame};
use crate::lab::selection::SelectionError;
use crate::search::{Control, Limits, Listener, Report, SearchOptions, SearchPosition, SearchResult};

use super::run::{GameMaker, MadeGame};
use super::{Recipe, Variety};

/// The first RNG stream for random moves after the opening; random openings use lower streams.
const RANDOM_MOVE_STREAMS: u64 = 1 << 63;

/// Why self-play could not be started or continued.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The game files to search again do not belong together.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The openings cannot be generated or read.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An opening's initial position is invalid.
    #[error("game {game}: opening: {error}")]
    Fen {
        /// The game's number.
        game: u32,
        /// What is wrong with the position.
        error: FenError,
    },
    /// An opening has an illegal move.
    #[error("game {game}: opening: {error}")]
    Move {
        /// The game's number.
        game: u32,
        /// What is wrong with the move.
        error: crate::base::MoveError,
    },
    /// The search found no move in a position that is not over, or panicked, which is a bug in the rules or the search.
    #[error("game {game}, ply {ply}: the search found no move, or panicked")]
    NoMove {
        /// The game's number.
        game: u32,
        /// The ply, from 1.
        ply: usize,
    },
    /// There is not enough memory for the hash table.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A thread could not be started or has ended unexpectedly.
    #[error("a thread could not be started or has died: {0}")]
    Thread(String),
}

/// Plays the games of a recipe, on one thread.
pub(super) struct SelfPlayer<'a, G: Game> {
    recipe: &'a Recipe,
    generators: Vec<Box<dyn OpeningGenerator>>,
    searcher: Searcher<G>,
    options: OptionsOf<G>,
}

/// An engine for many searches on one thread.
pub(super) struct Searcher<G: Game>(Engine<G>);

impl<G: Game> Searcher<G> {
    /// An engine with a hash table of `hash_mib` MiB.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(hash_mib: usize) -> Result<Self, EngineError> {
        Ok(Self(Engine::new(hash_mib, 1)?))
    }

    /// Clears the hash table and the histories, for a new game.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Searches for this many lines.
    pub fn search(&mut self, position: &G::Position, limits: Limits, lines: NonZeroUsize) -> Found {
        let mut found = Found::default();
        self.0.set_search_options(SearchOptions { lines, ..SearchOptions::default() });
        self.0.search_here(position, limits, Arc::new(Control::new(false)), &mut found);
        found
    }
}

/// The options of the game that `E` evaluates.
pub(super) type OptionsOf<G> = <<G as Game>::Position as Notation>::Options;

impl<'a, G: Game> SelfPlayer<'a, G> {
    pub(super) fn new(
        recipe: &'a Recipe,
        openings: &[Openings],
        options: OptionsOf<G>,
    ) -> Result<Self, DatagenError> {
        Ok(Self {
            recipe,
            generators: openings.iter().map(Openings::generator).collect::<Result<_, _>>()?,
            searcher: Searcher::new(recipe.hash_mib)?,
            options,
        })
    }

    /// Plays the game with this number; returns `None` if `stop` is set before it ends.
    fn play(&mut self, number: u32, stop: &AtomicBool) -> Result<Option<RecordedGame>, DatagenError> {
        self.searcher.clear();
        let index = number as usize;
        let generator = index % self.generators.len();
        let opening = self.generators[generator].opening(index);
        let (mut position, mut plies) = self.set_up(number, &opening)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        rng.set_stream(RANDOM_MOVE_STREAMS | u64::from(number));
        let mut adjudicator = Adjudicator::new(self.recipe.adjudication);
        let (outcome, cause) = loop {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            if let Some(end) = verdict(&position) {
                break end;
            }
            let is_random = self.recipe.random_move_permille > 0
                && rng.random_range(0..1000) < self.recipe.random_move_permille;
            let ply = if is_random {
                random_move(&position, &mut rng).map(|m| GamePly { m, score: None })
            } else {
                let variety = self.recipe.variety.filter(|variety| plies.len() < variety.plies);
                self.search(&position, variety, &mut rng)
            };
            let ply = ply.ok_or(DatagenError::NoMove { game: number, ply: plies.len() + 1 })?;
            let before = position.clone();
            position.make(ply.m, &mut ());
            position.forget_moves();
            plies.push(ply);
            // The rules take precedence over adjudication.
            if let Some(end) = verdict(&position) {
                break end;
            }
            let made = AdjudicatedMove::of(&before, ply.m, &position);
            let score = ply.score.map(|score| MoveScore::Cp(score.value()));
            if let Some(end) = adjudicator.update(made, score, plies.len()) {
                break end;
            }
        };
        Ok(Some(RecordedGame { number, outcome, cause, fen: opening.fen, plies }))
    }

    /// The position after an opening, and the plies that led to it.
    fn set_up(&self, number: u32, opening: &Opening) -> Result<(G::Position, Vec<GamePly>), DatagenError> {
        let mut position = G::Position::start_or(opening.fen.as_deref(), &self.options)
            .map_err(|error| DatagenError::Fen { game: number, error })?;
        let mut plies = Vec::new();
        for text in &opening.moves {
            let m = position
                .parse_move(text, &self.options)
                .map_err(|error| DatagenError::Move { game: number, error })?;
            plies.push(GamePly { m, score: None });
            position.make(m, &mut ());
            position.forget_moves();
        }
        Ok((position, plies))
    }

    /// The ply chosen by a search; `None` if it finds no move.
    fn search(
        &mut self,
        position: &G::Position,
        variety: Option<Variety>,
        rng: &mut impl Rng,
    ) -> Option<GamePly> {
        let lines = variety.map_or(NonZeroUsize::MIN, |variety| variety.lines);
        let found = self.searcher.search(position, self.recipe.node_limit.limits(lines), lines);
        let m = variety.map_or(found.best, |variety| variety.draw(&found, rng))?;
        Some(GamePly { m, score: Some(found.score) })
    }
}

impl<G: Game> GameMaker for SelfPlayer<'_, G> {
    fn make(&mut self, number: u32, stop: &AtomicBool) -> Result<Option<MadeGame>, DatagenError> {
        let made = self.play(number, stop)?.map(|game| {
            let is_dropped = self.recipe.dropped.contains(&game.cause);
            let mut made = MadeGame::new(game);
            made.game = made.game.filter(|_| !is_dropped);
            made
        });
        Ok(made)
    }
}

fn verdict<P: Notation>(position: &P) -> Option<(Outcome, Cause)> {
    position.verdict().map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)))
}

/// A random move among those that a search would consider; `None` if there is no legal move.
fn random_move<P: SearchPosition>(position: &P, rng: &mut impl Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_candidates(&mut moves);
    // The choice must not depend on the order of move generation.
    moves.sort_unstable();
    moves.choose(rng).copied()
}

/// The results of a search.
pub(super) struct Found {
    /// The best move; `None` if there is none or a thread panicked.
    pub best: Option<Move>,
    /// Its score.
    pub score: Score,
    /// The first moves and the scores of the last complete iteration's lines.
    lines: Vec<(Move, Score)>,
}

impl Default for Found {
    fn default() -> Self {
        Self { best: None, score: Score::DRAW, lines: Vec::new() }
    }
}

impl Listener for Found {
    fn report(&mut self, report: &Report) {
        self.lines.truncate(report.line - 1);
        self.lines.extend(report.moves.first().map(|&m| (m, report.score)));
    }

    fn done(&mut self, result: &SearchResult) {
        self.best = result.best.filter(|_| result.panics == 0);
        self.score = result.score;
    }
}

impl Variety {
    /// A move drawn from those that a search found; `None` if it found none.
    fn draw(self, found: &Found, rng: &mut impl Rng) -> Option<Move> {
        let best_move = found.best?;
        if found.score.is_decisive() {
            return Some(best_move);
        }
        let best = found.lines.iter().map(|&(_, score)| score).max().unwrap_or(found.score);
        // The best move may come from an incomplete iteration.
        let others = found.lines.iter().filter(|&&(m, _)| m != best_move);
        let moves = others.map(|&(m, score)| (m, best - score)).chain([(best_move, 0)]);
        let moves: Vec<(Move, u32)> = moves
            .filter_map(|(m, loss)| Some((m, self.margin.checked_sub(loss.unsigned_abs())? + 1)))
            .collect();
        // The weight of the best move is positive.
        Some(moves.choose_weighted(rng, |&(_, weight)| weight).map_or(best_move, |&(m, _)| m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_according_to_their_loss() {
        let [a, b, c, d] = [1, 2, 3, 4].map(Move::of_bits);
        let variety = Variety { plies: 1, margin: 9, lines: NonZeroUsize::new(4).unwrap() };
        let counts = |found: &Found| {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut counts = [0; 5];
            for _ in 0..10_000 {
                counts[usize::from(variety.draw(found, &mut rng).map_or(0, Move::bits))] += 1;
            }
            counts
        };
        let lines = [(a, 30), (b, 26), (c, 21), (d, 20)].map(|(m, score)| (m, Score::new(score))).to_vec();
        let found = Found { best: Some(a), score: Score::new(30), lines };
        // The weights are 10, 6 and 1.
        let [none, first, second, third, fourth] = counts(&found);
        assert_eq!((none, fourth), (0, 0));
        assert!((5700..6100).contains(&first) && (3300..3700).contains(&second), "{first} {second} {third}");
        assert!((450..750).contains(&third), "{third}");
        // The last iteration was stopped after finding a better move, whose score equals the best one of the previous
        // iteration.
        let late = Found { best: Some(d), score: Score::new(35), ..found };
        let [.., fourth] = counts(&late);
        assert!((3500..3900).contains(&fourth), "{fourth}");
        let won = Found { best: Some(a), score: Score::mate_at(3), ..late };
        assert_eq!(counts(&won), [0, 10_000, 0, 0, 0]);
        let failed = Found { best: None, ..won };
        assert_eq!(counts(&failed)[0], 10_000);
    }
}
