//! The alpha-beta search of one node.

use crate::base::{Key, MAX_PLY, Move, Score};

use super::extensions::Extension;
use super::features::Feature;
use super::hash_probe::HashHit;
use super::history::Context;
use super::history::Tried;
use super::move_picker::MovePicker;
use super::worker::Worker;
use super::{Bound, Evaluator, SearchGame, SearchPosition};

/// Whether a node is a PV node, searched with an open window, or a non-PV node, searched with a null window.
pub trait NodeKind {
    const PV: bool;
}

/// A PV node.
pub struct Pv;
/// A non-PV node, searched with a null window.
pub struct NonPv;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const PV: bool = false;
}

/// The state of a node shared by the steps of its search.
pub struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Whether the node is expected to fail high (a cut node).
    pub expect_cut: bool,
    pub hash: HashHit,
    /// The excluded move of a singular extension search.
    pub excluded: Option<Move>,
    /// The static evaluation before correction; `None` if it was not needed.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation; `None` if the side to move has a threat to answer.
    pub evaluation: Option<Score>,
    /// The corrected static evaluation refined by the hash score; `None` under the same condition.
    pub estimate: Option<Score>,
    /// Whether the static evaluation is higher than at the side's previous turn.
    pub improving: bool,
    pub on_pv: bool,
    pub context: Context,
    /// The key of an earlier position that a move may repeat; set only if a draw would raise alpha.
    pub upcoming_repetition: Option<Key>,
}

impl<G: SearchGame> Worker<'_, G> {
    /// Searches the current position, `ply` plies below the root, to `depth`. The score returned is exact if it lies
    /// inside the window, otherwise a bound (fail-soft).
    pub(super) fn search_node<K: NodeKind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<K>(alpha, beta, ply);
        }
        if let Some(score) = self.enter_node::<K>(ply) {
            return score;
        }

        // Mate distance
        (alpha, beta) = self.within_mate_distance(alpha, beta, ply);
        if alpha >= beta {
            return alpha;
        }

        // Hash table
        let excluded = self.stack[ply].excluded;
        let hash = if excluded.is_none() { self.probe_hash(ply) } else { HashHit::NONE };
        if !K::PV
            && excluded.is_none()
            && hash.depth >= depth
            && self.hash_cutoff_allowed()
            && let Some(score) = hash.cutoff(alpha, beta)
            && (score > alpha || self.upcoming_repetition(alpha, ply).is_none())
        {
            self.note_hash_cutoff(&hash, score, beta, depth, ply);
            return score;
        }

        // Tablebases
        if excluded.is_none()
            && let Some(score) = self.table_cutoff(alpha, beta, depth, ply)
        {
            return score;
        }

        let mut node = self.evaluate_node::<K>(alpha, beta, depth, ply, expect_cut, hash);

        if !K::PV && node.evaluation.is_some() && excluded.is_none() {
            // Reverse futility
            if let Some(score) = self.reverse_futility(&node) {
                return score;
            }
            // Null move
            if let Some(score) = self.try_null_move(&node) {
                return score;
            }
            // Probable cutoff
            if let Some(score) = self.try_prob_cut(&node) {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // Forced wins found by the game's own solver
        if let Some(score) = self.proven_win::<K>(&node) {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Internal iterative reduction: a node without a hash move is searched with less depth, because its move
        // ordering is poor.
        if self.features.has(Feature::InternalReduction)
            && node.depth >= 4
            && hash.best.is_none()
            && excluded.is_none()
            && (K::PV || expect_cut)
        {
            node.depth -= 1;
        }

        self.search_moves::<K>(&mut node)
    }

    /// The score of a forced win proved by the game's own solver. This is only worth the time at PV nodes: elsewhere,
    /// searching a little deeper gains more.
    #[inline]
    fn proven_win<K: NodeKind>(&mut self, node: &Node) -> Option<Score> {
        if !K::PV
            || !self.features.has(Feature::NodeForcedWins)
            || node.hash.depth >= node.depth
            || self.oversight.is_some()
        {
            return None;
        }
        let (m, plies) = self.prove_win(node.ply)?;
        if node.ply + plies >= MAX_PLY {
            return None;
        }
        let score = Score::mate_at(node.ply + plies);
        self.store_hash(node.ply, node.depth, Some(m), (score, Bound::Lower), node.raw_eval, node.on_pv);
        self.pv.clear(node.ply + 1);
        self.pv.extend_from_child(node.ply, m);
        Some(score)
    }

    /// Enters a node: counts it, polls the limits and asks the rules for a verdict. Returns the score if the node needs
    /// no search.
    #[inline(always)]
    pub(super) fn enter_node<K: NodeKind>(&mut self, ply: usize) -> Option<Score> {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.stopped {
            return Some(Score::DRAW);
        }
        self.nodes += 1;
        if K::PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if let Some(verdict) = self.node_verdict(ply) {
            return Some(self.verdict_score(verdict, ply));
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluator.evaluate(&self.position));
        }
        None
    }

    /// A picker of all moves of the current position, or of the candidate moves only.
    #[inline]
    pub(super) fn picker(
        &self,
        hash_move: Option<Move>,
        refutations: [Option<Move>; 3],
    ) -> MovePicker<G::Position> {
        let candidates_only = self.features.has(Feature::Candidates);
        MovePicker::new(hash_move, refutations, candidates_only, self.parameters.hint_order)
    }

    /// The history context at this ply.
    #[inline(always)]
    pub(super) fn context(&self, ply: usize) -> Context {
        Context {
            rows: [self.stack.above(ply, 1).row, self.stack.above(ply, 2).row, self.stack.above(ply, 4).row],
            pawn_key: self.position.pawn_key(),
        }
    }

    /// Evaluates the node and resets the stack frames below it.
    #[inline]
    pub(super) fn evaluate_node<K: NodeKind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        expect_cut: bool,
        hash: HashHit,
    ) -> Node {
        let excluded = self.stack[ply].excluded;
        let context = self.context(ply);
        let mut raw_eval = None;
        if self.position.is_threatened() {
            self.stack[ply].evaluation = None;
        } else if excluded.is_none() {
            let value = hash.evaluation.unwrap_or_else(|| self.evaluator.evaluate(&self.position));
            raw_eval = Some(value);
            self.stack[ply].evaluation = Some(self.corrected(value, &context));
            self.learn_from_gain(ply);
        }
        let evaluation = self.stack[ply].evaluation;
        let before = self.stack.above(ply, 2).evaluation.or(self.stack.above(ply, 4).evaluation);
        let improving = evaluation.is_some_and(|now| before.is_none_or(|before| now > before));
        self.stack[ply + 2].killers = [None; 2];
        self.stack[ply + 2].cutoffs = 0;
        self.stack[ply + 1].excluded = None;
        Node {
            ply,
            depth,
            alpha,
            beta,
            expect_cut,
            excluded,
            raw_eval,
            evaluation,
            estimate: evaluation.map(|evaluation| hash.refine(evaluation)),
            improving,
            on_pv: K::PV || hash.on_pv,
            hash,
            context,
            upcoming_repetition: self.upcoming_repetition(alpha, ply),
        }
    }

    /// The move loop, followed by the updates of the histories and the hash table.
    fn search_moves<K: NodeKind>(&mut self, node: &mut Node) -> Score {
        let ply = node.ply;
        let killers = self.stack[ply].killers;
        let refutations = [killers[0], killers[1], self.histories.counter(node.context.rows[0])];
        let mut picker = self.picker(node.hash.best, refutations);
        let mut tried = Tried::default();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut overlooked = false;

        while let Some(picked) = picker.next(&self.position, self.histories, &node.context) {
            let m = picked.m;
            if node.excluded == Some(m) {
                continue;
            }
            if self.overlooks(picked, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            self.prefetch_after(m);

            let history = self.history(picked, &node.context);
            let reduction = self.reduction::<K>(node, picked, number, history);
            if best > -Score::INFINITE && !best.is_loss() && !self.repeats(node, m) {
                if self.is_late(node, number) {
                    match self.late_quiets(node) {
                        Some(quiets) => picker.keep_quiets(quiets),
                        None if picked.noisy => {}
                        None => continue,
                    }
                }
                if self.can_skip(node, picked, history, reduction, &picker) {
                    continue;
                }
            }

            let extension = match self.extension::<K>(node, m) {
                Extension::By(plies) => plies,
                Extension::Cutoff(score) => return score,
            };
            if self.stopped {
                return Score::DRAW;
            }

            self.make_searched(m, picked.noisy, number, ply);
            let score = self.search_child::<K>(node, number, reduction, extension, best);
            self.unmake();
            if self.stopped {
                return Score::DRAW;
            }

            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(picked);
                    if K::PV {
                        self.pv.extend_from_child(ply, m);
                    }
                    if score >= node.beta {
                        self.stack[ply].cutoffs += 1;
                        break;
                    }
                    node.alpha = score;
                }
            }
            if best_move != Some(picked) {
                tried.add(picked);
            }
        }

        if number == 0 && overlooked {
            return node.estimate.unwrap_or(Score::DRAW);
        }
        if number == 0 {
            return if node.excluded.is_none() {
                self.verdict_score(self.position.no_moves_verdict(), ply)
            } else {
                node.alpha
            };
        }
        if let Some(picked) = best_move {
            self.learn_from(node, picked, &tried);
        }
        if node.excluded.is_none() {
            self.learn_about_last_move(node, best, best_move.is_some());
            let bound = match best_move {
                Some(_) if best >= node.beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            let m = best_move.map(|picked| picked.m);
            self.store_hash(ply, node.depth, m, (best, bound), node.raw_eval, node.on_pv);
            self.learn_correction(node, best, bound, best_move);
        }
        best
    }

    /// Searches the position after the `number`-th move of `node`. A late move is first searched with reduced depth and
    /// a null window.
    #[inline]
    fn search_child<K: NodeKind>(
        &mut self,
        node: &Node,
        number: usize,
        reduction: i32,
        extension: i32,
        best: Score,
    ) -> Score {
        let ply = node.ply;
        let mut depth = node.depth - 1 + extension;
        let alpha = node.alpha;
        let mut score;
        if self.features.has(Feature::LateMoveReductions)
            && node.depth >= 2
            && number > 1 + usize::from(K::PV)
        {
            let reduced = (depth - reduction / 1024).clamp(1.min(depth), depth);
            score = -self.search_node::<NonPv>(-(alpha + 1), -alpha, reduced, ply + 1, true);
            if score > alpha && reduced < depth && !self.stopped {
                let parameters = &self.parameters;
                // The reduced search failed high: the margin determines the depth of the re-search.
                depth += i32::from(
                    !score.is_decisive() && score > best + parameters.of_win_scale(parameters.deeper),
                );
                depth -= i32::from(score < best + parameters.of_win_scale(parameters.shallower));
                if reduced < depth {
                    score =
                        -self.search_node::<NonPv>(-(alpha + 1), -alpha, depth, ply + 1, !node.expect_cut);
                }
                if !self.stopped {
                    self.learn_from_research(node, depth, score > alpha);
                }
            }
        } else if !K::PV || number > 1 {
            score = -self.search_node::<NonPv>(-(alpha + 1), -alpha, depth, ply + 1, !node.expect_cut);
        } else {
            score = alpha;
        }
        if K::PV && !self.stopped && (number == 1 || score > alpha) {
            score = -self.search_node::<Pv>(-node.beta, -alpha, depth, ply + 1, false);
        }
        score
    }
}
