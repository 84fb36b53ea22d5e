//! The command `library`, and libraries whose programs are killed.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::harness::Folder;
use crate::scale::{scaled, seed};

const TWO: &str = "[Event \"Cup\"]\n[White \"Müller\"]\n[Black \"Li\"]\n[Date \"2024.05.06\"]\n[Result \"1-0\"]\n\n\
                   1. e4 {good} e5 (1... c5 $1 {[%cal Gc7c5]}) 2. Nf3 1-0\n\n\
                   [White \"王\"]\n[Black \"Ann\"]\n[Level \"1500\"]\n\n1. d4 d5 *\n";

/// How often programs are killed in the middle of their changes.
const KILLS: usize = 12;

fn found(folder: &Folder, words: &str) -> Vec<i64> {
    let answer = folder.succeed(&format!("library search --library l.sqlite --json {words}"));
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let games = answer["games"].as_array().expect("a list");
    assert_eq!(answer["total"], games.len());
    games.iter().map(|game| game["id"].as_i64().expect("a number")).collect()
}

#[test]
fn games_are_imported_found_and_exported() {
    let folder = Folder::new("library");
    folder.write("two.pgn", TWO);
    let missing = folder.fail("library search --library l.sqlite");
    assert!(missing.contains("l.sqlite") && missing.contains("no library there"), "{missing}");
    assert!(!folder.path("l.sqlite").exists());
    let import = "library import --library l.sqlite two.pgn";
    assert_eq!(folder.succeed(import), "2 games added, 0 duplicates, 0 refused\n");
    let again = folder.run(import);
    assert_eq!(String::from_utf8_lossy(&again.stdout), "0 games added, 2 duplicates, 0 refused\n");
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(told.contains("two.pgn: game 2 is in the library already, as game 2"), "{told}");
    for (words, games) in [
        ("", &[2, 1][..]),
        ("--player MÜLLER", &[1]),
        ("--player 王 --player li", &[2, 1]),
        ("--game chess --result 1-0", &[1]),
        ("--result '*'", &[2]),
        ("--since 2024-05 --until 2024", &[1]),
        ("--level 1000-", &[2]),
        ("--collection two", &[2, 1]),
        ("--own", &[]),
        ("--event cup", &[1]),
        ("--id 2,7", &[2]),
        ("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 4 9'", &[1]),
        ("--deleted", &[]),
    ] {
        assert_eq!(found(&folder, words), games, "{words}");
    }
    let table = folder.succeed("library search --library l.sqlite --limit 1");
    assert!(table.contains("王 – Ann") && table.ends_with("\n1 of 2 games\n"), "{table}");
    // What was imported comes out again, in any format.
    let pgn = folder.succeed("library export --library l.sqlite");
    assert!(pgn.contains("1. e4 {good} 1... e5 (1... c5 $1 {[%cal Gc7c5]}) 2. Nf3 1-0"), "{pgn}");
    assert_eq!(pgn, folder.succeed("convert two.pgn"));
    folder.succeed("library export --library l.sqlite --player ann --output ann.json");
    let game: Value = serde_json::from_str(&folder.read("ann.json")).expect("JSON");
    assert_eq!(game["games"][0]["moves"], json!(["d2d4", "d7d5"]));
    let refused = folder.fail("library export --library l.sqlite --to sgf");
    assert!(refused.contains("game 1: SGF cannot represent chess"), "{refused}");
    assert_eq!(folder.succeed("library check --library l.sqlite"), "2 games, 7 positions in the index\n");
}

#[test]
fn invalid_arguments_and_files_are_told() {
    let folder = Folder::new("library-errors");
    folder.write("bad.pgn", &format!("{TWO}\n1. e4 e4 *\n"));
    folder.write("text.txt", "Dear Sir, this is no game.");
    let refused = folder.fail("library import --library l.sqlite bad.pgn text.txt --own");
    assert!(refused.contains("bad.pgn: game 3, line") && refused.contains("text.txt: "), "{refused}");
    assert_eq!(found(&folder, "--own").len(), 2, "the others are imported");
    for (words, expected) in [
        ("library search --library l.sqlite --collection x", "there is no collection \"x\""),
        ("library search --library l.sqlite --level strong", "--level \"strong\" is not an Elo"),
        ("library search --library l.sqlite --since 2024-13", "is not a date such as"),
        ("library search --library l.sqlite --result 2-0", "--result \"2-0\""),
        ("library search --library l.sqlite --position x", "--position"),
        ("library search --library text.txt", "it is not a library of games"),
        ("library search --library .", "it is a folder"),
        ("library import --library l.sqlite no.pgn", "cannot open no.pgn"),
        ("library import --library no/such/l.sqlite bad.pgn", "no/such/l.sqlite"),
        ("library export --library l.sqlite --output a.xyz", "unknown extension"),
        ("library import --library l.sqlite bad.pgn --collection ' '", "a name of 1 to 200 characters"),
    ] {
        let said = folder.fail(words);
        assert!(said.contains(expected), "{words}: {said}");
    }
    assert_eq!(folder.read("text.txt"), "Dear Sir, this is no game.");
}

/// Saves a game after each move, as a board does, until the program is killed. `answered` is the number of moves that
/// the program has answered.
fn save_moves(mut input: ChildStdin, output: ChildStdout, answered: &AtomicU64) {
    let mut lines = BufReader::new(output).lines();
    let mut moves = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle() {
        moves.push(*text);
        let request =
            json!({ "request": moves.len(), "id": 1, "game": { "variant": "chess", "moves": moves } });
        if writeln!(input, "library save {request}").and_then(|()| input.flush()).is_err() {
            return;
        }
        // A line without its end is no answer.
        let Some(Ok(line)) = lines.next() else { return };
        let Ok(answer) = serde_json::from_str::<Value>(line.strip_prefix("library ").unwrap_or_default())
        else {
            return;
        };
        assert_eq!(answer["answer"]["id"], 1, "{answer}");
        answered.store(moves.len() as u64, Relaxed);
    }
}

#[test]
fn no_move_that_was_answered_is_lost_when_the_program_is_killed() {
    let folder = Folder::new("library-kill");
    folder.write("own.pgn", "1. e4 *\n");
    folder.succeed("library import --library l.sqlite --own own.pgn");
    let mut rng = SmallRng::seed_from_u64(seed(3));
    for round in 0..scaled(KILLS) {
        let mut command = folder.command("--library l.sqlite");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn().expect("the program starts");
        let pipes = (program.stdin.take().expect("a pipe"), program.stdout.take().expect("a pipe"));
        let answered = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&answered);
        let client = std::thread::spawn(move || save_moves(pipes.0, pipes.1, &count));
        // At any moment after some answers.
        let enough = rng.random_range(1..20);
        while answered.load(Relaxed) < enough {
            assert!(program.try_wait().expect("a state").is_none(), "the program ended by itself");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(rng.random_range(0..5000)));
        program.kill().expect("it can be killed");
        program.wait().expect("it is gone");
        client.join().expect("proper answers");
        let answered = answered.load(Relaxed);
        folder.succeed("library check --library l.sqlite");
        let games = folder.succeed("library search --library l.sqlite --json");
        let games: Value = serde_json::from_str(&games).expect("JSON");
        let plies = games["games"][0]["plies"].as_u64().expect("a number");
        // The one change under way may have been made.
        assert!(
            (answered..=answered + 1).contains(&plies),
            "round {round}: {plies} plies, {answered} were answered"
        );
    }
}

#[test]
fn an_import_that_is_killed_can_be_repeated() {
    let folder = Folder::new("library-import-kill");
    let mut pgn = String::new();
    for number in 0..300 {
        let _ = write!(pgn, "[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n");
    }
    folder.write("many.pgn", &pgn);
    let mut rng = SmallRng::seed_from_u64(seed(4));
    let import = "library import --library l.sqlite many.pgn --quiet";
    for _ in 0..scaled(KILLS) / 2 {
        let mut program =
            folder.command(import).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(rng.random_range(0..150)));
        program.kill().expect("it can be killed");
        program.wait().expect("it is gone");
        // It may have been killed before it created anything, or in the middle of that.
        let is_there = fs::metadata(folder.path("l.sqlite")).is_ok_and(|file| file.len() > 0);
        if is_there && !folder.run("library search --library l.sqlite").stderr.ends_with(b"create one\n") {
            folder.succeed("library check --library l.sqlite");
        }
    }
    folder.succeed(import);
    assert_eq!(found(&folder, "--limit 1000").len(), 300);
    assert_eq!(folder.succeed(import), "0 games added, 300 duplicates, 0 refused\n");
    folder.succeed("library check --library l.sqlite");
}
