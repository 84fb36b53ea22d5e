use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

use crate::base::lock;

use super::super::files;
use super::super::router::Service;
use super::super::socket::{self, Presence, frame};
use super::state::State;

/// The path of the report, below the token.
const REPORT: &str = "report";

/// The report contains its script and styles. It cannot reach the server: the sandbox gives it another origin.
const REPORT_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts";

/// The number of changes queued for a page. A page that misses some gets a snapshot.
const WAITING_CHANGES: usize = 512;

/// Changes are collected for this long before they are sent: moves may be much faster than anyone can see.
const COLLECTION_TIME: Duration = Duration::from_millis(40);

/// The pages watching a contest.
pub struct Pages {
    state: Mutex<State>,
    changes: broadcast::Sender<Change>,
}

#[derive(Debug, Clone)]
enum Change {
    /// A line for the pages.
    Line(Arc<str>),
    /// Everything has changed.
    All,
}

impl Pages {
    pub fn new(state: State) -> Self {
        Self { state: Mutex::new(state), changes: broadcast::channel(WAITING_CHANGES).0 }
    }

    /// Changes the state, and sends the line that `change` returns to all pages. Never waits for a page.
    pub fn update(&self, change: impl FnOnce(&mut State) -> String) {
        let mut state = self.lock();
        let line = change(&mut state);
        // Sent while the lock is held, so that a page gets the line after exactly those snapshots that lack it.
        let _ = self.changes.send(Change::Line(line.into()));
    }

    /// Changes the state, and sends a snapshot to all pages.
    pub fn replace(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        let _ = self.changes.send(Change::All);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A snapshot, and the changes after it.
    fn subscribe(&self) -> (String, broadcast::Receiver<Change>) {
        let state = self.lock();
        (state.snapshot(), self.changes.subscribe())
    }

    /// Sends all changes until the page disconnects; returns the reason if the server disconnects the page.
    async fn follow(&self, socket: &mut WebSocket) -> Result<(), CloseFrame> {
        let mut presence = Presence::new(socket::PING_INTERVAL, socket::PATIENCE);
        let (snapshot, mut changes) = self.subscribe();
        socket::send(socket, snapshot).await?;
        loop {
            tokio::select! {
                change = changes.recv() => {
                    tokio::time::sleep(COLLECTION_TIME).await;
                    let text = if let Some(lines) = collect(change, &mut changes) {
                        lines
                    } else {
                        let snapshot;
                        (snapshot, changes) = self.subscribe();
                        snapshot
                    };
                    socket::send(socket, text).await?;
                }
                message = socket.recv() => {
                    presence.confirm();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let answer = self.answer(&text);
                            socket::send(socket, answer).await?;
                        }
                        Some(Ok(Message::Binary(_))) => {
                            return Err(frame(close_code::UNSUPPORTED, "a message must be text"));
                        }
                        Some(Ok(Message::Ping(data))) => socket::answer_ping(socket, data).await?,
                        Some(Ok(Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) | None => return Ok(()),
                        Some(Err(error)) => return Err(frame(close_code::SIZE, &error.to_string())),
                    }
                }
                () = presence.tick() => presence.check(socket, false).await?,
            }
        }
    }

    /// The answer to a request: `game N`.
    fn answer(&self, request: &str) -> String {
        let number = request.trim().strip_prefix("game ").and_then(|number| number.trim().parse().ok());
        let game = number.and_then(|number| self.lock().game(number));
        game.unwrap_or_else(|| r#"{"type":"unknown"}"#.to_owned())
    }
}

/// The lines received, beginning with `first`; `None` if the page needs a snapshot instead.
fn collect(first: Result<Change, RecvError>, changes: &mut broadcast::Receiver<Change>) -> Option<String> {
    let Ok(Change::Line(line)) = first else { return None };
    let mut lines = line.to_string();
    loop {
        match changes.try_recv() {
            Ok(Change::Line(line)) => {
                lines.push('\n');
                lines.push_str(&line);
            }
            Err(TryRecvError::Empty | TryRecvError::Closed) => return Some(lines),
            Ok(Change::All) | Err(TryRecvError::Lagged(_)) => return None,
        }
    }
}

impl Service for Pages {
    const PAGE: &'static str = "watch.html";
    const SOCKET: &'static str = "games";
    const MAX_MESSAGE: usize = 1 << 10;

    async fn serve(self: Arc<Self>, mut socket: WebSocket, place: OwnedSemaphorePermit) {
        let close = self.follow(&mut socket).await.err();
        socket::disconnect(&mut socket, close).await;
        drop(place);
    }

    fn document(&self, path: &str) -> Option<Response> {
        if path != REPORT {
            return None;
        }
        let page = Body::from(self.lock().report()?.to_owned());
        let headers = [(CONTENT_TYPE, files::HTML), (CONTENT_SECURITY_POLICY, REPORT_POLICY)];
        Some((headers, page).into_response())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Config, LiveClocks, LiveGame, LiveMove, MoveRecord};
    use crate::base::Side;

    fn pages() -> Pages {
        let settings = r#"player = [{ command = "self" }, { command = "self" }]
            each.time = "nodes=1""#;
        let config = Config::load(None, settings.parse().expect("TOML")).expect("settings");
        Pages::new(State::new(&config.contest))
    }

    fn clocks() -> LiveClocks {
        let left = [Some(Duration::from_mins(1)), None];
        LiveClocks { left, running: Some(Side::First), at: std::time::Instant::now() }
    }

    fn start(game: usize) -> LiveGame {
        LiveGame {
            game,
            round: 0,
            players: ["a".to_owned(), "b".to_owned()],
            start: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            opening: Vec::new(),
            clocks: clocks(),
        }
    }

    fn played(number: usize) -> LiveMove {
        LiveMove {
            record: MoveRecord { time: Some(Duration::ZERO), ..MoveRecord::of_text(number.to_string()) },
            name: number.to_string(),
            side: Side::First,
            from: None,
            to: "a1".to_owned(),
            traded: Vec::new(),
            fen: format!("fen {number}"),
        }
    }

    fn json(text: &str) -> serde_json::Value {
        serde_json::from_str(text).expect("a line of JSON")
    }

    #[test]
    fn changes_follow_the_snapshot_without_a_gap() {
        let pages = pages();
        pages.update(|state| state.begin_game(start(4)));
        pages.update(|state| state.add_move(4, played(1), clocks()));
        let (snapshot, mut changes) = pages.subscribe();
        let snapshot = json(&snapshot);
        assert_eq!(snapshot["type"], "snapshot");
        let game = &snapshot["games"][0];
        assert_eq!((game["number"].as_u64(), game["plies"].as_u64()), (Some(5), Some(1)));
        assert_eq!(
            (game["fen"].as_str(), game["clocks"]["running"].as_str()),
            (Some("fen 1"), Some("first"))
        );
        assert_eq!(game["clocks"]["left"], json("[60000, null]"));
        for number in 2..5 {
            pages.update(|state| state.add_move(4, played(number), clocks()));
        }
        let first = changes.blocking_recv();
        let lines = collect(first, &mut changes).expect("lines");
        let names: Vec<_> = lines.lines().map(|line| json(line)["move"]["name"].clone()).collect();
        assert_eq!(names, ["2", "3", "4"]);
        let whole = json(&pages.answer("game 5"));
        assert_eq!(whole["game"]["moves"].as_array().map(Vec::len), Some(4));
        assert_eq!(json(&pages.answer("game 6"))["type"], "unknown");
    }

    #[test]
    fn a_slow_page_gets_a_snapshot_and_delays_nobody() {
        let pages = pages();
        pages.update(|state| state.begin_game(start(0)));
        let (_, mut changes) = pages.subscribe();
        for number in 0..3 * WAITING_CHANGES {
            pages.update(|state| state.add_move(0, played(number), clocks()));
        }
        let first = changes.blocking_recv();
        assert_eq!(collect(first, &mut changes), None);
        let (snapshot, _) = pages.subscribe();
        assert_eq!(json(&snapshot)["games"][0]["plies"].as_u64(), Some(3 * WAITING_CHANGES as u64));
    }

    #[test]
    fn the_report_is_there_at_the_end() {
        let pages = pages();
        assert!(pages.document(REPORT).is_none());
        let (_, mut changes) = pages.subscribe();
        let results = crate::arena::Results::new(
            &Config::load(
                None,
                "player = [{ command = 'self' }, { command = 'self' }]\neach.time = 'nodes=1'"
                    .parse()
                    .expect("TOML"),
            )
            .expect("settings")
            .contest,
        );
        let standings = super::super::Standings::of(&results, 0, Some(200));
        pages.replace(|state| state.finish(standings, Some("<!DOCTYPE html>".to_owned())));
        let first = changes.blocking_recv();
        assert_eq!(collect(first, &mut changes), None);
        let (snapshot, _) = pages.subscribe();
        let snapshot = json(&snapshot);
        assert_eq!((snapshot["over"].as_bool(), snapshot["report"].as_bool()), (Some(true), Some(true)));
        assert_eq!(snapshot["standings"]["total"].as_u64(), Some(200));
        let report = pages.document(REPORT).expect("a report");
        let policy = report.headers()[CONTENT_SECURITY_POLICY].to_str().expect("text");
        assert!(
            policy.contains("sandbox allow-scripts") && !policy.contains("allow-same-origin"),
            "{policy}"
        );
    }
}
