use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::base::lock;

/// Controls a running search from another thread: stops it, or reports a ponder hit.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    started: Instant,
    /// The search ends at this time even if infinite or pondering.
    deadline: Option<Instant>,
    /// Microseconds from the start to the ponder hit.
    clock_offset: AtomicU64,
    /// Used only to wait in [`Control::hold_back`].
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// Creates the control of a search that starts now.
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

    /// Starts counting the time when the search was requested, if that is known.
    #[must_use]
    pub fn asked_at(mut self, asked: Option<Instant>) -> Self {
        self.started = asked.unwrap_or(self.started);
        self
    }

    /// Ends the search at the latest when `limit` has passed since its start, even if it is infinite or pondering.
    #[must_use]
    pub fn ending_after(mut self, limit: Option<Duration>) -> Self {
        self.deadline = limit.and_then(|limit| self.started.checked_add(limit));
        self
    }

    /// Asks the search to end; it does so soon.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// Reports that the pondered move was played: from now on, the engine's own clock is running.
    pub fn ponder_hit(&self) {
        self.change(|| {
            if self.pondering.load(Relaxed) {
                self.clock_offset.store(self.elapsed().as_micros() as u64, Relaxed);
                self.pondering.store(false, Relaxed);
            }
        });
    }

    fn change(&self, action: impl FnOnce()) {
        let guard = lock(&self.gate);
        action();
        drop(guard);
        self.changed.notify_all();
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Marks the search as finished; only its result remains to be delivered.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether the search has finished.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// Whether the search is pondering, on the opponent's clock.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time on the engine's own clock: since the ponder hit, or since the start without pondering.
    pub fn clock_elapsed(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_micros(self.clock_offset.load(Relaxed)))
    }

    /// Waits until the result may be delivered: until the search is stopped or, unless it is `infinite`, until it is no
    /// longer pondering.
    pub fn hold_back(&self, infinite: bool) {
        let guard = lock(&self.gate);
        let held = |(): &mut ()| !self.is_stopped() && (infinite || self.is_pondering());
        match self.deadline {
            None => drop(self.changed.wait_while(guard, held)),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                drop(self.changed.wait_timeout_while(guard, left, held));
            }
        }
    }

    /// Waits until this time has passed on the engine's own clock, or the search is stopped.
    pub fn wait_until(&self, time: Duration) {
        let mut guard = lock(&self.gate);
        while !self.is_stopped() {
            let left = time.saturating_sub(self.clock_elapsed());
            let left =
                self.deadline.map_or(left, |end| left.min(end.saturating_duration_since(Instant::now())));
            if left.is_zero() {
                break;
            }
            (guard, _) = self.changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

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
        let control = Control::new(false).ending_after(Some(limit));
        control.wait_until(Duration::MAX);
        assert!(control.elapsed() >= limit);
    }

    #[test]
    fn waiting_ends_at_its_time_or_when_stopped() {
        let control = Control::new(false);
        let time = Duration::from_millis(5);
        control.wait_until(time);
        assert!(control.clock_elapsed() >= time);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| control.wait_until(Duration::MAX));
            control.stop();
            waiting.join().expect("it ends");
        });
    }
}
