use std::sync::Arc;

use super::accumulator::Collector;
use super::simd::Simd;
use super::{FeatureSet, Incremental, PackedNetwork};
use crate::base::{Observer, Position, Score, Side};
use crate::eval::{ClassicalEvaluator, GameEvaluation, Prepared, Term};
use crate::search::Evaluator;

type ElementOf<E> = <<E as GameEvaluation>::Position as Position>::Element;
type PointOf<E> = <<E as GameEvaluation>::Position as Position>::Point;

/// The weights that a game is evaluated with: those of the hand-written evaluation, and a network if one is used.
#[derive(Debug)]
pub struct GameWeights<E: GameEvaluation> {
    hand_written: Arc<Prepared<E::WeightSet>>,
    network: Option<Arc<PackedNetwork>>,
}

impl<E: GameEvaluation> GameWeights<E> {
    /// The hand-written evaluation alone.
    pub fn hand_written(weights: Arc<Prepared<E::WeightSet>>) -> Self {
        Self { hand_written: weights, network: None }
    }

    /// This network, which must belong to this game, with the hand-written evaluation's built-in weights if it is
    /// residual.
    pub fn with_network(network: Arc<PackedNetwork>) -> Self {
        debug_assert_eq!(network.form().input_count, E::FeatureSet::ROWS);
        Self { hand_written: ClassicalEvaluator::<E>::built_in_weights(), network: Some(network) }
    }

    /// The network, if one is used.
    pub fn network(&self) -> Option<&PackedNetwork> {
        self.network.as_deref()
    }

    /// Whether the hand-written evaluation is used.
    fn uses_hand_written(&self) -> bool {
        self.network.as_ref().is_none_or(|network| network.form().is_residual)
    }
}

/// The evaluation that a game is played with. Only the parts in use are updated.
#[derive(Debug)]
pub enum GameEvaluator<E: GameEvaluation> {
    /// The hand-written evaluation.
    Classical(ClassicalEvaluator<E>),
    /// A network.
    Network(<E::FeatureSet as FeatureSet>::Accumulators),
    /// A network that is added to the hand-written evaluation.
    Residual(ClassicalEvaluator<E>, <E::FeatureSet as FeatureSet>::Accumulators),
}

impl<E: GameEvaluation> Observer<E::Position> for GameEvaluator<E> {
    #[inline(always)]
    fn add(&mut self, element: ElementOf<E>, at: PointOf<E>) {
        match self {
            Self::Classical(classical) => classical.add(element, at),
            Self::Network(network) => network.record(element, at, true),
            Self::Residual(classical, network) => {
                classical.add(element, at);
                network.record(element, at, true);
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, element: ElementOf<E>, at: PointOf<E>) {
        match self {
            Self::Classical(classical) => classical.remove(element, at),
            Self::Network(network) => network.record(element, at, false),
            Self::Residual(classical, network) => {
                classical.remove(element, at);
                network.record(element, at, false);
            }
        }
    }
}

impl<E: GameEvaluation> Evaluator for GameEvaluator<E> {
    type Position = E::Position;

    type Weights = GameWeights<E>;

    /// The built-in network, or the hand-written evaluation if there is none.
    fn built_in_weights() -> Arc<GameWeights<E>> {
        Arc::new(match E::embedded().network() {
            Some(network) => GameWeights::with_network(network),
            None => GameWeights::hand_written(ClassicalEvaluator::<E>::built_in_weights()),
        })
    }

    /// The hand-written evaluation alone: networks change often, and ratings should mean the same with all of them.
    fn limited_weights(weights: &Arc<GameWeights<E>>) -> Arc<GameWeights<E>> {
        if weights.network.is_none() {
            return Arc::clone(weights);
        }
        Arc::new(GameWeights::hand_written(Arc::clone(&weights.hand_written)))
    }

    fn new(weights: &Arc<GameWeights<E>>, position: &E::Position) -> Self {
        let classical = || ClassicalEvaluator::new(&weights.hand_written, position);
        match &weights.network {
            None => Self::Classical(classical()),
            Some(network) if network.form().is_residual => {
                Self::Residual(classical(), Incremental::new(network, position))
            }
            Some(network) => Self::Network(Incremental::new(network, position)),
        }
    }

    fn reset(&mut self, position: &E::Position) {
        match self {
            Self::Classical(classical) => classical.reset(position),
            Self::Network(network) => network.reset(position),
            Self::Residual(classical, network) => {
                classical.reset(position);
                network.reset(position);
            }
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        match self {
            Self::Classical(classical) => classical.push(),
            Self::Network(network) => network.push(),
            Self::Residual(classical, network) => {
                classical.push();
                network.push();
            }
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        match self {
            Self::Classical(classical) => classical.pop(),
            Self::Network(network) => network.pop(),
            Self::Residual(classical, network) => {
                classical.pop();
                network.pop();
            }
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &E::Position) -> Score {
        let (score, classical) = match self {
            Self::Classical(classical) => return classical.evaluate(position),
            Self::Network(network) => (network.score(position), None),
            Self::Residual(classical, network) => {
                (network.score(position), Some(classical.evaluate(position).value()))
            }
        };
        Score::evaluation(E::weighted(position, E::combined(position, classical, score)))
    }
}

impl<E: GameEvaluation> GameEvaluator<E> {
    /// The terms of the hand-written evaluation, if it is used; a network's score; and the change of the network's
    /// score without each piece, all else being equal.
    pub fn explain(weights: &GameWeights<E>, position: &E::Position) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut hand_written = None;
        if weights.uses_hand_written() {
            terms = E::explain(&weights.hand_written, position);
            hand_written = Some(terms.iter().map(|term| term.value).sum());
        }
        if let Some(network) = &weights.network {
            terms.extend(explain_network::<E>(network, position, hand_written));
        }
        terms
    }
}

/// A network's terms, each for the first side. `hand_written` is the hand-written evaluation for the first side if the
/// network is residual.
fn explain_network<E: GameEvaluation>(
    network: &PackedNetwork,
    position: &E::Position,
    hand_written: Option<i32>,
) -> Vec<Term> {
    let simd = Simd::best();
    let mover = position.side_to_move();
    let sign = if mover == Side::First { 1 } else { -1 };
    let bucket = E::FeatureSet::output_bucket(position);
    let views = [mover, !mover].map(|side| (side, E::FeatureSet::king_bucket(position, side)));
    let mut elements = ElementCollector::<E>(Vec::new());
    position.observe_all(&mut elements);
    // The network's score without the elements of one name. The inputs are those of the side to move, then of the other
    // side.
    let score_without = |left_out: Option<&str>| {
        let inputs = views.map(|(side, view)| {
            let mut collector = Collector::<E::FeatureSet>::new(side, view);
            for (name, element, at) in &elements.0 {
                if left_out.is_none() || left_out != name.as_deref() {
                    collector.add(*element, *at);
                }
            }
            let mut inputs = collector.inputs;
            inputs.extend(E::FeatureSet::derived(position)[side.index()].as_ref());
            inputs
        });
        network.score_of_inputs::<E::FeatureSet>(simd, [&inputs[0], &inputs[1]], bucket)
    };
    let score = score_without(None);
    let sum = sign * score + hand_written.unwrap_or(0);
    let combined = sign * E::combined(position, hand_written.map(|value| sign * value), score);
    let mut names: Vec<_> = elements.0.iter().filter_map(|(name, ..)| name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let mut changes: Vec<_> =
        names.into_iter().map(|name| (sign * (score_without(Some(&name)) - score), name)).collect();
    changes.sort_by_key(|(change, _)| std::cmp::Reverse(change.abs()));
    changes.truncate(MOST_CHANGES);
    let mut terms = vec![Term::new("network", sign * score)];
    if combined != sum {
        terms.push(Term::new("endgame", combined - sum));
    }
    let weighted = sign * E::weighted(position, sign * combined);
    if weighted != combined {
        terms.push(Term::new("pieces left", weighted - combined));
    }
    terms.extend(changes.into_iter().map(|(change, name)| Term::new(format!("without {name}"), change)));
    terms
}

/// The maximum number of pieces or points in an explanation.
const MOST_CHANGES: usize = 32;

/// Collects a position's elements with their names.
struct ElementCollector<E: GameEvaluation>(Vec<(Option<String>, ElementOf<E>, PointOf<E>)>);

impl<E: GameEvaluation> Observer<E::Position> for ElementCollector<E> {
    fn add(&mut self, element: ElementOf<E>, at: PointOf<E>) {
        if E::FeatureSet::key(element, at).is_some() {
            self.0.push((E::element_name(element, at), element, at));
        }
    }

    fn remove(&mut self, _element: ElementOf<E>, _at: PointOf<E>) {
        debug_assert!(false, "nothing disappears from a position that is only described");
    }
}
