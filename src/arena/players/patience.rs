use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::fault::Fault;

/// How long to wait for something, unless the wait is called off before.
#[derive(Debug, Clone, Copy)]
pub struct Patience<'a> {
    /// When it ends.
    pub until: Instant,
    /// Set from outside where nobody needs the answer any more.
    pub stop: &'a AtomicBool,
}

impl<'a> Patience<'a> {
    /// Waits this long from now.
    pub fn new(time: Duration, stop: &'a AtomicBool) -> Self {
        Self { until: Instant::now() + time, stop }
    }

    /// The same, but not longer than this from now.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        Self { until: self.until.min(Instant::now() + time), ..self }
    }

    /// The time that is left.
    #[cfg(unix)]
    pub fn remaining(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Whether to go on waiting.
    ///
    /// # Errors
    /// Where the time is up, or the wait was called off.
    pub fn check(&self) -> Result<(), Fault> {
        if self.stop.load(Relaxed) {
            Err(Fault::CalledOff)
        } else if Instant::now() >= self.until {
            Err(Fault::Silent)
        } else {
            Ok(())
        }
    }
}
