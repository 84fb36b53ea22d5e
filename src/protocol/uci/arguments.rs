//! The arguments of UCI's commands.

use thiserror::Error;

use crate::base::{MAX_MOVES, MAX_PLY, Side, did_you_mean, shorten};
use crate::protocol::numbers::{count, integer, milliseconds, nodes};
use crate::protocol::session::SearchRequest;

/// Why a line could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    /// There is no command of this name.
    #[error("unknown command {name:?}{}", did_you_mean(*similar))]
    Unknown {
        /// The name.
        name: String,
        /// The command that was probably meant.
        similar: Option<&'static str>,
    },
    /// Another word was expected.
    #[error("{command}: {expected} expected, not {found:?}")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// What was expected.
        expected: &'static str,
        /// The word found instead.
        found: String,
    },
    /// The line ends too early.
    #[error("{command}: {expected} expected at the end of the line")]
    Incomplete {
        /// The command.
        command: &'static str,
        /// What is missing.
        expected: &'static str,
    },
}

impl CommandError {
    /// The error for the word `found`, or the end of the line, in place of what was expected.
    pub(super) fn unexpected(command: &'static str, expected: &'static str, found: Option<&str>) -> Self {
        match found {
            Some(found) => Self::Unexpected { command, expected, found: shorten(found) },
            None => Self::Incomplete { command, expected },
        }
    }
}

/// Parses the arguments of `setoption`: the option's name and its value, which is empty for a button.
pub(super) fn set_option(words: &[&str]) -> Result<(String, String), CommandError> {
    let is = |keyword: &'static str| move |word: &&str| word.eq_ignore_ascii_case(keyword);
    match words.first() {
        Some(word) if is("name")(word) => {}
        found => return Err(CommandError::unexpected("setoption", "name", found.copied())),
    }
    let words = &words[1..];
    let (name, value) = match words.iter().position(is("value")) {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    if name.is_empty() {
        return Err(CommandError::unexpected("setoption", "an option's name", words.first().copied()));
    }
    Ok((name.join(" "), value.join(" ")))
}

/// Parses the arguments of `position`: the FEN, or `None` for the starting position, and the moves made from there.
pub(super) fn position<'w, 'l>(
    words: &'w [&'l str],
) -> Result<(Option<String>, &'w [&'l str]), CommandError> {
    let (fen, rest) = match words.first() {
        Some(&"startpos") => (None, &words[1..]),
        // Some clients omit the keyword; no other word contains a slash.
        Some(&word) if word == "fen" || word.contains('/') => {
            let words = if word == "fen" { &words[1..] } else { words };
            let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
            if end == 0 {
                return Err(CommandError::unexpected("position", "a FEN", words.first().copied()));
            }
            (Some(words[..end].join(" ")), &words[end..])
        }
        found => return Err(CommandError::unexpected("position", "startpos or fen", found.copied())),
    };
    match rest.first() {
        None => Ok((fen, &[])),
        Some(&"moves") => Ok((fen, &rest[1..])),
        found => Err(CommandError::unexpected("position", "moves", found.copied())),
    }
}

/// What `go` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "only one exists at a time")]
pub(super) enum Go {
    /// A search.
    Search(SearchRequest),
    /// The number of leaves at this depth.
    Perft(u32),
}

/// Sets a limit of a search to a number; `white` is the side whose clock is called `wtime`.
type SetLimit = fn(request: &mut SearchRequest, white: Side, number: i128);

/// The words of `go` that take a number.
const LIMITS: &[(&str, SetLimit)] = &[
    ("wtime", |request, white, number| request.clock_mut(white).remaining = Some(milliseconds(number))),
    ("btime", |request, white, number| {
        request.clock_mut(white.opponent()).remaining = Some(milliseconds(number));
    }),
    ("winc", |request, white, number| request.clock_mut(white).increment = Some(milliseconds(number))),
    ("binc", |request, white, number| {
        request.clock_mut(white.opponent()).increment = Some(milliseconds(number));
    }),
    ("time", |request, _, number| request.own_clock.remaining = Some(milliseconds(number))),
    ("increment", |request, _, number| request.own_clock.increment = Some(milliseconds(number))),
    // The opponent's clock has no effect.
    ("opptime", |_, _, _| {}),
    ("oppincrement", |_, _, _| {}),
    ("oppmovestogo", |_, _, _| {}),
    ("movetime", |request, _, number| request.move_time = Some(milliseconds(number))),
    ("movestogo", |request, _, number| request.moves_to_go = Some(count(number, 0, u32::MAX))),
    ("depth", |request, _, number| request.depth = Some(count(number, 1, MAX_PLY as u32 - 1))),
    ("mate", |request, _, number| request.mate = Some(count(number, 1, MAX_PLY as u32 / 2))),
    ("nodes", |request, _, number| request.nodes = Some(nodes(number))),
];

fn is_go_word(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves" | "perft")
        || LIMITS.iter().any(|(name, _)| *name == word)
}

/// Parses the arguments of `go`. Unknown words and malformed numbers are ignored, and added to `ignored`; if nothing
/// else is left, the request is [`SearchRequest::fallback`].
pub(super) fn go(words: &[&str], white: Side, ignored: &mut Vec<CommandError>) -> Result<Go, CommandError> {
    let mut request = SearchRequest::default();
    let has_words = !words.is_empty();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => request.infinite = true,
            "ponder" => request.ponder = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !is_go_word(word)) {
                    // No position has more moves.
                    if request.root_moves.len() < MAX_MOVES {
                        request.root_moves.push(text.to_owned());
                    } else {
                        ignored.push(CommandError::unexpected("go", "no more moves", Some(text)));
                    }
                }
            }
            "perft" => {
                let found = words.next();
                let depth = found.and_then(integer).filter(|&depth| depth >= 0);
                let depth = depth.ok_or(CommandError::unexpected("go perft", "a depth", found))?;
                return Ok(Go::Perft(count(depth, 0, u32::MAX)));
            }
            _ => match LIMITS.iter().find(|(name, _)| *name == word) {
                Some((_, set)) => match words.next() {
                    Some(found) if let Some(number) = integer(found) => set(&mut request, white, number),
                    found => ignored.push(CommandError::unexpected("go", "a whole number", found)),
                },
                None => ignored.push(CommandError::unexpected("go", "a limit", Some(word))),
            },
        }
    }
    if has_words && request == SearchRequest::default() {
        request = SearchRequest::fallback();
    }
    Ok(Go::Search(request))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::input::words;
    use crate::protocol::session::SideClock;

    /// Parses the arguments of `go`; `wtime` is the clock of the first side.
    fn parse_go(line: &str) -> (Result<Go, String>, Vec<String>) {
        let mut ignored = Vec::new();
        let go = go(&words(line).collect::<Vec<_>>(), Side::First, &mut ignored);
        (go.map_err(|error| error.to_string()), ignored.iter().map(ToString::to_string).collect())
    }

    fn request(line: &str) -> SearchRequest {
        match parse_go(line) {
            (Ok(Go::Search(request)), ignored) if ignored.is_empty() => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn options_have_blanks_in_names_and_values() {
        let parse = |line: &str| {
            let option = set_option(&words(line).collect::<Vec<_>>());
            option.map_err(|error| error.to_string())
        };
        let expected = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(parse("name Move Overhead value 30"), expected("Move Overhead", "30"));
        assert_eq!(parse("NAME Clear  Hash"), expected("Clear Hash", ""));
        assert_eq!(parse("name a value b value c"), expected("a", "b value c"));
        assert_eq!(parse("Hash 16"), Err("setoption: name expected, not \"Hash\"".to_owned()));
        assert_eq!(
            parse("name"),
            Err("setoption: an option's name expected at the end of the line".to_owned())
        );
    }

    #[test]
    fn positions() {
        for (line, fen, moves) in [
            ("startpos", None, &[][..]),
            ("startpos moves e2e4 e7e5", None, &["e2e4", "e7e5"]),
            ("fen 8/8 w - moves a1a2", Some("8/8 w -"), &["a1a2"]),
            ("8/8 w", Some("8/8 w"), &[]),
        ] {
            let words: Vec<_> = words(line).collect();
            assert_eq!(position(&words), Ok((fen.map(str::to_owned), moves)), "{line}");
        }
        for (line, error) in [
            ("", "position: startpos or fen expected at the end of the line"),
            ("fen", "position: a FEN expected at the end of the line"),
            ("fen moves a1a2", "position: a FEN expected, not \"moves\""),
            ("startpos e2e4", "position: moves expected, not \"e2e4\""),
            ("e2e4", "position: startpos or fen expected, not \"e2e4\""),
        ] {
            let words: Vec<_> = words(line).collect();
            assert_eq!(position(&words).map_err(|error| error.to_string()), Err(error.to_owned()));
        }
    }

    #[test]
    fn clocks_in_the_form_that_xiangqi_programs_use() {
        let request =
            request("time 9000 increment 100 movestogo 5 opptime 8000 oppincrement 100 oppmovestogo 5");
        assert_eq!(request.own_clock, SideClock { remaining: Some(ms(9000)), increment: Some(ms(100)) });
        assert_eq!((request.clock(Side::First), request.moves_to_go), (Some((ms(9000), ms(100))), Some(5)));
        assert_eq!(request.clock(Side::First), request.clock(Side::Second));
    }

    #[test]
    fn each_clock_is_parsed_for_its_side() {
        let request = request("wtime 1000 btime 2000 winc 10 binc 20 movestogo 7");
        assert_eq!(request.clocks[0].remaining, Some(ms(1000)));
        assert_eq!(request.clocks[1].increment, Some(ms(20)));
        assert_eq!(request.moves_to_go, Some(7));
        let stones = go(&["wtime", "1000", "btime", "2000"], Side::Second, &mut Vec::new());
        assert!(matches!(stones, Ok(Go::Search(request)) if request.clocks[1].remaining == Some(ms(1000))));
    }

    #[test]
    fn limits_of_every_kind() {
        let request = request("searchmoves e2e4 d2d4 ponder depth 5 nodes 100 mate 3 movetime 50 infinite");
        assert_eq!(request.root_moves, ["e2e4", "d2d4"]);
        assert!(request.ponder && request.infinite);
        assert_eq!((request.depth, request.nodes, request.mate), (Some(5), Some(100), Some(3)));
        assert_eq!(request.move_time, Some(ms(50)));
        assert_eq!(parse_go("perft 3").0, Ok(Go::Perft(3)));
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let huge = "9".repeat(60);
        let request = request(&format!("wtime -5 btime {huge} depth 0 nodes {huge} mate -{huge}"));
        assert_eq!(request.clocks[0].remaining, Some(ms(0)));
        assert_eq!(request.clocks[1].remaining, Some(milliseconds(i128::MAX)));
        assert_eq!((request.depth, request.mate), (Some(1), Some(1)));
        assert_eq!(request.nodes, Some(i64::MAX as u64));
    }

    #[test]
    fn unknown_go_arguments_are_ignored_and_reported() {
        let (command, ignored) = parse_go("depth five wtime loudly 3 movetime");
        assert_eq!(command, Ok(Go::Search(SearchRequest::fallback())));
        assert_eq!(
            ignored,
            [
                "go: a whole number expected, not \"five\"",
                "go: a whole number expected, not \"loudly\"",
                "go: a limit expected, not \"3\"",
                "go: a whole number expected at the end of the line",
            ]
        );
        assert_eq!(parse_go("perft").0, Err("go perft: a depth expected at the end of the line".to_owned()));
    }
}
