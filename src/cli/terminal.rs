//! Text for the person or script that started the program. Failing to write to the standard output or error, because of
//! a closed pipe or a full disk for example, never ends a command: its remaining work is more important.
//!
//! Much of the printed text comes from elsewhere, so only text and line ends are passed to a terminal. A function that
//! prints a line prints exactly one, whatever its parts contain.

use std::fmt::Arguments;
#[cfg(feature = "arena")]
use std::io::stdout;
use std::io::{self, Write, stderr};
use std::sync::Mutex;

use quadriga::base::{lock, printable, printable_lines};

/// The first failure of the standard output.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes lines to the standard output. Parts that come from elsewhere must already be [`printable`], or may look like
/// several lines.
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
        lock(&FAILURE).get_or_insert(error);
    }
}

/// Writes a line to the standard error, in one piece, so that lines of several programs do not mix.
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

/// Why the standard output could not be written, if it failed.
pub fn output_failure() -> Option<io::Error> {
    lock(&FAILURE).take()
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
