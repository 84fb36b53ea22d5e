use std::io::{Cursor, Write};
use std::sync::mpsc::{Sender, channel};

use super::position::has_four;
use super::{ConnectFour, ConnectFourPosition};
use crate::base::{MoveList, NoOptions, Notation, Position, perft};
use crate::engine::Engine;
use crate::games::Variant;
use crate::protocol::{Output, ServeOptions, serve};
use crate::search::Limits;

fn position(fen: &str) -> ConnectFourPosition {
    ConnectFourPosition::from_fen(fen, &NoOptions).expect(fen)
}

/// What a session answers to these lines.
fn answers(lines: &str) -> String {
    struct Bytes(Sender<Vec<u8>>);
    impl Write for Bytes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let _ = self.0.send(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (sender, receiver) = channel();
    let output = Output::new(Bytes(sender)).expect("an output");
    serve(Cursor::new(lines.to_owned()), &output, &ServeOptions::default()).expect("a session");
    drop(output);
    String::from_utf8(receiver.into_iter().flatten().collect()).expect("text")
}

#[test]
fn known_numbers_of_games_are_counted() {
    // OEIS A212693.
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(&mut ConnectFourPosition::start(&NoOptions), depth), expected, "{depth}");
    }
}

#[test]
fn rows_do_not_go_around_the_edge() {
    let rows = ["7/7/7/7/7/XXXXOOO b 4", "7/7/7/7/7/7 b 1"];
    assert!(has_four(0b1111) && has_four(1 | 1 << 7 | 1 << 14 | 1 << 21) && !has_four(0b1110_0100));
    assert!(ConnectFourPosition::from_fen(rows[0], &NoOptions).is_err());
    assert_eq!(position(rows[1]).fen(&NoOptions), rows[1]);
}

#[test]
fn fens_of_games_are_read_back_and_belong_to_the_game() {
    let mut position = position("7/7/3O3/2XX3/2OXO2/1OXOX2 b 6");
    while position.verdict().is_none() {
        let fen = position.fen(&NoOptions);
        assert_eq!(ConnectFourPosition::from_fen(&fen, &NoOptions).expect(&fen).key(), position.key());
        assert_eq!(Variant::of_fen(&fen, Variant::Gomoku), Some(Variant::ConnectFour));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        position.make(moves[moves.len() / 2], &mut ());
    }
}

#[test]
fn impossible_positions_and_moves_are_refused_with_the_reason() {
    for (fen, code) in [
        ("7/7/7/7/3X3/7 w 1", "in-the-air"),
        ("7/7/7/7/7/3X3 b 1", "stone-count"),
        ("7/7/7/7/7/8 b 1", "rank-length"),
        ("7/7/7/7/7/3Z3 b 1", "unknown-character"),
        ("7/7/7/7/7 b 1", "rank-count"),
    ] {
        let error = ConnectFourPosition::from_fen(fen, &NoOptions).expect_err(fen);
        assert_eq!(error.problem.code(), code, "{fen}: {error}");
    }
    let start = position("7/7/7/7/7/3X3 w 1");
    for (text, code) in [("d1", "illegal"), ("d3", "illegal"), ("h1", "unreadable"), ("d", ""), ("d2", "")] {
        let found = start.parse_move(text, &NoOptions);
        match code {
            "" => assert!(found.is_ok(), "{text}"),
            "unreadable" => assert_eq!(found.expect_err(text).code(), code),
            _ => assert!(found.is_err(), "{text}"),
        }
    }
}

#[test]
fn wins_are_found() {
    let mut engine = Engine::<ConnectFour>::new(1, 1).expect("an engine");
    // Two open ends cannot both be closed.
    let root = position("7/7/7/7/2OO3/2XX3 b 3");
    let result = engine.search(&root, Limits { depth: Some(8), ..Limits::default() });
    assert_eq!(result.score.mate_distance(), Some(3), "{result:?}");
}

#[test]
fn a_session_plays_it() {
    let lines = "uci\nsetoption name UCI_Variant value connect-four\nposition startpos moves d1 d2\n\
                 go nodes 2000\nposition fen 7/7/7/O6/O6/O1XXXX1 w 4\nstatus\nquit\n";
    let text = answers(lines);
    assert!(text.contains("var connect-four"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
    assert!(text.contains("four in a row"), "{text}");
}

#[cfg(feature = "arena")]
#[test]
fn a_match_plays_it() {
    use std::sync::atomic::AtomicBool;

    use crate::arena::{Adjudication, GameRunner, GameSetup, PlayerKind, PlayerSpec};

    let player = |name: &str, nodes: &str| PlayerSpec {
        name: name.to_owned(),
        kind: PlayerKind::Internal,
        options: Vec::new(),
        time: nodes.parse().expect("a number of nodes"),
        margin: PlayerSpec::MARGIN,
        patience: PlayerSpec::PATIENCE,
    };
    let players = [&player("more", "nodes=2000"), &player("less", "nodes=20")];
    let mut runner = GameRunner::new(Variant::ConnectFour, Vec::new(), Adjudication::default());
    let setup = GameSetup {
        game: 0,
        pair: 0,
        round: 0,
        event: "test".to_owned(),
        fen: None,
        opening: vec!["d1".to_owned()],
    };
    let record = runner.play(&setup, players, &AtomicBool::new(false)).expect("a game").expect("its record");
    assert!(record.termination.cause.is_regular(), "{record:?}");
}
