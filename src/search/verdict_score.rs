//! What the rules' verdicts are worth to a search: draws with contempt, and mates by their distance.

use crate::base::{Key, NodeVerdict, Score};
use crate::tactics::SearchPosition;

use super::Evaluator;
use super::features::Feature;
use super::worker::Worker;

/// What the rules' word on a node is worth to its side to move, where a draw is worth `draw` to it.
pub fn verdict_score(verdict: NodeVerdict, ply: usize, draw: Score) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => draw,
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// What the rules' word on the present position is worth.
    #[inline(always)]
    pub(super) fn verdict_score(&self, verdict: NodeVerdict, ply: usize) -> Score {
        verdict_score(verdict, ply, self.draw_score(ply))
    }

    /// What a draw is worth to the side to move, `ply` plies below the root.
    #[inline(always)]
    fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.limits.contempt;
        Score::evaluation(if ply.is_multiple_of(2) { -contempt } else { contempt })
    }

    /// The window at this ply, narrowed by mate distance: nothing here is worse than being mated now, or better than
    /// mating with the next move. It is empty where the window lay beyond.
    #[inline(always)]
    pub(super) fn within_mate_distance(&self, alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
        if self.features.has(Feature::MateDistance) {
            (alpha.max(Score::mated_at(ply)), beta.min(Score::mate_at(ply + 1)))
        } else {
            (alpha, beta)
        }
    }

    /// The key of an earlier position that a move may lead back to, where the side to move would welcome a draw.
    #[inline(always)]
    pub(super) fn upcoming_repetition(&self, alpha: Score, ply: usize) -> Option<Key> {
        if alpha < self.draw_score(ply) { self.position.upcoming_repetition() } else { None }
    }
}
