use std::fs;

use crate::harness::Folder;

const PLAYERS: &str = "-engine cmd=self name=A nodes=150 -engine cmd=self name=B nodes=300 -each proto=uci tc=inf \
                       -variant zhonggong -maxmoves 100";

/// The numbers between the words of a line: `Score of A vs B: 5 - 3 - 2  [0.600] 10`.
fn numbers(line: &str) -> Vec<f64> {
    let words = line.split([' ', '[', ']', ',', '(', ')', '%']);
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn lines_are_those_that_scripts_expect() {
    let folder = Folder::new("lines");
    folder.write("old.pgn", "[Event \"old\"]\n\n*\n\n");
    let words = format!("{PLAYERS} -rounds 2 -games 2 -repeat -pgnout old.pgn -ratinginterval 3 -site here");
    let output = folder.run(&format!("cutechess {words}"));
    let (said, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{errors}");
    let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    for game in 1..=4 {
        // The first of a pair's games is begun by either player, in turns.
        let players = if matches!(game, 1 | 4) { "A vs B" } else { "B vs A" };
        let at = |beginning: &str| lines.iter().position(|line| line.starts_with(beginning));
        let started = at(&format!("Started game {game} of 4 ({players})")).expect(&said);
        let finished = at(&format!("Finished game {game} ({players}): ")).expect(&said);
        assert!(
            started < finished && lines[finished].ends_with('}') && lines[finished].contains(" {"),
            "{said}"
        );
        let score = lines[finished + 1];
        assert!(score.starts_with("Score of A vs B: "), "{said}");
        // wins - losses - draws [score] games; the hyphens are no numbers.
        let [wins, losses, draws, share, games] = numbers(score)[..] else { panic!("{score}") };
        assert!((wins + losses + draws - games).abs() < 1e-9 && (games - f64::from(game)).abs() < 1e-9);
        assert!(((wins + draws / 2.0) / games - share).abs() < 1e-3, "{score}");
    }
    let elo = lines.iter().filter(|line| line.starts_with("Elo difference: ")).count();
    assert_eq!(elo, 2, "after three games and at the end: {said}");
    let last_elo = lines[lines.len() - 2];
    assert!(last_elo.contains(" +/- ") && last_elo.contains(", LOS: ") && last_elo.ends_with(" %"), "{said}");
    assert_eq!(lines.last(), Some(&"Finished match"));
    assert!(errors.contains("Ignored: -site"), "{errors}");

    let pgn = folder.read("old.pgn");
    assert!(pgn.starts_with("[Event \"old\"]"), "games are appended");
    assert_eq!(pgn.matches("[White ").count(), 4);
    let journals: Vec<_> =
        fs::read_dir(folder.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let journal = journals.iter().find_map(|name| name.to_str().filter(|name| name.starts_with("match-")));
    let journal = journal.expect("a journal");
    assert!(errors.contains(journal), "{errors}");
    assert_eq!(folder.journal(journal).1.len(), 4);
}

#[test]
fn sprt_is_reported_and_ends_the_match() {
    let folder = Folder::new("cutechess-sprt");
    // With four times the nodes, A is no weaker than B, so that both matches are short.
    let players = PLAYERS.replace("nodes=150", "nodes=1200");
    let words =
        format!("{players} -rounds 5000 -sprt elo0=-1000 elo1=-500 alpha=0.05 beta=0.05 model=logistic");
    let said = folder.succeed(&format!("cutechess {words}"));
    let line = said.lines().find(|line| line.starts_with("SPRT: llr ")).expect(&said);
    assert!(line.ends_with(", lbound -2.94, ubound 2.94 - H1 was accepted"), "{line}");
    assert!(numbers(line)[0] >= 2.94, "{line}");
    let said = folder.succeed(&format!("fastchess {words} -event fast"));
    assert!(said.contains("Results of A vs B:") && said.contains("Ptnml(0-2): ["), "{said}");
    assert!(said.contains("(-2.94, 2.94) [-1000.00, -500.00]"), "{said}");
    assert_eq!(said.lines().last(), Some("Tournament finished"));
}

#[cfg(unix)]
#[test]
fn programs_play_tournaments() {
    let folder = Folder::new("cutechess-programs");
    let program = env!("CARGO_BIN_EXE_quadriga");
    let engine = |name: &str| format!("-engine name={name} 'cmd={program}' dir=. arg=--expose-parameters");
    let words = format!(
        "{} {} {} -each proto=uci nodes=60 -variant gomokufreestyle -maxmoves 6 -tournament gauntlet -games 2",
        engine("甲"),
        engine("乙"),
        engine("丙")
    );
    let said = folder.succeed(&format!("cutechess {words}"));
    assert!(said.contains("Finished game 4 (丙 vs 甲): "), "{said}");
    assert!(said.lines().any(|line| line.starts_with("Rank Name")), "{said}");
    assert!(!said.contains("disconnects"), "{said}");

    let failing =
        folder.fail("cutechess -engine cmd=/no/such/program -engine cmd=self -each nodes=9 -rounds 2");
    assert!(failing.contains("/no/such/program"), "{failing}");
    let refused = folder.fail(&format!("cutechess {words} -variant shogi"));
    assert!(refused.contains("-variant shogi is not supported"), "{refused}");
}

#[cfg(unix)]
#[test]
fn the_programs_name_selects_the_command_line() {
    let folder = Folder::new("cutechess-name");
    for name in ["cutechess-cli", "fastchess"] {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quadriga"), folder.path(name)).unwrap();
        let output = std::process::Command::new(folder.path(name)).arg("-version").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("quadriga"), "{said}");
    }
    assert!(folder.succeed("cutechess -help").contains("quadriga cutechess -engine"));
}
