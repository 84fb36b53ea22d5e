use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Evaluator, SearchGame, WeightsOf};
use crate::base::{Move, MoveList, NodeVerdict, Position, Score};
use crate::search::{SearchPosition, TableResult};

use super::control::Control;
use super::hash_table::HashTable;
use super::helpers::{Progress, TaskSenders};
use super::limited_strength::Oversight;
use super::limited_strength::{Limited, noticed_moves};
use super::polling::MainThread;
use super::root::searched_moves;
use super::tablebases::root_score;
use super::time::TimeBudget;
use super::verdict_score::verdict_score;
use super::vote::{Line, ThreadResult, vote};
use super::worker::{ThreadData, Worker};
use super::{Bound, Limits, Listener, Parameters, Report, SearchResult, Variety};

/// A search, of which all its threads hold a share.
pub struct Job<G: SearchGame> {
    /// The position.
    pub root: G::Position,
    /// The moves to consider, at least one.
    pub moves: MoveList,
    /// The limits.
    pub limits: Limits,
    /// The weights of the evaluation at full strength.
    pub weights: Arc<WeightsOf<G>>,
    /// What all threads use.
    pub shared: Shared,
    /// The way to the helper threads.
    pub helpers: TaskSenders<G>,
    /// What they have done.
    pub progress: Progress,
}

/// What all threads of a search share.
pub struct Shared {
    /// The transposition table.
    pub table: Arc<HashTable>,
    /// Stops the search.
    pub control: Arc<Control>,
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
    /// How the move to play varies in this position.
    pub variety: Option<Variety>,
    /// The time to use; `None` without a clock and a time for the move.
    pub budget: Option<TimeBudget>,
    /// Whether time is counted in nodes.
    pub nodes_are_time: bool,
    /// The nodes that a helper thread visits between two checks of the limits.
    pub helper_interval: u64,
}

impl Shared {
    /// Whether the time of the search has passed. The main thread alone knows the time that is counted in nodes.
    pub fn is_out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| {
            !self.nodes_are_time
                && !self.control.is_pondering()
                && self.control.clock_elapsed() >= budget.hard
        })
    }
}

/// The threads of a search.
pub struct SearchThreads<'t, G: SearchGame> {
    /// The data of the main thread, which is the calling one.
    pub main: &'t mut ThreadData<G>,
    /// The way to the others.
    pub helpers: &'t TaskSenders<G>,
    /// Whether there are more threads than processors.
    pub crowded: bool,
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

/// The nodes that a helper thread visits between two checks of the limits.
const HELPER_INTERVAL: u64 = 1024;

/// The same where threads share processors: each must end soon after it gets its turn, as the others wait for theirs.
const CROWDED_INTERVAL: u64 = 32;

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

/// Searches `root` with the calling thread and helpers (Lazy SMP), and reports the result to `listener` when the limits
/// allow: whatever panics, there is one.
pub fn search<G: SearchGame>(
    root: &G::Position,
    limits: &Limits,
    weights: &Arc<WeightsOf<G>>,
    table: &Arc<HashTable>,
    control: &Arc<Control>,
    threads: &mut SearchThreads<'_, G>,
    listener: &mut dyn Listener,
) {
    let mut log = BestMoveLog { listener, best: None, is_done: false };
    let ended = guarded(|| search_logged::<G>(root, limits, weights, table, control, threads, &mut log));
    if ended.is_none() && !log.is_done {
        control.hold_back(limits.infinite);
        control.stop();
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
fn search_logged<G: SearchGame>(
    root: &G::Position,
    limits: &Limits,
    weights: &Arc<WeightsOf<G>>,
    table: &Arc<HashTable>,
    control: &Arc<Control>,
    threads: &mut SearchThreads<'_, G>,
    log: &mut BestMoveLog<'_>,
) {
    let mut root_moves = searched_moves(root, limits);
    let limited = Limited::of::<G>(root, limits);
    let own_table = if limited.is_some() { threads.main.limited_table(weights, root) } else { None };
    let table = own_table.as_ref().unwrap_or(table);
    if let Some(limited) = &limited {
        root_moves.moves = noticed_moves(root, root_moves.moves, &limited.oversight);
    }
    table.new_search();
    let result = if root_moves.moves.is_empty() {
        control.hold_back(limits.infinite);
        unsearched::<G>(root, weights)
    } else {
        let helpers = if limited.is_some() { Arc::from([]) } else { Arc::clone(threads.helpers) };
        let mut parameters = limits.overrides.over(G::SETTINGS.parameters);
        if let Some(limited) = limited {
            parameters.leaf_effort = parameters.leaf_effort * (1000 - limited.level.oversight as i32) / 1000;
        }
        let shared = Shared {
            table: Arc::clone(table),
            control: Arc::clone(control),
            counters: NodeCounters::new(1 + helpers.len()),
            parameters,
            probes_tables: limits.tables.enabled
                && G::Position::has_tables()
                && root_moves.table_result.is_none()
                && limited.is_none(),
            oversight: limited.map(|limited| limited.oversight),
            skill_limit: limited.map(|limited| limited.node_limit),
            table_result: root_moves.table_result,
            table_hits: AtomicU64::new(root_moves.table_result.map_or(0, |_| root_moves.moves.len() as u64)),
            variety: limits.variety.filter(|variety| limits.lines <= 1 && variety.applies_to(root.key())),
            budget: TimeBudget::new(limits, parameters.horizon_at(root.move_number())),
            nodes_are_time: limits.nodes_as_time.is_some(),
            helper_interval: if threads.crowded { CROWDED_INTERVAL } else { HELPER_INTERVAL },
        };
        let job = Job {
            root: root.clone(),
            moves: root_moves.moves,
            limits: limits.clone(),
            weights: Arc::clone(weights),
            shared,
            helpers,
            progress: Progress::default(),
        };
        search_moves(&Arc::new(job), threads.main, log)
    };
    control.finish();
    log.done(&result);
}

/// Searches the moves of a job with all threads.
fn search_moves<G: SearchGame>(
    job: &Arc<Job<G>>,
    main: &mut ThreadData<G>,
    log: &mut BestMoveLog<'_>,
) -> SearchResult {
    let Job { root, moves, weights, shared, .. } = &**job;
    let (thread_result, panics) = run_threads::<G>(job, main, log);
    let ThreadResult { best, ponder, score, depth, line } =
        thread_result.unwrap_or_else(|| ThreadResult::unsearched(log.best.unwrap_or(moves[0])));
    let score = score.or_else(|| guarded(|| G::Evaluator::new(weights, root).evaluate(root)));
    let result = SearchResult {
        best: Some(best),
        ponder,
        score: root_score(score.unwrap_or(Score::DRAW), shared.table_result),
        depth: depth as u32,
        nodes: shared.counters.total(),
        panics,
    };
    // An iteration that was not completed, another thread or limited strength may have chosen a move that was not
    // reported as the best; clients expect that the best move begins the last line.
    if log.best != Some(best) {
        log.report(&Report {
            depth: line.depth as u32,
            selective_depth: line.selective_depth as u32,
            line: 1,
            score: result.score,
            bound: line.bound,
            nodes: result.nodes,
            time: shared.control.elapsed(),
            hash_full: shared.table.permille_full(),
            table_hits: shared.table_hits.load(Relaxed),
            moves: line.moves,
        });
    }
    result
}

/// Reports a result without a search to `listener`: the first move, and the static evaluation.
pub fn give_up<G: SearchGame>(
    root: &G::Position,
    limits: &Limits,
    weights: &Arc<WeightsOf<G>>,
    listener: &mut dyn Listener,
) {
    let best = searched_moves(root, limits).moves.first().copied();
    listener.done(&SearchResult { best, ..unsearched::<G>(root, weights) });
}

/// The result without a search: the static evaluation, or the rules' verdict if there is no legal move.
fn unsearched<G: SearchGame>(root: &G::Position, weights: &Arc<WeightsOf<G>>) -> SearchResult {
    let score = if root.has_legal_move() {
        G::Evaluator::new(weights, root).evaluate(root)
    } else {
        let lost = root.node_verdict(0).filter(|&verdict| verdict == NodeVerdict::Lost);
        verdict_score(lost.unwrap_or_else(|| root.no_moves_verdict()), 0, Score::DRAW)
    };
    SearchResult { best: None, ponder: None, score, depth: 0, nodes: 0, panics: 0 }
}

/// Runs all threads and selects one of their results, `None` if all of them panicked. The second value is the number of
/// threads that panicked.
fn run_threads<G: SearchGame>(
    job: &Arc<Job<G>>,
    main: &mut ThreadData<G>,
    listener: &mut dyn Listener,
) -> (Option<ThreadResult>, u32) {
    let Job { limits, shared, .. } = &**job;
    job.wake_helpers(0);
    let mut human_time = None;
    let main_result = guarded(|| {
        let main_thread = MainThread::new(limits, shared, listener);
        let mut worker = Worker::<G>::new(job, main, 0, Some(main_thread));
        worker.iterate();
        human_time = worker.human_time;
        thread_result(&mut worker)
    });
    shared.control.hold_back(limits.infinite);
    if let Some(time) = human_time {
        shared.control.wait_until(time);
    }
    shared.control.stop();
    let mut results = Vec::with_capacity(1 + job.helpers.len());
    let mut panics = 0;
    for result in std::iter::once(main_result).chain(job.progress.close()) {
        match result {
            Some(result) => results.push(result),
            None => panics += 1,
        }
    }
    // The main thread alone draws a move.
    let by_vote = limits.lines <= 1 && limits.depth.is_none() && shared.variety.is_none();
    (if by_vote { vote(results) } else { results.into_iter().next() }, panics)
}

/// Runs a thread's search, or a part of one. A panic, which would be a bug, is logged and loses only that result.
pub fn guarded<T>(search: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(search))
        .inspect_err(|_| log::error!("a search thread panicked; its result is lost"))
        .ok()
}

/// The result of a search that has ended.
pub fn thread_result<G: SearchGame>(worker: &mut Worker<'_, G>) -> ThreadResult {
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
