//! Commands for people at a terminal.

use crate::client::Client;

#[test]
fn help_lists_commands_that_exist() {
    let mut client = Client::start();
    client.send("help");
    let lines = client.ready();
    assert!(lines.len() > 10, "{lines:?}");
    for line in lines.iter().filter_map(|line| line.strip_prefix("  ")) {
        let name = line.split([' ', ',']).next().expect("a word");
        if name == "quit" {
            return;
        }
        client.send(&format!("{name} nonsense nonsense"));
        let answer = client.ready();
        assert!(!answer.iter().any(|line| line.contains("unknown command")), "{name}: {answer:?}");
    }
    panic!("quit is not listed: {lines:?}");
}

#[test]
fn moves_are_written_by_their_names() {
    let mut client = Client::playing("xiangqi");
    client.send("names on");
    assert_eq!(client.ask("move h3e3"), "status ongoing");
    assert_eq!(client.ask("history"), "history 炮二平五");
    assert!(client.legal().contains(&"马8进7".to_owned()));
    let (best, lines) = client.go("depth 2");
    assert!(client.legal().contains(&best), "{best}");
    assert!(lines.iter().any(|line| line.contains(&format!(" pv {best}"))), "{lines:?}");
    // The names stay when the game changes, and can be read again.
    client.send("setoption name UCI_Variant value zhonggong");
    client.ready();
    for text in client.legal() {
        assert_eq!(client.ask(&format!("move {text}")), "status ongoing");
        assert_eq!(client.ask("history"), format!("history {text}"));
        client.ask("undo");
    }
    client.send("names off");
    assert!(client.legal().contains(&"c3c4".to_owned()));
    assert!(client.ask("names").contains("on or off"));
}

#[test]
fn the_engine_answers_each_move_by_itself() {
    let mut client = Client::start();
    client.send("play depth 2");
    for (user, total) in [("e2e4", 2), ("d2d4", 4)] {
        assert_eq!(client.ask(&format!("move {user}")), "status ongoing");
        client.until("bestmove ");
        let history = client.ask("history");
        assert_eq!(history.split(' ').count(), 1 + total, "{history}");
    }
    // A position ends the search; the answer to the last one is not made on it.
    client.send("play infinite");
    client.send("move b1a3");
    client.send("position startpos moves e2e4");
    client.until("bestmove ");
    assert_eq!(client.ask("history"), "history e2e4");
    // `go` lets the engine move.
    client.send("go depth 1");
    client.until("bestmove ");
    assert_eq!(client.ask("history").split(' ').count(), 3);
    // Nothing is searched after the end of the game, or when the engine does not play.
    client.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    assert_eq!(client.ask("move d1d8"), "status 1-0 checkmate");
    client.send("play off");
    client.send("position startpos");
    assert_eq!(client.ask("move e2e4"), "status ongoing");
    assert_eq!(client.ready(), Vec::<String>::new());
}

#[test]
fn misspelt_words_are_answered_by_what_was_meant() {
    let mut client = Client::start();
    assert_eq!(client.ask("mvoe e2e4"), "info string error unknown command \"mvoe\"; did you mean \"move\"?");
    assert_eq!(
        client.ask("setoption name MutliPV value 2"),
        "info string error no option is called \"MutliPV\"; did you mean \"MultiPV\"?"
    );
}
