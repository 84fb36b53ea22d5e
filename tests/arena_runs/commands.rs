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
