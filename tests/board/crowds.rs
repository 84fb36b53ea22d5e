//! Clients that keep connections open, or do not read: they take no memory and no places from others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tungstenite::Message;
use tungstenite::stream::MaybeTlsStream;

use super::{DEADLINE, Page, Server, TOKEN};

/// The memory that clients may take which send much and read nothing, in MiB.
const SOME_MIB: u64 = 96;

impl Server {
    /// The most memory that the server has ever had, in MiB; `None` where the system does not tell.
    fn peak_mib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
    }

    fn is_page_served(&self) -> bool {
        let host = format!("Host: {}\r\n", self.address);
        self.get(&format!("/{TOKEN}/"), &host).starts_with("HTTP/1.1 200 ")
    }
}

impl Page {
    /// Sends a message again and again until no more is accepted; returns whether it stopped before the end.
    fn is_stopped_within(&mut self, message: &Message, times: usize) -> bool {
        let MaybeTlsStream::Plain(stream) = self.socket.get_ref() else { panic!("no encryption") };
        stream.set_write_timeout(Some(Duration::from_millis(300))).expect("a timeout");
        (0..times).any(|_| self.socket.send(message.clone()).is_err())
    }
}

#[test]
fn pings_whose_answers_nobody_reads_take_no_memory_and_end_the_session() {
    let server = Server::start(&[]);
    let mut other = server.page();
    assert_eq!(other.ask("isready", "readyok"), "readyok");
    let before = server.peak_mib();
    let mut floods: Vec<_> = (0..4).map(|_| server.page()).collect();
    // 64 MiB each.
    let ping = Message::Ping(vec![0; 125].into());
    for flood in &mut floods {
        assert!(flood.is_stopped_within(&ping, 512 << 10), "the server accepted all pings");
    }
    assert_eq!(other.ask("isready", "readyok"), "readyok");
    if let (Some(before), Some(peak)) = (before, server.peak_mib()) {
        assert!(peak - before < SOME_MIB, "from {before} MiB to {peak} MiB");
    }
    // The server says why after the answers that are still on their way, and closes the connection.
    let begun = Instant::now();
    for flood in &mut floods {
        while flood.socket.read().is_ok() {
            assert!(begun.elapsed() < DEADLINE, "the session goes on");
        }
    }
    assert_eq!(other.ask("isready", "readyok"), "readyok");
}

#[test]
fn a_ping_is_answered_once_with_its_own_data() {
    let server = Server::start(&[]);
    let mut page = server.page();
    for text in ["a", "", "bcd"] {
        page.socket.send(Message::Ping(text.into())).expect("sent");
    }
    page.send("isready");
    let mut pongs = Vec::new();
    loop {
        match page.socket.read().expect("a message") {
            Message::Pong(data) => pongs.push(data),
            Message::Text(text) if text.contains("readyok") => break,
            _ => {}
        }
    }
    assert_eq!(pongs, ["a", "", "bcd"]);
}

#[test]
fn answers_that_nobody_reads_take_little_memory() {
    let server = Server::start(&[]);
    let mut page = server.page();
    // Each `state` of this game is an answer of more than a megabyte.
    page.send(&format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(2000)));
    assert_eq!(page.ask("isready", "readyok"), "readyok");
    let before = server.peak_mib();
    // It stops at some point, or the server does not read on.
    let _ = page.is_stopped_within(&Message::text("state\n".repeat(100)), 1000);
    std::thread::sleep(Duration::from_secs(1));
    if let (Some(before), Some(peak)) = (before, server.peak_mib()) {
        assert!(peak - before < SOME_MIB, "from {before} MiB to {peak} MiB");
    }
}

#[test]
fn requests_whose_answers_nobody_reads_take_no_memory() {
    let server = Server::start(&[]);
    assert!(server.is_page_served());
    let before = server.peak_mib();
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_millis(300))).expect("a timeout");
    let request = format!("GET /{TOKEN}/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(1000);
    let is_stopped = (0..1000).any(|_| stream.write_all(request.as_bytes()).is_err());
    assert!(is_stopped, "the server accepted a million requests");
    assert!(server.is_page_served());
    if let (Some(before), Some(peak)) = (before, server.peak_mib()) {
        assert!(peak - before < SOME_MIB, "from {before} MiB to {peak} MiB");
    }
}

#[test]
fn connections_without_the_token_leave_places_for_pages() {
    let server = Server::start(&[]);
    let mut old = server.page();
    let mut idle: Vec<TcpStream> = Vec::new();
    for round in 0..5 {
        idle.extend((0..100).map(|_| server.connect()));
        // Some begin a request, some send a wrong token and wait.
        for (number, stream) in idle.iter_mut().rev().take(100).enumerate() {
            let words = match number % 3 {
                0 => String::new(),
                1 => format!("GET /{TOKEN}/"),
                _ => format!("GET /wrong567890/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.address),
            };
            // The server may have disconnected it already.
            let _ = stream.write_all(words.as_bytes());
        }
        assert!(server.is_page_served(), "round {round}");
        assert_eq!(server.page().ask("isready", "readyok"), "readyok", "round {round}");
        assert_eq!(old.ask("isready", "readyok"), "readyok", "round {round}");
    }
    // The oldest ones had to go.
    let is_closed = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
        loop {
            match stream.read(&mut [0; 1024]) {
                Ok(0) => break true,
                Ok(_) => {}
                Err(error) => break error.kind() == std::io::ErrorKind::ConnectionReset,
            }
        }
    };
    assert!(idle[..100].iter_mut().all(is_closed), "old connections are still open");
}

#[test]
fn more_connections_of_pages_than_allowed_are_told_so() {
    let server = Server::start(&["--max-sessions", "1"]);
    let host = format!("Host: {}\r\n", server.address);
    let request = format!("GET /{TOKEN}/icon.svg HTTP/1.1\r\n{host}\r\n");
    let mut kept = Vec::new();
    let is_refused = (0..80).any(|_| {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        kept.push(stream);
        &answer == b"HTTP/1.1 503"
    });
    assert!(is_refused, "no connection was refused");
    drop(kept);
    let begun = Instant::now();
    while !server.is_page_served() {
        assert!(begun.elapsed() < DEADLINE, "the server does not recover");
        std::thread::sleep(Duration::from_millis(50));
    }
}
