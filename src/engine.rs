//! The façade over the search: threads, the shared hash table, start and stop.

mod options;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, Builder, JoinHandle};

use crate::search::{
    Control, Evaluator, HashTable, HashTableError, Limits, Listener, STACK_BYTES, SearchResult, ThreadData,
    give_up, search,
};

pub use options::{
    DEFAULT_HASH_MIB, ENGINE_OPTIONS, EngineOptionError, EngineOptionKind, EngineOptionSpec, EngineOptions,
    HASH_MIB, OptionEffect, THREADS, engine_option, parse_spin,
};

/// One game's engine: searches one position at a time, on threads of its own, and remembers what it learns from one
/// search to the next.
pub struct Engine<E: Evaluator> {
    table: Arc<HashTable>,
    weights: Arc<E::Weights>,
    /// What the threads keep, as many as have searched so far; empty while a search has borrowed it.
    data: Vec<ThreadData<E>>,
    threads: usize,
    running: Option<Running<E>>,
}

struct Running<E: Evaluator> {
    control: Arc<Control>,
    thread: JoinHandle<Vec<ThreadData<E>>>,
}

/// All that one search needs.
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
    /// Searches, and hands the threads' data back.
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

    /// Delivers a result without a search.
    fn give_up(mut self) {
        give_up::<E>(&self.root, &self.limits, &self.weights, self.listener.as_mut());
    }
}

impl<E: Evaluator> Engine<E> {
    /// An engine with a hash table of `hash_mib` MiB and this many threads; at least one of either.
    ///
    /// # Errors
    /// Where the memory for the table cannot be had.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Self, HashTableError> {
        let table = Arc::new(HashTable::new(hash_mib)?);
        let weights = E::built_in_weights();
        Ok(Self { table, weights, data: Vec::new(), threads: threads.max(1), running: None })
    }

    /// The weights that it evaluates with.
    pub fn weights(&self) -> &Arc<E::Weights> {
        &self.weights
    }

    /// Evaluates with these weights from now on, and forgets everything learnt with others. Ends a search that is
    /// running.
    pub fn set_weights(&mut self, weights: Arc<E::Weights>) {
        self.finish();
        self.weights = weights;
        self.data.clear();
        self.clear();
    }

    /// Replaces the hash table by an empty one of `mib` MiB, at least one. Ends a search that is running.
    ///
    /// # Errors
    /// Where the memory cannot be had; the old table stays then.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashTableError> {
        self.finish();
        self.table = Arc::new(HashTable::new(mib)?);
        Ok(())
    }

    /// Searches with this many threads from now on, at least one. Ends a search that is running.
    pub fn set_threads(&mut self, threads: usize) {
        self.finish();
        self.threads = threads.max(1);
    }

    /// Forgets everything learnt so far: a new game begins. Ends a search that is running.
    pub fn clear(&mut self) {
        self.finish();
        self.table.clear(self.threads);
        self.data.iter_mut().for_each(ThreadData::clear);
    }

    /// Begins to search `root` and returns at once; `listener` receives its reports on another thread. A search
    /// that is still running is ended first.
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
        // Log lines show by it which of several engines a search belongs to.
        let name = format!("{} search", thread::current().name().unwrap_or("engine"));
        // The task follows the thread, as it would be lost with a thread that cannot be had.
        let (sender, receiver) = channel::<SearchTask<E>>();
        let thread = Builder::new()
            .name(name)
            .stack_size(STACK_BYTES)
            .spawn(move || receiver.recv().map(SearchTask::run).unwrap_or_default());
        match thread {
            Ok(thread) => {
                self.running = Some(Running { control, thread });
                if sender.send(task).is_err() {
                    log::error!("the search thread is gone before it began");
                }
            }
            Err(error) => {
                log::error!("cannot start the search thread: {error}");
                task.give_up();
            }
        }
    }

    /// Searches `root` and waits for the result. Limits that never end a search are waited for without end.
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
        // Whatever happens to a search, it reports a result.
        receiver.try_recv().unwrap_or_else(|_| SearchResult::unknown())
    }

    /// Searches `root` on the calling thread, whose stack must have [`STACK_BYTES`], and returns when `listener` has
    /// heard all that comes of it. Another thread can end it through `control`, which also has the limit of time
    /// ([`Control::ending_after`]) if there is to be one. A search that is still running is ended first.
    ///
    /// This spares a game of many short searches the cost of a thread for each.
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

    /// Ends the search soon; its result is delivered as ever. Nothing happens where none is running.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Tells a pondering search that the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Waits until the search, if one is running, has delivered its result.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            match running.thread.join() {
                Ok(data) => self.data = data,
                Err(_) => log::error!("the search ended with a panic"),
            }
        }
    }

    /// Whether a search has yet to deliver its result.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.is_finished())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Ends the search.
impl<E: Evaluator> Drop for Engine<E> {
    fn drop(&mut self) {
        self.finish();
    }
}
