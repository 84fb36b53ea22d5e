//! What the standard error output says while a long task goes on.

mod contest;
#[cfg(feature = "lab")]
mod self_play;
#[cfg(feature = "lab")]
mod tuning;

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

pub use contest::ContestProgress;
#[cfg(feature = "lab")]
pub use self_play::SelfPlayProgress;
#[cfg(feature = "lab")]
pub use tuning::TuningProgress;

/// How often a plain line is written where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// A line that is drawn anew on a terminal, beside a bar, and written from time to time elsewhere.
struct StatusLine {
    bar: Option<ProgressBar>,
    began: Instant,
    last_line: Option<Instant>,
}

impl StatusLine {
    /// Begins to measure the time that the task takes now.
    fn new() -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:20} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, began: Instant::now(), last_line: None }
    }

    /// How long the task has taken.
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// What a line says of the time that `left` more parts will take, at the pace of those `done` since the beginning;
    /// nothing where there is no telling.
    fn time_left(&self, done: u64, left: u64) -> String {
        let part = |number| u32::try_from(number).unwrap_or(u32::MAX);
        match self.elapsed().checked_div(part(done)) {
            Some(each) if left > 0 => format!(", {} left", HumanDuration(each.saturating_mul(part(left)))),
            _ => String::new(),
        }
    }

    /// Shows the state of a task of which `done` parts of `total` are done.
    fn show(&mut self, done: u64, total: u64, line: String) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(line);
        } else if self.last_line.is_none_or(|last| last.elapsed() >= LINE_INTERVAL) {
            self.last_line = Some(Instant::now());
            eprintln!("{line}");
        }
    }

    /// Writes a line that stays.
    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Says how many parts a continued file holds, and what was cut off of one that was never finished.
    fn say_resumed(&self, file: &str, held: u64, part: &str, torn_bytes: u64) {
        self.say(&format!("The {file} holds {held} {part}s; they are not played again."));
        if torn_bytes > 0 {
            self.say(&format!(
                "Its last {part} was never finished: {torn_bytes} bytes were dropped, and it is played again."
            ));
        }
    }

    /// Leaves the last state standing.
    fn finish(&self, line: String) {
        match &self.bar {
            Some(bar) => bar.abandon_with_message(line),
            None => eprintln!("{line}"),
        }
    }
}
