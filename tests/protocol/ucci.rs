//! The UCCI protocol.

use crate::client::Client;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

fn client() -> Client {
    let mut client = Client::start();
    client.send("ucci");
    client.until("ucciok");
    client
}

#[test]
fn engine_identifies_itself_and_lists_options() {
    let mut client = Client::start();
    client.send("ucci");
    let lines = client.until("ucciok");
    assert!(lines[0].starts_with("id name Quadriga "));
    assert!(lines.iter().any(|line| line == "option usemillisec type check default false"));
    assert!(!lines.iter().any(|line| line.contains("UCI_")), "{lines:?}");
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn usual_options_of_ucci_are_accepted_silently() {
    let mut client = client();
    for option in
        ["hashsize 0", "threads 0", "usebook true", "drawmoves 120", "style risky", "promotion false"]
    {
        client.send(&format!("setoption {option}"));
        assert_eq!(client.ready(), Vec::<String>::new(), "{option}");
    }
    client.send("setoption usemillisec true");
    client.send("position startpos");
    client.send("go movetime 20");
    let lines = client.until("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" nps ")), "{lines:?}");
    // Without a limit that can be read, the search still ends.
    client.send("go depth deep");
    client.until("bestmove ");
}

#[test]
fn draw_offers_are_accepted_if_worse() {
    let mut client = client();
    for (side, accepts) in [("w", false), ("b", true)] {
        client.send(&format!("position fen 4k4/9/9/9/9/9/9/9/RR7/3K5 {side} - - 0 1"));
        client.send("go draw depth 3");
        let answer = client.until("bestmove ").pop().expect("an answer");
        assert_eq!(answer.ends_with(" draw"), accepts, "{answer}");
    }
    client.send("go depth 3");
    assert!(!client.until("bestmove ").pop().expect("an answer").contains("draw"), "nobody has asked");
}

#[test]
fn moves_use_the_clients_rank_numbering() {
    let mut client = client();
    client.send("setoption usemillisec true");
    client.send(&format!("position fen {START} r - - 0 1 moves h2e2 h9g7 h0g2"));
    client.send("go time 500 increment 0 opptime 500 oppincrement 0");
    let lines = client.until("bestmove ");
    let info = lines.iter().find(|line| line.starts_with("info depth ")).expect("information");
    let words: Vec<_> = info.split(' ').collect();
    let score = words.iter().position(|word| *word == "score").expect("a score");
    assert!(words[score + 1].parse::<i32>().is_ok(), "{info}");
    let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
    client.send("legal");
    let legal = client.until("legal").pop().expect("moves");
    assert!(legal.contains("a9a8") && legal.split(' ').any(|text| text == best), "{best}: {legal}");
}

#[test]
fn times_are_in_seconds_by_default() {
    let mut client = client();
    client.send("position startpos");
    // A tenth of a second would be over before the first line; half a minute would not.
    client.send("go time 1000");
    client.until("info depth 1 ");
    assert!(!client.ready().iter().any(|line| line.starts_with("bestmove")));
    client.send("stop");
    client.until("bestmove ");
}

#[test]
fn banned_moves_are_not_played() {
    let mut client = client();
    client.send("position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
    client.send("banmoves d0d1");
    client.send("go depth 2");
    client.until("nobestmove");
    client.send("position fen 4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1");
    client.send("banmoves d1d2");
    client.send("go depth 2");
    let answer = client.until("bestmove ").pop().expect("an answer");
    assert_ne!(answer.split(' ').nth(1), Some("d1d2"));
}

#[test]
fn infinite_search_waits_for_stop() {
    let mut client = client();
    for go in ["go depth infinite", "go infinite", "go ponder time 10"] {
        client.send("position startpos");
        client.send(go);
        client.until("info depth 1 ");
        assert!(!client.ready().iter().any(|line| line.starts_with("bestmove")), "{go}");
        client.send("stop");
        client.until("bestmove ");
        assert_eq!(client.ready(), Vec::<String>::new());
    }
}

#[test]
fn errors_are_reported() {
    let mut client = client();
    client.send("position startpos moves h2e2 h2e2");
    assert!(client.line().starts_with("info message error position: move 2 of 2: "));
    client.send("go depth 2");
    assert!(client.line().starts_with("info message error no position is set, "));
    assert_eq!(client.line(), "nobestmove");
    for (line, answer) in [
        ("hello", "unknown word \"hello\""),
        ("setoption", "setoption: arguments are missing"),
        ("setoption hashsize lots", "option Hash: \"lots\" is not a whole number from 1 to 33554432"),
        ("setoption usemillisec maybe", "usemillisec: invalid value \"maybe\""),
        ("position", "position: arguments are missing"),
    ] {
        assert_eq!(client.ask(line), format!("info message error {answer}"));
    }
    assert_eq!(client.ask("new"), "status ongoing");
}
