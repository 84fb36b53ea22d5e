//! Limited strength.

use crate::client::Client;

/// The weakest level takes a win that needs one move.
#[test]
fn the_weakest_level_does_not_overlook_a_win_in_one() {
    for (fen, winning) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        ("4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1", "b2b10"),
        ("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", "e8e9"),
        ("15/15/15/15/15/15/15/3XXXX7O/15/15/15/15/15/15/OOO12 b 5", ""),
    ] {
        for session in 0..5 {
            let mut client = Client::start();
            client.send("setoption name Skill Level value 0");
            client.send(&format!("setoption name Coordinates value ranks1-10\nposition fen {fen}"));
            let (best, _) = client.go("movetime 50");
            client.send(&format!("move {best}"));
            let status = client.until("status").pop().expect("the status");
            assert!(status.starts_with("status 1-0"), "{fen}, session {session}: {best}");
            assert!(winning.is_empty() || best == winning, "{fen}: {best}");
        }
    }
}
