//! Starting players, and the errors if they cannot be started.

use quadriga::arena::{Adjudication, Cause, GameRunner, PlayerKind, PlayerSpec, Protocol, SetupError};
use quadriga::base::GameOptionError;
use quadriga::games::Variant;

use crate::games::{PidFile, game_runner, mock, play_on, setup, texts, try_play, uci};

/// The same player with its protocol to be detected.
pub fn unnamed(mut spec: PlayerSpec) -> PlayerSpec {
    if let PlayerKind::Program(program) = &mut spec.kind {
        program.protocol = Protocol::Auto;
    }
    spec
}

/// The error for a player that cannot play.
#[track_caller]
pub fn problem_with(variant: Variant, spec: &PlayerSpec) -> String {
    match try_play(&mut game_runner(variant), &setup(), spec, &crate::games::internal("b", "nodes=100")) {
        Err(SetupError::Player { name, problem }) => {
            assert_eq!(name, spec.name);
            problem
        }
        other => panic!("{other:?}"),
    }
}

pub fn dialects_are_found_out() {
    for (protocol, game, variant, text) in [
        (Protocol::Uci, "chess", Variant::Chess, "e2e4"),
        (Protocol::Cecp, "chess", Variant::Chess, "e2e4"),
        (Protocol::Ucci, "xiangqi", Variant::Xiangqi, "h3e3"),
        (Protocol::Gomocup, "gomoku", Variant::Gomoku, "a15"),
    ] {
        let moves = match variant {
            Variant::Chess => "moves=e2e4",
            Variant::Xiangqi => "moves=h2e2",
            _ => "",
        };
        let spec = unnamed(mock("unnamed", protocol, game, moves));
        let record = play_on(&mut game_runner(variant), &spec, &crate::games::internal("b", "nodes=100"));
        assert_eq!(texts(&record)[0], text, "{protocol:?}");
        assert_eq!(record.termination.blamed, None);
    }
}

pub fn missing_programs_are_errors() {
    let mut spec = uci("nobody", "");
    let PlayerKind::Program(program) = &mut spec.kind else { unreachable!() };
    program.command = "/nowhere/engine".into();
    assert!(problem_with(Variant::Chess, &spec).contains("/nowhere/engine cannot be started"));
    let mut spec = uci("homeless", "");
    let PlayerKind::Program(program) = &mut spec.kind else { unreachable!() };
    program.directory = Some("/nowhere".into());
    assert!(problem_with(Variant::Chess, &spec).contains("cannot be started"));
}

pub fn mute_programs_are_errors() {
    let pids = PidFile::new();
    let mut spec = uci("mute", &format!("mute {}", pids.word()));
    spec.patience = std::time::Duration::from_millis(300);
    assert_eq!(problem_with(Variant::Chess, &spec), "it does not answer in uci");
    let problem = problem_with(Variant::Chess, &unnamed(spec));
    assert_eq!(problem, "it speaks no known protocol (uci: no answer; cecp: no answer)");
    pids.assert_gone(3);
    // A program that exits at once is distinguished from a silent one.
    let mut spec = uci("short", "");
    let PlayerKind::Program(program) = &mut spec.kind else { unreachable!() };
    program.arguments = vec![crate::MOCK.to_owned()];
    assert!(problem_with(Variant::Chess, &spec).contains("code 2"));
}

pub fn wrong_options_are_errors() {
    let with = |protocol, name: &str, value: &str| {
        let mut spec = mock("a", protocol, "chess", "");
        spec.options.push((name.to_owned(), value.to_owned()));
        spec
    };
    let problem = |spec: PlayerSpec| problem_with(Variant::Chess, &spec);
    assert_eq!(problem(with(Protocol::Uci, "Hsh", "16")), "it has no option called \"Hsh\"");
    assert_eq!(
        problem(with(Protocol::Uci, "hash", "65")),
        "option Hash: \"65\" is not a whole number from 1 to 64"
    );
    assert_eq!(
        problem(with(Protocol::Cecp, "Style", "mad")),
        "option Style: \"mad\" is not one of calm, wild"
    );
    let record =
        play_on(&mut game_runner(Variant::Chess), &with(Protocol::Cecp, "style", "calm"), &uci("b", ""));
    assert_eq!(record.termination.cause, Cause::TooLong);
    let mut internal = crate::games::internal("a", "nodes=100");
    internal.options.push(("Threads".to_owned(), "0".to_owned()));
    assert!(problem(internal).contains("\"0\" is not a whole number"));
}

pub fn other_games_are_errors() {
    let chess = uci("chess", "");
    assert_eq!(problem_with(Variant::Zhonggong, &chess), "it does not play zhonggong");
    let xboard = mock("xboard", Protocol::Cecp, "zhonggong", "");
    assert_eq!(problem_with(Variant::Zhonggong, &xboard), "it does not play zhonggong");
    let nodes =
        PlayerSpec { time: "nodes=5".parse().expect("a control"), ..mock("x", Protocol::Cecp, "chess", "") };
    assert_eq!(problem_with(Variant::Chess, &nodes), "its protocol (cecp) has no node limit");
    let mut game_runner = GameRunner::new(
        Variant::Gomoku,
        vec![("BoardSize".to_owned(), "20".to_owned())],
        Adjudication::default(),
    );
    let small = mock("small", Protocol::Gomocup, "gomoku", "");
    let refused =
        try_play(&mut game_runner, &setup(), &small, &small).expect_err("a board that is too large");
    assert!(refused.to_string().contains("refuses a board of size 20: ERROR unsupported size"), "{refused}");
}

pub fn impossible_setups_are_errors() {
    let player = uci("a", "");
    let attempt = |options: &[(&str, &str)], fen: Option<&str>, opening: &[&str]| {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut game_runner = GameRunner::new(Variant::Chess, options, Adjudication::default());
        let mut setup = setup();
        setup.fen = fen.map(str::to_owned);
        setup.opening = opening.iter().map(|&text| text.to_owned()).collect();
        try_play(&mut game_runner, &setup, &player, &player).expect_err("an impossible setup")
    };
    assert!(matches!(attempt(&[("Size", "3")], None, &[]), SetupError::Option(GameOptionError::Unknown(_))));
    assert!(matches!(
        attempt(&[("uci_chess960", "maybe")], None, &[]),
        SetupError::Option(GameOptionError::Value(_))
    ));
    assert!(matches!(attempt(&[], Some("nonsense"), &[]), SetupError::Fen(_)));
    assert!(matches!(attempt(&[], None, &["e2e4", "e2e4"]), SetupError::Opening(_)));
    assert!(matches!(attempt(&[], None, &["f2f3", "e7e5", "g2g4", "d8h4"]), SetupError::Over(_)));
}

pub fn programs_for_one_game_are_started_again() {
    let pids = PidFile::new();
    let once = mock("once", Protocol::Cecp, "chess", &format!("once {}", pids.word()));
    let mut game_runner = game_runner(Variant::Chess);
    for games in 1..=3 {
        assert_eq!(play_on(&mut game_runner, &once, &uci("b", "")).termination.cause, Cause::TooLong);
        assert_eq!(pids.pids().len(), games);
    }
}
