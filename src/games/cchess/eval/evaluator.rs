use std::fmt::Debug;
use std::sync::Arc;

use super::balance::{Balance, Placed};
use crate::base::{Notation, Observer, Position, Score, Side};
use crate::eval::classical::{Fittable, FittedFile, Prepared, WeightSet};
use crate::eval::network::{Embedded, FeatureSet, Networked};
use crate::eval::{Explain, IncrementalSums, Sums, Term};
use crate::games::cchess::{Piece, PieceKind, Point};
use crate::search::{Evaluator, SearchPosition};

/// A game of the xiangqi family, with the game-specific parts of its evaluation.
pub trait CchessGame: Debug + Clone + PartialEq + Eq + Send + 'static {
    /// The game.
    type Position: SearchPosition + Notation + Position<Element = Piece, Point = Point>;

    /// The weights.
    type Weights: WeightSet<Tables = Placed>;

    /// The file that contains [`CchessGame::FITTED`].
    const FILE: FittedFile;

    /// The built-in weights.
    const FITTED: Self::Weights;

    /// See [`Fittable::WIN_SCALE`].
    const WIN_SCALE: i32;

    /// The network's inputs.
    type FeatureSet: FeatureSet<Position = Self::Position>;

    /// See [`Networked::embedded`].
    fn embedded() -> &'static Embedded;

    /// See [`Networked::combined`].
    #[inline(always)]
    fn combined(_position: &Self::Position, hand_written: Option<i32>, network: i32) -> i32 {
        hand_written.unwrap_or(0) + network
    }

    /// The evaluation's terms by name, each with its value for Red; `balance` is that of the position.
    fn parts(
        weights: &Self::Weights,
        position: &Self::Position,
        balance: &Balance,
    ) -> impl IntoIterator<Item = (&'static str, i32)>;

    /// See [`Explain::numbers`].
    fn numbers(_position: &Self::Position, _side: Side) -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}

/// The hand-written evaluation of a game of the xiangqi family. Material and piece-square values are updated
/// incrementally; the game computes the other terms.
#[derive(Debug)]
pub struct CchessEvaluator<G: CchessGame> {
    weights: Arc<Prepared<G::Weights>>,
    pub(crate) sums: IncrementalSums<Balance>,
}

/// The evaluation for the side to move; `balance` is that of the position.
#[inline(always)]
fn value<G: CchessGame>(weights: &G::Weights, position: &G::Position, balance: &Balance) -> i32 {
    let red: i32 = G::parts(weights, position, balance).into_iter().map(|(_, value)| value).sum();
    match position.side_to_move() {
        Side::First => red,
        Side::Second => -red,
    }
}

impl<G: CchessGame> Observer<G::Position> for CchessEvaluator<G> {
    #[inline(always)]
    fn add(&mut self, piece: Piece, at: Point) {
        Sums::<G::Position>::add(&mut self.sums.current, self.weights.tables(), piece, at);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, at: Point) {
        Sums::<G::Position>::remove(&mut self.sums.current, self.weights.tables(), piece, at);
    }
}

impl<G: CchessGame> Evaluator for CchessEvaluator<G> {
    type Position = G::Position;

    type Weights = Prepared<G::Weights>;

    fn built_in_weights() -> Arc<Prepared<G::Weights>> {
        Arc::new(Prepared::new(G::FITTED))
    }

    fn new(weights: &Arc<Prepared<G::Weights>>, position: &G::Position) -> Self {
        let sums = IncrementalSums::new(Balance::of(weights.tables(), position));
        Self { weights: Arc::clone(weights), sums }
    }

    fn reset(&mut self, position: &G::Position) {
        self.sums.reset(Balance::of(self.weights.tables(), position));
    }

    #[inline]
    fn push(&mut self) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        Score::evaluation(value::<G>(self.weights.weights(), position, &self.sums.current))
    }
}

impl<G: CchessGame> Explain for CchessEvaluator<G> {
    fn explain(prepared: &Prepared<G::Weights>, position: &G::Position) -> Vec<Term> {
        let balance = Balance::of(prepared.tables(), position);
        G::parts(prepared.weights(), position, &balance)
            .into_iter()
            .map(|(name, value)| Term::new(name, value))
            .collect()
    }

    fn numbers(position: &G::Position, side: Side) -> Vec<(&'static str, usize)> {
        G::numbers(position, side)
    }
}

impl<G: CchessGame> Networked for CchessEvaluator<G> {
    type FeatureSet = G::FeatureSet;

    fn embedded() -> &'static Embedded {
        G::embedded()
    }

    #[inline(always)]
    fn combined(position: &G::Position, hand_written: Option<i32>, network: i32) -> i32 {
        G::combined(position, hand_written, network)
    }

    fn element_name(piece: Piece, at: Point) -> Option<String> {
        (piece.kind != PieceKind::General).then(|| format!("{piece} {at:?}"))
    }
}

impl<G: CchessGame> Fittable for CchessEvaluator<G> {
    type WeightSet = G::Weights;

    const FILE: FittedFile = G::FILE;
    const FITTED: G::Weights = G::FITTED;
    const WIN_SCALE: i32 = G::WIN_SCALE;

    fn evaluate_once(prepared: &Prepared<G::Weights>, position: &G::Position) -> i32 {
        value::<G>(prepared.weights(), position, &Balance::of(prepared.tables(), position))
    }
}
