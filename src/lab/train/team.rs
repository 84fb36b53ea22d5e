//! Threads that share the units of one job after another.

use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::base::lock;

/// Threads ready to work. Free threads take the job's units one by one, so that a thread that is not scheduled delays
/// at most one unit.
pub(super) struct Team<'a, J> {
    state: Mutex<State<J>>,
    /// Units are available, or the team is ending.
    work: Condvar,
    /// All units are done.
    done: Condvar,
    unit: &'a (dyn Fn(J, usize) + Sync),
}

struct State<J> {
    job: Option<J>,
    next: usize,
    count: usize,
    done: usize,
    failed: bool,
    is_over: bool,
}

impl<'a, J: Copy + Send> Team<'a, J> {
    /// Calls `lead` with a team of this many threads, or as many as can be started, including the calling one. `unit`
    /// does one unit of a job.
    pub fn with<R>(threads: usize, unit: &'a (dyn Fn(J, usize) + Sync), lead: impl FnOnce(&Self) -> R) -> R {
        let state = State { job: None, next: 0, count: 0, done: 0, failed: false, is_over: false };
        let team = Self { state: Mutex::new(state), work: Condvar::new(), done: Condvar::new(), unit };
        thread::scope(|scope| {
            // The other threads end with the leader, even if it panics.
            let _end = End(&team);
            for _ in 1..threads {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, || team.follow()) {
                    log::warn!("cannot start a thread: {error}");
                    break;
                }
            }
            lead(&team)
        })
    }

    /// Does all units of a job, from 0 to `count`.
    pub fn run(&self, job: J, count: usize) {
        let mut state = self.lock();
        (state.job, state.next, state.count, state.done) = (Some(job), 0, count, 0);
        drop(state);
        self.work.notify_all();
        while self.unit(self.lock()) {}
        let mut state = self.lock();
        while state.done < state.count {
            state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed {
            drop(state);
            resume_unwind(Box::new("a thread of the team panicked"));
        }
    }

    /// Works until the end.
    fn follow(&self) {
        loop {
            let mut state = self.lock();
            while state.next >= state.count {
                if state.is_over {
                    return;
                }
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            self.unit(state);
        }
    }

    /// Does the next unit; `false` if there is none.
    fn unit(&self, mut state: MutexGuard<'_, State<J>>) -> bool {
        let (Some(job), index) = (state.job, state.next) else { return false };
        if index >= state.count {
            return false;
        }
        state.next += 1;
        drop(state);
        let _counted = Counted(self);
        (self.unit)(job, index);
        true
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        lock(&self.state)
    }
}

/// Counts a unit as done, even if it panics.
struct Counted<'a, 'b, J: Copy + Send>(&'a Team<'b, J>);

impl<J: Copy + Send> Drop for Counted<'_, '_, J> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.done += 1;
        state.failed |= thread::panicking();
        if state.done == state.count {
            self.0.done.notify_one();
        }
    }
}

/// Ends the threads of a team.
struct End<'a, 'b, J: Copy + Send>(&'a Team<'b, J>);

impl<J: Copy + Send> Drop for End<'_, '_, J> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.work.notify_all();
    }
}
