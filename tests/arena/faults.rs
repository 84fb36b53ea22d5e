//! Programs that crash, hang, flood, cheat or exceed their time.

use std::time::{Duration, Instant};

use quadriga::arena::{Cause, Protocol};
use quadriga::base::Side;

use crate::games::{
    PidFile, assert_blamed, game_runner, impatient, is_running, mock, play, play_on, texts, uci,
};
use quadriga::games::Variant;

pub fn crashes_lose() {
    let mut game_runner = game_runner(Variant::Chess);
    let (steady, shaky) = (uci("steady", ""), uci("shaky", "crash=2"));
    for (side, players) in [(Side::First, [&shaky, &steady]), (Side::Second, [&steady, &shaky])] {
        // It is restarted for the second game, and reaches its second question again.
        let record = play_on(&mut game_runner, players[0], players[1]);
        assert_blamed(&record, side, Cause::Crash);
        assert_eq!(record.moves.len(), 2 + side.index());
        assert_eq!(record.termination.detail, "the program exited with code 3; stderr: something is broken");
    }
}

pub fn signals_are_crashes() {
    let record = play(&uci("a", ""), &uci("b", "abort=1"));
    assert_blamed(&record, Side::Second, Cause::Crash);
    assert!(record.termination.detail.contains("signal 6"), "{:?}", record.termination);
}

pub fn leaving_is_no_crash() {
    assert_blamed(&play(&uci("a", "leave=1"), &uci("b", "")), Side::First, Cause::Disconnect);
}

pub fn closed_output_is_noticed() {
    let pids = PidFile::new();
    let record = play(&uci("a", &format!("close=2 {}", pids.word())), &uci("b", ""));
    assert_blamed(&record, Side::First, Cause::Disconnect);
    pids.assert_gone(1);
}

pub fn silence_is_a_stall() {
    let pids = PidFile::new();
    let mut game_runner = game_runner(Variant::Chess);
    let record =
        play_on(&mut game_runner, &uci("a", ""), &impatient(uci("b", &format!("hang=2 {}", pids.word()))));
    assert_blamed(&record, Side::Second, Cause::Stall);
    // It is killed at once, not only when the runner is dropped.
    pids.assert_gone(1);
}

pub fn endless_output_is_a_stall() {
    let record = play(&impatient(uci("a", "flood=1")), &uci("b", ""));
    assert_blamed(&record, Side::First, Cause::Stall);
    // Much output that ends with a move is fine.
    let record = play(&uci("a", "flood=1:100000 errors=2 moves=e2e4"), &uci("b", ""));
    assert_eq!((texts(&record)[0], record.termination.cause), ("e2e4", Cause::TooLong));
}

pub fn endless_lines_are_a_stall() {
    let record = play(&impatient(uci("a", "half-line=1")), &uci("b", ""));
    assert_blamed(&record, Side::First, Cause::Stall);
}

pub fn illegal_moves_lose() {
    for text in ["e2e5", "e7e5", "e1e1", "0000", "(none)", "xyzzy", "é", "e2e4e2e4"] {
        let record = play(&uci("a", &format!("illegal=1:{text}")), &uci("b", ""));
        assert_blamed(&record, Side::First, Cause::IllegalMove);
        assert!(
            record.moves.is_empty() && record.termination.detail.contains(text),
            "{:?}",
            record.termination
        );
    }
    let record = play(&uci("a", ""), &uci("b", "illegal=2:e2e4"));
    assert_blamed(&record, Side::Second, Cause::IllegalMove);
    assert_eq!(record.moves.len(), 3);
    let nothing = play(&uci("a", "say=1:bestmove"), &uci("b", ""));
    assert_blamed(&nothing, Side::First, Cause::IllegalMove);
    // A legal move in the game's other notation is accepted.
    assert_eq!(texts(&play(&uci("a", "moves=Nf3"), &uci("b", "")))[0], "g1f3");
}

pub fn late_answers_lose_on_time() {
    let pids = PidFile::new();
    let mut game_runner = game_runner(Variant::Chess);
    let mut late = impatient(uci("late", &format!("late=2:1300 {}", pids.word())));
    late.patience = Duration::from_mins(1);
    let record = play_on(&mut game_runner, &uci("a", ""), &late);
    assert_blamed(&record, Side::Second, Cause::TimeForfeit);
    assert!(record.termination.detail.starts_with("late by 0."), "{:?}", record.termination);
    // It was late, but is still running for the next game.
    assert_eq!(play_on(&mut game_runner, &uci("a", ""), &late).termination.blamed, None);
    assert_eq!(pids.pids().len(), 1);
}

pub fn small_delays_are_forgiven() {
    let mut late = uci("late", "late=1:300");
    late.time = "movetime=0.1".parse().expect("a time control");
    let record = play(&late, &uci("b", ""));
    assert_eq!(record.termination.blamed, None);
    let time = record.moves[0].time.expect("a time");
    assert!(time >= Duration::from_millis(300), "{time:?}");
}

pub fn garbage_is_passed_over() {
    for protocol in [Protocol::Uci, Protocol::Cecp] {
        let garbler = mock("a", protocol, "chess", "garbage=1 garbage=2 moves=e2e4");
        let record = play(&garbler, &uci("b", ""));
        assert_eq!((texts(&record)[0], record.termination.cause), ("e2e4", Cause::TooLong));
    }
}

pub fn halves_of_lines_are_put_together() {
    // The first half of the line is written long before the second.
    let record =
        play(&uci("a", "half-line=1:1 late=1:200 moves=e2e4"), &impatient(uci("b", "half-line=1:1")));
    // Output glued to the half line is lost: the first player's info, and the second player's too.
    assert_eq!((texts(&record)[0], record.moves[0].depth), ("e2e4", None));
    assert_eq!(record.termination.cause, Cause::TooLong);
}

pub fn second_answers_are_ignored() {
    let record = play(&uci("a", "twice=1 twice=2 twice=3"), &uci("b", "twice=1"));
    assert_eq!((record.termination.cause, record.moves.len()), (Cause::TooLong, 20));
}

pub fn children_go_with_their_parents() {
    for (behaviour, cause) in
        [("fork", Cause::TooLong), ("fork crash=1", Cause::Crash), ("fork leave=1", Cause::Disconnect)]
    {
        let pids = PidFile::new();
        let record = play(&uci("a", &format!("{behaviour} {}", pids.word())), &uci("b", ""));
        assert_eq!(record.termination.cause, cause);
        pids.assert_gone(2);
    }
}

pub fn those_who_ignore_quit_are_killed() {
    let pids = PidFile::new();
    let stubborn = format!("ignore-quit {}", pids.word());
    let mut game_runner = game_runner(Variant::Chess);
    play_on(&mut game_runner, &uci("a", &stubborn), &uci("b", &stubborn));
    assert!(pids.pids().iter().all(|&pid| is_running(pid)));
    let started = Instant::now();
    drop(game_runner);
    assert!(started.elapsed() < Duration::from_secs(8));
    pids.assert_gone(2);
}

pub fn those_who_read_nothing_are_stalled() {
    // The opening moves do not fit into the pipe, and the program does not read them.
    let pids = PidFile::new();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut setup = crate::games::setup();
    setup.opening = (0..5).map(|index| shuffle[index % 4].to_owned()).collect();
    let mut game_runner = game_runner(Variant::Chess);
    let unresponsive = impatient(uci("unresponsive", &format!("hang=1 {}", pids.word())));
    let record =
        crate::games::try_play(&mut game_runner, &setup, &uci("a", ""), &unresponsive).expect("a game");
    assert_blamed(&record, Side::Second, Cause::Stall);
    pids.assert_gone(1);
}
