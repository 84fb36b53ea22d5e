//! With every pruning off, the search returns the score of exhaustive negamax.

use quadriga::base::{MoveList, NoOptions, NodeVerdict, Notation, Position, Score};
use quadriga::engine::Engine;
use quadriga::search::Evaluator;
use quadriga::search::{Feature, Features, Limits};
use quadriga::tactics::SearchPosition;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::harness::{ask, is_playable, random_walk};
use crate::toy::{Drop, DropEvaluator};

fn worth(verdict: NodeVerdict, ply: usize) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => Score::DRAW,
    }
}

/// Exhaustive negamax, evaluating leaves from nothing.
fn negamax<E: Evaluator>(position: &mut E::Position, depth: u32, ply: usize) -> Score {
    if ply > 0
        && let Some(verdict) = position.node_verdict(ply)
    {
        return worth(verdict, ply);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return worth(position.no_moves_verdict(), ply);
    }
    if depth == 0 {
        return E::new(&E::built_in_weights(), position).evaluate(position);
    }
    let mut best = -Score::INFINITE;
    for m in moves {
        position.make(m, &mut ());
        best = best.max(-negamax::<E>(position, depth - 1, ply + 1));
        position.unmake();
    }
    best
}

/// Compares positions from random games of up to `plies` moves, each at a depth up to `max_depth`.
pub fn check<E: Evaluator>(start: &E::Position, count: usize, plies: usize, max_depth: u32, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut engine = Engine::<E>::new(1, 1).unwrap();
    let exact = Features::NONE.with(Feature::MateDistance).with(Feature::Aspiration);
    for number in 0..count {
        let mut position = start.clone();
        let walk = rng.random_range(0..=plies);
        random_walk(&mut position, walk, &mut rng);
        let depth = 1 + number as u32 % max_depth;
        let expected = negamax::<E>(&mut position, depth, 0);
        for features in [Features::NONE, exact] {
            let limits = Limits { depth: Some(depth), features, ..Limits::default() };
            let (reports, result) = ask(&mut engine, &position, limits);
            assert_eq!(result.score, expected, "{position:?} at depth {depth}");
            assert_eq!(result.depth, depth);
            let last = reports.last().expect("a report");
            assert_eq!(last.moves.first().copied(), result.best);
            assert!(is_playable(&position, &last.moves), "{position:?}: {:?}", last.moves);
        }
    }
}

#[test]
fn drop_equals_negamax() {
    check::<DropEvaluator>(&Drop::start(&NoOptions), 400, 24, 6, 1);
}

/// Pruning must not change who wins where the search sees the end of the game.
#[test]
fn pruned_searches_agree_with_negamax_at_the_end_of_the_game() {
    let mut rng = SmallRng::seed_from_u64(3);
    let mut engine = Engine::<DropEvaluator>::new(1, 1).unwrap();
    let mut compared = 0;
    while compared < 100 {
        let mut position = Drop::start(&NoOptions);
        random_walk(&mut position, 20, &mut rng);
        if position.legal_count() == 0 || position.stones() < 20 {
            continue;
        }
        compared += 1;
        let expected = negamax::<DropEvaluator>(&mut position, 30, 0);
        engine.clear();
        let (_, result) = ask(&mut engine, &position, Limits { depth: Some(30), ..Limits::default() });
        assert_eq!(result.score, expected, "{position:?}");
    }
}
