//! Tables of endings: those that are part of the program, and files at `TablePath`.

use std::fs;
use std::path::PathBuf;

use crate::client::Client;

/// Positions of zhonggong with the moves to the mate.
const MATES: [(&str, i32); 2] =
    [("9/9/9/9/5k3/3K5/9/9/9 w - - 0 1", 2), ("9/9/9/5ka2/9/3K5/3N5/9/9 w - - 0 1", 28)];

/// The text after a word of an `info` line.
fn after<'l>(line: &'l str, word: &str) -> &'l str {
    line.split_once(word).unwrap_or_else(|| panic!("no {word} in {line}")).1.trim()
}

/// The moves to the mate that the score of an `info` line announces.
fn mate(line: &str) -> i32 {
    let moves = after(line, " mate ").split(' ').next().and_then(|word| word.parse().ok());
    moves.unwrap_or_else(|| panic!("no mate in {line}"))
}

#[test]
fn positions_in_the_tables_are_scored_exactly_at_once() {
    let mut client = Client::playing("zhonggong");
    for (fen, moves) in MATES {
        client.send("setoption name UseTables value true");
        client.send(&format!("position fen {fen}"));
        let (_, lines) = client.go("depth 1");
        let line = lines.last().expect("a report");
        assert_eq!(mate(line), moves, "{fen}");
        assert_ne!(after(line, "tbhits").split(' ').next(), Some("0"), "{fen}: {line}");
        client.send("setoption name UseTables value false");
        client.send("ucinewgame");
        client.send(&format!("position fen {fen}"));
        let (_, lines) = client.go("depth 1");
        let line = lines.last().expect("a report");
        assert!(after(line, "tbhits").starts_with("0 "), "{fen}: {line}");
    }
}

#[test]
fn a_won_ending_is_won_in_as_many_moves_as_announced() {
    let mut client = Client::playing("zhonggong");
    // A horse against an advisor: one of the longest wins.
    let (fen, _) = MATES[1];
    client.send(&format!("position fen {fen}"));
    let (_, lines) = client.go("depth 1");
    let announced = mate(lines.last().expect("a report"));
    assert!(announced >= 20, "{announced}");
    let mut moves = Vec::new();
    loop {
        client.send(&format!("position fen {fen} moves {}", moves.join(" ")));
        if client.legal().is_empty() {
            break;
        }
        let (answer, _) = client.go("depth 1");
        moves.push(answer);
        assert!(moves.len() < 2 * announced as usize, "{moves:?}");
    }
    assert_eq!(moves.len(), 2 * announced as usize - 1);
}

#[test]
fn files_that_are_no_tables_are_named() {
    let folder: PathBuf = std::env::temp_dir().join(format!("quadriga-table-path-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut client = Client::playing("zhonggong");
    let path = folder.display();
    let answer = client.ask(&format!("setoption name TablePath value {path}"));
    assert!(answer.contains("option TablePath: no tablebases found"), "{answer}");
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games/zhonggong/endings");
    let good = fs::read(own.join("KRvK.zhonggong")).expect("a table");
    let mut damaged = good.clone();
    damaged[20] ^= 1;
    for (name, contents) in [("KRvK", &b"no table"[..]), ("KRRvK", &good), ("KCvK", &damaged)] {
        fs::write(folder.join(format!("{name}.zhonggong")), contents).expect("a file");
        let answer = client.ask(&format!("setoption name TablePath value {path}"));
        assert!(answer.contains("no tablebase can be used"), "{answer}");
    }
    fs::write(folder.join("KRvK.zhonggong"), &good).expect("a file");
    client.send(&format!("setoption name TablePath value {path}"));
    let lines = client.ready();
    assert_eq!(lines[0], "info string tablebases with up to 4 pieces are used");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1..].iter().any(|line| line.contains("KCvK.zhonggong")), "{lines:?}");
    assert!(lines[1..].iter().any(|line| line.contains("its name should be that of its material, KRvK")));
    client.send("setoption name TablePath value <empty>");
    assert_eq!(client.ready(), Vec::<String>::new());
    fs::remove_dir_all(&folder).expect("the folder");
}
