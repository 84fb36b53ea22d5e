//! With all pruning disabled, the search returns the score of exhaustive negamax. This also holds with the features
//! that only save work, and near the end of the game with any feature.

use std::cmp::Reverse;

use quadriga::base::{Move, MoveList, NoOptions, NodeVerdict, Notation, Position, Score};
use quadriga::engine::Engine;
use quadriga::search::{
    Bound, Evaluator, Feature, Features, Limits, SearchGame, SearchOptions, SearchPosition,
};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::harness::{ask, ask_with, is_playable, random_walk, with_features, with_lines};
use crate::toy::{Drop, DropGame};

fn score(verdict: NodeVerdict, ply: usize) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => Score::DRAW,
    }
}

/// Exhaustive negamax, evaluating leaves from scratch.
fn negamax<G: SearchGame>(position: &mut G::Position, depth: u32, ply: usize) -> Score {
    if ply > 0
        && let Some(verdict) = position.node_verdict(ply)
    {
        return score(verdict, ply);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return score(position.no_moves_verdict(), ply);
    }
    if depth == 0 {
        return G::Evaluator::new(&G::Evaluator::built_in_weights(), position).evaluate(position);
    }
    let mut best = -Score::INFINITE;
    for m in moves {
        position.make(m, &mut ());
        best = best.max(-negamax::<G>(position, depth - 1, ply + 1));
        position.unmake();
    }
    best
}

/// The moves of `position` with the scores of exhaustive negamax, the best first.
fn negamax_root<G: SearchGame>(position: &mut G::Position, depth: u32) -> Vec<(Move, Score)> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut scores = Vec::new();
    for m in moves {
        position.make(m, &mut ());
        scores.push((m, -negamax::<G>(position, depth - 1, 1)));
        position.unmake();
    }
    scores.sort_by_key(|&(_, score)| Reverse(score));
    scores
}

fn set(features: &[Feature]) -> Features {
    features.iter().fold(Features::NONE, |set, &feature| set.with(feature))
}

/// All subsets of these features.
fn subsets(features: &[Feature]) -> Vec<Features> {
    let chosen = |bits: usize| {
        let chosen = features.iter().enumerate().filter(move |(i, _)| bits >> i & 1 != 0);
        chosen.fold(Features::NONE, |set, (_, &feature)| set.with(feature))
    };
    (0..1 << features.len()).map(chosen).collect()
}

/// The features that do not change the score of a fixed-depth search, in any game.
pub const EXACT: [Feature; 2] = [Feature::MateDistance, Feature::Aspiration];

/// The same for a game in which a position is always reached after the same number of moves, so that the hash table
/// never holds a result of another depth.
pub const EXACT_WITHOUT_CYCLES: [Feature; 3] =
    [Feature::MateDistance, Feature::Aspiration, Feature::HashCutoffs];

/// The position after a random number of random moves from `start`, at most `plies`.
fn random_position<P: Position + Clone>(start: &P, plies: usize, rng: &mut SmallRng) -> P {
    let mut position = start.clone();
    let walk = rng.random_range(0..=plies);
    random_walk(&mut position, walk, rng);
    position
}

/// Compares the search with negamax in positions from random games of up to `plies` moves, each at a depth up to
/// `max_depth`, with all subsets of these features.
pub fn check<G: SearchGame>(
    start: &G::Position,
    features: &[Feature],
    count: usize,
    plies: usize,
    max_depth: u32,
    seed: u64,
) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut engine = Engine::<G>::new(1, 1).unwrap();
    for number in 0..count {
        let mut position = random_position(start, plies, &mut rng);
        let depth = 1 + number as u32 % max_depth;
        let expected = negamax::<G>(&mut position, depth, 0);
        // The search asks the rules again.
        if expected.is_rule() {
            continue;
        }
        for features in subsets(features) {
            engine.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let (reports, result) = ask_with(&mut engine, &position, limits, with_features(features));
            assert_eq!(result.score, expected, "{position:?} at depth {depth} with {features:?}");
            assert_eq!(result.depth, depth);
            let last = reports.last().expect("a report");
            assert_eq!(last.moves.first().copied(), result.best);
            assert!(is_playable(&position, &last.moves), "{position:?}: {:?}", last.moves);
        }
    }
}

/// Compares all moves of positions from random games: their scores, their order as best lines, and the best of a few
/// selected moves.
pub fn check_root<G: SearchGame>(start: &G::Position, count: usize, plies: usize, max_depth: u32, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut engine = Engine::<G>::new(1, 1).unwrap();
    for number in 0..count {
        let mut position = random_position(start, plies, &mut rng);
        let depth = 1 + number as u32 % max_depth;
        let expected = negamax_root::<G>(&mut position, depth);
        let options = with_features(set(&EXACT));

        let lines = rng.random_range(1..=expected.len());
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let several = SearchOptions { lines: with_lines(lines).lines, ..options.clone() };
        let (reports, result) = ask_with(&mut engine, &position, limits, several);
        let reported: Vec<_> = reports.iter().filter(|report| report.depth == depth).collect();
        assert_eq!(reported.len(), lines, "{position:?} at depth {depth}");
        for (rank, report) in reported.iter().enumerate() {
            let m = report.moves[0];
            assert_eq!((report.line, report.bound), (rank + 1, Bound::Exact));
            assert_eq!(report.score, expected[rank].1, "{position:?} at depth {depth}: line {}", rank + 1);
            assert!(expected.contains(&(m, report.score)), "{position:?} at depth {depth}: {m:?}");
            assert!(reported[..rank].iter().all(|better| better.moves[0] != m), "{m:?} has two lines");
        }
        assert_eq!((result.best, result.score), (Some(reported[0].moves[0]), expected[0].1));

        let mut few: Vec<_> = expected.clone();
        few.shuffle(&mut rng);
        few.truncate(rng.random_range(1..=expected.len()));
        let moves = few.iter().map(|&(m, _)| m).collect();
        let limits = Limits { depth: Some(depth), moves, ..Limits::default() };
        let (_, result) = ask_with(&mut engine, &position, limits, options);
        assert_eq!(few.iter().map(|&(_, score)| score).max(), Some(result.score), "{position:?}: {few:?}");
        assert!(few.contains(&(result.best.expect("a move"), result.score)), "{position:?}: {few:?}");
    }
}

#[test]
fn drop_search_equals_negamax() {
    // The game has no candidates and no forced-win search of its own, so these features must have no effect.
    let exact = [
        &EXACT_WITHOUT_CYCLES[..],
        &[Feature::Candidates, Feature::RootForcedWins, Feature::NodeForcedWins, Feature::LeafForcedWins],
    ]
    .concat();
    check::<DropGame>(&Drop::start(&NoOptions), &exact, 200, 24, 6, 1);
}

#[test]
fn the_root_of_drop_equals_negamax() {
    check_root::<DropGame>(&Drop::start(&NoOptions), 300, 24, 5, 2);
}

/// Positions of Drop with few empty points, and their exact scores.
fn endings(count: usize, least_stones: u32, seed: u64) -> Vec<(Drop, Score)> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut position = Drop::start(&NoOptions);
        random_walk(&mut position, 24, &mut rng);
        if position.legal_count() > 0 && position.stones() >= least_stones {
            let score = negamax::<DropGame>(&mut position.clone(), 30, 0);
            found.push((position, score));
        }
    }
    found
}

/// Whatever a feature prunes at first, a search that is deep enough finds the exact result.
#[test]
fn each_feature_alone_agrees_with_negamax_at_the_end_of_the_game() {
    let mut engine = Engine::<DropGame>::new(1, 1).unwrap();
    for (position, expected) in endings(60, 22, 4) {
        for feature in Feature::ALL {
            engine.clear();
            let limits = Limits { depth: Some(30), ..Limits::default() };
            let score = ask_with(&mut engine, &position, limits, with_features(set(&[feature]))).1.score;
            assert_eq!(score, expected, "{feature:?} in {position:?}");
        }
    }
}

/// Pruning must not change the winner if the search reaches the end of the game.
#[test]
fn pruned_searches_agree_with_negamax_at_the_end_of_the_game() {
    let mut engine = Engine::<DropGame>::new(1, 1).unwrap();
    for (position, expected) in endings(100, 20, 3) {
        engine.clear();
        let (_, result) = ask(&mut engine, &position, Limits { depth: Some(30), ..Limits::default() });
        assert_eq!(result.score, expected, "{position:?}");
    }
}
