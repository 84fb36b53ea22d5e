//! Singular extensions, and the reduction of a node's moves.

use super::SearchGame;
use crate::base::{Move, Score};

use super::Bound;
use super::features::Feature;
use super::history::HISTORY_LIMIT;
use super::move_picker::Picked;
use super::node::{Node, NodeKind, NonPv};
use super::reductions::base_reduction;
use super::worker::Worker;

/// The result of the singular extension test.
pub enum Extension {
    /// Search the move this many plies deeper; negative to reduce it.
    By(i32),
    /// The node fails high with this score (multicut).
    Cutoff(Score),
}

impl<G: SearchGame> Worker<'_, G> {
    /// The reduction of this move, in 1024ths of a ply.
    #[inline(always)]
    pub(super) fn reduction<K: NodeKind>(
        &self,
        node: &Node,
        picked: Picked,
        number: usize,
        history: i32,
    ) -> i32 {
        let mut reduction = base_reduction(&self.parameters, node.depth, number);
        let parameters = &self.parameters;
        if K::PV || node.on_pv {
            reduction -= parameters.reduction_on_pv;
        }
        if node.expect_cut {
            reduction += parameters.reduction_cut;
        }
        if !node.improving {
            reduction += parameters.reduction_not_improving;
        }
        if picked.noisy {
            reduction -= parameters.reduction_noisy;
        }
        if self.stack[node.ply + 1].cutoffs > 2 {
            reduction += parameters.reduction_refuted;
        }
        if self.stack[node.ply].killers.contains(&picked.m) {
            reduction -= parameters.reduction_killer;
        }
        reduction - history * parameters.reduction_history / HISTORY_LIMIT
    }

    /// Singular extension: searches a hash move deeper if all other moves are far worse. If they are not, the move may
    /// be reduced or the node cut off.
    #[inline(always)]
    pub(super) fn extension<K: NodeKind>(&mut self, node: &Node, m: Move) -> Extension {
        let &Node { ply, depth, .. } = node;
        if ply >= 2 * self.root_depth as usize {
            return Extension::By(0);
        }
        if self.features.has(Feature::SingularExtensions)
            && depth >= 6
            && m == node.hash.best
            && node.excluded.is_none()
            && node.hash.depth >= depth - 3
            && let Some((score, Bound::Lower | Bound::Exact)) = node.hash.score
            && !score.is_decisive()
        {
            return self.singularity::<K>(node, m, score);
        }
        Extension::By(0)
    }

    fn singularity<K: NodeKind>(&mut self, node: &Node, m: Move, hash_score: Score) -> Extension {
        let &Node { ply, depth, beta, .. } = node;
        let floor = hash_score - self.parameters.of_win_scale(depth * self.parameters.singular);
        self.stack[ply].excluded = m;
        let score = self.search_node::<NonPv>(floor - 1, floor, (depth - 1) / 2, ply, node.expect_cut);
        self.stack[ply].excluded = Move::NONE;
        if score < floor {
            let double =
                !K::PV && score < floor - self.parameters.of_win_scale(self.parameters.singular_double);
            Extension::By(1 + i32::from(double))
        } else if score >= beta && !score.is_decisive() {
            Extension::Cutoff(score)
        } else if hash_score >= beta {
            Extension::By(-2)
        } else {
            Extension::By(-i32::from(node.expect_cut))
        }
    }
}
