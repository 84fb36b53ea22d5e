use crate::harness::{Folder, QUICK};

#[test]
fn file_and_command_line_settings_are_equivalent() {
    let folder = Folder::new("config");
    folder.write(
        "match.toml",
        r#"
        variant = "zhonggong"
        rounds = 2
        openings = { random = 6, nodes = 300 }
        adjudication = { max-plies = 80 }
        each.time = "nodes=150"
        [[player]]
        name = "a"
        command = "self"
        [[player]]
        name = "b"
        command = "self"
        time = "nodes=300"
        "#,
    );
    let by_words = folder.succeed(&format!("{QUICK} --rounds 2 --journal words.jsonl"));
    let by_file = folder.succeed("match --config match.toml --journal file.jsonl");
    assert_eq!(by_file, by_words);
    assert_eq!(folder.journal("file.jsonl").0.header.contest, folder.journal("words.jsonl").0.header.contest);
    folder.succeed("match --config match.toml --rounds 1 --journal less.jsonl");
    assert_eq!(folder.journal("less.jsonl").1.len(), 2, "the command line goes before the file");
}

#[test]
fn bad_settings_are_reported_before_the_first_game() {
    let folder = Folder::new("bad");
    folder.write("unknown.toml", "variant = 'chess'\nround = 3\n");
    let unknown = folder.fail("match --config unknown.toml");
    assert!(unknown.contains("unknown field `round`") && unknown.contains("line 2"), "{unknown}");
    for (words, expected) in [
        ("--player command=self", "exactly 2"),
        ("--player command=self --player 'command=self tim=3'", "tim"),
        ("--player command=self --player nonsense", "KEY=VALUE"),
        ("--player 'name=x command=self' --player 'name=x command=self'", "two players"),
        ("--player command=self --player command=self --book missing.epd", "missing.epd"),
        ("--player command=self --player command=self --option Colour=red", "Colour"),
        ("--player command=self --player command=self --sprt 'elo0=5 elo1=0'", "less than"),
        ("--player command=self --player command=self --sprt 'elo0=0 elo1=5 gamma=1'", "gamma"),
        ("--player command=self --player command=/no/such/program", "/no/such/program"),
    ] {
        let said = folder.fail(&format!("match --time nodes=10 --rounds 1 {words}"));
        assert!(said.contains(expected), "{words}: {said}");
    }
    assert!(folder.fail("match --player command=self --player command=self").contains("no time control"));
}

#[test]
fn help_shows_examples() {
    let folder = Folder::new("help");
    for command in ["match", "tournament", "merge"] {
        let help = folder.succeed(&format!("{command} --help"));
        assert!(help.contains("Examples:") && help.contains(&format!("quadriga {command}")), "{help}");
    }
}

#[test]
fn sprt_ends_the_match() {
    let folder = Folder::new("sprt");
    let said =
        folder.succeed(&format!("{QUICK} --rounds 500 --sprt 'elo0=-1000 elo1=-500' --journal j.jsonl"));
    assert!(said.contains("H1 is accepted"), "{said}");
    assert!(folder.journal("j.jsonl").1.len() < 200);
    assert_eq!(folder.succeed("merge j.jsonl"), said);
}

/// What is asked for beside the results.
#[cfg(unix)]
#[test]
fn games_tables_and_traffic_are_shown_when_asked() {
    let folder = Folder::new("shown");
    let program = env!("CARGO_BIN_EXE_quadriga");
    let words =
        "match --variant gomoku --time nodes=40 --rounds 3 --random 3 --balance-nodes 20 --max-plies 30";
    let players = format!(
        "--player 'name=inside command=self' --player \"name=outside command={program} arguments='--expose-parameters' \
         environment='LEVEL=a QUADRIGA_TEST=b'\""
    );
    let said = folder.succeed(&format!(
        "{words} {players} --journal j.jsonl --records end.epd --print-games --print-table 4 --traffic lines.log"
    ));
    let games = said.lines().filter(|line| line.starts_with("Game ")).count();
    assert_eq!((games, said.matches("After 4 games:\n").count()), (6, 1), "{said}");
    assert!(
        said.contains("Game 1: inside – outside ") || said.contains("Game 1: outside – inside "),
        "{said}"
    );
    let lines = folder.read("lines.log");
    assert!(lines.contains("outside < uci\n") && lines.contains("outside > bestmove "), "{lines}");
    // The final positions, which a book can hold, but for games that are over.
    let positions = folder.read("end.epd");
    assert_eq!(positions.lines().count(), 6, "{positions}");
    assert!(positions.lines().all(|line| line.matches('/').count() == 14), "{positions}");
    let header = folder.journal("j.jsonl").0.header;
    let contest = serde_json::to_string(&header.contest).expect("a contest is JSON");
    assert!(contest.contains("[\"--expose-parameters\"]") && contest.contains("QUADRIGA_TEST"), "{contest}");
    let refused = folder.fail(&format!("{words} {players} --journal k.jsonl --traffic no/folder/x.log"));
    assert!(refused.contains("no/folder/x.log"), "{refused}");
}

#[cfg(unix)]
#[test]
fn check_starts_the_players_and_touches_nothing() {
    let folder = Folder::new("check");
    let program = env!("CARGO_BIN_EXE_quadriga");
    let words = |time: &str| {
        format!(
            "match --variant gomoku --time {time} --rounds 10 --random 3 --balance-nodes 20 --check --report r.html \
             --player 'name=inside command=self' --player 'name=outside command={program}' --journal j.jsonl"
        )
    };
    let said = folder.succeed(&words("10+0.1"));
    assert!(
        said.contains("outside ") && said.contains("uci, started in ") && said.contains("Hash"),
        "{said}"
    );
    assert!(said.contains("Journal j.jsonl: new") && said.contains("3 random plies"), "{said}");
    assert!(said.contains("About 30 seconds a game, 10 minutes for 20 games"), "{said}");
    assert!(folder.succeed(&words("nodes=50")).contains("for 20 games"));
    assert_eq!(std::fs::read_dir(folder.path("")).expect("a folder").count(), 0, "something was written");
    let refused = folder.run(&format!(
        "{} --player command=/no/such/program",
        words("nodes=50").replace("match", "tournament")
    ));
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(!refused.status.success() && said.contains("/no/such/program cannot be started"), "{said}");
    folder.succeed(&words("nodes=50").replace("--check", ""));
    let refused = folder.run(&words("nodes=50"));
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(
        !refused.status.success() && said.contains("it contains 20 games, and --resume is not given"),
        "{said}"
    );
    let said = folder.succeed(&format!("{} --resume", words("nodes=50")));
    assert!(said.contains("for 0 games"), "{said}");
}

#[test]
fn knockouts_have_a_bracket() {
    let folder = Folder::new("bracket");
    let players: String =
        ["甲", "乙", "丙"].map(|name| format!("--player 'name={name} command=self' ")).concat();
    let said = folder.succeed(&format!(
        "tournament --format knockout --variant gomoku --time nodes=60 --random 3 --balance-nodes 100 {players} \
         --journal j.jsonl --report r.html"
    ));
    assert!(said.contains("  Semi-finals: 甲 (bye)\n") && said.contains("  Semi-finals: 乙 "), "{said}");
    assert!(said.contains(" wins\n") && said.contains("  Final: 甲 "), "{said}");
    let page = folder.read("r.html");
    assert!(
        page.contains(">Bracket<") && page.contains(">对阵表<") && page.contains("rowspan=\"2\">甲 "),
        "no bracket in the report"
    );
}
