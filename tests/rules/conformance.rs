//! The contracts of the [`Position`] and [`SearchPosition`] traits, checked in every game along random games.

use std::collections::BTreeSet;

use quadriga::base::{Move, MoveList, Notation, Observer, Position};
use quadriga::search::SearchPosition;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// Counts the pieces on the board as an observer receives them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Census(BTreeSet<String>);

impl<P: Position> Observer<P> for Census {
    fn add(&mut self, piece: P::Element, at: P::Point) {
        assert!(self.0.insert(format!("{piece:?} {at:?}")), "{piece:?} was put twice on {at:?}");
    }

    fn remove(&mut self, piece: P::Element, at: P::Point) {
        assert!(
            self.0.remove(&format!("{piece:?} {at:?}")),
            "{piece:?} was lifted from {at:?} but is not there"
        );
    }
}

fn census<P: Position>(position: &P) -> Census {
    let mut census = Census::default();
    position.observe_all(&mut census);
    census
}

/// Everything about a position that is visible through its public interface.
fn view<P: SearchPosition + Notation>(position: &P, options: &P::Options) -> String {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let texts: Vec<_> = moves.iter().map(|&m| position.move_text(m, options)).collect();
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {}",
        position.fen(options),
        position.key(),
        position.side_to_move(),
        position.verdict(),
        position.node_verdict(2),
        position.pawn_key(),
        position.facts(options),
        texts.join(" ")
    )
}

fn sorted(mut list: MoveList) -> MoveList {
    list.sort_unstable();
    list
}

/// Checks one position, and that each of its moves can be made and unmade.
fn check_position<P: SearchPosition + Notation>(position: &mut P, options: &P::Options, rng: &mut SmallRng) {
    let fen = position.fen(options);
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let legal = sorted(legal);
    assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "{fen}: a move is generated twice");
    assert_eq!(position.legal_count(), legal.len(), "{fen}: count");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{fen}: has_legal_move");
    assert_eq!(position.key(), position.recomputed_key(), "{fen}: key");

    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    position.noisy_moves(&mut noisy);
    position.quiet_moves(&mut quiet);
    assert!(noisy.iter().all(|&m| position.is_noisy(m)), "{fen}: a noisy move that is quiet");
    assert!(quiet.iter().all(|&m| !position.is_noisy(m)), "{fen}: a quiet move that is noisy");
    let both = sorted(noisy.iter().chain(&quiet).copied().collect());
    assert_eq!(both, legal, "{fen}: noisy and quiet are all moves");
    let mut candidates = MoveList::new();
    position.quiet_candidates(&mut candidates);
    assert!(candidates.iter().all(|m| quiet.contains(m)), "{fen}: a candidate that is no quiet move");

    for _ in 0..200 {
        let m = Move::of_bits(rng.random_range(1..=u16::MAX));
        assert_eq!(position.is_legal(m), legal.contains(&m), "{fen}: is_legal({:#06x})", m.bits());
    }
    for &m in &legal {
        assert!(position.is_legal(m), "{fen}: is_legal({})", position.move_text(m, options));
        let Some(near) = Move::from_bits(m.bits() ^ 1 << rng.random_range(0..16)) else { continue };
        assert_eq!(position.is_legal(near), legal.contains(&near), "{fen}: is_legal({:#06x})", near.bits());
    }

    // Origin and destination are the same.
    for (file, rank) in ('a'..='i').flat_map(|file| (0..=10).map(move |rank| (file, rank))) {
        let text = format!("{file}{rank}{file}{rank}");
        assert!(position.parse_move(&text, options).is_err(), "{fen}: {text}");
    }

    let again = P::from_fen(&fen, options).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(again.fen(options), fen, "FEN round trip");
    assert_eq!(again.key(), position.key(), "{fen}: key after a FEN round trip");

    let before = view(position, options);
    let pieces = census(position);
    assert_eq!(census(&again), pieces, "{fen}: pieces after a FEN round trip");
    for &m in &legal {
        let text = position.move_text(m, options);
        assert_eq!(position.parse_move(&text, options), Ok(m), "{fen}: text {text}");
        let name = position.move_name(m, options);
        assert_eq!(position.parse_move(&name, options), Ok(m), "{fen}: name {name} of {text}");
        assert!(position.history_slot(m) < P::HISTORY_SLOTS, "{fen}: history slot of {text}");
        if position.is_noisy(m) {
            assert!(position.noisy_slot(m) < P::NOISY_SLOTS, "{fen}: noisy slot of {text}");
        }
        // In games that report every empty point, following all moves takes too long.
        if rng.random_range(0..legal.len()) < 40 {
            let mut observed = pieces.clone();
            position.make(m, &mut observed);
            assert_eq!(census(position), observed, "{fen}: pieces after {text}");
        } else {
            position.make(m, &mut ());
        }
        assert_eq!(position.key(), position.recomputed_key(), "{fen}: key after {text}");
        position.unmake();
        assert_eq!(view(position, options), before, "{fen}: after making and taking back {text}");
    }
    assert_eq!(census(position), pieces, "{fen}: pieces after making and taking back all moves");
    let threatened = position.is_threatened();
    if position.make_null_move() {
        assert!(!threatened, "{fen}: a null move where a threat must be answered");
        assert_eq!(position.key(), position.recomputed_key(), "{fen}: key after a null move");
        position.unmake();
        assert_eq!(view(position, options), before, "{fen}: after making and taking back a null move");
    }
}

/// Checks a game's contracts along random games from each of these positions.
pub fn check<P: SearchPosition + Notation>(
    fens: &[&str],
    options: &P::Options,
    games: usize,
    plies: usize,
    seed: u64,
) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for fen in fens {
        for _ in 0..games {
            let mut position = P::from_fen(fen, options).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let before = view(&position, options);
            position.unmake();
            assert_eq!(view(&position, options), before, "{fen}: taking back a move where there is none");
            for ply in 0..plies {
                check_position(&mut position, options, &mut rng);
                let mut legal = MoveList::new();
                position.legal_moves(&mut legal);
                let Some(&m) = legal.choose(&mut rng) else { break };
                position.make(m, &mut ());
                if ply % 7 == 6 {
                    position.forget_moves();
                }
            }
        }
    }
}

/// Plays the first three of these moves from the start, of which the third takes the first one back. Checks that the
/// upcoming repetition by the fourth is then detected, and that no other third move leads to one.
pub fn check_way_back<P: SearchPosition + Notation>(options: &P::Options, moves: [&str; 4]) {
    let mut position = P::start(options);
    let start = position.key();
    let read = |position: &P, text| position.parse_move(text, options).expect("a legal move");
    for text in &moves[..2] {
        assert_eq!(position.upcoming_repetition(), None, "before {text}");
        position.make(read(&position, text), &mut ());
    }
    let back = read(&position, moves[2]);
    let mut thirds = MoveList::new();
    position.legal_moves(&mut thirds);
    for third in thirds {
        let text = position.move_text(third, options);
        position.make(third, &mut ());
        assert_eq!(position.upcoming_repetition(), (third == back).then_some(start), "after {text}");
        if third == back {
            assert_eq!(position.key_after(read(&position, moves[3])), start);
        }
        position.unmake();
    }
}
