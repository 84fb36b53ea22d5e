use std::process::Command;

use crate::harness::{Folder, QUICK, moves};
use crate::skip::skip;

#[test]
fn the_games_do_not_depend_on_how_many_run_at_a_time() {
    let folder = Folder::new("concurrency");
    let one = folder.succeed(&format!("{QUICK} --rounds 5 --concurrency 1 --journal one.jsonl"));
    let three = folder.succeed(&format!("{QUICK} --rounds 5 --concurrency 3 --journal three.jsonl"));
    assert_eq!(one, three);
    let (_, one) = folder.journal("one.jsonl");
    assert_eq!(moves(&one), moves(&folder.journal("three.jsonl").1));
    for pair in 0..5 {
        let (first, second) = (&one[&(2 * pair)], &one[&(2 * pair + 1)]);
        assert_eq!(first.players[0], second.players[1], "colours are swapped");
        assert_eq!(first.players[1], second.players[0], "colours are swapped");
        let opening = |record: &quadriga::arena::GameRecord| {
            let texts = record.moves[..record.opening_plies].iter().map(|m| m.text.clone());
            texts.collect::<Vec<_>>()
        };
        assert_eq!((opening(first).len(), opening(first)), (6, opening(second)));
    }
}

#[test]
fn shards_make_up_the_whole() {
    let folder = Folder::new("shards");
    let words = format!("{QUICK} --rounds 7 --sprt 'elo0=-400 elo1=-10'");
    let whole = folder.succeed(&format!("{words} --journal whole.jsonl"));
    let parts = ["part1.jsonl", "part2.jsonl", "part3.jsonl"];
    for (index, part) in parts.iter().enumerate() {
        folder.succeed(&format!("{words} --shard {}/3 --journal {part}", index + 1));
    }
    let merged = folder.succeed(&format!("merge {} --output all.jsonl", parts.join(" ")));
    let decided = |text: &str| {
        text.lines().filter(|line| !line.starts_with("Not counted")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(decided(&merged), decided(&whole), "the numbers are computed in the order of the schedule");
    let (_, all) = folder.journal("all.jsonl");
    assert_eq!(all.len(), 14, "a part of a contest does not stop at the test's decision");
    for (game, played) in moves(&folder.journal("whole.jsonl").1) {
        assert_eq!(moves(&all)[&game], played);
    }
    assert_eq!(decided(&folder.succeed("merge all.jsonl")), decided(&whole));

    let twice = folder.fail("merge part1.jsonl part2.jsonl part1.jsonl");
    assert!(twice.contains("occurs again in part1.jsonl"), "{twice}");
    folder.succeed(&format!("{QUICK} --rounds 1 --seed 9 --journal other.jsonl"));
    let other = folder.fail("merge part1.jsonl other.jsonl");
    assert!(other.contains("rounds, seed, sprt"), "{other}");
    assert!(folder.fail("merge part1.jsonl --output part2.jsonl").contains("part2.jsonl"));
    assert!(folder.fail("merge nothing.jsonl").contains("nothing.jsonl"));
}

#[test]
fn gnu_parallel_plays_the_shards() {
    if !Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        skip("shards::gnu_parallel_plays_the_shards", "GNU parallel is not installed");
        return;
    }
    let folder = Folder::new("parallel");
    let words = format!("{QUICK} --rounds 5");
    let whole = folder.succeed(&format!("{words} --journal whole.jsonl"));
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/distribute-parallel"))
        .args(["-S", "1/:", "-S", "2/:", "-n", "3", "-e", env!("CARGO_BIN_EXE_quadriga"), "-o"])
        .arg(folder.path("shards"))
        .arg("--")
        .args(shlex::split(&words).expect("matching quotes"))
        .output()
        .expect("the script starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with(&whole), "{said}");
    assert_eq!(folder.journal("shards/all.jsonl").1.len(), 10);
    assert!(folder.path("shards/all.html").exists());
}

#[test]
fn formats_whose_pairings_depend_on_results_have_no_shards() {
    let folder = Folder::new("no-shards");
    let said = folder.fail(
        "tournament --format swiss --time nodes=10 --shard 1/2 \
         --player command=self --player command=self --player command=self",
    );
    assert!(said.contains("cannot be divided"), "{said}");
}

#[test]
fn every_format_is_played_to_its_end_and_resumed() {
    let folder = Folder::new("formats");
    let players = "--variant gomoku --time nodes=60 --random 3 --balance-nodes 100 --player 'name=甲 command=self' \
                   --player 'name=乙 command=self' --player 'name=丙 command=self time=nodes=150' \
                   --player 'name=丁 command=self'";
    for (format, games) in [("round-robin", 12), ("gauntlet", 6), ("swiss", 8), ("knockout", 6)] {
        let words = format!("tournament --format {format} {players} --journal {format}.jsonl");
        let said = folder.succeed(&words);
        let (_, found) = folder.journal(&format!("{format}.jsonl"));
        assert!(found.len() >= games, "{format}: {} games", found.len());
        assert!(format != "round-robin" || found.len() == games);
        for name in ["甲", "乙", "丙", "丁"] {
            assert!(said.contains(name), "{said}");
        }
        // Half of the journal, from which the rest is resumed.
        let text = folder.read(&format!("{format}.jsonl"));
        let half: Vec<&str> = text.lines().take(1 + found.len() / 2).collect();
        folder.write(&format!("{format}.jsonl"), &(half.join("\n") + "\n"));
        assert_eq!(folder.succeed(&format!("{words} --resume")), said, "{format}");
        assert_eq!(moves(&folder.journal(&format!("{format}.jsonl")).1), moves(&found));
    }
}
