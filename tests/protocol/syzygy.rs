//! Endgame tables: those of three pieces that the tests write themselves, and those of three and four pieces in the
//! folder that the environment variable `QUADRIGA_SYZYGY` names, if there is one.

use std::fs;
use std::path::{Path, PathBuf};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::client::{Client, value};
use crate::endings::{self, Ending, Solved, State, damaged};
use crate::scale::{scaled, seed};
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
    assert_eq!(answer, "info string tablebases with up to 4 pieces are used");
    Some(client)
}

/// The number after a word of an `info` line.
fn number(line: &str, name: &str) -> i64 {
    value(line, name).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in {line}"))
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
    // With five pieces only captures lead to positions in the tables.
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
    let error = "option SyzygyPath: no tablebases found in \"/no/such/folder\"";
    assert_eq!(answer, format!("info string error {error}"));
    client.send("setoption name SyzygyPath value <empty>");
    client.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(client.ready(), Vec::<String>::new());
    // Before a game with tables is selected, too.
    let mut other = Client::playing("xiangqi");
    assert_eq!(
        other.ask("setoption name SyzygyPath value /no/such/folder"),
        format!("info string error {error}")
    );
    let mut xiangqi = Client::start_with(&["--variant", "xiangqi"]);
    xiangqi.send("uci");
    let options = xiangqi.until("uciok");
    assert!(!options.iter().any(|line| line.contains("Syzygy")), "{options:?}");
}

/// Separates folders.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// An empty folder.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("syzygy").join(test);
    if path.exists() {
        fs::remove_dir_all(&path).expect("an old folder can be removed");
    }
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// A folder with tables of the endings.
fn written(test: &str, endings: &[Ending]) -> PathBuf {
    let folder = folder(test);
    endings::write(&folder, endings);
    folder
}

/// Sets the path; the lines that this is answered with.
fn set_path(client: &mut Client, path: &str) -> Vec<String> {
    client.send(&format!("setoption name SyzygyPath value {path}"));
    client.ready()
}

/// The state after a move; `None` if the piece is captured or promoted.
fn after(state: State, m: &str) -> Option<State> {
    let square = |name: &str| {
        let bytes = name.as_bytes();
        usize::from(bytes[1] - b'1') * 8 + usize::from(bytes[0] - b'a')
    };
    let (from, to) = (square(&m[..2]), square(&m[2..4]));
    if m.len() > 4 || to == state.piece {
        return None;
    }
    let moved = |at: usize| if at == from { to } else { at };
    let State { white_to_move, king, piece, enemy } = state;
    Some(State { white_to_move: !white_to_move, king: moved(king), piece: moved(piece), enemy: moved(enemy) })
}

#[test]
fn written_tables_are_played_by() {
    let solved = endings::solve();
    let folder = written("played_by", &solved);
    let mut client = Client::start();
    let told = set_path(&mut client, &folder.display().to_string());
    assert_eq!(told, ["info string tablebases with up to 3 pieces are used"]);
    let mut random = SmallRng::seed_from_u64(seed(1));
    for ending in &solved {
        let states: Vec<_> = ending.states().collect();
        for _ in 0..scaled(60) {
            let (state, solved) = *states.choose(&mut random).expect("a state");
            if solved == Solved::Won(0) {
                continue;
            }
            // After many moves without progress, the fastest ways are chosen.
            client.send(&format!("position fen {}", state.fen(ending.piece(), 30)));
            if !client.ask("status").starts_with("status ongoing") {
                continue;
            }
            let (best, lines) = client.go("depth 1");
            let report = lines.last().expect("a report");
            let score = if report.contains(" mate ") {
                number(report, "mate") * 30_000
            } else {
                number(report, "cp")
            };
            let for_white = if state.white_to_move { score } else { -score };
            let told = format!("{} {solved:?}: {best}, {report}", state.fen(ending.piece(), 30));
            match solved {
                Solved::Won(_) => assert!(for_white >= 29_000, "{told}"),
                _ => assert_eq!(score, 0, "{told}"),
            }
            let next = after(state, &best).map(|next| ending.get(next));
            match (solved, next) {
                (Solved::Won(plies), Some(Solved::Won(left)))
                    if state.white_to_move && ending.piece() != 'P' =>
                {
                    assert_eq!(left + 1, plies, "{told}");
                }
                (Solved::Won(_), Some(next)) => assert!(matches!(next, Solved::Won(_)), "{told}"),
                (Solved::Drawn, Some(next)) => assert_eq!(next, Solved::Drawn, "{told}"),
                _ => {}
            }
        }
    }
}

#[test]
fn damaged_tables_do_no_harm() {
    let solved = endings::solve();
    let whole = written("whole", &solved);
    let mut files: Vec<_> =
        fs::read_dir(&whole).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let states: Vec<Vec<State>> =
        solved.iter().map(|ending| ending.states().map(|(state, _)| state).collect()).collect();
    let mut client = Client::start();
    let mut random = SmallRng::seed_from_u64(seed(2));
    let mut refused = 0;
    for number in 0..scaled(200) as u64 {
        let folder = folder(&format!("damaged_{}", number % 2));
        let bad = files.choose(&mut random).expect("a file");
        for file in &files {
            let contents = fs::read(file).expect("a table");
            let contents = if file == bad { damaged(&contents, seed(number)).0 } else { contents };
            fs::write(folder.join(file.file_name().expect("a name")), contents).expect("a copy");
        }
        let name = bad.file_name().and_then(|name| name.to_str()).expect("a name");
        for line in set_path(&mut client, &folder.display().to_string()) {
            assert!(line.starts_with("info string "), "{line}");
            if line.contains("not used") {
                assert!(line.contains(name), "{name}: {line}");
                refused += 1;
            }
        }
        for (ending, states) in solved.iter().zip(&states) {
            let state = states.choose(&mut random).expect("a state");
            client.send(&format!("position fen {}", state.fen(ending.piece(), random.random_range(0..2))));
            let (_, lines) = client.go("depth 2");
            assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
        }
    }
    assert!(refused > 50, "only {refused} were refused");
}

#[test]
fn tables_that_vanish_are_named_by_the_search() {
    let solved = endings::solve();
    let folder = written("vanished", &solved);
    let mut client = Client::start();
    let answer = set_path(&mut client, &folder.display().to_string());
    assert!(answer.iter().any(|line| line.contains("are used")), "{answer:?}");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    let ending = solved.first().expect("an ending");
    let lines: Vec<_> = (ending.states().take(20))
        .flat_map(|(state, _)| {
            client.send(&format!("position fen {}", state.fen(ending.piece(), 0)));
            client.go("depth 2").1
        })
        .filter(|line| line.starts_with("info string error"))
        .collect();
    let is_named = |line: &String| line.contains("tablebase \"") && line.contains("is no longer used");
    assert!(!lines.is_empty() && lines.iter().all(is_named), "{lines:?}");
}

#[test]
fn folders_and_files_that_cannot_be_used_are_named() {
    let solved = [Ending::solve('Q', &[])];
    let good = written("good", &solved);
    let other = folder("other");
    fs::create_dir(other.join("KRvK.rtbw")).expect("a folder with the name of a table");
    fs::write(other.join("KQvKQ.rtbw"), "").expect("an empty file");
    fs::write(other.join("KvKQ.rtbw"), "").expect("a file with a wrong name");
    fs::copy(good.join("KQvK.rtbw"), other.join("KRvKR.rtbw")).expect("a table with another name");
    fs::copy(good.join("KQvK.rtbw"), other.join("KQRvK.rtbz")).expect("a table of another kind");
    fs::write(other.join("README.md"), "").expect("another file");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(other.join("KBvKB.rtbw")).status();
        assert!(made.expect("mkfifo starts").success());
    }
    let mut client = Client::start();
    let (good, other) = (good.display().to_string(), other.display().to_string());
    let used = "info string tablebases with up to 3 pieces are used";
    for path in [format!("{good}{SEPARATOR}"), format!("{SEPARATOR}{SEPARATOR}{good}")] {
        assert_eq!(set_path(&mut client, &path), [used], "{path}");
    }
    let told = set_path(&mut client, &format!("{other}{SEPARATOR}{good}{SEPARATOR}/no/such/folder"));
    assert_eq!(told[0], used);
    for (name, reason) in [
        ("KRvK.rtbw", "this is not a regular file"),
        ("KQvKQ.rtbw", "it does not begin like a table"),
        ("KvKQ.rtbw", "its name is not that of a table"),
        ("KRvKR.rtbw", "it is not a table of the pieces in its name"),
        ("KQRvK.rtbz", "it does not begin like a table"),
        ("/no/such/folder", ""),
    ] {
        assert!(told.iter().any(|line| line.contains(name) && line.contains(reason)), "{name}: {told:?}");
    }
    assert!(!told.iter().any(|line| line.contains("README")), "{told:?}");
    if cfg!(unix) {
        assert!(told.iter().any(|line| line.contains("KBvKB.rtbw")), "{told:?}");
    }
    // The tables loaded before stay.
    let told = set_path(&mut client, &other);
    assert!(told.len() == 1 && told[0].contains("no tablebase can be used"), "{told:?}");
    client.send("position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1");
    let (_, lines) = client.go("depth 1");
    assert!(number(lines.last().expect("a report"), "tbhits") > 0);
}
