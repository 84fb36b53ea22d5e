//! Sessions survive invalid input.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::client::Client;
use crate::scale::{scaled, seed};

const COMMANDS: &[&str] = &[
    "go",
    "position",
    "setoption",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
    "debug",
    "register",
    "move",
    "undo",
    "redo",
    "legal",
    "status",
    "new",
    "d",
    "eval",
    "flip",
];

/// Contains no command's name, so that the first word of a line determines the command.
const WORDS: &[&str] = &[
    "startpos",
    "fen",
    "moves",
    "name",
    "value",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "0",
    "1",
    "3",
    "-1",
    "20",
    "99999999999999999999999",
    "x",
    "e2e4",
    "e7e5",
    "a1a1",
    "h3e3",
    "h8",
    "a9c9xe7",
    "0000",
    "(none)",
    "on",
    "off",
    "UCI_Variant",
    "xiangqi",
    "zhonggong",
    "chess",
    "gomoku",
    "renju",
    "gomoku-standard",
    "BoardSize",
    "Coordinates",
    "MultiPV",
    "Skill",
    "Level",
    "true",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "8/8/8/8/8/8/8/8",
    "k7/8/8/8/8/8/8/K7",
    "w",
    "b",
    "-",
    "15/15/15",
    "5/5/5/5/5",
    "9/9/9/4k4/9/4K4/9/9/9",
    "炮二平五",
    "\u{fffd}",
    "\0",
    "=",
    "\u{1b}",
];

/// A limit that ends every search soon.
const SHORT: &[&str] = &["depth 2", "nodes 50", "movetime 1", "wtime 5 btime 5"];

fn words(rng: &mut SmallRng) -> String {
    let count = rng.random_range(0..8);
    (0..count).filter_map(|_| WORDS.choose(rng).copied()).collect::<Vec<_>>().join(" ")
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn every_go_is_answered_once_despite_garbage() {
    for number in 0..6 {
        let mut rng = SmallRng::seed_from_u64(seed(number));
        let mut client = Client::start();
        let (mut asked, mut answered) = (0, 0);
        for _ in 0..scaled(60) {
            let mut lines = Vec::new();
            for _ in 0..rng.random_range(1..6) {
                let command = *COMMANDS.choose(&mut rng).expect("a command");
                let mut line = format!("{command} {}", words(&mut rng));
                if command == "go" {
                    line = format!("go {} {}", SHORT.choose(&mut rng).expect("a limit"), &line[3..]);
                    asked += 1;
                }
                lines.push(line);
            }
            for line in &lines {
                client.send(line);
            }
            // Ends everything that waits for a command of the client.
            client.send("stop");
            answered += answers(&client.ready());
        }
        let log = client.recent();
        answered += answers(&client.quit());
        assert_eq!(answered, asked, "seed {}:\n{log}", seed(number));
    }
}

#[test]
fn random_bytes() {
    let mut rng = SmallRng::seed_from_u64(seed(7));
    let mut client = Client::start();
    for _ in 0..scaled(50) {
        let mut bytes: Vec<u8> = (0..rng.random_range(1..400)).map(|_| rng.random()).collect();
        bytes.push(b'\n');
        client.send_bytes(&bytes);
        client.ready();
    }
    assert_eq!(client.ask("status"), "status ongoing");
    client.quit();
}

#[test]
fn known_lines_with_a_byte_changed() {
    let lines = [
        "position startpos moves e2e4 e7e5 g1f3 b8c6",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
        "position fen rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1",
        "position fen 15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1 moves h9",
        "position fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1 moves e1g1",
        "setoption name UCI_Variant value chess",
        "go depth 2 searchmoves e2e4",
    ];
    let mut rng = SmallRng::seed_from_u64(seed(11));
    let mut client = Client::start();
    for _ in 0..scaled(400) {
        let mut bytes = lines.choose(&mut rng).expect("a line").as_bytes().to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..3) {
                0 => bytes[at] = rng.random_range(b' '..=b'~'),
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, rng.random_range(b' '..=b'~')),
            }
        }
        bytes.push(b'\n');
        client.send_bytes(&bytes);
        client.send("go nodes 20");
        client.send("stop");
        client.ready();
    }
    client.quit();
}

const UCCI: &[&str] =
    &["setoption", "position", "go", "banmoves", "stop", "ponderhit", "move", "undo", "d", "eval"];
const UCCI_WORDS: &[&str] = &[
    "usemillisec",
    "true",
    "hashsize",
    "1",
    "-5",
    "startpos",
    "fen",
    "moves",
    "h2e2",
    "a0a1",
    "time",
    "depth",
    "nodes",
    "increment",
    "ponder",
    "draw",
    "x",
    "4k4/9/9/9/9/9/9/9/9/3K5",
    "w",
    "r",
    "炮二平五",
    "\u{fffd}",
];
const GOMOCUP: &[&str] =
    &["START", "TURN", "BEGIN", "BOARD", "YXBOARD", "DONE", "TAKEBACK", "INFO", "RESTART", "RECTSTART"];
const GOMOCUP_WORDS: &[&str] = &[
    "15",
    "5",
    "0,0",
    "7,7",
    "7,8,1",
    "6,6,2",
    "1,1,3",
    "-1,4",
    "99,99",
    "rule",
    "timeout_turn",
    "4",
    "1",
    "x",
    ",",
    "\u{fffd}",
];
const CECP: &[&str] = &[
    "new", "variant", "force", "go", "usermove", "?", "level", "st", "sd", "time", "otim", "draw",
    "setboard", "undo", "remove", "hint", "hard", "easy", "post", "analyze", ".", "exit", "exclude",
    "include", "result", "option",
];
const CECP_WORDS: &[&str] = &[
    "e2e4",
    "h2e2",
    "h8",
    "e7e8q",
    "normal",
    "xiangqi",
    "zhonggong",
    "gomoku",
    "40",
    "0:01",
    "0",
    "-3",
    "all",
    "*",
    "{x}",
    "Skill Level=3",
    "k7/8/8/8/8/8/8/K7",
    "w",
    "@@@@",
    "\u{fffd}",
];

#[test]
fn other_protocols_survive_garbage() {
    for (hello, reply, limit, commands, words, question, answer) in [
        ("ucci", "ucciok", "nodes 20", UCCI, UCCI_WORDS, "isready", "readyok"),
        ("START 15", "OK", "", GOMOCUP, GOMOCUP_WORDS, "ABOUT", "name="),
        ("xboard\nprotover 2", "feature done=1", "", CECP, CECP_WORDS, "ping 7", "pong 7"),
    ] {
        let mut rng = SmallRng::seed_from_u64(seed(13));
        let mut client = Client::start();
        client.send(hello);
        client.until(reply);
        client.send("INFO timeout_turn 1");
        client.send("st 0.01");
        for _ in 0..scaled(300) {
            let command = *commands.choose(&mut rng).expect("a command");
            let count = rng.random_range(0..5);
            let words: Vec<_> = (0..count).filter_map(|_| words.choose(&mut rng).copied()).collect();
            client.send(&format!(
                "{command} {} {}",
                if command == "go" { limit } else { "" },
                words.join(" ")
            ));
            match command {
                "INFO" => client.send("INFO timeout_turn 1"),
                // Whatever the level is, no search is long.
                "new" | "level" | "st" | "sd" | "time" | "variant" => client.send("st 0.01"),
                _ => {}
            }
        }
        // Ends a board that was begun, an infinite search, an analysis, and a game.
        for line in ["DONE", "stop", "exit", "force"] {
            client.send(line);
        }
        client.send(question);
        client.until(answer);
        client.close_input();
        assert!(client.wait().0.success(), "{}", client.recent());
    }
}
