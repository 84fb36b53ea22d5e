//! Client input. Commands that need much memory or time are left out.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use quadriga::protocol::{Output, ServeOptions, serve};

const LEFT_OUT: [&str; 7] = ["hash", "threads", "perft", "bench", "speedtest", "movetime", "memory"];

fuzz_target!(|text: &str| {
    let lower = text.to_ascii_lowercase();
    if LEFT_OUT.iter().any(|word| lower.contains(word)) {
        return;
    }
    // A search without limits is stopped by the next line, or by the last one.
    let input = format!("{text}\nstop\nquit\n");
    let output = Output::new(std::io::sink()).expect("a thread for the output");
    serve(Cursor::new(input), &output, &ServeOptions::default()).expect("a session");
});
