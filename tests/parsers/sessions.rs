//! Sessions survive arbitrary input, in every protocol.

use std::io::{self, Cursor, Write};
use std::sync::mpsc::{Sender, channel};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use quadriga::protocol::{Output, ServeOptions, serve};

use crate::input::{cases, edited, edits};

/// Lines that a client may send; none takes long or requests memory or threads.
const UCI: &[&str] = &[
    "isready",
    "position startpos moves e2e4 e7e5",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h3e3",
    "position fen 15/15/15/15/15/7X7/7X7/5XX8/9O5/9O5/9O5/9O5/15/15/15 b 5",
    "position fen P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1",
    "setoption name UCI_Variant value xiangqi",
    "setoption name UCI_Variant value renju",
    "setoption name BoardSize value 9",
    "setoption name MultiPV value 3",
    "setoption name Skill Level value 3",
    "go depth 2 searchmoves e2e4 d2d4",
    "go nodes 300 mate 2",
    "go movetime 1 wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go perft 2",
    "ponderhit",
    "stop",
    "ucinewgame",
    "move e2e4 Nf6 炮二平五 h8",
    "undo 2",
    "redo 1",
    "legal",
    "status",
    "state",
    "why e2e4",
    "record pgn",
    r#"record {"format":"pgn","names":true,"players":["a","b"],"outcome":"1-0","cause":"resignation"}"#,
    r#"record {"format":"pgn","text":"[Variant \"xiangqi\"]\n1. C2.5 H8+7 *"}"#,
    r#"record {"format":"sgf","text":"(;SZ[15];B[hh];W[hi])"}"#,
    "new",
    "d",
    "eval",
    "flip",
    "bench 1 chess",
    "debug on",
    "register later",
];

const UCCI: &[&str] = &[
    "ucci",
    "isready",
    "setoption usemillisec true",
    "position startpos moves h2e2 h9g7",
    "position fen 4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1",
    "banmoves h2e2 a0a1",
    "go depth 2",
    "go time 5 increment 1",
    "go draw nodes 100",
    "probe",
    "stop",
];

const GOMOCUP: &[&str] = &[
    "START 15",
    "RECTSTART 10,10",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TAKEBACK 7,7",
    "BOARD",
    "7,8,1",
    "8,8,2",
    "DONE",
    "INFO timeout_turn 5",
    "INFO max_memory 1000000",
    "INFO rule 4",
    "ABOUT",
    "SWAP2BOARD",
];

const CECP: &[&str] = &[
    "protover 2",
    "accepted ping",
    "new",
    "variant normal",
    "variant xiangqi",
    "variant zhonggong",
    "variant gomoku",
    "variant fischerandom",
    "setboard r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "setboard rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1",
    "usermove e2e4",
    "usermove h2e2",
    "usermove h8",
    "e7e8q",
    "force",
    "go",
    "playother",
    "?",
    "level 40 0:01 0",
    "st 0.01",
    "sd 2",
    "time 5",
    "otim 5",
    "draw",
    "undo",
    "remove",
    "hint",
    "bk",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    ".",
    "exit",
    "exclude e2e4",
    "include all",
    "result 1-0 {mate}",
    "option Skill Level=3",
    "option Clear Hash",
    "computer",
    "name somebody",
    "rating 1500 1600",
    "random",
];

/// Stores the output.
struct Sink(Sender<Vec<u8>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output of a session for these lines.
fn answers(lines: &[String]) -> String {
    let (sender, receiver) = channel();
    let output = Output::new(Sink(sender)).expect("a thread for the output");
    let input = lines.join("\n") + "\n";
    serve(Cursor::new(input), &output, &ServeOptions::default()).expect("a session");
    drop(output);
    String::from_utf8(receiver.iter().flatten().collect()).expect("answers are UTF-8")
}

/// Runs a session with the lines that select the protocol, then these lines, each changed, and a last line with a known
/// answer.
fn check(first: &[&str], known: &'static [&'static str], last: &[&str], answer: &str) {
    let line = (select(known), edits()).prop_map(|(line, edits)| {
        // One more digit could request gigabytes of memory or an hour of work.
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        let changed = edited(line, &edits).replace(['\n', '\r'], " ");
        if digits(&changed) > digits(line) { line.to_owned() } else { changed }
    });
    proptest!(cases(100), |(lines in vec(line, 0..12))| {
        let quits = |line: &String| {
            let first = line.trim().to_ascii_lowercase();
            ["quit", "end"].contains(&first.split(' ').next().unwrap_or_default())
        };
        prop_assume!(!lines.iter().any(quits));
        let own = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let all = [own(first), lines, own(last)].concat();
        let text = answers(&all);
        prop_assert!(text.lines().any(|line| line.starts_with(answer)), "{all:?}: {text}");
        prop_assert!(!text.contains("panicked"), "{all:?}: {text}");
    });
}

#[test]
fn uci_session_survives_random_commands() {
    check(&["uci"], UCI, &["isready", "quit"], "readyok");
}

#[test]
fn ucci_session_survives_random_commands() {
    check(&["ucci"], UCCI, &["isready", "quit"], "readyok");
}

#[test]
fn gomocup_session_survives_random_commands() {
    // Ends a board that was begun.
    check(&["START 15", "INFO timeout_turn 5"], GOMOCUP, &["DONE", "ABOUT", "END"], "name=");
}

#[test]
fn cecp_session_survives_random_commands() {
    // Ends an analysis and a game, so that the answer does not wait for a move.
    let last = ["exit", "force", "ping 7", "quit"];
    check(&["xboard", "protover 2", "st 0.01"], CECP, &last, "pong 7");
}
