//! What must not get lost, whatever fails: games, reports, records, and files that have nothing to do with the run.

use std::fs;
use std::process::Stdio;

use crate::harness::{Folder, QUICK, moves};

/// The names of the files in a test's folder.
fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("")).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// A journal as older versions wrote it.
fn without_checksums(journal: &str) -> String {
    let cut = |line: &str| {
        let (before, _) = line.split_once(",\"crc\":\"").expect("each line has a checksum");
        format!("{before}}}\n")
    };
    journal.lines().map(cut).collect()
}

#[test]
fn outputs_that_are_other_files_of_the_run_are_refused() {
    let folder = Folder::new("same-file");
    folder.write("book.epd", "e2e4 e7e5\n");
    folder.write("match.toml", "seed = 3\n");
    let chess = "match --time nodes=20 --rounds 1 --max-plies 20 --player 'name=a command=self' \
                 --player 'name=b command=self'";
    for (words, expected) in [
        (format!("{QUICK} --rounds 1 --journal j --report j"), "report and the journal are the same file"),
        (format!("{QUICK} --rounds 1 --journal a.pgn --records ./a.pgn"), "records and the journal"),
        (format!("{QUICK} --rounds 1 --journal j --report x.pgn --records x.pgn"), "report and the records"),
        (format!("{chess} --book book.epd --report book.epd"), "book and the report"),
        (
            format!("{chess} --config match.toml --journal match.toml --resume"),
            "settings file and the journal",
        ),
    ] {
        let said = folder.fail(&words);
        assert!(said.contains(expected), "{words}: {said}");
    }
    assert_eq!(files(&folder), ["book.epd", "match.toml"]);
    folder.succeed(&format!("{QUICK} --rounds 1 --journal j.jsonl"));
    assert!(folder.fail("merge j.jsonl --report j.jsonl").contains("same file"));
    folder.succeed("verify j.jsonl");
}

#[test]
fn outputs_are_tried_before_the_first_game() {
    let folder = Folder::new("tried");
    fs::create_dir(folder.path("folder")).unwrap();
    for (words, expected) in [
        ("--report none/page.html", "the report none/page.html cannot be written"),
        ("--report folder", "the report folder cannot be written"),
        ("--records none/x.pgn", "the records none/x.pgn cannot be written"),
        ("--records x.sgf", "x.sgf: SGF cannot represent"),
        ("--journal none/j.jsonl", "the journal none/j.jsonl cannot be written"),
    ] {
        let said = folder.fail(&format!("{QUICK} --rounds 1 {words}"));
        assert!(said.contains(expected), "{words}: {said}");
    }
    assert_eq!(files(&folder), ["folder"], "nothing was begun");
}

#[cfg(target_os = "linux")]
#[test]
fn full_or_closed_outputs_end_nothing() {
    let folder = Folder::new("closed");
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").expect("Linux has it"));
    for (name, stdout_fails) in [("full-error", false), ("full-output", true), ("closed-output", true)] {
        let words =
            format!("{QUICK} --rounds 1 --journal {name}.jsonl --report {name}.html --records {name}.pgn");
        let mut command = folder.command(&words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        match name {
            "full-error" => command.stderr(full()),
            "full-output" => command.stdout(full()).stderr(full()),
            _ => command.stdout(Stdio::piped()).stderr(Stdio::piped()),
        };
        let mut program = command.spawn().expect("the program starts");
        drop((program.stdout.take(), program.stderr.take()));
        let status = program.wait().expect("it ends");
        assert_eq!(status.code(), Some(i32::from(stdout_fails)), "{name}");
        assert_eq!(folder.journal(&format!("{name}.jsonl")).1.len(), 2);
        assert!(folder.read(&format!("{name}.html")).ends_with("</html>\n"));
        assert_eq!(folder.read(&format!("{name}.pgn")).matches("[Event ").count(), 2);
    }
}

#[test]
fn failed_starts_leave_no_journal() {
    let folder = Folder::new("failed-start");
    let words = "match --time nodes=10 --rounds 1 --player command=self --player command=/no/such/program";
    assert!(folder.fail(words).contains("/no/such/program"));
    folder.fail(&format!("{words} --journal j.jsonl --resume"));
    assert_eq!(files(&folder), [""; 0]);
    folder.succeed(&format!("{QUICK} --rounds 1 --journal j.jsonl"));
    let journal = folder.read("j.jsonl");
    folder.fail(&format!("{words} --journal j.jsonl"));
    assert_eq!(folder.read("j.jsonl"), journal, "another run's journal stays");
}

#[test]
fn default_names_do_not_collide() {
    let folder = Folder::new("default-names");
    let runs: Vec<_> = (0..4)
        .map(|_| {
            let mut command = folder.command(&format!("{QUICK} --rounds 1"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
        })
        .collect();
    for mut run in runs {
        assert!(run.wait().expect("it ends").success());
    }
    assert_eq!(files(&folder).len(), 4);
}

#[test]
fn damaged_lines_do_not_count() {
    let folder = Folder::new("checksums");
    let words = format!("{QUICK} --rounds 2");
    let said = folder.succeed(&format!("{words} --journal j.jsonl"));
    let journal = folder.read("j.jsonl");
    assert!(folder.succeed("verify j.jsonl").contains("4 valid games, 0 problems"));
    // A time that nothing else could contradict.
    let line = journal.lines().nth(2).expect("a game");
    let time = line.split("\"duration_ms\":").nth(1).expect("a time").split(['}', ',']).next().unwrap();
    let changed = line.replace(&format!("\"duration_ms\":{time}"), &format!("\"duration_ms\":1{time}"));
    folder.write("damaged.jsonl", &journal.replace(line, &changed));
    folder.write("cut.jsonl", &journal.replace(line, without_checksums(line).trim_end()));
    for (name, state) in [("damaged", "wrong"), ("cut", "missing")] {
        for command in [format!("{words} --journal {name}.jsonl --resume"), format!("merge {name}.jsonl")] {
            let said = folder.fail(&command);
            assert!(said.contains(&format!("line 3 is damaged: its checksum is {state}")), "{said}");
        }
        let output = folder.run(&format!("verify {name}.jsonl"));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && said.contains("3 valid games, 1 problems"), "{said}");
    }
    folder.write("header.jsonl", &journal.replacen("\"seed\":1", "\"seed\":2", 1));
    assert!(folder.fail("merge header.jsonl").contains("line 1 is damaged"));
    // Older journals can be read, merged and resumed.
    let old = without_checksums(&journal);
    folder.write("old.jsonl", &old);
    assert_eq!(folder.succeed("merge old.jsonl"), said);
    assert!(folder.succeed("verify old.jsonl").contains("without checksums"));
    let half: String = old.split_inclusive('\n').take(3).collect();
    folder.write("half.jsonl", &half);
    assert_eq!(folder.succeed(&format!("{words} --journal half.jsonl --resume")), said);
    assert_eq!(moves(&folder.journal("half.jsonl").1), moves(&folder.journal("j.jsonl").1));
}

#[test]
fn games_that_make_no_sense_do_not_count() {
    let folder = Folder::new("sense");
    let words = format!("{QUICK} --rounds 2");
    folder.succeed(&format!("{words} --journal j.jsonl"));
    let old = without_checksums(&folder.read("j.jsonl"));
    let line = old.lines().nth(1).expect("a game");
    let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let text = |name: &str| record[name].as_str().expect("a text").to_owned();
    let moves = line.split("],\"outcome\"").next().expect("moves");
    let last = &moves[moves.rfind("{\"text\"").expect("a move")..];
    let outcome = text("outcome");
    let other = if outcome == "1-0" { "0-1" } else { "1-0" };
    let game = &record["game"];
    let seed = "\"seed\":1,";
    for (from, to, expected) in [
        (format!("\"outcome\":\"{outcome}\""), format!("\"outcome\":\"{other}\""), "result"),
        (format!(",{last}]"), format!(",{last},{last}]"), "move"),
        (format!("\"fen\":\"{}\"", text("fen")), "\"fen\":\"nonsense\"".to_owned(), "FEN"),
        (format!("\"game\":{game},"), "\"game\":4000,".to_owned(), "pair"),
        ("\"pair\":0,".to_owned(), "\"pair\":1,".to_owned(), "pair"),
        ("\"players\":[\"a\",".to_owned(), "\"players\":[\"c\",".to_owned(), "players"),
        ("\"variant\":\"zhonggong\"".to_owned(), "\"variant\":\"xiangqi\"".to_owned(), "variant"),
        ("\"opening_plies\":6".to_owned(), "\"opening_plies\":600".to_owned(), "opening"),
        (seed.to_owned(), "\"seed\":2,".to_owned(), "fingerprint"),
    ] {
        // The seed is in the header, everything else in the line of the game.
        let changed = if from == seed {
            old.replacen(&from, &to, 1)
        } else {
            old.replace(line, &line.replacen(&from, &to, 1))
        };
        assert!(changed != old, "{from}");
        folder.write("changed.jsonl", &changed);
        let said = folder.fail("merge changed.jsonl");
        assert!(said.contains(expected) && said.contains("changed.jsonl"), "{from} -> {to}: {said}");
        folder.fail(&format!("{words} --journal changed.jsonl --resume"));
        let output = folder.run("verify changed.jsonl");
        assert!(!output.status.success() && String::from_utf8_lossy(&output.stdout).contains(expected));
    }
    // A game of another shard.
    folder.succeed(&format!("{words} --shard 1/2 --journal one.jsonl"));
    folder.succeed(&format!("{words} --shard 2/2 --journal two.jsonl"));
    let foreign = folder.read("one.jsonl").lines().nth(1).expect("a game").to_owned();
    folder.write("two.jsonl", &format!("{}{foreign}\n", folder.read("two.jsonl")));
    assert!(folder.fail("merge two.jsonl").contains("another shard"));
}

/// Whether a process runs that is not a zombie.
#[cfg(target_os = "linux")]
fn is_running(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_outlives_a_killed_run() {
    let folder = Folder::new("orphans");
    // Its children notice nothing of a closed input; one leaves the process group.
    folder.write(
        "engine.sh",
        "while read -r line; do\n case $line in\n  uci) echo uciok;;\n  isready) echo readyok;;\n  \
         go*) sleep 601 & echo $! >> pids; setsid sh -c 'echo $$ >> pids; exec sleep 602' & echo $$ >> pids; \
         wait;;\n esac\ndone\n",
    );
    let words = "match --random 0 --rounds 1 --journal j.jsonl --player 'name=b command=self time=nodes=10' \
                 --player 'name=a command=\"sh engine.sh\" protocol=uci time=movetime=300'";
    let mut program = folder.command(words);
    let mut program =
        program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let pids = || -> Vec<String> {
        let text = fs::read_to_string(folder.path("pids")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let wait_until = |what: &dyn Fn() -> bool| {
        (0..600).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            what()
        })
    };
    assert!(wait_until(&|| pids().len() == 3), "the program was never asked");
    assert!(pids().iter().all(|pid| is_running(pid)));
    program.kill().expect("it can be killed");
    program.wait().expect("it is gone");
    assert!(wait_until(&|| pids().iter().all(|pid| !is_running(pid))), "some of {:?} live on", pids());
}

#[cfg(unix)]
#[test]
fn a_deleted_journal_is_noticed_and_saved() {
    let folder = Folder::new("deleted");
    let words = format!("{QUICK} --rounds 4000 --concurrency 2 --journal j.jsonl");
    let program = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let games = || fs::read_to_string(folder.path("j.jsonl")).map_or(0, |text| text.lines().count());
    for _ in 0..1200 {
        if games() > 4 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    fs::remove_file(folder.path("j.jsonl")).expect("the journal was begun");
    let output = program.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("deleted"), "{said}");
    assert!(folder.journal("j.jsonl").1.len() >= 4, "the games are there again");
    assert!(folder.succeed("verify j.jsonl").contains("0 problems"));
}
