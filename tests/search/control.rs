//! Starting, stopping, pondering, and search limits.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadriga::base::{Move, MoveList, NoOptions, Notation, Position, Score};
use quadriga::engine::Engine;
use quadriga::eval::{ClassicalEvaluator, GameEvaluation, Prepared, WeightSet};
use quadriga::games::Xiangqi;
use quadriga::games::xiangqi::{XiangqiOptions, XiangqiPosition};
use quadriga::search::{
    Bound, Clock, Evaluator, Features, HashTableError, Limits, SearchOptions, SearchResult, Skill,
};

use crate::harness::{
    Classical, Event, Recorder, ask, ask_with, collect, is_playable, with_features, with_lines,
};
use crate::toy::{Drop, DropGame};

type ToyEngine = Engine<DropGame>;

fn engine() -> ToyEngine {
    ToyEngine::new(1, 1).unwrap()
}

fn start() -> Drop {
    Drop::start(&NoOptions)
}

fn drop_from(fen: &str) -> Drop {
    Drop::from_fen(fen, &NoOptions).unwrap()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// The first player has three in a row and completes four with `d`.
const WIN_IN_ONE: &str = "xxx.ooo";
const WINNING: Move = Move::of_bits(4);

#[test]
fn search_is_reproducible_after_a_new_game() {
    let mut engine = engine();
    let first = ask(&mut engine, &start(), to_depth(9)).1;
    let warm = ask(&mut engine, &start(), to_depth(9)).1;
    assert_ne!(warm.nodes, first.nodes, "the hash table and histories are used");
    engine.clear();
    assert_eq!(ask(&mut engine, &start(), to_depth(9)).1, first);
    assert_eq!(ask(&mut self::engine(), &start(), to_depth(9)).1, first);
}

#[test]
fn node_limits_are_met_exactly() {
    let mut engine = engine();
    for nodes in [1, 2, 7, 100, 1023, 1024, 1025, 5000] {
        engine.clear();
        let (_, result) = ask(&mut engine, &start(), Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(result.nodes, nodes);
        assert!(result.best.is_some());
    }
}

#[test]
fn soft_nodes_end_the_search_between_iterations() {
    let mut engine = engine();
    let mut search = |limits| {
        engine.clear();
        ask(&mut engine, &start(), limits).1
    };
    for soft in [100, 1000, 10_000] {
        let limits = Limits { soft_nodes: Some(soft), ..Limits::default() };
        let result = search(limits.clone());
        assert_eq!(search(to_depth(result.depth)), result, "{soft}");
        assert!(result.nodes >= soft * 2 / 5, "{soft}: {}", result.nodes);
        let before = search(to_depth(result.depth - 1)).nodes;
        assert!(before < soft * 9 / 2, "{soft}: {before}");
        assert_eq!(search(Limits { nodes: Some(50), ..limits }).nodes, 50);
    }
}

#[test]
fn an_infinite_search_ends_only_when_stopped() {
    let mut engine = engine();
    // Won with the next move: there is nothing left to search, but the result must be withheld.
    for fen in [WIN_IN_ONE, ""] {
        let (recorder, events) = Recorder::new();
        let limits = Limits { infinite: true, depth: Some(2), ..Limits::default() };
        engine.start(drop_from(fen), limits, recorder);
        while let Ok(event) = events.recv_timeout(Duration::from_millis(200)) {
            assert!(matches!(event, Event::Report(_)), "{event:?}");
        }
        assert!(engine.is_searching());
        engine.stop();
        let (_, result) = collect(&events);
        assert!(result.best.is_some());
        engine.wait();
        assert!(!engine.is_searching());
    }
}

#[test]
fn a_pondering_search_ends_after_the_hit() {
    let mut engine = engine();
    let (recorder, events) = Recorder::new();
    let clock = Clock { remaining: Duration::from_millis(20), increment: Duration::ZERO, moves_to_go: None };
    engine.start(start(), Limits { ponder: true, clock: Some(clock), ..Limits::default() }, recorder);
    // Much more time passes than is left on the clock.
    let hit = Instant::now() + Duration::from_millis(200);
    while let Ok(event) = events.recv_timeout(hit.saturating_duration_since(Instant::now())) {
        assert!(matches!(event, Event::Report(_)), "{event:?}");
    }
    assert!(engine.is_searching());
    engine.ponder_hit();
    assert!(collect(&events).1.best.is_some());
}

#[test]
fn a_new_search_ends_the_old_one() {
    let mut engine = engine();
    let (first, first_events) = Recorder::new();
    engine.start(start(), Limits { infinite: true, ..Limits::default() }, first);
    let (_, second) = ask(&mut engine, &start(), to_depth(3));
    assert_eq!(second.depth, 3);
    assert!(collect(&first_events).1.best.is_some());
    let (last, last_events) = Recorder::new();
    engine.start(start(), Limits { infinite: true, ..Limits::default() }, last);
    drop(engine);
    assert!(collect(&last_events).1.best.is_some());
}

/// A clock with this much time left and nothing else.
fn clock(remaining: u64) -> Clock {
    Clock { remaining: Duration::from_millis(remaining), increment: Duration::ZERO, moves_to_go: None }
}

#[test]
fn search_without_time_returns_a_move() {
    let mut engine = engine();
    for (remaining, move_time) in [(Some(0), None), (Some(1), None), (None, Some(0)), (Some(0), Some(5000))] {
        let move_time = move_time.map(Duration::from_millis);
        let options = SearchOptions { overhead: Duration::from_millis(10), ..SearchOptions::default() };
        let limits = Limits { clock: remaining.map(clock), move_time, ..Limits::default() };
        let (_, result) = ask_with(&mut engine, &start(), limits.clone(), options.clone());
        assert!(result.best.is_some_and(|m| start().is_legal(m)));
        // With node counts as the clock, the result is the same on every machine: a searched move, not merely the first
        // one.
        engine.clear();
        let options = SearchOptions { nodes_as_time: NonZeroU64::new(100), ..options };
        let (reports, result) = ask_with(&mut engine, &drop_from(WIN_IN_ONE), limits, options);
        assert_eq!(
            (result.best, result.score),
            (Some(WINNING), Score::mate_at(1)),
            "{remaining:?} {move_time:?}"
        );
        assert!(result.depth >= 1 && reports.len() == result.depth as usize);
        assert!(result.nodes <= 500 + 64, "{remaining:?} {move_time:?}: {} nodes", result.nodes);
    }
}

#[test]
fn nodestime_replaces_the_clock() {
    let limits = Limits { move_time: Some(Duration::from_millis(30)), ..Limits::default() };
    let options = SearchOptions { nodes_as_time: NonZeroU64::new(100), ..SearchOptions::default() };
    let mut engine = engine();
    let (_, first) = ask_with(&mut engine, &start(), limits.clone(), options.clone());
    assert!((3000..3000 + 1024).contains(&first.nodes), "{}", first.nodes);
    engine.clear();
    assert_eq!(ask_with(&mut engine, &start(), limits, options).1, first);
}

#[test]
fn a_position_without_moves_is_answered_at_once() {
    let mut engine = engine();
    let lost = drop_from("xxxxooo");
    let none =
        SearchResult { best: None, ponder: None, score: Score::mated_at(0), depth: 0, nodes: 0, panics: 0 };
    assert_eq!(ask(&mut engine, &lost, Limits::default()), (vec![], none.clone()));
    let full = drop_from("ooxoxxxxxoxxoooxooxxoooxxoxoox");
    assert!(full.verdict().is_some_and(|verdict| verdict.outcome == quadriga::base::Outcome::Draw));
    let drawn = SearchResult { score: Score::DRAW, ..none };
    assert_eq!(ask(&mut engine, &full, Limits::default()).1, drawn);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = engine();
    let mut moves = MoveList::new();
    start().legal_moves(&mut moves);
    for &m in &moves {
        let (reports, result) = ask(&mut engine, &start(), Limits { moves: vec![m], ..to_depth(4) });
        assert_eq!(result.best, Some(m));
        assert!(reports.iter().all(|report| report.moves[0] == m));
    }
    let illegal = Limits { moves: vec![Move::of_bits(999)], ..to_depth(4) };
    assert_eq!(ask(&mut engine, &start(), illegal).1.best, None);
}

#[test]
fn several_lines_are_ranked() {
    let mut engine = engine();
    let (reports, result) = ask_with(&mut engine, &start(), to_depth(7), with_lines(4));
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 7).collect();
    assert_eq!(last.iter().map(|report| report.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<_> = last.iter().map(|report| report.moves[0]).collect();
    assert_eq!(result.best, Some(firsts[0]));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    assert!(last.iter().all(|report| is_playable(&start(), &report.moves) && report.bound == Bound::Exact));
}

#[test]
fn a_mate_search_ends_with_the_mate() {
    let mut engine = engine();
    let (_, result) = ask(&mut engine, &drop_from(WIN_IN_ONE), Limits { mate: Some(1), ..Limits::default() });
    assert_eq!(result.score, Score::mate_at(1));
    assert!(result.depth < 10);
}

#[test]
fn unsuccessful_mate_search_changes_no_result() {
    let scores = |mate| {
        let limits = Limits { mate, ..to_depth(5) };
        let (reports, result) = ask_with(&mut engine(), &start(), limits, with_features(Features::NONE));
        let scores: Vec<_> =
            reports.iter().map(|report| (report.depth, report.score, report.bound)).collect();
        (scores, result.score)
    };
    let usual = scores(None);
    assert!(!usual.1.is_decisive());
    for moves in [0, 1, 2, u32::MAX] {
        assert_eq!(scores(Some(moves)), usual, "mate in {moves}");
    }
}

#[test]
fn multithreaded_search_returns_a_result() {
    let mut engine = ToyEngine::new(4, 3).unwrap();
    for _ in 0..20 {
        let (_, result) = ask(&mut engine, &start(), Limits { nodes: Some(20_000), ..Limits::default() });
        assert!(result.best.is_some() && result.nodes >= 20_000);
    }
    engine.set_threads(1).unwrap();
    engine.set_hash(2).unwrap();
    assert!(ask(&mut engine, &start(), to_depth(4)).1.best.is_some());
    assert!(matches!(engine.set_hash(usize::MAX), Err(HashTableError::TooLarge { .. })));
    assert!(ask(&mut engine, &start(), to_depth(4)).1.best.is_some());
}

/// Far more threads than processors, which must neither be started nor waited for while the clock runs.
#[test]
fn a_crowd_of_threads_ends_in_time() {
    let mut engine = ToyEngine::new(1, 512).unwrap();
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    for _ in 0..3 {
        let begin = Instant::now();
        let (_, result) = ask(&mut engine, &start(), limits.clone());
        assert!(result.best.is_some() && begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
        engine.clear();
    }
    engine.set_threads(3).unwrap();
    assert!(ask(&mut engine, &start(), limits).1.best.is_some());
}

#[test]
fn time_counts_from_when_the_search_was_asked_for() {
    let mut engine = engine();
    let hour = Duration::from_hours(1);
    let limits =
        Limits { asked: Instant::now().checked_sub(hour), move_time: Some(hour), ..Limits::default() };
    if limits.asked.is_some() {
        assert!(ask(&mut engine, &start(), limits).1.depth >= 1);
    }
}

#[test]
fn limited_skill_varies_but_finds_mate_in_one() {
    let mut engine = engine();
    let mut seen = Vec::new();
    for seed in 0..40 {
        let options = SearchOptions { skill: Skill::from_skill(0, seed), ..SearchOptions::default() };
        let (_, result) = ask_with(&mut engine, &start(), to_depth(30), options.clone());
        seen.extend(result.best);
        let (_, win) = ask_with(&mut engine, &drop_from(WIN_IN_ONE), to_depth(30), options);
        assert_eq!(win.score, Score::mate_at(1));
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 1, "always {seen:?}");
}

#[test]
fn limited_strength_depends_on_its_own_game_rating_and_seed_alone() {
    let limited = |engine: &mut ToyEngine, limits, seed: u32| {
        let skill = Skill::from_elo(600 + 150 * seed, seed.into());
        let options = SearchOptions { skill, ..SearchOptions::default() };
        ask_with(engine, &start(), limits, options).1
    };
    let mut full = ToyEngine::new(4, 3).unwrap();
    for seed in 0..17 {
        let fresh = limited(&mut engine(), Limits::default(), seed);
        // After searches at full strength, with more threads and memory.
        full.clear();
        ask(&mut full, &start(), to_depth(7));
        assert_eq!(limited(&mut full, Limits::default(), seed), fresh, "seed {seed}");
        let under_clock = Limits { clock: Some(clock(3_600_000)), ..Limits::default() };
        full.clear();
        assert_eq!(limited(&mut full, under_clock, seed).best, fresh.best, "seed {seed}");
    }
}

#[test]
fn result_arrives_before_the_deadline() {
    let mut engine = engine();
    let time = Duration::from_secs(1);
    for (limits, overhead) in [
        (Limits { clock: Some(clock(1000)), ..Limits::default() }, Duration::ZERO),
        (Limits { move_time: Some(time), ..Limits::default() }, time / 2),
    ] {
        let options = SearchOptions { overhead, ..SearchOptions::default() };
        // Neither may take more than half of the time. On a busy machine a search may be delayed, but hardly every
        // time.
        let is_in_time = (0..10).any(|_| {
            engine.clear();
            let begin = Instant::now();
            let (_, result) = ask_with(&mut engine, &start(), limits.clone(), options.clone());
            assert!(result.best.is_some());
            begin.elapsed() < time
        });
        assert!(is_in_time, "{limits:?}");
    }
}

#[test]
fn weights_can_be_replaced_and_restored() {
    let position = XiangqiPosition::start(&XiangqiOptions::default());
    let mut engine = Engine::<Classical<Xiangqi>>::new(1, 1).unwrap();
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let first = engine.search(&position, limits.clone());
    let doubled: Vec<_> = Xiangqi::FITTED.weights().iter().map(|weight| 2 * weight.value).collect();
    let weights = Xiangqi::FITTED.with_values(&doubled);
    engine.set_weights(Arc::new(Prepared::new(weights)));
    let other = engine.search(&position, limits.clone());
    assert_ne!(other, first);
    // Nothing remains of what the other weights stored.
    engine.set_weights(ClassicalEvaluator::<Xiangqi>::built_in_weights());
    assert_eq!(engine.search(&position, limits), first);
}
