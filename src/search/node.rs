//! The alpha-beta search of one node, in the order in which its steps are taken.

use arrayvec::ArrayVec;

use crate::base::{MAX_PLY, Move, NodeVerdict, Position, Score, SearchPosition};
use crate::eval::Evaluator;

use super::Bound;
use super::features::Feature;
use super::hash_table::HashEntry;
use super::history::{Context, HISTORY_LIMIT, Histories, history_bonus, history_malus};
use super::move_picker::{MovePicker, Picked};
use super::reductions::base_reduction;
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
struct Node {
    ply: usize,
    depth: i32,
    alpha: Score,
    beta: Score,
    /// Whether the score is expected to lie above the window.
    expect_cut: bool,
    hash: HashHit,
    /// The move left out, or none.
    excluded: Move,
    /// The evaluator's own word, where the node asked for it.
    raw: Option<Score>,
    /// The corrected static evaluation; none where a threat must be answered.
    evaluation: Option<Score>,
    /// The best guess at the score; meaningless where a threat must be answered.
    estimate: Score,
    /// Whether the side to move stands better than before its last move.
    improving: bool,
    on_pv: bool,
    context: Context,
}

/// What to do with a move before it is searched.
enum Extension {
    /// Search it with this many plies more.
    By(i32),
    /// The whole node is at least worth this.
    Cutoff(Score),
}

/// Moves tried before the best one.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, 48>,
    noisy: ArrayVec<Move, 24>,
}

impl Tried {
    fn add(&mut self, picked: Picked) {
        // Beyond the capacity, a move is so late that its history is bad already.
        let _ = if picked.noisy { self.noisy.try_push(picked.m) } else { self.quiet.try_push(picked.m) };
    }
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
        if let Some(score) = self.arrive::<K>(ply) {
            return score;
        }

        // Mate distance: nothing here is worse than being mated now, or better than mating with the next move.
        if self.features.has(Feature::MateDistance) {
            alpha = alpha.max(Score::mated_at(ply));
            beta = beta.min(Score::mate_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Hash table
        let excluded = self.stack[ply].excluded;
        let hash = if excluded.is_none() { self.probe_hash(ply) } else { HashHit::NONE };
        if !K::PV
            && excluded.is_none()
            && hash.depth >= depth
            && self.hash_is_trusted()
            && let Some(score) = hash.cutoff(alpha, beta)
        {
            self.note_hash_cutoff(&hash, score, beta, depth, ply);
            return score;
        }

        let mut node = self.look_at::<K>(alpha, beta, depth, ply, expect_cut, hash);

        // Hindsight: a move that was reduced is looked at again as soon as it turns out to change little for the worse.
        if self.features.has(Feature::Hindsight) && excluded.is_none() {
            node.depth += self.hindsight(&node);
        }

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
    pub(super) fn arrive<K: NodeKind>(&mut self, ply: usize) -> Option<Score> {
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
            return Some(verdict_score(verdict, ply));
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluator.evaluate(&self.position));
        }
        None
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
    pub(super) fn hash_is_trusted(&self) -> bool {
        self.features.has(Feature::HashCutoffs) && self.position.path_is_free()
    }

    /// Remembers a result for the present position. A score that only this path explains is left out.
    #[inline(always)]
    pub(super) fn store_hash(
        &self,
        ply: usize,
        depth: i32,
        best: Move,
        score: (Score, Bound),
        raw: Option<Score>,
        on_pv: bool,
    ) {
        let (score, bound) = score;
        let score = self.position.path_is_free().then(|| (score.relative_to_node(ply), bound));
        let entry = HashEntry { best, score, evaluation: raw, depth, on_pv };
        self.shared.table.store(self.position.key(), entry);
    }

    /// A quiet hash move that refutes once more has earned credit.
    fn note_hash_cutoff(&mut self, hash: &HashHit, score: Score, beta: Score, depth: i32, ply: usize) {
        if score >= beta && !hash.best.is_none() && !self.position.is_noisy(hash.best) {
            let context = self.context(ply);
            let slot = self.position.history_slot(hash.best);
            self.histories.add_quiet(slot, &context, history_bonus(depth) / 2);
        }
    }

    /// What the histories of moves at this ply depend on.
    #[inline(always)]
    pub(super) fn context(&self, ply: usize) -> Context {
        Context {
            rows: [self.stack.above(ply, 1).row, self.stack.above(ply, 2).row, self.stack.above(ply, 4).row],
            structure: self.position.structure_key(),
        }
    }

    /// The evaluator's word on a position without a threat to answer, corrected by what searches found.
    #[inline(always)]
    pub(super) fn corrected(&self, raw: Score, context: &Context) -> Score {
        if !self.features.has(Feature::CorrectionHistory) {
            return raw;
        }
        let rows = [context.rows[0], context.rows[1]];
        let correction = self.histories.correction(self.position.side_to_move(), context.structure, rows);
        Score::evaluation(raw.value() + correction)
    }

    /// Evaluates the node and prepares the frames around it.
    #[inline(always)]
    fn look_at<K: NodeKind>(
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
        let mut raw = None;
        if self.position.must_answer() {
            self.stack[ply].evaluation = None;
        } else if excluded.is_none() {
            let value = hash.evaluation.unwrap_or_else(|| self.evaluator.evaluate(&self.position));
            raw = Some(value);
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
            raw,
            evaluation,
            estimate: evaluation.map_or(Score::DRAW, |evaluation| hash.refine(evaluation)),
            improving,
            on_pv: K::PV || hash.on_pv,
            hash,
            context,
        }
    }

    /// Plies to add or take away, seeing what the opponent's reduced move did to the evaluations.
    #[inline(always)]
    fn hindsight(&self, node: &Node) -> i32 {
        let parent = self.stack.above(node.ply, 1);
        let (Some(here), Some(there)) = (node.evaluation, parent.evaluation) else { return 0 };
        if node.ply == 0 || parent.m.is_none() {
            return 0;
        }
        let gain = here.value() + there.value();
        if parent.reduction >= 3 && gain <= 0 {
            1
        } else if parent.reduction >= 1 && node.depth >= 2 && gain > E::MARGINS.win_scale {
            -1
        } else {
            0
        }
    }

    /// Tries to settle the node without looking at all of its moves.
    #[inline(always)]
    fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, alpha, beta, estimate, .. } = node;
        let margins = &E::MARGINS;

        // Razoring
        if self.features.has(Feature::Razoring)
            && depth <= 4
            && !alpha.is_decisive()
            && estimate + margins.razor * depth < alpha
        {
            let score = self.quiescence::<NonPv>(alpha, alpha + 1, ply);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }

        // Reverse futility
        if self.features.has(Feature::ReverseFutility)
            && depth < 9
            && !beta.is_decisive()
            && !estimate.is_win()
            && estimate - margins.reverse_futility * (depth - i32::from(node.improving)) >= beta
        {
            return Some(beta + (estimate - beta) / 3);
        }

        if self.features.has(Feature::NullMove)
            && let Some(score) = self.try_null_move(node)
        {
            return Some(score);
        }
        if self.features.has(Feature::ProbCut) {
            return self.try_prob_cut(node);
        }
        None
    }

    /// Null move: where even passing leaves the score above the window, a move will.
    fn try_null_move(&mut self, node: &Node) -> Option<Score> {
        const VERIFICATION_DEPTH: i32 = 15;
        let &Node { ply, depth, beta, estimate, .. } = node;
        if depth < 2
            || estimate < beta
            || node.evaluation? + E::MARGINS.reverse_futility / 4 * depth < beta
            || beta.is_decisive()
            || ply < self.null_move_floor
            || self.stack.above(ply, 1).m.is_none()
            || !self.position.null_move_allowed()
        {
            return None;
        }
        let excess = (estimate - beta) / E::MARGINS.win_scale.max(1);
        let reduced = depth - (4 + depth / 3 + excess.min(3));
        self.stack[ply].m = Move::NONE;
        self.stack[ply].row = Histories::<E::Position>::NO_ROW;
        self.stack[ply].reduction = 0;
        self.position.make_null();
        let score = -self.search_node::<NonPv>(-beta, -beta + 1, reduced, ply + 1, !node.expect_cut);
        self.position.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decisive() { beta } else { score };
        if depth < VERIFICATION_DEPTH || self.null_move_floor > 0 {
            return Some(score);
        }
        // Deep down an error is dear: the same again, with moves instead of passes for a while.
        self.null_move_floor = ply + (3 * reduced.max(0) as usize) / 4 + 1;
        let verified = self.search_node::<NonPv>(beta - 1, beta, reduced, ply, false);
        self.null_move_floor = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A probable cutoff (Buro, 1995): where a noisy move holds a raised window in a shallow search, it will hold the true one
    /// in a deep search.
    fn try_prob_cut(&mut self, node: &Node) -> Option<Score> {
        const REDUCTION: i32 = 4;
        let &Node { ply, depth, beta, .. } = node;
        if depth <= REDUCTION || beta.is_decisive() {
            return None;
        }
        let raised = beta + 5 * E::MARGINS.win_scale / 4;
        if node.hash.score.is_some_and(|(score, _)| node.hash.depth > depth - REDUCTION && score < raised) {
            return None;
        }
        let threshold = raised - node.evaluation?;
        let hash_move = Some(node.hash.best)
            .filter(|&m| {
                !m.is_none() && self.position.is_noisy(m) && self.position.exchange_at_least(m, threshold)
            })
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
                self.store_hash(ply, depth - REDUCTION + 1, m, (score, Bound::Lower), node.raw, node.on_pv);
                return Some(if score.is_decisive() { score } else { score - (raised - beta) });
            }
        }
        None
    }

    /// The move loop, and what is learnt from it.
    fn search_moves<K: NodeKind>(&mut self, node: &mut Node) -> Score {
        let ply = node.ply;
        let killers = self.stack[ply].killers;
        let refutations = [killers[0], killers[1], self.histories.counter(node.context.rows[0])];
        let mut picker = MovePicker::new(node.hash.best, refutations, self.features.has(Feature::Candidates));
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
                verdict_score(self.position.no_moves_verdict(), ply)
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
            self.store_hash(ply, node.depth, m, (best, bound), node.raw, node.on_pv);
            self.learn_correction(node, best, bound, best_move);
        }
        best
    }

    /// What the histories say of a move.
    #[inline(always)]
    fn history(&self, picked: Picked, context: &Context) -> i32 {
        if picked.noisy {
            3 * self.histories.noisy(self.position.noisy_slot(picked.m))
        } else {
            self.histories.quiet(self.position.history_slot(picked.m), context)
        }
    }

    /// The plies by which to reduce this move, in 1024ths.
    #[inline(always)]
    fn reduction<K: NodeKind>(&self, node: &Node, picked: Picked, number: usize, history: i32) -> i32 {
        let mut reduction = base_reduction(node.depth, number);
        if K::PV || node.on_pv {
            reduction -= 1024;
        }
        if node.expect_cut {
            reduction += 1400;
        }
        if !node.improving {
            reduction += 600;
        }
        if picked.noisy {
            reduction -= 512;
        }
        if self.stack[node.ply + 1].cutoffs > 2 {
            reduction += 900;
        }
        if self.stack[node.ply].killers.contains(&picked.m) {
            reduction -= 1024;
        }
        reduction - history * 1024 / HISTORY_LIMIT
    }

    /// Whether a move is not worth searching, seeing how shallow that would be.
    #[inline(always)]
    fn can_skip(
        &self,
        node: &Node,
        picked: Picked,
        number: usize,
        history: i32,
        reduction: i32,
        picker: &mut MovePicker,
    ) -> bool {
        let margins = &E::MARGINS;
        let depth = node.depth;
        let reduced_depth = (depth - 1 - reduction / 1024).max(0);

        // Late moves
        if self.features.has(Feature::LateMovePruning)
            && number as i32 >= (3 + depth * depth) / (2 - i32::from(node.improving))
        {
            picker.skip_quiets();
        }

        if picked.noisy {
            return self.features.has(Feature::ExchangePruning)
                && !self
                    .position
                    .exchange_at_least(picked.m, -margins.noisy_exchange * depth * depth - history / 400);
        }

        // History
        if self.features.has(Feature::LateMovePruning) && reduced_depth < 5 && history < -7000 * depth {
            return true;
        }

        // Futility
        if self.features.has(Feature::Futility)
            && reduced_depth < 8
            && !node.alpha.is_decisive()
            && let Some(evaluation) = node.evaluation
            && evaluation + margins.futility[0] + margins.futility[1] * reduced_depth <= node.alpha
        {
            picker.skip_quiets();
            return true;
        }

        // Exchanges
        self.features.has(Feature::ExchangePruning)
            && !self
                .position
                .exchange_at_least(picked.m, -margins.quiet_exchange * reduced_depth * reduced_depth / 2)
    }

    /// Singular extension: a hash move that is far better than everything else deserves a closer look, and one that
    /// is not may let the node be cut off.
    #[inline(always)]
    fn extension<K: NodeKind>(&mut self, node: &Node, m: Move) -> Extension {
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
        Extension::By(i32::from(self.features.has(Feature::ThreatExtensions) && node.evaluation.is_none()))
    }

    fn singularity<K: NodeKind>(&mut self, node: &Node, m: Move, hash_score: Score) -> Extension {
        let &Node { ply, depth, beta, .. } = node;
        let floor = hash_score - depth * E::MARGINS.win_scale / 160;
        self.stack[ply].excluded = m;
        let score = self.search_node::<NonPv>(floor - 1, floor, (depth - 1) / 2, ply, node.expect_cut);
        self.stack[ply].excluded = Move::NONE;
        if score < floor {
            let double = !K::PV && score < floor - E::MARGINS.win_scale / 10;
            Extension::By(1 + i32::from(double))
        } else if score >= beta && !score.is_decisive() {
            Extension::Cutoff(score)
        } else if hash_score >= beta {
            Extension::By(-2)
        } else {
            Extension::By(-i32::from(node.expect_cut))
        }
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
        self.stack[ply].reduction = 0;
        let mut score;
        if self.features.has(Feature::LateMoveReductions)
            && node.depth >= 2
            && number > 1 + usize::from(K::PV)
        {
            let reduced = (depth - reduction / 1024).clamp(1.min(depth), depth);
            self.stack[ply].reduction = depth - reduced;
            score = -self.search_node::<NonPv>(-(alpha + 1), -alpha, reduced, ply + 1, true);
            self.stack[ply].reduction = 0;
            if score > alpha && reduced < depth && !self.stopped {
                // Better than thought: the more surprising, the more depth.
                depth += i32::from(!score.is_decisive() && score > best + E::MARGINS.win_scale / 3);
                depth -= i32::from(score < best + E::MARGINS.win_scale / 16);
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

    /// Credits the best move and blames those tried before it.
    fn learn_from(&mut self, node: &Node, best: Picked, tried: &Tried) {
        let ply = node.ply;
        let depth =
            node.depth + i32::from(node.evaluation.is_some_and(|evaluation| evaluation <= node.alpha));
        let (bonus, malus) = (history_bonus(depth), history_malus(depth));
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

    /// Remembers how far the static evaluation was off, where the score is one that quiet play explains.
    fn learn_correction(&mut self, node: &Node, score: Score, bound: Bound, best: Option<Picked>) {
        let Some(evaluation) = node.evaluation else { return };
        let consistent = match bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        if !consistent || score.is_decisive() || best.is_some_and(|picked| picked.noisy) {
            return;
        }
        let rows = [node.context.rows[0], node.context.rows[1]];
        let side = self.position.side_to_move();
        self.histories.add_correction(side, node.context.structure, rows, score - evaluation, node.depth);
    }
}

/// What the rules' word on a node is worth to its side to move.
pub fn verdict_score(verdict: NodeVerdict, ply: usize) -> Score {
    match verdict {
        NodeVerdict::Lost => Score::mated_at(ply),
        NodeVerdict::WonByRule => Score::rule_win_at(ply),
        NodeVerdict::LostByRule => Score::rule_loss_at(ply),
        NodeVerdict::Drawn => Score::DRAW,
    }
}
