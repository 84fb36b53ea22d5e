//! Scores of the rules' verdicts: draws with contempt, and mates by distance.

use super::SearchPosition;
use crate::base::{Key, NodeVerdict, Score};

use super::SearchGame;
use super::features::Feature;
use super::worker::Worker;

/// The score of a verdict for the side to move, `ply` plies below the root; `draw` is the score of a draw.
pub fn verdict_score(verdict: NodeVerdict, ply: usize, draw: Score) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => draw,
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The rules' verdict on the current position, `ply` plies below the root.
    ///
    /// A repetition is judged by the moves between two occurrences in the tree, as if they were repeated forever. But
    /// the losing side may be able to repeat the position by other moves, so that the rules judge the whole sequence
    /// differently. Once a score at the root depends on such a verdict, only the rules' own verdicts count.
    #[inline]
    pub(super) fn node_verdict(&self, ply: usize) -> Option<NodeVerdict> {
        let verdict = self.position.node_verdict(ply)?;
        if self.awaits_verdicts && matches!(verdict, NodeVerdict::WonByRule | NodeVerdict::LostByRule) {
            return self.position.node_verdict(0);
        }
        Some(verdict)
    }

    /// The score of a verdict on the current position.
    #[inline]
    pub(super) fn verdict_score(&self, verdict: NodeVerdict, ply: usize) -> Score {
        verdict_score(verdict, ply, self.draw_score(ply))
    }

    /// The score of a draw for the side to move, `ply` plies below the root: contempt, from the point of view of the
    /// root's side to move.
    #[inline]
    fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.options.contempt;
        Score::evaluation(if ply.is_multiple_of(2) { -contempt } else { contempt })
    }

    /// Mate distance pruning: narrows the window to the scores possible at this ply, from being mated now to mating
    /// with the next move. If the result is empty (`alpha >= beta`), the node can be cut off.
    #[inline]
    pub(super) fn within_mate_distance(&self, alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
        if self.features.has(Feature::MateDistance) {
            (alpha.max(Score::mated_at(ply)), beta.min(Score::mate_at(ply + 1)))
        } else {
            (alpha, beta)
        }
    }

    /// The key of an earlier position that a move may repeat; `None` if a draw would not raise alpha.
    #[inline]
    pub(super) fn upcoming_repetition(&self, alpha: Score, ply: usize) -> Option<Key> {
        if alpha < self.draw_score(ply) { self.position.upcoming_repetition() } else { None }
    }
}
