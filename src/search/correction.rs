//! Correction history: static evaluations corrected by the errors that searches of similar positions found.

use crate::base::{Position, Score};

use super::features::Feature;
use super::history::{Context, EvaluationError};
use super::move_picker::Picked;
use super::node::Node;
use super::worker::Worker;
use super::{Bound, SearchGame, SearchPosition};

impl<G: SearchGame> Worker<'_, G> {
    /// The evaluation scaled towards zero as the halfmove clock approaches its limit, since the game is then drawn.
    #[inline(always)]
    fn scaled_by_halfmove_clock(&self, evaluation: Score) -> Score {
        let Some((plies, limit)) = self.position.halfmove_clock() else { return evaluation };
        let lost = self.parameters.halfmove_scale * plies.min(limit) as i32 / limit as i32;
        Score::evaluation(evaluation.value() * (1024 - lost) / 1024)
    }

    /// The raw evaluation scaled by the halfmove clock and corrected by the correction histories. The side to move must
    /// not have a threat to answer.
    #[inline(always)]
    pub(super) fn corrected(&self, raw_eval: Score, context: &Context) -> Score {
        let scaled = self.scaled_by_halfmove_clock(raw_eval);
        let parameters = &self.parameters;
        let mut correction = 0;
        if self.features.has(Feature::PawnCorrection) {
            let side = self.position.side_to_move();
            correction += parameters.pawn_correction * self.histories.pawn_correction(side, context.pawn_key);
        }
        if self.features.has(Feature::ContinuationCorrection) {
            correction += parameters.continuation_correction
                * self.histories.continuation_correction(context.last_two());
        }
        Score::evaluation(scaled.value() + correction / 1024)
    }

    /// Updates the correction histories with the difference between score and static evaluation. Does nothing if the
    /// score is decisive, the best move is noisy, or the bound does not contradict the evaluation.
    pub(super) fn learn_correction(&mut self, node: &Node, score: Score, bound: Bound, best: Option<Picked>) {
        let Some(evaluation) = node.evaluation else { return };
        let consistent = match bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        if !consistent || score.is_decisive() || best.is_some_and(|picked| picked.noisy) {
            return;
        }
        let error = EvaluationError { units: score - evaluation, depth: node.depth };
        if self.features.has(Feature::PawnCorrection) {
            self.histories.add_pawn_correction(self.position.side_to_move(), node.context.pawn_key, error);
        }
        if self.features.has(Feature::ContinuationCorrection) {
            self.histories.add_continuation_correction(node.context.last_two(), error);
        }
    }
}
