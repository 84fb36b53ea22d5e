//! Shared helpers of the tests: an engine that searches one position at a time, and positions from random games.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use quadriga::base::{Move, MoveList, Position};
use quadriga::engine::Engine;
use quadriga::eval::ClassicalEvaluator;
use quadriga::games::Game;
use quadriga::search::{
    Features, Limits, Listener, Report, SearchGame, SearchOptions, SearchResult, SearchSettings,
};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

/// A game with its hand-written evaluation alone, which networks do not change.
pub struct Classical<G>(PhantomData<G>);

impl<G: Game> SearchGame for Classical<G> {
    type Position = G::Position;
    type Evaluator = ClassicalEvaluator<G::Evaluation>;

    const SETTINGS: SearchSettings = <G as Game>::SETTINGS;
}

/// All events that a search reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Report(Report),
    Done(SearchResult),
}

/// Forwards the events that it receives.
pub struct Recorder(Sender<Event>);

impl Recorder {
    pub fn new() -> (Self, Receiver<Event>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }
}

impl Listener for Recorder {
    fn report(&mut self, report: &Report) {
        let _ = self.0.send(Event::Report(report.clone()));
    }

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        let _ = self.0.send(Event::Done(result.clone()));
    }
}

/// Longer than any search in these tests takes; a result that has not arrived by then is missing.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Searches a position and returns the reports and the result.
pub fn ask<G: SearchGame>(
    engine: &mut Engine<G>,
    root: &G::Position,
    limits: Limits,
) -> (Vec<Report>, SearchResult) {
    ask_with(engine, root, limits, SearchOptions::default())
}

/// Searches a position with these options and returns the reports and the result.
pub fn ask_with<G: SearchGame>(
    engine: &mut Engine<G>,
    root: &G::Position,
    limits: Limits,
    options: SearchOptions,
) -> (Vec<Report>, SearchResult) {
    engine.set_search_options(options);
    let (recorder, events) = Recorder::new();
    engine.start(root.clone(), limits, recorder);
    collect(&events)
}

/// To use these features alone.
pub fn with_features(features: Features) -> SearchOptions {
    SearchOptions { features, ..SearchOptions::default() }
}

/// To search this many lines.
pub fn with_lines(lines: usize) -> SearchOptions {
    let lines = NonZeroUsize::new(lines).expect("at least one line");
    SearchOptions { lines, ..SearchOptions::default() }
}

/// Waits for the result.
pub fn collect(events: &Receiver<Event>) -> (Vec<Report>, SearchResult) {
    let mut reports = Vec::new();
    loop {
        match events.recv_timeout(PATIENCE).expect("a search that ends") {
            Event::Report(report) => reports.push(report),
            Event::Done(result) => {
                assert_eq!(result.panics, 0, "{result:?}");
                assert!(events.recv_timeout(Duration::ZERO).is_err(), "nothing follows the result");
                return (reports, result);
            }
        }
    }
}

/// Plays up to `plies` random moves from `position`; stops before the game is over.
pub fn random_walk<P: Position>(position: &mut P, plies: usize, rng: &mut SmallRng) {
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let Some(&m) = moves.choose(rng) else { return };
        position.make(m, &mut ());
        if position.verdict().is_some() {
            position.unmake();
            return;
        }
    }
    position.forget_moves();
}

/// Whether a line can be played from `root`, move by move.
pub fn is_playable<P: Position>(root: &P, line: &[Move]) -> bool {
    let mut position = root.clone();
    line.iter().all(|&m| {
        let legal = position.is_legal(m);
        if legal {
            position.make(m, &mut ());
        }
        legal
    })
}
