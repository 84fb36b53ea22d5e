use std::time::Duration;

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn standing(ply: usize) -> Standing {
    Standing { turn: Side::BOTH[ply % 2], ply, verdict: None }
}

/// A game of two people with a minute each, after so many moves made at once.
fn game(moves: usize, now: Instant) -> RoomGame {
    let control = TimeControl::Clock { base: 60.0, increment: 1.0 };
    let mut game = RoomGame::new(control, [Occupant::Person {}; 2], standing(0));
    for side in Side::BOTH {
        game.arrive(side, now);
    }
    for ply in 1..=moves {
        game.moved(standing(ply), now);
    }
    game
}

#[test]
fn nobody_moves_before_both_have_come() {
    let now = Instant::now();
    let mut game = RoomGame::new(TimeControl::None {}, [Occupant::Person {}; 2], standing(0));
    game.arrive(Side::First, now);
    assert_eq!(game.may_move(Side::First, 0), Err(Refusal::NotBegun));
    assert_eq!(game.resign(Side::First, now), Err(Refusal::NotBegun));
    game.arrive(Side::Second, now);
    assert_eq!(game.may_move(Side::First, 0), Ok(()));
    assert_eq!(game.may_move(Side::Second, 0), Err(Refusal::NotYourTurn));
    assert_eq!(game.may_move(Side::First, 2), Err(Refusal::Outdated));
    // The engine is always there.
    let mut game = RoomGame::new(TimeControl::None {}, [Occupant::Person {}; 2], standing(0));
    game.arrive(Side::First, now);
    game.seat(Side::Second, Occupant::Engine { level: 1200 }, now).expect("one engine");
    assert_eq!(game.may_move(Side::First, 0), Ok(()));
    assert_eq!(game.seat(Side::First, Occupant::Engine { level: 0 }, now), Err(Refusal::TwoEngines));
    // A game that has begun goes on while the engine's seat is free again.
    game.seat(Side::Second, Occupant::Person {}, now).expect("a person");
    assert_eq!(game.may_move(Side::First, 0), Ok(()));
}

#[test]
fn the_first_move_takes_no_time_and_the_flag_falls_after_it() {
    let start = Instant::now();
    let mut game = game(0, start);
    assert!(!game.check_time(start + 3600 * SECOND));
    game.moved(standing(1), start + 3600 * SECOND);
    let now = start + 3600 * SECOND;
    assert_eq!(game.clock().running(), Some(Side::Second));
    assert!(!game.check_time(now + 59 * SECOND));
    assert!(game.check_time(now + 60 * SECOND));
    assert_eq!(game.result(), Some(&GameResult::win(Side::First, "time")));
    assert_eq!(game.may_move(Side::Second, 1), Err(Refusal::Over));
    assert!(!game.check_time(now + 61 * SECOND), "once");
}

#[test]
fn a_verdict_of_the_rules_stops_the_clocks() {
    let start = Instant::now();
    let mut game = game(2, start);
    let mate = GameResult::win(Side::First, "checkmate");
    game.moved(Standing { verdict: Some(mate.clone()), ..standing(3) }, start + SECOND);
    assert_eq!((game.result(), game.clock().running()), (Some(&mate), None));
    assert_eq!(game.resign(Side::Second, start), Err(Refusal::Over));
    assert_eq!(game.make_offer(Side::Second, OfferKind::Draw), Err(Refusal::Over));
}

#[test]
fn offers_are_answered_by_the_other_side() {
    let now = Instant::now();
    let mut game = game(4, now);
    assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
    assert_eq!(game.check_offer(Side::First, OfferKind::Draw), Err(Refusal::NoOffer));
    assert_eq!(game.check_offer(Side::Second, OfferKind::TakeBack), Err(Refusal::NoOffer));
    assert_eq!(game.make_offer(Side::Second, OfferKind::TakeBack), Err(Refusal::Unanswered));
    assert_eq!(game.withdraw(Side::Second), Err(Refusal::NoOffer));
    game.decline(Side::Second, OfferKind::Draw).expect("it was offered");
    assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Err(Refusal::Declined));
    // After the next move it can be made again, and stays while its own side moves.
    game.moved(standing(5), now);
    assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
    game.withdraw(Side::First).expect("its own");
    assert_eq!(game.happening().map(|last| (last.number, last.kind)), Some((2, HappeningKind::Withdrawn)));
    game.moved(standing(6), now);
    assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(false));
    game.moved(standing(7), now);
    assert_eq!(game.check_offer(Side::Second, OfferKind::Draw), Ok(()));
    // A move of the other side declines it.
    game.moved(standing(8), now);
    assert_eq!(game.offer(), None);
    assert_eq!(game.happening().map(|last| last.kind), Some(HappeningKind::Declined));
    // What both offer is agreed.
    assert_eq!(game.make_offer(Side::Second, OfferKind::Draw), Ok(false));
    assert_eq!(game.make_offer(Side::First, OfferKind::Draw), Ok(true));
    game.agree_draw(Side::First, now);
    assert_eq!(game.result().map(|result| result.reason.as_str()), Some("agreement"));
}

#[test]
fn a_side_takes_back_its_own_move() {
    let start = Instant::now();
    let mut game = game(0, start);
    assert_eq!(game.make_offer(Side::First, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
    game.moved(standing(1), start);
    assert_eq!(game.count_to_take_back(Side::First), Ok(1));
    assert_eq!(game.count_to_take_back(Side::Second), Err(Refusal::NothingToTakeBack));
    game.moved(standing(2), start + 10 * SECOND);
    assert_eq!(game.count_to_take_back(Side::First), Ok(2));
    assert_eq!(game.count_to_take_back(Side::Second), Ok(1));
    assert_eq!(game.make_offer(Side::Second, OfferKind::TakeBack), Ok(false));
    // An offer about a position ends with it.
    game.moved(standing(3), start + 10 * SECOND);
    assert_eq!(game.check_offer(Side::First, OfferKind::TakeBack), Err(Refusal::NoOffer));
    game.taken_back(standing(1), Side::First, start + 20 * SECOND);
    assert_eq!((game.turn(), game.clock().running()), (Side::Second, Some(Side::Second)));
    // Ten seconds of each of its moves are gone, and one was added.
    assert_eq!(game.clock().left(Side::Second, start + 20 * SECOND), 41 * SECOND);
    game.taken_back(standing(0), Side::First, start + 21 * SECOND);
    assert_eq!(game.clock().running(), None);
}

#[test]
fn a_rematch_exchanges_the_sides() {
    let now = Instant::now();
    let mut game = game(3, now);
    game.seat(Side::Second, Occupant::Engine { level: 900 }, now).expect("one engine");
    assert_eq!(game.make_offer(Side::First, OfferKind::Rematch), Err(Refusal::NotOver));
    game.resign(Side::First, now).expect("a game");
    assert_eq!(game.make_offer(Side::First, OfferKind::Rematch), Ok(false));
    assert!(game.restart(standing(0), Side::Second));
    assert!(game.is_engine(Side::First) && game.has_begun() && game.result().is_none());
    assert_eq!(game.clock().left(Side::First, now), 60 * SECOND);
    assert_eq!((game.offer(), game.ply()), (None, 0));
}

#[test]
fn a_resumed_game_waits_for_both_players() {
    let start = Instant::now();
    let mut before = game(3, start);
    assert_eq!(before.make_offer(Side::First, OfferKind::Draw), Ok(false));
    let kept = before.kept(start + 10 * SECOND);
    let control = before.clock().control();
    let again = |standing| RoomGame::new(control, [Occupant::Person {}; 2], standing).resumed(kept.clone());
    let later = start + 7200 * SECOND;
    let mut game = again(standing(3));
    assert!(game.is_interrupted() && !game.has_begun());
    game.arrive(Side::First, later);
    assert!(!game.check_time(later + 7200 * SECOND), "no clock runs");
    assert_eq!(game.may_move(Side::Second, 3), Err(Refusal::NotBegun));
    assert_eq!(game.kept(later), kept, "it can be interrupted again");
    game.arrive(Side::Second, later + 7200 * SECOND);
    assert!(!game.is_interrupted() && game.has_begun());
    let now = later + 7200 * SECOND;
    // Three moves added a second each, but the first; the third player's clock ran for ten seconds.
    assert_eq!(Side::BOTH.map(|side| game.clock().left(side, now)), [61 * SECOND, 51 * SECOND]);
    assert_eq!(game.clock().running(), Some(Side::Second));
    assert_eq!(game.check_offer(Side::Second, OfferKind::Draw), Ok(()));
    assert_eq!(game.may_move(Side::Second, 3), Ok(()));
    // A game that is over is as it was.
    before.resign(Side::First, start + 10 * SECOND).expect("a game");
    let over = RoomGame::new(control, [Occupant::Person {}; 2], standing(3)).resumed(before.kept(start));
    assert_eq!(over.result(), before.result());
    assert!(over.has_begun() && !over.is_interrupted());
}

#[test]
fn swap2_is_played_by_its_actors_without_a_clock() {
    let now = Instant::now();
    let opened = |choice| {
        let mut game = game(0, now).with_swap2();
        for ply in 0..3 {
            assert_eq!(game.may_move(Side::Second, ply), Err(Refusal::NotYourTurn));
            assert_eq!(game.may_move(Side::First, ply), Ok(()));
            game.moved(standing(ply + 1), now);
        }
        assert_eq!(game.may_move(Side::First, 3), Err(Refusal::ChoiceFirst));
        assert_eq!(game.may_move(Side::Second, 3), Err(Refusal::ChoiceFirst));
        let engine = Occupant::Engine { level: 0 };
        assert_eq!(game.seat(Side::First, engine, now), Err(Refusal::OpeningOfPeople));
        assert_eq!(game.make_offer(Side::First, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
        assert_eq!(game.clock().running(), None);
        assert_eq!(game.choose(Side::First, choice), Err(Refusal::NoChoice));
        let is_exchanged = game.choose(Side::Second, choice).expect("its choice");
        (game, is_exchanged)
    };
    let (mut game, is_exchanged) = opened(Choice::Second);
    assert!(!is_exchanged);
    assert_eq!(game.may_move(Side::Second, 3), Ok(()));
    game.moved(standing(4), now);
    assert_eq!(game.clock().running(), Some(Side::First));
    // The stones of the opening stay.
    assert_eq!(game.count_to_take_back(Side::Second), Ok(1));
    assert_eq!(game.count_to_take_back(Side::First), Err(Refusal::NothingToTakeBack));
    game.resign(Side::Second, now).expect("a game");
    assert!(game.restart(standing(0), Side::First), "the other player opens");

    let (mut game, is_exchanged) = opened(Choice::First);
    assert!(is_exchanged);
    game.resign(Side::Second, now).expect("a game");
    assert!(!game.restart(standing(0), Side::First), "Black was the other player");
    assert_eq!(game.may_move(Side::First, 0), Ok(()));

    let (mut game, _) = opened(Choice::Two);
    for ply in 3..5 {
        assert_eq!(game.may_move(Side::First, ply), Err(Refusal::NotYourTurn));
        assert_eq!(game.may_move(Side::Second, ply), Ok(()));
        game.moved(standing(ply + 1), now);
    }
    assert_eq!(game.choose(Side::First, Choice::Second), Ok(true));
    assert_eq!(game.may_move(Side::Second, 5), Ok(()));
    assert_eq!(game.opening().map(Swap2::stones), Some(5));
}
