//! Text for the person or script that started the program. A standard output or error that cannot be written, such as a
//! closed pipe or a full disk, never ends a command: what it still has to do is more important.
//!
//! Much of what is printed comes from elsewhere, so only text and line ends reach a terminal from here. A function that
//! prints a line prints exactly one, whatever its parts contain.

use std::fmt::Arguments;
#[cfg(feature = "arena")]
use std::io::stdout;
use std::io::{self, Write, stderr};
use std::sync::{Mutex, PoisonError};

use quadriga::base::{printable, printable_lines};

/// The first failure of the standard output.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes lines to the standard output. Parts of them that come from elsewhere are [`printable`] already, or else may
/// look like several lines.
#[cfg(feature = "arena")]
pub fn write_out(text: Arguments<'_>) {
    write_text(&printable_lines(&text.to_string()));
}

/// Writes a line to the standard output.
#[cfg(feature = "arena")]
pub fn write_line(text: Arguments<'_>) {
    write_text(&(printable(&text.to_string()).into_owned() + "\n"));
}

#[cfg(feature = "arena")]
fn write_text(text: &str) {
    let mut stdout = stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        FAILURE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Writes a line to the standard error, in one piece, so that lines of several programs are not mixed.
pub fn write_error_line(text: Arguments<'_>) {
    write_error(&(printable(&text.to_string()).into_owned() + "\n"));
}

/// Writes lines to the standard error, as [`write_out`] to the standard output.
pub fn write_error_lines(text: &str) {
    write_error(&(printable_lines(text).into_owned() + "\n"));
}

fn write_error(text: &str) {
    // A failure cannot be reported anywhere.
    let _ = stderr().lock().write_all(text.as_bytes());
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
    ($($part:tt)*) => { $crate::cli::terminal::write_line(format_args!($($part)*)) };
}

/// Like `eprintln!`, but never panics.
macro_rules! errln {
    ($($part:tt)*) => { $crate::cli::terminal::write_error_line(format_args!($($part)*)) };
}
