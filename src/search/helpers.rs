//! The helper threads of a search (Lazy SMP). They are started once and wait between searches.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle};

use thiserror::Error;

use crate::base::lock;

use super::SearchGame;
use super::threads::{Job, STACK_BYTES, guarded};
use super::vote::ThreadResult;
use super::worker::{ThreadData, Worker};

/// Why fewer threads were started than requested.
#[derive(Debug, Error)]
#[error("only {started} of {wanted} search threads could be started: {error}")]
pub struct ThreadsError {
    /// The number of threads requested, including the main thread.
    wanted: usize,
    /// The number of threads that could be started, including the main thread.
    started: usize,
    error: io::Error,
}

/// A task for a helper thread.
pub enum Task<G: SearchGame> {
    /// Take part in a search.
    Search(Arc<Job<G>>),
    /// Clear the thread's data, then drop the sender.
    Clear(Sender<()>),
}

/// Channels to the helper threads, in the order of their indices.
pub type TaskSenders<G> = Arc<[Sender<Task<G>>]>;

/// The helper threads of an engine, each with its own data.
pub struct Helpers<G: SearchGame> {
    senders: TaskSenders<G>,
    threads: Vec<JoinHandle<()>>,
}

impl<G: SearchGame> Helpers<G> {
    /// No threads.
    pub fn none() -> Self {
        Self { senders: Arc::from([]), threads: Vec::new() }
    }

    /// The channels to the threads.
    pub fn senders(&self) -> &TaskSenders<G> {
        &self.senders
    }

    /// Starts or ends threads so that there are `count`, and waits until all have allocated their memory. No search may
    /// be running.
    ///
    /// # Errors
    /// If not all of them can be started. The number of threads is unchanged then.
    pub fn resize(&mut self, count: usize) -> Result<(), ThreadsError> {
        let before = self.threads.len();
        if count == before {
            return Ok(());
        }
        let mut senders = self.senders.to_vec();
        senders.truncate(count);
        for index in before..count {
            let (sender, tasks) = channel();
            let started = Builder::new()
                .name(format!("{} helper {}", thread::current().name().unwrap_or("search"), index + 1))
                .stack_size(STACK_BYTES)
                .spawn(move || serve(index, &tasks));
            match started {
                Ok(thread) => self.threads.push(thread),
                Err(error) => {
                    self.end_after(before);
                    return Err(ThreadsError { wanted: count + 1, started: index + 1, error });
                }
            }
            senders.push(sender);
        }
        self.senders = Arc::from(senders);
        self.end_after(count);
        self.clear();
        Ok(())
    }

    /// Clears the data of all threads, and waits until that is done. No search may be running.
    pub fn clear(&self) {
        let (done, cleared) = channel();
        for sender in self.senders.iter() {
            // A thread that has ended has nothing to clear.
            let _ = sender.send(Task::Clear(done.clone()));
        }
        drop(done);
        // The channel closes when all threads have dropped their senders.
        let _ = cleared.recv();
    }

    /// Waits until all threads except the first `count` have ended; their channels must already be closed.
    fn end_after(&mut self, count: usize) {
        for thread in self.threads.drain(count.min(self.threads.len())..) {
            if thread.join().is_err() {
                log::error!("a helper thread has panicked");
            }
        }
    }
}

/// Ends the threads.
impl<G: SearchGame> Drop for Helpers<G> {
    fn drop(&mut self) {
        self.senders = Arc::from([]);
        self.end_after(0);
    }
}

/// The main loop of the helper thread with this index.
fn serve<G: SearchGame>(index: usize, tasks: &Receiver<Task<G>>) {
    let mut data = ThreadData::default();
    for task in tasks {
        match task {
            Task::Search(job) => job.help(index + 1, &mut data),
            Task::Clear(done) => {
                data.clear();
                drop(done);
            }
        }
    }
}

/// The progress of a search's helper threads.
#[derive(Default)]
pub struct Progress {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether the main thread has ended its search. Set while the state is locked.
    closed: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The threads that are searching.
    running: usize,
    /// The threads that have finished, and their results: `None` if they panicked.
    results: Vec<(usize, Option<ThreadResult>)>,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Registers a thread that begins its search; returns whether it may still begin.
    fn begin(&self) -> bool {
        let mut state = self.state();
        let open = !self.closed.load(Relaxed);
        state.running += usize::from(open);
        open
    }

    fn finish(&self, thread: usize, result: Option<ThreadResult>) {
        let mut state = self.state();
        state.running -= 1;
        state.results.push((thread, result));
        if state.running == 0 {
            self.changed.notify_all();
        }
    }

    /// Prevents further threads from starting, and waits for those that are searching, which must have been told to
    /// stop; returns their results in the order of the threads.
    pub fn close(&self) -> Vec<Option<ThreadResult>> {
        let mut state = self.state();
        self.closed.store(true, Relaxed);
        while state.running > 0 {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let mut results = std::mem::take(&mut state.results);
        results.sort_by_key(|&(thread, _)| thread);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

impl<G: SearchGame> Job<G> {
    /// Wakes the two helpers that this thread is responsible for. As every helper wakes two others, all are soon awake,
    /// and no thread spends much time on waking. Wakes none if the search is over.
    pub fn wake_helpers(self: &Arc<Self>, thread: usize) {
        for helper in [2 * thread + 1, 2 * thread + 2] {
            if let Some(sender) = self.helpers.get(helper - 1)
                && !self.is_over()
                && sender.send(Task::Search(Arc::clone(self))).is_err()
            {
                log::error!("helper thread {helper} has ended");
            }
        }
    }

    fn is_over(&self) -> bool {
        self.progress.closed.load(Relaxed) || self.shared.control.is_stopped() || self.shared.is_out_of_time()
    }

    /// Runs the search of a helper thread.
    fn help(self: &Arc<Self>, thread: usize, data: &mut ThreadData<G>) {
        if self.is_over() || !self.progress.begin() {
            return;
        }
        self.wake_helpers(thread);
        let result = guarded(|| {
            let mut worker = Worker::<G>::new(self, data, thread, None);
            worker.iterate();
            worker.result()
        });
        self.progress.finish(thread, result);
    }
}
