//! Endgame tables. Those of three and four men are in the folder that the environment variable `QUADRIGA_SYZYGY` names,
//! if there is one.

use crate::client::Client;
use crate::skip::skip;

const VARIABLE: &str = "QUADRIGA_SYZYGY";

/// An engine that uses the tables.
fn client(test: &str) -> Option<Client> {
    let Some(folder) = std::env::var_os(VARIABLE) else {
        skip(test, &format!("{VARIABLE} is not set"));
        return None;
    };
    let mut client = Client::start();
    let answer = client.ask(&format!("setoption name SyzygyPath value {}", folder.display()));
    assert_eq!(answer, "info string endgame tables of up to 4 men are used");
    Some(client)
}

/// The number after a word of an `info` line.
fn number(line: &str, name: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in {line}"))
}

#[test]
fn scores_are_those_of_the_tables() {
    let Some(mut client) = client("scores_are_those_of_the_tables") else { return };
    for (fen, least, most) in [
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", -29_000, -29_000),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", 0, 0),
        ("k7/8/8/8/8/8/6P1/K7 w - - 0 1", 29_000, 29_000),
        ("k7/8/8/8/8/8/P7/K7 w - - 0 1", 0, 0),
    ] {
        client.send(&format!("position fen {fen}"));
        let (_, lines) = client.go("depth 1");
        let last = lines.last().expect("a report");
        assert!((least..=most).contains(&number(last, "cp")), "{fen}: {last}");
        assert!(number(last, "tbhits") > 0, "{fen}: {last}");
    }
    // With five men only captures lead to positions in the tables.
    client.send("position fen 8/8/8/3k4/3r4/8/3R4/3K1R2 w - - 0 1");
    let (_, lines) = client.go("depth 8");
    assert!(number(lines.last().expect("a report"), "tbhits") > 0);
}

#[test]
fn a_long_win_is_won_within_the_move_limit() {
    let Some(mut client) = client("a_long_win_is_won_within_the_move_limit") else { return };
    // A capture takes 53 plies with the best play of both sides.
    let fen = "8/8/8/3k4/3r4/8/8/3K1Q2 w - - 0 1";
    let mut moves = String::new();
    for _ in 0..100 {
        client.send(&format!("position fen {fen} moves{moves}"));
        if client.ask("status") != "status ongoing" {
            break;
        }
        let (best, _) = client.go("nodes 2000");
        moves.push(' ');
        moves.push_str(&best);
    }
    assert_eq!(client.ask("status"), "status 1-0 checkmate", "{moves}");
}

#[test]
fn folders_without_tables_are_refused() {
    let mut client = Client::start();
    let answer = client.ask("setoption name SyzygyPath value /no/such/folder");
    let error = "option SyzygyPath: no endgame tables are found in \"/no/such/folder\"";
    assert_eq!(answer, format!("info string error {error}"));
    client.send("setoption name SyzygyPath value <empty>");
    client.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(client.ready(), Vec::<String>::new());
    let mut xiangqi = Client::start_with(&["--variant", "xiangqi"]);
    xiangqi.send("uci");
    let options = xiangqi.until("uciok");
    assert!(!options.iter().any(|line| line.contains("Syzygy")), "{options:?}");
}
