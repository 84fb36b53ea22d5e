//! `record`: the game of a session as a file, and files of games.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::client::Client;

const VARIANTS: [&str; 6] = ["chess", "xiangqi", "zhonggong", "gomoku", "gomoku-standard", "renju"];

fn json_of(client: &mut Client, command: &str) -> Value {
    let name = command.split(' ').next().expect("a command");
    let answer = client.ask(command);
    let text = answer.strip_prefix(name).unwrap_or_else(|| panic!("{answer}"));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|m| m["move"].as_str().expect("a text")).collect()
}

/// The text of the file that the command answers with.
fn written(client: &mut Client, request: &str) -> String {
    let answer = json_of(client, &format!("record {request}"));
    answer["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// The games of a file.
fn read(client: &mut Client, format: &str, text: &str) -> Vec<Value> {
    let answer = json_of(client, &format!("record {}", json!({ "format": format, "text": text })));
    answer["games"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

fn play_random_moves(client: &mut Client, plies: usize, rng: &mut SmallRng) {
    for _ in 0..plies {
        let state = json_of(client, "state");
        if !state["verdict"].is_null() {
            break;
        }
        let legal = texts(&state["legal"]);
        client.ask(&format!("move {}", legal[rng.random_range(0..legal.len())]));
    }
}

#[test]
fn games_are_read_as_they_were_written() {
    let mut rng = SmallRng::seed_from_u64(20);
    let starts = [
        ("chess", Some("r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 41")),
        ("xiangqi", Some("2bak4/4a4/4b1n2/p7p/4r4/2R6/P7P/4B1N2/4A4/2BAK4 b - - 4 40")),
        ("zhonggong", Some("P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1")),
        ("renju", Some("15/15/15/15/15/15/7X7/7O7/15/15/15/15/15/15/14X w 2")),
    ];
    for (variant, fen) in VARIANTS.into_iter().map(|variant| (variant, None)).chain(starts) {
        let mut client = Client::playing(variant);
        if let Some(fen) = fen {
            client.send(&format!("position fen {fen}"));
        }
        play_random_moves(&mut client, 20, &mut rng);
        // Moves that were taken back do not belong to the game.
        client.ask("undo 1");
        let state = json_of(&mut client, "state");
        let ply = usize::try_from(state["ply"].as_u64().expect("a number")).expect("a small number");
        let moves = &texts(&state["moves"])[..ply];
        assert!(ply > 0 && state["redo"] == 1);
        let has_stones = state["board"] == "stones";
        let mut requests =
            vec![("pgn", "pgn".to_owned()), ("pgn", json!({"format": "pgn", "names": true}).to_string())];
        if has_stones {
            requests.push(("sgf", "sgf".to_owned()));
        }
        if has_stones && fen.is_none() {
            requests.push(("psq", "PSQ".to_owned()));
        }
        for (format, request) in requests {
            let text = written(&mut client, &request);
            let games = read(&mut client, format, &text);
            assert_eq!(games.len(), 1, "{text}");
            let game = &games[0];
            assert_eq!((&game["start"], &game["moves"]), (&state["start"], &json!(moves)), "{text}");
            assert_eq!(game["players"], json!(["?", "?"]));
            assert_eq!(game.get("outcome"), None, "{text}");
            if format != "psq" {
                assert_eq!(game["variant"], variant);
            }
        }
        assert_eq!(json_of(&mut client, "state"), state, "the game is as it was");
    }
}

#[test]
fn options_of_games_belong_to_their_records() {
    let chess = "fen rnbqkbnr/pppp4/8/8/8/8/PPPP4/RNBQKB1R w KQkq - 0 1";
    for (variant, option, value, start, moves) in [
        ("chess", "UCI_Chess960", "true", chess, "f1e2 a7a6 e1h1"),
        ("gomoku", "BoardSize", "19", "startpos", "j10 s19"),
    ] {
        let mut client = Client::playing(variant);
        client.send(&format!("setoption name {option} value {value}"));
        client.send(&format!("position {start}"));
        assert_eq!(client.ask(&format!("move {moves}")), "status ongoing");
        let text = written(&mut client, "pgn");
        let game = read(&mut client, "pgn", &text).remove(0);
        assert_eq!(game["moves"], json!(moves.split(' ').collect::<Vec<_>>()), "{text}");
        assert_eq!(game["options"], json!({ option: value }));
    }
}

#[test]
fn moves_are_read_as_the_session_writes_them() {
    const ICCS: &str = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *\n";
    let mut client = Client::playing("xiangqi");
    let game = read(&mut client, "pgn", ICCS).remove(0);
    assert_eq!((&game["moves"], &game["options"]), (&json!(["h3e3", "h10g8"]), &json!({})));
    client.send("setoption name Coordinates value ranks0-9");
    assert_eq!(read(&mut client, "pgn", ICCS)[0]["moves"], json!(["h2e2", "h9g7"]));
    client.send("position startpos moves h2e2 h9g7");
    let text = written(&mut client, "pgn");
    assert!(text.contains("1. h3e3 h10g8 *") && !text.contains("Coordinates"), "{text}");

    let mut ucci = Client::start();
    ucci.send("ucci");
    ucci.until("ucciok");
    ucci.send("position startpos moves h2e2");
    let text = written(&mut ucci, "pgn");
    assert!(text.contains("1. h3e3 *"), "{text}");
    assert_eq!(read(&mut ucci, "pgn", &text)[0]["moves"], json!(["h2e2"]));
    let refusal = ucci.ask("record pdf");
    assert!(
        refusal.starts_with("info message error record: \"pdf\" is not a format: pgn, sgf, psq, "),
        "{refusal}"
    );
}

#[test]
fn what_is_known_about_the_game_is_written() {
    let mut client = Client::start();
    client.ask("move e2e4 e7e5");
    let request = json!({
        "format": "pgn",
        "players": ["A \"B\"", "乙"],
        "event": "casual",
        "date": "2026-03-04",
        "outcome": "0-1",
        "cause": "resignation",
    });
    let text = written(&mut client, &request.to_string());
    for line in [
        "[Event \"casual\"]",
        "[Date \"2026.03.04\"]",
        "[White \"A \\\"B\\\"\"]",
        "[Black \"乙\"]",
        "[Result \"0-1\"]",
        "[Termination \"normal\"]",
        "[TerminationDetails \"resignation\"]",
        "1. e4 e5 0-1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let game = read(&mut client, "pgn", &text).remove(0);
    assert_eq!((&game["outcome"], &game["players"]), (&json!("0-1"), &json!(["A \"B\"", "乙"])));
    assert_eq!((&game["facts"]["Event"], game["facts"].get("White")), (&json!("casual"), None));

    // The verdict of the rules comes before the outcome that is given.
    client.ask("new");
    client.ask("move f2f3 e7e5 g2g4 d8h4");
    let text = written(&mut client, r#"{"format":"pgn","outcome":"1-0","cause":"time-forfeit"}"#);
    assert!(text.contains("Qh4# 0-1\n") && text.contains("[TerminationDetails \"checkmate\"]"), "{text}");

    let mut xiangqi = Client::playing("xiangqi");
    xiangqi.ask("move h3e3 h10g8");
    let text = written(&mut xiangqi, r#" {"format":"pgn", "names": true} "#);
    assert!(text.ends_with("\n1. 炮二平五 马8进7 *\n\n"), "{text}");
}

#[test]
fn at_most_five_hundred_games_are_answered() {
    let mut client = Client::start();
    let request = json!({ "format": "pgn", "text": "1. e4 e5 *\n\n".repeat(503) });
    let answer = json_of(&mut client, &format!("record {request}"));
    assert_eq!((answer["games"].as_array().map(Vec::len), &answer["omitted"]), (Some(500), &json!(3)));
    let request = json!({ "format": "sgf", "text": "(;GM[4];B[hh])".repeat(500) });
    let answer = json_of(&mut client, &format!("record {request}"));
    assert_eq!((answer["games"].as_array().map(Vec::len), answer.get("omitted")), (Some(500), None));
    assert_eq!(client.ask(r#"record {"format":"pgn","text":""}"#), r#"record {"format":"pgn","games":[]}"#);
    let text = format!("\n\n{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(5001));
    let answer = client.ask(&format!("record {}", json!({ "format": "pgn", "text": text })));
    assert_eq!(answer, "info string error record: line 3: 20004 moves, but a game has at most 20000");
}

#[test]
fn the_error_is_named() {
    let mut client = Client::start();
    for (arguments, error) in [
        ("", "a format expected at the end of the line: pgn, sgf, psq, dhtmlxq, wxf, moves, epd"),
        ("pdf", "\"pdf\" is not a format: pgn, sgf, psq, dhtmlxq, wxf, moves, epd, xqf, cbr, cbl, renlib"),
        ("xqf", "games cannot be written as XQF, only as pgn, "),
        ("pgn now", "\"pgn now\" is not a format: pgn, "),
        ("{", "EOF while parsing an object at line 1 column 1"),
        ("{}", "missing field `format`"),
        (r#"{"format":"pgn"} x"#, "trailing characters at line 1 column 18"),
        (r#"{"format":"pgn","title":"a"}"#, "unknown field `title`, expected one of `format`, "),
        (r#"{"format":"pgn","a\nb":1}"#, "unknown field `a b`, expected one of "),
        (
            r#"{"format":"pgn","text":"","names":true}"#,
            "unknown field `names`, expected one of `format`, `text`, ",
        ),
        (r#"{"format":"pgn","outcome":"2-0"}"#, "\"2-0\" is not a game result: 1-0, 0-1 or 1/2-1/2"),
        (r#"{"format":"pgn","outcome":"1-0","cause":"luck"}"#, "\"luck\" is not a cause for which games end"),
        (r#"{"format":"pgn","cause":"agreement"}"#, "a cause needs an outcome"),
        ("sgf", "SGF cannot represent chess"),
        (r#"{"text":"\n\n1. e4 e4"}"#, "line 3: move 2 of 2: illegal move e4: "),
        (r#"{"text":"Dear Sir"}"#, "no game was found: it is in none of the known formats"),
        (r#"{"text":"1. e4","data":""}"#, "either text or data expected"),
        (r#"{"data":"?"}"#, "data is not base64: "),
        (
            r#"{"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAA="}"#,
            "it is a binary file of an unknown format",
        ),
        (r#"{"format":"pgn","text":"\n[Variant \"shogi\"]\n"}"#, "line 2: unknown variant \"shogi\""),
        (r#"{"format":"sgf","text":"(;GM[2\n])"}"#, "line 1: game number \"2\", not 4"),
        (r#"{"format":"psq","text":"x"}"#, "line 1: no line \"Piskvorky …\" before it"),
    ] {
        let answer = client.ask(&format!("record {arguments}"));
        let found = answer.strip_prefix("info string error record: ");
        assert!(found.is_some_and(|found| found.starts_with(error)), "{arguments}: {answer}");
    }
    client.send("position fen nonsense");
    client.line();
    assert!(client.ask("record pgn").starts_with("info string error no position is set, "));
    assert_eq!(read(&mut client, "pgn", "1. e4 *").len(), 1);
}

#[test]
fn a_search_goes_on_while_records_are_written_and_read() {
    let mut client = Client::start();
    client.send("go infinite");
    for arguments in ["pgn", r#"{"format":"pgn","text":"1. e4 e5 1-0"}"#, "nothing"] {
        client.send(&format!("record {arguments}"));
        let end = if arguments == "nothing" { "info string error record: " } else { "record {" };
        assert!(!client.until(end).iter().any(|line| line.starts_with("bestmove")));
    }
    assert!(!client.ready().iter().any(|line| line.starts_with("bestmove")));
    client.send("stop");
    client.until("bestmove");
}

#[test]
fn files_of_any_format_and_encoding_are_read() {
    let mut client = Client::playing("renju");
    // `1. 炮二平五 马8进7` in GB18030, whose tag names the game.
    let chinese = b"[Red \"\xbc\xd7\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed8\xbd\xf87 *\n";
    for (data, format, moves) in [
        (&chinese[..], "pgn", json!(["h3e3", "h10g8"])),
        (b"h8h9i8", "moves", json!(["h8", "h9", "i8"])),
        (b"(;GM[4];B[hh];W[gg])", "sgf", json!(["h8", "g9"])),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "epd", json!([])),
    ] {
        let answer = json_of(&mut client, &format!("record {}", json!({ "data": base64(data) })));
        assert_eq!((&answer["format"], &answer["games"][0]["moves"]), (&json!(format), &moves), "{answer}");
    }
}

/// Bytes in base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let number = part.iter().chain(&[0, 0]).take(3).fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        for (index, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            text.push(if index <= part.len() { char::from(DIGITS[number >> shift & 63]) } else { '=' });
        }
    }
    text
}

#[test]
fn variations_notes_and_refused_games_are_answered() {
    let mut client = Client::start();
    let text = "1. e4 {good} e5 (1... c5 $2 2. Nf3) 2. d4 *\n\n1. e4 e4 *\n\n\
                [FEN \"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1\"]\n\n1. Ra2 *";
    let answer = json_of(&mut client, &format!("record {}", json!({ "text": text })));
    let nodes = answer["games"][0]["nodes"].as_array().expect("a tree");
    let parents: Vec<_> = nodes.iter().map(|node| (&node["parent"], &node["move"])).collect();
    let expected = [
        (Value::Null, Value::Null),
        (json!(0), json!("e2e4")),
        (json!(1), json!("e7e5")),
        (json!(2), json!("d2d4")),
        (json!(1), json!("c7c5")),
        (json!(4), json!("g1f3")),
    ];
    assert_eq!(parents, expected.iter().map(|(parent, text)| (parent, text)).collect::<Vec<_>>());
    assert_eq!((&nodes[1]["comments"], &nodes[4]["nags"]), (&json!(["good"]), &json!([2])));
    let refused = &answer["refused"][0];
    assert_eq!(
        (&refused["number"], &refused["code"], &refused["field"]),
        (&json!(2), &json!("unknown-name"), &json!("moves"))
    );
    assert_eq!(refused["parameters"], json!({ "line": "3", "move": "e4", "number": "2", "total": "2" }));
    assert_eq!(answer["games"][1]["notes"][0]["code"], "fen-tolerated");
    assert!(answer["games"][1].get("nodes").is_none());
}

#[test]
fn a_game_with_a_null_move_is_read_up_to_it() {
    let mut client = Client::start();
    for null in ["--", "Z0"] {
        let text = format!("1. e4 e5 2. {null} Nc6 3. Nf3 *");
        let answer = json_of(&mut client, &format!("record {}", json!({ "format": "pgn", "text": text })));
        let game = &answer["games"][0];
        assert_eq!(game["moves"], json!(["e2e4", "e7e5"]), "{answer}");
        assert_eq!(game["notes"][0]["code"], "line-stops");
        // Nothing is lost: the tree has the rest.
        assert_eq!(game["nodes"].as_array().map(Vec::len), Some(6), "{answer}");
    }
}
