use crate::base::{Notation, Observer, Score};
use crate::tactics::SearchPosition;

use crate::search::Parameters;

use super::Margins;

/// A game's static evaluation, kept up to date as moves are made.
///
/// Before a move is made the search calls [`Evaluator::push`], then makes the move with the evaluator as its observer;
/// taking the move back goes with [`Evaluator::pop`].
pub trait Evaluator: Observer<Self::Position> + Clone + Send + 'static {
    /// The game.
    type Position: SearchPosition + Notation;

    /// The search's margins, in this evaluation's units.
    const MARGINS: Margins;

    /// All numbers that steer the search in this game.
    const PARAMETERS: Parameters = Parameters::usual(Self::MARGINS);

    /// An evaluator for this position.
    fn new(position: &Self::Position) -> Self;

    /// Remembers the state as it is.
    fn push(&mut self);

    /// Goes back to the state that the last [`Evaluator::push`] remembered.
    fn pop(&mut self);

    /// What `position`, the one that the observed moves led to, is worth to its side to move.
    fn evaluate(&mut self, position: &Self::Position) -> Score;

    /// The evaluation's parts in words, for the `eval` command: name, and worth to the first player.
    fn explain(position: &Self::Position) -> Vec<(&'static str, i32)>;
}
