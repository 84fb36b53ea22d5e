//! Progress display on the standard error output.

mod contest;
#[cfg(any(feature = "lab", feature = "library"))]
mod counter;
#[cfg(feature = "lab")]
mod self_play;
#[cfg(feature = "lab")]
mod solving;
#[cfg(feature = "lab")]
mod training;
#[cfg(feature = "lab")]
mod tuning;

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use quadriga::base::printable;

pub use contest::ContestProgress;
#[cfg(any(feature = "lab", feature = "library"))]
pub use counter::Counter;
#[cfg(feature = "lab")]
pub use self_play::SelfPlayProgress;
#[cfg(feature = "lab")]
pub use solving::SolvingProgress;
#[cfg(feature = "lab")]
pub use training::TrainingProgress;
#[cfg(feature = "lab")]
pub use tuning::TuningProgress;

/// The interval of status lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// A status line: a progress bar on a terminal, otherwise an occasional line.
struct StatusLine {
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Option<Instant>,
}

impl StatusLine {
    /// Starts measuring the elapsed time.
    fn new() -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:20} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, started: Instant::now(), last_line: None }
    }

    /// Starts measuring the elapsed time again.
    #[cfg(feature = "lab")]
    fn restart(&mut self) {
        self.started = Instant::now();
    }

    /// The elapsed time.
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The estimated remaining time for `left` units, at the pace of the `done` ones; empty if it cannot be estimated.
    fn time_left(&self, done: u64, left: u64) -> String {
        let part = |number| u32::try_from(number).unwrap_or(u32::MAX);
        match self.elapsed().checked_div(part(done)) {
            Some(each) if left > 0 => format!(", {} left", HumanDuration(each.saturating_mul(part(left)))),
            _ => String::new(),
        }
    }

    /// Shows the status: `done` of `total` units, and a line of text.
    fn show(&mut self, done: u64, total: u64, line: &str) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(printable(line).into_owned());
        } else if self.last_line.is_none_or(|last| last.elapsed() >= LINE_INTERVAL) {
            self.last_line = Some(Instant::now());
            errln!("{line}");
        }
    }

    /// Removes the status.
    #[cfg(feature = "lab")]
    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Prints a line above the status.
    fn print_line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| errln!("{line}")),
            None => errln!("{line}"),
        }
    }

    /// Prints other output without disturbing the status.
    fn suspend(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Prints the number of units in a resumed file, and whether an incomplete one was truncated.
    fn print_resumed(&self, file: &str, held: u64, part: &str, torn_bytes: u64) {
        self.print_line(&format!("Resuming: the {file} contains {held} {part}s."));
        if torn_bytes > 0 {
            self.print_line(&format!(
                "The last {part} is incomplete: {torn_bytes} bytes were cut off, and it is played again."
            ));
        }
    }

    /// Shows the final status.
    fn finish(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.abandon_with_message(printable(line).into_owned()),
            None => errln!("{line}"),
        }
    }
}
