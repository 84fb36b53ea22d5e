use super::{Features, Levels, Parameters, SearchPosition};
use crate::base::{Observer, Score};
use std::sync::Arc;

/// A game as the search knows it.
pub trait SearchGame: Sized + 'static {
    /// The rules, with what the search needs beyond them.
    type Position: SearchPosition;

    /// The static evaluation.
    type Evaluator: Evaluator<Position = Self::Position>;

    /// How the game is searched.
    const SETTINGS: SearchSettings;
}

/// The weights of a game's evaluation.
pub type WeightsOf<G> = <<G as SearchGame>::Evaluator as Evaluator>::Weights;

/// How a game is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// The default search parameters, in units of the game's evaluation.
    pub parameters: Parameters,
    /// The features of the search that the game uses.
    pub features: Features,
    /// How limited strength is played.
    pub levels: Levels,
}

impl SearchSettings {
    /// For a game for which nothing has been tuned or measured: `win_scale` is the evaluation at which a side scores about
    /// three points in four games.
    pub const fn for_win_scale(win_scale: i32) -> Self {
        Self {
            parameters: Parameters::for_win_scale(win_scale),
            features: Features::ALL,
            levels: Levels::UNMEASURED,
        }
    }
}

/// A game's static evaluation, updated incrementally as the search makes moves.
///
/// Before each move the search calls [`Evaluator::push`], then makes the move with the evaluator as its observer. After
/// taking the move back it calls [`Evaluator::pop`].
pub trait Evaluator: Observer<Self::Position> + Send + 'static {
    /// The game.
    type Position: SearchPosition;

    /// The weights of the evaluation, shared by all threads.
    type Weights: Send + Sync + 'static;

    /// The built-in weights.
    fn built_in_weights() -> Arc<Self::Weights>;

    /// The weights that limited strength evaluates with if full strength has these: those with which its levels were
    /// measured.
    fn limited_weights(weights: &Arc<Self::Weights>) -> Arc<Self::Weights> {
        Arc::clone(weights)
    }

    /// An evaluator of this position.
    fn new(weights: &Arc<Self::Weights>, position: &Self::Position) -> Self;

    /// Sets up the evaluator for another position and clears the stack of saved states.
    fn reset(&mut self, position: &Self::Position);

    /// Saves the current state on the stack.
    fn push(&mut self);

    /// Restores the state saved by the last [`Evaluator::push`].
    fn pop(&mut self);

    /// The static evaluation of `position` for its side to move. It must be the position that the observed moves led
    /// to.
    fn evaluate(&mut self, position: &Self::Position) -> Score;
}
