use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};

use super::Evaluator;
use crate::base::{Move, MoveList, NodeVerdict, Position, Score};
use crate::tactics::{SearchPosition, TableResult};

use super::control::Control;
use super::hash_table::HashTable;
use super::polling::MainThread;
use super::root::{noticed_moves, searched_moves};
use super::skill::Oversight;
use super::tables::root_score;
use super::thread_data::ThreadData;
use super::verdict_score::verdict_score;
use super::worker::Worker;
use super::{Bound, Level, Limits, Listener, Parameters, Report, SearchResult, Skill};

/// What all threads of a search share.
pub struct Shared<'s> {
    /// The transposition table.
    pub table: &'s HashTable,
    /// Stops the search.
    pub control: &'s Control,
    /// The node counts of all threads.
    pub counters: NodeCounters,
    /// The search parameters.
    pub parameters: Parameters,
    /// Whether nodes are looked up in endgame tables.
    pub probes_tables: bool,
    /// Which moves limited strength overlooks.
    pub oversight: Option<Oversight>,
    /// The node limit of limited strength.
    pub skill_limit: Option<u64>,
    /// The result of the root by endgame tables.
    pub table_result: Option<TableResult>,
    /// Positions found in endgame tables.
    pub table_hits: AtomicU64,
}

/// How a search of limited strength is played.
#[derive(Clone, Copy)]
struct Limited {
    level: Level,
    node_limit: u64,
    oversight: Oversight,
}

impl Limited {
    /// `None` at full strength.
    fn of<E: Evaluator>(root: &E::Position, limits: &Limits) -> Option<Self> {
        let Skill::Limited { rating, seed } = limits.skill else { return None };
        let level = E::LEVELS.at(rating);
        // Several lines share the nodes.
        let node_limit = u64::from(level.nodes) * limits.lines.max(1) as u64;
        let oversight = Oversight::new(level.oversight, seed ^ root.key().0);
        Some(Self { level, node_limit, oversight })
    }
}

/// The node counts of all threads, each on a cache line of its own to avoid false sharing.
pub struct NodeCounters(Vec<NodeCounter>);

#[derive(Default)]
#[repr(align(128))]
struct NodeCounter(AtomicU64);

impl NodeCounters {
    fn new(threads: usize) -> Self {
        Self((0..threads).map(|_| NodeCounter::default()).collect())
    }

    /// Sets the node count of a thread.
    pub fn publish(&self, thread: usize, nodes: u64) {
        self.0[thread].0.store(nodes, Relaxed);
    }

    /// The sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }
}

/// The stack size of a search thread in bytes: enough for the deepest line, with every node's move list on the stack.
pub const STACK_BYTES: usize = 16 << 20;

/// The result of one thread.
struct ThreadResult {
    best: Move,
    ponder: Option<Move>,
    score: Option<Score>,
    /// The depth of the last completed iteration.
    depth: i32,
    /// The principal variation, which begins with the best move, and what is reported with it.
    line: Line,
}

/// A principal variation.
#[derive(Default)]
struct Line {
    moves: Vec<Move>,
    bound: Bound,
    /// The iteration that found it.
    depth: i32,
    selective_depth: usize,
}

/// Forwards reports, and notes which move the last one called the best, and whether the result was received.
struct BestMoveLog<'l> {
    listener: &'l mut dyn Listener,
    best: Option<Move>,
    is_done: bool,
}

impl Listener for BestMoveLog<'_> {
    fn report(&mut self, report: &Report) {
        if report.line == 1 {
            self.best = report.moves.first().copied();
        }
        self.listener.report(report);
    }

    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        self.listener.current_move(depth, m, number);
    }

    fn done(&mut self, result: &SearchResult) {
        self.listener.done(result);
        self.is_done = true;
    }
}

/// Searches `root` with one thread for each element of `threads`, including the calling thread (Lazy SMP), and reports
/// the result to `listener` when the limits allow: whatever panics, there is one.
pub fn search<E: Evaluator>(
    root: &E::Position,
    limits: &Limits,
    weights: &Arc<E::Weights>,
    table: &HashTable,
    control: &Control,
    threads: &mut [ThreadData<E>],
    listener: &mut dyn Listener,
) {
    let mut log = BestMoveLog { listener, best: None, is_done: false };
    let ended = guarded(|| search_logged::<E>(root, limits, weights, table, control, threads, &mut log));
    if ended.is_none() && !log.is_done {
        control.hold_back(limits.infinite);
        control.finish();
        let any_move = || {
            let searched = guarded(|| searched_moves(root, limits).moves.first().copied());
            searched.or_else(|| guarded(|| any_legal_move(root))).flatten()
        };
        let best = log.best.or_else(any_move);
        let result = SearchResult { best, ponder: None, score: Score::DRAW, depth: 0, nodes: 0, panics: 1 };
        guarded(|| log.done(&result));
    }
}

fn any_legal_move(root: &impl Position) -> Option<Move> {
    let mut moves = MoveList::new();
    root.legal_moves(&mut moves);
    moves.first().copied()
}

/// As [`search`], but a panic outside of the threads' own work ends it without a result.
fn search_logged<E: Evaluator>(
    root: &E::Position,
    limits: &Limits,
    weights: &Arc<E::Weights>,
    table: &HashTable,
    control: &Control,
    threads: &mut [ThreadData<E>],
    log: &mut BestMoveLog<'_>,
) {
    let mut root_moves = searched_moves(root, limits);
    let limited = Limited::of::<E>(root, limits);
    let main = threads.first_mut().filter(|_| limited.is_some());
    let own_table = main.and_then(|main| main.limited_table(weights, root));
    let table = own_table.as_deref().unwrap_or(table);
    if let Some(limited) = &limited {
        root_moves.moves = noticed_moves(root, root_moves.moves, &limited.oversight);
    }
    let moves = &root_moves.moves;
    table.new_search();
    let result = match moves.first() {
        None => {
            control.hold_back(limits.infinite);
            unsearched::<E>(root, weights)
        }
        Some(&fallback) => {
            let counters = NodeCounters::new(threads.len());
            let mut parameters = limits.overrides.over(E::PARAMETERS);
            if let Some(limited) = limited {
                parameters.leaf_effort =
                    parameters.leaf_effort * (1000 - limited.level.oversight as i32) / 1000;
            }
            let shared = Shared {
                table,
                control,
                counters,
                parameters,
                probes_tables: limits.tables.enabled
                    && E::Position::has_tables()
                    && root_moves.table_result.is_none()
                    && limited.is_none(),
                oversight: limited.map(|limited| limited.oversight),
                skill_limit: limited.map(|limited| limited.node_limit),
                table_result: root_moves.table_result,
                table_hits: AtomicU64::new(root_moves.table_result.map_or(0, |_| moves.len() as u64)),
            };
            let (thread_result, panics) = run_threads::<E>(root, moves, limits, &shared, threads, log);
            let ThreadResult { best, ponder, score, depth, line } =
                thread_result.unwrap_or_else(|| ThreadResult::unsearched(log.best.unwrap_or(fallback)));
            let score = score.or_else(|| guarded(|| E::new(weights, root).evaluate(root)));
            let result = SearchResult {
                best: Some(best),
                ponder,
                score: root_score(score.unwrap_or(Score::DRAW), root_moves.table_result),
                depth: depth as u32,
                nodes: shared.counters.total(),
                panics,
            };
            // An iteration that was not completed, another thread or limited strength may have chosen a move that was
            // not reported as the best; clients expect that the best move begins the last line.
            if log.best != Some(best) {
                log.report(&Report {
                    depth: line.depth as u32,
                    selective_depth: line.selective_depth as u32,
                    line: 1,
                    score: result.score,
                    bound: line.bound,
                    nodes: result.nodes,
                    time: control.elapsed(),
                    hash_full: table.permille_full(),
                    table_hits: shared.table_hits.load(Relaxed),
                    moves: line.moves,
                });
            }
            result
        }
    };
    control.finish();
    log.done(&result);
}

/// Reports a result without a search to `listener`: the first move, and the static evaluation.
pub fn give_up<E: Evaluator>(
    root: &E::Position,
    limits: &Limits,
    weights: &Arc<E::Weights>,
    listener: &mut dyn Listener,
) {
    let best = searched_moves(root, limits).moves.first().copied();
    listener.done(&SearchResult { best, ..unsearched::<E>(root, weights) });
}

/// The result without a search: the static evaluation, or the rules' verdict if there is no legal move.
fn unsearched<E: Evaluator>(root: &E::Position, weights: &Arc<E::Weights>) -> SearchResult {
    let score = if root.has_legal_move() {
        E::new(weights, root).evaluate(root)
    } else {
        let lost = root.node_verdict(0).filter(|&verdict| verdict == NodeVerdict::Lost);
        verdict_score(lost.unwrap_or_else(|| root.no_moves_verdict()), 0, Score::DRAW)
    };
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0, panics: 0 }
}

/// Runs all threads and selects one of their results, `None` if all of them panicked. The second value is the number of
/// threads that panicked.
fn run_threads<E: Evaluator>(
    root: &E::Position,
    moves: &MoveList,
    limits: &Limits,
    shared: &Shared<'_>,
    threads: &mut [ThreadData<E>],
    listener: &mut dyn Listener,
) -> (Option<ThreadResult>, u32) {
    let Some((main, helpers)) = threads.split_first_mut() else { return (None, 0) };
    let helpers = if limits.skill.is_limited() { &mut [] } else { helpers };
    let mut results = Vec::with_capacity(1 + helpers.len());
    let mut panics = 0;
    let mut human_time = None;
    thread::scope(|scope| {
        let mut running = Vec::with_capacity(helpers.len());
        for (index, data) in helpers.iter_mut().enumerate() {
            let task = move || {
                guarded(|| {
                    let mut worker = Worker::<E>::new(root, moves, limits, shared, data, index + 1, None);
                    worker.iterate();
                    thread_result(&mut worker)
                })
            };
            match Builder::new()
                .name(format!("{} {}", thread::current().name().unwrap_or("search"), index + 1))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, task)
            {
                Ok(handle) => running.push(handle),
                Err(error) => log::error!("cannot start a search thread: {error}"),
            }
        }
        let main_result = guarded(|| {
            let horizon = shared.parameters.horizon_at(root.move_number());
            let main_thread = MainThread::new(limits, shared.skill_limit, horizon, listener);
            let mut worker = Worker::<E>::new(root, moves, limits, shared, main, 0, Some(main_thread));
            worker.iterate();
            human_time = worker.human_time;
            thread_result(&mut worker)
        });
        shared.control.hold_back(limits.infinite);
        if let Some(time) = human_time {
            shared.control.wait_until(time);
        }
        shared.control.stop();
        let helper_results = running.into_iter().map(|handle| handle.join().ok().flatten());
        for result in std::iter::once(main_result).chain(helper_results) {
            match result {
                Some(result) => results.push(result),
                None => panics += 1,
            }
        }
    });
    let by_vote = limits.lines <= 1 && limits.depth.is_none();
    (if by_vote { vote(results) } else { results.into_iter().next() }, panics)
}

/// Runs a thread's search, or a part of one. A panic, which would be a bug, is logged and loses only that result.
fn guarded<T>(search: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(search))
        .inspect_err(|_| log::error!("a search thread panicked; its result is lost"))
        .ok()
}

fn thread_result<E: Evaluator>(worker: &mut Worker<'_, E>) -> ThreadResult {
    let root_move = &worker.root_moves[0];
    let (best, score) = (root_move.m, root_move.last_score());
    let ponder = root_move.pv.get(1).copied();
    let line = Line {
        moves: root_move.pv.clone(),
        bound: if root_move.has_score() { root_move.bound } else { Bound::Exact },
        depth: if root_move.has_score() { worker.root_depth } else { worker.completed_depth },
        selective_depth: root_move.selective_depth,
    };
    ThreadResult {
        best,
        ponder: ponder.or_else(|| worker.answer_from_table(best)),
        score,
        depth: worker.completed_depth,
        line,
    }
}

impl ThreadResult {
    /// The result of a search that has found nothing.
    fn unsearched(best: Move) -> Self {
        let line = Line { moves: vec![best], ..Line::default() };
        Self { best, ponder: None, score: None, depth: 0, line }
    }
}

/// The result chosen by vote: each thread votes for its best move, weighted by depth and score. Wins take precedence.
/// If several are equal, the first one is chosen, so the main thread's before all others.
fn vote(results: Vec<ThreadResult>) -> Option<ThreadResult> {
    let known = results.iter().filter_map(|thread_result| thread_result.score);
    let lowest = known.min().unwrap_or(Score::DRAW);
    let weight = |thread_result: &ThreadResult| {
        thread_result
            .score
            .map_or(0, |score| i64::from(score - lowest + 14) * i64::from(thread_result.depth.max(1)))
    };
    let votes =
        |m: Move| results.iter().filter(|thread_result| thread_result.best == m).map(weight).sum::<i64>();
    let standing: Vec<_> = results
        .iter()
        .map(|thread_result| {
            let wins = thread_result.score.filter(|score| score.is_win());
            (wins, votes(thread_result.best), weight(thread_result))
        })
        .collect();
    let winner = (0..standing.len()).rev().max_by_key(|&index| standing[index])?;
    results.into_iter().nth(winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread's result: its move, the score in evaluation units, and the depth reached.
    fn result(m: u16, score: impl Into<Option<i32>>, depth: i32) -> ThreadResult {
        let score = score.into().map(Score::evaluation);
        ThreadResult { score, depth, ..ThreadResult::unsearched(Move::from_bits(m)) }
    }

    fn decided(m: u16, score: Score, depth: i32) -> ThreadResult {
        ThreadResult { score: Some(score), ..result(m, None, depth) }
    }

    /// The move, score and depth chosen by the vote.
    fn winner(results: Vec<ThreadResult>) -> (u16, Option<Score>, i32) {
        let winner = vote(results).expect("a winner");
        (winner.best.bits(), winner.score, winner.depth)
    }

    #[test]
    fn vote_without_threads_has_no_winner() {
        assert!(vote(Vec::new()).is_none());
    }

    #[test]
    fn a_single_thread_wins_its_vote() {
        assert_eq!(winner(vec![result(1, -300, 4)]), (1, Some(Score::evaluation(-300)), 4));
        assert_eq!(winner(vec![result(1, None, 0)]), (1, None, 0));
    }

    #[test]
    fn main_thread_wins_ties() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 9), result(3, 20, 9)]).0, 1);
        assert_eq!(winner(vec![result(1, None, 0), result(2, None, 0)]).0, 1);
    }

    #[test]
    fn the_majority_wins_at_equal_depth_and_score() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 9), result(2, 20, 9)]).0, 2);
    }

    #[test]
    fn votes_are_weighted_by_depth_and_score() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 10)]).0, 2);
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 30, 9)]).0, 2);
        // One much deeper thread outweighs two that agree on another move.
        assert_eq!(winner(vec![result(1, 20, 3), result(1, 20, 3), result(2, 20, 20)]).0, 2);
    }

    #[test]
    fn best_thread_with_the_winning_move_is_chosen() {
        let results = vec![result(1, 20, 9), result(2, 25, 8), result(2, 30, 10), result(2, 24, 9)];
        assert_eq!(winner(results), (2, Some(Score::evaluation(30)), 10));
    }

    #[test]
    fn proven_win_overrides_the_vote_and_the_shortest_is_chosen() {
        let others = || (0..8).map(|_| result(1, 500, 30));
        let slow = decided(2, Score::mate_at(9), 5);
        let quick = decided(3, Score::mate_at(5), 3);
        let results = others().chain([slow, quick]).collect();
        assert_eq!(winner(results), (3, Some(Score::mate_at(5)), 3));
    }

    #[test]
    fn lost_move_is_avoided_if_another_thread_avoids_it() {
        let losing = || decided(1, Score::mated_at(6), 20);
        assert_eq!(winner(vec![losing(), losing(), result(2, -400, 12)]).0, 2);
    }

    #[test]
    fn a_thread_without_a_score_has_no_weight() {
        assert_eq!(winner(vec![result(1, None, 0), result(2, -900, 1)]).0, 2);
    }
}
