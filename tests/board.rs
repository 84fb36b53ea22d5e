//! The server of the board as browsers, scripts and hostile clients meet it.

#[path = "board/crowds.rs"]
mod crowds;
#[expect(dead_code, reason = "no test here waits for the program to end")]
#[path = "common/folder.rs"]
mod folder;
#[path = "board/library.rs"]
mod library;
#[path = "board/opening.rs"]
mod opening;
#[path = "board/rooms.rs"]
mod rooms;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

use folder::Folder;

/// Long enough for any machine, short enough to end a test that hangs.
const DEADLINE: Duration = Duration::from_mins(1);

const TOKEN: &str = "abcdefgh12345678";

/// A running server; it ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
    /// What follows the first line of its output.
    output: Option<BufReader<ChildStdout>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quadriga"))
            .args(["board", "--no-open", "--port", "0", "--token", TOKEN])
            .args(arguments)
            // No test touches the user's own games.
            .args((!arguments.contains(&"--library")).then_some("--no-library"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("the server prints its address");
        let rest = line.trim().strip_prefix("The board is at http://").unwrap_or_else(|| panic!("{line}"));
        let host = rest.strip_suffix(&format!("/{TOKEN}/")).unwrap_or_else(|| panic!("{line}"));
        Self { child, address: host.parse().expect("an address"), output: Some(output) }
    }

    /// Starts a server that keeps its games in this folder.
    fn with_library(folder: &Folder) -> Self {
        let library = folder.path("games.sqlite");
        Self::start(&["--library", library.to_str().expect("a plain name")])
    }

    /// Sends a request with these headers; returns the whole answer.
    fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        stream
    }

    fn request(&self, token: &str) -> Request {
        format!("ws://{}/{token}/session", self.address).into_client_request().expect("a request")
    }

    fn open(request: Request) -> Result<Page, Error> {
        let (socket, _) = tungstenite::connect(request)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        }
        Ok(Page { socket, lines: VecDeque::new() })
    }

    fn page(&self) -> Page {
        Self::open(self.request(TOKEN)).expect("a session")
    }
}

struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// Lines received but not yet looked at.
    lines: VecDeque<String>,
}

impl Page {
    fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("sent");
    }

    /// Reads up to a line that begins with `start`, and returns it.
    fn until(&mut self, start: &str) -> String {
        let begun = Instant::now();
        while begun.elapsed() < DEADLINE {
            while let Some(line) = self.lines.pop_front() {
                if line.starts_with(start) {
                    return line;
                }
            }
            if let Message::Text(text) = self.socket.read().expect("a message") {
                self.lines.extend(text.lines().map(str::to_owned));
            }
        }
        panic!("no line begins with {start:?}");
    }

    fn ask(&mut self, command: &str, start: &str) -> String {
        self.send(command);
        self.until(start)
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

fn status_of(error: &Error) -> u16 {
    match error {
        Error::Http(response) => response.status().as_u16(),
        other => panic!("{other}"),
    }
}

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    let host = format!("Host: {}\r\n", server.address);
    let page = server.get(&format!("/{TOKEN}/"), &host);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    let (header, body) = page.split_once("\r\n\r\n").expect("a body");
    let header = header.to_ascii_lowercase();
    assert!(body.starts_with("<!doctype html>"), "{body}");
    for expected in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self';",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(header.contains(expected), "{expected} in {header}");
    }
    assert!(!header.contains("unsafe"), "{header}");
    for path in ["nothing.js", "../Cargo.toml", "%2e%2e/Cargo.toml", "/etc/passwd", ".."] {
        let answer = server.get(&format!("/{TOKEN}/{path}"), &host);
        assert!(
            answer.starts_with("HTTP/1.1 404 ") || answer.starts_with("HTTP/1.1 403 "),
            "{path}: {answer}"
        );
    }
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.port();
    let path = format!("/{TOKEN}/");
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for (path, headers) in [
        ("/", own.clone()),
        ("/wrong567890/", own.clone()),
        ("/wrong567890/session", own.clone()),
        (&path, String::new()),
        (&path, format!("Host: evil.example:{port}\r\n")),
        (&path, "Host: 127.0.0.1:1\r\n".to_owned()),
        (&path, format!("{own}Origin: http://evil.example\r\n")),
        (&path, format!("{own}Origin: null\r\n")),
    ] {
        let answer = server.get(path, &headers);
        let refused = answer.starts_with("HTTP/1.1 403 ") || answer.starts_with("HTTP/1.1 400 ");
        assert!(refused, "{path} {headers}: {answer}");
    }

    let error = Server::open(server.request("wrong567890")).err().expect("refused");
    assert_eq!(status_of(&error), 403);
    let mut request = server.request(TOKEN);
    request.headers_mut().insert("Origin", "http://evil.example".parse().expect("a header"));
    let error = Server::open(request).err().expect("refused");
    assert_eq!(status_of(&error), 403);
    let mut request = server.request(TOKEN);
    let origin = format!("http://{}", server.address);
    request.headers_mut().insert("Origin", origin.parse().expect("a header"));
    assert_eq!(Server::open(request).expect("the own page").ask("isready", "readyok"), "readyok");
}

#[test]
fn names_of_the_machine_are_accepted_and_no_others() {
    let server = Server::start(&["--host", "Board.Example", "--host", "second.example."]);
    let port = server.address.port();
    let status = |host: &str| {
        let answer = server.get(&format!("/{TOKEN}/"), &format!("Host: {host}:{port}\r\n"));
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    let mut own =
        vec!["localhost", "127.0.0.1", "[::1]", "board.example", "BOARD.EXAMPLE.", "second.example"];
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let local = format!("{}.local", name.trim().split('.').next().unwrap_or_default());
    if !name.trim().is_empty() {
        own.extend([name.trim(), &local]);
    }
    for host in own {
        assert_eq!(status(host), "200", "{host}");
    }
    for host in
        ["evil.example", "evil.local", "board.example.evil.example", "127.0.0.1.evil.example", "a_b", ""]
    {
        assert_eq!(status(host), "403", "{host}");
    }
    // A WebSocket from the page under its name is of the same origin; one from another name is not.
    for (origin, is_own) in [("http://board.example", true), ("http://second.example", false)] {
        let mut request = server.request(TOKEN);
        let headers = request.headers_mut();
        headers.insert("Host", format!("board.example:{port}").parse().expect("a header"));
        headers.insert("Origin", format!("{origin}:{port}").parse().expect("a header"));
        assert_eq!(Server::open(request).is_ok(), is_own, "{origin}");
    }
}

#[test]
fn listening_to_the_network_prints_its_addresses() {
    for arguments in [&["--listen"][..], &["--listen", "0.0.0.0"]] {
        let mut server = Server::start(arguments);
        let mut output = server.output.take().expect("its output");
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with("Press Ctrl-C")) {
            let mut line = String::new();
            assert!(output.read_line(&mut line).expect("a line") > 0, "{lines:?}");
            lines.push(line);
        }
        let roots: Vec<_> = lines.iter().filter_map(|line| line.trim().strip_prefix("http://")).collect();
        for root in &roots {
            let (host, path) = root.split_once('/').expect("a path");
            assert_eq!(path, format!("{TOKEN}/"));
            // Each name is one that the server accepts, and each number reaches it.
            let answer = server.get(&format!("/{path}"), &format!("Host: {host}\r\n"));
            assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
            if let Ok(address) = host.parse::<SocketAddr>() {
                TcpStream::connect_timeout(&address, DEADLINE).expect("reachable");
            }
        }
        // A machine may have no network.
        assert!(roots.is_empty() == (lines.len() == 1), "{lines:?}");
    }
}

#[test]
fn every_page_has_a_session_of_its_own() {
    let server = Server::start(&[]);
    let [mut a, mut b] = [server.page(), server.page()];
    a.send("setoption name UCI_Variant value zhonggong\nposition startpos");
    b.send("setoption name UCI_Variant value renju");
    assert!(a.ask("state", "state ").contains("\"variant\":\"zhonggong\""));
    assert!(b.ask("state", "state ").contains("\"variant\":\"renju\""));
    assert!(a.ask("go depth 3", "bestmove ").len() > "bestmove ".len());
    a.send("quit");
    assert_eq!(a.close_reason(), "the session has ended");
    assert_eq!(b.ask("isready", "readyok"), "readyok");
}

#[test]
fn a_page_cannot_exceed_the_limits() {
    let server = Server::start(&["--max-hash", "32", "--max-threads", "2", "--max-time", "1"]);
    let mut page = server.page();
    for command in ["setoption name Hash value 33", "setoption name Threads value 3"] {
        let answer = page.ask(command, "info string error");
        assert!(answer.contains("limit"), "{answer}");
    }
    for option in ["EvalFile", "SyzygyPath", "TablePath"] {
        let answer = page.ask(&format!("setoption name {option} value /etc/passwd"), "info string error");
        assert!(answer.contains(&format!("no option is called \"{option}\"")), "{answer}");
    }
    page.send("go infinite");
    assert!(page.until("info string").contains("time limit"));
    page.send("stop");
    page.until("bestmove");
}

#[test]
fn hostile_frames_end_the_session_and_no_other() {
    let server = Server::start(&[]);
    let mut other = server.page();
    let mut page = server.page();
    page.socket.send(Message::binary(vec![0, 159, 146, 150])).expect("sent");
    assert_eq!(page.close_reason(), "a message must be text");
    let mut page = server.page();
    // The server may close before it has read everything.
    let _ = page.socket.send(Message::text("x".repeat(1 << 20)));
    assert!(!page.close_reason().is_empty());
    let mut page = server.page();
    assert!(page.ask("\u{0}nonsense 将\u{7f}", "info string error").contains("unknown command"));
    assert_eq!(page.ask("isready", "readyok"), "readyok");
    assert_eq!(other.ask("isready", "readyok"), "readyok");
}

#[test]
fn a_flood_is_slowed_and_the_others_go_on() {
    let server = Server::start(&[]);
    let mut other = server.page();
    let mut flood = server.page();
    let MaybeTlsStream::Plain(stream) = flood.socket.get_ref() else { panic!("no encryption") };
    stream.set_write_timeout(Some(Duration::from_millis(200))).expect("a timeout");
    // The answers are never read, so that at some point no more is accepted.
    let text = "d\n".repeat(1000);
    let accepted =
        (0..20_000).take_while(|_| flood.socket.send(Message::text(text.as_str())).is_ok()).count();
    assert!(accepted < 20_000, "the server accepted 20 million commands");
    assert_eq!(other.ask("isready", "readyok"), "readyok");
    assert!(other.ask("go depth 4", "bestmove").len() > 8);
}

#[test]
fn more_pages_than_allowed_are_refused_until_one_leaves() {
    let server = Server::start(&["--max-sessions", "2"]);
    let mut first = server.page();
    let _second = server.page();
    assert_eq!(first.ask("isready", "readyok"), "readyok");
    let error = Server::open(server.request(TOKEN)).err().expect("refused");
    assert_eq!(status_of(&error), 503);
    drop(first);
    let begun = Instant::now();
    while let Err(error) = Server::open(server.request(TOKEN)) {
        assert_eq!(status_of(&error), 503);
        assert!(begun.elapsed() < DEADLINE, "the page's place is not freed");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_session_goes_on_beside_thousands_of_connections() {
    let server = Server::start(&[]);
    let mut page = server.page();
    page.send("go infinite");
    page.until("info depth 4");
    // Few enough at a time for the usual limit on open files, and more in all than that limit.
    let mut open = VecDeque::new();
    for number in 0..3000 {
        if open.len() == 300 {
            open.pop_front();
        }
        if let Ok(stream) = TcpStream::connect(server.address) {
            open.push_back(stream);
        }
        if number % 300 == 299 {
            assert_eq!(page.ask("isready", "readyok"), "readyok");
        }
    }
    drop(open);
    assert!(page.ask("stop", "bestmove").len() > 8);
    assert_eq!(server.page().ask("isready", "readyok"), "readyok");
}

#[test]
fn a_wrong_token_or_address_is_an_error() {
    for (arguments, words) in [
        (&["--token", "a/b"][..], "a token has 8 to 64 letters and digits"),
        (&["--listen", "203.0.113.1", "--token", TOKEN], "cannot listen on 203.0.113.1"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_quadriga"))
            .args(["board", "--no-open", "--no-library"])
            .args(arguments)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(words), "{text}");
    }
}
