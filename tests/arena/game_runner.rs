//! What happens to players between games, and when games are aborted.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use quadriga::games::Variant;

use crate::games::{PidFile, game_runner, internal, is_running, play_on, setup, uci};

pub fn a_game_can_be_aborted() {
    for thinker in [uci("a", "hang=1"), internal("a", "movetime=100")] {
        let stop = AtomicBool::new(false);
        let started = Instant::now();
        let outcome = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.store(true, Relaxed);
            });
            game_runner(Variant::Chess).play(&setup(), [&thinker, &uci("b", "")], &stop)
        });
        assert_eq!(outcome, Ok(None));
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }
}

pub fn players_stay_for_the_next_game() {
    let pids = PidFile::new();
    let player = |name| uci(name, &pids.word());
    let mut game_runner = game_runner(Variant::Chess);
    let (a, b) = (player("a"), player("b"));
    for _ in 0..3 {
        play_on(&mut game_runner, &a, &b);
        play_on(&mut game_runner, &b, &a);
    }
    assert_eq!(pids.pids().len(), 2);
    // In a tournament of many players, not all of them are kept running.
    for name in ["c", "d", "e", "f", "g"] {
        play_on(&mut game_runner, &a, &player(name));
    }
    let started = pids.pids();
    let staying = started.iter().filter(|&&pid| is_running(pid)).count();
    assert_eq!((started.len(), staying), (7, 4));
    drop(game_runner);
    pids.assert_gone(7);
}

pub fn nobody_is_left_behind() {
    let pids = PidFile::new();
    let words = format!("fork ignore-quit {}", pids.word());
    let stop = AtomicBool::new(false);
    let mut game_runner = game_runner(Variant::Chess);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            stop.store(true, Relaxed);
        });
        game_runner.play(&setup(), [&uci("a", &format!("hang=2 {words}")), &uci("b", &words)], &stop)
    });
    assert_eq!(outcome, Ok(None));
    drop(game_runner);
    pids.assert_gone(4);
}
