//! Aspiration windows at the root.

use crate::base::{MAX_PLY, Score};

use super::SearchGame;
use super::features::Feature;
use super::root::{RootMove, order};
use super::worker::Worker;

impl<G: SearchGame> Worker<'_, G> {
    /// Searches the root for principal variation number `line` (from 0), with an aspiration window around its score in
    /// the previous iteration.
    pub(super) fn search_window(&mut self, line: usize) {
        const FIRST_DEPTH: i32 = 4;
        let center = self.root_moves[line].previous;
        let mut delta = self.parameters.aspiration.max(1) + center.value().abs() / 64;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let aspire = self.features.has(Feature::Aspiration) && self.root_depth >= FIRST_DEPTH;
        if aspire && !center.is_decisive() {
            (alpha, beta) = (center - delta, center + delta);
        }
        let mut fail_highs = 0;
        loop {
            let depth = (self.root_depth - fail_highs).max(1);
            let score = self.search_root(alpha, beta, depth, line);
            order(&mut self.root_moves[line..]);
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::new(i32::midpoint(alpha.value(), beta.value()));
                alpha = if score.is_decisive() { -Score::INFINITE } else { score - delta };
                fail_highs = 0;
            } else if score >= beta && beta < Score::INFINITE {
                beta = if score.is_decisive() { Score::INFINITE } else { score + delta };
                // After a fail high, a shallower search is enough to get the new score.
                fail_highs =
                    if self.features.has(Feature::LateMoveReductions) { (fail_highs + 1).min(3) } else { 0 };
            } else {
                return;
            }
            delta += delta / 3 + 1;
            self.report_failure(line);
        }
    }

    /// Searches the root moves from index `line` on for the mate that the limits ask for, if they do. It searches a ply
    /// deeper than the iteration, with alpha just below the score of such a mate, so that everything else is cut off
    /// quickly. Returns whether there is one.
    pub(super) fn finds_mate(&mut self, line: usize) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        // An ordinary iteration comes first, so that there is a best move in case there is no mate.
        if self.completed_depth == 0 {
            return false;
        }
        let plies = moves.saturating_mul(2).clamp(1, MAX_PLY as u32) - 1;
        let alpha = Score::mate_at(plies as usize) - 1;
        let found = self.search_root(alpha, Score::INFINITE, self.root_depth + 1, line) > alpha;
        if found {
            order(&mut self.root_moves[line..]);
        } else {
            self.root_moves[line..].iter_mut().for_each(RootMove::forget_score);
        }
        found
    }
}
