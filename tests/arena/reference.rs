//! Games with the reference player.

use quadriga::arena::{Adjudication, Cause, GameRunner, MoveScore, PlayerKind, PlayerSpec, SetupError};
use quadriga::base::{Outcome, Side};
use quadriga::games::Variant;
use quadriga::games::zhonggong::reasons;

use crate::games::{assert_regular, game_runner, internal, setup, texts, try_play};

fn reference(time: &str, options: &[(&str, &str)]) -> PlayerSpec {
    PlayerSpec {
        kind: PlayerKind::Reference,
        options: options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        ..internal("reference", time)
    }
}

pub fn games_end_by_the_rules() {
    let mut game_runner = GameRunner::new(Variant::Zhonggong, Vec::new(), Adjudication::default());
    let (plain, ours) = (reference("depth=2", &[]), internal("self", "nodes=200"));
    for [first, second] in [[&plain, &ours], [&ours, &plain]] {
        let record = try_play(&mut game_runner, &setup(), first, second).expect("a game");
        assert!(record.termination.cause.is_regular(), "{:?}", record.termination);
        assert!(matches!(record.termination.cause, Cause::Rule(_)), "{:?}", record.termination);
        assert!(record.moves.iter().all(|made| made.score.is_some() && made.nodes > Some(0)));
        let again = try_play(&mut game_runner, &setup(), first, second).expect("a game");
        assert_eq!(texts(&record), texts(&again), "the same seed plays the same game");
    }
    let mut last_step = setup();
    last_step.fen = Some("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1".to_owned());
    let record = try_play(&mut game_runner, &last_step, &plain, &ours).expect("a game");
    assert_regular(&record, Outcome::Win(Side::First), Cause::Rule(reasons::FIVE_PAWNS));
    assert_eq!((texts(&record), record.moves[0].score), (vec!["e8e9"], Some(MoveScore::Mate(1))));
}

pub fn wrong_settings_are_errors() {
    let problem = |variant, spec: &PlayerSpec| {
        let ours = internal("self", "nodes=10");
        match try_play(&mut game_runner(variant), &setup(), spec, &ours) {
            Err(SetupError::Player { problem, .. }) => problem,
            other => panic!("{other:?}"),
        }
    };
    for variant in Variant::ALL.into_iter().filter(|&variant| variant != Variant::Zhonggong) {
        let said = problem(variant, &reference("depth=2", &[]));
        assert_eq!(said, format!("there is no reference player for {variant}"));
    }
    for (time, options, expected) in [
        ("2+0.02", [].as_slice(), "set time=depth=5, not 2+0.02"),
        ("nodes=100", &[], "set time=depth=5"),
        ("depth=65", &[], "from 1 to 64 plies, not 65"),
        ("depth=2", &[("Hash", "16")], "no option called \"Hash\""),
        ("depth=2", &[("Seed", "-1")], "\"-1\" is not a whole number"),
    ] {
        let said = problem(Variant::Zhonggong, &reference(time, options));
        assert!(said.contains(expected), "{time}: {said}");
    }
}
