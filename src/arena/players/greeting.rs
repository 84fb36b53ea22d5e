use crate::base::shorten;

use super::Patience;
use super::fault::Fault;
use super::options::{Declared, DeclaredOptions};
use super::process::Process;

/// Greets a program in UCI or UCCI, where `command` is `uci` or `ucci`, and returns the options that it declares.
///
/// # Errors
/// Where it does not speak the protocol.
pub fn greet(
    process: &mut Process,
    command: &str,
    patience: &Patience<'_>,
) -> Result<DeclaredOptions, Fault> {
    process.send(command);
    let mut declared = DeclaredOptions::default();
    loop {
        let line = process.line(patience)?;
        let line = line.trim();
        if let Some(option) = line.strip_prefix("option ").and_then(Declared::read) {
            declared.0.push(option);
        } else if line.strip_suffix("ok") == Some(command) {
            return Ok(declared);
        } else if is_refusal(line, command) {
            return Err(Fault::Unfit(format!("it does not understand {command:?}: {}", shorten(line))));
        }
    }
}

/// Whether a line of output says that this command, just sent, is not understood: `Error (unknown command): uci`, or with
/// a prompt before it `White (1) : Invalid move: uci`.
fn is_refusal(line: &str, command: &str) -> bool {
    let line = line.trim_end_matches(['\'', '"', '.', ' ']).to_ascii_lowercase();
    line.ends_with(command)
        && ["error", "unknown", "illegal", "invalid", "bad"].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_recognised() {
        for line in
            ["Error (unknown command): uci", "White (1) : Invalid move: uci", "Unknown command: 'UCI'."]
        {
            assert!(is_refusal(line, "uci"), "{line}");
        }
        for line in ["id author unknown", "error: no book", "uci", "A bad engine that speaks uci and more"] {
            assert!(!is_refusal(line, "uci"), "{line}");
        }
    }
}
