//! Pruning: reverse futility, null move, `ProbCut`, and skipping single moves.

use super::SearchGame;
use super::SearchPosition;
use crate::base::{Move, Position, Score};

use super::Bound;
use super::features::Feature;
use super::history::Histories;
use super::move_picker::{MovePicker, Picked, Quiets};
use super::node::{Node, NonPv};
use super::worker::Worker;

impl<G: SearchGame> Worker<'_, G> {
    /// Reverse futility pruning: a cutoff if the evaluation exceeds beta by a margin that grows with depth.
    #[inline]
    pub(super) fn reverse_futility(&self, node: &Node) -> Option<Score> {
        let &Node { depth, beta, .. } = node;
        let estimate = node.estimate?;
        let margin = self.parameters.reverse_futility * (depth - i32::from(node.improving));
        let applies = self.features.has(Feature::ReverseFutility)
            && depth < 9
            && !beta.is_decisive()
            && !estimate.is_win()
            && estimate - margin >= beta;
        applies.then(|| beta + (estimate - beta) / 3)
    }

    /// Null move pruning: a cutoff if a reduced search after passing the turn still fails high.
    #[inline]
    pub(super) fn try_null_move(&mut self, node: &Node) -> Option<Score> {
        const VERIFICATION_DEPTH: i32 = 15;
        const MAX_EXCESS: i32 = 3 * 1024;
        let &Node { ply, depth, beta, .. } = node;
        let estimate = node.estimate?;
        let parameters = self.parameters;
        let margin = parameters.null_move - parameters.reverse_futility / 4 * depth;
        let after_null_move = self.stack.above(ply, 1).row == Histories::<G::Position>::NO_ROW;
        if !self.features.has(Feature::NullMove)
            || depth < 2
            || estimate < beta
            || node.evaluation? < beta + margin
            || beta.is_decisive()
            || ply < self.min_null_move_ply
            || after_null_move
            || !self.make_null_move()
        {
            return None;
        }
        let excess = (estimate - beta) * parameters.null_excess / parameters.win_scale.max(1);
        let reduction = parameters.null_base + depth * parameters.null_depth + excess.min(MAX_EXCESS);
        let reduced = depth - reduction / 1024;
        self.stack[ply].row = Histories::<G::Position>::NO_ROW;
        self.stack[ply].quiet_number = None;
        self.stack[ply].target = None;
        let score = -self.search_node::<NonPv>(-beta, -beta + 1, reduced, ply + 1, !node.expect_cut);
        self.position.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decisive() { beta } else { score };
        if depth < VERIFICATION_DEPTH || self.min_null_move_ply > 0 {
            return Some(score);
        }
        // At high depth, verify the cutoff by a search without null moves for some plies, in case of zugzwang.
        self.min_null_move_ply = ply + (3 * reduced.max(0) as usize) / 4 + 1;
        let verified = self.search_node::<NonPv>(beta - 1, beta, reduced, ply, false);
        self.min_null_move_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// `ProbCut` (Buro, 1995): a cutoff if a noisy move fails high against a raised beta in a reduced search, as it
    /// will then probably fail high against beta at full depth.
    pub(super) fn try_prob_cut(&mut self, node: &Node) -> Option<Score> {
        const REDUCTION: i32 = 4;
        let &Node { ply, depth, beta, .. } = node;
        if !self.features.has(Feature::ProbCut) || depth <= REDUCTION || beta.is_decisive() {
            return None;
        }
        let raised = beta + self.parameters.of_win_scale(self.parameters.prob_cut);
        if node.hash.score.is_some_and(|(score, _)| node.hash.depth > depth - REDUCTION && score < raised) {
            return None;
        }
        let threshold = raised - node.evaluation?;
        let is_good = |&m: &Move| self.position.is_noisy(m) && self.position.see_ge(m, threshold);
        let hash_move = node.hash.best.filter(is_good);
        let mut picker = MovePicker::noisy(hash_move, threshold);
        while let Some(picked) = picker.next(&self.position, self.histories, &node.context) {
            let Picked { m, .. } = picked;
            if self.overlooks(picked, ply) {
                continue;
            }
            self.prefetch_after(m);
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
                    Some(m),
                    (score, Bound::Lower),
                    node.raw_eval,
                    node.on_pv,
                );
                return Some(if score.is_decisive() { score } else { score - (raised - beta) });
            }
        }
        None
    }

    /// Whether a move may draw by repetition at a node where the side to move wants a draw: such a move is never
    /// pruned.
    #[inline]
    pub(super) fn repeats(&self, node: &Node, m: Move) -> bool {
        node.upcoming_repetition.is_some_and(|key| self.position.key_after(m) == key)
    }

    /// Late move pruning: whether quiet moves are pruned from the `number`-th move on.
    #[inline]
    pub(super) fn is_late(&self, node: &Node, number: usize) -> bool {
        let depth = node.depth;
        self.features.has(Feature::LateMovePruning)
            && number as i32 >= (self.parameters.late_moves + depth * depth) / (2 - i32::from(node.improving))
    }

    /// The late quiet moves that are still searched; `None` if each of them must be examined because one of them may
    /// draw by repetition.
    #[inline]
    pub(super) fn late_quiets(&self, node: &Node) -> Option<Quiets> {
        let late = if self.features.has(Feature::LateChecks) { Quiets::Checks } else { Quiets::None };
        node.upcoming_repetition.is_none().then_some(late)
    }

    /// Whether to prune this move by exchanges, history or futility, based on the depth left after the reduction.
    #[inline(always)]
    pub(super) fn can_skip(
        &self,
        node: &Node,
        picked: Picked,
        history: i32,
        reduction: i32,
        picker: &MovePicker<G::Position>,
    ) -> bool {
        let parameters = &self.parameters;
        let depth = node.depth;
        let reduced_depth = (depth - 1 - reduction / 1024).max(0);

        // Exchanges of noisy moves; a check may lose more, as it may be a sacrifice that mates.
        if picked.noisy {
            const PLIES_FOR_CHECK: i32 = 2;
            let loses_too_much = |depth: i32| {
                !self.position.see_ge(picked.m, -parameters.noisy_exchange * depth * depth - history / 400)
            };
            return self.features.has(Feature::NoisyExchangePruning)
                && loses_too_much(depth)
                && !(self.features.has(Feature::LateChecks)
                    && picker.gives_check(&self.position, picked.m)
                    && !loses_too_much(depth + PLIES_FOR_CHECK));
        }

        // History
        if self.features.has(Feature::LateMovePruning)
            && reduced_depth < 5
            && history < -self.parameters.history_floor * depth
            && !(self.features.has(Feature::LateChecks) && picker.gives_check(&self.position, picked.m))
        {
            return true;
        }

        // Futility; not for checks, which may start a mate that the evaluation cannot see.
        if self.features.has(Feature::Futility)
            && reduced_depth < 8
            && !node.alpha.is_decisive()
            && let Some(evaluation) = node.evaluation
            && evaluation + parameters.futility_base + parameters.futility_depth * reduced_depth <= node.alpha
            && !picker.gives_check(&self.position, picked.m)
        {
            return true;
        }

        // Exchanges of quiet moves
        self.features.has(Feature::QuietExchangePruning)
            && !self.position.see_ge(picked.m, -parameters.quiet_exchange * reduced_depth * reduced_depth / 2)
    }
}
