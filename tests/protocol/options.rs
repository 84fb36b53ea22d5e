//! Options: how they are set, and their effects.

use quadriga::eval::network::{Form, Network, NetworkFile};
use quadriga::games::Variant;
use quadriga::games::chess::ChessFeatures;

use crate::client::{Client, value};

#[test]
fn names_and_values_in_any_case() {
    let mut client = Client::start();
    for line in [
        "setoption name hash value 8",
        "setoption NAME THREADS VALUE 2",
        "setoption name cLEAR   hASH",
        "setoption name move overhead value 0",
        "setoption name uci_variant value XIANGQI",
        "setoption name coordinates value RANKS0-9",
        "setoption name uci_chess960 value False",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value true",
    ] {
        client.send(line);
    }
    let lines = client.ready();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("info string variant xiangqi files 9 ranks 10 "), "{lines:?}");
    assert_eq!(client.go("depth 2").0.len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_new_game_takes_the_memory_of_the_hash_table() {
    const MIB: u64 = 96;
    let mut client = Client::start();
    for variant in ["chess", "gomoku"] {
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        client.send(&format!("setoption name Hash value {MIB}"));
        client.ready();
        let before = client.resident_mib();
        assert!(before < MIB, "{variant}: {before} MiB before a game");
        client.send("ucinewgame");
        client.ready();
        let taken = client.resident_mib();
        assert!(taken >= MIB, "{variant}: {taken} MiB in a game");
        client.send("setoption name Hash value 1");
    }
}

#[test]
fn invalid_option_values_are_rejected() {
    let mut client = Client::start();
    for (line, answer) in [
        ("setoption name Colour value red", "no option is called \"Colour\""),
        ("setoption name Hash value 0", "option Hash: \"0\" is not a whole number from 1 to 33554432"),
        ("setoption name Hash value", "option Hash: \"\" is not a whole number from 1 to 33554432"),
        ("setoption name Ponder value yes", "option Ponder: \"yes\" is not true or false"),
        (
            "setoption name UCI_Variant value shogi",
            "option UCI_Variant: \"shogi\" is not one of chess, xiangqi, zhonggong, gomoku, gomoku-standard, renju",
        ),
        ("setoption name BoardSize value 21", "option BoardSize: \"21\" is not a whole number from 5 to 20"),
        ("setoption name singular value 20", "no option is called \"singular\""),
        ("setoption name SoftNodes value 20", "no option is called \"SoftNodes\""),
        ("setoption value 3", "setoption: name expected, not \"value\""),
    ] {
        assert_eq!(client.ask(line), format!("info string error {answer}"));
    }
}

#[test]
fn game_options_persist_across_variant_changes() {
    let mut client = Client::start();
    client.send("setoption name BoardSize value 7");
    client.send("setoption name UCI_Variant value gomoku");
    assert!(client.line().contains(" files 7 ranks 7 "));
    assert_eq!(client.legal().len(), 49);
    client.send("setoption name BoardSize value 9");
    assert_eq!(client.legal().len(), 81);
    client.send("setoption name UCI_Variant value chess");
    client.send("setoption name UCI_Variant value renju");
    assert!(client.line().contains(" files 9 ranks 9 "));
    // A game in progress keeps its board.
    client.ask("move e5");
    client.send("setoption name BoardSize value 15");
    assert_eq!(client.legal().len(), 80);
    assert_eq!(client.ask("new"), "status ongoing");
    assert_eq!(client.legal().len(), 225);
}

#[test]
fn several_threads_search_together() {
    let mut client = Client::start();
    client.send("setoption name Threads value 4");
    for limits in ["depth 6", "movetime 50", "nodes 20000"] {
        assert_eq!(client.go(limits).0.len(), 4);
    }
    client.send("go infinite");
    client.send("setoption name Threads value 1");
    client.until("bestmove ");
    assert_eq!(client.ready(), Vec::<String>::new());
}

/// The nodes of a search's last report.
fn nodes(lines: &[String]) -> u64 {
    let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("nodes");
    value(last, "nodes").and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
fn limited_strength_visits_few_positions() {
    let mut client = Client::start();
    let full = nodes(&client.go("depth 12").1);
    client.send("setoption name UCI_Elo value 700");
    for (set, unset) in [
        ("setoption name Skill Level value 0", "setoption name Skill Level value 20"),
        ("setoption name UCI_LimitStrength value true", "setoption name UCI_LimitStrength value false"),
    ] {
        client.send(set);
        client.send("ucinewgame");
        let (best, lines) = client.go("depth 12");
        assert_eq!(best.len(), 4);
        assert!(nodes(&lines) * 4 < full, "{set}: {} of {full}", nodes(&lines));
        client.send(unset);
    }
}

#[test]
fn nodestime_replaces_the_clock() {
    let mut client = Client::start();
    client.send("setoption name nodestime value 10");
    let search = |client: &mut Client| {
        client.send("ucinewgame");
        let (best, lines) = client.go("wtime 20000 btime 20000");
        (best, nodes(&lines))
    };
    let first = search(&mut client);
    assert_eq!(search(&mut client), first, "the same on every machine and every time");
}

#[test]
fn contempt_applies_to_games_only() {
    let mut client = Client::start();
    // This position is a dead draw.
    client.send("position fen 7k/8/8/8/8/8/p7/K7 w - - 0 1");
    for (option, limits, score) in [
        ("Contempt value 0", "depth 4", " score cp 0 "),
        ("Contempt value 40", "depth 4", " score cp -40 "),
        ("Contempt value 40", "depth 5", " score cp -40 "),
        ("Contempt value -7", "depth 4", " score cp 7 "),
        ("UCI_AnalyseMode value true", "depth 4", " score cp 0 "),
    ] {
        client.send(&format!("setoption name {option}"));
        client.send("ucinewgame");
        let (_, lines) = client.go(limits);
        let last = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
        assert!(last.contains(score), "{option}: {last}");
    }
    client.send("setoption name UCI_AnalyseMode value false");
    client.send("ucinewgame");
    client.send("go infinite");
    let analysed = client.until("info depth 4 ").pop().expect("its line");
    assert!(analysed.contains(" score cp 0 "), "{analysed}");
    client.send("stop");
    client.until("bestmove ");
}

/// The `option` lines.
fn declarations(client: &mut Client) -> Vec<String> {
    client.send("uci");
    let mut lines = client.until("uciok");
    lines.retain(|line| line.starts_with("option name "));
    lines
}

#[test]
fn search_parameters_are_listed_if_exposed() {
    let hidden = declarations(&mut Client::start());
    let mut client = Client::start_with(&["--expose-parameters"]);
    let exposed = declarations(&mut client);
    assert!(hidden.iter().all(|line| exposed.contains(line)), "{exposed:?}");
    let default = |name: &str| {
        let start = format!("option name {name} type spin default ");
        let line = exposed.iter().find_map(|line| line.strip_prefix(&start));
        line.and_then(|line| line.split(' ').next()).unwrap_or_else(|| panic!("no {name}: {exposed:?}"))
    };
    assert!(default("singular").parse::<i32>().is_ok_and(|value| (0..=200).contains(&value)));
    assert!(exposed.contains(&"option name Without type string default <empty>".to_owned()), "{exposed:?}");
    assert!(exposed.iter().any(|line| line.starts_with("option name SoftNodes type spin default 0 min 0 ")));
    // A parameter's default is the game's own.
    client.send("setoption name UCI_Variant value gomoku");
    client.ready();
    let delta = |lines: &[String]| lines.iter().find(|line| line.contains(" delta ")).cloned();
    assert_ne!(delta(&declarations(&mut client)), delta(&exposed));
    client.send("setoption name UCI_Variant value chess");
    client.ready();
    for (line, answer) in [
        ("setoption name singular value 201", "option singular: \"201\" is not a whole number from 0 to 200"),
        ("setoption name singular value x", "option singular: \"x\" is not a whole number from 0 to 200"),
        ("setoption name Without value Luck", "option Without: \"Luck\" is not a feature of the search"),
    ] {
        assert_eq!(client.ask(line), format!("info string error {answer}"));
    }
    // Each of these settings changes the search, and undoing it restores the search.
    let usual = nodes(&client.go("depth 8").1);
    for (set, unset) in [
        ("reduction_base value 0", format!("reduction_base value {}", default("reduction_base"))),
        ("Without value LateMoveReductions,Futility", "Without value <empty>".to_owned()),
        ("SoftNodes value 500", "SoftNodes value 0".to_owned()),
    ] {
        client.send(&format!("setoption name {set}"));
        client.send("ucinewgame");
        assert_ne!(nodes(&client.go("depth 8").1), usual, "{set}");
        client.send(&format!("setoption name {unset}"));
        client.send("ucinewgame");
        assert_eq!(nodes(&client.go("depth 8").1), usual, "{unset}");
    }
}

#[test]
fn protocol_page_lists_every_option_as_declared() {
    let page = include_str!("../../protocol.md");
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split(" | ").map(str::trim).collect()).collect();
    for line in declarations(&mut Client::start_with(&["--expose-parameters"])) {
        let words: Vec<_> = line.split(' ').collect();
        let at = |word: &str| words.iter().position(|&found| found == word).map(|at| at + 1);
        let name = words[2..at("type").expect("a type") - 1].join(" ");
        // The search's parameters have names of their own style, and the page does not list them.
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && name != "nodestime" {
            continue;
        }
        let row = rows
            .iter()
            .find(|row| row[0] == format!("| `{name}`"))
            .unwrap_or_else(|| panic!("no row for {name}"));
        assert_eq!(Some(row[1]), at("type").map(|at| words[at]), "{name}");
        let number = |word: &str| at(word).map(|at| words[at].replace('-', "−"));
        if let (Some(min), Some(max)) = (number("min"), number("max")) {
            assert_eq!(Some(row[2].replace('-', "−")), number("default"), "{name}");
            assert_eq!(row[3], format!("{min}–{max}"), "{name}");
        }
    }
}

#[test]
fn an_eval_file_replaces_the_weights_of_a_running_engine() {
    let folder = std::env::temp_dir().join(format!("quadriga-eval-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("tempo.weights");
    std::fs::write(&file, "# a large bonus for the side to move\ntempo 100\n").expect("written");
    let set = |path: &str| format!("setoption name EvalFile value {path}");
    let path = file.to_str().expect("UTF-8");

    let mut client = Client::start_with(&["--expose-parameters"]);
    let evaluation = |client: &mut Client| {
        client.send("eval");
        client.until("Evaluation: ").pop().expect("the evaluation")
    };
    let built_in = evaluation(&mut client);
    client.send(&set(path));
    let changed = evaluation(&mut client);
    assert_ne!(changed, built_in);
    let error = client.ask(&set(&format!("{path}x")));
    assert!(
        error.starts_with("info string error option EvalFile: ") && error.contains("cannot be read"),
        "{error}"
    );
    std::fs::write(&file, "luck 3\n").expect("written");
    let error = client.ask(&set(path));
    assert!(error.ends_with("line 1: the evaluation has no weight called \"luck\""), "{error}");
    assert_eq!(evaluation(&mut client), changed, "a refused file changes nothing");
    client.send(&set(""));
    assert_eq!(evaluation(&mut client), built_in);
    std::fs::remove_dir_all(folder).expect("removed");
}

/// A network that gives every position of chess this score for the side to move.
fn constant_network(score: i32) -> NetworkFile {
    let mut network = Network::zero(Form::of::<ChessFeatures>(32, false));
    // 1 is 255 · 64 in the output layer, and 400 in units of the evaluation.
    network.output_bias.fill(score * 255 * 64 / 400);
    NetworkFile { variant: "chess".to_owned(), recipe: String::new(), hand_written: 0, network }
}

#[test]
fn an_eval_file_can_hold_a_network() {
    let folder = std::env::temp_dir().join(format!("quadriga-network-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, contents).expect("written");
        format!("setoption name EvalFile value {}", path.display())
    };
    let mut client = Client::start_with(&["--expose-parameters"]);
    let evaluation = |client: &mut Client| {
        client.send("eval");
        client.until("Evaluation: ")
    };
    client.send("setoption name Evaluation value classical");
    let classical = evaluation(&mut client);
    assert!(classical.iter().all(|line| !line.starts_with("Network: ")), "{classical:?}");
    client.send("setoption name Evaluation value network");
    client.ready();

    let good = constant_network(100);
    let name = good.network.name();
    let answer = client.ask(&write("good", &good.encode()));
    assert_eq!(answer, format!("info string network {name}"));
    let by_network = evaluation(&mut client);
    assert_eq!(by_network[0], format!("Network: {name}"));
    assert_eq!(by_network[1], "network: +100 for White");
    assert!(by_network.contains(&"without P e2: +0 for White".to_owned()), "{by_network:?}");
    // With all pieces on the board, an advantage counts more.
    assert!(by_network.contains(&"pieces left: +10 for White".to_owned()), "{by_network:?}");
    assert_eq!(by_network.last().map(String::as_str), Some("Evaluation: +110 for White, to move"));
    client.send("uci");
    assert!(client.until("uciok").contains(&answer));

    client.send("setoption name Evaluation value classical");
    assert_eq!(evaluation(&mut client), classical);
    let error = client.ask("setoption name Evaluation value best");
    assert_eq!(error, "info string error option Evaluation: \"best\" is not one of network, classical");
    assert_eq!(client.ask("setoption name Evaluation value Network"), answer);

    // Files that are damaged or of something else leave everything as it was.
    let changed = |change: fn(&mut NetworkFile)| {
        let mut file = constant_network(7);
        change(&mut file);
        file.encode()
    };
    let whole = good.encode();
    for (contents, reason) in [
        (
            whole[..whole.len() - 1].to_vec(),
            format!("it has {} bytes instead of {}", whole.len() - 1, whole.len()),
        ),
        (
            changed(|file| file.variant = "xiangqi".to_owned()),
            "it is a network of \"xiangqi\", not of chess".to_owned(),
        ),
        (
            changed(|file| file.network.form.inputs = "chess-1m".to_owned()),
            "its inputs are \"chess-1m\"; this program's are \"chess-768m4k\"".to_owned(),
        ),
        (
            changed(|file| {
                let form = Form { buckets: 2, ..file.network.form.clone() };
                file.network = Network::zero(form);
            }),
            "it has 3072 inputs and 2 output buckets instead of 3072 and 8".to_owned(),
        ),
        (
            changed(|file| {
                file.network.form.is_residual = true;
                file.hand_written = 1;
            }),
            "it was trained to be added to a hand-written evaluation with other weights".to_owned(),
        ),
        (vec![0xff; 100], "it is neither a network nor a text with weights".to_owned()),
        (vec![0; (64 << 20) + 1], "it is larger than 64 MiB".to_owned()),
    ] {
        let error = client.ask(&write("bad", &contents));
        assert!(
            error.starts_with("info string error option EvalFile: ") && error.ends_with(&reason),
            "{error}"
        );
        assert_eq!(evaluation(&mut client), by_network, "{reason}");
    }

    // The bench uses the same evaluation.
    let answer = client.ask("bench 1 xiangqi");
    assert!(
        answer.starts_with("info string error xiangqi: ") && answer.ends_with("not of xiangqi"),
        "{answer}"
    );
    let bench = |client: &mut Client| {
        client.send("bench 6 chess");
        client.until("Bench: ").pop().expect("the counts")
    };
    let counts = bench(&mut client);
    client.send("setoption name Evaluation value classical");
    assert_ne!(bench(&mut client), counts);

    // The file is of this game alone, and is left with it.
    client.send("setoption name Evaluation value network");
    client.send("setoption name UCI_Variant value zhonggong");
    client.ready();
    client.send("d");
    assert!(client.until("status ").contains(&"Game: zhonggong".to_owned()));
    client.send("setoption name UCI_Variant value chess");
    let built_in = evaluation(&mut client);
    assert!(built_in[0].starts_with("Network: ") && built_in[0] != by_network[0], "{built_in:?}");
    std::fs::remove_dir_all(folder).expect("removed");
}

/// A choice between the evaluations is offered where there can be one.
#[test]
fn evaluation_is_an_option_if_there_is_a_network() {
    let is_offered = |client: &mut Client| {
        declarations(client).iter().any(|line| line.starts_with("option name Evaluation type combo "))
    };
    for variant in Variant::ALL {
        let mut client = Client::start_with(&["--variant", variant.name()]);
        assert_eq!(is_offered(&mut client), variant.network().is_some(), "{variant}");
    }
    assert!(is_offered(&mut Client::start_with(&["--expose-parameters"])));
}
