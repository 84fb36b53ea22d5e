use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::error::PlayerError;

/// A time limit for a wait that can also be aborted.
#[derive(Debug, Clone, Copy)]
pub struct Deadline<'a> {
    /// The end of the wait.
    pub until: Instant,
    /// Set from outside to abort the wait.
    pub stop: &'a AtomicBool,
}

impl<'a> Deadline<'a> {
    /// Ends after `time` from now.
    pub fn new(time: Duration, stop: &'a AtomicBool) -> Self {
        Self { until: Instant::now() + time, stop }
    }

    /// The same, but at most `time` from now.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        Self { until: self.until.min(Instant::now() + time), ..self }
    }

    /// The remaining time.
    #[cfg(unix)]
    pub fn remaining(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Checks whether to keep waiting.
    ///
    /// # Errors
    ///
    /// If the deadline has passed, or the wait was aborted.
    pub fn check(&self) -> Result<(), PlayerError> {
        if self.stop.load(Relaxed) {
            Err(PlayerError::Aborted)
        } else if Instant::now() >= self.until {
            Err(PlayerError::Timeout)
        } else {
            Ok(())
        }
    }
}
