//! Quiescence search: only noisy moves and replies to threats are searched at the leaves, until the position is quiet
//! and its static evaluation can be used.

use super::{Evaluator, SearchGame, SearchPosition};
use crate::base::{NodeVerdict, Position, Score};

use super::Bound;
use super::features::Feature;
use super::move_picker::{MovePicker, Picked, Quiets};
use super::node::NodeKind;
use super::worker::Worker;

impl<G: SearchGame> Worker<'_, G> {
    /// The quiescence score of the current position.
    pub(super) fn quiescence<K: NodeKind>(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        self.quiesce::<K>(alpha, beta, ply, self.parameters.quiescence_plies)
    }

    /// Quiescence search in which noisy moves are searched for at most `plies` more plies.
    fn quiesce<K: NodeKind>(&mut self, mut alpha: Score, mut beta: Score, ply: usize, plies: i32) -> Score {
        if let Some(score) = self.enter_node::<K>(ply) {
            return score;
        }
        if !self.features.has(Feature::Quiescence) {
            return self.static_leaf(ply);
        }

        // Mate distance
        (alpha, beta) = self.within_mate_distance(alpha, beta, ply);
        if alpha >= beta {
            return alpha;
        }

        // Hash table
        let hash = self.probe_hash(ply);
        if !K::PV
            && self.hash_cutoff_allowed()
            && let Some(score) = hash.cutoff(alpha, beta)
        {
            return score;
        }

        // Stand pat: the side to move may decline all exchanges, unless it has a threat to answer.
        let context = self.context(ply);
        let is_threatened = self.position.is_threatened();
        let mut best = -Score::INFINITE;
        let mut raw_eval = None;
        let mut futility_base = -Score::INFINITE;
        if !is_threatened {
            let value = hash.evaluation.unwrap_or_else(|| self.evaluator.evaluate(&self.position));
            raw_eval = Some(value);
            let evaluation = self.corrected(value, &context);
            best = hash.refine(evaluation);
            futility_base = evaluation + self.parameters.delta;
        }

        // Forced wins found by the game's own solver, unless the evaluation suffices
        if best < beta
            && let Some(score) = self.forced_win(ply)
        {
            return score;
        }

        if !is_threatened {
            if best >= beta || plies <= 0 {
                if hash.score.is_none() {
                    self.store_hash(ply, 0, None, (best, Bound::Lower), raw_eval, hash.on_pv);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let mut picker = if is_threatened {
            self.picker(hash.best, [None; 3])
        } else {
            MovePicker::noisy(hash.best.filter(|&m| self.position.is_noisy(m)), 0)
        };
        let mut best_move = None;
        let mut number = 0;
        while let Some(picked) = picker.next(&self.position, self.histories, &context) {
            let Picked { m, noisy, .. } = picked;
            number += 1;
            if !is_threatened && self.overlooks(picked, ply) {
                continue;
            }
            if is_threatened {
                // After one reply that does not lose, only noisy moves that do not lose an exchange are searched.
                if !best.is_loss() {
                    picker.keep_quiets(Quiets::None);
                    if !noisy || !self.position.see_ge(m, 0) {
                        continue;
                    }
                }
            } else if !best.is_loss() && !alpha.is_decisive() {
                // Delta pruning: even with the captured material, the score stays at or below alpha.
                let max_score = futility_base + self.position.capture_value(m);
                if max_score <= alpha && !picker.gives_check(&self.position, m) {
                    best = best.max(max_score);
                    continue;
                }
            }

            self.prefetch_after(m);
            self.make(m, ply);
            let score = -self.quiesce::<K>(-beta, -alpha, ply + 1, plies - 1);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if K::PV {
                        self.pv.extend_from_child(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        if number == 0 && (is_threatened || self.is_lost_for_want_of_moves(&picker)) {
            return self.verdict_score(self.position.no_moves_verdict(), ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.store_hash(ply, 0, best_move, (best, bound), raw_eval, K::PV || hash.on_pv);
        best
    }

    /// The static evaluation of a leaf, or the rules' verdict if the side to move has no legal move.
    fn static_leaf(&mut self, ply: usize) -> Score {
        if self.position.has_legal_move() {
            self.evaluator.evaluate(&self.position)
        } else {
            self.verdict_score(self.position.no_moves_verdict(), ply)
        }
    }

    /// Whether the side to move has no legal move and therefore loses. Checked only if no noisy move was generated,
    /// since otherwise there is a legal move.
    fn is_lost_for_want_of_moves(&self, picker: &MovePicker<G::Position>) -> bool {
        picker.found_nothing()
            && self.position.no_moves_verdict() == NodeVerdict::Lost
            && !self.position.has_legal_move()
    }

    /// The score of a forced win found by the game's own solver within
    /// [`Parameters::leaf_effort`](super::Parameters::leaf_effort) nodes.
    #[inline]
    fn forced_win(&mut self, ply: usize) -> Option<Score> {
        if !self.features.has(Feature::LeafForcedWins) {
            return None;
        }
        // Limited strength sees wins in one or two moves, but not every longer one.
        let sees_all =
            self.oversight.is_none_or(|oversight| !oversight.overlooks(self.position.key().0, false, ply));
        let effort = if sees_all { self.parameters.leaf_effort.unsigned_abs() } else { 1 };
        let (m, plies) = self.position.forced_win(effort)?;
        let score = Score::mate_at(ply + plies);
        self.store_hash(ply, 0, Some(m), (score, Bound::Lower), None, false);
        Some(score)
    }
}
