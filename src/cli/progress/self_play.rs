use quadriga::lab::datagen::DatagenObserver;

use super::StatusLine;

/// Displays the progress of self-play or relabelling.
pub struct SelfPlayProgress {
    status: StatusLine,
    games: u32,
    /// Games completed before this run, and in total.
    before: u32,
    done: u32,
    /// Plies searched in this run.
    searched: u64,
}

impl SelfPlayProgress {
    /// Starts measuring the elapsed time; `games` is the total number of games.
    pub fn new(games: u32) -> Self {
        Self { status: StatusLine::new(), games, before: 0, done: 0, searched: 0 }
    }

    /// Shows the final status.
    pub fn finish(&self) {
        self.status.finish(&self.line());
    }

    fn line(&self) -> String {
        let pace = self.searched as f64 / self.status.elapsed().as_secs_f64().max(1e-3);
        let line = format!("{}/{} games, {} positions, {pace:.0}/s", self.done, self.games, self.searched);
        let (played, left) = (self.done - self.before, self.games.saturating_sub(self.done));
        line + &self.status.time_left(played.into(), left.into())
    }
}

impl DatagenObserver for SelfPlayProgress {
    fn resumed(&mut self, games: u32, done: u32, torn_bytes: u64) {
        (self.before, self.done) = (done, done);
        self.status.print_resumed("file", games.into(), "game", torn_bytes);
    }

    fn note(&mut self, words: &str) {
        self.status.print_line(&format!("Note: {words}"));
    }

    fn game(&mut self, searched: u64, done: u32) {
        self.done = done;
        self.searched += searched;
    }

    fn tick(&mut self) {
        let line = self.line();
        self.status.show(self.done.into(), self.games.into(), &line);
    }
}
