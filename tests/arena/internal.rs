//! Games of this engine inside the process.

use quadriga::arena::{Adjudication, Cause, GameRunner, WinRule};
use quadriga::base::{Outcome, Side};
use quadriga::games::Variant;

use crate::games::{game_runner, internal, play_on, setup, texts, try_play, uci};

pub fn every_variant_is_played() {
    for variant in Variant::ALL {
        let mut game_runner = game_runner(variant);
        let (a, b) = (internal("a", "nodes=300"), internal("b", "depth=2"));
        let first = play_on(&mut game_runner, &a, &b);
        assert!(first.termination.cause.is_regular(), "{variant}: {:?}", first.termination);
        assert!(first.moves.iter().all(|record| record.score.is_some() && record.time.is_some()));
        // Nothing is kept from the first game, so the second is the same.
        let again = play_on(&mut game_runner, &a, &b);
        assert_eq!(texts(&first), texts(&again), "{variant}");
    }
}

pub fn an_internal_player_meets_a_program() {
    let record =
        play_on(&mut game_runner(Variant::Chess), &uci("a", "moves=e2e4"), &internal("b", "movetime=0.01"));
    assert_eq!(texts(&record)[0], "e2e4");
    assert!(record.termination.blamed.is_none());
}

pub fn adjudication_ends_games() {
    let rules = Adjudication {
        win: Some(WinRule { score: 300, moves: 1, one_sided: false }),
        ..Adjudication::default()
    };
    let mut setup = setup();
    setup.fen = Some("4k3/8/8/8/8/8/3QQ3/4K3 b - - 0 1".to_owned());
    let mut game_runner = GameRunner::new(Variant::Chess, Vec::new(), rules);
    let players = [internal("a", "depth=1"), internal("b", "depth=1")];
    let record = try_play(&mut game_runner, &setup, &players[0], &players[1]).expect("a game");
    assert_eq!(record.outcome, Outcome::Win(Side::First));
    assert_eq!((record.termination.cause, record.moves.len()), (Cause::AdjudicatedWin, 2));
}
