//! The engine: runs searches on background threads and owns the hash table and the threads' data.

mod evaluation_kind;
mod options;
mod weights;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::thread::{self, Builder};

use thiserror::Error;

use crate::search::{
    Control, Evaluator, HashTable, HashTableError, Helpers, Limits, Listener, STACK_BYTES, Search,
    SearchGame, SearchOptions, SearchResult, SearchThreads, TaskSenders, ThreadData, ThreadsError, WeightsOf,
};

pub use evaluation_kind::EvaluationKind;
pub use options::{
    Audience, ENGINE_OPTIONS, EngineOption, EngineOptionError, EngineOptions, HASH_MIB, OptionEffect,
    THREADS, engine_option,
};

#[cfg(feature = "lab")]
pub(crate) use weights::MAX_EVALUATION_BYTES;
pub use weights::{LoadWeightsError, load_weights};

/// Why an engine could not be created.
#[derive(Debug, Error)]
pub enum EngineError {
    /// There is not enough memory for the hash table.
    #[error(transparent)]
    Memory(#[from] HashTableError),
    /// Not all threads can be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// An engine for one game. It searches one position at a time, on its own threads, and keeps these, the hash table and
/// the histories between searches.
pub struct Engine<G: SearchGame> {
    table: Arc<HashTable>,
    weights: Arc<WeightsOf<G>>,
    search_options: SearchOptions,
    /// The data of a search's main thread; `None` while a search is running.
    data: Option<Box<ThreadData<G>>>,
    helpers: Helpers<G>,
    processors: usize,
    /// The main thread for searches; `None` until it is started.
    searcher: Option<Searcher<G>>,
    /// The control of the running search.
    running: Option<Arc<Control>>,
}

/// A thread that runs one search after another. It is kept because on a busy machine a new thread may wait longer to be
/// scheduled than an existing one.
struct Searcher<G: SearchGame> {
    tasks: Sender<SearchTask<G>>,
    /// The data of finished searches.
    ended: Receiver<Box<ThreadData<G>>>,
}

impl<G: SearchGame> Searcher<G> {
    fn start() -> io::Result<Self> {
        let (tasks, received) = channel::<SearchTask<G>>();
        let (sender, ended) = channel();
        // The thread name shows in the log which engine a search belongs to.
        let name = format!("{} search", thread::current().name().unwrap_or("engine"));
        Builder::new().name(name).stack_size(STACK_BYTES).spawn(move || {
            // An engine that has been dropped no longer needs the data.
            let _ = received.into_iter().try_for_each(|task| sender.send(task.run()));
        })?;
        Ok(Self { tasks, ended })
    }
}

/// Everything that a search needs, for moving it to its thread.
struct SearchTask<G: SearchGame> {
    search: Arc<Search<G>>,
    data: Box<ThreadData<G>>,
    helpers: TaskSenders<G>,
    crowded: bool,
    listener: Box<dyn Listener>,
}

impl<G: SearchGame> SearchTask<G> {
    /// Runs the search and returns the thread's data.
    fn run(mut self) -> Box<ThreadData<G>> {
        let Self { search, data, helpers, crowded, listener } = &mut self;
        let mut threads = SearchThreads { main: data, helpers, crowded: *crowded };
        search.run(&mut threads, listener.as_mut());
        self.data
    }

    /// Reports an empty result without searching.
    fn give_up(mut self) {
        self.search.give_up(self.listener.as_mut());
    }
}

impl<G: SearchGame> Engine<G> {
    /// Creates an engine with a hash table of `hash_mib` MiB and this many threads; 0 counts as 1.
    ///
    /// # Errors
    /// If the memory for the table cannot be allocated, or not all threads can be started.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Self, EngineError> {
        let table = Arc::new(HashTable::new(hash_mib)?);
        let weights = G::Evaluator::built_in_weights();
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let helpers = Helpers::none();
        let mut engine = Self {
            table,
            weights,
            search_options: SearchOptions::default(),
            data: Some(Box::default()),
            helpers,
            processors,
            searcher: None,
            running: None,
        };
        engine.set_threads(threads)?;
        Ok(engine)
    }

    /// The weights of the engine's evaluation.
    pub fn weights(&self) -> &Arc<WeightsOf<G>> {
        &self.weights
    }

    /// Replaces the weights, and clears the hash table and histories. Ends a running search first.
    pub fn set_weights(&mut self, weights: Arc<WeightsOf<G>>) {
        self.finish();
        self.weights = weights;
        self.clear();
    }

    /// Replaces the hash table with an empty one of `mib` MiB, at least one. Ends a running search first.
    ///
    /// # Errors
    /// If the memory cannot be allocated; the old table is kept.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashTableError> {
        self.finish();
        self.table = Arc::new(HashTable::new(mib)?);
        Ok(())
    }

    /// Sets the number of search threads, at least one, and starts or ends the helper threads accordingly. Ends a
    /// running search first.
    ///
    /// # Errors
    /// If not all of the threads can be started; the number is unchanged then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.finish();
        self.helpers.resize(threads.max(1) - 1)
    }

    /// Sets the options of all searches started from now on.
    pub fn set_search_options(&mut self, options: SearchOptions) {
        self.search_options = options;
    }

    /// The number of search threads.
    fn threads(&self) -> usize {
        1 + self.helpers.senders().len()
    }

    /// Clears the hash table and the histories, for a new game. Ends a running search first.
    pub fn clear(&mut self) {
        self.finish();
        self.table.clear(self.threads().min(self.processors));
        self.data.iter_mut().for_each(|data| data.clear());
        self.helpers.clear();
    }

    /// Allocates the memory of the whole hash table and starts the main thread for searches, so that no search has to
    /// do it while its clock runs. Ends a running search first.
    pub fn prepare(&mut self) {
        self.finish();
        self.start_searcher();
        self.table.populate(self.threads().min(self.processors));
    }

    /// Starts a search of `root` and returns immediately; `listener` receives the reports on another thread. Ends a
    /// running search first.
    pub fn start(&mut self, root: G::Position, limits: Limits, listener: impl Listener + 'static) {
        self.finish();
        let control = Control::new(limits.ponder).asked_at(limits.asked).ending_after(limits.time_limit);
        let control = Arc::new(control);
        let task = SearchTask::<G> {
            search: self.search_of(root, limits, Arc::clone(&control)),
            data: self.data.take().unwrap_or_default(),
            helpers: Arc::clone(self.helpers.senders()),
            crowded: self.is_crowded(),
            listener: Box::new(listener),
        };
        self.running = Some(control);
        if let Err(task) = self.hand_over(task) {
            self.running = None;
            task.give_up();
        }
    }

    /// Passes a task to the main thread for searches. Returns the task if there is no such thread and none can be
    /// started.
    fn hand_over(&mut self, task: SearchTask<G>) -> Result<(), Box<SearchTask<G>>> {
        self.start_searcher();
        let Some(searcher) = &self.searcher else { return Err(Box::new(task)) };
        searcher.tasks.send(task).map_err(|SendError(task)| {
            log::error!("the search thread has ended");
            self.searcher = None;
            Box::new(task)
        })
    }

    /// Starts the main thread for searches unless it is running.
    fn start_searcher(&mut self) {
        if self.searcher.is_none() {
            self.searcher = Searcher::start()
                .inspect_err(|error| log::error!("cannot start the search thread: {error}"))
                .ok();
        }
    }

    /// Searches `root` and waits for the result. Never returns if no limit ends the search.
    ///
    /// ```
    /// use quadriga::base::{NoOptions, Notation};
    /// use quadriga::engine::Engine;
    /// use quadriga::games::Zhonggong;
    /// use quadriga::games::zhonggong::ZhonggongPosition;
    /// use quadriga::search::Limits;
    ///
    /// let position = ZhonggongPosition::from_fen("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", &NoOptions)?;
    /// let mut engine = Engine::<Zhonggong>::new(16, 1)?;
    /// let result = engine.search(&position, Limits { depth: Some(4), ..Limits::default() });
    /// let best = result.best.expect("the game is not over");
    /// assert_eq!(position.move_text(best, &NoOptions), "e8e9");
    /// assert_eq!(result.score.mate_distance(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&mut self, root: &G::Position, limits: Limits) -> SearchResult {
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
        root: &G::Position,
        limits: Limits,
        control: Arc<Control>,
        listener: &mut dyn Listener,
    ) {
        self.finish();
        let search = self.search_of(root.clone(), limits, control);
        let crowded = self.is_crowded();
        let main = self.data.get_or_insert_default();
        let mut threads = SearchThreads { main, helpers: self.helpers.senders(), crowded };
        search.run(&mut threads, listener);
    }

    fn search_of(&self, root: G::Position, limits: Limits, control: Arc<Control>) -> Arc<Search<G>> {
        Arc::new(Search {
            root,
            limits,
            options: self.search_options.clone(),
            weights: Arc::clone(&self.weights),
            table: Arc::clone(&self.table),
            control,
        })
    }

    /// Whether there are more threads than processors.
    fn is_crowded(&self) -> bool {
        self.threads() > self.processors
    }

    /// Asks the running search, if any, to end soon. Its result is reported as usual.
    pub fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// Reports to a pondering search that the pondered move was played.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.running {
            control.ponder_hit();
        }
    }

    /// Waits until the running search, if any, has reported its result.
    pub fn wait(&mut self) {
        if self.running.take().is_none() {
            return;
        }
        self.data = self.searcher.as_ref().and_then(|searcher| searcher.ended.recv().ok());
        if self.data.is_none() {
            log::error!("the search ended with a panic");
            self.searcher = None;
        }
    }

    /// Whether a search is running that has not finished.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|control| !control.is_finished())
    }

    fn finish(&mut self) {
        self.stop();
        self.wait();
    }
}

/// Ends a running search.
impl<G: SearchGame> Drop for Engine<G> {
    fn drop(&mut self) {
        self.finish();
    }
}
