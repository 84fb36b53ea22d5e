//! How searches use their clocks, measured in nodes instead of time, which is the same on every machine.

use std::num::NonZeroU64;
use std::time::Duration;

use quadriga::base::{NoOptions, Notation, Position};
use quadriga::engine::Engine;
use quadriga::games::Chess;
use quadriga::games::chess::{ChessOptions, ChessPosition};
use quadriga::search::{Clock, Limits, SearchOptions, SearchResult};

use crate::harness::{Classical, ask_with};
use crate::toy::{Drop, DropGame};

/// The number of nodes that count as a millisecond.
const RATE: u64 = 20;

/// The maximum overrun of a search in nodes: the interval at which it checks the clock.
const POLL_INTERVAL: u64 = 1024;

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    let clock = Clock { remaining: millis(remaining), increment: millis(increment), moves_to_go };
    Limits { clock: Some(clock), ..Limits::default() }
}

/// Where nodes are the clock.
fn by_nodes(overhead: u64) -> SearchOptions {
    let nodes_as_time = NonZeroU64::new(RATE);
    SearchOptions { nodes_as_time, overhead: millis(overhead), ..SearchOptions::default() }
}

fn search(fen: &str, limits: &Limits, overhead: u64) -> SearchResult {
    let options = ChessOptions::default();
    let position = ChessPosition::from_fen(fen, &options).expect("a FEN of the test");
    let mut engine = Engine::<Classical<Chess>>::new(1, 1).unwrap();
    ask_with(&mut engine, &position, limits.clone(), by_nodes(overhead)).1
}

fn nodes_less(limits: &Limits, overhead: u64) -> u64 {
    search(MIDDLEGAME, limits, overhead).nodes
}

fn nodes(limits: &Limits) -> u64 {
    nodes_less(limits, 0)
}

#[test]
fn clock_is_never_exceeded() {
    for remaining in [100, 1000, 10_000] {
        for increment in [0, 10, 1_000_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                for overhead in [0, 50] {
                    let limits = clock(remaining, increment, moves_to_go);
                    let nodes = nodes_less(&limits, overhead);
                    let available = (remaining - overhead) * RATE;
                    let most = if moves_to_go == Some(1) { available * 19 / 20 } else { available / 2 };
                    assert!(nodes <= most + POLL_INTERVAL, "{limits:?}: {nodes} nodes");
                }
            }
        }
    }
}

#[test]
fn fixed_move_time_is_fully_used() {
    for (time, overhead) in [(500, 0), (500, 100), (2000, 20)] {
        let limits = Limits { move_time: Some(millis(time)), ..Limits::default() };
        let nodes = nodes_less(&limits, overhead);
        let whole = (time - overhead) * RATE;
        assert!((whole..whole + POLL_INTERVAL).contains(&nodes), "{time} less {overhead}: {nodes} nodes");
    }
}

#[test]
fn more_time_gives_more_nodes() {
    let usual = nodes(&clock(20_000, 0, None));
    // About a 24th of the remaining time, adjusted to the position.
    assert!((20_000 * RATE / 100..20_000 * RATE / 6).contains(&usual), "{usual} nodes");
    assert!(nodes(&clock(200_000, 0, None)) > 3 * usual, "with ten times the time");
    assert!(nodes(&clock(20_000, 5_000, None)) > 2 * usual, "with an increment");
    assert!(nodes(&clock(20_000, 0, Some(2))) > 2 * usual, "with one more move to make");
    assert!(nodes_less(&clock(20_000, 0, None), 800) < usual, "with time that is lost");
}

#[test]
fn earliest_limit_ends_the_search() {
    let time = |time| Limits { move_time: Some(millis(time)), ..clock(20_000, 0, None) };
    assert!(nodes(&time(100)) < 100 * RATE + POLL_INTERVAL);
    assert_eq!(nodes(&time(20_000)), nodes(&clock(20_000, 0, None)));
    assert_eq!(nodes(&Limits { nodes: Some(700), ..clock(20_000, 0, None) }), 700);
    assert_eq!(search(MIDDLEGAME, &Limits { depth: Some(2), ..clock(20_000, 0, None) }, 0).depth, 2);
}

#[test]
fn forced_moves_are_played_at_once() {
    // A position with only one legal move, and a mate in one.
    for fen in ["7k/8/8/8/8/8/1r6/K7 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"] {
        let result = search(fen, &clock(20_000, 0, None), 0);
        assert!(result.best.is_some() && result.nodes < 2000, "{fen}: {result:?}");
        // A time for this move alone is meant to be used in full.
        let result = search(fen, &Limits { move_time: Some(millis(200)), ..Limits::default() }, 0);
        assert!(result.nodes >= 200 * RATE || result.depth > 50, "{fen}: {result:?}");
    }
}

#[test]
fn timed_search_with_nodestime_is_reproducible() {
    let start = Drop::start(&NoOptions);
    assert!(start.has_legal_move());
    let limits = clock(20_000, 100, None);
    let engine = || Engine::<DropGame>::new(1, 1).unwrap();
    let results: Vec<_> =
        (0..3).map(|_| ask_with(&mut engine(), &start, limits.clone(), by_nodes(0)).1).collect();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
}
