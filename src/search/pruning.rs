//! Giving up on nodes and moves that are not worth a search.

use crate::base::{Move, Score};
use crate::eval::Evaluator;
use crate::tactics::SearchPosition;

use super::Bound;
use super::features::Feature;
use super::move_picker::{MovePicker, Picked};
use super::node::{Node, NonPv};
use super::worker::Worker;

impl<E: Evaluator> Worker<'_, E> {
    /// Tries to settle the node without looking at all of its moves.
    #[inline(always)]
    pub(super) fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let &Node { depth, beta, estimate, .. } = node;
        let margins = self.parameters.margins;

        // Reverse futility
        if self.features.has(Feature::ReverseFutility)
            && depth < 9
            && !beta.is_decisive()
            && !estimate.is_win()
            && estimate - margins.reverse_futility * (depth - i32::from(node.improving)) >= beta
        {
            return Some(beta + (estimate - beta) / 3);
        }

        if self.features.has(Feature::ProbCut) {
            return self.try_prob_cut(node);
        }
        None
    }

    /// A probable cutoff (Buro, 1995): where a noisy move holds a raised window in a shallow search, it will hold the true one
    /// in a deep search.
    fn try_prob_cut(&mut self, node: &Node) -> Option<Score> {
        const REDUCTION: i32 = 4;
        let &Node { ply, depth, beta, .. } = node;
        if depth <= REDUCTION || beta.is_decisive() {
            return None;
        }
        let raised = beta + self.parameters.of_win_scale(self.parameters.prob_cut);
        if node.hash.score.is_some_and(|(score, _)| node.hash.depth > depth - REDUCTION && score < raised) {
            return None;
        }
        let threshold = raised - node.evaluation?;
        let hash_move = Some(node.hash.best)
            .filter(|&m| !m.is_none() && self.position.is_noisy(m) && self.position.see_ge(m, threshold))
            .unwrap_or(Move::NONE);
        let mut picker = MovePicker::noisy(hash_move, threshold);
        while let Some(Picked { m, .. }) = picker.next(&self.position, self.histories, &node.context) {
            self.make(m, ply);
            let mut score = -self.quiescence::<NonPv>(-raised, -raised + 1, ply + 1);
            if score >= raised {
                let reduced = depth - REDUCTION - 1;
                score = -self.search_node::<NonPv>(-raised, -raised + 1, reduced, ply + 1, !node.expect_cut);
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if score >= raised {
                self.store_hash(
                    ply,
                    depth - REDUCTION + 1,
                    m,
                    (score, Bound::Lower),
                    node.raw_eval,
                    node.on_pv,
                );
                return Some(if score.is_decisive() { score } else { score - (raised - beta) });
            }
        }
        None
    }

    /// Whether a move is not worth searching, seeing how shallow that would be.
    #[inline(always)]
    pub(super) fn can_skip(
        &self,
        node: &Node,
        picked: Picked,
        number: usize,
        history: i32,
        reduction: i32,
        picker: &mut MovePicker<E::Position>,
    ) -> bool {
        let margins = &self.parameters.margins;
        let depth = node.depth;
        let reduced_depth = (depth - 1 - reduction / 1024).max(0);

        // Repetition: the move may be bad in every other respect.
        if let Some(key) = node.upcoming_repetition
            && self.position.key_after(picked.m) == key
        {
            return false;
        }

        // Late moves
        if self.features.has(Feature::LateMovePruning)
            && number as i32 >= (self.parameters.late_moves + depth * depth) / (2 - i32::from(node.improving))
        {
            if node.upcoming_repetition.is_none() {
                picker.skip_quiets();
            } else if !picked.noisy {
                return true;
            }
        }

        if picked.noisy {
            return self.features.has(Feature::ExchangePruning)
                && !self.position.see_ge(picked.m, -margins.noisy_exchange * depth * depth - history / 400);
        }

        // History
        if self.features.has(Feature::LateMovePruning)
            && reduced_depth < 5
            && history < -self.parameters.history_floor * depth
        {
            return true;
        }

        // Futility; a check may be the beginning of a mate, which no evaluation foresees.
        if self.features.has(Feature::Futility)
            && reduced_depth < 8
            && !node.alpha.is_decisive()
            && let Some(evaluation) = node.evaluation
            && evaluation + margins.futility[0] + margins.futility[1] * reduced_depth <= node.alpha
            && !picker.gives_check(&self.position, picked.m)
        {
            return true;
        }

        // Exchanges
        self.features.has(Feature::ExchangePruning)
            && margins.quiet_exchange > 0
            && !self.position.see_ge(picked.m, -margins.quiet_exchange * reduced_depth * reduced_depth / 2)
    }
}
