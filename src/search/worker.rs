use super::history::Histories;
use super::limited_strength::LimitedData;
use super::limited_strength::Oversight;
use super::polling::MainThread;
use super::root::RootMove;
use super::stack::{PvTable, Stack};
use super::threads::{Job, Search, Shared};
use super::{
    Evaluator, Features, HashTable, Limits, Parameters, SearchGame, SearchOptions, SearchPosition, WeightsOf,
};
use crate::base::{Move, Position, Score};
use std::sync::Arc;
use std::time::Duration;

/// One thread's search: its own position, evaluator and histories, and the state shared with the other threads.
///
/// Its methods are in the other files of this folder; [`super`] lists them.
pub struct Worker<'s, G: SearchGame> {
    pub(super) shared: &'s Shared,
    pub(super) limits: &'s Limits,
    pub(super) options: &'s SearchOptions,
    pub(super) features: Features,
    pub(super) parameters: Parameters,
    pub(super) position: G::Position,
    pub(super) histories: &'s mut Histories<G::Position>,
    pub(super) evaluator: &'s mut G::Evaluator,
    pub(super) stack: &'s mut Stack,
    pub(super) pv: &'s mut PvTable,
    pub(super) proofs: &'s mut <G::Position as SearchPosition>::ProofTable,
    /// Nodes visited by this thread.
    pub(super) nodes: u64,
    /// The node count at which the limits are checked next.
    pub(super) next_poll: u64,
    pub(super) stopped: bool,
    /// Whether nodes are looked up in tablebases.
    pub(super) probes_tables: bool,
    /// Whether losses by repetition rules count only when the rules themselves declare them; see
    /// [`Worker::node_verdict`].
    pub(super) awaits_verdicts: bool,
    /// Which moves limited strength overlooks.
    pub(super) oversight: Option<Oversight>,
    pub(super) selective_depth: usize,
    /// No null move is tried above this ply while one is being verified; 0 otherwise.
    pub(super) min_null_move_ply: usize,
    pub(super) root_moves: Vec<RootMove>,
    /// The depth of the current iteration.
    pub(super) root_depth: i32,
    /// The number of nodes this thread had visited when the current iteration began.
    pub(super) nodes_before: u64,
    /// The depth of the last completed iteration.
    pub(super) completed_depth: i32,
    /// A win at the root that a proof contains or the game's own solver has found: its first move and score.
    pub(super) proven_win: Option<(Move, Score)>,
    /// The time that a person would take for this move, set when the search ends; `None` unless `human_time` is set.
    pub(super) human_time: Option<Duration>,
    /// The main thread's additional state; `None` in the other threads.
    pub(super) main: Option<MainThread<'s>>,
    /// The thread's number, 0 for the main one.
    pub(super) thread: usize,
}

impl<'s, G: SearchGame> Worker<'s, G> {
    /// Creates the worker of a job for the thread with this number.
    pub fn new(
        job: &'s Job<G>,
        data: &'s mut ThreadData<G>,
        thread: usize,
        main: Option<MainThread<'s>>,
    ) -> Self {
        let Job { search, moves, proven_win, shared, .. } = job;
        let Search { root, limits, options, weights, .. } = &**search;
        let root_moves = moves.iter().map(|&m| RootMove::new(m)).collect();
        let ThreadData { histories, evaluator, stack, pv, proofs, limited, is_used } = data;
        *is_used = true;
        let (histories, evaluator) = match limited {
            Some(limited) if shared.oversight.is_some() => (&mut limited.histories, &mut limited.evaluator),
            _ => (histories, evaluator.with_weights(weights, root)),
        };
        evaluator.reset(root);
        stack.reset(Histories::<G::Position>::NO_ROW);
        Self {
            shared,
            limits,
            options,
            features: options.features.and(G::SETTINGS.features),
            parameters: shared.parameters,
            position: root.clone(),
            histories,
            evaluator,
            stack,
            pv,
            proofs,
            nodes: 0,
            next_poll: 0,
            stopped: false,
            probes_tables: shared.probes_tables,
            awaits_verdicts: false,
            oversight: shared.oversight,
            selective_depth: 0,
            min_null_move_ply: 0,
            root_moves,
            root_depth: 0,
            nodes_before: 0,
            completed_depth: 0,
            proven_win: *proven_win,
            human_time: None,
            main,
            thread,
        }
    }

    /// Prefetches the hash entries of the position after a legal move. Fetching takes longer than making the move, so
    /// this is best called as soon as the move is known.
    #[inline(always)]
    pub(super) fn prefetch_after(&self, m: Move) {
        self.shared.table.prefetch(self.position.key_after(m));
    }

    /// Makes a legal move, `ply` plies below the root.
    #[inline(always)]
    pub(super) fn make(&mut self, m: Move, ply: usize) {
        self.stack[ply].row = Histories::row(&self.position, m);
        self.stack[ply].quiet_number = None;
        if self.oversight.is_some() {
            self.stack[ply].target = self.position.target(m);
        }
        self.evaluator.push();
        self.position.make(m, self.evaluator);
    }

    /// [`Worker::make`] for the `number`-th move searched at a node. A quiet move is recorded, so that the node below
    /// can update its histories.
    #[inline(always)]
    pub(super) fn make_searched(&mut self, m: Move, noisy: bool, number: usize, ply: usize) {
        self.make(m, ply);
        self.stack[ply].quiet_number = (!noisy).then_some(number);
    }

    /// Passes the turn if [`SearchPosition::make_null_move`] does.
    #[inline]
    pub(super) fn make_null_move(&mut self) -> bool {
        let made = self.position.make_null_move();
        if made {
            self.shared.table.prefetch(self.position.key());
        }
        made
    }

    /// Takes back the last [`Worker::make`].
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.position.unmake();
        self.evaluator.pop();
    }
}

/// An evaluator kept between searches, with its weights; `None` before the first one.
pub struct KeptEvaluator<G: SearchGame>(Option<(Arc<WeightsOf<G>>, G::Evaluator)>);

impl<G: SearchGame> KeptEvaluator<G> {
    /// The evaluator, replaced if its weights are not these.
    pub(super) fn with_weights(
        &mut self,
        weights: &Arc<WeightsOf<G>>,
        position: &G::Position,
    ) -> &mut G::Evaluator {
        let kept = self.0.take().filter(|(kept, _)| Arc::ptr_eq(kept, weights));
        let kept = kept.unwrap_or_else(|| (Arc::clone(weights), G::Evaluator::new(weights, position)));
        &mut self.0.insert(kept).1
    }
}

/// The data that a thread keeps between searches: its histories, and buffers too large to allocate for every search.
pub struct ThreadData<G: SearchGame> {
    pub(super) histories: Histories<G::Position>,
    pub(super) evaluator: KeptEvaluator<G>,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    /// The memory of the game's own solver.
    pub(super) proofs: <G::Position as SearchPosition>::ProofTable,
    /// The data of searches at limited strength, once there was one.
    pub(super) limited: Option<LimitedData<G>>,
    /// Whether the thread has searched since the data was cleared.
    pub(super) is_used: bool,
}

/// The data of a thread that has not searched yet.
impl<G: SearchGame> Default for ThreadData<G> {
    fn default() -> Self {
        Self {
            histories: Histories::default(),
            evaluator: KeptEvaluator(None),
            stack: Stack::new(Histories::<G::Position>::NO_ROW),
            pv: PvTable::new(),
            proofs: Default::default(),
            limited: None,
            is_used: false,
        }
    }
}

impl<G: SearchGame> ThreadData<G> {
    /// The hash table for limited strength, created if there is none; `None` if there is not enough memory.
    pub(super) fn limited_table(
        &mut self,
        weights: &Arc<WeightsOf<G>>,
        position: &G::Position,
    ) -> Option<Arc<HashTable>> {
        if self.limited.is_none() {
            self.limited = LimitedData::new(weights, position);
        }
        self.limited.as_ref().map(|data| Arc::clone(&data.table))
    }

    /// Clears everything learnt from searches.
    pub fn clear(&mut self) {
        // Writing zeros to memory that was never used would make the system allocate it.
        if !self.is_used {
            return;
        }
        self.is_used = false;
        self.histories.clear();
        self.proofs = Default::default();
        self.limited = None;
    }
}
