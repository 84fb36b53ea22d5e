//! Checks of the limits: periodically within an iteration, and after each one.

use std::time::Duration;

use crate::base::Move;

use super::root::RootMove;
use super::threads::Shared;
use super::time::{Stability, TimeBudget};
use super::worker::Worker;
use super::{Limits, Listener, SearchGame, Variety};

/// The additional state of the main thread, which reports and decides when the search ends.
pub struct MainThread<'s> {
    pub listener: &'s mut dyn Listener,
    pub(super) budget: Option<TimeBudget>,
    node_limit: u64,
    /// The soft node limit.
    soft_nodes: Option<u64>,
    /// The node limit of limited strength, once the first iteration is complete.
    skill_limit: u64,
    interval: PollInterval,
}

/// The number of nodes between two checks. It is adapted, as the checks would come too late where nodes take long: on a
/// busy machine, or while the system provides the memory of a new hash table.
struct PollInterval {
    nodes: u64,
    longest: u64,
    last: Duration,
}

impl PollInterval {
    const FIRST: u64 = 64;
    const SHORTEST: u64 = 8;
    /// If the time between two checks is longer, the interval is halved.
    const TOO_LATE: Duration = Duration::from_millis(8);
    /// If it is shorter, the interval is doubled.
    const TOO_EARLY: Duration = Duration::from_millis(4);

    const fn new(longest: u64) -> Self {
        Self { nodes: Self::FIRST, longest, last: Duration::ZERO }
    }

    /// An interval that is not adapted.
    const fn fixed(nodes: u64) -> Self {
        Self { nodes, longest: nodes, last: Duration::ZERO }
    }

    /// Adapts the interval to the time of this check.
    fn adapt(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.last);
        self.last = now;
        if passed > Self::TOO_LATE {
            self.nodes = (self.nodes / 2).max(Self::SHORTEST);
        } else if passed < Self::TOO_EARLY {
            self.nodes = (self.nodes * 2).min(self.longest);
        }
    }
}

impl<'s> MainThread<'s> {
    /// The state for a search with these limits.
    pub fn new(limits: &Limits, shared: &Shared, listener: &'s mut dyn Listener) -> Self {
        const LONGEST: u64 = 1024;
        const LONGEST_IF_SHORT: u64 = 64;
        const SHORT: Duration = Duration::from_millis(40);
        let budget = shared.budget;
        let short_search = budget.is_some_and(|budget| budget.hard < SHORT);
        let longest = if short_search { LONGEST_IF_SHORT } else { LONGEST };
        let draws = shared.variety.is_some();
        let share = |nodes| if draws { Variety::before(nodes) } else { nodes };
        Self {
            listener,
            budget: if draws { budget.map(TimeBudget::before_drawing) } else { budget },
            node_limit: limits.nodes.map_or(u64::MAX, share),
            soft_nodes: limits.soft_nodes.map(share),
            skill_limit: shared.skill_limit.map_or(u64::MAX, share),
            // If nodes serve as the clock, nothing but nodes may have an effect.
            interval: if shared.nodes_are_time {
                PollInterval::fixed(longest)
            } else {
                PollInterval::new(longest)
            },
        }
    }

    /// Extends the limits of a search that took this time and this many nodes to include the drawing of a move.
    fn allow_drawing(&mut self, limits: &Limits, shared: &Shared, time: Option<Duration>, nodes: u64) {
        let soft = limits.soft_nodes.map_or(u64::MAX, |_| Variety::with_drawing(nodes));
        self.node_limit = limits.nodes.unwrap_or(u64::MAX).min(soft);
        self.skill_limit = shared.skill_limit.unwrap_or(u64::MAX);
        self.budget = shared.budget.map(|budget| budget.with_drawing(time.unwrap_or_default()));
    }

    /// The number of nodes that the solver may visit at the root: at most a quarter of the node limit, and at two
    /// microseconds per node, of the optimum time.
    pub fn affordable_effort(&self) -> u32 {
        const MICROSECONDS_EACH: u128 = 2;
        let by_time = self.budget.map(|budget| budget.optimum.as_micros() / 4 / MICROSECONDS_EACH);
        let by_nodes = u128::from(self.node_limit / 4);
        by_time.unwrap_or(u128::MAX).min(by_nodes).min(u128::from(u32::MAX)) as u32
    }
}

/// The best moves and scores of the completed iterations, from which their stability is computed.
#[derive(Debug, Default)]
pub struct IterationLog {
    best: Option<Move>,
    stable_iterations: u32,
    scores: Vec<i32>,
}

impl IterationLog {
    pub fn note_iteration(&mut self, best: &RootMove) {
        self.stable_iterations = if self.best == Some(best.m) { self.stable_iterations + 1 } else { 0 };
        self.best = Some(best.m);
        self.scores.push(best.score.value());
    }

    /// By how many units the last score is below the mean of the three before it; negative if it is above.
    fn score_drop(&self) -> i32 {
        let Some((&now, before)) = self.scores.split_last() else { return 0 };
        let recent = &before[before.len().saturating_sub(3)..];
        if recent.is_empty() {
            return 0;
        }
        recent.iter().sum::<i32>() / recent.len() as i32 - now
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// Lets the main thread continue searching in order to draw a move; returns whether it may.
    pub(super) fn begin_drawing(&mut self) -> bool {
        let (time, nodes) = (self.clock_time(), self.total_nodes());
        let Some(main) = &mut self.main else { return false };
        main.allow_drawing(self.limits, self.shared, time, nodes);
        self.stopped = false;
        self.next_poll = 0;
        !self.shared.control.is_stopped()
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.counters.publish(self.thread, self.nodes);
    }

    /// Nodes visited by all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.publish_nodes();
        self.shared.counters.total()
    }

    /// The number of nodes that may still be visited; unlimited for helper threads, which the main thread stops.
    pub(super) fn nodes_left(&self) -> u64 {
        self.main.as_ref().map_or(u64::MAX, |main| main.node_limit.saturating_sub(self.total_nodes()))
    }

    /// Checks whether the search was stopped or has reached a limit, and sets the node count of the next check.
    #[cold]
    #[inline(never)]
    pub(super) fn poll(&mut self) {
        if self.shared.control.is_stopped() {
            self.stopped = true;
            return;
        }
        if self.main.is_none() {
            self.publish_nodes();
            // The main thread may be waiting for a processor.
            self.stopped = self.shared.is_out_of_time();
            self.next_poll = self.nodes + self.shared.helper_interval;
            return;
        }
        let total = self.total_nodes();
        let time = self.clock_time();
        let Some(main) = &mut self.main else { return };
        // The first iteration, which finds wins in one move, is so quick that it is always completed.
        let late = self.completed_depth > 0 && main.budget.is_some_and(|budget| time >= Some(budget.hard));
        let node_limit =
            if self.completed_depth > 0 { main.node_limit.min(main.skill_limit) } else { main.node_limit };
        if total >= node_limit || late {
            self.stopped = true;
            return;
        }
        if let Some(time) = time
            && self.options.nodes_as_time.is_none()
        {
            main.interval.adapt(time);
        }
        let until_limit = main.node_limit.min(main.skill_limit).saturating_sub(total).max(1);
        self.next_poll = self.nodes + main.interval.nodes.min(until_limit);
    }

    /// The time used on the engine's own clock; `None` while pondering.
    fn clock_time(&self) -> Option<Duration> {
        if self.shared.control.is_pondering() {
            return None;
        }
        Some(match self.options.nodes_as_time {
            None => self.shared.control.clock_elapsed(),
            Some(rate) => {
                let micros = u128::from(self.total_nodes()) * 1000 / u128::from(rate.get());
                Duration::from_micros(micros.min(u128::from(u64::MAX)) as u64)
            }
        })
    }

    /// How stable the choice of the best move is.
    pub(super) fn stability(&self, log: &IterationLog) -> Stability {
        Stability {
            best_move_share: (self.root_moves[0].nodes * 1000 / self.nodes.max(1)) as u32,
            stable_iterations: log.stable_iterations,
            score_drop: log.score_drop() * 1000 / self.parameters.win_scale.max(1),
        }
    }

    /// Whether the search should end after this completed iteration.
    pub(super) fn is_enough(&mut self, log: &IterationLog) -> bool {
        let Some(main) = &self.main else { return false };
        let best = &self.root_moves[0];
        if let (Some(moves), Some(distance)) = (self.limits.mate, best.score.mate_distance())
            && distance > 0
            && (distance as u32).div_ceil(2) <= moves
        {
            return true;
        }
        let budget = main.budget.zip(self.clock_time());
        if budget.is_some_and(|(budget, time)| time >= budget.hard) {
            return true;
        }
        let only_move = self.root_moves.len() == 1;
        // A time for the move is for finding one, and tablebases have found it.
        if only_move && self.shared.table_entry.is_some() && budget.is_some() && !self.limits.infinite {
            return true;
        }
        let by_clock = budget.filter(|(budget, _)| !budget.fixed);
        let by_nodes = main.soft_nodes;
        if self.limits.infinite || by_clock.is_none() && by_nodes.is_none() {
            return false;
        }
        let stability = self.stability(log);
        // A mate no longer than the completed depth is the shortest one, and a proven win need not be the shortest.
        let settled =
            best.score.mate_distance().is_some_and(|distance| distance.abs() <= self.completed_depth)
                || self.proven_win.is_some_and(|(m, _)| m == best.m);
        only_move
            || settled
            || by_clock.is_some_and(|(budget, time)| time >= budget.soft_limit(stability))
            || by_nodes.is_some_and(|nodes| {
                u128::from(self.total_nodes()) * 1000 >= u128::from(nodes) * u128::from(stability.effort())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_more_frequent_if_nodes_take_long() {
        let mut interval = PollInterval::new(1024);
        let mut now = Duration::ZERO;
        let mut check = |micros_each: u64| {
            now += Duration::from_micros(interval.nodes * micros_each);
            interval.adapt(now);
            interval.nodes
        };
        assert_eq!((0..10).map(|_| check(2)).last(), Some(1024));
        assert_eq!((0..20).map(|_| check(2000)).last(), Some(PollInterval::SHORTEST));
        assert_eq!((0..20).map(|_| check(2)).last(), Some(1024));
    }
}
