//! Updates of the histories by a node's result, and the history value of a move.

use arrayvec::ArrayVec;

use super::Evaluator;
use crate::base::{Move, Score};
use crate::tactics::SearchPosition;

use super::hash_probe::HashHit;
use super::history::Context;
use super::move_picker::Picked;
use super::node::Node;
use super::worker::Worker;

/// Moves tried before the best one.
#[derive(Default)]
pub struct Tried {
    quiet: ArrayVec<Move, 48>,
    noisy: ArrayVec<Move, 24>,
}

impl Tried {
    /// Adds a move that was not the best.
    pub fn add(&mut self, picked: Picked) {
        // Moves beyond the capacity are dropped: they are so late that their history is bad already.
        let _ = if picked.noisy { self.noisy.try_push(picked.m) } else { self.quiet.try_push(picked.m) };
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// The history value of a move that pruning and reductions use: its histories, plus the weighted hint of a quiet
    /// move.
    #[inline(always)]
    pub(super) fn history(&self, picked: Picked, context: &Context) -> i32 {
        if picked.noisy {
            3 * self.histories.noisy(self.position.noisy_slot(picked.m))
        } else {
            self.histories.quiet(self.position.history_slot(picked.m), context)
                + self.parameters.hint_history * picked.hint
        }
    }

    /// Gives the best move a history bonus and the moves tried before it a malus. A quiet best move also becomes killer
    /// and counter move.
    pub(super) fn learn_from(&mut self, node: &Node, best: Picked, tried: &Tried) {
        let ply = node.ply;
        let depth =
            node.depth + i32::from(node.evaluation.is_some_and(|evaluation| evaluation <= node.alpha));
        let (bonus, malus) = (self.parameters.bonus(depth), self.parameters.malus(depth));
        if best.noisy {
            self.histories.add_noisy(self.position.noisy_slot(best.m), bonus);
        } else {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != best.m {
                *killers = [best.m, killers[0]];
            }
            self.histories.set_counter(node.context.rows[0], best.m);
            self.histories.add_quiet(self.position.history_slot(best.m), &node.context, bonus);
            for &m in &tried.quiet {
                self.histories.add_quiet(self.position.history_slot(m), &node.context, -malus);
            }
        }
        for &m in &tried.noisy {
            self.histories.add_noisy(self.position.noisy_slot(m), -malus);
        }
    }

    /// Gives a quiet hash move that fails high in a hash cutoff a history bonus.
    pub(super) fn note_hash_cutoff(
        &mut self,
        hash: &HashHit,
        score: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) {
        if score >= beta && !hash.best.is_none() && !self.position.is_noisy(hash.best) {
            let context = self.context(ply);
            let slot = self.position.history_slot(hash.best);
            self.histories.add_quiet(slot, &context, self.parameters.bonus(depth) / 2);
        }
    }
}
