//! The reference player: plain alpha-beta to a fixed depth, evaluating material only. It is an opponent that never
//! changes.
//!
//! It knows the full rules of its game and nothing else: no quiescence search, hash table or iterative deepening; among
//! equally good moves it picks one at random. Zhonggong xiangqi was first published with such a program; its depth and
//! its piece values are the defaults here.

mod piece_values;
mod search;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::arena::{PlayerSpec, TimeControl};
use crate::base::{Notation, PlayedGame};
use crate::games::Variant;
use crate::search::{Control, SearchPosition};

use super::internal::{self, Watchdog};
use super::{Deadline, NewGame, Player, PlayerAction, PlayerError, Reply, SearchInfo, Turn};

use piece_values::PieceValue;
use search::MoveOrder;

/// The maximum depth, in plies; no machine gets near it.
const MAX_DEPTH: u32 = 64;
/// The default seed of the choice among equal moves.
const DEFAULT_SEED: u64 = 1;

/// A player that searches to the depth of its time control, with the options `Seed` and `Order`.
pub struct Reference<P: Notation> {
    piece_value: PieceValue<P>,
    depth: u32,
    seed: u64,
    order: MoveOrder,
    watchdog: Arc<Watchdog>,
}

impl<P: SearchPosition + Notation> Reference<P> {
    /// A reference player of this variant, with the options and the depth of `spec`.
    ///
    /// # Errors
    ///
    /// If there is none for the variant, an option is unknown, or the time control is not a depth.
    pub fn new(spec: &PlayerSpec, variant: Variant) -> Result<Self, PlayerError> {
        let piece_value = piece_values::of::<P>(variant)
            .ok_or_else(|| PlayerError::Unusable(format!("there is no reference player for {variant}")))?;
        let depth = match spec.time {
            TimeControl::Depth(depth @ 1..=MAX_DEPTH) => depth,
            TimeControl::Depth(depth) => {
                return Err(PlayerError::Unusable(format!(
                    "it searches from 1 to {MAX_DEPTH} plies, not {depth}"
                )));
            }
            other => {
                let problem = "it searches to a fixed depth, whatever the clock: give it time=depth=";
                return Err(PlayerError::Unusable(format!(
                    "{problem}{}, not {other}",
                    PlayerSpec::REFERENCE_DEPTH
                )));
            }
        };
        let (mut seed, mut order) = (DEFAULT_SEED, MoveOrder::NoisyFirst);
        for (name, value) in &spec.options {
            match name.to_ascii_lowercase().as_str() {
                "seed" => {
                    seed = value.parse().map_err(|_| {
                        let most = u64::MAX;
                        PlayerError::Unusable(format!(
                            "option {name}: {value:?} is not a whole number from 0 to {most}"
                        ))
                    })?;
                }
                "order" => {
                    order = match value.to_ascii_lowercase().as_str() {
                        "listed" => MoveOrder::Listed,
                        "noisy-first" => MoveOrder::NoisyFirst,
                        _ => {
                            let problem = "is neither listed nor noisy-first";
                            return Err(PlayerError::Unusable(format!("option {name}: {value:?} {problem}")));
                        }
                    }
                }
                _ => {
                    return Err(PlayerError::Unusable(format!(
                        "the reference player has no option called {name:?}"
                    )));
                }
            }
        }
        Ok(Self { piece_value, depth, seed, order, watchdog: Arc::default() })
    }

    /// The RNG for this turn. It depends only on the seed, the position and the number of moves, so a game can be
    /// reproduced whatever was played before it.
    fn rng(&self, game: &PlayedGame<P>) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.position().key().0.wrapping_add(game.moves().len() as u64));
        rng
    }
}

impl<P: SearchPosition + Notation> Player<P> for Reference<P> {
    fn new_game(&mut self, _new_game: &NewGame<'_, P>, _deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError> {
        let deadline = turn.deadline();
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        self.watchdog.set(Some((Arc::clone(&control), deadline.until)));
        let found =
            search::best_moves(turn.game.position(), self.piece_value, self.depth, self.order, &control);
        self.watchdog.set(None);
        let elapsed = started.elapsed();
        deadline.check()?;
        let action = match found.moves.choose(&mut self.rng(turn.game)) {
            Some(&best) => PlayerAction::Move(best),
            None => turn.read("(none)", &P::Options::default()),
        };
        let search_info = SearchInfo {
            score: Some(internal::score(found.score)),
            depth: Some(self.depth),
            nodes: Some(found.nodes),
            pv: String::new(),
        };
        Ok(Reply { action, elapsed, search_info, pv: Vec::new(), offers_draw: false })
    }

    fn watchdog(&self) -> Option<Arc<Watchdog>> {
        Some(Arc::clone(&self.watchdog))
    }
}
