use std::fmt::Write;

use quadriga::arena::schedule::Format;
use quadriga::arena::{ContestObserver, GameRecord, JournalSummary, Results, Shard, Summary, score_line};

use super::StatusLine;

/// Displays the progress of a match or tournament.
pub struct ContestProgress {
    status: StatusLine,
    shard: Shard,
    /// Whether every game is printed.
    prints_games: bool,
    /// The number of games after which the standings are printed; 0 for never.
    table_interval: usize,
    /// Games before this run, and games finished in it.
    before: usize,
    ended: usize,
}

impl ContestProgress {
    /// Starts measuring the elapsed time. If `prints_games` is set, prints every game to the standard output; prints
    /// the standings after every `table_interval` games.
    pub fn new(shard: Shard, prints_games: bool, table_interval: usize) -> Self {
        Self { status: StatusLine::new(), shard, prints_games, table_interval, before: 0, ended: 0 }
    }

    /// Shows the final status.
    pub fn finish(&self, results: &Results) {
        self.status.finish(&self.line(results));
    }

    fn line(&self, results: &Results) -> String {
        let done = self.before + self.ended;
        let total = self.shard.total_games(results);
        let mut line = match total {
            Some(total) => format!("{done}/{total} games"),
            None => format!("{done} games"),
        };
        // Writing to a string cannot fail.
        if results.contest().format == Format::Match {
            let _ = write!(line, ", {}", score_line(results));
        } else if let (Some(&leader), true) = (results.ranking().first(), results.games() > 0) {
            let points = results.crosstable().total(leader).points();
            let _ = write!(line, ", {} leads with {points}", results.contest().names()[leader]);
        }
        // An SPRT may end the match much earlier.
        let left = total.unwrap_or(0).saturating_sub(done);
        line + &self.status.time_left(self.ended as u64, left as u64)
    }

    fn show(&mut self, results: &Results) {
        let done = (self.before + self.ended) as u64;
        let total = self.shard.total_games(results).unwrap_or(0) as u64;
        let line = self.line(results);
        self.status.show(done, total, &line);
    }
}

impl ContestObserver for ContestProgress {
    fn resumed(&mut self, summary: &JournalSummary) {
        self.before = summary.games;
        self.status.print_resumed("journal", summary.games as u64, "game", summary.torn_bytes);
    }

    fn note(&mut self, words: &str) {
        self.status.print_line(&format!("Note: {words}"));
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
            self.status.print_line(&format!(
                "Game {}, {player}: {}{detail}",
                record.game + 1,
                termination.cause
            ));
        }
        if self.prints_games {
            self.status.suspend(|| outln!("{}", game_line(record)));
        }
        let done = self.before + self.ended;
        if self.table_interval > 0 && done.is_multiple_of(self.table_interval) {
            self.status.suspend(|| out!("After {done} games:\n{}", Summary(results)));
        }
        self.show(results);
    }

    fn tick(&mut self, results: &Results) {
        self.show(results);
    }
}

/// A game as one line.
fn game_line(record: &GameRecord) -> String {
    let GameRecord { game, players: [one, other], outcome, termination, moves, .. } = record;
    format!("Game {}: {one} – {other} {outcome}, {}, {} plies", game + 1, termination.cause, moves.len())
}
