//! `state` and `why`: what they say is the same as what the other commands say.

use serde_json::Value;

use crate::client::{Client, value};

const VARIANTS: [&str; 6] = ["chess", "xiangqi", "zhonggong", "gomoku", "gomoku-standard", "renju"];

fn json(client: &mut Client, command: &str) -> Value {
    let name = command.split(' ').next().expect("a command");
    let answer = client.ask(command);
    let text = answer.strip_prefix(name).unwrap_or_else(|| panic!("{answer}"));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn texts(list: &Value) -> Vec<String> {
    let text = |m: &Value| m["move"].as_str().expect("a text").to_owned();
    list.as_array().expect("a list").iter().map(text).collect()
}

#[test]
fn the_state_agrees_with_the_other_commands_throughout_a_game() {
    for variant in VARIANTS {
        let mut client = Client::playing(variant);
        for ply in 0..30_usize {
            let state = json(&mut client, "state");
            assert_eq!(state["variant"], variant);
            assert_eq!([&state["ply"], &state["undo"]], [&Value::from(ply); 2]);
            assert_eq!(texts(&state["moves"]).len(), ply);
            let legal = client.legal();
            assert_eq!(texts(&state["legal"]), legal, "{variant}");
            let over = state["verdict"].as_object();
            match over {
                Some(verdict) => {
                    let [result, reason] =
                        ["result", "reason"].map(|key| verdict[key].as_str().expect("text"));
                    assert_eq!(client.ask("status"), format!("status {result} {reason}"));
                    break;
                }
                None => assert_eq!(client.ask("status"), "status ongoing"),
            }
            let chosen = &state["legal"][(ply * 7919 + 13) % legal.len()];
            let text = chosen["move"].as_str().expect("text");
            let why = json(&mut client, &format!("why {text}"));
            assert_eq!((&why["legal"], &why["name"]), (&Value::Bool(true), &chosen["name"]));
            client.ask(&format!("move {text}"));
            let after = json(&mut client, "state");
            let played = after["moves"].as_array().expect("moves").last().expect("the move");
            for key in ["move", "name", "from", "to", "promotion", "traded", "capture"] {
                assert_eq!(played[key], chosen[key], "{variant} {text} {key}");
            }
            assert_eq!((&played["side"], &played["fen"]), (&state["turn"], &after["fen"]));
        }
        client.ask("undo 2");
        let state = json(&mut client, "state");
        let moves = texts(&state["moves"]);
        assert_eq!(state["redo"], 2);
        assert_eq!(Value::from(moves.len() - 2), state["ply"]);
        assert_eq!(state["moves"][moves.len() - 3]["fen"], state["fen"]);
    }
}

#[test]
fn the_win_curve_gives_the_chances_that_searches_report() {
    for variant in VARIANTS {
        let mut client = Client::playing(variant);
        client.send("setoption name UCI_ShowWDL value true");
        client.send("setoption name UseSolution value false");
        let state = json(&mut client, "state");
        let [half, step] = ["half", "step"].map(|name| state["win_curve"][name].as_f64().expect("a number"));
        let (_, lines) = client.go("depth 4");
        let number =
            |line: &str, key: &str| -> Option<f64> { value(line, key).and_then(|word| word.parse().ok()) };
        let reported = lines.iter().filter_map(|line| Some((number(line, "cp")?, number(line, "wdl")?)));
        let reported: Vec<_> = reported.collect();
        assert!(!reported.is_empty(), "{variant}: {lines:?}");
        for (score, wins) in reported {
            let expected = 1000.0 / (1.0 + ((half - score) / step).exp());
            assert!((wins - expected).abs() <= 0.5, "{variant}: {wins} of 1000 at {score}, not {expected}");
        }
    }
}

#[test]
fn a_line_is_named_without_being_played() {
    let mut client = Client::playing("xiangqi");
    client.send("position startpos moves h3e3");
    let before = json(&mut client, "state");
    let line = json(&mut client, "line h10g8 h1g3 a1a9 b1c3");
    let names: Vec<_> = line.as_array().expect("a list").iter().map(|m| m["name"].as_str()).collect();
    assert_eq!(names, [Some("马8进7"), Some("马二进三")], "the third move is not legal");
    assert_eq!(json(&mut client, "state"), before);
    client.ask("move h10g8 h1g3");
    let state = json(&mut client, "state");
    assert_eq!(Value::from(state["moves"].as_array().expect("moves")[1..].to_vec()), line);
    assert_eq!(client.ask("line"), "line []");
}

#[test]
fn marks_name_what_the_rules_are_about() {
    for (variant, fen, kind, points, reason) in [
        ("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "check", "e8", None),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1", "check", "e10", None),
        ("zhonggong", "9/9/9/4k4/9/3K5/9/9/4R4 b - - 0 1", "check", "e6", None),
        ("zhonggong", "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1", "tether", "e6", None),
        ("zhonggong", "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1", "guard", "d7", None),
        ("zhonggong", "P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1", "home", "a9 c9", None),
        (
            "renju",
            "O1O1O1O8/15/15/15/15/15/7X7/6X1X6/15/7X7/15/15/15/15/15 b 5",
            "forbidden",
            "h8",
            Some("three-three"),
        ),
        (
            "renju",
            "O1O1O1O1O6/15/15/15/15/15/15/XXX1XX9/15/15/15/15/15/15/15 b 6",
            "forbidden",
            "d8",
            Some("overline"),
        ),
        (
            "gomoku",
            "O1O1O1O8/15/15/15/15/15/15/5XXXXX5/15/15/15/15/15/15/15 w 5",
            "five",
            "f8 g8 h8 i8 j8",
            None,
        ),
    ] {
        let mut client = Client::playing(variant);
        client.send(&format!("position fen {fen}"));
        let state = json(&mut client, "state");
        let found = state["marks"].as_array().expect("a list").iter().find(|mark| mark["kind"] == kind);
        let mark = found.unwrap_or_else(|| panic!("{fen}: no {kind} in {}", state["marks"]));
        let mut found: Vec<_> =
            mark["points"].as_array().expect("points").iter().map(|at| at.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, points.split(' ').map(Some).collect::<Vec<_>>(), "{fen}");
        assert_eq!(mark["reason"].as_str(), reason, "{fen}");
    }
}

#[test]
fn an_illegal_move_is_explained() {
    for (variant, fen, text, code, points) in [
        ("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "leaves-check", "e7"),
        ("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "Nf3", "unknown-name", ""),
        ("xiangqi", "3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e2d2", "leaves-check", "e9"),
        ("xiangqi", "3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e2e2", "unreachable", ""),
        ("xiangqi", "3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e2e1", "own-piece-on-target", ""),
        ("zhonggong", "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1", "e6e6", "same-point", ""),
        ("zhonggong", "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1", "d7c8", "tethered", "e1"),
        ("zhonggong", "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w - - 0 1", "c7d5", "no-liberty", ""),
        ("gomoku", "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1", "h8", "occupied", ""),
        ("renju", "O1O1O1O8/15/15/15/15/15/7X7/6X1X6/15/7X7/15/15/15/15/15 b 5", "h8", "three-three", ""),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "xyz", "unreadable", ""),
    ] {
        let mut client = Client::playing(variant);
        client.send(&format!("position fen {fen}"));
        let why = json(&mut client, &format!("why {text}"));
        assert_eq!((&why["legal"], why["code"].as_str()), (&Value::Bool(false), Some(code)), "{fen} {text}");
        assert!(why["text"].as_str().is_some_and(|words| !words.is_empty()));
        let expected: Vec<_> = points.split_whitespace().collect();
        let found = why["points"].as_array().cloned().unwrap_or_default();
        assert_eq!(found, expected, "{fen} {text}");
    }
}

#[test]
fn a_search_goes_on_while_the_state_is_asked_for() {
    let mut client = Client::playing("zhonggong");
    client.send("go infinite");
    json_during_search(&mut client, "state");
    json_during_search(&mut client, "why a1a2");
    json_during_search(&mut client, "line a3a4");
    assert!(!client.ready().iter().any(|line| line.starts_with("bestmove")));
    client.send("stop");
    client.until("bestmove");
}

fn json_during_search(client: &mut Client, command: &str) {
    client.send(command);
    let name = command.split(' ').next().expect("a command");
    let lines = client.until(&format!("{name} "));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
}
