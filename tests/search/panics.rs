//! A bug in an evaluation costs a search its result and is counted; the engine continues to work.

use quadriga::base::{Move, NoOptions, Notation, Position};
use quadriga::engine::Engine;
use quadriga::search::{Limits, Listener, Report, SearchResult};

use crate::harness::{Event, PATIENCE, Recorder, ask};
use crate::toy::{Drop, DropGame, PANICKING_STONES, PanickingGame};

/// The result of a search that may panic.
fn search(engine: &mut Engine<PanickingGame>, position: &Drop, depth: u32) -> SearchResult {
    let (recorder, events) = Recorder::new();
    engine.start(position.clone(), Limits { depth: Some(depth), ..Limits::default() }, recorder);
    loop {
        if let Event::Done(result) = events.recv_timeout(PATIENCE).expect("a result in any case") {
            return result;
        }
    }
}

#[test]
fn panics_are_counted_and_survived() {
    let start = Drop::start(&NoOptions);
    for threads in [1, 3] {
        let mut engine = Engine::<PanickingGame>::new(1, threads).unwrap();
        for _ in 0..3 {
            let result = search(&mut engine, &start, 20);
            // The helper threads may have been stopped before they reached the bug.
            assert!((1..=threads as u32).contains(&result.panics), "{result:?} with {threads} threads");
            assert!(result.best.is_some_and(|m| start.is_legal(m)), "{result:?}");
            engine.clear();
            let (_, sound) = ask(&mut engine, &start, Limits { depth: Some(2), ..Limits::default() });
            assert_eq!((sound.panics, sound.depth), (0, 2));
        }
    }
}

#[test]
fn the_best_move_so_far_outlives_a_panic() {
    // From the start, iterations of fewer plies than there are stones in the bug do not reach it.
    let start = Drop::start(&NoOptions);
    let mut engine = Engine::<PanickingGame>::new(1, 1).unwrap();
    let (recorder, events) = Recorder::new();
    engine.start(start.clone(), Limits { depth: Some(20), ..Limits::default() }, recorder);
    let mut last = None;
    let result = loop {
        match events.recv_timeout(PATIENCE).expect("a result in any case") {
            Event::Report(report) => last = report.moves.first().copied(),
            Event::Done(result) => break result,
        }
    };
    assert_eq!(result.panics, 1);
    assert!(last.is_some() && result.best == last, "{last:?} {result:?}");
}

/// A listener with a bug, which receives no report.
struct PanickingListener(std::sync::mpsc::Sender<SearchResult>);

impl Listener for PanickingListener {
    fn report(&mut self, _report: &Report) {
        panic!("a bug in the listener");
    }

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.0.send(result.clone()).expect("a receiver");
    }
}

#[test]
fn a_panic_outside_the_search_itself_is_answered() {
    let start = Drop::start(&NoOptions);
    for threads in [1, 2] {
        let mut engine = Engine::<DropGame>::new(1, threads).unwrap();
        let (sender, results) = std::sync::mpsc::channel();
        let limits = || Limits { depth: Some(6), ..Limits::default() };
        engine.start(start.clone(), limits(), PanickingListener(sender));
        let result = results.recv_timeout(PATIENCE).expect("a result in any case");
        assert!(result.panics > 0 && result.best.is_some_and(|m| start.is_legal(m)), "{result:?}");
        assert!(results.recv_timeout(PATIENCE).is_err(), "it has ended with one result");
        let (_, sound) = ask(&mut engine, &start, limits());
        assert_eq!(sound.panics, 0);
    }
}

/// The bug is hit before the search, and after it.
#[test]
fn a_panic_at_the_root_is_survived() {
    let mut position = Drop::start(&NoOptions);
    for column in ["a", "b", "c", "d", "e", "f"] {
        let m = position.parse_move(column, &NoOptions).expect("a free column");
        position.make(m, &mut ());
    }
    assert!(position.stones() >= PANICKING_STONES);
    let mut engine = Engine::<PanickingGame>::new(1, 1).unwrap();
    let result = search(&mut engine, &position, 4);
    assert_eq!((result.panics, result.depth), (1, 0));
    assert!(result.best.is_some_and(|m| position.is_legal(m)));
}
