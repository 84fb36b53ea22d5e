use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Background work other than a search of the current game: perft or a measurement.
#[derive(Debug)]
pub(in crate::protocol) struct Job {
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

/// Whether a job should end early. Clones refer to the same job.
#[derive(Debug, Clone)]
pub(in crate::protocol) struct StopFlag {
    stopped: Arc<AtomicBool>,
    started: Instant,
    time_limit: Option<Duration>,
}

impl StopFlag {
    fn new(time_limit: Option<Duration>) -> Self {
        Self { stopped: Arc::default(), started: Instant::now(), time_limit }
    }

    /// Whether the job should end now.
    pub(in crate::protocol) fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.exceeded_limit().is_some()
    }

    /// The time limit, if the job has exceeded it.
    pub(in crate::protocol) fn exceeded_limit(&self) -> Option<Duration> {
        self.time_limit.filter(|&limit| self.started.elapsed() >= limit)
    }

    fn set(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Job {
    /// Starts `work`, which ends soon after its flag is set or its `time_limit` is reached.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn start(
        time_limit: Option<Duration>,
        work: impl FnOnce(&StopFlag) + Send + 'static,
    ) -> io::Result<Self> {
        let stop = StopFlag::new(time_limit);
        let flag = stop.clone();
        let name = format!("{} job", thread::current().name().unwrap_or("session"));
        let thread = Builder::new().name(name).spawn(move || work(&flag))?;
        Ok(Self { stop, thread: Some(thread) })
    }

    /// Whether the work is still running.
    pub(super) fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    fn end(&mut self) {
        self.stop.set();
        self.join();
    }

    fn join(&mut self) {
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("the job has panicked");
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
        let job = Job::start(None, move |stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
            let _ = sender.send(stop.exceeded_limit());
        })
        .unwrap();
        assert!(job.is_running());
        drop(job);
        assert_eq!(receiver.try_recv(), Ok(None));
    }

    #[test]
    fn a_job_ends_at_its_time_limit() {
        let limit = Duration::from_millis(5);
        let (sender, receiver) = mpsc::channel();
        let job = Job::start(Some(limit), move |stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
            let _ = sender.send(stop.exceeded_limit());
        })
        .unwrap();
        assert_eq!(receiver.recv(), Ok(Some(limit)));
        drop(job);
    }
}
