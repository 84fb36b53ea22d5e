//! How the game is selected, and the notation of moves in each.

use std::path::PathBuf;

use crate::client::{Client, PROGRAM};

const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const ZHONGGONG: &str = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

fn game(client: &mut Client) -> String {
    client.send("d");
    let lines = client.until("status ");
    lines.iter().find_map(|line| line.strip_prefix("Game: ")).expect("a game").to_owned()
}

/// The game of the starting position.
fn game_after_start(client: &mut Client) -> String {
    client.send("position startpos");
    game(client)
}

#[test]
fn every_variant_has_its_starting_position() {
    for (variant, line, moves) in [
        ("chess", None, 20),
        (
            "xiangqi",
            Some(
                "files 9 ranks 10 pocket 0 template xiangqi startpos \
                 rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
            ),
            44,
        ),
        (
            "zhonggong",
            Some(
                "files 9 ranks 9 pocket 0 template xiangqi startpos \
                 rheacaehr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RHEACAEHR w - - 0 1",
            ),
            27,
        ),
        ("gomoku", Some("files 15 ranks 15 pocket 0 template fairy startpos 15/"), 225),
        ("gomoku-standard", Some("files 15 ranks 15 pocket 0 template fairy startpos 15/"), 225),
        ("renju", Some("files 15 ranks 15 pocket 0 template fairy startpos 15/"), 225),
    ] {
        let mut client = Client::start();
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        let lines = client.ready();
        match line {
            None => assert_eq!(lines, Vec::<String>::new()),
            Some(text) => {
                assert_eq!(lines.len(), 1, "{lines:?}");
                assert!(lines[0].starts_with(&format!("info string variant {variant} {text}")), "{lines:?}");
            }
        }
        assert_eq!(client.legal().len(), moves);
        assert_eq!(game(&mut client), variant);
        let (best, _) = client.go("depth 2");
        assert!(client.legal().contains(&best), "{best}");
    }
}

#[test]
fn variant_is_detected_from_the_fen_if_not_set() {
    let mut client = Client::start();
    for (fen, variant, moves) in [
        (XIANGQI, "xiangqi", 44),
        (ZHONGGONG, "zhonggong", 27),
        ("5/5/2X2/5/5 w 1", "gomoku", 24),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "chess", 3),
    ] {
        client.send(&format!("position fen {fen}"));
        assert_eq!(
            client.ready(),
            [format!("info string the FEN belongs to {variant}, which is now the current game")]
        );
        assert_eq!(game(&mut client), variant);
        assert_eq!(client.legal().len(), moves);
        client.send(&format!("position fen {fen}"));
        assert_eq!(client.ready(), Vec::<String>::new());
    }
    // Whatever the client has selected: ten ranks cannot be chess.
    let mut client = Client::playing("zhonggong");
    client.send("setoption name UCI_Variant value chess");
    assert_eq!(
        client.ask(&format!("position fen {XIANGQI}")),
        "info string the FEN belongs to xiangqi, which is now the current game"
    );
    assert_eq!(client.legal().len(), 44);
    // A board that no game has leaves the game as it is.
    let answer = client.ask("position fen 4k4/9/9/4K4 w");
    assert!(answer.starts_with("info string error position: FEN, board: "), "{answer}");
    assert_eq!(client.go("depth 1").0, "0000");
    assert_eq!(game_after_start(&mut client), "xiangqi");
}

#[test]
fn variant_is_set_on_the_command_line() {
    let mut client = Client::start_with(&["--variant", "renju"]);
    assert_eq!(game(&mut client), "renju");
}

#[test]
fn an_engine_for_one_game_offers_the_options_of_no_other() {
    for (variant, own) in [
        ("chess", &["UCI_Chess960"][..]),
        ("xiangqi", &["Coordinates"]),
        ("zhonggong", &[]),
        ("renju", &["BoardSize"]),
    ] {
        let mut client = Client::start_with(&["--variant", variant]);
        client.send("uci");
        let lines = client.until("uciok");
        for option in ["UCI_Variant", "UCI_Chess960", "BoardSize", "Coordinates"] {
            let start = format!("option name {option} ");
            let is_offered = lines.iter().any(|line| line.starts_with(&start));
            assert_eq!(is_offered, own.contains(&option), "{variant} {option}");
        }
    }
}

#[test]
fn variant_is_set_by_the_program_name() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for variant in ["xiangqi", "zhonggong", "gomoku-standard"] {
        let program = folder.join(format!("quadriga-{variant}"));
        // It may exist from an earlier run.
        let _ = std::fs::remove_file(&program);
        std::fs::copy(PROGRAM, &program).expect("a copy of the program");
        let mut client = Client::start_program(&program, &[]);
        assert_eq!(game(&mut client), variant);
        drop(client);
        std::fs::remove_file(&program).expect("the copy can be removed");
    }
}

#[test]
fn xiangqi_rank_numbering_follows_the_client() {
    // With UCI_Variant: 1 to 10.
    let mut client = Client::playing("xiangqi");
    assert!(client.legal().contains(&"h3e3".to_owned()));
    client.send("position startpos moves h3e3 h10g8");
    assert_eq!(client.ask("status"), "status ongoing");
    assert!(client.legal().contains(&"a1a2".to_owned()));
    // A list that is legal only with the other numbering is read, and answered, with that numbering.
    client.send("position startpos moves h2e2 h9g7");
    assert_eq!(client.ask("status"), "status ongoing");
    assert!(client.legal().contains(&"a0a1".to_owned()));
    client.send("setoption name Coordinates value ranks1-10");
    client.send("position startpos moves h2e2 h9g7");
    assert_eq!(client.ask("status"), "status ongoing");
    assert!(client.legal().contains(&"a1a2".to_owned()));

    // From the shape of the FEN: 0 to 9.
    let mut client = Client::start();
    client.send(&format!("position fen {XIANGQI} moves h2e2 h9g7 h0g2"));
    assert_eq!(client.ready().len(), 1);
    assert!(client.legal().contains(&"a9a8".to_owned()));
    let (best, _) = client.go("depth 2");
    assert!(client.legal().contains(&best), "{best}");
    // The list is illegal with both numberings.
    let answer = client.ask(&format!("position fen {XIANGQI} moves h2e2 h9g7 e2e9"));
    assert!(answer.starts_with("info string error position: move 3 of 3: "), "{answer}");
}

#[test]
fn xiangqi_ranks_count_from_0_for_clients_that_know_no_other_game() {
    let board = XIANGQI.split(' ').next().expect("a board");
    for position in [
        format!("fen {board} w - - 0 1"),
        format!("position fen {board} w 0 1"),
        format!("position fen {board} r - - 0 1"),
        format!("position fen {board} w"),
    ] {
        let mut client = Client::start();
        client.send("setoption name UCI_Variant value xiangqi");
        client.ready();
        client.send(&position);
        assert_eq!(client.ready(), Vec::<String>::new(), "{position}");
        assert!(client.legal().contains(&"h2e2".to_owned()), "{position}");
    }
    let mut client = Client::start_with(&["--variant", "xiangqi"]);
    client.send("startpos moves b2e2");
    assert!(client.legal().contains(&"b9c7".to_owned()));
    assert_eq!(client.ask("move b9c7"), "status ongoing");
}

#[test]
fn options_sent_back_as_they_are_change_nothing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let copy = folder.join("sent-back-quadriga-xiangqi");
    let _ = std::fs::remove_file(&copy);
    std::fs::copy(PROGRAM, &copy).expect("a copy of the program");
    for (program, arguments) in
        [(PROGRAM.into(), &[][..]), (copy.clone(), &[]), (PROGRAM.into(), &["--variant", "xiangqi"])]
    {
        // As public-Xiangqi does right after `uci`.
        let mut client = Client::start_program(&program, arguments);
        client.send("uci");
        for line in client.until("uciok") {
            let Some((name, kind)) =
                line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
            else {
                continue;
            };
            let value = kind.split_once(" default ").map(|(_, rest)| rest);
            let value = value.map(|rest| rest.split(" min ").next().expect("a value"));
            let value = value.map(|rest| rest.split(" var ").next().expect("a value"));
            if let Some(value) = value.filter(|_| !kind.starts_with("string")) {
                client.send(&format!("setoption name {name} value {value}"));
            }
        }
        assert_eq!(client.ready(), Vec::<String>::new());
        client.send("ucinewgame");
        client.send(&format!("position fen {XIANGQI} moves h2e2 h9g7"));
        client.ready();
        assert_eq!(game(&mut client), "xiangqi");
        let (best, _) = client.go("depth 3");
        assert!(client.legal().contains(&best) && client.legal().contains(&"a0a1".to_owned()), "{best}");
    }
    std::fs::remove_file(&copy).expect("the copy can be removed");
}

#[test]
fn moves_are_read_in_traditional_notation() {
    let mut client = Client::playing("xiangqi");
    assert_eq!(client.ask("move 炮二平五 马8进7"), "status ongoing");
    let mut client = Client::start();
    assert_eq!(client.ask("move e4 e5 Nf3"), "status ongoing");
}

#[test]
fn zhonggong_trades() {
    let mut client = Client::playing("zhonggong");
    client.send("position fen P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1");
    assert_eq!(client.ask("legal"), "legal a9c9xe7 e4d4 e4f4");
    assert_eq!(client.ask("move a9c9xe7"), "status ongoing");
    client.send("position fen PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1 moves e8e9");
    assert_eq!(client.ask("status"), "status 1-0 five pawns");
    assert_eq!(client.go("depth 3").0, "(none)");
}

#[test]
fn stone_colours_follow_the_fen() {
    // It is Black's turn and White's clock has almost run out: Black may think.
    let mut client = Client::playing("renju");
    // The proof that Black wins does not contain it.
    client.send("position startpos moves a1 h8");
    client.send("setoption name nodestime value 1");
    let (_, lines) = client.go("wtime 1 btime 20000");
    let nodes = |lines: &[String]| {
        let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("nodes").clone();
        last.split(' ')
            .skip_while(|word| *word != "nodes")
            .nth(1)
            .and_then(|n| n.parse::<u64>().ok())
            .expect("a number")
    };
    let (_, hasty) = client.go("wtime 20000 btime 1");
    assert!(nodes(&lines) > nodes(&hasty), "{lines:?} {hasty:?}");
}
