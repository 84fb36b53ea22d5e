//! The command line and the exit codes.

use std::process::{Command, Output, Stdio};

use quadriga::games::Variant;

use crate::client::PROGRAM;

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn help_and_version() {
    let help = run(&["--help"]);
    assert!(help.status.success());
    assert!(text(&help.stdout).contains("--variant"));
    let version = run(&["--version"]);
    assert!(version.status.success());
    let mut lines = text(&version.stdout).lines();
    assert_eq!(lines.next(), Some(concat!("quadriga ", env!("CARGO_PKG_VERSION"))));
    // The networks that are part of the program.
    for line in lines {
        assert!(Variant::ALL.iter().any(|variant| line.starts_with(&format!("{variant}: "))), "{line}");
    }
}

#[test]
fn bench_is_an_argument() {
    let bench = run(&["bench", "1", "xiangqi"]);
    assert!(bench.status.success());
    let lines: Vec<_> = text(&bench.stdout).lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("Bench: xiangqi ")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.ends_with(" nps")), "{lines:?}");
    assert!(bench.stderr.is_empty());
}

#[test]
fn a_line_of_the_protocol_is_an_argument() {
    let perft = run(&["--variant", "zhonggong", "go", "perft", "3"]);
    assert!(perft.status.success());
    assert_eq!(text(&perft.stdout).lines().last(), Some("Nodes searched: 21434"));
    let search = run(&["go", "depth", "4"]);
    assert!(search.status.success());
    assert!(text(&search.stdout).lines().last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, code) in [
        (&["--variant", "shogi"][..], 2),
        (&["--frobnicate"], 2),
        (&["frobnicate"], 1),
        (&["bench", "0"], 1),
        (&["position", "fen", "nonsense"], 1),
    ] {
        let run = run(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stdout));
    }
}

#[test]
fn misspelt_commands_get_a_hint() {
    let run = run(&["mtach", "--player", "command=self"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("did you mean `quadriga match`?"), "{}", text(&run.stderr));
}

#[test]
fn empty_input_is_not_an_error() {
    let run = run(&[]);
    assert!(run.status.success());
    assert!(run.stdout.is_empty() && run.stderr.is_empty());
}
