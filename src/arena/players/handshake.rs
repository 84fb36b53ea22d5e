use crate::base::shorten;

use super::Deadline;
use super::error::PlayerError;
use super::options::{DeclaredOption, DeclaredOptions};
use super::process::Process;

/// Performs the handshake of UCI or UCCI (`command` is `uci` or `ucci`) and returns the options that the program
/// declares, and its name.
///
/// # Errors
///
/// If it does not speak the protocol.
pub fn handshake(
    process: &mut Process,
    command: &str,
    deadline: &Deadline<'_>,
) -> Result<(DeclaredOptions, Option<String>), PlayerError> {
    process.send(command);
    let mut declared = DeclaredOptions::default();
    let mut name = None;
    loop {
        let line = process.line(deadline)?;
        let line = line.trim();
        if let Some(option) = line.strip_prefix("option ").and_then(DeclaredOption::read) {
            declared.0.push(option);
        } else if let Some(text) = line.strip_prefix("id name ") {
            name = Some(text.to_owned());
        } else if line.strip_suffix("ok") == Some(command) {
            return Ok((declared, name));
        } else if is_refusal(line, command) {
            return Err(PlayerError::Unusable(format!("it rejects {command:?}: {}", shorten(line))));
        }
    }
}

/// Whether a line of output rejects the command just sent: `Error (unknown command): uci` or, after a prompt,
/// `White (1) : Invalid move: uci`.
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
