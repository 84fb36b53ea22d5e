//! System calls fail, one after the other: nothing panics or hangs, exit codes tell the truth, and what was done before
//! is kept. `strace` makes them fail; it counts the calls of each thread by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::harness::{Folder, moves};
use crate::skip::skip;

/// The calls, with the errors by which they fail on a disk that is full or broken and on a machine without threads,
/// descriptors or processes to be had.
pub const FILES: [&str; 5] = ["write:ENOSPC", "fdatasync:EIO", "fsync:EIO", "rename:EIO", "ftruncate:EIO"];
pub const THREADS: [&str; 1] = ["clone3:EAGAIN"];
pub const PROCESSES: [&str; 3] = ["clone3:EAGAIN", "pipe2:EMFILE", "execve:ENOMEM"];
/// Opening files, and memory from the system.
pub const RESOURCES: [&str; 2] = ["openat:EMFILE", "mmap:ENOMEM"];

/// More calls than any of the commands makes.
const MOST_CALLS: usize = 200;

pub const CONTEST: &str =
    "--variant gomoku --time nodes=30 --random 3 --balance-nodes 20 --max-plies 20 --rounds 2";
pub const PLAYERS: &str =
    "--player 'name=one command=self option.Hash=1' --player 'name=two command=self option.Hash=1'";
pub const DATAGEN: &str = "datagen --variant gomoku --nodes 30 --random 3 --balance-nodes 20 --max-plies 20 --games 4 \
                       --hash 1 --threads 2 --out d.games --resume";
const TUNE: &str = "tune --variant gomoku --time nodes=30 --random 3 --balance-nodes 20 --max-plies 20 --iterations 2 \
                    --pairs 1 --player command=self --parameter 'name=Hash start=2 min=1 max=4 c-end=1' --journal \
                    t.jsonl --resume";

/// Whether `strace` is there and may do its work.
pub fn has_strace() -> bool {
    let words =
        ["-qq", "-o", "/dev/null", "-e", "trace=write", "-e", "inject=write:error=ENOSPC:when=1", "true"];
    Command::new("strace").args(words).output().is_ok_and(|output| output.status.success())
}

/// How a command that was starved has ended.
pub struct Starved {
    pub code: Option<i32>,
    pub stdout: String,
}

/// The first of the calls with this name that the program makes itself: the loader's and those of Rust's runtime, which
/// the program cannot answer for, are as many as those of `--version`.
fn first_call(folder: &Folder, name: &str) -> usize {
    if name != "mmap" {
        return 1;
    }
    let words = ["-f", "-qq", "-o", "trace", "-e", "trace=mmap", env!("CARGO_BIN_EXE_quadriga"), "--version"];
    let mut strace = Command::new("strace");
    let output = strace.args(words).current_dir(folder.path("")).env_remove("LD_LIBRARY_PATH").output();
    assert!(output.expect("it starts").status.success());
    let trace = fs::read(folder.path("trace")).expect("strace has written it");
    String::from_utf8_lossy(&trace).matches("mmap(").count() + 1
}

/// Runs the command with the `n`th of these calls failing in each thread; `None` if no call has failed.
fn starve(folder: &Folder, words: &str, stdin: &str, call: &str, n: usize) -> Option<Starved> {
    let (name, error) = call.split_once(':').expect("a call and its error");
    let input = folder.write("input", stdin);
    let output = Command::new("timeout")
        .args(["60", "strace", "-f", "-qq", "-o", "trace", "-e", &format!("trace={name}")])
        .args(["-e", &format!("inject={name}:error={error}:when={n}")])
        .arg(env!("CARGO_BIN_EXE_quadriga"))
        .args(shlex::split(words).expect("matching quotes"))
        .current_dir(folder.path(""))
        .stdin(fs::File::open(input).expect("the file was written"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("RUST_LOG")
        .env("RUST_BACKTRACE", "0")
        // Time zones are many files, and cargo's folders of libraries many places to look at.
        .env("TZDIR", "/nonexistent")
        .env_remove("LD_LIBRARY_PATH")
        .env("XDG_STATE_HOME", folder.path("state"))
        .output()
        .expect("it starts");
    let trace = fs::read(folder.path("trace")).expect("strace has written it");
    if !String::from_utf8_lossy(&trace).contains("(INJECTED)") {
        assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{words}, {call} {n}: {stderr}");
    // 124 is the timeout's.
    let code = output.status.code();
    // Rust aborts a program that cannot allocate a small piece of memory.
    let is_out_of_memory = code.is_none() && stderr.contains("memory allocation of ");
    assert!(is_out_of_memory || matches!(code, Some(0..=2)), "{words}, {call} {n}: {code:?} {stderr}");
    assert!(
        code == Some(0) || !stderr.is_empty() || call == "write:ENOSPC",
        "{words}, {call} {n}: no reason"
    );
    Some(Starved { code, stdout: String::from_utf8_lossy(&output.stdout).into_owned() })
}

/// Fails all of these calls in turn. `fresh` prepares the folder, `check` looks at what a run has left.
pub fn starve_all(
    folder: &Folder,
    words: &str,
    stdin: &str,
    calls: &[&str],
    fresh: impl Fn(),
    check: impl Fn(&Starved, &str),
) {
    for call in calls {
        let first = first_call(folder, call.split(':').next().unwrap_or_default());
        let end = (first..=first + MOST_CALLS).find(|&n| {
            fresh();
            let Some(starved) = starve(folder, words, stdin, call, n) else { return true };
            let temporary = fs::read_dir(folder.path("")).expect("a folder").any(|entry| {
                entry.expect("an entry").path().extension().is_some_and(|extension| extension == "tmp")
            });
            assert!(!temporary, "{words}, {call} {n}: a temporary file is left");
            check(&starved, &format!("{words}, {call} {n}"));
            false
        });
        assert!(end.is_some(), "{words}: {call} never succeeds");
    }
}

pub fn remove(paths: &[PathBuf]) {
    for path in paths {
        if path.exists() {
            fs::remove_file(path).expect("it can be removed");
        }
    }
}

fn is_whole(path: &Path, end: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.trim_end().ends_with(end))
}

#[test]
fn starved_matches_lose_nothing() {
    if !has_strace() {
        skip("starved::starved_matches_lose_nothing", "strace is not installed, or may not trace");
        return;
    }
    let folder = Folder::new("starved-match");
    let words = format!(
        "match {CONTEST} {PLAYERS} --concurrency 2 --journal j.jsonl --resume --report r.html --records r.pgn"
    );
    let expected = folder.succeed(&format!("match {CONTEST} {PLAYERS} --journal whole.jsonl"));
    let whole = moves(&folder.journal("whole.jsonl").1);
    let outputs = ["j.jsonl", "r.html", "r.pgn"].map(|name| folder.path(name));
    let calls: Vec<&str> = FILES.into_iter().chain(THREADS).chain(RESOURCES).collect();
    starve_all(
        &folder,
        &words,
        "",
        &calls,
        || remove(&outputs),
        |starved, case| {
            if starved.code == Some(0) {
                assert_eq!(starved.stdout, expected, "{case}");
                assert!(is_whole(&outputs[1], "</html>"), "{case}");
            } else {
                assert_eq!(folder.succeed(&words), expected, "{case}");
            }
            folder.succeed("verify j.jsonl");
            assert_eq!(moves(&folder.journal("j.jsonl").1), whole, "{case}");
        },
    );
}

#[test]
fn starved_programs_are_errors() {
    if !has_strace() {
        skip("starved::starved_programs_are_errors", "strace is not installed, or may not trace");
        return;
    }
    let folder = Folder::new("starved-programs");
    let program = env!("CARGO_BIN_EXE_quadriga");
    let words = format!(
        "match {CONTEST} --player 'name=one command=self option.Hash=1' --player 'name=two command=\"{program}\" \
         option.Hash=1 protocol=uci patience=3000' --journal j.jsonl --resume"
    );
    let journal = [folder.path("j.jsonl")];
    starve_all(
        &folder,
        &words,
        "",
        &PROCESSES,
        || remove(&journal),
        |starved, case| {
            // A program that is starved itself may lose its games.
            if starved.code == Some(0) {
                assert_eq!(folder.journal("j.jsonl").1.len(), 4, "{case}");
            } else {
                folder.succeed(&words);
            }
            folder.succeed("verify j.jsonl");
        },
    );
}

#[test]
fn starved_merges_write_whole_files_or_none() {
    if !has_strace() {
        skip(
            "starved::starved_merges_write_whole_files_or_none",
            "strace is not installed, or may not trace",
        );
        return;
    }
    let folder = Folder::new("starved-merge");
    let expected = folder.succeed(&format!("match {CONTEST} {PLAYERS} --journal whole.jsonl"));
    let outputs = ["m.jsonl", "m.html"].map(|name| folder.path(name));
    let words = "merge whole.jsonl --output m.jsonl --report m.html";
    starve_all(
        &folder,
        words,
        "",
        &FILES.into_iter().chain(RESOURCES).collect::<Vec<_>>(),
        || remove(&outputs),
        |starved, case| {
            if outputs[0].exists() {
                assert_eq!(folder.succeed("merge m.jsonl"), expected, "{case}");
            }
            assert!(!outputs[1].exists() || is_whole(&outputs[1], "</html>"), "{case}");
            if starved.code == Some(0) {
                assert_eq!(starved.stdout, expected, "{case}");
                assert!(outputs.iter().all(|path| path.exists()), "{case}");
            }
        },
    );
}

#[test]
fn starved_labs_lose_nothing() {
    if !has_strace() {
        skip("starved::starved_labs_lose_nothing", "strace is not installed, or may not trace");
        return;
    }
    if !cfg!(feature = "lab") {
        return;
    }
    let folder = Folder::new("starved-lab");
    let calls: Vec<&str> = FILES.into_iter().chain(THREADS).chain(RESOURCES).collect();
    for (words, name) in [(DATAGEN, "d.games"), (TUNE, "t.jsonl")] {
        let path = [folder.path(name)];
        folder.succeed(words);
        let whole = fs::read(&path[0]).expect("the file was written");
        starve_all(
            &folder,
            words,
            "",
            &calls,
            || remove(&path),
            |starved, case| {
                if starved.code != Some(0) {
                    folder.succeed(words);
                }
                assert!(fs::read(&path[0]).expect("the file was written") == whole, "{case}");
            },
        );
    }
}

#[test]
fn starved_sessions_answer_or_fail() {
    if !has_strace() {
        skip("starved::starved_sessions_answer_or_fail", "strace is not installed, or may not trace");
        return;
    }
    let folder = Folder::new("starved-session");
    let input =
        "setoption name Threads value 2\nsetoption name Hash value 4\nposition startpos\ngo nodes 2000\n";
    starve_all(
        &folder,
        "",
        input,
        &["write:ENOSPC", "clone3:EAGAIN", "openat:EMFILE", "mmap:ENOMEM"],
        || {},
        |starved, case| {
            let has_answered = starved.stdout.contains("bestmove");
            assert_eq!(
                has_answered,
                starved.code == Some(0),
                "{case}: {:?} {}",
                starved.code,
                starved.stdout
            );
        },
    );
    for words in ["legal", "go depth 2", "match --help", "bench 2"] {
        let output =
            folder.command(words).stdout(fs::File::create("/dev/full").expect("it is there")).output();
        assert_eq!(output.expect("it starts").status.code(), Some(1), "{words}");
    }
}
