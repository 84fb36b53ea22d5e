//! The moves at the root, and the search of the root node.

use super::SearchGame;
use std::cmp::Reverse;

use crate::base::{Move, MoveList, Score};
use crate::search::{SearchPosition, TableEntry, TableMoves, TableResult};

use super::extensions::base_reduction;
use super::features::Feature;
use super::node::{Node, NonPv, Pv};
use super::worker::Worker;
use super::{Bound, Limits, SearchOptions};

/// A root move and its results.
#[derive(Debug, Clone)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// Its score in the current iteration; minus infinity if it has only been shown not to be the best.
    pub score: Score,
    /// Whether that score is exact.
    pub bound: Bound,
    /// Its score in the previous iteration.
    pub previous: Score,
    /// Nodes searched below it so far.
    pub nodes: u64,
    /// The deepest ply reached by the search when it was last scored.
    pub selective_depth: usize,
    /// Its principal variation, which begins with the move itself.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// A move that has not been searched yet.
    pub fn new(m: Move) -> Self {
        Self {
            m,
            score: -Score::INFINITE,
            bound: Bound::Upper,
            previous: -Score::INFINITE,
            nodes: 0,
            selective_depth: 0,
            pv: vec![m],
        }
    }

    /// Whether the current iteration has scored the move.
    pub fn has_score(&self) -> bool {
        self.score > -Score::INFINITE
    }

    /// Makes the last iteration's score the previous one.
    pub fn begin_iteration(&mut self) {
        self.previous = self.score;
        self.forget_score();
    }

    /// Discards the current iteration's score.
    pub fn forget_score(&mut self) {
        self.score = -Score::INFINITE;
    }

    /// Sets the result of the current iteration.
    pub fn set_result(&mut self, score: Score, bound: Bound, selective_depth: usize, pv: &[Move]) {
        self.score = score;
        self.bound = bound;
        self.selective_depth = selective_depth;
        self.pv.clear();
        self.pv.extend_from_slice(pv);
    }

    /// The score from the last iteration that has one.
    pub fn last_score(&self) -> Option<Score> {
        [self.score, self.previous].into_iter().find(|&score| score > -Score::INFINITE)
    }
}

/// Sorts moves by score, best first. The sort is stable.
pub fn order(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| std::cmp::Reverse((root_move.score, root_move.previous)));
}

impl<G: SearchGame> Worker<'_, G> {
    /// Searches the root moves from index `line` on. Sets the score of the first one and of each that raises alpha; the
    /// others get minus infinity. Returns the best score.
    ///
    /// The steps are the same as at every node, with two exceptions, which gain strength in measurements: reductions
    /// are smaller, and the histories and corrections are not updated, as the root is searched again and again.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score, depth: i32, line: usize) -> Score {
        self.pv.clear(0);
        self.nodes += u64::from(self.nodes == 0);
        let hash = self.probe_hash(0);
        let mut node = self.evaluate_node::<Pv>(alpha, beta, depth, 0, false, hash);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        for index in line..self.root_moves.len() {
            let m = self.root_moves[index].m;
            let first = index == line;
            self.report_current_move(m, index + 1);
            let nodes_before = self.nodes;
            self.prefetch_after(m);
            self.make_searched(m, self.position.is_noisy(m), index - line + 1, 0);
            let mut score = self.search_root_child(&node, index - line);
            if score.is_rule() && (first || score > node.alpha) && !self.awaits_verdicts && !self.stopped {
                self.awaits_verdicts = true;
                score = self.search_root_child(&node, index - line);
            }
            self.unmake();
            self.root_moves[index].nodes += self.nodes - nodes_before;
            if self.stopped {
                return best;
            }
            if let Some((_, proven)) = self.proven_win.filter(|&(winner, _)| winner == m) {
                score = score.max(proven);
            }

            if first || score > node.alpha {
                self.pv.extend_from_child(0, m);
                let bound = bound_in(score, node.alpha, beta);
                self.root_moves[index].set_result(score, bound, self.selective_depth, self.pv.line(0));
            } else {
                self.root_moves[index].score = -Score::INFINITE;
            }
            best = best.max(score);
            if score > node.alpha {
                best_move = Some(m);
                if score >= beta {
                    break;
                }
                node.alpha = score;
            }
        }
        // The score of a search without the best moves is not the position's score.
        if line == 0 && self.limits.moves.is_empty() {
            let bound = bound_in(best, alpha, beta);
            self.store_hash(0, depth, best_move, (best, bound), node.raw_eval, node.on_pv);
        }
        best
    }

    /// Searches the position after the move with this index among those being searched.
    fn search_root_child(&mut self, node: &Node, number: usize) -> Score {
        let (alpha, beta, depth) = (node.alpha, node.beta, node.depth - 1);
        self.pv.clear(1);
        if number > 0 {
            let late = self.features.has(Feature::LateMoveReductions) && depth >= 2 && number >= 3;
            let reduction = if late { base_reduction(&self.parameters, depth, number) / 1024 - 1 } else { 0 };
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            let mut score = -self.search_node::<NonPv>(-(alpha + 1), -alpha, reduced, 1, true);
            if score > alpha && reduced < depth && !self.stopped {
                score = -self.search_node::<NonPv>(-(alpha + 1), -alpha, depth, 1, false);
            }
            if score <= alpha || self.stopped {
                return score;
            }
        }
        -self.search_node::<Pv>(-beta, -alpha, depth, 1, false)
    }
}

/// The bound given by a score that a search with this window returned.
fn bound_in(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// The moves considered by a search.
pub struct SearchedMoves {
    pub moves: MoveList,
    /// What tablebases say about the root.
    pub known: Option<TableEntry>,
    /// Whether the moves are the best ones according to tablebases.
    pub are_known: bool,
    /// A move with which a proof wins, and its score, if other moves are searched as well.
    pub proven_win: Option<(Move, Score)>,
}

/// The legal moves of `root` that a search with these limits and options considers: `limits.moves` if not empty,
/// otherwise the best moves according to tablebases, otherwise the candidate moves, or all moves if there are fewer
/// candidates than lines to report.
pub fn searched_moves<P: SearchPosition>(
    root: &P,
    limits: &Limits,
    options: &SearchOptions,
) -> SearchedMoves {
    let rules = options.tables;
    let asks = rules.enabled && P::has_tables() && !options.skill.is_limited();
    let found = if asks { root.table_moves(rules.move_limit) } else { None };
    let found = found.filter(|found| rules.scores_losses || found.entry.result != TableResult::Loss);
    let known = found.as_ref().map(|found| found.entry);
    // Several lines need the other moves too.
    let wants_best = limits.moves.is_empty() && options.has_one_line();
    match found {
        Some(TableMoves { moves, .. }) if wants_best && !moves.is_empty() => {
            SearchedMoves { moves, known, are_known: true, proven_win: None }
        }
        _ => {
            let mut moves = candidates(root, limits, options);
            let proven_win = found.filter(|_| limits.moves.is_empty()).and_then(|found| found.proven_win());
            if let Some((m, _)) = proven_win
                && !moves.contains(&m)
            {
                moves.push(m);
            }
            SearchedMoves { moves, known, are_known: false, proven_win }
        }
    }
}

fn candidates<P: SearchPosition>(root: &P, limits: &Limits, options: &SearchOptions) -> MoveList {
    let mut moves = MoveList::new();
    if limits.moves.is_empty() && options.features.has(Feature::Candidates) {
        root.noisy_moves(&mut moves);
        let noisy = moves.len();
        root.quiet_candidates(&mut moves);
        let hints = root.check_hints();
        moves[noisy..].sort_by_key(|&m| Reverse(root.quiet_hint(m, &hints)));
        if moves.len() >= options.lines.get() {
            return moves;
        }
        moves.clear();
    }
    root.legal_moves(&mut moves);
    if !limits.moves.is_empty() {
        moves.retain(|m| limits.moves.contains(m));
    }
    moves
}
