//! Files that are no files, never end, or hold what no file of their kind holds: each is refused by name, in bounded
//! time and memory, and nothing of it commands a terminal.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Folder, QUICK};
use crate::skip::skip;

/// Seconds within which anything here ends, on a slow machine too; it takes a fraction of a second on a fast one.
const PATIENCE: &str = "120";

/// The address space in which all of this succeeds, in MiB.
const MEMORY_MIB: u64 = 1024;

/// What `timeout` exits with when the time is up.
const TIMED_OUT: i32 = 124;

const CONTEST: &str = "match --variant gomoku --time nodes=30 --random 2 --max-plies 8 --rounds 1 --balance-nodes 20 \
                       --each option.Hash=1";
const PLAYERS: &str = "--player 'name=a command=self' --player 'name=b command=self'";

/// Runs the program with a time limit, started by the words of another one.
#[track_caller]
fn run_within(folder: &Folder, starter: &[&str], words: &str, input: &str) -> (Output, String) {
    let mut child = Command::new("timeout")
        .arg(PATIENCE)
        .args(starter)
        .arg(env!("CARGO_BIN_EXE_quadriga"))
        .args(shlex::split(words).expect("matching quotes"))
        .current_dir(folder.path(""))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that ends at once reads no input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(TIMED_OUT), "{words} does not end: {text}");
    assert!(!text.contains("panicked"), "{words}: {text}");
    let text = text.into_owned();
    (output, text)
}

#[track_caller]
fn refused(folder: &Folder, words: &str, parts: &[&str]) {
    let (output, text) = run_within(folder, &[], words, "");
    assert_eq!(output.status.code(), Some(1), "{words}: {text}");
    for part in parts {
        assert!(text.contains(part), "{words}: no {part:?} in {text}");
    }
}

fn pipe(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path(name)).status().expect("mkfifo runs");
    assert!(made.success());
}

#[test]
fn what_is_no_regular_file_is_refused_by_name() {
    let folder = Folder::new("no-regular-file");
    pipe(&folder, "pipe");
    fs::create_dir(folder.path("folder")).expect("a folder");
    symlink("/dev/zero", folder.path("zero")).expect("a link");
    let contest = format!("{CONTEST} {PLAYERS}");
    let unopened = CONTEST.replace("--random 2 ", "").replace("--balance-nodes 20 ", "");
    for (name, kind) in [("pipe", "a named pipe"), ("folder", "a folder"), ("zero", "a device")] {
        let is = format!("it is {kind}, not a regular file");
        let mut cases = vec![
            format!("match --config {name}"),
            format!("{unopened} {PLAYERS} --book {name} --book-format epd --journal new.jsonl"),
            format!("{contest} --journal {name}"),
            format!("{contest} --journal {name} --resume"),
            format!("verify {name}"),
            format!("merge {name}"),
            format!("merge {name} --follow 1"),
            format!(
                "{CONTEST} --player 'name=a command=self option.EvalFile={name}' --player 'name=b command=self'"
            ),
            format!(
                "fastchess -engine cmd=self name=A -engine cmd=self name=B -each nodes=20 -openings file={name}"
            ),
        ];
        if cfg!(feature = "lab") {
            cases.extend([
                format!("data {name}"),
                format!("fit {name}"),
                format!("train {name} --out n.net"),
                format!("datagen --variant gomoku --games 1 --nodes 1 --out {name} --resume"),
                format!(
                    "tune --variant gomoku --parameters {name} --player command=self --iterations 1 \
                     --journal t.jsonl"
                ),
            ]);
        }
        for words in cases {
            refused(&folder, &words, &[name, &is]);
        }
        let input = format!("setoption name EvalFile value {name}\nisready\nquit\n");
        let (_, text) = run_within(&folder, &[], "", &input);
        assert!(text.contains(&format!("error option EvalFile: {name} cannot be read: {is}")), "{text}");
    }
    // Written to: devices are allowed.
    for (words, name) in
        [("--report", "pipe"), ("--records", "pipe.pgn"), ("--report", "folder"), ("--traffic", "pipe")]
    {
        if !folder.path(name).exists() {
            pipe(&folder, name);
        }
        refused(
            &folder,
            &format!("{contest} --journal w.jsonl {words} {name}"),
            &[name, "not a regular file"],
        );
    }
    refused(
        &folder,
        "fastchess -engine cmd=self name=A -engine cmd=self name=B -each nodes=20 -pgnout file=pipe",
        &["pipe: it is a named pipe, not a regular file"],
    );
    folder.succeed(&format!("{contest} --journal null.jsonl --report /dev/null --traffic /dev/null"));
    let report = folder.succeed(&format!("{contest} --journal out.jsonl --report /dev/stdout"));
    assert!(report.contains("</html>"));
}

#[test]
fn endgame_tables_are_regular_files() {
    if !cfg!(feature = "syzygy") {
        return;
    }
    let folder = Folder::new("irregular-tables");
    fs::create_dir(folder.path("tables")).expect("a folder");
    pipe(&folder, "tables/KQvK.rtbw");
    let (_, text) = run_within(&folder, &[], "", "setoption name SyzygyPath value tables\nisready\nquit\n");
    assert!(text.contains("tables/KQvK.rtbw\": this is not a regular file"), "{text}");
}

#[test]
fn a_stop_file_that_is_no_file_stops_the_run() {
    let folder = Folder::new("stop-device");
    let limit = format!("--as={}", MEMORY_MIB << 20);
    let starter: &[&str] = if is_installed("prlimit") { &["prlimit", &limit] } else { &[] };
    for (number, make) in [
        (1, (|path| symlink("/dev/zero", path).expect("a link")) as fn(std::path::PathBuf)),
        (2, |path| assert!(Command::new("mkfifo").arg(path).status().is_ok_and(|status| status.success()))),
        (3, |path| fs::create_dir(path).expect("a folder")),
    ] {
        make(folder.path(&format!("{number}.jsonl.stop")));
        let words = format!("{QUICK} --rounds 100000 --journal {number}.jsonl");
        let (output, text) = run_within(&folder, starter, &words, "");
        assert!(output.status.success(), "{text}");
        assert!(text.contains("Stopped by") && text.contains("not a regular file"), "{text}");
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn long_books_take_bounded_memory() {
    if !is_installed("prlimit") {
        return skip("hostile_files::long_books_take_bounded_memory", "prlimit is not installed");
    }
    let folder = Folder::new("long-books");
    let limit = format!("--as={}", MEMORY_MIB << 20);
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(700_000);
    folder.write("line.epd", &format!("startpos moves {knights}\n"));
    folder.write("moves.epd", &knights);
    let longest = &knights[..knights.len() / 4];
    folder.write("game.pgn", &format!("[Event \"x\"]\n\n{longest}*\n"));
    folder.write("longer.pgn", &format!("[Event \"x\"]\n\n{knights}*\n"));
    folder.write("tags.pgn", &"[a \"b\"]\n".repeat(1_000_000));
    let chess = "match --time nodes=30 --max-plies 8 --rounds 1 --each option.Hash=1";
    for (book, words, part) in [
        ("line.epd", "", "it has more than 1000 moves"),
        ("moves.epd", "", "it has more than 1000 moves"),
        ("game.pgn", "--book-plies 5000", "it has more than 1000 moves"),
        ("longer.pgn", "--book-plies 4", "a game with more than 1000000 positions"),
    ] {
        let words = format!("{chess} {PLAYERS} --book {book} {words} --journal {book}.jsonl");
        let (output, text) = run_within(&folder, &["prlimit", &limit], &words, "");
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(book) && text.contains(part), "{text}");
    }
    for (book, words) in
        [("line.epd", "--book-plies 4"), ("game.pgn", "--book-plies 4"), ("tags.pgn", "--book-plies 4")]
    {
        let words = format!("{chess} {PLAYERS} --book {book} {words} --journal {book}-4.jsonl");
        let (output, text) = run_within(&folder, &["prlimit", &limit], &words, "");
        assert!(output.status.success(), "{text}");
    }
}

#[test]
fn endless_contests_can_be_ended() {
    let folder = Folder::new("endless");
    let formats = [
        ("match", PLAYERS.to_owned()),
        ("tournament --format round-robin", format!("{PLAYERS} --player 'name=c command=self'")),
        ("tournament --format swiss", format!("{PLAYERS} --player 'name=c command=self'")),
    ];
    for (number, (format, players)) in formats.into_iter().enumerate() {
        let journal = format!("{number}.jsonl");
        let contest =
            CONTEST.replace("match", format).replace("--rounds 1 ", &format!("--rounds {} ", i64::MAX));
        let mut program = folder
            .command(&format!("{contest} {players} --journal {journal}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        while fs::read_to_string(folder.path(&journal)).map_or(0, |text| text.lines().count()) < 4 {
            std::thread::sleep(Duration::from_millis(10));
        }
        let id = program.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(sent.success());
        let begun = Instant::now();
        while program.try_wait().expect("a child's state").is_none() {
            if begun.elapsed() > Duration::from_mins(2) {
                program.kill().expect("it can be killed");
                panic!("{format}: the signal does not end it");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = program.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("Interrupted"), "{format}: {text}");
        let (output, text) = run_within(&folder, &[], &format!("merge {journal}"), "");
        assert!(output.status.success(), "{text}");
    }
}

/// What must not reach a terminal: a command to it, in either encoding; a reversal of text; a line of its own.
const HOSTILE: &str = "x\u{1b}[2J\u{9b}31m\u{202e}y\nquadriga: all is well";

#[track_caller]
fn check_terminal(words: &str, text: &str) {
    let is_hostile = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
    assert!(!text.contains(is_hostile), "{words}: {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("quadriga: all is well")), "{words}: {text:?}");
}

#[test]
fn foreign_texts_command_no_terminal() {
    let folder = Folder::new("terminal");
    let quoted = HOSTILE.replace('\u{1b}', "\\u001b").replace('\n', "\\n");
    folder.write(
        "names.toml",
        &format!(
            "variant = \"gomoku\"\nevent = \"{quoted}\"\nrounds = 1\nopenings = {{ random = 2, nodes = 20 }}\n\
             adjudication = {{ max-plies = 8 }}\neach = {{ time = \"nodes=20\", options = {{ Hash = 1 }} }}\n\
             [[player]]\nname = \"{quoted}\"\ncommand = \"self\"\n[[player]]\nname = \"b\"\ncommand = \"self\"\n"
        ),
    );
    let mut cases = vec![
        "match --config names.toml --journal j.jsonl --print-games --print-table 1".to_owned(),
        "tournament --config names.toml --format knockout --journal k.jsonl --print-games".to_owned(),
        "match --config names.toml --check".to_owned(),
        "merge j.jsonl --times".to_owned(),
        "verify j.jsonl".to_owned(),
        "merge j.jsonl j.jsonl".to_owned(),
    ];
    let settings = [
        ("variant", format!("variant = \"{quoted}\"")),
        ("key", format!("\"{quoted}\" = 1")),
        ("options", format!("options = {{ \"{quoted}\" = \"{quoted}\" }}")),
        ("comment", "x = # \u{1b}[2J\u{202e}\n".to_owned()),
        ("book", format!("openings = {{ book = \"{quoted}\", format = \"epd\" }}")),
        ("player", format!("[[player]]\ncommand = \"{quoted}\"\ntime = \"{quoted}\"")),
    ];
    for (name, text) in settings {
        folder.write(&format!("{name}.toml"), &text);
        let players = if name == "player" { "--player 'command=self'" } else { PLAYERS };
        cases.push(format!("match --config {name}.toml --time nodes=20 {players} --journal no.jsonl"));
    }
    for words in &cases {
        let (_, text) = run_within(&folder, &[], words, "");
        check_terminal(words, &text);
    }
    // The names as arguments, which may hold anything but a zero.
    for program in ["cutechess", "fastchess"] {
        let words = format!(
            "{program} -engine cmd=self 'name={HOSTILE}' -engine cmd=self name=B -each nodes=20 option.Hash=1 \
             -rounds 1 -variant gomokufreestyle -maxmoves 3 -ratinginterval 1"
        );
        let (output, text) = run_within(&folder, &[], &words, "");
        assert!(output.status.success(), "{text}");
        check_terminal(&words, &text);
    }
    // A stop file, and a journal whose file name is hostile.
    folder.write("s.jsonl.stop", HOSTILE);
    let stopped = format!("{QUICK} --rounds 100000 --journal s.jsonl");
    let (_, text) = run_within(&folder, &[], &stopped, "");
    check_terminal(&stopped, &text);
    assert!(text.contains("Stopped by"), "{text}");
    let request = serde_json::json!({ "fingerprint": "", "reason": HOSTILE }).to_string();
    let fingerprint = folder.journal("s.jsonl").0.header.fingerprint;
    folder.write("s.jsonl.stop", &request.replace("\"\"", &format!("\"{fingerprint}\"")));
    let (_, text) = run_within(&folder, &[], &format!("{stopped} --resume"), "");
    check_terminal(&stopped, &text);
    assert!(text.contains("all is well"), "{text}");
    fs::copy(folder.path("j.jsonl"), folder.path(HOSTILE)).expect("a copy");
    for words in [format!("verify '{HOSTILE}'"), format!("merge '{HOSTILE}' 'no {HOSTILE}'")] {
        let (_, text) = run_within(&folder, &[], &words, "");
        check_terminal(&words, &text);
    }
    if cfg!(feature = "lab") {
        folder.succeed(
            "datagen --variant gomoku --games 1 --nodes 1 --random 2 --balance-nodes 20 --out d.games",
        );
        fs::copy(folder.path("d.games"), folder.path(&format!("{HOSTILE}.games"))).expect("a copy");
        for words in [format!("data '{HOSTILE}.games'"), format!("fit '{HOSTILE}.games' 'no{HOSTILE}'")] {
            let (_, text) = run_within(&folder, &[], &words, "");
            check_terminal(&words, &text);
        }
    }
}
