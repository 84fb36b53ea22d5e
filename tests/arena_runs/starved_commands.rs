//! System calls fail in the commands that do more than a match, and all commands run within limits on processes and
//! memory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::harness::Folder;
use crate::skip::skip;
use crate::starved::{CONTEST, DATAGEN, FILES, PLAYERS, RESOURCES, THREADS, has_strace, remove, starve_all};

const CUTECHESS: &str = "cutechess -engine cmd=self name=A option.Hash=1 -engine cmd=self name=B option.Hash=1 \
                         -each nodes=30 -variant gomokufreestyle -maxmoves 5 -rounds 1 -games 2 -srand 1 \
                         -pgnout c.pgn";
const FIT: &str = "fit d.games --eval-file w.eval --threads 2 --rounds 1";

/// The signal by which the kernel ends a program whose stack it cannot extend.
const SEGV: i32 = 11;

/// The limits on processes and threads of a user, and on the address space in bytes.
const PROCESSES: [u64; 7] = [1, 2, 3, 4, 5, 6, 8];
const MEMORY: [u64; 9] = [20, 24, 28, 32, 40, 60, 80, 120, 200];

#[test]
fn starved_verifications_are_truthful() {
    if !has_strace() {
        let name = "starved_commands::starved_verifications_are_truthful";
        return skip(name, "strace is not installed, or may not trace");
    }
    let folder = Folder::new("starved-verify");
    folder.succeed(&format!("match {CONTEST} {PLAYERS} --journal whole.jsonl"));
    let words = "verify whole.jsonl";
    let expected = folder.succeed(words);
    let calls: Vec<&str> = ["write:ENOSPC"].into_iter().chain(THREADS).chain(RESOURCES).collect();
    starve_all(
        &folder,
        words,
        "",
        &calls,
        || {},
        |starved, case| {
            if starved.code == Some(0) {
                assert_eq!(starved.stdout, expected, "{case}");
            }
        },
    );
}

/// Self-play with enough games for a fit, long enough that most are won.
fn self_play() -> String {
    DATAGEN.replace("--games 4 ", "--games 40 ").replace("--max-plies 20 ", "--max-plies 60 ")
}

#[test]
fn starved_fits_write_whole_files_or_none() {
    if !has_strace() {
        let name = "starved_commands::starved_fits_write_whole_files_or_none";
        return skip(name, "strace is not installed, or may not trace");
    }
    if !cfg!(feature = "lab") {
        return;
    }
    let folder = Folder::new("starved-fit");
    folder.succeed(&self_play());
    folder.succeed(FIT);
    let weights = [folder.path("w.eval")];
    let whole = fs::read(&weights[0]).expect("the file was written");
    let calls: Vec<&str> = FILES.into_iter().chain(THREADS).chain(RESOURCES).collect();
    starve_all(
        &folder,
        FIT,
        "",
        &calls,
        || remove(&weights),
        |starved, case| {
            if starved.code == Some(0) || weights[0].exists() {
                assert!(fs::read(&weights[0]).expect("the file was written") == whole, "{case}");
            }
        },
    );
}

/// The journals that have been named by the program itself.
fn journals(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path("")).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
}

#[test]
fn starved_cutechess_loses_no_games() {
    if !has_strace() {
        let name = "starved_commands::starved_cutechess_loses_no_games";
        return skip(name, "strace is not installed, or may not trace");
    }
    let folder = Folder::new("starved-cutechess");
    let pgn = folder.path("c.pgn");
    let games_of = |text: &str| text.matches("[Event ").count();
    let calls: Vec<&str> = FILES.into_iter().chain(THREADS).chain(RESOURCES).collect();
    let fresh = || {
        remove(&journals(&folder));
        fs::write(&pgn, "[Event \"old\"]\n\n*\n\n").expect("it can be written");
    };
    starve_all(&folder, CUTECHESS, "", &calls, fresh, |starved, case| {
        let text = fs::read_to_string(&pgn).expect("it is kept");
        assert!(text.starts_with("[Event \"old\"]\n\n*\n\n") && text.ends_with("\n\n"), "{case}: {text}");
        let journals = journals(&folder);
        let in_journal = journals.first().map_or(0, |path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("an ASCII name");
            folder.succeed(&format!("verify {name}"));
            folder.journal(name).1.len()
        });
        assert!(games_of(&text) <= in_journal + 1, "{case}: {text}");
        if starved.code == Some(0) {
            assert_eq!((games_of(&text), in_journal), (3, 2), "{case}: {text}");
            assert!(starved.stdout.ends_with("Finished match\n"), "{case}: {}", starved.stdout);
        }
    });
}

/// Whether the board says its address before it ends; if it ends, with its exit code and the reason.
fn board_outcome(command: &mut Command) -> Result<(), (Option<i32>, String)> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that the program ends with strace.
    let child = command.process_group(0).spawn();
    let mut child = child.expect("it starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut line).expect("readable output");
    if line.starts_with("The board is at http://") {
        let group = format!("-{}", child.id());
        assert!(Command::new("kill").args(["-KILL", "--", &group]).status().expect("it starts").success());
        child.wait().expect("it ends");
        return Ok(());
    }
    let output = child.wait_with_output().expect("it ends");
    Err((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[test]
fn a_starved_board_starts_or_says_why_not() {
    /// More calls than the start makes.
    const MOST_CALLS: usize = 60;
    if !has_strace() {
        let name = "starved_commands::a_starved_board_starts_or_says_why_not";
        return skip(name, "strace is not installed, or may not trace");
    }
    if !cfg!(feature = "board") {
        return;
    }
    let folder = Folder::new("starved-board");
    let token = folder.path("state/quadriga/board-token");
    let board = |call: &str, n: usize| {
        let name = call.split(':').next().unwrap_or_default();
        let mut command = Command::new("strace");
        command
            .args(["-f", "-qq", "-o", "trace", "-e", &format!("trace={name}")])
            .args(["-e", &format!("inject={call}:when={n}", call = call.replacen(':', ":error=", 1))])
            .args([env!("CARGO_BIN_EXE_quadriga"), "board", "--no-open", "--no-library", "--port", "0"])
            .current_dir(folder.path(""))
            .env("XDG_STATE_HOME", folder.path("state"))
            // Time zones are many files, and cargo's folders of libraries many places to look at.
            .env("TZDIR", "/nonexistent")
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("RUST_LOG");
        let outcome = board_outcome(&mut command);
        let trace = fs::read(folder.path("trace")).expect("strace has written it");
        (outcome, String::from_utf8_lossy(&trace).contains("(INJECTED)"))
    };
    let (outcome, _) = board("getppid:EIO", 1);
    assert_eq!(outcome, Ok(()));
    let kept = fs::read_to_string(&token).expect("a kept token");
    for call in [
        "socket:EMFILE",
        "bind:EACCES",
        "listen:EADDRINUSE",
        "epoll_create1:EMFILE",
        "eventfd2:EMFILE",
        "clone3:EAGAIN",
        "openat:EMFILE",
    ] {
        let end = (1..MOST_CALLS).find(|&n| {
            let (outcome, is_injected) = board(call, n);
            if let Err((code, stderr)) = &outcome {
                assert_eq!(*code, Some(1), "{call} {n}: {stderr}");
                assert!(
                    stderr.starts_with("quadriga: ") && !stderr.contains("panicked"),
                    "{call} {n}: {stderr}"
                );
                assert_eq!(stderr.matches("os error").count(), 1, "{call} {n}: {stderr}");
            }
            assert_eq!(fs::read_to_string(&token).expect("the token"), kept, "{call} {n}");
            assert!(is_injected || outcome.is_ok(), "{call} {n}: {outcome:?}");
            !is_injected
        });
        assert!(end.is_some(), "{call} never succeeds");
    }
}

/// All commands, with a place for the program.
fn commands() -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_quadriga");
    let mut commands = vec![
        "verify whole.jsonl".to_owned(),
        "merge whole.jsonl --report r.html".to_owned(),
        format!("match {CONTEST} {PLAYERS} --journal j.jsonl"),
        CUTECHESS.to_owned(),
        CUTECHESS.replacen("cmd=self", &format!("cmd={program}"), 1),
        "go nodes 100".to_owned(),
        "bench 1".to_owned(),
    ];
    if cfg!(feature = "lab") {
        commands.push(FIT.to_owned());
    }
    commands
}

/// Runs all commands in turn, each started by the words of the limit. Rust aborts a program that cannot allocate a
/// small piece of memory, and one whose thread has no room for the stack of its signal handlers; the C library aborts
/// one that has no room to note what a thread has to drop at its end, which the standard library does in each thread.
fn run_within(folder: &Folder, limit: &[&str], may_abort: bool) {
    for words in commands() {
        remove(
            &journals(folder).into_iter().filter(|path| !path.ends_with("whole.jsonl")).collect::<Vec<_>>(),
        );
        remove(&["r.html", "w.eval", "c.pgn"].map(|name| folder.path(name)));
        let output = Command::new("timeout")
            .args(["60"])
            .args(limit)
            .arg(env!("CARGO_BIN_EXE_quadriga"))
            .args(shlex::split(&words).expect("matching quotes"))
            .current_dir(folder.path(""))
            .stdin(Stdio::null())
            .env_remove("RUST_LOG")
            .env("RUST_BACKTRACE", "0")
            .output()
            .expect("it starts");
        let [stdout, stderr] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        let case = format!("{limit:?} {words}: {stdout}{stderr}");
        let lacks_signal_stack = stderr.contains("failed to allocate an alternative stack");
        assert!(!stderr.contains("panicked") || may_abort && lacks_signal_stack, "{case}");
        match output.status.code() {
            Some(0) => {}
            Some(1) => assert!(stderr.contains("quadriga: ") || stdout.contains("error "), "{case}"),
            code => {
                let is_abort = code.is_none()
                    && (stderr.contains("memory allocation of ")
                        || stderr.contains("failed to register TLS destructor: out of memory")
                        || lacks_signal_stack
                        || output.status.signal() == Some(SEGV));
                assert!(may_abort && is_abort, "{code:?} {case}");
            }
        }
        let is_done = output.status.success();
        assert!(!is_done || !words.starts_with("fit") || folder.path("w.eval").exists(), "{case}");
        assert!(!is_done || !words.starts_with("merge") || folder.path("r.html").exists(), "{case}");
        assert!(!is_done || !words.starts_with("go") || stdout.contains("bestmove "), "{case}");
        for path in journals(folder) {
            let name = path.file_name().and_then(|name| name.to_str()).expect("an ASCII name");
            folder.succeed(&format!("verify {name}"));
        }
    }
}

fn prepare(folder: &Folder) {
    folder.succeed(&format!("match {CONTEST} {PLAYERS} --journal whole.jsonl"));
    if cfg!(feature = "lab") {
        folder.succeed(&self_play());
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn commands_answer_where_threads_and_processes_are_limited() {
    /// A user with no processes of its own; the limit does not hold for root.
    const NOBODY: u32 = 65534;
    let name = "starved_commands::commands_answer_where_threads_and_processes_are_limited";
    if !["setpriv", "prlimit"].into_iter().all(is_installed) {
        return skip(name, "setpriv or prlimit is not installed");
    }
    let folder = Folder::new("limited-processes");
    if std::os::unix::fs::chown(folder.path(""), Some(NOBODY), None).is_err() {
        return skip(name, "it must be run by root");
    }
    prepare(&folder);
    let user = format!("--reuid={NOBODY}");
    // By way of another program, as setpriv itself may still start what its user may not.
    let is_reachable = Command::new("setpriv")
        .args([&user, "--clear-groups", "env", env!("CARGO_BIN_EXE_quadriga"), "--version"])
        .current_dir(folder.path(""))
        .output();
    if !is_reachable.is_ok_and(|output| output.status.success()) {
        return skip(name, "another user cannot start the program in its folder");
    }
    for limit in PROCESSES {
        let limit = format!("--nproc={limit}");
        run_within(&folder, &["setpriv", &user, "--clear-groups", "prlimit", &limit], false);
    }
}

#[test]
fn commands_answer_where_memory_is_limited() {
    let name = "starved_commands::commands_answer_where_memory_is_limited";
    if !is_installed("prlimit") {
        return skip(name, "prlimit is not installed");
    }
    let folder = Folder::new("limited-memory");
    prepare(&folder);
    for mib in MEMORY {
        let limit = format!("--as={}", mib << 20);
        // The loader itself needs some.
        let version =
            Command::new("prlimit").args([&limit, env!("CARGO_BIN_EXE_quadriga"), "--version"]).output();
        if version.is_ok_and(|output| output.status.success()) {
            run_within(&folder, &["prlimit", &limit], true);
        }
    }
}
