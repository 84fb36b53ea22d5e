//! A bug in an evaluation costs a search its result and is counted; the engine continues to work.

use quadriga::base::{NoOptions, Notation, Position};
use quadriga::engine::Engine;
use quadriga::search::{Limits, SearchResult};

use crate::harness::{Event, PATIENCE, Recorder, ask};
use crate::toy::{Drop, PANICKING_STONES, PanickingEvaluator};

/// The result of a search that may panic.
fn search(engine: &mut Engine<PanickingEvaluator>, position: &Drop, depth: u32) -> SearchResult {
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
        let mut engine = Engine::<PanickingEvaluator>::new(1, threads).unwrap();
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

/// The bug is hit before the search, and after it.
#[test]
fn a_panic_at_the_root_is_survived() {
    let mut position = Drop::start(&NoOptions);
    for column in ["a", "b", "c", "d", "e", "f"] {
        let m = position.parse_move(column, &NoOptions).expect("a free column");
        position.make(m, &mut ());
    }
    assert!(position.stones() >= PANICKING_STONES);
    let mut engine = Engine::<PanickingEvaluator>::new(1, 1).unwrap();
    let result = search(&mut engine, &position, 4);
    assert_eq!((result.panics, result.depth), (1, 0));
    assert!(result.best.is_some_and(|m| position.is_legal(m)));
}
