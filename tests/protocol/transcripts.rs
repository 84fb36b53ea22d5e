//! The transcripts of the documentation, and the dialogues of real clients, replayed.

use std::fmt::Write;

use crate::client::Client;

/// Each page with the minimum number of transcripts that it contains.
const PAGES: [(&str, &str, usize); 5] = [
    ("protocol.md", include_str!("../../protocol.md"), 15),
    ("README.md", include_str!("../../README.md"), 1),
    ("README.zh-CN.md", include_str!("../../README.zh-CN.md"), 1),
    ("docs/usage.md", include_str!("../../docs/usage.md"), 4),
    ("dialogues.md", include_str!("dialogues.md"), 17),
];

/// The wildcard for any number of lines.
const ANYTHING: &str = "…";

/// The transcripts of a page: each with the number of its first line.
fn transcripts(page: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (number, line) in page.lines().enumerate() {
        match line {
            "```transcript" => {
                inside = true;
                found.push((number + 2, Vec::new()));
            }
            "```" => inside = false,
            line if inside => found.last_mut().expect("inside of one").1.push(line),
            _ => {}
        }
    }
    found
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
    let (arguments, lines) = match lines {
        [first, rest @ ..] if first.starts_with("$ quadriga") => (first.split(' ').skip(2).collect(), rest),
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
    for (name, page, least) in PAGES {
        let transcripts = transcripts(page);
        assert!(transcripts.len() >= least, "{name} has lost its transcripts");
        for (number, lines) in transcripts {
            if !cfg!(feature = "records") && lines.iter().any(|line| line.starts_with("> record ")) {
                continue;
            }
            if let Err(error) = replay(&lines) {
                let _ = writeln!(wrong, "{name}, the transcript of line {number}: {error}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn wildcards() {
    assert!(
        matches("a…c", "abc") && matches("a…c", "ac") && matches("…", "") && matches("a… b…c", "ax b b c")
    );
    assert!(!matches("a…c", "abcd") && !matches("abc", "ab") && !matches("a…b…c", "acb"));
}
