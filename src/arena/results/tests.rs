use super::*;
use crate::arena::Termination;
use crate::arena::contest::example;
use crate::base::{Outcome, Reason};

/// A game of the example, won by the player who moved first.
fn record(game: usize) -> GameRecord {
    let contest = example();
    let [one, other] = [0, 1].map(|player| contest.players[player].name.clone());
    GameRecord {
        game,
        pair: game / 2,
        round: game / 2,
        event: contest.event,
        variant: contest.variant,
        options: Vec::new(),
        players: if game.is_multiple_of(2) { [one, other] } else { [other, one] },
        time_controls: contest
            .players
            .iter()
            .map(|player| player.time)
            .collect::<Vec<_>>()
            .try_into()
            .unwrap(),
        fen: String::new(),
        opening_plies: 0,
        moves: Vec::new(),
        outcome: Outcome::Win(Side::First),
        termination: Termination {
            cause: Cause::Rule(Reason::CHECKMATE),
            blamed: None,
            detail: String::new(),
        },
        load: None,
        engines: [None, None],
        remarks: Vec::new(),
        started: "2026-01-02T03:04:05Z".parse().unwrap(),
        duration: std::time::Duration::ZERO,
    }
}

#[test]
fn resumed_results_count_without_further_games() {
    for asked in [false, true] {
        let mut results = Results::new(&example());
        for game in [0, 1, 3, 4, 5] {
            results.add_known(&record(game));
        }
        if asked {
            // The first game of the second pair is missing.
            assert!(
                matches!(results.next_task(|_| true), NextTask::Play(task) if task.games == [true, false])
            );
        }
        results.finish();
        assert_eq!((results.games(), results.left_out()), (4, 1), "{asked}");
        assert_eq!(results.crosstable().between(0, 1).half_points(), 4);
    }
}

#[test]
fn repeated_games_and_overloaded_forfeits_are_counted() {
    let load = |average, games| Some(MachineLoad { average: Some(average), cores: 2, games });
    let mut results = Results::new(&example());
    for game in 0..10 {
        let mut record = record(game);
        record.fen = if game < 6 { "one" } else { "two" }.to_owned();
        if game >= 8 {
            record.moves = vec![crate::arena::MoveRecord::of_text("e2e4")];
            record.termination.cause = Cause::TimeForfeit;
            record.load = load(if game == 8 { 2.0 } else { 7.5 }, 2);
        }
        record.engines = [None, (game == 3).then(|| "Engine 1".to_owned())];
        results.add_known(&record);
    }
    results.finish();
    // Pairs 0 to 2 are equal; pair 3 has another position, and pair 4 a move in it.
    assert_eq!((results.games(), results.repeated_games(), results.repeated_openings()), (10, 4, 3));
    assert!(results.is_repetitive());
    let overload = results.overloaded_forfeits();
    assert_eq!((overload.forfeits, overload.overloaded, overload.highest), (2, 1, load(7.5, 2)));
    assert!(load(0.0, 3).is_some_and(|load| load.is_overload()));
    // In an odd game the second of the contest's players moves first.
    assert_eq!((results.engine(0), results.engine(1)), (Some("Engine 1"), None));
}
