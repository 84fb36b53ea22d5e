//! Second implementations of the rules, as simple as possible: a mailbox board on which moves are made and examined.
//! They are slow, and independent of the engine's code, so that an error would have to be made twice to go unnoticed.

use quadriga::base::{MoveList, Notation};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

pub mod chess;
pub mod gomoku;
pub mod xiangqi;
pub mod zhonggong;

/// A second implementation of a game's rules.
pub trait Naive: Sized {
    /// Parses a FEN that is known to be sound.
    fn from_fen(fen: &str) -> Self;
    /// All legal moves in protocol notation.
    fn legal_moves(&self) -> Vec<String>;
    /// Makes a legal move.
    fn play(&mut self, text: &str);
    /// Facts to compare in addition to the moves, in the engine's words.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Plays random games from each of these positions with both implementations; returns the number of positions compared.
pub fn compare<P: Notation, N: Naive>(
    fens: &[&str],
    options: &P::Options,
    games: usize,
    plies: usize,
    seed: u64,
) -> usize {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut compared = 0;
    for fen in fens {
        for _ in 0..games {
            let mut fast = P::from_fen(fen, options).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let mut slow = N::from_fen(fen);
            for _ in 0..plies {
                let here = fast.fen(options);
                let mut moves = MoveList::new();
                fast.legal_moves(&mut moves);
                let mut found: Vec<_> = moves.iter().map(|&m| fast.move_text(m, options)).collect();
                let mut expected = slow.legal_moves();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{here}");
                let facts = fast.facts(options);
                for (name, value) in slow.facts() {
                    let engine = facts.iter().find(|(n, _)| *n == name).map(|(_, v)| v.as_str());
                    assert_eq!(engine, Some(value.as_str()), "{here}: {name}");
                }
                compared += 1;
                let Some(text) = found.choose(&mut rng) else { break };
                fast.make(fast.parse_move(text, options).expect("a move's own text"), &mut ());
                slow.play(text);
            }
        }
    }
    compared
}
