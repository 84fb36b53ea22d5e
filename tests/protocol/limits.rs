//! Sessions with limits, and clients that request more.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadriga::protocol::{Output, ServeOptions, SessionLimits, serve};

use crate::client::DEADLINE;

/// Stores the output.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("UTF-8")
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An input that ends when this text has been written, or after a timeout.
struct Until {
    written: Written,
    text: &'static str,
}

impl Read for Until {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        let end = Instant::now() + DEADLINE;
        while !self.written.text().contains(self.text) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(0)
    }
}

/// The output of a session with these limits for `input`, which ends as soon as `last` has been written.
fn answers(limits: SessionLimits, input: &str, last: &'static str) -> Vec<String> {
    let written = Written::default();
    let input =
        Cursor::new(input.to_owned().into_bytes()).chain(Until { written: written.clone(), text: last });
    let output = Output::new(written.clone()).expect("a thread");
    let options = ServeOptions { limits, ..ServeOptions::default() };
    serve(BufReader::new(input), &output, &options).expect("a session");
    written.text().lines().map(str::to_owned).collect()
}

fn limits() -> SessionLimits {
    SessionLimits::default()
}

#[test]
fn options_end_at_the_limits() {
    let limited = SessionLimits { hash_mib: 8, threads: 2, ..limits() };
    let input = "uci\nsetoption name Hash value 9\nsetoption name Hash value 8\nsetoption name Threads value 3\n\
                 setoption name Threads value 2\nsetoption name Hash value 0\ngo depth 2\n";
    let lines = answers(limited, input, "bestmove");
    for line in [
        "option name Threads type spin default 1 min 1 max 2",
        "option name Hash type spin default 8 min 1 max 8",
        "info string error option Hash: 9 exceeds this session's limit of 8",
        "info string error option Threads: 3 exceeds this session's limit of 2",
        "info string error option Hash: \"0\" is not a whole number from 1 to 33554432",
    ] {
        assert_eq!(lines.iter().filter(|found| *found == line).count(), 1, "{line}: {lines:?}");
    }
    assert_eq!(lines.iter().filter(|line| line.contains(" error ")).count(), 3, "{lines:?}");
    let ucci = answers(limited, "ucci\n", "ucciok");
    assert!(ucci.contains(&"option hashsize type spin min 1 max 8 default 8".to_owned()), "{ucci:?}");
    assert!(ucci.contains(&"option threads type spin min 1 max 2 default 1".to_owned()), "{ucci:?}");
}

#[test]
fn gomocup_info_is_clamped_to_the_session_limits() {
    let limited = SessionLimits { hash_mib: 2, threads: 1, ..limits() };
    let input = "START 15\nINFO max_memory 1000000000\nINFO thread_num 8\nINFO timeout_turn 20\nBEGIN\n";
    let lines = answers(limited, input, ",");
    assert!(!lines.iter().any(|line| line.starts_with("ERROR")), "{lines:?}");
}

#[test]
fn every_search_ends_at_the_time_limit() {
    let limited = SessionLimits { time: Some(Duration::from_millis(30)), ..limits() };
    for go in [
        "go infinite",
        "go",
        "go ponder",
        "go depth 100",
        "go ponder wtime 10 btime 10",
        "go movetime 100000",
    ] {
        let lines = answers(limited, &format!("{go}\n"), "bestmove ");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{go}: {lines:?}");
        let error = "info string error the search was stopped by this session's time limit of 30 ms";
        assert!(lines.iter().any(|line| line == error), "{go}: {lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {lines:?}");
    }
    // There is nothing to search, but the answer must not come too early.
    let lines = answers(limited, "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n", "bestmove ");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
    let generous = SessionLimits { time: Some(Duration::from_mins(1)), ..limits() };
    let lines = answers(generous, "go depth 1\n", "bestmove ");
    assert!(!lines.iter().any(|line| line.contains(" error ")), "{lines:?}");
}

#[test]
fn every_job_ends_at_the_time_limit() {
    let limited = SessionLimits { time: Some(Duration::from_millis(30)), ..limits() };
    for (line, work) in [("go perft 20", "perft"), ("bench 90", "bench"), ("speedtest 3000", "speedtest")] {
        let lines = answers(limited, &format!("{line}\n"), "time limit");
        let error = format!("info string error {work} was stopped by this session's time limit of 30 ms");
        assert_eq!(lines.last(), Some(&error), "{lines:?}");
    }
}

#[test]
fn bench_respects_the_memory_limit() {
    let limited = SessionLimits { hash_mib: 15, ..limits() };
    let lines = answers(limited, "bench 1\n", "error");
    let error =
        "info string error bench needs a hash table of 16 MiB, which exceeds this session's limit of 15 MiB";
    assert_eq!(lines, [error]);
}

#[test]
fn line_length_is_limited() {
    let limited = SessionLimits { line_bytes: 100, queued_lines: 1, ..limits() };
    let input = format!("isready\nposition startpos moves {}\nisready\n", "e2e4 ".repeat(50));
    let lines = answers(
        limited,
        &input,
        "readyok\ninfo string error the line is too long: the limit is 100 bytes\nreadyok",
    );
    assert_eq!(lines.len(), 3, "{lines:?}");
    let gomocup = answers(limited, &format!("START 15\nINFO {}\n", "x".repeat(100)), "ERROR");
    assert_eq!(gomocup, ["OK", "ERROR the line is too long: the limit is 100 bytes"]);
}
