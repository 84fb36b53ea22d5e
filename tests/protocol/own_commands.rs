//! The engine's own commands.

use crate::client::Client;

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4 e7e5");
    assert_eq!(client.ask("move g1f3 b8c6"), "status ongoing");
    assert_eq!(fen(&mut client), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert_eq!(client.ask("undo 3"), "status ongoing");
    assert_eq!(fen(&mut client), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(client.ask("redo 2"), "status ongoing");
    assert_eq!(client.ask("redo"), "status ongoing");
    assert_eq!(fen(&mut client), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert_eq!(client.ask("redo"), "info string error cannot redo 1: 0 to redo");
    assert_eq!(client.ask("undo 5"), "info string error cannot undo 5: 4 to undo");
    assert_eq!(
        client.ask("undo 99999999999999999999"),
        "info string error \"99999999999999999999\" is not a valid number"
    );
    assert_eq!(client.ask("undo 1 2"), "info string error unexpected \"2\"");
    assert_eq!(client.ask("undo 4"), "status ongoing");
    assert_eq!(client.ask("move d2d4"), "status ongoing");
    assert_eq!(client.ask("redo"), "info string error cannot redo 1: 0 to redo");
}

fn fen(client: &mut Client) -> String {
    client.send("d");
    let lines = client.until("status ");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.expect("a FEN").to_owned()
}

#[test]
fn a_list_of_moves_is_made_whole_or_not_at_all() {
    let mut client = Client::start();
    let answer = client.ask("move e2e4 e7e5 e4e5");
    assert!(answer.starts_with("info string error move 3 of 3: "), "{answer}");
    assert_eq!(client.ask("undo"), "info string error cannot undo 1: 0 to undo");
    assert_eq!(client.ask("move"), "info string error move: a move expected at the end of the line");
}

#[test]
fn the_verdict() {
    let mut client = Client::start();
    assert_eq!(client.ask("status"), "status ongoing");
    assert_eq!(client.ask("move f2f3 e7e5 g2g4 d8h4"), "status 0-1 checkmate");
    assert_eq!(client.ask("legal"), "legal");
    assert_eq!(client.ask("undo"), "status ongoing");
    assert_eq!(client.legal().len(), 30);
    client.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(client.ask("status"), "status 1/2-1/2 stalemate");
    assert_eq!(client.ask("new"), "status ongoing");
    assert_eq!(client.legal().len(), 20);
}

#[test]
fn legal_moves_come_in_order() {
    let mut client = Client::start();
    client.send("position fen k7/8/8/8/8/8/8/K6R w - - 0 1");
    let moves = client.legal();
    assert!(moves.is_sorted());
    assert_eq!(moves.len(), 3 + 13);
}

#[test]
fn a_look_at_the_game_does_not_disturb_the_search() {
    let mut client = Client::start();
    client.send("go infinite");
    for command in ["legal", "status"] {
        client.send(command);
        client.until(command);
    }
    client.send("d");
    client.until("status ongoing");
    client.send("eval");
    client.until("Evaluation: ");
    assert!(!client.ready().iter().any(|line| line.starts_with("bestmove")));
    client.send("undo");
    client.until("bestmove ");
    client.until("info string error cannot undo ");
}

#[test]
fn without_a_position_there_is_nothing_to_look_at() {
    let mut client = Client::start();
    client.send("position fen nonsense");
    client.line();
    for command in ["legal", "status", "d", "eval", "move e2e4", "undo", "redo", "flip", "go perft 1"] {
        let answer = client.ask(command);
        assert!(answer.starts_with("info string error no position is set, "), "{command}: {answer}");
    }
    assert_eq!(client.ask("new"), "status ongoing");
}

#[test]
fn flipping_exchanges_the_colours() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4");
    assert_eq!(client.ask("flip"), "status ongoing");
    assert_eq!(fen(&mut client), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn an_evaluation_is_explained() {
    let mut client = Client::start();
    client.send("eval");
    let lines = client.until("Evaluation: ");
    assert!(lines.len() > 1, "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.ends_with(" for White, to move")), "{lines:?}");
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let mut client = Client::start();
    let mut run = |line: &str| {
        client.send(line);
        let summary = client.until("Bench:").pop().expect("a line");
        let last = client.line();
        let [nodes, "nodes", speed, "nps"] = last.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{last}")
        };
        assert!(nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok(), "{last}");
        summary
    };
    let first = run("bench 2");
    assert_eq!(run("bench 2"), first);
    assert_eq!(first.split(' ').count(), 1 + 2 * 6, "{first}");
    assert!(run("bench chess 3 renju").starts_with("Bench: chess "));
    assert_eq!(client.ask("bench 0"), "info string error bench: the depth must be from 1 to 100, not 0");
    assert_eq!(client.ask("bench much"), "info string error \"much\" is not a valid number");
}

#[test]
fn the_speed_is_measured() {
    let mut client = Client::start();
    client.send("setoption name Threads value 2");
    let answer = client.ask("speedtest 1");
    assert!(answer.starts_with("Speed: chess, 2 threads, 16 MiB: "), "{answer}");
    assert!(client.ask("speedtest 0").starts_with("info string error "));
}
