use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::arena::openings::{Opening, OpeningError, OpeningGenerator, Openings};
use crate::arena::{Adjudicator, Cause, MoveScore};
use crate::base::{FenError, Move, MoveList, Notation, Outcome, Position};
use crate::engine::Engine;
use crate::games::Game;
use crate::lab::data::{DataError, GamePly, RecordedGame};
use crate::search::{Control, HashTableError, Listener, Report, SearchResult};
use crate::tactics::SearchPosition;

use super::Recipe;

/// The first RNG stream for random moves after the opening; lower streams are used for random openings.
const RANDOM_MOVE_STREAMS: u64 = 1 << 63;

/// Self-play could not be started or continued.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
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
    /// The search found no move in a position that is not over, or panicked: a bug in the rules or the search.
    #[error("game {game}, ply {ply}: the search found no move, or panicked")]
    NoMove {
        /// The game's number.
        game: u32,
        /// The ply, from 1.
        ply: usize,
    },
    /// There is not enough memory for the hash table.
    #[error(transparent)]
    Memory(#[from] HashTableError),
    /// A thread could not be started or has died.
    #[error("a thread could not be started or has died: {0}")]
    Thread(String),
}

/// Plays the games of a recipe, on one thread.
pub(super) struct SelfPlayer<'a, G: Game> {
    recipe: &'a Recipe,
    generators: Vec<Box<dyn OpeningGenerator>>,
    engine: Engine<G::Evaluator>,
    options: OptionsOf<G>,
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
            engine: Engine::new(recipe.hash_mib, 1)?,
            options,
        })
    }

    /// Plays the game of this number; returns `None` if `stop` is set before it ends.
    pub(super) fn play(
        &mut self,
        number: u32,
        stop: &AtomicBool,
    ) -> Result<Option<RecordedGame>, DatagenError> {
        self.engine.clear();
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
            let mover = position.side_to_move();
            let is_random = self.recipe.random_move_permille > 0
                && rng.random_range(0..1000) < self.recipe.random_move_permille;
            let ply = if is_random {
                GamePly { m: random_move(&position, &mut rng), score: None }
            } else {
                self.search(&position)
            };
            if ply.m.is_none() {
                return Err(DatagenError::NoMove { game: number, ply: plies.len() + 1 });
            }
            position.make(ply.m, &mut ());
            position.forget_moves();
            plies.push(ply);
            // The rules take precedence over adjudication.
            if let Some(end) = verdict(&position) {
                break end;
            }
            let score = ply.score.map(|score| MoveScore::Cp(score.value()));
            if let Some(end) = adjudicator.update(mover, score, plies.len()) {
                break end;
            }
        };
        Ok(Some(RecordedGame { number, outcome, cause, fen: opening.fen, plies }))
    }

    /// The position after an opening, and the plies that led there.
    fn set_up(&self, number: u32, opening: &Opening) -> Result<(G::Position, Vec<GamePly>), DatagenError> {
        let mut position = match &opening.fen {
            None => G::Position::start(&self.options),
            Some(fen) => G::Position::from_fen(fen, &self.options)
                .map_err(|error| DatagenError::Fen { game: number, error })?,
        };
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

    fn search(&mut self, position: &G::Position) -> GamePly {
        let limits = self.recipe.node_limit.limits();
        let mut listener = PlyListener(GamePly { m: Move::NONE, score: None });
        self.engine.search_here(position, &limits, &Control::new(false), &mut listener);
        listener.0
    }
}

fn verdict<P: Notation>(position: &P) -> Option<(Outcome, Cause)> {
    position.verdict().map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)))
}

/// A random move among those that a search would consider; [`Move::NONE`] if there is no legal move.
fn random_move<P: SearchPosition>(position: &P, rng: &mut impl Rng) -> Move {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_candidates(&mut moves);
    // The choice must not depend on the order of move generation.
    moves.sort_unstable();
    moves.choose(rng).copied().unwrap_or(Move::NONE)
}

/// Keeps the move and the score of a search.
struct PlyListener(GamePly);

impl Listener for PlyListener {
    fn report(&mut self, _report: &Report) {}

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.0 = GamePly {
            m: result.best.filter(|_| result.panics == 0).unwrap_or(Move::NONE),
            score: Some(result.score),
        };
    }
}
