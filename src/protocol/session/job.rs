use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Background work other than a search of the current game: perft or a measurement.
#[derive(Debug)]
pub(in crate::protocol) struct Job {
    stop: StopFlag,
    length: JobLength,
    thread: Option<JoinHandle<()>>,
}

/// How long a job takes on an idle machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::protocol) enum JobLength {
    /// A few seconds.
    Short,
    /// Any time, possibly forever.
    Unknown,
}

impl JobLength {
    /// How long the job may continue after the end of the session, so that scripts that pipe in commands get their
    /// answers. A short job ends on a busy machine too.
    pub(super) const fn grace(self) -> Duration {
        match self {
            Self::Short => Duration::from_mins(1),
            Self::Unknown => GRACE,
        }
    }
}

/// How long work of unknown length may continue after the end of the session.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// Whether a job should end early. Clones refer to the same job.
#[derive(Debug, Clone)]
pub(in crate::protocol) struct StopFlag {
    stopped: Arc<AtomicBool>,
    /// Whether the job has seen that it should end.
    seen: Arc<AtomicBool>,
    started: Instant,
    time_limit: Option<Duration>,
}

impl StopFlag {
    fn new(time_limit: Option<Duration>) -> Self {
        Self { stopped: Arc::default(), seen: Arc::default(), started: Instant::now(), time_limit }
    }

    /// Whether the job should end now, before its work is done.
    pub(in crate::protocol) fn is_set(&self) -> bool {
        let is_set = self.stopped.load(Ordering::Relaxed) || self.exceeded_limit().is_some();
        if is_set {
            self.seen.store(true, Ordering::Relaxed);
        }
        is_set
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
        length: JobLength,
        time_limit: Option<Duration>,
        work: impl FnOnce(&StopFlag) + Send + 'static,
    ) -> io::Result<Self> {
        let stop = StopFlag::new(time_limit);
        let flag = stop.clone();
        let name = format!("{} job", thread::current().name().unwrap_or("session"));
        let thread = Builder::new().name(name).spawn(move || work(&flag))?;
        Ok(Self { stop, length, thread: Some(thread) })
    }

    /// How long the work may continue after the end of the session.
    pub(super) fn grace(&self) -> Duration {
        self.length.grace()
    }

    /// Whether the work is still running.
    pub(super) fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Ends the work; returns whether it was stopped before it finished.
    pub(super) fn end(&mut self) -> bool {
        self.stop.set();
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("the job has panicked");
        }
        self.stop.seen.load(Ordering::Relaxed)
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
    fn a_stopped_job_has_ended() {
        let (sender, receiver) = mpsc::channel();
        let mut job = Job::start(JobLength::Unknown, None, move |stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
            let _ = sender.send(stop.exceeded_limit());
        })
        .unwrap();
        assert!(job.is_running());
        assert!(job.end(), "it was stopped");
        assert_eq!(receiver.try_recv(), Ok(None));
    }

    #[test]
    fn a_finished_job_was_not_stopped() {
        let mut job = Job::start(JobLength::Short, None, |_| {}).unwrap();
        while job.is_running() {
            thread::yield_now();
        }
        assert!(!job.end());
    }

    #[test]
    fn a_job_ends_at_its_time_limit() {
        let limit = Duration::from_millis(5);
        let (sender, receiver) = mpsc::channel();
        let job = Job::start(JobLength::Unknown, Some(limit), move |stop| {
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
