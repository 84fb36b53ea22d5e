//! What statistics say about games that are no independent evidence, and what records say about the programs.

use std::collections::HashSet;

use crate::harness::{Folder, QUICK};

const PLAYERS: &str =
    "--player 'name=a command=self option.Hash=1' --player 'name=b command=self time=nodes=90'";

#[test]
fn repeated_games_are_no_evidence() {
    let folder = Folder::new("repeated");
    let words = format!("match --variant gomoku --time nodes=30 --random 0 {PLAYERS}");
    let said = folder.succeed(&format!("{words} --rounds 6 --journal j.jsonl --report j.html"));
    assert!(said.contains("Warning: only 2 of 12 games are distinct; 10 repeat"), "{said}");
    assert!(said.contains("Openings: 1 distinct ones in 6 pairs"), "{said}");
    let report = folder.read("j.html");
    assert!(report.contains("only 2 of 12 games are distinct") && report.contains("Distinct games"));
    for line in said.lines().filter(|line| line.contains("Elo:")) {
        assert!(line.contains("unreliable"), "{line}");
    }
    assert_eq!(folder.succeed("merge j.jsonl"), said);
    let said = folder.succeed(&format!("{QUICK} --rounds 2"));
    assert!(!said.contains("Warning") && !said.contains("unreliable"), "{said}");
}

#[test]
fn chess960_begins_from_start_arrays() {
    let folder = Folder::new("chess960");
    for plies in [0, 3] {
        let words = format!(
            "match --option UCI_Chess960=true --time nodes=20 --random {plies} --balance-nodes 100 --rounds 4 \
             --max-plies 20 {PLAYERS} --journal {plies}.jsonl --records {plies}.pgn"
        );
        folder.succeed(&words);
        let (_, games) = folder.journal(&format!("{plies}.jsonl"));
        let arrays: HashSet<_> = games.values().map(|record| &record.fen).collect();
        assert_eq!((games.len(), arrays.len()), (8, 4));
        assert!((0..4).all(|pair| games[&(2 * pair)].fen == games[&(2 * pair + 1)].fen));
        assert!(games.values().all(|record| record.opening_plies == plies));
        assert!(folder.succeed(&format!("verify {plies}.jsonl")).contains("8 valid games"));
    }
}

#[test]
fn records_name_the_programs() {
    let folder = Folder::new("programs");
    folder.succeed(&format!(
        "match --time nodes=20 --random 2 --balance-nodes 50 --rounds 1 --max-plies 20 {PLAYERS} --journal j.jsonl \
         --records j.pgn --report j.html"
    ));
    let (_, games) = folder.journal("j.jsonl");
    let name = format!("Quadriga {}", env!("CARGO_PKG_VERSION"));
    assert!(games.values().all(|record| record.engines == [Some(name.clone()), Some(name.clone())]));
    let pgn = folder.read("j.pgn");
    for tag in [
        format!("[WhiteEngine \"{name}\"]"),
        "[WhiteCommand \"self\"]".to_owned(),
        "[BlackCommand \"self\"]".to_owned(),
        "[WhiteOptions \"Hash=1\"]".to_owned(),
        "[BlackOptions \"Hash=1\"]".to_owned(),
    ] {
        assert!(pgn.contains(&tag), "{tag}: {pgn}");
    }
    assert!(folder.read("j.html").contains(&format!("{name}, self, nodes=20")));
}

#[cfg(unix)]
#[test]
fn forfeits_on_an_overloaded_machine_are_told_apart() {
    let folder = Folder::new("overloaded");
    folder.write(
        "slow.sh",
        "while read -r line; do\n case $line in\n  uci) echo uciok;;\n  isready) echo readyok;;\n  \
         go*) sleep 1; echo bestmove e2e4;;\n  quit) exit;;\n esac\ndone\n",
    );
    let games = std::thread::available_parallelism().expect("a number of cores").get() + 1;
    let said = folder.succeed(&format!(
        "match --random 0 --rounds 1 --concurrency {games} --journal j.jsonl \
         --player 'name=slow command=\"sh slow.sh\" protocol=uci time=movetime=0.01' \
         --player 'name=b command=self time=nodes=10'"
    ));
    let (_, records) = folder.journal("j.jsonl");
    let load = records[&0].load.expect("it was lost on time");
    assert_eq!((load.games, load.cores), (games, games - 1));
    assert!(said.contains("Warning: 2 of 2 games that were lost on time"), "{said}");
}
