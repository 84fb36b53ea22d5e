use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::journal::Reading;
use super::results::Results;
use super::runner::Spectator;
use super::schedule::Format;
use super::summary::score_line;
use super::{GameRecord, Shard};

/// How often a plain line is written where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Shows on the standard error output how a contest goes: a line that is drawn anew on a terminal, and one from time to
/// time elsewhere.
pub struct Progress {
    bar: Option<ProgressBar>,
    shard: Shard,
    began: Instant,
    /// Games that counted before this run, and games that have ended in it.
    before: usize,
    ended: usize,
    last_line: Option<Instant>,
}

impl Progress {
    /// Begins to measure the time that this part of a contest takes now.
    pub fn new(shard: Shard) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            bar.set_style(
                ProgressStyle::with_template("{bar:20} {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        Self { bar, shard, began: Instant::now(), before: 0, ended: 0, last_line: None }
    }

    /// Leaves the last state standing.
    pub fn finish(&mut self, results: &Results) {
        let line = self.line(results);
        match &self.bar {
            Some(bar) => bar.abandon_with_message(line),
            None => eprintln!("{line}"),
        }
    }

    fn line(&self, results: &Results) -> String {
        let done = self.before + self.ended;
        let mut line = match self.total_games(results) {
            Some(total) => format!("{done}/{total} games"),
            None => format!("{done} games"),
        };
        if results.contest().format == Format::Match {
            let _ = write!(line, ", {}", score_line(results));
        } else if let (Some(&leader), true) = (results.ranking().first(), results.games() > 0) {
            let points = results.crosstable().total(leader).points();
            let _ = write!(line, ", {} leads with {points}", results.contest().names()[leader]);
        }
        if let Some(left) = self.time_left(results) {
            let _ = write!(line, ", {} left", HumanDuration(left));
        }
        line
    }

    /// How many games are played here, where that is known.
    fn total_games(&self, results: &Results) -> Option<usize> {
        let rounds = results.contest().rounds;
        let total = results.total_games()?;
        Some(if self.shard.is_whole() { total } else { total / rounds * self.shard.share(rounds) })
    }

    /// How long the rest takes at the pace so far. A test may end it much earlier.
    fn time_left(&self, results: &Results) -> Option<Duration> {
        let left = self.total_games(results)?.checked_sub(self.before + self.ended)?;
        let pace = self.began.elapsed().checked_div(u32::try_from(self.ended).ok()?)?;
        (left > 0).then(|| pace.saturating_mul(u32::try_from(left).unwrap_or(u32::MAX)))
    }

    fn show(&mut self, results: &Results) {
        if let Some(bar) = &self.bar {
            bar.set_length(self.total_games(results).unwrap_or(0) as u64);
            bar.set_position((self.before + self.ended) as u64);
            bar.set_message(self.line(results));
        } else if self.last_line.is_none_or(|last| last.elapsed() >= LINE_INTERVAL) {
            self.last_line = Some(Instant::now());
            eprintln!("{}", self.line(results));
        }
    }

    /// Writes a line that stays.
    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

impl Spectator for Progress {
    fn resumed(&mut self, reading: &Reading) {
        self.before = reading.games;
        self.say(&format!("The journal holds {} games; they are not played again.", reading.games));
        if reading.torn_bytes > 0 {
            self.say(&format!(
                "Its last line was never finished: {} bytes were dropped, and the game is played again.",
                reading.torn_bytes
            ));
        }
    }

    fn game(&mut self, record: &GameRecord, results: &Results) {
        self.ended += 1;
        let termination = &record.termination;
        if let (false, Some(side)) = (termination.cause.is_regular(), termination.blamed) {
            let detail = match termination.detail.as_str() {
                "" => String::new(),
                detail => format!(": {detail}"),
            };
            let player = record.player(side);
            self.say(&format!("Game {}, {player}: {}{detail}", record.game + 1, termination.cause));
        }
        self.show(results);
    }

    fn tick(&mut self, results: &Results) {
        self.show(results);
    }
}
