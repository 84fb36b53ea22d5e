//! A page for watching the games of a contest while they are played.
//!
//! - `state` holds what is known about the contest, and writes it as JSON.
//! - `pages` sends it to the pages: to each a snapshot, then the changes.
//!
//! The contest never waits for a page. A page that is too slow for the changes misses some and gets another snapshot.

mod pages;
mod state;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::{Contest, ContestObserver, GameEvent, GameRecord, JournalSummary, Results, Shard};

use super::{PageAddress, ServerError, Token, serve};

use pages::Pages;
use state::{Standings, State};

/// The minimum interval between two computations of the standings.
const STANDINGS_INTERVAL: Duration = Duration::from_millis(250);

/// How the server of a contest runs.
#[derive(Debug, Clone)]
pub struct WatchOptions {
    /// The address and the port to listen on. If the port is in use, the next free one of
    /// [`PORT_ATTEMPTS`](super::PORT_ATTEMPTS) is used; port 0 is any free port.
    pub address: SocketAddr,
    /// The secret part of the page's address.
    pub token: Token,
    /// The maximum number of simultaneous pages. Further ones are refused.
    pub pages: usize,
}

/// Serves a contest: observes it and shows it to pages in browsers, on its own thread, until the process ends.
pub struct Watcher {
    pages: Arc<Pages>,
    address: String,
    shard: Shard,
    /// Games before this run, and games finished in it.
    games: usize,
    /// When the standings were last computed; `None` if they are out of date.
    standings_at: Option<Instant>,
    standings_due: bool,
}

impl Watcher {
    /// Starts the server.
    ///
    /// # Errors
    /// If it cannot listen on any of the ports, or the system has no resources left.
    pub fn start(options: &WatchOptions, contest: &Contest, shard: Shard) -> Result<Self, ServerError> {
        let pages = Arc::new(Pages::new(State::new(contest)));
        let (sender, started) = channel();
        let (WatchOptions { address, token, pages: places }, service) = (options.clone(), Arc::clone(&pages));
        let run = move || {
            let ready = |address: &PageAddress| {
                let _ = sender.send(Ok(address.page.clone()));
            };
            if let Err(error) = serve(address, &token, &[], places, |_| service, ready) {
                let _ = sender.send(Err(error));
            }
        };
        thread::Builder::new().name("watch".to_owned()).spawn(run).map_err(ServerError::Start)?;
        let address = started
            .recv()
            .unwrap_or_else(|_| Err(ServerError::Start(std::io::Error::other("its thread has died"))))?;
        Ok(Self { pages, address, shard, games: 0, standings_at: None, standings_due: false })
    }

    /// The page's address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Shows the final results, and the report, an HTML page, if there is one.
    pub fn finish(&mut self, results: &Results, report: Option<String>) {
        let standings = self.standings(results);
        self.pages.replace(|state| state.finish(standings, report));
    }

    fn standings(&self, results: &Results) -> Standings {
        Standings::of(results, self.games, self.shard.total_games(results))
    }

    /// Sends the standings if they have changed and were not sent just before.
    fn send_standings(&mut self, results: &Results) {
        if !self.standings_due || self.standings_at.is_some_and(|at| at.elapsed() < STANDINGS_INTERVAL) {
            return;
        }
        self.standings_due = false;
        self.standings_at = Some(Instant::now());
        let standings = self.standings(results);
        self.pages.update(|state| state.set_standings(standings));
    }
}

impl ContestObserver for Watcher {
    fn resumed(&mut self, summary: &JournalSummary) {
        self.games = summary.games;
    }

    fn begin(&mut self, results: &Results) {
        self.standings_due = true;
        self.send_standings(results);
    }

    fn game(&mut self, record: &GameRecord, results: &Results) {
        self.games += 1;
        self.standings_due = true;
        self.pages.update(|state| state.end_game(record));
        self.send_standings(results);
    }

    fn tick(&mut self, results: &Results) {
        self.send_standings(results);
    }

    fn observes_moves(&self) -> bool {
        true
    }

    fn game_event(&mut self, event: GameEvent) {
        self.pages.update(|state| match event {
            GameEvent::Started(game) => state.begin_game(*game),
            GameEvent::Moved { game, played, clocks } => state.add_move(game, *played, clocks),
        });
    }
}
