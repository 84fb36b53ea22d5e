//! The transcripts in the documents, and the dialogues of real clients, replayed.

use std::fmt::Write;
use std::panic::catch_unwind;

use crate::client::Client;
use crate::documents::documents;

/// The first line of a transcript, and the last one.
const OPENING: &str = "```transcript";
const CLOSING: &str = "```";

/// The number of transcripts below which some have been lost.
const MIN_TRANSCRIPTS: usize = 40;

/// The name of a file that does not exist yet.
const NEW_FILE: &str = "NEW";

/// The wildcard for any number of lines.
const ANYTHING: &str = "…";

/// The transcripts of a document, each with the number of its first line.
///
/// # Errors
/// If a transcript would not be found, as it begins or ends in another way.
fn transcripts(text: &str) -> Result<Vec<(usize, Vec<&str>)>, String> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut is_inside = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let is_fence =
            ["```", "~~~"].iter().any(|fence| line.trim_start_matches([' ', '>']).starts_with(fence));
        match line {
            CLOSING if is_inside => is_inside = false,
            _ if is_fence && is_inside => return Err(format!("line {number}: the transcript is not closed")),
            OPENING => {
                is_inside = true;
                found.push((number + 1, Vec::new()));
            }
            line if is_fence && line.to_lowercase().contains("transcript") => {
                return Err(format!("line {number}: a transcript begins with {OPENING:?} alone"));
            }
            line if is_inside => found.last_mut().expect("inside of one").1.push(line),
            _ => {}
        }
    }
    if is_inside { Err("the last transcript is not closed".to_owned()) } else { Ok(found) }
}

/// Whether a line matches a pattern with wildcards.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split(ANYTHING);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Replays one transcript; the error says what differs.
fn replay(lines: &[&str]) -> Result<(), String> {
    let new_file = std::env::temp_dir().join(format!("quadriga-transcript-{}", std::process::id()));
    let new_file = new_file.to_str().ok_or("the folder for temporary files has an unusual name")?.to_owned();
    let _ = std::fs::remove_file(&new_file);
    let (arguments, lines) = match lines {
        [first, rest @ ..] if first.starts_with("$ quadriga") => (
            first.split(' ').skip(2).map(|word| if word == NEW_FILE { &new_file } else { word }).collect(),
            rest,
        ),
        lines => (Vec::new(), lines),
    };
    let mut client = Client::start_with(&arguments);
    // Gomocup and CECP have no `isready`; there, surplus output is detected with the next answer.
    let first = lines.first().copied().unwrap_or_default();
    let can_be_asked =
        !["> START", "> start", "> info", "> xboard"].iter().any(|word| first.starts_with(word));
    // Nothing can be sent before the first command either, as it selects the protocol.
    let mut anything = true;
    for line in lines {
        if let Some(command) = line.strip_prefix("> ") {
            if can_be_asked && !anything {
                check_no_more(&mut client)?;
            }
            anything = false;
            client.send(command);
            if ["quit", "END"].contains(&command) {
                client.wait();
                return Ok(());
            }
        } else if *line == format!("< {ANYTHING}") {
            anything = true;
        } else if let Some(pattern) = line.strip_prefix("< ") {
            loop {
                let found = client.line();
                if matches(pattern, &found) {
                    break;
                }
                if !anything {
                    return Err(format!("expected {pattern:?}, found {found:?}"));
                }
            }
            anything = false;
        } else {
            return Err(format!("{line:?} is neither sent nor answered"));
        }
    }
    if anything || !can_be_asked { Ok(()) } else { check_no_more(&mut client) }
}

/// Checks that the engine wrote nothing that the transcript lacks.
fn check_no_more(client: &mut Client) -> Result<(), String> {
    let unexpected = client.ready();
    if unexpected.is_empty() { Ok(()) } else { Err(format!("not written down: {unexpected:?}")) }
}

#[test]
fn transcripts_in_the_documentation_match_the_engine() {
    let mut wrong = String::new();
    let mut count = 0;
    for document in documents() {
        let name = document.name();
        let transcripts = transcripts(&document.text).unwrap_or_else(|error| panic!("{name}, {error}"));
        count += transcripts.len();
        for (number, lines) in transcripts {
            if !cfg!(feature = "records") && lines.iter().any(|line| line.starts_with("> record "))
                || !cfg!(feature = "library") && lines.iter().any(|line| line.starts_with("> library"))
            {
                continue;
            }
            let replayed = catch_unwind(|| replay(&lines));
            if let Err(error) = replayed.unwrap_or_else(|_| Err("an answer is missing".to_owned())) {
                let _ = writeln!(wrong, "{name}, the transcript of line {number}: {error}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(count >= MIN_TRANSCRIPTS, "only {count} transcripts were found");
}

#[test]
fn malformed_transcripts_are_refused() {
    assert_eq!(transcripts("a\n```transcript\n> uci\n```\n"), Ok(vec![(3, vec!["> uci"])]));
    assert_eq!(transcripts("```\n> uci\n```\n"), Ok(Vec::new()));
    for text in [
        "``` transcript\n> uci\n```\n",
        "~~~transcript\n> uci\n~~~\n",
        "- ok\n\n  ```transcript\n  > uci\n  ```\n",
        "```Transcript\n> uci\n```\n",
        "```transcript\n> uci\n",
        "```transcript\n> uci\n```transcript\n> quit\n```\n",
    ] {
        assert!(transcripts(text).is_err(), "{text:?}");
    }
}

#[test]
fn wildcards() {
    assert!(
        matches("a…c", "abc") && matches("a…c", "ac") && matches("…", "") && matches("a… b…c", "ax b b c")
    );
    assert!(!matches("a…c", "abcd") && !matches("abc", "ab") && !matches("a…b…c", "acb"));
}
