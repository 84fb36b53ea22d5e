use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Controls a running search from outside: stops it, and tells it of a ponder hit.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    started: Instant,
    /// The search ends at this time in any case.
    deadline: Option<Instant>,
    /// Microseconds from the start to the ponder hit.
    clock_offset: AtomicU64,
    /// Guards nothing but the wait of [`Control::hold_back`].
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// For a search that starts now.
    pub fn new(pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            finished: AtomicBool::new(false),
            started: Instant::now(),
            deadline: None,
            clock_offset: AtomicU64::new(0),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search after `limit` in any case, counted from its start.
    #[must_use]
    pub fn ending_after(mut self, limit: Option<Duration>) -> Self {
        self.deadline = limit.and_then(|limit| self.started.checked_add(limit));
        self
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// The move pondered on was played: from now on the search runs on its own clock.
    pub fn ponder_hit(&self) {
        self.change(|| {
            if self.pondering.load(Relaxed) {
                self.clock_offset.store(self.elapsed().as_micros() as u64, Relaxed);
                self.pondering.store(false, Relaxed);
            }
        });
    }

    fn change(&self, action: impl FnOnce()) {
        let guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        action();
        drop(guard);
        self.changed.notify_all();
    }

    /// Whether the search should end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Notes that nothing but the result's delivery is left to do.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether the search is over.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Whether the opponent's clock is still running.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time on the own clock.
    pub fn clock_elapsed(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_micros(self.clock_offset.load(Relaxed)))
    }

    /// Waits until a result may be delivered: once stopped, or as soon as the opponent has moved unless the search
    /// is `infinite`.
    pub fn hold_back(&self, infinite: bool) {
        let guard = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let held = |(): &mut ()| !self.is_stopped() && (infinite || self.is_pondering());
        match self.deadline {
            None => drop(self.changed.wait_while(guard, held)),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                drop(self.changed.wait_timeout_while(guard, left, held));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_ends_every_search() {
        let limit = Duration::from_millis(5);
        let control = Control::new(true).ending_after(Some(limit));
        control.hold_back(true);
        assert!(control.elapsed() >= limit && control.is_stopped());
        assert!(!Control::new(false).ending_after(None).is_stopped());
        assert!(!Control::new(false).ending_after(Some(Duration::MAX)).is_stopped());
        assert!(Control::new(false).ending_after(Some(Duration::ZERO)).is_stopped());
    }
}
