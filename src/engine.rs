//! The façade over the search: threads, the shared hash table, start and stop.

mod options;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, Builder, JoinHandle};

use crate::eval::{ChessEvaluator, Evaluator, GomokuEvaluator, XiangqiEvaluator, ZhonggongEvaluator};
use crate::rules::Variant;
use crate::rules::gomoku::{Freestyle, Renju, Standard};
use crate::search::{
    Control, HashTable, HashTableError, Histories, Limits, Listener, STACK_BYTES, give_up, search,
};

pub use options::{
    DEFAULT_HASH_MIB, ENGINE_OPTIONS, EngineOptionError, EngineOptionKind, EngineOptionSpec, EngineOptions,
    HASH_MIB, OptionEffect, THREADS, engine_option, parse_spin,
};

/// One game's engine: searches one position at a time, on threads of its own, and remembers what it learns from one
/// search to the next.
pub struct Engine<E: Evaluator> {
    table: Arc<HashTable>,
    /// One for each thread; empty while a search has borrowed them.
    histories: Vec<Histories<E::Position>>,
    threads: usize,
    running: Option<Running<E>>,
}

struct Running<E: Evaluator> {
    control: Arc<Control>,
    thread: JoinHandle<Vec<Histories<E::Position>>>,
}

/// All that one search needs.
struct Task<E: Evaluator> {
    root: E::Position,
    limits: Limits,
    table: Arc<HashTable>,
    control: Arc<Control>,
    histories: Vec<Histories<E::Position>>,
    listener: Box<dyn Listener>,
}

impl<E: Evaluator> Task<E> {
    /// Searches, and hands the histories back.
    fn run(mut self) -> Vec<Histories<E::Position>> {
        search::<E>(
            &self.root,
            &self.limits,
            &self.table,
            &self.control,
            &mut self.histories,
            self.listener.as_mut(),
        );
        self.histories
    }

    /// Delivers a result without a search.
    fn give_up(mut self) {
        give_up::<E>(&self.root, &self.limits, self.listener.as_mut());
    }
}

impl<E: Evaluator> Engine<E> {
    /// An engine with a hash table of `hash_mib` MiB and this many threads; at least one of either.
    ///
    /// # Errors
    /// Where the memory for the table cannot be had.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Self, HashTableError> {
        let table = Arc::new(HashTable::new(hash_mib)?);
        Ok(Self { table, histories: Vec::new(), threads: threads.max(1), running: None })
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
        for histories in &mut self.histories {
            histories.clear();
        }
    }

    /// Begins to search `root` and returns at once; `listener` receives its reports on another thread. A search
    /// that is still running is ended first.
    pub fn start(&mut self, root: E::Position, limits: Limits, listener: impl Listener + 'static) {
        self.finish();
        let control = Arc::new(Control::new(limits.ponder).ending_after(limits.time_limit));
        let mut histories = std::mem::take(&mut self.histories);
        histories.resize_with(self.threads, Histories::default);
        let table = Arc::clone(&self.table);
        let task = Task::<E> {
            root,
            limits,
            table,
            control: Arc::clone(&control),
            histories,
            listener: Box::new(listener),
        };
        // Log lines show by it which of several engines a search belongs to.
        let name = format!("{} search", thread::current().name().unwrap_or("engine"));
        // The task follows the thread, as it would be lost with a thread that cannot be had.
        let (sender, receiver) = channel::<Task<E>>();
        let thread = Builder::new()
            .name(name)
            .stack_size(STACK_BYTES)
            .spawn(move || receiver.recv().map(Task::run).unwrap_or_default());
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
        self.histories.resize_with(self.threads, Histories::default);
        search::<E>(root, limits, &self.table, control, &mut self.histories, listener);
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
                Ok(histories) => self.histories = histories,
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

/// Something to be done for a game whose choice is made at run time.
pub trait GameVisitor {
    /// What it yields.
    type Output;

    /// Does it for the game that `E` evaluates.
    fn visit<E: Evaluator>(self) -> Self::Output;
}

/// Lets `visitor` see the game called `variant`: the one place where a variant becomes a type.
pub fn visit_game<V: GameVisitor>(variant: Variant, visitor: V) -> V::Output {
    match variant {
        Variant::Chess => visitor.visit::<ChessEvaluator>(),
        Variant::Xiangqi => visitor.visit::<XiangqiEvaluator>(),
        Variant::Zhonggong => visitor.visit::<ZhonggongEvaluator>(),
        Variant::Gomoku => visitor.visit::<GomokuEvaluator<Freestyle>>(),
        Variant::GomokuStandard => visitor.visit::<GomokuEvaluator<Standard>>(),
        Variant::Renju => visitor.visit::<GomokuEvaluator<Renju>>(),
    }
}
