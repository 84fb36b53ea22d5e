//! The alpha-beta search of one node, in the order in which its steps are taken.

use crate::base::{Key, MAX_PLY, Move, NodeVerdict, Position, Score};
use crate::eval::Evaluator;
use crate::tactics::SearchPosition;

use super::Bound;
use super::Parameters;
use super::extensions::Extension;
use super::features::Feature;
use super::hash_table::HashEntry;
use super::history::Context;
use super::history_update::Tried;
use super::move_picker::MovePicker;
use super::worker::Worker;

/// Whether a node lies on the principal variation, where the window is open, or is searched only to see on which side
/// of the window its score is.
pub trait NodeKind {
    const PV: bool;
}

/// A node on the principal variation.
pub struct Pv;
/// A node searched with a window of no width.
pub struct NonPv;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const PV: bool = false;
}

/// What the hash table knows of a node, as far as it can be used there.
#[derive(Debug, Clone, Copy)]
pub struct HashHit {
    /// The best move, legal or none.
    pub best: Move,
    /// The score from the root's view and its meaning; never a win by rule, which other paths may not share.
    pub score: Option<(Score, Bound)>,
    /// The depth behind the score.
    pub depth: i32,
    /// The evaluator's word on the position.
    pub evaluation: Option<Score>,
    /// Whether the position was on a principal variation once.
    pub on_pv: bool,
}

impl HashHit {
    const NONE: Self = Self { best: Move::NONE, score: None, depth: 0, evaluation: None, on_pv: false };

    /// The score, if it proves that the node's lies outside the window.
    #[inline(always)]
    pub fn cutoff(&self, alpha: Score, beta: Score) -> Option<Score> {
        match self.score? {
            (score, Bound::Exact) => Some(score),
            (score, Bound::Lower) => (score >= beta).then_some(score),
            (score, Bound::Upper) => (score <= alpha).then_some(score),
        }
    }

    /// A better guess than `evaluation`, where the score allows one.
    #[inline(always)]
    pub fn refine(&self, evaluation: Score) -> Score {
        match self.score {
            Some((score, _)) if score.is_decisive() => evaluation,
            Some((score, Bound::Exact)) => score,
            Some((score, Bound::Lower)) => evaluation.max(score),
            Some((score, Bound::Upper)) => evaluation.min(score),
            None => evaluation,
        }
    }
}

/// A node as its steps see it.
pub struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Whether the score is expected to lie above the window.
    pub expect_cut: bool,
    pub hash: HashHit,
    /// The move left out, or none.
    pub excluded: Move,
    /// The evaluator's own word, where the node asked for it.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation; none where a threat must be answered.
    pub evaluation: Option<Score>,
    /// The best guess at the score; meaningless where a threat must be answered.
    pub estimate: Score,
    /// Whether the side to move stands better than before its last move.
    pub improving: bool,
    pub on_pv: bool,
    pub context: Context,
    /// Where the side to move would be glad of a draw: the key of a position met before that a move may lead back to.
    pub upcoming_repetition: Option<Key>,
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of the present position, `ply` plies below the root, searched `depth` plies deep: exact inside the
    /// window, otherwise a bound.
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

        let mut node = self.evaluate_node::<K>(alpha, beta, depth, ply, expect_cut, hash);

        if !K::PV && node.evaluation.is_some() && excluded.is_none() {
            if let Some(score) = self.prune_node(&node) {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // Internal iterative reduction: without a move to begin with, a node is not worth its depth yet.
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

    /// What every node begins with: counting it, stopping in time, and the rules' verdict.
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
        if let Some(verdict) = self.position.node_verdict(ply) {
            return Some(self.verdict_score(verdict, ply));
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluator.evaluate(&self.position));
        }
        None
    }

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

    /// The window at this ply, narrowed by mate distance: nothing here is worse than being mated now, or better than mating with
    /// the next move. It is empty where the window lay beyond.
    #[inline(always)]
    pub(super) fn within_mate_distance(&self, alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
        if self.features.has(Feature::MateDistance) {
            (alpha.max(Score::mated_at(ply)), beta.min(Score::mate_at(ply + 1)))
        } else {
            (alpha, beta)
        }
    }

    /// What the hash table knows of the present position.
    #[inline(always)]
    pub(super) fn probe_hash(&self, ply: usize) -> HashHit {
        let Some(entry) = self.shared.table.probe(self.position.key()) else { return HashHit::NONE };
        HashHit {
            best: if !entry.best.is_none() && self.position.is_legal(entry.best) {
                entry.best
            } else {
                Move::NONE
            },
            score: entry
                .score
                .filter(|(score, _)| !score.is_rule())
                .map(|(s, b)| (s.relative_to_root(ply), b)),
            depth: entry.depth,
            evaluation: entry.evaluation,
            on_pv: entry.on_pv,
        }
    }

    #[inline(always)]
    pub(super) fn hash_cutoff_allowed(&self) -> bool {
        self.features.has(Feature::HashCutoffs) && self.position.hash_score_usable()
    }

    /// Remembers a result for the present position. A score that only this path explains is left out.
    #[inline(always)]
    pub(super) fn store_hash(
        &self,
        ply: usize,
        depth: i32,
        best: Move,
        score: (Score, Bound),
        raw_eval: Option<Score>,
        on_pv: bool,
    ) {
        let (score, bound) = score;
        let score = self.position.hash_score_usable().then(|| (score.relative_to_node(ply), bound));
        let entry = HashEntry { best, score, evaluation: raw_eval, depth, on_pv };
        self.shared.table.store(self.position.key(), entry);
    }

    /// All moves of the present position, or all that are worth a search.
    #[inline(always)]
    pub(super) fn picker(&self, hash_move: Move, refutations: [Move; 3]) -> MovePicker<E::Position> {
        let candidates_only = self.features.has(Feature::Candidates);
        MovePicker::new(hash_move, refutations, candidates_only, self.parameters.hint_order)
    }

    /// What the histories of moves at this ply depend on.
    #[inline(always)]
    pub(super) fn context(&self, ply: usize) -> Context {
        Context {
            rows: [self.stack.above(ply, 1).row, self.stack.above(ply, 2).row, self.stack.above(ply, 4).row],
            pawn_key: self.position.pawn_key(),
        }
    }

    /// What is left of an evaluation as the limit of moves without progress comes near: a lead that makes none ends in a
    /// draw.
    #[inline(always)]
    fn scaled_by_halfmove_clock(&self, evaluation: Score) -> Score {
        let Some((plies, limit)) = self.position.halfmove_clock() else { return evaluation };
        let lost = self.parameters.halfmove_scale * plies.min(limit) as i32 / limit as i32;
        Score::evaluation(evaluation.value() * (1024 - lost) / 1024)
    }

    /// The evaluator's word on a position without a threat to answer, scaled by the halfmove clock, and corrected by what searches found.
    #[inline(always)]
    pub(super) fn corrected(&self, raw_eval: Score, context: &Context) -> Score {
        let raw_eval = self.scaled_by_halfmove_clock(raw_eval);
        if !self.features.has(Feature::CorrectionHistory) {
            return raw_eval;
        }
        let Parameters { pawn_correction, continuation_correction, .. } = self.parameters;
        let mut correction =
            pawn_correction * self.histories.pawn_correction(self.position.side_to_move(), context.pawn_key);
        if continuation_correction > 0 {
            correction +=
                continuation_correction * self.histories.continuation_correction(context.last_two());
        }
        Score::evaluation(raw_eval.value() + correction / 1024)
    }

    /// What [`Node::upcoming_repetition`] says of the present position.
    #[inline(always)]
    fn upcoming_repetition(&self, alpha: Score, ply: usize) -> Option<Key> {
        if alpha < self.draw_score(ply) { self.position.upcoming_repetition() } else { None }
    }

    /// Evaluates the node and prepares the frames around it.
    #[inline(always)]
    fn evaluate_node<K: NodeKind>(
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
        }
        let evaluation = self.stack[ply].evaluation;
        let before = self.stack.above(ply, 2).evaluation.or(self.stack.above(ply, 4).evaluation);
        let improving = evaluation.is_some_and(|now| before.is_none_or(|before| now > before));
        self.stack[ply + 2].killers = [Move::NONE; 2];
        self.stack[ply + 2].cutoffs = 0;
        self.stack[ply + 1].excluded = Move::NONE;
        Node {
            ply,
            depth,
            alpha,
            beta,
            expect_cut,
            excluded,
            raw_eval,
            evaluation,
            estimate: evaluation.map_or(Score::DRAW, |evaluation| hash.refine(evaluation)),
            improving,
            on_pv: K::PV || hash.on_pv,
            hash,
            context,
            upcoming_repetition: self.upcoming_repetition(alpha, ply),
        }
    }

    /// The move loop, and what is learnt from it.
    fn search_moves<K: NodeKind>(&mut self, node: &mut Node) -> Score {
        let ply = node.ply;
        let killers = self.stack[ply].killers;
        let refutations = [killers[0], killers[1], self.histories.counter(node.context.rows[0])];
        let mut picker = self.picker(node.hash.best, refutations);
        let mut tried = Tried::default();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;

        while let Some(picked) = picker.next(&self.position, self.histories, &node.context) {
            let m = picked.m;
            if m == node.excluded {
                continue;
            }
            number += 1;

            let history = self.history(picked, &node.context);
            let reduction = self.reduction::<K>(node, picked, number, history);
            if best > -Score::INFINITE
                && !best.is_loss()
                && self.can_skip(node, picked, number, history, reduction, &mut picker)
            {
                continue;
            }

            let extension = match self.extension::<K>(node, m) {
                Extension::By(plies) => plies,
                Extension::Cutoff(score) => return score,
            };
            if self.stopped {
                return Score::DRAW;
            }

            self.make(m, ply);
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
            let bound = match best_move {
                Some(_) if best >= node.beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            let m = best_move.map_or(Move::NONE, |picked| picked.m);
            self.store_hash(ply, node.depth, m, (best, bound), node.raw_eval, node.on_pv);
            self.learn_correction(node, best, bound, best_move);
        }
        best
    }

    /// Searches the position after the `number`-th move of `node`: a late move first with less depth and a window of
    /// no width.
    #[inline(always)]
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
                // Better than thought: the more surprising, the more depth.
                depth += i32::from(
                    !score.is_decisive() && score > best + parameters.of_win_scale(parameters.deeper),
                );
                depth -= i32::from(score < best + parameters.of_win_scale(parameters.shallower));
                if reduced < depth {
                    score =
                        -self.search_node::<NonPv>(-(alpha + 1), -alpha, depth, ply + 1, !node.expect_cut);
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

/// What the rules' word on a node is worth to its side to move, where a draw is worth `draw` to it.
pub fn verdict_score(verdict: NodeVerdict, ply: usize, draw: Score) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => draw,
    }
}
