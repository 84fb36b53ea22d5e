use std::fs;
use std::process::{Child, Stdio};

use quadriga::arena::{Follower, MergeError, request_stop, stop_file};

use crate::harness::{Folder, QUICK};

/// A test that a single win or two decides.
const EASY_TEST: &str = "--sprt 'elo0=-1000 elo1=-500'";

#[test]
fn sprt_over_all_shards_stops_them() {
    let folder = Folder::new("stopped");
    let words = format!("{QUICK} --rounds 30000 {EASY_TEST}");
    let shard = |index: usize| {
        let words = format!("{words} --shard {index}/3 --journal part{index}.jsonl --resume");
        folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let running: Vec<Child> = [1, 2].map(shard).into();
    let parts = "part1.jsonl part2.jsonl part3.jsonl";
    let said = folder.succeed(&format!("merge {parts} --follow 0.1 --report all.html --output all.jsonl"));
    assert!(said.contains("accepts H1") && said.contains("H1 is accepted"), "{said}");
    assert!(folder.path("all.html").exists());
    let mut games = 0;
    for (index, child) in (1..).zip(running) {
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let expected = format!("Stopped by part{index}.jsonl.stop: the SPRT over all shards accepts H1");
        assert!(said.contains(&expected), "{said}");
        let (summary, found) = folder.journal(&format!("part{index}.jsonl"));
        assert_eq!(summary.torn_bytes, 0);
        games += found.len();
    }
    assert!((2..20_000).contains(&games), "{games} games");

    // A shard that begins or is resumed later plays nothing, and what was stopped is not followed again.
    let late = shard(3).wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&late.stdout).contains("Stopped by part3.jsonl.stop"));
    assert_eq!(folder.journal("part3.jsonl").1.len(), 0);
    folder.succeed(&format!("{words} --shard 1/3 --journal part1.jsonl --resume"));
    let again: usize = ["part1.jsonl", "part2.jsonl"].iter().map(|part| folder.journal(part).1.len()).sum();
    assert_eq!(again, games);
    assert!(folder.succeed(&format!("merge {parts} --follow")).contains("accepts H1"));
}

#[test]
fn stop_file_of_another_contest_stops_nothing() {
    let folder = Folder::new("stop-file");
    let words = format!("{QUICK} --rounds 2 --journal j.jsonl --resume");
    request_stop(&folder.path("j.jsonl"), "0123456789abcdef", "it is decided").unwrap();
    let said = folder.succeed(&words);
    assert!(!said.contains("Stopped"), "{said}");
    assert_eq!(folder.journal("j.jsonl").1.len(), 4);

    // One made by hand stops whatever it finds, and nothing once it is gone.
    fs::remove_file(folder.path("j.jsonl")).unwrap();
    let made_by_hand = stop_file(&folder.path("j.jsonl"));
    fs::write(&made_by_hand, "").unwrap();
    let said = folder.succeed(&words);
    assert!(said.contains("Stopped by j.jsonl.stop: no reason given"), "{said}");
    assert_eq!(folder.journal("j.jsonl").1.len(), 0);
    fs::remove_file(made_by_hand).unwrap();
    assert!(!folder.succeed(&words).contains("Stopped"));
    assert_eq!(folder.journal("j.jsonl").1.len(), 4);
}

#[test]
fn growing_journals_are_followed_to_their_end() {
    let folder = Folder::new("growing");
    for index in 1..=2 {
        folder.succeed(&format!("{QUICK} --rounds 3 --shard {index}/2 --journal whole{index}.jsonl"));
    }
    let expected = folder.succeed("merge whole1.jsonl whole2.jsonl");
    let paths = ["part1.jsonl", "part2.jsonl"].map(|part| folder.path(part));
    let mut follower = Follower::new(&paths);
    assert!(!follower.poll().unwrap(), "no journal exists");
    assert_eq!((follower.awaited().len(), follower.results().is_none()), (2, true));

    fs::write(&paths[1], folder.read("whole2.jsonl")).unwrap();
    assert!(follower.poll().unwrap() && !follower.poll().unwrap());
    assert_eq!((follower.awaited(), follower.begun()), (vec![paths[0].as_path()], vec![paths[1].clone()]));
    assert!(!follower.is_complete());

    // Every line is seen half written, and one byte before its end.
    let text = folder.read("whole1.jsonl");
    let mut written = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let before = follower.results().unwrap().games();
        for part in [0, line.len() / 2, line.len() - 1] {
            fs::write(&paths[0], &text[..written + part]).unwrap();
            assert!(!follower.poll().unwrap(), "line {number} is not complete");
            assert_eq!(follower.results().unwrap().games(), before);
        }
        written += line.len();
        assert!(!follower.is_complete());
        fs::write(&paths[0], &text[..written]).unwrap();
        assert!(follower.poll().unwrap(), "line {number} is complete");
    }
    assert!(follower.is_complete() && follower.missing_shards().is_empty());
    assert_eq!(follower.results().unwrap().games(), 6);
    let said = folder.succeed("merge part1.jsonl part2.jsonl --follow");
    assert_eq!(said, format!("All games have been played.\n{expected}"));
    assert!(!stop_file(&paths[0]).exists(), "there is nothing to be stopped");
}

#[test]
fn journals_that_cannot_be_followed_are_named() {
    let folder = Folder::new("unfollowed");
    folder.succeed(&format!("{QUICK} --rounds 2 --shard 1/2 --journal one.jsonl"));
    folder.succeed(&format!("{QUICK} --rounds 2 --seed 5 --shard 2/2 --journal other.jsonl"));
    let different = folder.fail("merge one.jsonl other.jsonl --follow");
    assert!(different.contains("one.jsonl and other.jsonl") && different.contains("seed"), "{different}");
    fs::copy(folder.path("one.jsonl"), folder.path("copy.jsonl")).unwrap();
    let mut follower = Follower::new(&[folder.path("one.jsonl"), folder.path("copy.jsonl")]);
    assert!(matches!(follower.poll(), Err(MergeError::Duplicate { .. })));
    let damaged = folder.read("one.jsonl").replacen("\"game\"", "\"gone\"", 1);
    folder.write("damaged.jsonl", &damaged);
    let said = folder.fail("merge damaged.jsonl --follow");
    assert!(said.contains("damaged.jsonl") && said.contains("line 2"), "{said}");
    folder.write("text.jsonl", "no journal\n");
    assert!(folder.fail("merge text.jsonl --follow").contains("text.jsonl"));
    let said = folder.fail("merge one.jsonl --follow 0");
    assert!(said.contains("0.1 to 86400 seconds"), "{said}");
    folder.write("all.jsonl", "");
    assert!(folder.fail("merge one.jsonl --follow --output all.jsonl").contains("already exists"));

    let output = folder.run("merge one.jsonl --follow");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("None of the journals holds shard 2/2"), "{said}");
}
