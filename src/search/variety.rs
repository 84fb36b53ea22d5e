//! Variety: the move played is drawn at random from those that are about as good as the best one.

use crate::base::{Key, KeySequence, Move, Position, Score};

use super::node::{NonPv, Pv};
use super::worker::Worker;
use super::{Bound, SearchGame, SearchPosition};

/// How the move played varies.
///
/// In every second position on average, as determined by the seed, a move other than the best one is played if there
/// are others about as good. At the end of the search, the candidates are searched to the same depth, each on its own,
/// so that their scores are exact. A move that scores `loss` units less than the best one is drawn with a weight of
/// `(margin + 1 − loss)²`, and never if it loses more than the margin. A win or loss is never left to chance.
///
/// In these positions, a quarter of the search's time and nodes is reserved for this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variety {
    /// The maximum loss in units of the evaluation.
    pub margin: u32,
    /// Seed of the draws: with the same seed, the same move is drawn if searches visit the same nodes.
    pub seed: u64,
}

impl Variety {
    /// The largest margin that clients may set.
    pub const MOST: u32 = 100;

    /// The random numbers for a position: whether another move is played, and which.
    fn numbers(self, position: Key) -> [Key; 2] {
        KeySequence::new(self.seed ^ position.0).next_keys()
    }

    /// Whether to look for a move other than the best one in the position with this key.
    pub(super) fn applies_to(self, position: Key) -> bool {
        self.margin > 0 && self.numbers(position)[0].0.is_multiple_of(2)
    }

    /// The part of a limit available to the search itself.
    pub(super) fn before(limit: u64) -> u64 {
        limit / 4 * 3 + limit % 4 * 3 / 4
    }

    /// The limit for the search and the drawing of a move, given that the search has used this much.
    pub(super) fn with_drawing(used: u64) -> u64 {
        used.saturating_add(used / 3)
    }
}

/// The weight of a move that scores `loss` units less than the best one: the square of `margin + 1 − loss`; `None` if
/// it loses more than `margin`.
fn draw_weight(margin: u32, loss: i32) -> Option<u32> {
    Some((margin.checked_sub(loss.max(0).unsigned_abs())? + 1).pow(2))
}

/// A move that may be drawn, and its weight.
type Chance = (Move, u32);

impl<G: SearchGame> Worker<'_, G> {
    /// Draws the move to play and makes it the first of the root moves, if play varies.
    pub(super) fn vary(&mut self) {
        let Some(variety) = self.shared.variety else { return };
        let Some(best) = self.root_moves.first() else { return };
        let best_move = best.m;
        let exact = match best.bound {
            _ if !best.has_score() => best.last_score(),
            Bound::Exact => Some(best.score),
            // The score of the last iteration is not lower.
            Bound::Upper => Some(best.previous).filter(|&score| score > -Score::INFINITE),
            Bound::Lower => None,
        };
        let score = exact.filter(|&score| !is_beyond_chance(score));
        let Some(best_score) = score.filter(|_| self.completed_depth > 0) else { return };
        if self.root_moves.len() == 1 || !self.begin_drawing() {
            return;
        }
        let depth = self.root_depth;
        self.root_depth = self.completed_depth;
        let mut chances: Vec<Chance> = Vec::new();
        // A move that took many nodes was hard to refute, and may be nearly as good.
        let mut others: Vec<usize> = (1..self.root_moves.len()).collect();
        others.sort_by_key(|&index| std::cmp::Reverse(self.root_moves[index].nodes));
        for index in others {
            let Some(score) = self.score_alternative(index, best_score - variety.margin as i32) else {
                continue;
            };
            if score.is_win() {
                // The search had overlooked this win.
                chances = vec![(self.root_moves[index].m, 1)];
                break;
            }
            let weight = draw_weight(variety.margin, best_score - score);
            chances.extend(weight.map(|weight| (self.root_moves[index].m, weight)));
        }
        log::debug!("{} of {} moves may be drawn: {chances:?}", chances.len(), self.root_moves.len());
        let drawn = draw(&chances, variety.numbers(self.position.key())[1].0).unwrap_or(best_move);
        if drawn == best_move {
            self.root_depth = depth;
        }
        self.bring_forward(drawn);
    }

    /// The exact score of a root move other than the best one, at the depth of the last iteration, if it is at least
    /// `floor` and the limits leave enough to find it.
    fn score_alternative(&mut self, index: usize, floor: Score) -> Option<Score> {
        if self.stopped {
            return None;
        }
        let (m, depth) = (self.root_moves[index].m, self.completed_depth - 1);
        self.selective_depth = 0;
        self.pv.clear(0);
        self.make_searched(m, self.position.is_noisy(m), index + 1, 0);
        let mut score = -self.search_node::<NonPv>(-floor, -(floor - 1), depth, 1, true);
        if score >= floor && !self.stopped {
            self.pv.clear(1);
            score = -self.search_node::<Pv>(-Score::INFINITE, -(floor - 1), depth, 1, false);
        }
        self.unmake();
        if score < floor || self.stopped || is_beyond_chance(score) && !score.is_mate() {
            return None;
        }
        self.pv.extend_from_child(0, m);
        let (moves, selective_depth) = (self.pv.line(0).to_vec(), self.selective_depth);
        self.root_moves[index].set_result(score, Bound::Exact, selective_depth, &moves);
        Some(score)
    }
}

/// Whether this score belongs to a won or lost position, in which only the best move will do.
fn is_beyond_chance(score: Score) -> bool {
    score.value().abs() > Score::EVAL_LIMIT.value()
}

/// A move drawn by weight, with this random number.
fn draw(chances: &[Chance], random: u64) -> Option<Move> {
    let total: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut rest = random % total.max(1);
    chances.iter().find_map(|&(m, weight)| match rest.checked_sub(weight.into()) {
        Some(left) => {
            rest = left;
            None
        }
        None => Some(m),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_moves_are_drawn_more_often() {
        let [a, b, c] = [1, 2, 3].map(Move::of_bits);
        let weights = [(a, 0), (b, 15), (c, 21)].map(|(m, loss)| (m, draw_weight(20, loss)));
        assert_eq!(weights, [(a, Some(441)), (b, Some(36)), (c, None)]);
        assert_eq!(draw_weight(20, -5), Some(441));
        let chances: Vec<Chance> = weights.into_iter().filter_map(|(m, weight)| Some((m, weight?))).collect();
        let times = |m| (0..477).filter(|&random| draw(&chances, random) == Some(m)).count();
        assert_eq!((times(a), times(b)), (441, 36));
        assert_eq!(draw(&[], 7), None);
    }

    #[test]
    fn every_second_position_is_varied() {
        let varied = |variety: Variety| (0..1000).filter(|&key| variety.applies_to(Key(key))).count();
        assert!((400..600).contains(&varied(Variety { margin: 5, seed: 7 })));
        assert_eq!(varied(Variety { margin: 0, seed: 7 }), 0);
    }

    #[test]
    fn a_quarter_is_kept_for_drawing() {
        assert_eq!([0, 3, 4, 1000, u64::MAX].map(Variety::before), [0, 2, 3, 750, u64::MAX / 4 * 3 + 2]);
        assert_eq!([0, 750, u64::MAX].map(Variety::with_drawing), [0, 1000, u64::MAX]);
    }
}
