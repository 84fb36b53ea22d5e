//! Text for the person or script that started the program. A standard output or error that cannot be written, such as a
//! closed pipe or a full disk, never ends a command: what it still has to do is more important.

use std::fmt::Arguments;
#[cfg(feature = "arena")]
use std::io::stdout;
use std::io::{self, Write, stderr};
use std::sync::{Mutex, PoisonError};

/// The first failure of the standard output.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes to the standard output.
#[cfg(feature = "arena")]
pub fn write_out(text: Arguments<'_>) {
    let mut stdout = stdout().lock();
    if let Err(error) = stdout.write_fmt(text).and_then(|()| stdout.flush()) {
        FAILURE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Writes to the standard error, in one piece, so that lines of several programs are not mixed.
pub fn write_error(text: Arguments<'_>) {
    // Nobody is left to be told.
    let _ = stderr().lock().write_all(text.to_string().as_bytes());
}

/// Why the standard output could not be written, if so.
pub fn output_failure() -> Option<io::Error> {
    FAILURE.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Like `print!`, but never panics.
#[cfg(feature = "arena")]
macro_rules! out {
    ($($part:tt)*) => { $crate::cli::terminal::write_out(format_args!($($part)*)) };
}

/// Like `println!`, but never panics.
#[cfg(feature = "arena")]
macro_rules! outln {
    ($($part:tt)*) => { $crate::cli::terminal::write_out(format_args!("{}\n", format_args!($($part)*))) };
}

/// Like `eprintln!`, but never panics.
macro_rules! errln {
    ($($part:tt)*) => { $crate::cli::terminal::write_error(format_args!("{}\n", format_args!($($part)*))) };
}
