use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::base::lock;

/// Computes `work` for 0 to `count` on this many threads, or as many as can be started; returns the results in order.
pub(super) fn map<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        let run = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    break;
                }
                let result = work(index);
                lock(&done).push((index, result));
            }
        };
        for _ in 1..threads.min(count) {
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, run) {
                log::warn!("cannot start a thread: {error}");
                break;
            }
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}
