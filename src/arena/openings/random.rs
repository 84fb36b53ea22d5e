use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::base::{MoveList, Notation};
use crate::search::SearchPosition;

use super::{Opening, RandomSettings};

/// The number of attempts for one opening, after which the most balanced one is used.
const ATTEMPTS: usize = 60;

/// The random opening with index `number`, which depends only on the seed and that index: plies are chosen among the
/// moves that a search would consider, and the line is rejected unless it is balanced. After [`ATTEMPTS`]
/// lines, the most balanced one is used; `None` if all lines ended the game.
pub(super) fn random_opening<P: SearchPosition + Notation>(
    start: &P,
    options: &P::Options,
    settings: &RandomSettings,
    (seed, number): (u64, usize),
    mut imbalance: impl FnMut(&P) -> u32,
) -> Option<Opening> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number as u64);
    let mut best: Option<(u32, Opening)> = None;
    for _ in 0..ATTEMPTS {
        let Some((position, moves)) = draw(start, options, settings.plies, &mut rng) else { continue };
        let imbalance = imbalance(&position);
        if best.as_ref().is_none_or(|&(least, _)| imbalance < least) {
            best = Some((imbalance, Opening { fen: None, moves }));
        }
        if imbalance <= settings.balance {
            break;
        }
    }
    best.map(|(_, opening)| opening)
}

/// Plays this many random plies; `None` if the game ends before.
fn draw<P: SearchPosition + Notation>(
    start: &P,
    options: &P::Options,
    plies: usize,
    rng: &mut impl Rng,
) -> Option<(P, Vec<String>)> {
    let mut position = start.clone();
    let mut texts = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.noisy_moves(&mut moves);
        position.quiet_candidates(&mut moves);
        // The choice must not depend on the order of move generation.
        moves.sort_unstable();
        let &m = moves.choose(rng)?;
        texts.push(position.move_text(m, options));
        position.make(m, &mut ());
        if position.verdict().is_some() {
            return None;
        }
    }
    position.has_legal_move().then_some((position, texts))
}
