use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose contents are valid at any time, even if a thread panicked while it held the lock.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
