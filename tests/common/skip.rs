//! Tests that cannot be made on every machine.

use std::fs::OpenOptions;
use std::io::Write;

/// Notes that a test is skipped, and why: on the standard error, and as a line of the file that `QUADRIGA_SKIPPED`
/// names, if it is set. `scripts/test` counts these lines, as a test that returns early passes.
pub fn skip(test: &str, reason: &str) {
    eprintln!("skipped: {test}: {reason}");
    if let Some(path) = std::env::var_os("QUADRIGA_SKIPPED") {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        // In one piece, as tests run side by side.
        let written = file.and_then(|mut file| file.write_all(format!("{test}: {reason}\n").as_bytes()));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
