//! Files with a single writer.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::base::files::open_file_with;

/// Opens a file for reading and writing, creating it if necessary; `None` if another process has locked it.
pub(super) fn open_exclusively(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = open_file_with(&options, path)?;
    // A process that was just killed may hold the lock a moment longer.
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(100)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}
