//! A strict client: every read has a deadline, every line is kept, and the engine never outlives it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for any machine, short enough to end a hanging test.
pub const DEADLINE: Duration = Duration::from_mins(1);

/// The engine's program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_quadriga");

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Vec<String>,
}

impl Client {
    /// Starts the engine without arguments, as clients do.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Self {
        Self::start_program(Path::new(PROGRAM), arguments)
    }

    pub fn start_program(program: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine writes UTF-8");
                assert!(!line.contains('\r'), "a line ends with LF: {line:?}");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, log: Vec::new() }
    }

    /// Starts the engine for one game.
    pub fn playing(variant: &str) -> Self {
        let mut client = Self::start();
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        client.ready();
        client
    }

    pub fn send(&mut self, line: &str) {
        self.remember(format!("> {}", line.chars().take(200).collect::<String>()));
        self.send_bytes(line.as_bytes());
        self.send_bytes(b"\n");
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line; `None` at the end of the output.
    pub fn try_line(&mut self, timeout: Duration) -> Result<Option<String>, RecvTimeoutError> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => {
                self.remember(format!("< {line}"));
                assert!(!line.contains("threads panicked"), "{line:?} after\n{}", self.recent());
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(timeout) => Err(timeout),
        }
    }

    pub fn line(&mut self) -> String {
        match self.try_line(DEADLINE) {
            Ok(Some(line)) => line,
            other => panic!("no line ({other:?}) after\n{}", self.recent()),
        }
    }

    /// The lines up to and including the first that starts with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let end = Instant::now() + DEADLINE;
        let mut lines = Vec::new();
        while Instant::now() < end {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
        panic!("no {start:?} after\n{}", self.recent());
    }

    /// The lines up to and including the first that starts with one of these.
    pub fn until_any(&mut self, starts: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let is_last = starts.iter().any(|start| line.starts_with(start));
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The lines written before `readyok`.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The answer to a command with a one-line answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The best move of a search that ends by itself, and the lines before it.
    pub fn go(&mut self, limits: &str) -> (String, Vec<String>) {
        self.send(&format!("go {limits}"));
        let mut lines = self.until("bestmove");
        let answer = lines.pop().expect("the answer");
        (best_move(&answer).to_owned(), lines)
    }

    /// The legal moves.
    pub fn legal(&mut self) -> Vec<String> {
        let line = self.ask("legal");
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("legal"), "{line}");
        words.map(str::to_owned).collect()
    }

    /// Asserts that the engine writes nothing for a while.
    pub fn assert_silent(&mut self, time: Duration) {
        if let Ok(line) = self.try_line(time) {
            panic!("unexpected {line:?} after\n{}", self.recent());
        }
    }

    /// The memory of the engine's process that is in use, in MiB.
    #[cfg(target_os = "linux")]
    pub fn resident_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the process runs");
        let field = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        field.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    /// Ends the session, and returns the lines written until then.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (status, lines) = self.wait();
        assert!(status.success(), "{status}");
        lines
    }

    /// The exit status of an engine that ends by itself, and the lines written until then.
    pub fn wait(&mut self) -> (ExitStatus, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            match self.try_line(DEADLINE) {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => break,
                Err(error) => panic!("the engine goes on: {error} after\n{}", self.recent()),
            }
        }
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                return (status, lines);
            }
            assert!(Instant::now() < end, "the engine goes on after\n{}", self.recent());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Keeps a line of the dialogue, and drops old ones.
    fn remember(&mut self, line: String) {
        if self.log.len() == 1000 {
            self.log.drain(..500);
        }
        self.log.push(line);
    }

    /// The last lines of both sides.
    pub fn recent(&self) -> String {
        self.log[self.log.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The move of a `bestmove` line.
pub fn best_move(line: &str) -> &str {
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("bestmove"), "{line}");
    words.next().expect("bestmove names a move")
}

/// The word after a name in an `info` line.
pub fn value<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}
