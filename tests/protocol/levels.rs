//! Limited strength.

use std::time::{Duration, Instant};

use crate::client::Client;

/// Every level takes a win that needs one move.
#[test]
fn no_level_overlooks_a_win_in_one() {
    for (fen, winning) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        ("7k/8/6K1/8/Q7/8/8/R7 w - - 40 90", ""),
        ("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1", "b2b10"),
        ("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", "e8e9"),
        ("15/15/15/15/15/15/15/3XXXX7O/15/15/15/15/15/15/OOO12 b 5", ""),
    ] {
        for level in [0, 0, 0, 3, 6, 10, 15, 19] {
            let mut client = Client::start();
            client.send(&format!("setoption name Skill Level value {level}"));
            client.send(&format!("setoption name Coordinates value ranks1-10\nposition fen {fen}"));
            let (best, _) = client.go("movetime 50");
            client.send(&format!("move {best}"));
            let status = client.until("status").pop().expect("the status");
            assert!(status.starts_with("status 1-0"), "{fen}, level {level}: {best}");
            assert!(winning.is_empty() || best == winning, "{fen}: {best}");
        }
    }
}

/// A limited search under a clock takes time if asked to, and none of it if it has no time or is stopped.
#[test]
fn human_time_is_taken_under_a_clock_only() {
    let mut client = Client::start();
    client
        .send("setoption name Skill Level value 3\nsetoption name Human Time value true\nposition startpos");
    for (limits, least) in [
        // A twentieth of the share of this move, which is a 33rd of the clock.
        ("wtime 60000 btime 60000", Duration::from_millis(90)),
        ("movetime 1500", Duration::from_millis(70)),
        ("nodes 100", Duration::ZERO),
        ("depth 1", Duration::ZERO),
    ] {
        let started = Instant::now();
        client.go(limits);
        assert!(started.elapsed() >= least, "{limits}: {:?}", started.elapsed());
    }
    client.send("go wtime 36000000 btime 36000000\nstop");
    client.until("bestmove");
    client.send("go ponder wtime 60000 btime 60000");
    client.ready();
    let started = Instant::now();
    client.send("ponderhit");
    client.until("bestmove");
    assert!(started.elapsed() >= Duration::from_millis(90));
}
