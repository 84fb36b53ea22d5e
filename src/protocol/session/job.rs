use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Work beside the input loop that is no search of the game at hand: counting moves, measuring speed.
#[derive(Debug)]
pub(in crate::protocol) struct Job {
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

/// Tells a job to end early. Clones mean the same job.
#[derive(Debug, Clone, Default)]
pub(in crate::protocol) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Whether the job has been told to end.
    pub(in crate::protocol) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Job {
    /// Starts `work`, which ends soon after its flag is set.
    pub(super) fn start(work: impl FnOnce(&StopFlag) + Send + 'static) -> Self {
        let stop = StopFlag::default();
        let flag = stop.clone();
        Self { stop, thread: Some(thread::spawn(move || work(&flag))) }
    }

    /// Lets the work come to its own end.
    pub(super) fn wait(mut self) {
        self.join();
    }

    /// Whether the work goes on.
    pub(super) fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    fn end(&mut self) {
        self.stop.set();
        self.join();
    }

    fn join(&mut self) {
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("a job ended by a panic");
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_dropped_job_has_ended() {
        let (sender, receiver) = mpsc::channel();
        let job = Job::start(move |stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
            let _ = sender.send(());
        });
        assert!(job.is_running());
        drop(job);
        assert_eq!(receiver.try_recv(), Ok(()));
    }

    #[test]
    fn a_job_that_is_waited_for_is_not_stopped() {
        let (sender, receiver) = mpsc::channel();
        Job::start(move |stop| sender.send(stop.is_set()).unwrap_or_default()).wait();
        assert_eq!(receiver.try_recv(), Ok(false));
    }
}
