//! Client input: the first byte selects the protocol, the rest are lines of any bytes. Commands that need much memory
//! or time are left out.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use quadriga::protocol::{Output, ServeOptions, serve};

/// The first lines of a client of each protocol.
const GREETINGS: [&str; 5] =
    ["", "uci\n", "ucci\n", "START 15\nINFO timeout_turn 1\n", "xboard\nprotover 2\nst 0.01\nforce\n"];

const LEFT_OUT: [&str; 15] = [
    "hash", "threads", "perft", "bench", "speedtest", "movetime", "memory", "cores", "timeout", "level", "st ",
    "syzygy", "egtpath", "path", "new",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, lines)) = bytes.split_first() else { return };
    let lower = String::from_utf8_lossy(lines).to_ascii_lowercase();
    // Numbers ask for many lines, much depth and the like.
    let is_large = |digits: &str| digits.len() > 2;
    if LEFT_OUT.iter().any(|word| lower.contains(word))
        || lower.split(|c: char| !c.is_ascii_digit()).any(is_large)
    {
        return;
    }
    let greeting = GREETINGS[usize::from(first) % GREETINGS.len()].as_bytes();
    // A search without limits is stopped by the next line, or by one of the last.
    let input = [greeting, lines, b"\nDONE\nstop\nexit\nEND\nquit\n"].concat();
    let output = Output::new(std::io::sink()).expect("a thread for the output");
    serve(Cursor::new(input), &output, &ServeOptions::default()).expect("a session");
});
