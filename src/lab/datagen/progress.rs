use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::lab::data::RecordedGame;

use super::DatagenSpectator;

/// How often a plain line is written where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_mins(1);

/// Shows on the standard error output how self-play goes: a line that is drawn anew on a terminal, and one from time to time
/// elsewhere.
pub struct DatagenProgress {
    bar: Option<ProgressBar>,
    games: u32,
    began: Instant,
    /// Games that were done before this run, and games that are done.
    before: u32,
    done: u32,
    /// Plies that were searched in this run.
    searched: u64,
    last_line: Instant,
}

impl DatagenProgress {
    /// Begins to measure the time that it takes until so many games are done now.
    pub fn new(games: u32) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games.into());
            bar.set_style(
                ProgressStyle::with_template("{bar:20} {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        let now = Instant::now();
        Self { bar, games, began: now, before: 0, done: 0, searched: 0, last_line: now }
    }

    /// Leaves the last state standing.
    pub fn finish(&self) {
        match &self.bar {
            Some(bar) => bar.abandon_with_message(self.line()),
            None => eprintln!("{}", self.line()),
        }
    }

    fn line(&self) -> String {
        let elapsed = self.began.elapsed();
        let pace = self.searched as f64 / elapsed.as_secs_f64().max(1e-3);
        let mut line =
            format!("{}/{} games, {} positions, {pace:.0}/s", self.done, self.games, self.searched);
        let (played, left) = (self.done - self.before, self.games.saturating_sub(self.done));
        if let Some(each) = elapsed.checked_div(played)
            && left > 0
        {
            let _ = write!(line, ", {} left", HumanDuration(each.saturating_mul(left)));
        }
        line
    }

    /// Writes a line that stays.
    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

impl DatagenSpectator for DatagenProgress {
    fn resumed(&mut self, games: u32, done: u32, torn_bytes: u64) {
        (self.before, self.done) = (done, done);
        self.say(&format!("The file holds {games} games; they are not played again."));
        if torn_bytes > 0 {
            self.say(&format!(
                "Its last game was never finished: {torn_bytes} bytes were dropped, and the game is played again."
            ));
        }
    }

    fn game(&mut self, game: &RecordedGame, done: u32) {
        self.done = done;
        self.searched += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
    }

    fn tick(&mut self) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.done.into());
            bar.set_message(self.line());
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            eprintln!("{}", self.line());
        }
    }
}
