//! Complete games between two engines through the protocol; each receives the game in the way that clients send it.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::client::Client;

/// A game without a verdict by then means that the rules' limits do not work.
const MAX_PLIES: usize = 3000;

/// Endings that leave no legal move.
const ON_THE_BOARD: &[&str] =
    &["checkmate", "stalemate", "trapped", "five pawns", "five in a row", "forbidden point", "full board"];

/// Checks that an engine's verdict on the game agrees with the moves that it allows; returns the verdict once the game
/// is over.
fn verdict(client: &mut Client) -> Option<String> {
    let status = client.ask("status");
    let legal = client.legal();
    let words: Vec<_> = status.splitn(3, ' ').collect();
    match words[..] {
        ["status", "ongoing"] => {
            assert!(!legal.is_empty(), "the game goes on without a move:\n{}", client.recent());
            None
        }
        ["status", "1-0" | "0-1" | "1/2-1/2", reason] => {
            assert_eq!(
                legal.is_empty(),
                ON_THE_BOARD.contains(&reason),
                "{status}: {legal:?}\n{}",
                client.recent()
            );
            Some(status)
        }
        _ => panic!("{status:?}"),
    }
}

fn play(variant: &str, seed: u64) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut players = [Client::playing(variant), Client::playing(variant)];
    let mut moves: Vec<String> = Vec::new();
    let random_plies = rng.random_range(2..6);
    let verdict = loop {
        assert!(moves.len() < MAX_PLIES, "{variant}: no verdict after {moves:?}");
        let position = match moves.len() {
            0 => "position startpos".to_owned(),
            _ => format!("position startpos moves {}", moves.join(" ")),
        };
        let player = &mut players[moves.len() % 2];
        player.send(&position);
        if let Some(verdict) = verdict(player) {
            break verdict;
        }
        let legal = player.legal();
        let chosen = if moves.len() < random_plies {
            legal.choose(&mut rng).expect("a legal move").clone()
        } else {
            player.go("movetime 20").0
        };
        assert!(legal.contains(&chosen), "{variant} {moves:?}: {chosen}");
        moves.push(chosen);
    };
    // The other engine, which receives the moves one by one, agrees; and undoing all moves leads back to the start.
    let [mut last, other] = players;
    drop(other);
    last.ask("new");
    let start = last.legal();
    for m in &moves {
        assert!(last.legal().contains(m), "{variant}: {m}");
        let status = last.ask(&format!("move {m}"));
        assert!(status.starts_with("status "), "{status}");
    }
    assert_eq!(last.ask("status"), verdict, "{variant} {moves:?}");
    let end = last.legal();
    last.ask(&format!("undo {}", moves.len()));
    assert_eq!(last.legal(), start);
    last.ask(&format!("redo {}", moves.len()));
    assert_eq!(last.legal(), end);
    last.quit();
}

#[test]
fn chess() {
    play("chess", 1);
}

#[test]
fn xiangqi() {
    play("xiangqi", 2);
}

#[test]
fn zhonggong() {
    play("zhonggong", 3);
}

#[test]
fn gomoku() {
    play("gomoku", 4);
}

#[test]
fn gomoku_standard() {
    play("gomoku-standard", 5);
}

#[test]
fn renju() {
    play("renju", 6);
}
