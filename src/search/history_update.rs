//! Updates of the histories by a node's result, and the history value of a move.

use arrayvec::ArrayVec;

use super::SearchGame;
use crate::base::{Move, Score};
use crate::search::SearchPosition;

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

impl<G: SearchGame> Worker<'_, G> {
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

    /// Updates the history of the quiet move that led to the node at `ply` by how much it has gained for its side: by
    /// the static evaluations before and after it.
    #[inline(always)]
    pub(super) fn learn_from_gain(&mut self, ply: usize) {
        const MOST: i32 = 1400;
        let last = *self.stack.above(ply, 1);
        let (Some(before), Some(after)) = (last.evaluation, self.stack[ply].evaluation) else { return };
        if last.quiet_number.is_none() {
            return;
        }
        let gain = -(before.value() + after.value());
        let amount = gain * self.parameters.gain_bonus / self.parameters.win_scale.max(1);
        self.histories.add_butterfly(last.row.slot(), amount.clamp(-MOST, MOST));
    }

    /// Updates the histories of the quiet move that led to this node by the node's score: a bonus if no move raised
    /// alpha, a malus if the node fails high although the move was one of the first, which were expected to be good.
    pub(super) fn learn_about_last_move(&mut self, node: &Node, score: Score, raised_alpha: bool) {
        const FIRST_MOVES: usize = 2;
        let &Node { ply, depth, .. } = node;
        let last = *self.stack.above(ply, 1);
        let Some(number) = last.quiet_number else { return };
        let amount = if !raised_alpha {
            let bonus = self.parameters.bonus(depth) / 2;
            self.histories.add_butterfly(last.row.slot(), bonus / 2);
            bonus
        } else if score >= node.beta && number <= FIRST_MOVES {
            -self.parameters.bonus(depth + 1) / 2
        } else {
            return;
        };
        let rows = self.context(ply - 1).rows;
        self.histories.add_continuation(last.row.slot(), &rows, amount);
    }

    /// Updates the continuation histories of the quiet move just made by its full-depth search, which followed a
    /// reduced one that failed high.
    #[inline(always)]
    pub(super) fn learn_from_research(&mut self, node: &Node, depth: i32, fails_high: bool) {
        let made = self.stack[node.ply];
        if made.quiet_number.is_none() {
            return;
        }
        let amount = if fails_high { self.parameters.bonus(depth) } else { -self.parameters.malus(depth) };
        self.histories.add_continuation(made.row.slot(), &node.context.rows, amount / 2);
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
