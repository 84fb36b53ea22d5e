//! Iterative deepening.

use super::features::Feature;
use super::polling::{IterationLog, MainThread};
use super::root::{RootMove, order};
use super::worker::Worker;
use super::{Bound, SearchGame, SearchPosition};
use crate::base::{MAX_PLY, Move, Score};

impl<G: SearchGame> Worker<'_, G> {
    /// Runs the iterations, one depth after another, until a limit is reached.
    pub fn iterate(&mut self) {
        const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;
        if let Some(m) = self.probe_hash(0).best {
            self.bring_forward(m);
        }
        self.seek_proven_win();
        let max_depth = self.limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let lines = self.lines();
        let mut log = IterationLog::default();
        // Threads starting at different depths store different entries in the shared hash table.
        let first_depth = (1 + self.thread as i32 % 2).min(max_depth);
        for depth in first_depth..=max_depth {
            self.root_depth = depth;
            self.nodes_before = self.nodes;
            self.continue_proof();
            for root_move in &mut self.root_moves {
                root_move.begin_iteration();
            }
            for line in 0..lines {
                self.selective_depth = 0;
                if !self.finds_mate(line) && !self.stopped {
                    self.search_window(line);
                }
                order(&mut self.root_moves[..=line]);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                // Even the scores of an unfinished iteration are used.
                order(&mut self.root_moves);
                break;
            }
            self.completed_depth = depth;
            log.note_iteration(&self.root_moves[0]);
            self.report_lines(lines);
            if self.is_enough(&log) {
                break;
            }
        }
        self.vary();
        self.publish_nodes();
        self.human_time = self.human_time(&log);
    }

    /// The number of principal variations to search.
    fn lines(&self) -> usize {
        self.options.lines.get().min(self.root_moves.len())
    }

    /// Runs the game's own solver at the root, within the time and node limits. Only the main thread does this, as the
    /// others would find the same result.
    fn seek_proven_win(&mut self) {
        let affordable = self.main.as_ref().map_or(u32::MAX, MainThread::affordable_effort);
        let effort = affordable.min(self.parameters.root_effort.unsigned_abs());
        let is_wanted = self.main.is_some() && self.proven_win.is_none();
        if is_wanted && self.features.has(Feature::RootForcedWins) && self.oversight.is_none() && effort > 0 {
            let found = self.position.forced_win(effort);
            self.proven_win = found.map(|(m, plies)| (m, Score::mate_at(plies)));
        }
        if let Some((m, _)) = self.proven_win {
            self.bring_forward(m);
        }
    }

    /// Continues the proof of a win at the root, unless there is one already.
    fn continue_proof(&mut self) {
        if !self.features.has(Feature::RootForcedWins)
            || self.oversight.is_some()
            || self.proven_win.is_some()
        {
            return;
        }
        if let Some((m, plies)) = self.prove_win(0) {
            let score = Score::mate_at(plies);
            self.proven_win = Some((m, score));
            self.bring_forward(m);
            // This makes the win count even if the search ends before it reaches the move.
            if let Some(root_move) = self.root_moves.first_mut().filter(|root_move| root_move.m == m) {
                root_move.score = score;
                root_move.bound = Bound::Exact;
                root_move.pv.truncate(1);
            }
        }
    }

    /// A forced win from the current position, `ply` plies below the root, proved by the game's own solver with a share
    /// of the nodes searched before this iteration. The positions it visits count as nodes.
    pub(super) fn prove_win(&mut self, ply: usize) -> Option<(Move, usize)> {
        /// The nodes between two checks of the limits. The number is fixed, because the solver restarts from the top
        /// after each check, and its work must not depend on the clock.
        const SLICE: u64 = 512;
        const MAX_PLIES: usize = 120;
        let share = self.nodes_before * u64::from(self.parameters.proof_share.unsigned_abs()) / 1024;
        let mut effort = share.checked_shr(ply as u32).unwrap_or(0).min(self.nodes_left());
        while effort > 0 && !self.stopped {
            let search = self.position.prove_win(self.proofs, effort.min(SLICE) as u32);
            self.nodes += u64::from(search.visited);
            if search.win.is_some() || search.visited == 0 {
                return search.win.filter(|&(_, plies)| plies <= MAX_PLIES);
            }
            effort = effort.saturating_sub(u64::from(search.visited));
            if self.nodes >= self.next_poll {
                self.poll();
            }
        }
        None
    }

    /// Moves `m` to the front of the root moves if it is one of them.
    pub(super) fn bring_forward(&mut self, m: Move) {
        if let Some(index) = self.root_moves.iter().position(|root_move| root_move.m == m) {
            self.root_moves[..=index].rotate_right(1);
        }
    }

    /// The hash move after the best move, as the ponder move when the principal variation has only one move. `None` if
    /// there is no hash move or the game is over.
    pub fn answer_from_table(&mut self, best: Move) -> Option<Move> {
        self.make(best, 0);
        let answer = self.probe_hash(1).best;
        let over = self.position.node_verdict(1).is_some();
        self.unmake();
        answer.filter(|_| !over)
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// Searches the root for principal variation number `line` (from 0), with an aspiration window around its score in
    /// the previous iteration.
    pub(super) fn search_window(&mut self, line: usize) {
        const FIRST_DEPTH: i32 = 4;
        let center = self.root_moves[line].previous;
        let mut delta = self.parameters.aspiration.max(1) + center.value().abs() / 64;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let aspire = self.features.has(Feature::Aspiration) && self.root_depth >= FIRST_DEPTH;
        if aspire && !center.is_decisive() {
            (alpha, beta) = (center - delta, center + delta);
        }
        let mut fail_highs = 0;
        loop {
            let depth = (self.root_depth - fail_highs).max(1);
            let score = self.search_root(alpha, beta, depth, line);
            order(&mut self.root_moves[line..]);
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::new(i32::midpoint(alpha.value(), beta.value()));
                alpha = if score.is_decisive() { -Score::INFINITE } else { score - delta };
                fail_highs = 0;
            } else if score >= beta && beta < Score::INFINITE {
                beta = if score.is_decisive() { Score::INFINITE } else { score + delta };
                // After a fail high, a shallower search suffices to resolve the score.
                fail_highs =
                    if self.features.has(Feature::LateMoveReductions) { (fail_highs + 1).min(3) } else { 0 };
            } else {
                return;
            }
            delta += delta / 3 + 1;
            self.report_failure(line);
        }
    }

    /// Searches the root moves from index `line` on for a mate within the requested number of moves, if the limits ask
    /// for one. Searches a ply deeper than the iteration, with alpha just below the score of such a mate, so that
    /// everything else is cut off quickly. Returns whether a mate was found.
    pub(super) fn finds_mate(&mut self, line: usize) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        // An ordinary iteration comes first, to have a best move even if there is no mate.
        if self.completed_depth == 0 {
            return false;
        }
        let plies = moves.saturating_mul(2).clamp(1, MAX_PLY as u32) - 1;
        let alpha = Score::mate_at(plies as usize) - 1;
        let found = self.search_root(alpha, Score::INFINITE, self.root_depth + 1, line) > alpha;
        if found {
            order(&mut self.root_moves[line..]);
        } else {
            self.root_moves[line..].iter_mut().for_each(RootMove::forget_score);
        }
        found
    }
}
