use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::arena::openings::{Opening, OpeningError, OpeningMaker, Openings};
use crate::arena::{Adjudicator, Cause, MoveScore};
use crate::base::{FenError, Move, MoveList, Notation, Outcome, Position};
use crate::engine::Engine;
use crate::eval::Evaluator;
use crate::lab::data::{DataError, GamePly, RecordedGame};
use crate::search::{Control, HashTableError, Listener, Report, SearchResult};
use crate::tactics::SearchPosition;

use super::Recipe;

/// The streams of lots from here on belong to the moves that are drawn by lot behind the opening; those below belong to
/// the openings.
const STRAY_STREAMS: u64 = 1 << 63;

/// Self-play that cannot be begun or carried on.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The openings cannot be had.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// An opening begins at what is no position.
    #[error("game {game}: its opening: {error}")]
    Fen {
        /// The game's number.
        game: u32,
        /// What is wrong with the position.
        error: FenError,
    },
    /// An opening has a move that the rules do not allow.
    #[error("game {game}: its opening: {error}")]
    Move {
        /// The game's number.
        game: u32,
        /// What is wrong with the move.
        error: crate::base::MoveError,
    },
    /// The search has found no move where the game is not over, or has panicked: a bug in the rules or in the search.
    #[error("game {game}, ply {ply}: the search has found no move, or panicked")]
    NoMove {
        /// The game's number.
        game: u32,
        /// The ply, from 1.
        ply: usize,
    },
    /// There is no memory for the hash table.
    #[error(transparent)]
    Memory(#[from] HashTableError),
    /// A thread cannot be started or has died.
    #[error("thread: {0}")]
    Thread(String),
}

/// Plays the games of a recipe by their numbers, on one thread.
pub(super) struct SelfPlayer<'a, E: Evaluator> {
    recipe: &'a Recipe,
    makers: Vec<Box<dyn OpeningMaker>>,
    engine: Engine<E>,
    options: OptionsOf<E>,
}

/// What the user may choose about the game that `E` evaluates.
pub(super) type OptionsOf<E> = <<E as Evaluator>::Position as Notation>::Options;

impl<'a, E: Evaluator> SelfPlayer<'a, E> {
    pub(super) fn new(
        recipe: &'a Recipe,
        openings: &[Openings],
        options: OptionsOf<E>,
    ) -> Result<Self, DatagenError> {
        Ok(Self {
            recipe,
            makers: openings.iter().map(Openings::maker).collect::<Result<_, _>>()?,
            engine: Engine::new(recipe.hash_mib, 1)?,
            options,
        })
    }

    /// The game of this number; nothing where `stop` is set before it ends.
    pub(super) fn play(
        &mut self,
        number: u32,
        stop: &AtomicBool,
    ) -> Result<Option<RecordedGame>, DatagenError> {
        self.engine.clear();
        let index = number as usize;
        let maker = index % self.makers.len();
        let opening = self.makers[maker].opening(index);
        let (mut position, mut plies) = self.set_up(number, &opening)?;
        let mut lots = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        lots.set_stream(STRAY_STREAMS | u64::from(number));
        let mut adjudicator = Adjudicator::new(self.recipe.adjudication);
        let (outcome, cause) = loop {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            if let Some(end) = verdict(&position) {
                break end;
            }
            let mover = position.side_to_move();
            let strays =
                self.recipe.stray_permille > 0 && lots.random_range(0..1000) < self.recipe.stray_permille;
            let ply = if strays {
                GamePly { m: stray_move(&position, &mut lots), score: None }
            } else {
                self.search(&position)
            };
            if ply.m.is_none() {
                return Err(DatagenError::NoMove { game: number, ply: plies.len() + 1 });
            }
            position.make(ply.m, &mut ());
            position.forget_moves();
            plies.push(ply);
            // The rules go before what the players think.
            if let Some(end) = verdict(&position) {
                break end;
            }
            let said = ply.score.map(|score| MoveScore::Cp(score.value()));
            if let Some(end) = adjudicator.hear(mover, said, plies.len()) {
                break end;
            }
        };
        Ok(Some(RecordedGame { number, outcome, cause, fen: opening.fen, plies }))
    }

    /// The position behind an opening, and the plies that led there.
    fn set_up(&self, number: u32, opening: &Opening) -> Result<(E::Position, Vec<GamePly>), DatagenError> {
        let mut position = match &opening.fen {
            None => E::Position::start(&self.options),
            Some(fen) => E::Position::from_fen(fen, &self.options)
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

    fn search(&mut self, position: &E::Position) -> GamePly {
        let limits = self.recipe.effort.limits();
        let mut ear = Ear(GamePly { m: Move::NONE, score: None });
        self.engine.search_here(position, &limits, &Control::new(false), &mut ear);
        ear.0
    }
}

fn verdict<P: Notation>(position: &P) -> Option<(Outcome, Cause)> {
    position.verdict().map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)))
}

/// A move drawn among those that a search would consider; none where there is no legal move.
fn stray_move<P: SearchPosition>(position: &P, lots: &mut impl Rng) -> Move {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_candidates(&mut moves);
    // The lot must not depend on the order in which the game generates its moves.
    moves.sort_unstable();
    moves.choose(lots).copied().unwrap_or(Move::NONE)
}

/// Keeps what a search comes to.
struct Ear(GamePly);

impl Listener for Ear {
    fn report(&mut self, _report: &Report) {}

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.0 = GamePly {
            m: result.best.filter(|_| result.panics == 0).unwrap_or(Move::NONE),
            score: Some(result.score),
        };
    }
}
