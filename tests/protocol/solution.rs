//! The proofs that Black wins gomoku, standard gomoku and renju.

use crate::client::{Client, value};

/// The last `info` lines of each variation, by its number.
fn variations(lines: &[String]) -> Vec<&str> {
    let last = |number: &str| {
        lines.iter().rfind(|line| line.contains(" pv ") && value(line, "multipv") == Some(number))
    };
    ["1", "2", "3"].into_iter().filter_map(last).map(String::as_str).collect()
}

#[test]
fn the_proved_move_comes_first_among_several_variations() {
    for variant in ["gomoku", "gomoku-standard", "renju"] {
        let mut client = Client::playing(variant);
        client.send("position startpos moves h8 i8");
        let (proved, _) = client.go("depth 4");
        client.send("setoption name MultiPV value 3");
        let (best, lines) = client.go("depth 4");
        assert_eq!(best, proved, "{variant}");
        let variations = variations(&lines);
        assert_eq!(variations.len(), 3, "{variant}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info string proved: Black wins in at most ")));
        for (number, line) in variations.iter().enumerate() {
            assert_eq!(line.contains(" mate "), number == 0, "{line}");
            assert_eq!(value(line, "pv") == Some(&proved), number == 0, "{line}");
        }
        client.send("setoption name UseSolution value false");
        let (_, lines) = client.go("depth 4");
        assert!(lines.iter().all(|line| !line.contains(" mate ") && !line.contains("proved")), "{lines:?}");
    }
}

#[test]
fn the_proved_move_is_played_before_the_time_is_used() {
    for variant in ["gomoku", "gomoku-standard", "renju"] {
        let mut client = Client::playing(variant);
        client.send("position startpos moves h8 i9");
        // Otherwise the answer would come too late for the client.
        let (best, _) = client.go("movetime 3600000");
        assert_eq!(best, "i7", "{variant}");
    }
}

#[test]
fn searchmoves_and_limited_strength_do_without_the_proof() {
    let mut client = Client::playing("gomoku-standard");
    client.send("position startpos moves h8 i8");
    let (best, lines) = client.go("depth 4 searchmoves a1 o15");
    assert!(["a1", "o15"].contains(&best.as_str()), "{best}");
    assert!(lines.iter().all(|line| !line.contains(" mate ")), "{lines:?}");
    client.send("setoption name Skill Level value 2");
    let (_, lines) = client.go("depth 4");
    assert!(lines.iter().all(|line| !line.contains(" mate ") && !line.contains("proved")), "{lines:?}");
}
