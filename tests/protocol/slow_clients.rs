//! Clients that do not read the engine's output, and clients that have disconnected.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{DEADLINE, PROGRAM};

/// An engine whose output is read only on request; it is killed at the end.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Option<ChildStdout>,
}

impl Engine {
    fn start(log: &str) -> Self {
        let mut child = Command::new(PROGRAM)
            .env("RUST_LOG", log)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take();
        Self { child, input, output }
    }

    fn send(&mut self, lines: &str) {
        self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush()).expect("the engine reads");
    }

    /// The log lines, as they are written.
    fn log(&mut self) -> Receiver<String> {
        let log = self.child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(log).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        lines
    }

    /// Asserts that the engine has exited successfully although its input is still open.
    fn assert_ends(&mut self) {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(Instant::now() < end, "the engine goes on");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn infinite_search_ends_when_the_client_disconnects() {
    for start in ["go infinite", "go ponder", "go perft 20"] {
        let mut engine = Engine::start("off");
        engine.send(&format!("isready\n{start}\n"));
        let mut ready = [0; 8];
        engine.output.as_mut().expect("the output").read_exact(&mut ready).expect("it is ready");
        assert_eq!(&ready, b"readyok\n");
        drop(engine.output.take());
        engine.assert_ends();
    }
}

#[test]
#[cfg(unix)]
fn silent_search_ends_when_the_client_disconnects() {
    let mut engine = Engine::start("off");
    // There is no legal move: nothing is written until the client asks for it.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n");
    drop(engine.output.take());
    engine.assert_ends();
}

#[test]
#[cfg(unix)]
fn idle_engine_ends_when_the_client_disconnects() {
    let mut engine = Engine::start("off");
    drop(engine.output.take());
    engine.assert_ends();
}

#[test]
fn unread_output_does_not_block_the_search() {
    let mut engine = Engine::start("quadriga=trace");
    let log = engine.log();
    // Every move is a draw, so that iterations are fast and there is far more to report than fits into a pipe.
    engine.send("setoption name MultiPV value 256\nsetoption name UCI_ShowWDL value true\n");
    engine.send("position fen k7/8/8/8/3B4/8/5K2/8 w - - 0 1\ngo infinite\n");
    let mut reported = 0;
    let mut depth = 0;
    while depth < 200 {
        let line = log.recv_timeout(DEADLINE).expect("the search goes on");
        let mut words = line.split(' ').skip_while(|word| *word != "depth");
        depth = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(depth);
        reported += usize::from(line.contains(" info depth "));
    }
    engine.send("stop\nisready\n");
    let mut read = 0;
    let mut answers = Vec::new();
    for line in BufReader::new(engine.output.take().expect("the output")).lines() {
        let line = line.expect("UTF-8");
        read += usize::from(line.starts_with("info depth "));
        if !line.starts_with("info ") {
            answers.push(line.clone());
        }
        if answers.len() == 2 {
            break;
        }
    }
    answers.sort_unstable();
    assert!(answers[0].starts_with("bestmove ") && answers[1] == "readyok", "{answers:?}");
    assert!(read < reported, "what is old is dropped, and {read} of {reported} lines were read");
}

#[test]
fn log_lines_contain_the_session_number() {
    let mut engine = Engine::start("quadriga=trace");
    let log = engine.log();
    engine.send("isready\ngo depth 1\nquit\n");
    engine.assert_ends();
    let lines: Vec<_> = log.iter().collect();
    for (thread, text) in
        [("session 1", "> isready"), ("session 1", "< readyok"), ("session 1 search", "< bestmove ")]
    {
        let start = format!(" {thread}] {text}");
        assert!(lines.iter().any(|line| line.contains(&start)), "{start}: {lines:?}");
    }
}
