//! Clients that send more than anybody can use: long games, many requests at once. Sessions stay quick and small.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::client::Client;

/// The longest game.
const MOST_MOVES: usize = 20_000;

/// Far more than the work takes that grows with the number of moves; with its square, it takes minutes.
const LONG: Duration = Duration::from_secs(20);

/// A game in which both sides move to and fro.
fn to_and_fro(variant: &str, count: usize) -> String {
    let cycle = match variant {
        "chess" => ["g1f3", "g8f6", "f3g1", "f6g8"],
        "xiangqi" => ["b1c3", "b10c8", "c3b1", "c8b10"],
        _ => ["a1a2", "a9a8", "a2a1", "a8a9"],
    };
    let moves: Vec<_> = cycle.iter().copied().cycle().take(count).collect();
    moves.join(" ")
}

#[test]
fn the_longest_lines_are_answered_soon() {
    for variant in ["chess", "xiangqi", "zhonggong"] {
        let moves = to_and_fro(variant, MOST_MOVES);
        for lines in [
            format!("line {moves}"),
            format!("position startpos moves {moves}\nstate\nhistory"),
            format!("move {moves}\nundo 20000\nredo 20000\nstatus"),
        ] {
            let mut client = Client::playing(variant);
            let start = Instant::now();
            client.send(&lines);
            let answers = client.ready();
            let (took, first) = (start.elapsed(), lines.split(' ').next().expect("a command"));
            assert!(took < LONG, "{variant} {first}: {took:?}");
            assert!(
                !answers.iter().any(|line| line.contains(" error ")),
                "{variant} {first}: {answers:.200?}"
            );
            if first == "line" {
                assert_eq!(answers[0].matches("\"fen\":").count(), MOST_MOVES);
            }
        }
    }
}

#[test]
fn longer_games_are_refused_however_they_are_sent() {
    let error = |found: usize| format!("{found} moves, but a game has at most {MOST_MOVES}");
    let mut client = Client::start();
    let start = Instant::now();
    for (line, found) in [
        (format!("line {}", to_and_fro("chess", 40_000)), 40_000),
        (format!("line {}", "x ".repeat(MOST_MOVES + 1)), MOST_MOVES + 1),
        (format!("move {}", to_and_fro("chess", MOST_MOVES + 1)), MOST_MOVES + 1),
    ] {
        assert_eq!(client.ask(&line), format!("info string error {}", error(found)));
    }
    let answer = client.ask(&format!("position startpos moves {}", to_and_fro("chess", MOST_MOVES + 1)));
    assert_eq!(answer, format!("info string error position: {}", error(MOST_MOVES + 1)));
    client.send(&format!("position startpos moves {}", to_and_fro("chess", MOST_MOVES - 2)));
    assert_eq!(client.ask("move f3g1 f6g8"), "status 1/2-1/2 repetition");
    assert_eq!(client.ask("move e2e4"), format!("info string error {}", error(MOST_MOVES + 1)));
    assert_eq!(client.ask("line e2e4"), format!("info string error {}", error(MOST_MOVES + 1)));
    assert_eq!(client.ask("undo"), "status 1/2-1/2 repetition");
    assert!(start.elapsed() < LONG);
}

#[test]
fn pings_that_wait_for_the_engines_move_are_limited_and_the_others_told() {
    const WAITING: usize = 64;
    const SENT: usize = 20_000;
    let mut client = Client::start();
    for line in ["xboard", "protover 2", "new", "st 3600", "ping 1"] {
        client.send(line);
    }
    client.until("pong 1");
    client.send("go");
    #[cfg(target_os = "linux")]
    let before = client.resident_mib();
    let mut pings = String::new();
    for number in 0..SENT {
        let _ = writeln!(pings, "ping {number}");
    }
    client.send_bytes(pings.as_bytes());
    let long = "9".repeat(1 << 19);
    for _ in 0..100 {
        client.send(&format!("ping {long}"));
    }
    client.send("?");
    let mut lines = client.until("move ");
    lines.pop();
    let too_many = "Error (not answered: 64 pings are already waiting for the engine's move): ping ";
    let too_long = "Error (not answered: a ping's number has at most 20 bytes): ping 99999";
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count(too_many), count(too_long), lines.len()), (SENT - WAITING, 100, SENT - WAITING + 100));
    for number in 0..WAITING {
        assert_eq!(client.line(), format!("pong {number}"));
    }
    #[cfg(target_os = "linux")]
    {
        let after = client.resident_mib();
        assert!(after < before + 64, "from {before} MiB to {after} MiB");
    }
    assert_eq!(client.ask("ping 5"), "pong 5");
}

#[test]
fn many_words_that_go_ignores_are_told_in_few_lines() {
    for (greeting, go, error) in [
        (None, "go depth 1 ", "info string error go: "),
        (None, "go depth 1 searchmoves e2e4 ", "info string error go: "),
        (Some("ucci"), "go depth 1 ", "info message error "),
    ] {
        let mut client = Client::start();
        if let Some(greeting) = greeting {
            client.send(greeting);
            client.until("ucciok");
        }
        client.send(&format!("{go}{}", "x ".repeat(200_000)));
        let lines = client.until("bestmove ");
        let errors =
            lines.iter().filter(|line| line.starts_with("info ") && line.contains(" error ")).count();
        assert!((1..1000).contains(&errors), "{go}: {errors} errors");
        assert!(
            lines.iter().any(|line| line.starts_with(error) && line.contains("more")),
            "{go}: {lines:.500?}"
        );
    }
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_skipped_in_every_dialect() {
    for (first, answer) in [
        ("uci", "id name Quadriga"),
        ("isready", "readyok"),
        ("ucci", "id name Quadriga"),
        ("START 15", "OK"),
        ("ABOUT", "name=\"Quadriga\""),
        ("xboard\nping 1", "pong 1"),
        ("\nxboard\nping 1", "pong 1"),
        ("\r\n\r\nSTART 15", "OK"),
    ] {
        let mut client = Client::start();
        client.send_bytes("\u{feff}".as_bytes());
        client.send(first);
        let line = client.line();
        assert!(line.starts_with(answer), "{first}: {line}");
    }
}

#[test]
fn utf16_is_an_error_that_ends_the_session() {
    let words = "the text is encoded in UTF-16, but UTF-8 is expected; the session ends";
    for text in ["uci\nisready\n", "\u{feff}uci\r\nisready\r\n", "\u{feff}xboard\n"] {
        let units = || text.encode_utf16();
        for bytes in [
            units().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
            units().flat_map(u16::to_be_bytes).collect(),
        ] {
            let mut client = Client::start();
            client.send_bytes(&bytes);
            let (status, lines) = client.wait();
            assert_eq!(lines, [format!("info string error {words}")], "{text:?}");
            assert!(status.success());
        }
    }
}
