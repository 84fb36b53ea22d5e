use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Evaluator, SearchGame, WeightsOf};
use crate::base::{Move, MoveList, NodeVerdict, Position, Score};
use crate::search::{SearchPosition, SearchTables, TableEntry};

use super::control::Control;
use super::hash_table::HashTable;
use super::helpers::{Progress, TaskSenders};
use super::limited_strength::Oversight;
use super::limited_strength::{Limited, noticed_moves};
use super::polling::MainThread;
use super::root::{SearchedMoves, searched_moves};
use super::tablebases::root_score;
use super::time::TimeBudget;
use super::verdict_score::verdict_score;
use super::vote::{ThreadResult, vote};
use super::worker::{ThreadData, Worker};
use super::{Limits, Listener, Parameters, Report, SearchOptions, SearchResult, Variety};

/// The root position and everything needed to search it.
pub struct Search<G: SearchGame> {
    /// The root position.
    pub root: G::Position,
    /// When the search ends.
    pub limits: Limits,
    /// How to search.
    pub options: SearchOptions,
    /// The weights of the evaluation at full strength.
    pub weights: Arc<WeightsOf<G>>,
    /// The hash table at full strength.
    pub table: Arc<HashTable>,
    /// Stops the search.
    pub control: Arc<Control>,
}

/// A running search, shared by all of its threads.
pub struct Job<G: SearchGame> {
    /// The search.
    pub search: Arc<Search<G>>,
    /// The moves to consider, at least one.
    pub moves: MoveList,
    /// A move with which a proof wins, and its score, if other moves are searched as well.
    pub proven_win: Option<(Move, Score)>,
    /// The state shared by all threads.
    pub shared: Shared,
    /// The channels to the helper threads.
    pub helpers: TaskSenders<G>,
    /// The progress of the helper threads.
    pub progress: Progress,
}

/// The state shared by all threads of a search.
pub struct Shared {
    /// The transposition table.
    pub table: Arc<HashTable>,
    /// Stops the search.
    pub control: Arc<Control>,
    /// The node counts of all threads.
    pub counters: NodeCounters,
    /// The search parameters.
    pub parameters: Parameters,
    /// Whether nodes are looked up in tablebases.
    pub probes_tables: bool,
    /// Which moves limited strength overlooks.
    pub oversight: Option<Oversight>,
    /// The node limit of limited strength.
    pub skill_limit: Option<u64>,
    /// What tablebases say about the root.
    pub table_entry: Option<TableEntry>,
    /// The number of positions found in tablebases.
    pub table_hits: AtomicU64,
    /// How the move played in this position varies.
    pub variety: Option<Variety>,
    /// The time to use; `None` without a clock or a move time.
    pub budget: Option<TimeBudget>,
    /// Whether time is counted in nodes.
    pub nodes_are_time: bool,
    /// The nodes that a helper thread visits between two checks of the limits.
    pub helper_interval: u64,
}

impl Shared {
    /// Whether the search is out of time. Only the main thread knows the time if it is counted in nodes.
    pub fn is_out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| {
            !self.nodes_are_time
                && !self.control.is_pondering()
                && self.control.clock_elapsed() >= budget.hard
        })
    }
}

/// The threads available for a search.
pub struct SearchThreads<'t, G: SearchGame> {
    /// The data of the main thread, which is the calling one.
    pub main: &'t mut ThreadData<G>,
    /// The channels to the helper threads.
    pub helpers: &'t TaskSenders<G>,
    /// Whether there are more threads than processors.
    pub crowded: bool,
}

/// The node counts of all threads, each on its own cache line to avoid false sharing.
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

/// The stack size of a search thread in bytes: enough for the deepest line, with the move lists of all its nodes on the
/// stack.
pub const STACK_BYTES: usize = 16 << 20;

/// The nodes that a helper thread visits between two checks of the limits.
const HELPER_INTERVAL: u64 = 1024;

/// The same if threads share processors: each must end soon after it is scheduled, because the others wait for their
/// turn.
const CROWDED_INTERVAL: u64 = 32;

/// Forwards reports, and records the best move in the last one and whether the result was delivered.
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

    fn known(&mut self, entry: &TableEntry) {
        self.listener.known(entry);
    }

    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        self.listener.current_move(depth, m, number);
    }

    fn done(&mut self, result: &SearchResult) {
        self.listener.done(result);
        self.is_done = true;
    }
}

impl<G: SearchGame> Search<G> {
    /// Searches with the calling thread and the helpers (Lazy SMP), and reports the result to `listener` when the
    /// limits allow. There is always a result, whatever panics.
    pub fn run(self: &Arc<Self>, threads: &mut SearchThreads<'_, G>, listener: &mut dyn Listener) {
        let mut log = BestMoveLog { listener, best: None, is_done: false };
        let ended = guarded(|| {
            let result = self.result(threads, &mut log);
            self.control.finish();
            log.done(&result);
        });
        if ended.is_none() && !log.is_done {
            self.control.hold_back(self.limits.infinite);
            self.control.stop();
            self.control.finish();
            let best = log.best.or_else(|| guarded(|| self.first_move()).flatten());
            let best = best.or_else(|| guarded(|| any_legal_move(&self.root)).flatten());
            guarded(|| log.done(&SearchResult { best, ..SearchResult::unknown() }));
        }
    }

    /// Reports the first move and the static evaluation to `listener`, without searching.
    pub fn give_up(&self, listener: &mut dyn Listener) {
        listener.done(&SearchResult { best: self.first_move(), ..self.unsearched() });
    }

    /// The result of the search, once it may be delivered.
    fn result(
        self: &Arc<Self>,
        threads: &mut SearchThreads<'_, G>,
        log: &mut BestMoveLog<'_>,
    ) -> SearchResult {
        let root = &self.root;
        let SearchedMoves { mut moves, known, are_known, proven_win } = self.moves();
        if let Some(entry) = &known {
            log.known(entry);
        }
        let limited = Limited::of::<G>(root, &self.options);
        let own_table = limited.and_then(|_| threads.main.limited_table(&self.weights, root));
        let table = own_table.unwrap_or_else(|| Arc::clone(&self.table));
        if let Some(limited) = &limited {
            moves = noticed_moves(root, moves, &limited.oversight);
        }
        table.new_search();
        if moves.is_empty() {
            self.control.hold_back(self.limits.infinite);
            return self.unsearched();
        }
        let helpers = if limited.is_some() { Arc::from([]) } else { Arc::clone(threads.helpers) };
        let table_entry = known.filter(|_| are_known).map(|entry| (entry, moves.len() as u64));
        let shared = Shared {
            counters: NodeCounters::new(1 + helpers.len()),
            helper_interval: if threads.crowded { CROWDED_INTERVAL } else { HELPER_INTERVAL },
            ..self.shared(table, limited, table_entry)
        };
        let (search, progress) = (Arc::clone(self), Progress::default());
        let job = Job { search, moves, proven_win, shared, helpers, progress };
        Arc::new(job).run(threads.main, log)
    }

    /// The shared state for a search with this hash table. `table_entry` is what tablebases say about the root, and the
    /// number of moves probed for it.
    fn shared(
        &self,
        table: Arc<HashTable>,
        limited: Option<Limited>,
        table_entry: Option<(TableEntry, u64)>,
    ) -> Shared {
        let Self { root, limits, options, control, .. } = self;
        let mut parameters = options.overrides.over(G::SETTINGS.parameters);
        if let Some(limited) = limited {
            parameters.leaf_effort = parameters.leaf_effort * (1000 - limited.level.oversight as i32) / 1000;
        }
        Shared {
            table,
            control: Arc::clone(control),
            counters: NodeCounters::new(1),
            parameters,
            probes_tables: options.tables.enabled
                && G::Position::has_tables()
                && table_entry.is_none()
                && limited.is_none(),
            oversight: limited.map(|limited| limited.oversight),
            skill_limit: limited.map(|limited| limited.node_limit),
            table_entry: table_entry.map(|(entry, _)| entry),
            table_hits: AtomicU64::new(table_entry.map_or(0, |(_, hits)| hits)),
            variety: options
                .variety
                .filter(|variety| options.has_one_line() && variety.applies_to(root.key())),
            budget: TimeBudget::new(limits, options.overhead, parameters.horizon_at(root.move_number())),
            nodes_are_time: options.nodes_as_time.is_some(),
            helper_interval: HELPER_INTERVAL,
        }
    }

    fn moves(&self) -> SearchedMoves {
        searched_moves(&self.root, &self.limits, &self.options)
    }

    fn first_move(&self) -> Option<Move> {
        self.moves().moves.first().copied()
    }

    fn static_evaluation(&self) -> Score {
        G::Evaluator::new(&self.weights, &self.root).evaluate(&self.root)
    }

    /// The result without searching: the static evaluation, or the rules' verdict if there is no legal move.
    fn unsearched(&self) -> SearchResult {
        let root = &self.root;
        let score = if root.has_legal_move() {
            self.static_evaluation()
        } else {
            let lost = root.node_verdict(0).filter(|&verdict| verdict == NodeVerdict::Lost);
            verdict_score(lost.unwrap_or_else(|| root.no_moves_verdict()), 0, Score::DRAW)
        };
        SearchResult { score, panics: 0, ..SearchResult::unknown() }
    }
}

fn any_legal_move(root: &impl Position) -> Option<Move> {
    let mut moves = MoveList::new();
    root.legal_moves(&mut moves);
    moves.first().copied()
}

impl<G: SearchGame> Job<G> {
    /// Searches with all threads.
    fn run(self: &Arc<Self>, main: &mut ThreadData<G>, log: &mut BestMoveLog<'_>) -> SearchResult {
        let Self { search, moves, shared, .. } = &**self;
        let (thread_result, panics) = self.run_threads(main, log);
        let ThreadResult { best, ponder, score, depth, line } =
            thread_result.unwrap_or_else(|| ThreadResult::unsearched(log.best.unwrap_or(moves[0])));
        let score = score.or_else(|| guarded(|| search.static_evaluation()));
        let result = SearchResult {
            best: Some(best),
            ponder,
            score: root_score(score.unwrap_or(Score::DRAW), shared.table_entry),
            depth: depth as u32,
            nodes: shared.counters.total(),
            panics,
        };
        // An incomplete iteration, another thread or limited strength may have chosen a move that was not reported as
        // best; clients expect the last line to begin with the best move.
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

    /// Runs all threads and selects one of their results, or `None` if all of them panicked. The second value is the
    /// number of threads that panicked.
    fn run_threads(
        self: &Arc<Self>,
        main: &mut ThreadData<G>,
        listener: &mut dyn Listener,
    ) -> (Option<ThreadResult>, u32) {
        let Self { search, shared, .. } = &**self;
        let Search { limits, options, .. } = &**search;
        self.wake_helpers(0);
        let mut human_time = None;
        let main_result = guarded(|| {
            let main_thread = MainThread::new(limits, shared, listener);
            let mut worker = Worker::<G>::new(self, main, 0, Some(main_thread));
            worker.iterate();
            human_time = worker.human_time;
            worker.result()
        });
        shared.control.hold_back(limits.infinite);
        if let Some(time) = human_time {
            shared.control.wait_until(time);
        }
        shared.control.stop();
        let mut results = Vec::with_capacity(1 + self.helpers.len());
        let mut panics = 0;
        for result in std::iter::once(main_result).chain(self.progress.close()) {
            match result {
                Some(result) => results.push(result),
                None => panics += 1,
            }
        }
        // Only the main thread draws a move.
        let by_vote = options.has_one_line() && limits.depth.is_none() && shared.variety.is_none();
        (if by_vote { vote(results) } else { results.into_iter().next() }, panics)
    }
}

/// Runs a thread's search, or part of one. A panic, which is a bug, is logged and loses only that result.
pub fn guarded<T>(search: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(search))
        .inspect_err(|_| log::error!("a search thread panicked; its result is lost"))
        .ok()
}
