use std::sync::Arc;

use crate::base::{Observer, Score};
use crate::tactics::SearchPosition;

use super::{Features, Parameters};

/// A game's static evaluation as the search asks for it, kept up to date as moves are made.
///
/// Before a move is made the search calls [`Evaluator::push`], then makes the move with the evaluator as its observer;
/// taking the move back goes with [`Evaluator::pop`].
pub trait Evaluator: Observer<Self::Position> + Send + 'static {
    /// The game.
    type Position: SearchPosition;

    /// What it evaluates with: one value, however many threads search.
    type Weights: Send + Sync + 'static;

    /// The numbers that steer the search of this game, in this evaluation's units.
    const PARAMETERS: Parameters;

    /// The parts of the search that this game uses.
    const FEATURES: Features;

    /// The weights that the program comes with.
    fn built_in_weights() -> Arc<Self::Weights>;

    /// An evaluator of this position.
    fn new(weights: &Arc<Self::Weights>, position: &Self::Position) -> Self;

    /// Follows another position from now on, and forgets what was pushed.
    fn reset(&mut self, position: &Self::Position);

    /// Remembers the state as it is.
    fn push(&mut self);

    /// Goes back to the state that the last [`Evaluator::push`] remembered.
    fn pop(&mut self);

    /// What `position`, the one that the observed moves led to, is worth to its side to move.
    fn evaluate(&mut self, position: &Self::Position) -> Score;
}
