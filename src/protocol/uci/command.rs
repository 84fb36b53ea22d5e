use thiserror::Error;

use crate::base::{MAX_MOVES, MAX_PLY, Side, shorten};
use crate::protocol::help::{did_you_mean, meant};
use crate::protocol::numbers::{count, integer, milliseconds, nodes};
use crate::protocol::own_commands::OwnCommand;
use crate::protocol::session::SearchRequest;

/// A command of the UCI protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// Identify the engine and list its options.
    Uci,
    /// Confirm every position, or stop doing so.
    Debug(bool),
    /// Answer when ready.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty for a button.
        value: String,
    },
    /// A name and a code, as required by commercial engines.
    Register,
    /// The next position belongs to a new game.
    UciNewGame,
    /// Set up a position.
    Position {
        /// The FEN; `None` for the starting position.
        fen: Option<String>,
        /// The moves made from there.
        moves: Vec<&'a str>,
    },
    /// Do not choose these moves in the searches of the position.
    BanMoves(Vec<String>),
    /// Search.
    Go(SearchRequest),
    /// Answer each move of the user with a search within these limits, or stop doing so.
    Play(Option<SearchRequest>),
    /// Count the leaves at this depth (perft).
    Perft(u32),
    /// End the search.
    Stop,
    /// The pondered move was played.
    PonderHit,
    /// End the session.
    Quit,
}

/// Why a line could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    /// There is no command of this name.
    #[error("unknown command {name:?}{}", did_you_mean(*meant))]
    Unknown {
        /// The name.
        name: String,
        /// The command that was probably meant.
        meant: Option<&'static str>,
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
    /// There is no command of this name.
    pub(super) fn unknown(name: &str) -> Self {
        let names = NAMES.into_iter().chain(OwnCommand::names());
        Self::Unknown { name: shorten(name), meant: meant(name, names) }
    }

    fn unexpected(command: &'static str, expected: &'static str, found: Option<&str>) -> Self {
        match found {
            Some(found) => Self::Unexpected { command, expected, found: shorten(found) },
            None => Self::Incomplete { command, expected },
        }
    }
}

const NAMES: [&str; 13] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "banmoves",
    "go",
    "play",
    "stop",
    "ponderhit",
    "quit",
];

/// Whether a word is the name of a UCI command.
pub(super) fn is_command(word: &str) -> bool {
    NAMES.contains(&word)
}

/// Whether a line that begins with this word is a `position` command without its name, as xiangqi programs may write
/// it.
pub(super) fn is_bare_position(word: &str) -> bool {
    matches!(word, "fen" | "startpos")
}

impl<'a> Command<'a> {
    /// Parses a command; `white` is the side whose clock is called `wtime`. Invalid parts of a `go` that can be ignored
    /// are added to `ignored`.
    ///
    /// # Errors
    /// If the line is not a valid command.
    pub(super) fn parse(
        words: &[&'a str],
        white: Side,
        ignored: &mut Vec<CommandError>,
    ) -> Result<Self, CommandError> {
        let (name, rest) = match words {
            [] => return Err(CommandError::unknown("")),
            [name, rest @ ..] => (*name, rest),
        };
        match name {
            "uci" => Ok(Self::Uci),
            "debug" => match rest.first().copied() {
                Some("on") => Ok(Self::Debug(true)),
                Some("off") => Ok(Self::Debug(false)),
                found => Err(CommandError::unexpected("debug", "on or off", found)),
            },
            "isready" => Ok(Self::IsReady),
            "setoption" => set_option(rest),
            "register" => Ok(Self::Register),
            "ucinewgame" => Ok(Self::UciNewGame),
            "position" => position(rest),
            word if is_bare_position(word) => position(words),
            "banmoves" => Ok(Self::BanMoves(rest.iter().map(|&text| text.to_owned()).collect())),
            "go" => go(rest, white, ignored),
            "play" => match rest {
                [] => Ok(Self::Play(Some(SearchRequest::fallback()))),
                ["off"] => Ok(Self::Play(None)),
                limits => match go(limits, white, ignored)? {
                    Self::Go(request) => Ok(Self::Play(Some(request))),
                    _ => Err(CommandError::unexpected("play", "a limit", rest.first().copied())),
                },
            },
            "stop" => Ok(Self::Stop),
            "ponderhit" => Ok(Self::PonderHit),
            "quit" => Ok(Self::Quit),
            other => Err(CommandError::unknown(other)),
        }
    }
}

fn set_option<'a>(words: &[&'a str]) -> Result<Command<'a>, CommandError> {
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
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position<'a>(words: &[&'a str]) -> Result<Command<'a>, CommandError> {
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
        None => Ok(Command::Position { fen, moves: Vec::new() }),
        Some(&"moves") => Ok(Command::Position { fen, moves: rest[1..].to_vec() }),
        found => Err(CommandError::unexpected("position", "moves", found.copied())),
    }
}

/// Parses the arguments of `go`. Unknown words and malformed numbers are ignored; if nothing else is left, the request
/// is [`SearchRequest::fallback`].
fn go<'a>(words: &[&str], white: Side, ignored: &mut Vec<CommandError>) -> Result<Command<'a>, CommandError> {
    let mut request = SearchRequest::default();
    let (white, black) = (white.index(), white.opponent().index());
    let has_words = !words.is_empty();
    let mut words = words.iter().copied().peekable();
    let number = |words: &mut std::iter::Peekable<_>, ignored: &mut Vec<CommandError>| {
        let found: Option<&str> = words.next();
        let number = found.and_then(integer);
        if number.is_none() {
            ignored.push(CommandError::unexpected("go", "a whole number", found));
        }
        number
    };
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
            "wtime" => request.clocks[white].remaining = number(&mut words, ignored).map(milliseconds),
            "btime" => request.clocks[black].remaining = number(&mut words, ignored).map(milliseconds),
            "winc" => request.clocks[white].increment = number(&mut words, ignored).map(milliseconds),
            "binc" => request.clocks[black].increment = number(&mut words, ignored).map(milliseconds),
            "time" => request.own_clock.remaining = number(&mut words, ignored).map(milliseconds),
            "increment" => request.own_clock.increment = number(&mut words, ignored).map(milliseconds),
            // The opponent's clock has no effect.
            "opptime" | "oppincrement" | "oppmovestogo" => drop(number(&mut words, ignored)),
            "movetime" => request.move_time = number(&mut words, ignored).map(milliseconds),
            "movestogo" => request.moves_to_go = number(&mut words, ignored).map(|n| count(n, 0, u32::MAX)),
            "depth" => request.depth = number(&mut words, ignored).map(|n| count(n, 1, MAX_PLY as u32 - 1)),
            "mate" => request.mate = number(&mut words, ignored).map(|n| count(n, 1, MAX_PLY as u32 / 2)),
            "nodes" => {
                request.nodes = number(&mut words, ignored).map(nodes);
            }
            "perft" => {
                let found = words.next();
                let depth = found.and_then(integer).filter(|&depth| depth >= 0);
                let depth = depth.ok_or(CommandError::unexpected("go perft", "a depth", found))?;
                return Ok(Command::Perft(count(depth, 0, u32::MAX)));
            }
            other => ignored.push(CommandError::unexpected("go", "a limit", Some(other))),
        }
    }
    if has_words && request == SearchRequest::default() {
        request = SearchRequest::fallback();
    }
    Ok(Command::Go(request))
}

fn is_go_word(word: &str) -> bool {
    const NAMES: [&str; 18] = [
        "searchmoves",
        "time",
        "increment",
        "opptime",
        "oppincrement",
        "oppmovestogo",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "perft",
    ];
    NAMES.contains(&word)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::input::words;
    use crate::protocol::session::SideClock;

    fn parse(line: &str) -> (Result<Command<'_>, String>, Vec<String>) {
        let mut ignored = Vec::new();
        let command = Command::parse(&words(line).collect::<Vec<_>>(), Side::First, &mut ignored);
        (command.map_err(|error| error.to_string()), ignored.iter().map(ToString::to_string).collect())
    }

    fn request(line: &str) -> SearchRequest {
        match parse(line) {
            (Ok(Command::Go(request)), ignored) if ignored.is_empty() => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn options_have_blanks_in_names_and_values() {
        let expected = |name: &str, value: &str| {
            (Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() }), vec![])
        };
        assert_eq!(parse("setoption name Move Overhead value 30"), expected("Move Overhead", "30"));
        assert_eq!(parse("setoption NAME Clear  Hash"), expected("Clear Hash", ""));
        assert_eq!(parse("setoption name a value b value c"), expected("a", "b value c"));
        assert_eq!(parse("setoption Hash 16").0, Err("setoption: name expected, not \"Hash\"".to_owned()));
        assert_eq!(
            parse("setoption name").0,
            Err("setoption: an option's name expected at the end of the line".to_owned())
        );
    }

    #[test]
    fn positions() {
        let expected = |fen: Option<&str>, moves: &[&'static str]| {
            Ok(Command::Position { fen: fen.map(str::to_owned), moves: moves.to_vec() })
        };
        assert_eq!(parse("position startpos").0, expected(None, &[]));
        assert_eq!(parse("position startpos moves e2e4 e7e5").0, expected(None, &["e2e4", "e7e5"]));
        assert_eq!(parse("position fen 8/8 w - moves a1a2").0, expected(Some("8/8 w -"), &["a1a2"]));
        assert_eq!(parse("position 8/8 w").0, expected(Some("8/8 w"), &[]));
        for (line, error) in [
            ("position", "position: startpos or fen expected at the end of the line"),
            ("position fen", "position: a FEN expected at the end of the line"),
            ("position fen moves a1a2", "position: a FEN expected, not \"moves\""),
            ("position startpos e2e4", "position: moves expected, not \"e2e4\""),
            ("position e2e4", "position: startpos or fen expected, not \"e2e4\""),
        ] {
            assert_eq!(parse(line).0, Err(error.to_owned()));
        }
    }

    #[test]
    fn positions_and_clocks_as_programs_for_xiangqi_write_them() {
        let position =
            |fen: Option<&str>| Ok(Command::Position { fen: fen.map(str::to_owned), moves: vec!["h2e2"] });
        assert_eq!(parse("startpos moves h2e2").0, position(None));
        assert_eq!(parse("fen 9/9 w moves h2e2").0, position(Some("9/9 w")));
        let banned = vec!["h2e2".to_owned(), "h0g2".to_owned()];
        assert_eq!(parse("banmoves h2e2 h0g2").0, Ok(Command::BanMoves(banned)));
        let request =
            request("go time 9000 increment 100 movestogo 5 opptime 8000 oppincrement 100 oppmovestogo 5");
        assert_eq!(request.own_clock, SideClock { remaining: Some(ms(9000)), increment: Some(ms(100)) });
        assert_eq!((request.clock(Side::First), request.moves_to_go), (Some((ms(9000), ms(100))), Some(5)));
        assert_eq!(request.clock(Side::First), request.clock(Side::Second));
    }

    #[test]
    fn each_clock_is_parsed_for_its_side() {
        let request = request("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 7");
        assert_eq!(request.clocks[0].remaining, Some(ms(1000)));
        assert_eq!(request.clocks[1].increment, Some(ms(20)));
        assert_eq!(request.moves_to_go, Some(7));
        let words = ["go", "wtime", "1000", "btime", "2000"];
        let stones = Command::parse(&words, Side::Second, &mut Vec::new());
        assert!(matches!(stones, Ok(Command::Go(request)) if request.clocks[1].remaining == Some(ms(1000))));
    }

    #[test]
    fn limits_of_every_kind() {
        let request =
            request("go searchmoves e2e4 d2d4 ponder depth 5 nodes 100 mate 3 movetime 50 infinite");
        assert_eq!(request.root_moves, ["e2e4", "d2d4"]);
        assert!(request.ponder && request.infinite);
        assert_eq!((request.depth, request.nodes, request.mate), (Some(5), Some(100), Some(3)));
        assert_eq!(request.move_time, Some(ms(50)));
        assert_eq!(parse("go perft 3").0, Ok(Command::Perft(3)));
    }

    #[test]
    fn numbers_out_of_range_become_the_nearest_in_range() {
        let huge = "9".repeat(60);
        let request = request(&format!("go wtime -5 btime {huge} depth 0 nodes {huge} mate -{huge}"));
        assert_eq!(request.clocks[0].remaining, Some(ms(0)));
        assert_eq!(request.clocks[1].remaining, Some(milliseconds(i128::MAX)));
        assert_eq!((request.depth, request.mate), (Some(1), Some(1)));
        assert_eq!(request.nodes, Some(i64::MAX as u64));
    }

    #[test]
    fn unknown_go_arguments_are_ignored_and_reported() {
        let (command, ignored) = parse("go depth five wtime loudly 3 movetime");
        assert_eq!(command, Ok(Command::Go(SearchRequest::fallback())));
        assert_eq!(
            ignored,
            [
                "go: a whole number expected, not \"five\"",
                "go: a whole number expected, not \"loudly\"",
                "go: a limit expected, not \"3\"",
                "go: a whole number expected at the end of the line",
            ]
        );
        assert_eq!(parse("go perft").0, Err("go perft: a depth expected at the end of the line".to_owned()));
    }

    #[test]
    fn anything_else_is_unknown() {
        assert_eq!(parse("hello").0, Err("unknown command \"hello\"".to_owned()));
        let error = "unknown command \"postion\"; did you mean \"position\"?";
        assert_eq!(parse("postion startpos").0, Err(error.to_owned()));
        assert_eq!(parse("play off").0, Ok(Command::Play(None)));
        assert_eq!(parse("play").0, Ok(Command::Play(Some(SearchRequest::fallback()))));
        assert!(parse("play perft 3").0.is_err());
        assert_eq!(parse("debug maybe").0, Err("debug: on or off expected, not \"maybe\"".to_owned()));
    }
}
