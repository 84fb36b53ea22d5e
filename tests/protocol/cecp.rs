//! The Chess Engine Communication Protocol.

use crate::client::Client;

fn start(variant: &str) -> Client {
    let mut client = Client::start();
    client.send("xboard");
    client.send("protover 2");
    let features = client.until("feature done=1");
    assert!(features.iter().all(|line| line.starts_with("feature ")), "{features:?}");
    for line in ["accepted ping", "rejected debug", "new", "random"] {
        client.send(line);
    }
    if variant != "normal" {
        client.send(&format!("variant {variant}"));
    }
    client
}

/// The engine's next move; thinking output and hints may precede it.
fn engine_move(client: &mut Client) -> String {
    let lines = client.until("move ");
    let (last, before) = lines.split_last().expect("a line");
    let is_harmless = |line: &&String| {
        ["Hint: ", "setup ", "piece "].iter().any(|start| line.starts_with(start)) || is_thinking(line)
    };
    assert!(before.iter().all(|line| is_harmless(&line)), "{lines:?}");
    last["move ".len()..].to_owned()
}

fn is_thinking(line: &str) -> bool {
    let Some((numbers, moves)) = line.split_once('\t') else { return false };
    let numbers: Vec<_> = numbers.split(' ').map(str::parse::<i64>).collect();
    numbers.len() == 7 && numbers.iter().all(Result::is_ok) && !moves.is_empty()
}

/// All lines up to the answer to a ping.
fn ping(client: &mut Client) -> Vec<String> {
    client.send("ping 77");
    let mut lines = client.until("pong 77");
    lines.pop();
    lines
}

#[test]
fn features_and_options_are_announced() {
    let mut client = Client::start();
    client.send("xboard");
    client.send("protover 2");
    let features = client.until("feature done=1").join("\n");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "analyze=1",
        "exclude=1",
        "memory=1",
        "smp=1",
        "variants=\"normal,fischerandom,xiangqi,zhonggong\"",
        "option=\"Skill Level -spin 20 0 20\"",
        "option=\"UCI_LimitStrength -check 0\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(features.contains(feature), "{feature} is missing in\n{features}");
    }
    for option in ["Hash -spin", "Threads", "Ponder"] {
        assert!(!features.contains(option), "{option} has a command of its own");
    }
    let mut fixed = Client::start_with(&["--variant", "xiangqi"]);
    fixed.send("protover 2");
    let features = fixed.until("feature done=1").join("\n");
    assert!(features.contains("variants=\"xiangqi\""), "{features}");
    fixed.send("new");
    fixed.send("sd 3");
    fixed.send("usermove h2e2");
    assert!(engine_move(&mut fixed).len() == 4, "Black's ranks are 6 to 9");
}

#[test]
fn two_engines_play_all_games() {
    for variant in ["normal", "fischerandom", "xiangqi", "zhonggong", "gomoku", "gomoku-standard", "renju"] {
        let mut players = [start(variant), start(variant)];
        for player in &mut players {
            player.send("level 40 1:30 0");
            player.send("sd 4");
            player.send("force");
        }
        let mut text = {
            players[0].send("go");
            engine_move(&mut players[0])
        };
        for turn in 1..40 {
            let player = &mut players[turn % 2];
            player.send("time 9000");
            player.send("otim 9000");
            player.send(&format!("usermove {text}"));
            if turn == 1 {
                player.send("go");
            }
            let lines = player.until_any(&["move ", "1-0", "0-1", "1/2-1/2"]);
            match lines.last().and_then(|line| line.strip_prefix("move ")) {
                Some(reply) => reply.clone_into(&mut text),
                None => break,
            }
        }
        for player in &mut players {
            player.send("result * {interrupted}");
            for line in ping(player) {
                assert!(!line.contains("rror") && !line.contains("llegal"), "{variant}: {line}");
            }
        }
    }
}

#[test]
fn pondering_hits_and_misses() {
    let mut client = start("normal");
    client.send("hard");
    client.send("post");
    client.send("st 0.2");
    client.send("usermove e2e4");
    engine_move(&mut client);
    let hint = client.until("Hint: ").pop().expect("a hint")["Hint: ".len()..].to_owned();
    client.send(&format!("usermove {hint}"));
    engine_move(&mut client);
    let expected = client.until("Hint: ").pop().expect("a hint")["Hint: ".len()..].to_owned();
    let other = ["a2a3", "a2a4", "h2h3", "h2h4"].into_iter().find(|text| *text != expected);
    let other = other.expect("a move of a pawn");
    client.send(&format!("usermove {other}"));
    engine_move(&mut client);
    client.until("Hint: ");
    client.send("easy");
    client.send("force");
    ping(&mut client);
    let history = client.ask("history");
    assert_eq!(history.split(' ').count(), 7, "three moves of each side: {history}");
}

#[test]
fn pings_are_answered_after_the_move() {
    let mut client = start("zhonggong");
    client.until("piece K& W");
    client.send("st 0.3");
    client.send("go");
    client.send("ping 5");
    assert!(client.line().starts_with("move "));
    assert_eq!(client.line(), "pong 5");
    client.send("st 60");
    client.send("playother");
    client.send("usermove e6e5");
    client.send("go");
    client.send("?");
    client.send("ping 6");
    let lines = client.until("pong 6");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
}

#[test]
fn force_ends_a_search_without_a_move() {
    let mut client = start("normal");
    client.send("st 60");
    client.send("go");
    client.send("force");
    assert_eq!(ping(&mut client), Vec::<String>::new());
    client.send("usermove d2d4");
    client.send("usermove d7d5");
    client.send("undo");
    client.send("usermove g8f6");
    assert_eq!(ping(&mut client), Vec::<String>::new());
    assert_eq!(client.ask("history"), "history d2d4 g8f6");
    client.send("remove");
    assert_eq!(ping(&mut client), Vec::<String>::new());
    assert_eq!(client.ask("history"), "history");
}

#[test]
fn analysis_follows_the_position_and_the_excluded_moves() {
    let mut client = start("normal");
    client.send("force");
    client.send("post");
    client.send("setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    client.send("analyze");
    let until = |client: &mut Client, is_wanted: &dyn Fn(&str) -> bool| loop {
        let line = client.line();
        if line.split_once('\t').is_some_and(|(_, moves)| is_wanted(moves)) {
            break;
        }
    };
    let found = |client: &mut Client, text: &str| until(client, &|moves| moves.starts_with(text));
    found(&mut client, "a1a8");
    client.send(".");
    let status = client.until("stat01: ").pop().expect("a status");
    assert_eq!(status.split(' ').nth(5), Some("20"), "all moves: {status}");
    client.send("hint");
    client.until("Hint: a1a8");
    client.send("exclude a1a8");
    until(&mut client, &|moves| !moves.starts_with("a1a8"));
    client.send("exclude e2e4");
    client.until("Illegal move: e2e4");
    client.send("exclude all");
    client.send("include a1a7");
    found(&mut client, "a1a7");
    client.send("include all");
    found(&mut client, "a1a8");
    client.send("usermove a1a7");
    until(&mut client, &|moves| moves.as_bytes()[1] >= b'6');
    client.send("undo");
    found(&mut client, "a1a8");
    client.send("exit");
    client.send("nopost");
    ping(&mut client);
    assert_eq!(client.ask("history"), "history");
}

#[test]
fn games_end_with_a_claim() {
    let mut client = start("normal");
    client.send("st 1");
    client.send("setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    client.send("go");
    assert_eq!(client.until("1-0"), ["move a1a8", "1-0 {White wins: checkmate}"]);
    client.send("setboard k7/8/1K6/8/8/8/8/7R w - - 0 1");
    client.send("force");
    client.send("usermove h1h8");
    assert_eq!(ping(&mut client), Vec::<String>::new(), "the engine takes no part in this game");
    client.send("go");
    assert_eq!(client.line(), "1-0 {White wins: checkmate}");
    // xboard believes no win of a program that it cannot check, but the loser.
    let mut client = start("zhonggong");
    client.until("piece K& W");
    client.send("setboard PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1");
    client.send("computer");
    client.send("go");
    assert_eq!(client.line(), "move e8e9");
    assert_eq!(ping(&mut client), Vec::<String>::new());
    client.send("go");
    assert_eq!(client.line(), "1-0 {Red wins: five pawns}");
    // Black moves first, but White's result is written first.
    let mut client = start("renju");
    client.send("force");
    for text in ["h8", "a1", "h9", "b1", "h10", "c1", "h11", "o1", "h12"] {
        client.send(&format!("usermove P@{text}"));
    }
    client.send("go");
    assert_eq!(client.line(), "0-1 {Black wins: five in a row}");
}

#[test]
fn moves_are_written_as_xboard_expects_them() {
    let mut client = start("fischerandom");
    client.send("force");
    client.send("setboard 4k3/8/8/8/8/8/8/RK5R w HA - 0 1");
    let legal = client.legal();
    assert!(legal.contains(&"O-O".to_owned()) && legal.contains(&"O-O-O".to_owned()), "{legal:?}");
    client.send("usermove O-O");
    assert_eq!(client.ask("history"), "history O-O");
    let mut client = start("xiangqi");
    client.send("force");
    client.send("setboard rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1");
    client.send("usermove h2e2");
    client.send("usermove b9c7");
    assert_eq!(client.ask("history"), "history h2e2 b9c7");
    let mut client = start("gomoku");
    client.send("usermove P@h8");
    assert!(engine_move(&mut client).starts_with("P@"));
}

#[test]
fn what_cannot_be_done_is_told() {
    let mut client = start("normal");
    client.send("force");
    for (line, answer) in [
        ("usermove e2e5", "Illegal move ("),
        ("e2e5", "Illegal move ("),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position: "),
        ("usermove e2e4", "Illegal move ("),
        ("sing", "Error (unknown command): sing"),
        ("edit", "Error (unknown command): edit"),
        ("variant checkers", "Error (unknown variant): variant checkers"),
        ("level 40 x 0", "Error (\"x\" is not a valid number): level 40 x 0"),
        ("level 40", "Error (moves, minutes and increment expected): level 40"),
        ("time", "Error ("),
        ("option Skill Level=99", "Error (option Skill Level"),
        ("egtpath syzygy /no/such/folder", "# option SyzygyPath: no tablebases"),
        ("option No Such=1", "Error (no option is called \"No Such\")"),
    ] {
        let found = client.ask(line);
        assert!(found.starts_with(answer), "{line}: {found}");
    }
    client.send("new");
    client.send("st 5");
    client.send("go");
    client.send("usermove e2e4");
    client.until("Error (command not legal now): usermove e2e4");
    client.send("?");
    engine_move(&mut client);
    client.send("option UCI_LimitStrength=1");
    client.send("option Clear Hash");
    client.send(&format!("memory -{}", "9".repeat(60)));
    client.send("memory 64");
    client.send("cores 2");
    assert_eq!(ping(&mut client), Vec::<String>::new());
}

#[test]
fn draws_are_accepted_when_not_better() {
    let mut client = start("normal");
    client.send("force");
    client.send("setboard 7k/8/8/8/8/8/QR6/K7 b - - 0 1");
    client.send("sd 3");
    client.send("draw");
    client.send("go");
    assert_eq!(client.until("move ")[0], "offer draw");
    client.send("new");
    client.send("force");
    client.send("setboard 7k/8/8/8/8/8/QR6/K7 w - - 0 1");
    client.send("draw");
    client.send("sd 3");
    client.send("go");
    assert_eq!(client.until("move ").len(), 1, "the engine is winning");
    client.send("draw");
    assert_eq!(ping(&mut client), Vec::<String>::new());
}
