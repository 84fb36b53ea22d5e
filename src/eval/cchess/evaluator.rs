use std::fmt::Debug;
use std::marker::PhantomData;

use super::balance::{Balance, Placed};
use crate::base::{Notation, Observer, Position, Score, Side};
use crate::eval::weight_set::{Fittable, FittedFile, Given, Source, WeightSet};
use crate::eval::{Evaluator, Margins};
use crate::rules::cchess::{Man, Point};
use crate::search::Parameters;
use crate::tactics::SearchPosition;

/// A relative of xiangqi, as its evaluation sees it.
pub trait CchessGame: Debug + Clone + PartialEq + Eq + Send + 'static {
    /// The game.
    type Position: SearchPosition + Notation + Position<Element = Man, Point = Point>;

    /// The weights.
    type Weights: WeightSet<Tables = Placed>;

    /// All numbers that steer the search, its margins in the evaluation's units.
    const PARAMETERS: Parameters;

    /// The file that holds [`CchessGame::FITTED`].
    const FILE: FittedFile;

    /// The weights that the engine plays with.
    const FITTED: Self::Weights;

    /// Where the engine takes them from.
    fn fitted() -> impl Source<Self::Weights>;

    /// The evaluation's parts by name, each its worth to Red by these weights; `balance` is the position's.
    fn parts(
        weights: &Self::Weights,
        position: &Self::Position,
        balance: &Balance,
    ) -> impl IntoIterator<Item = (&'static str, i32)>;
}

/// The hand-written evaluation of a relative of xiangqi: follows men and where they stand as moves are made, and asks the
/// game for the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CchessEvaluator<G> {
    pub(in crate::eval) balance: Balance,
    saved: Vec<Balance>,
    game: PhantomData<G>,
}

/// What the position is worth to its side to move; `balance` is the position's.
#[inline(always)]
fn worth<G: CchessGame>(weights: &G::Weights, position: &G::Position, balance: &Balance) -> i32 {
    let red: i32 = G::parts(weights, position, balance).into_iter().map(|(_, worth)| worth).sum();
    match position.side_to_move() {
        Side::First => red,
        Side::Second => -red,
    }
}

impl<G: CchessGame> Observer<G::Position> for CchessEvaluator<G> {
    #[inline(always)]
    fn add(&mut self, man: Man, at: Point) {
        self.balance.put(G::fitted().tables(), man, at);
    }

    #[inline(always)]
    fn remove(&mut self, man: Man, at: Point) {
        self.balance.lift(G::fitted().tables(), man, at);
    }
}

impl<G: CchessGame> Evaluator for CchessEvaluator<G> {
    type Position = G::Position;

    const MARGINS: Margins = G::PARAMETERS.margins;
    const PARAMETERS: Parameters = G::PARAMETERS;

    fn new(position: &G::Position) -> Self {
        let balance = Balance::of(G::fitted().tables(), position);
        Self { balance, saved: Vec::new(), game: PhantomData }
    }

    #[inline]
    fn push(&mut self) {
        self.saved.push(self.balance);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(balance) = self.saved.pop() {
            self.balance = balance;
        }
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        Score::evaluation(worth::<G>(G::fitted().weights(), position, &self.balance))
    }

    fn explain(position: &G::Position) -> Vec<(&'static str, i32)> {
        let fitted = G::fitted();
        G::parts(fitted.weights(), position, &Balance::of(fitted.tables(), position)).into_iter().collect()
    }
}

impl<G: CchessGame> Fittable for CchessEvaluator<G> {
    type Weights = G::Weights;

    const FILE: FittedFile = G::FILE;
    const FITTED: G::Weights = G::FITTED;

    fn evaluate_with(position: &G::Position, given: &Given<G::Weights>) -> i32 {
        worth::<G>(given.weights(), position, &Balance::of(given.tables(), position))
    }
}
