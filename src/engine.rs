//! The engine: runs searches on background threads and owns the hash table and the threads' data.

mod evaluation_kind;
mod options;
mod weights;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, Builder, JoinHandle};

use crate::search::{
    Control, Evaluator, HashTable, HashTableError, Limits, Listener, STACK_BYTES, SearchResult, ThreadData,
    give_up, search,
};

pub use evaluation_kind::EvaluationKind;
pub use options::{
    DEFAULT_HASH_MIB, ENGINE_OPTIONS, EngineOptionError, EngineOptionKind, EngineOptionSpec, EngineOptions,
    HASH_MIB, OptionEffect, THREADS, engine_option, parse_spin,
};

#[cfg(feature = "lab")]
pub(crate) use weights::MAX_EVALUATION_BYTES;
pub use weights::{LoadWeightsError, load_weights};

/// An engine for one game. It searches one position at a time, on its own threads, and keeps the hash table and the
/// histories between searches.
pub struct Engine<E: Evaluator> {
    table: Arc<HashTable>,
    weights: Arc<E::Weights>,
    /// The threads' data, for as many threads as the last search had; empty while a search is running.
    data: Vec<ThreadData<E>>,
    threads: usize,
    running: Option<Running<E>>,
}

struct Running<E: Evaluator> {
    control: Arc<Control>,
    thread: JoinHandle<Vec<ThreadData<E>>>,
}

/// Everything that a search needs, to be moved to its thread.
struct SearchTask<E: Evaluator> {
    root: E::Position,
    limits: Limits,
    weights: Arc<E::Weights>,
    table: Arc<HashTable>,
    control: Arc<Control>,
    data: Vec<ThreadData<E>>,
    listener: Box<dyn Listener>,
}

impl<E: Evaluator> SearchTask<E> {
    /// Runs the search and returns the threads' data.
    fn run(mut self) -> Vec<ThreadData<E>> {
        search::<E>(
            &self.root,
            &self.limits,
            &self.weights,
            &self.table,
            &self.control,
            &mut self.data,
            self.listener.as_mut(),
        );
        self.data
    }

    /// Reports a result without a search.
    fn give_up(mut self) {
        give_up::<E>(&self.root, &self.limits, &self.weights, self.listener.as_mut());
    }
}

impl<E: Evaluator> Engine<E> {
    /// Creates an engine with a hash table of `hash_mib` MiB and this many threads; 0 counts as 1.
    ///
    /// # Errors
    /// If the memory for the table cannot be allocated.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Self, HashTableError> {
        let table = Arc::new(HashTable::new(hash_mib)?);
        let weights = E::built_in_weights();
        Ok(Self { table, weights, data: Vec::new(), threads: threads.max(1), running: None })
    }

    /// The weights of its evaluation.
    pub fn weights(&self) -> &Arc<E::Weights> {
        &self.weights
    }

    /// Replaces the weights, and clears the hash table and histories. Ends a running search first.
    pub fn set_weights(&mut self, weights: Arc<E::Weights>) {
        self.finish();
        self.weights = weights;
        self.data.clear();
        self.clear();
    }

    /// Replaces the hash table by an empty one of `mib` MiB, at least one. Ends a running search first.
    ///
    /// # Errors
    /// If the memory cannot be allocated; the old table is kept.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashTableError> {
        self.finish();
        self.table = Arc::new(HashTable::new(mib)?);
        Ok(())
    }

    /// Sets the number of search threads, at least one. Ends a running search first.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        self.threads = threads.max(1);
    }

    /// Clears the hash table and the histories, for a new game. Ends a running search first.
    pub fn clear(&mut self) {
        self.finish();
        self.table.clear(self.threads);
        self.data.iter_mut().for_each(ThreadData::clear);
    }

    /// Takes the memory of the whole hash table from the operating system, which a search would otherwise do while its
    /// clock runs. Ends a running search first.
    pub fn populate_hash(&mut self) {
        self.finish();
        self.table.populate(self.threads);
    }

    /// Starts a search of `root` and returns at once; `listener` receives the reports on another thread. Ends a running
    /// search first.
    pub fn start(&mut self, root: E::Position, limits: Limits, listener: impl Listener + 'static) {
        self.finish();
        let control = Arc::new(Control::new(limits.ponder).ending_after(limits.time_limit));
        self.prepare_data(&root);
        let data = std::mem::take(&mut self.data);
        let weights = Arc::clone(&self.weights);
        let table = Arc::clone(&self.table);
        let task = SearchTask::<E> {
            root,
            limits,
            weights,
            table,
            control: Arc::clone(&control),
            data,
            listener: Box::new(listener),
        };
        // The thread name shows in log lines which engine a search belongs to.
        let name = format!("{} search", thread::current().name().unwrap_or("engine"));
        // The task is sent after the thread has started: if the thread cannot be started, it is still here to report a
        // result.
        let (sender, receiver) = channel::<SearchTask<E>>();
        let thread = Builder::new()
            .name(name)
            .stack_size(STACK_BYTES)
            .spawn(move || receiver.recv().map(SearchTask::run).unwrap_or_default());
        match thread {
            Ok(thread) => {
                self.running = Some(Running { control, thread });
                if sender.send(task).is_err() {
                    log::error!("the search thread ended before it started");
                }
            }
            Err(error) => {
                log::error!("cannot start the search thread: {error}");
                task.give_up();
            }
        }
    }

    /// Searches `root` and waits for the result. Never returns if no limit ends the search.
    ///
    /// ```
    /// use quadriga::base::{NoOptions, Notation};
    /// use quadriga::engine::Engine;
    /// use quadriga::eval::ZhonggongEvaluator;
    /// use quadriga::rules::zhonggong::ZhonggongPosition;
    /// use quadriga::search::Limits;
    ///
    /// let position = ZhonggongPosition::from_fen("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", &NoOptions)?;
    /// let mut engine = Engine::<ZhonggongEvaluator>::new(16, 1)?;
    /// let result = engine.search(&position, Limits { depth: Some(4), ..Limits::default() });
    /// let best = result.best.expect("the game is not over");
    /// assert_eq!(position.move_text(best, &NoOptions), "e8e9");
    /// assert_eq!(result.score.mate_distance(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&mut self, root: &E::Position, limits: Limits) -> SearchResult {
        let (sender, receiver) = channel();
        self.start(root.clone(), limits, sender);
        self.wait();
        // Even a failed search reports a result, unless its thread panicked.
        receiver.try_recv().unwrap_or_else(|_| SearchResult::unknown())
    }

    /// Searches `root` on the calling thread, whose stack must have [`STACK_BYTES`], and returns after `listener` has
    /// received the result. Another thread can end the search through `control`. [`Limits::time_limit`] has no effect
    /// here: use [`Control::ending_after`]. Ends a running search first.
    ///
    /// It avoids the cost of starting a thread for each of many short searches.
    pub fn search_here(
        &mut self,
        root: &E::Position,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn Listener,
    ) {
        self.finish();
        self.prepare_data(root);
        search::<E>(root, limits, &self.weights, &self.table, control, &mut self.data, listener);
    }

    fn prepare_data(&mut self, root: &E::Position) {
        self.data.resize_with(self.threads, || ThreadData::new(&self.weights, root));
    }

    /// Asks the running search, if any, to end soon. Its result is reported as usual.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Reports to a pondering search that the pondered move was played.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Waits until the running search, if any, has reported its result.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            match running.thread.join() {
                Ok(data) => self.data = data,
                Err(_) => log::error!("the search ended with a panic"),
            }
        }
    }

    /// Whether a search is running that has not finished.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.is_finished())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Ends a running search.
impl<E: Evaluator> Drop for Engine<E> {
    fn drop(&mut self) {
        self.finish();
    }
}
