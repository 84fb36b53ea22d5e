//! Matches that are watched: what their pages receive, and what pages cannot do to them.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

use quadriga::arena::{GameRecord, read_journal};

#[path = "common/folder.rs"]
mod folder;

use folder::Folder;

/// Long enough for any machine, short enough to end a test that hangs.
const DEADLINE: Duration = Duration::from_mins(1);

const TOKEN: &str = "abcdefgh12345678";

const MATCH: &str = "match --variant zhonggong --time nodes=1500 --random 4 --balance-nodes 300 --max-plies 60 \
    --player 'name=a command=self' --player 'name=b command=self' --journal j.jsonl";

/// A match that is watched; it ends with the test.
struct Contest {
    child: Child,
    address: SocketAddr,
}

impl Drop for Contest {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Contest {
    fn start(folder: &Folder, words: &str) -> Self {
        let mut child = folder
            .command(&format!("{words} --watch 0 --watch-token {TOKEN}"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the match starts");
        let mut output = BufReader::new(child.stderr.take().expect("a pipe"));
        // Notes may come first, as when there are fewer processors than games.
        let mut lines = Vec::new();
        let rest = loop {
            let mut line = String::new();
            let count = output.read_line(&mut line).expect("the program prints the address");
            assert!(count > 0, "no address in {lines:?}");
            if let Some(rest) = line.trim().strip_prefix("The games can be watched at http://") {
                break rest.to_owned();
            }
            lines.push(line);
        };
        let line = &rest;
        let host = rest.strip_suffix(&format!("/{TOKEN}/")).unwrap_or_else(|| panic!("{line}"));
        let address = host.parse().expect("an address");
        thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Self { child, address }
    }

    /// Sends a request with these headers; returns the header and the body of the answer.
    fn get(&self, path: &str, headers: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        write!(stream, "GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (header, body) = answer.split_once("\r\n\r\n").expect("a header and a body");
        (header.to_ascii_lowercase(), body.to_owned())
    }

    fn file(&self, path: &str) -> (String, String) {
        self.get(&format!("/{TOKEN}/{path}"), &format!("Host: {}\r\n", self.address))
    }

    fn request(&self, token: &str) -> Request {
        format!("ws://{}/{token}/games", self.address).into_client_request().expect("a request")
    }

    fn page(&self) -> Page {
        Page::open(self.request(TOKEN)).expect("a page")
    }

    /// Waits until the match is over; it must succeed.
    fn succeed(&mut self) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(begun.elapsed() < DEADLINE, "the match does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    lines: VecDeque<Value>,
}

impl Page {
    fn open(request: Request) -> Result<Self, Error> {
        let (socket, _) = tungstenite::connect(request)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        }
        Ok(Self { socket, lines: VecDeque::new() })
    }

    fn next(&mut self) -> Value {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return line;
            }
            if let Message::Text(text) = self.socket.read().expect("a message") {
                self.lines.extend(text.lines().map(|line| serde_json::from_str(line).expect("JSON")));
            }
        }
    }

    /// Sends a request; returns the next line of this type.
    fn ask(&mut self, request: &str, kind: &str) -> Value {
        self.socket.send(Message::text(request)).expect("sent");
        loop {
            let line = self.next();
            if line["type"] == kind {
                return line;
            }
        }
    }

    /// Reads until the server disconnects; returns its reason.
    fn close_reason(&mut self) -> String {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => {
                    return frame.map_or_else(String::new, |frame| frame.reason.to_string());
                }
                Ok(_) => {}
                Err(error) => return format!("without a reason: {error}"),
            }
        }
    }
}

fn journal(path: &Path) -> BTreeMap<usize, GameRecord> {
    let mut games = BTreeMap::new();
    read_journal(path, |record| drop(games.insert(record.game, record))).expect("a sound journal");
    games
}

fn texts(moves: &Value) -> Vec<&str> {
    moves.as_array().expect("moves").iter().map(|played| played["text"].as_str().expect("a move")).collect()
}

#[test]
fn a_page_follows_a_match_from_its_snapshot_to_the_report() {
    let folder = Folder::new("watched");
    let contest = Contest::start(&folder, &format!("{MATCH} --rounds 8 --concurrency 2"));
    let mut page = contest.page();
    let snapshot = page.next();
    assert_eq!(snapshot["type"], "snapshot");
    assert_eq!((&snapshot["variant"], &snapshot["format"]), (&"zhonggong".into(), &"match".into()));
    assert_eq!((&snapshot["over"], &snapshot["report"]), (&false.into(), &false.into()));

    let mut moves: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let (mut followed, mut standings) = (Vec::new(), 0);
    let end = loop {
        let line = page.next();
        match line["type"].as_str().expect("a type") {
            "game" => {
                let game = &line["game"];
                let number = game["number"].as_u64().expect("a number");
                if game["end"].is_null() {
                    moves.insert(number, texts(&game["moves"]).into_iter().map(str::to_owned).collect());
                } else if let Some(moves) = moves.get(&number) {
                    assert_eq!(game["plies"].as_u64(), Some(moves.len() as u64), "game {number}");
                    followed.push(number);
                }
            }
            "move" => {
                let number = line["number"].as_u64().expect("a number");
                let text = line["move"]["text"].as_str().expect("a move");
                assert!(line["move"]["fen"].is_string() && line["clocks"]["since"].is_u64(), "{line}");
                if let Some(moves) = moves.get_mut(&number) {
                    moves.push(text.to_owned());
                }
            }
            "standings" => standings += 1,
            "snapshot" if line["over"] == true => break line,
            // The page was too slow, and has missed moves.
            "snapshot" => {
                moves.clear();
                followed.clear();
            }
            other => panic!("{other}"),
        }
    };
    assert!(!followed.is_empty() && standings > 0, "{followed:?}, {standings} standings");
    assert_eq!((&end["standings"]["games"], &end["report"]), (&16.into(), &true.into()));
    let records = journal(&folder.path("j.jsonl"));
    for number in followed {
        let record = &records[&(number as usize - 1)];
        assert!(record.moves.iter().map(|played| &played.text).eq(&moves[&number]), "game {number}");
    }
    let game = &page.ask("game 3", "game")["game"];
    assert_eq!(texts(&game["moves"]), records[&2].moves.iter().map(|m| m.text.as_str()).collect::<Vec<_>>());
    assert_eq!(game["end"]["result"], records[&2].outcome.to_string());

    let (header, body) = contest.file("report");
    assert!(header.starts_with("http/1.1 200 ") && body.starts_with("<!DOCTYPE html>"), "{header}");
    for part in ["sandbox allow-scripts", "default-src 'none'", "x-content-type-options: nosniff"] {
        assert!(header.contains(part), "{part} in {header}");
    }
    assert!(!header.contains("allow-same-origin"), "{header}");
}

#[test]
fn the_page_is_the_only_one_and_has_a_strict_policy() {
    let folder = Folder::new("watch-page");
    let contest = Contest::start(&folder, &format!("{MATCH} --rounds 1"));
    let (header, body) = contest.file("");
    assert!(header.starts_with("http/1.1 200 ") && body.contains("watch/index.js"), "{header}");
    assert!(header.contains("script-src 'self'") && !header.contains("unsafe"), "{header}");
    for path in ["index.html", "session", "j.jsonl", "../j.jsonl"] {
        let (header, _) = contest.file(path);
        assert!(
            header.starts_with("http/1.1 404 ") || header.starts_with("http/1.1 403 "),
            "{path}: {header}"
        );
    }
}

#[test]
fn strangers_and_hostile_pages_are_refused_and_the_others_go_on() {
    let folder = Folder::new("watch-strangers");
    let contest = Contest::start(&folder, &format!("{MATCH} --rounds 1"));
    let own = format!("Host: {}\r\n", contest.address);
    let path = format!("/{TOKEN}/");
    for (path, headers) in [
        ("/", own.clone()),
        ("/wrong567890/", own.clone()),
        ("/wrong567890/report", own.clone()),
        (&path, "Host: evil.example\r\n".to_owned()),
        (&path, format!("{own}Origin: http://evil.example\r\n")),
    ] {
        let (header, _) = contest.get(path, &headers);
        assert!(header.starts_with("http/1.1 403 "), "{path} {headers}: {header}");
    }
    let mut foreign = contest.request(TOKEN);
    foreign.headers_mut().insert("Origin", "http://evil.example".parse().expect("a header"));
    for request in [contest.request("wrong567890"), foreign] {
        match Page::open(request).err().expect("refused") {
            Error::Http(response) => assert_eq!(response.status(), 403),
            other => panic!("{other}"),
        }
    }

    let mut other = contest.page();
    let mut page = contest.page();
    page.socket.send(Message::binary(vec![0, 159])).expect("sent");
    assert_eq!(page.close_reason(), "a message must be text");
    let mut page = contest.page();
    // The server may close before it has read everything.
    let _ = page.socket.send(Message::text("x".repeat(1 << 20)));
    assert!(!page.close_reason().is_empty());
    for request in ["", "game", "game 0", "game 99999999999999999999", "quit", "\u{0}将"] {
        other.ask(request, "unknown");
    }
}

#[test]
fn a_page_that_does_not_read_delays_no_game() {
    let folder = Folder::new("watch-slow");
    // Their moves are far more than what waits within the system.
    let words = "match --variant gomoku --time nodes=1 --random 2 --balance-nodes 10 --max-plies 200 --rounds 100 \
        --option BoardSize=20 --player 'name=a command=self' --player 'name=b command=self' --journal j.jsonl \
        --watch-exit";
    let mut contest = Contest::start(&folder, words);
    let slow: Vec<_> = (0..3).map(|_| contest.page()).collect();
    contest.succeed();
    assert_eq!(journal(&folder.path("j.jsonl")).len(), 200);
    drop(slow);
}

#[test]
fn results_are_the_same_with_and_without_pages() {
    let [watched, alone] = ["watch-with", "watch-without"].map(Folder::new);
    let words = format!("{MATCH} --rounds 2");
    let mut contest = Contest::start(&watched, &format!("{words} --watch-exit"));
    let _page = contest.page();
    contest.succeed();
    let output = alone.run(&words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let played = |folder: &Folder| {
        let games = journal(&folder.path("j.jsonl")).into_values();
        let game = |record: GameRecord| {
            let moves: Vec<_> = record.moves.into_iter().map(|m| (m.text, m.score, m.nodes)).collect();
            (record.game, record.outcome, record.termination.cause, moves)
        };
        games.map(game).collect::<Vec<_>>()
    };
    assert_eq!(played(&watched), played(&alone));
}

#[test]
fn wrong_settings_are_errors() {
    let folder = Folder::new("watch-settings");
    for (words, error) in [
        ("--watch host:80", "not an address and a port"),
        ("--watch-exit", "--watch"),
        ("--watch 0 --watch-token a/b", "a token has 8 to 64 letters and digits"),
        ("--watch 203.0.113.1 --watch-token abcdefgh", "cannot listen on 203.0.113.1"),
    ] {
        let output = folder.run(&format!("{MATCH} --rounds 1 {words}"));
        assert!(!output.status.success(), "{words}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(error), "{words}: {text}");
    }
}
