use std::cmp::Reverse;
use std::time::Duration;

use super::Evaluator;
use crate::base::{MAX_PLY, Move, MoveList, Position, Score};
use crate::tactics::SearchPosition;

use super::features::Feature;
use super::history::Histories;
use super::pv::PvTable;
use super::root::{RootMove, order};
use super::stack::Stack;
use super::thread_data::ThreadData;
use super::threads::Shared;
use super::time::{Stability, TimeBudget};
use super::{Bound, Features, Limits, Listener, Parameters, Report};

/// One thread's search: its own position, evaluator and histories, and what it shares with the others.
///
/// Its steps are spread over the files beside this one: `root` searches the moves at the root, `node` everything
/// below, `quiescence` what lies beyond the last ply.
pub struct Worker<'s, E: Evaluator> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) limits: &'s Limits,
    pub(super) features: Features,
    pub(super) parameters: Parameters,
    pub(super) position: E::Position,
    pub(super) histories: &'s mut Histories<E::Position>,
    pub(super) evaluator: &'s mut E,
    pub(super) stack: &'s mut Stack,
    pub(super) pv: &'s mut PvTable,
    /// Positions visited by this thread.
    pub(super) nodes: u64,
    /// When `nodes` reaches this, it is time to see whether to go on.
    pub(super) next_poll: u64,
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    /// While a null move is verified: no other is tried above this ply.
    pub(super) min_null_move_ply: usize,
    pub(super) root_moves: Vec<RootMove>,
    /// The depth of the present iteration.
    pub(super) root_depth: i32,
    /// The depth of the last completed iteration.
    pub(super) completed_depth: i32,
    /// A win that the game proved at the root by itself, with its first move.
    pub(super) proven_win: Option<(Move, Score)>,
    /// The main thread's alone.
    pub(super) lead: Option<Lead<'s>>,
    thread: usize,
}

/// What only the main thread has: it reports, and decides when the search ends.
pub struct Lead<'s> {
    listener: &'s mut dyn Listener,
    budget: Option<TimeBudget>,
    node_limit: u64,
    poll_interval: u64,
}

/// From here on details are reported that would only be noise in a short search.
const PATIENCE: Duration = Duration::from_secs(3);

impl<'s> Lead<'s> {
    pub fn new(limits: &Limits, horizon: u32, listener: &'s mut dyn Listener) -> Self {
        const INTERVAL: u64 = 1024;
        const SHORT_INTERVAL: u64 = 64;
        const SHORT: Duration = Duration::from_millis(40);
        let budget = TimeBudget::new(limits, horizon);
        let hurry = budget.is_some_and(|budget| budget.hard < SHORT);
        let by_strength = limits.strength.node_limit().unwrap_or(u64::MAX);
        Self {
            listener,
            budget,
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(by_strength),
            poll_interval: if hurry { SHORT_INTERVAL } else { INTERVAL },
        }
    }

    /// The positions that a proof at the root may visit: a small part of what the limits allow.
    fn affordable_effort(&self) -> u32 {
        const MICROSECONDS_EACH: u128 = 2;
        let by_time = self.budget.map(|budget| budget.optimum.as_micros() / 4 / MICROSECONDS_EACH);
        let by_nodes = u128::from(self.node_limit / 4);
        by_time.unwrap_or(u128::MAX).min(by_nodes).min(u128::from(u32::MAX)) as u32
    }
}

impl<'s, E: Evaluator> Worker<'s, E> {
    /// A search of `root` on the thread of this number; `moves` are the legal moves to look at, at least one.
    pub fn new(
        root: &E::Position,
        moves: &[Move],
        limits: &'s Limits,
        shared: &'s Shared<'s>,
        data: &'s mut ThreadData<E>,
        thread: usize,
        lead: Option<Lead<'s>>,
    ) -> Self {
        let root_moves = moves.iter().map(|&m| RootMove::new(m)).collect();
        let ThreadData { histories, evaluator, stack, pv } = data;
        evaluator.reset(root);
        stack.reset(Histories::<E::Position>::NO_ROW);
        Self {
            shared,
            limits,
            features: limits.features.and(E::FEATURES),
            parameters: shared.parameters,
            position: root.clone(),
            histories,
            evaluator,
            stack,
            pv,
            nodes: 0,
            next_poll: 0,
            stopped: false,
            selective_depth: 0,
            min_null_move_ply: 0,
            root_moves,
            root_depth: 0,
            completed_depth: 0,
            proven_win: None,
            lead,
            thread,
        }
    }

    /// Searches deeper and deeper until the limits say that it is enough.
    pub fn iterate(&mut self) {
        const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;
        self.bring_forward(self.probe_hash(0).best);
        self.seek_proven_win();
        let max_depth = self.limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let lines = self.lines();
        let mut course = Course::default();
        // Threads that begin at different depths fill the table with different things.
        let first_depth = (1 + self.thread as i32 % 2).min(max_depth);
        for depth in first_depth..=max_depth {
            self.root_depth = depth;
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
                // What an unfinished iteration has found counts, as far as it goes.
                order(&mut self.root_moves);
                break;
            }
            self.completed_depth = depth;
            course.note_iteration(&self.root_moves[0]);
            self.report_lines(lines);
            if self.is_enough(&course) {
                break;
            }
        }
        self.publish_nodes();
    }

    /// The number of lines to search.
    fn lines(&self) -> usize {
        let for_choice = if self.limits.strength.node_limit().is_some() { super::Skill::LINES } else { 1 };
        self.limits.lines.max(for_choice).min(self.root_moves.len())
    }

    /// Lets the game look for a win that it can prove by itself.
    fn seek_proven_win(&mut self) {
        let full_strength = self.limits.strength.node_limit().is_none();
        let affordable = self.lead.as_ref().map_or(u32::MAX, Lead::affordable_effort);
        let effort = affordable.min(self.parameters.root_effort.unsigned_abs());
        if self.features.has(Feature::RootForcedWins) && full_strength && effort > 0 {
            let found = self.position.forced_win(effort);
            self.proven_win = found.map(|(m, plies)| (m, Score::mate_at(plies)));
        }
        if let Some((m, _)) = self.proven_win {
            self.bring_forward(m);
        }
    }

    /// Lets the search begin with this move, if it is one of the root's.
    fn bring_forward(&mut self, m: Move) {
        if let Some(index) = self.root_moves.iter().position(|root_move| root_move.m == m) {
            self.root_moves[..=index].rotate_right(1);
        }
    }

    /// Looks for the mate that is asked for, if any, behind the root moves from the `line`-th on: a ply deeper than the
    /// iteration, with a window that nothing but a mate so quick can reach, which leaves little to look at elsewhere.
    fn finds_mate(&mut self, line: usize) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        // What is best without a mate has to be known first.
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

    /// Searches the root for its best line after the first `line` ones, with a window around the score that the last
    /// iteration found.
    fn search_window(&mut self, line: usize) {
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
                // To see that a move is better than thought takes less depth than to see how good it is.
                fail_highs =
                    if self.features.has(Feature::LateMoveReductions) { (fail_highs + 1).min(3) } else { 0 };
            } else {
                return;
            }
            delta += delta / 3 + 1;
            self.report_failure(line);
        }
    }

    /// Makes a legal move, `ply` plies below the root.
    #[inline(always)]
    pub(super) fn make(&mut self, m: Move, ply: usize) {
        self.shared.table.prefetch(self.position.key_after(m));
        self.stack[ply].row = Histories::row(&self.position, m);
        self.evaluator.push();
        self.position.make(m, self.evaluator);
    }

    /// Takes back the last [`Worker::make`].
    #[inline(always)]
    pub(super) fn unmake(&mut self) {
        self.position.unmake();
        self.evaluator.pop();
    }

    fn publish_nodes(&self) {
        self.shared.counters.publish(self.thread, self.nodes);
    }

    /// Positions visited by all threads.
    fn total_nodes(&self) -> u64 {
        self.publish_nodes();
        self.shared.counters.total()
    }

    /// Looks around every now and then: whether the search was stopped, or must end.
    #[cold]
    #[inline(never)]
    pub(super) fn poll(&mut self) {
        const INTERVAL: u64 = 1024;
        const FIRST_SCORE: Duration = Duration::from_millis(5);
        if self.shared.control.is_stopped() {
            self.stopped = true;
            return;
        }
        let total = self.total_nodes();
        let Some(lead) = &self.lead else {
            self.next_poll = self.nodes + INTERVAL;
            return;
        };
        // The first move's score is worth waiting for, if not for long: without it there would be nothing to go by.
        let has_answer = self.completed_depth > 0 || self.root_moves[0].has_score();
        let grace = if has_answer { Duration::ZERO } else { FIRST_SCORE };
        let late =
            lead.budget.is_some_and(|budget| self.clock_time() >= Some(budget.hard.saturating_add(grace)));
        if total >= lead.node_limit || late {
            self.stopped = true;
            return;
        }
        self.next_poll = self.nodes + lead.poll_interval.min(lead.node_limit - total);
    }

    /// The time that the search has had on its own clock; none while it ponders.
    fn clock_time(&self) -> Option<Duration> {
        if self.shared.control.is_pondering() {
            return None;
        }
        Some(match self.limits.nodes_as_time {
            None | Some(0) => self.shared.control.clock_elapsed(),
            Some(rate) => {
                let micros = u128::from(self.total_nodes()) * 1000 / u128::from(rate);
                Duration::from_micros(micros.min(u128::from(u64::MAX)) as u64)
            }
        })
    }

    /// Whether the limits are met after a completed iteration.
    fn is_enough(&mut self, course: &Course) -> bool {
        let Some(lead) = &self.lead else { return false };
        let best = &self.root_moves[0];
        if let (Some(moves), Some(distance)) = (self.limits.mate, best.score.mate_distance())
            && distance > 0
            && (distance as u32).div_ceil(2) <= moves
        {
            return true;
        }
        let budget = lead.budget.zip(self.clock_time());
        if budget.is_some_and(|(budget, time)| time >= budget.hard) {
            return true;
        }
        let by_clock = budget.filter(|(budget, _)| !budget.fixed);
        let by_nodes = self.limits.soft_nodes;
        if self.limits.infinite || by_clock.is_none() && by_nodes.is_none() {
            return false;
        }
        let only_move = self.root_moves.len() == 1;
        // A mate that the iterations have reached cannot be shortened any more, and a proven win need not be.
        let settled =
            best.score.mate_distance().is_some_and(|distance| distance.abs() <= self.completed_depth)
                || self.proven_win.is_some_and(|(m, _)| m == best.m);
        let stability = Stability {
            best_move_share: (best.nodes * 1000 / self.nodes.max(1)) as u32,
            stable_iterations: course.stable_iterations,
            score_drop: course.score_drop() * 1000 / self.parameters.win_scale.max(1),
        };
        only_move
            || settled
            || by_clock.is_some_and(|(budget, time)| time >= budget.soft_limit(stability))
            || by_nodes.is_some_and(|nodes| {
                u128::from(self.total_nodes()) * 1000 >= u128::from(nodes) * u128::from(stability.effort())
            })
    }

    /// Reports the best lines after a completed iteration.
    fn report_lines(&mut self, lines: usize) {
        for line in 0..lines.min(self.limits.lines.max(1)) {
            self.report(line);
        }
    }

    /// Reports a line whose score turned out to lie outside the window, once the search has run for some time.
    fn report_failure(&mut self, line: usize) {
        if self.limits.lines <= 1 && line == 0 && self.shared.control.elapsed() >= PATIENCE {
            self.report(line);
        }
    }

    fn report(&mut self, line: usize) {
        if self.lead.is_none() {
            return;
        }
        let root_move = &self.root_moves[line];
        let (score, bound) = if root_move.has_score() {
            (root_move.score, root_move.bound)
        } else {
            (root_move.previous, Bound::Exact)
        };
        let report = Report {
            depth: self.root_depth as u32,
            selective_depth: root_move.selective_depth as u32,
            line: line + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            time: self.shared.control.elapsed(),
            hash_full: self.shared.table.permille_full(),
            moves: root_move.pv.clone(),
        };
        if let Some(lead) = &mut self.lead {
            lead.listener.report(&report);
        }
    }

    /// Tells which root move is looked at, once the search has run for some time.
    pub(super) fn report_current_move(&mut self, m: Move, number: usize) {
        if let Some(lead) = &mut self.lead
            && self.shared.control.elapsed() >= PATIENCE
        {
            lead.listener.current_move(self.root_depth as u32, m, number);
        }
    }

    /// The answer to expect after the best move, where the line itself ends: the hash table's.
    pub fn answer_from_table(&mut self, best: Move) -> Option<Move> {
        self.make(best, 0);
        let answer = self.probe_hash(1).best;
        let over = self.position.node_verdict(1).is_some();
        self.unmake();
        (!answer.is_none() && !over).then_some(answer)
    }
}

/// How the iterations have gone so far.
#[derive(Debug, Default)]
struct Course {
    best: Option<Move>,
    stable_iterations: u32,
    scores: Vec<i32>,
}

impl Course {
    fn note_iteration(&mut self, best: &RootMove) {
        self.stable_iterations = if self.best == Some(best.m) { self.stable_iterations + 1 } else { 0 };
        self.best = Some(best.m);
        self.scores.push(best.score.value());
    }

    /// By how many units the score has fallen below the mean of the three iterations before.
    fn score_drop(&self) -> i32 {
        let Some((&now, before)) = self.scores.split_last() else { return 0 };
        let recent = &before[before.len().saturating_sub(3)..];
        if recent.is_empty() {
            return 0;
        }
        recent.iter().sum::<i32>() / recent.len() as i32 - now
    }
}

/// The legal moves of `root` that a search with these limits looks at: those asked for, or else the candidates, unless
/// more lines are asked for than there are candidates.
pub fn searched_moves<P: SearchPosition>(root: &P, limits: &Limits) -> MoveList {
    let mut moves = MoveList::new();
    if limits.moves.is_empty() && limits.features.has(Feature::Candidates) {
        root.noisy_moves(&mut moves);
        let noisy = moves.len();
        root.quiet_candidates(&mut moves);
        let hints = root.check_hints();
        moves[noisy..].sort_by_key(|&m| Reverse(root.quiet_hint(m, &hints)));
        if moves.len() >= limits.lines {
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
