//! Searches of fixed positions: to a fixed depth, whose node counts are the same on every machine unless play changes,
//! and for a fixed time, to measure the speed of the machine.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::base::{FenError, Notation};
use crate::engine::{Engine, EngineError, EngineOptions, LoadWeightsError, load_weights};
use crate::games::{Game, Variant, with_game};
use crate::search::{Limits, SearchResult};

use super::errors::SearchPanicked;
use super::numbers::per_second;
use super::session::StopFlag;

/// The default depth of `bench`: deep enough that almost any change to the search changes the node counts, yet finished
/// within seconds.
pub(super) const DEFAULT_DEPTH: u32 = 13;

/// The size of the hash table used by `bench`, in MiB.
pub(super) const BENCH_HASH: usize = 16;

/// How often a running search is checked for a stop request.
const STOP_INTERVAL: Duration = Duration::from_millis(10);

/// Why a measurement gave no result.
#[derive(Debug, Error)]
pub(super) enum BenchError {
    /// The measurement was stopped.
    #[error("the measurement was stopped")]
    Stopped,
    /// A search panicked, which is a bug: its node count is meaningless.
    #[error(transparent)]
    Panicked(#[from] SearchPanicked),
    /// There is no memory for the hash table, or the threads cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The selected evaluation is not available in one of the games.
    #[error("{game}: {error}")]
    Evaluation {
        /// The game.
        game: &'static str,
        /// Why it is not available.
        #[source]
        error: LoadWeightsError,
    },
    /// A bench position is not a valid position of its game.
    #[error("{game}, position {fen}: {error}")]
    Position {
        /// The game.
        game: &'static str,
        /// The position.
        fen: &'static str,
        /// What is wrong with it.
        #[source]
        error: FenError,
    },
    /// The depth is out of range.
    #[error("bench: the depth must be from 1 to {limit}, not {asked}")]
    Depth {
        /// The requested depth.
        asked: u32,
        /// The maximum depth.
        limit: u32,
    },
}

/// Nodes visited, and the time spent.
#[derive(Debug, Clone, Copy, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

/// Searches the bench positions of these games to `depth`, one after the other, with one thread and the evaluation
/// selected by `options`. Reports the nodes of each game, then one line with all of them for commit messages, and
/// finally the total nodes and the speed.
///
/// # Errors
/// If the bench was stopped or could not start.
pub(super) fn bench(
    depth: u32,
    variants: &[Variant],
    options: &EngineOptions,
    stop: &StopFlag,
    tell: &mut dyn FnMut(String),
) -> Result<(), BenchError> {
    const MAX_DEPTH: u32 = 100;
    if !(1..=MAX_DEPTH).contains(&depth) {
        return Err(BenchError::Depth { asked: depth, limit: MAX_DEPTH });
    }
    let mut summary = "Bench:".to_owned();
    let mut total = Effort::default();
    for &variant in variants {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let effort = with_game!(variant, G => series::<G>(1, BENCH_HASH, options, &limits, stop))?;
        tell(format!(
            "{variant}: {} nodes, {} a second",
            effort.nodes,
            per_second(effort.nodes, effort.time)
        ));
        summary = format!("{summary} {variant} {}", effort.nodes);
        total = Effort { nodes: total.nodes + effort.nodes, time: total.time + effort.time };
    }
    tell(summary);
    tell(format!("{} nodes {} nps", total.nodes, per_second(total.nodes, total.time)));
    Ok(())
}

/// Searches a game's positions for `time` in total, with the threads, hash table and evaluation of `options`; returns
/// a line with the nodes per second.
///
/// # Errors
/// If the measurement was stopped or could not start.
pub(super) fn speed_test(
    variant: Variant,
    options: &EngineOptions,
    time: Duration,
    stop: &StopFlag,
) -> Result<String, BenchError> {
    let share = time / variant.info().bench.len() as u32;
    let limits = Limits { move_time: Some(share), ..Limits::default() };
    let (threads, hash) = (options.threads(), options.hash_mib());
    let effort = with_game!(variant, G => series::<G>(threads, hash, options, &limits, stop))?;
    let speed = per_second(effort.nodes, effort.time);
    Ok(format!("Speed: {variant}, {threads} threads, {hash} MiB: {} nodes, {speed} a second", effort.nodes))
}

/// Searches each of a game's positions with the same limits.
fn series<G: Game>(
    threads: usize,
    hash: usize,
    options: &EngineOptions,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Effort, BenchError> {
    let game_options = <G::Position as Notation>::Options::default();
    let weights = load_weights::<G>(options.evaluation(), options.eval_file())
        .map_err(|error| BenchError::Evaluation { game: G::INFO.name, error })?;
    let mut engine = Engine::<G>::new(hash, threads)?;
    engine.set_weights(weights);
    let mut total = Effort::default();
    for fen in G::INFO.bench {
        let root = G::Position::from_fen(fen, &game_options).map_err(|error| BenchError::Position {
            game: G::INFO.name,
            fen,
            error,
        })?;
        engine.clear();
        let begin = Instant::now();
        let (sender, receiver) = mpsc::channel();
        engine.start(root, limits.clone(), sender);
        let nodes = loop {
            match receiver.recv_timeout(STOP_INTERVAL) {
                Ok(SearchResult { panics: 0, nodes, .. }) => break nodes,
                Ok(SearchResult { panics, .. }) => {
                    return Err(SearchPanicked(panics).into());
                }
                Err(RecvTimeoutError::Timeout) if !stop.is_set() => {}
                Err(_) => {
                    engine.stop();
                    engine.wait();
                    return Err(BenchError::Stopped);
                }
            }
        };
        total = Effort { nodes: total.nodes + nodes, time: total.time + begin.elapsed() };
        engine.wait();
    }
    Ok(total)
}
