use std::time::Duration;

use super::{Clock, Limits};

/// The time to use for a search: a soft and a hard limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time to use in an ordinary position. [`TimeBudget::soft_limit`] scales it to the soft limit, after which no
    /// new iteration begins.
    pub optimum: Duration,
    /// The hard limit: the search is aborted at this time.
    pub hard: Duration,
    /// Whether the soft limit is the hard limit too, as for a fixed time per move.
    pub fixed: bool,
}

/// How stable the search's choice is after an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stability {
    /// The share of nodes spent on the best move, in thousandths.
    pub best_move_share: u32,
    /// The number of iterations for which the best move has not changed.
    pub stable_iterations: u32,
    /// The drop of the score since earlier iterations, in thousandths of the game's win scale; negative if it has
    /// risen.
    pub score_drop: i32,
}

impl Stability {
    /// The factor for the soft limit, in thousandths: above 1000 if the choice is unstable, below if it is stable.
    pub fn effort(self) -> u64 {
        const BY_STABILITY: [u32; 6] = [1400, 1200, 1050, 950, 880, 820];
        let share = 2150 - 1500 * self.best_move_share.min(1000) / 1000;
        let stability = BY_STABILITY[(self.stable_iterations as usize).min(BY_STABILITY.len() - 1)];
        let trend = (1000 + self.score_drop).clamp(800, 1450) as u32;
        u64::from(share) * u64::from(stability) / 1000 * u64::from(trend) / 1000
    }
}

impl TimeBudget {
    /// The budget for these limits; `None` if they have neither a clock nor a move time. `overhead` is
    /// [`SearchOptions::overhead`](super::SearchOptions::overhead). The clock is divided among `horizon` moves, at
    /// least one, or the moves to the next time control if those are fewer.
    pub fn new(limits: &Limits, overhead: Duration, horizon: u32) -> Option<Self> {
        let by_move = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead);
            Self { optimum: time, hard: time, fixed: true }
        });
        let by_clock = limits.clock.map(|clock| Self::for_clock(clock, overhead, horizon));
        match (by_move, by_clock) {
            (Some(a), Some(b)) => Some(if a.hard <= b.hard { a } else { b }),
            (a, b) => a.or(b),
        }
    }

    /// The time left, plus the increments and minus the overheads of the next `horizon` moves, or of those left to the
    /// time control if they are fewer, is divided among these moves. With many moves to go, the optimum is at most a
    /// fifth of the time left, or three quarters of the increment if that is more. The hard limit is half of the time
    /// left, or more before the last move of a time control.
    ///
    /// If the increment is less than the overhead, delays may use up the clock even without any time spent on searches.
    /// The time that they are expected to take in the next few moves is kept in reserve: if no more than that is left,
    /// a move gets part of its increment, and nothing once only the overhead is left.
    fn for_clock(clock: Clock, overhead: Duration, horizon: u32) -> Self {
        const FEW_MOVES: u32 = 5;
        const MOVES_IN_RESERVE: u32 = 8;
        let available = clock.remaining.saturating_sub(overhead);
        let increment = clock.increment.min(clock.remaining);
        let moves = clock.moves_to_go.unwrap_or(u32::MAX).clamp(1, horizon.max(1));
        let lost_each = overhead.saturating_sub(increment);
        let all = available;
        let available = all.saturating_sub(lost_each * (moves - 1).min(MOVES_IN_RESERVE));
        let total = clock.remaining.saturating_add(increment.saturating_mul(moves - 1));
        let floor = if lost_each.is_zero() { available / 4 } else { available / 8 };
        let total = total.saturating_sub(overhead.saturating_mul(moves)).max(floor);
        let hard = if moves == 1 { available / 20 * 19 } else { available / 2 };
        let most = if moves <= FEW_MOVES { hard } else { (available / 5).max(increment / 4 * 3).min(hard) };
        let optimum = (total / moves).min(most);
        if lost_each.is_zero() {
            return Self { optimum, hard, fixed: false };
        }
        let least = (increment / 4).min(all / 8);
        Self { optimum: optimum.max(least), hard: hard.max(2 * least), fixed: false }
    }

    /// The budget of a search that precedes the drawing of a move.
    #[must_use]
    pub(super) fn before_drawing(self) -> Self {
        Self { optimum: self.optimum / 4 * 3, hard: self.hard / 4 * 3, ..self }
    }

    /// The budget for the search and the drawing of a move, given that the search took `used`.
    #[must_use]
    pub(super) fn with_drawing(self, used: Duration) -> Self {
        if self.fixed { self } else { Self { hard: self.hard.min(used + used / 3), ..self } }
    }

    /// The soft limit, after which no new iteration begins: the optimum scaled by [`Stability::effort`].
    pub fn soft_limit(&self, stability: Stability) -> Duration {
        if self.fixed {
            return self.hard;
        }
        let scaled = self.optimum.as_micros().saturating_mul(u128::from(stability.effort())) / 1000;
        Duration::from_micros(scaled.min(u128::from(u64::MAX)) as u64).min(self.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTLED: Stability = Stability { best_move_share: 950, stable_iterations: 9, score_drop: -100 };
    const TORN: Stability = Stability { best_move_share: 100, stable_iterations: 0, score_drop: 900 };

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn under_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> TimeBudget {
        let clock = Clock { remaining: millis(remaining), increment: millis(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        TimeBudget::new(&limits, millis(overhead), 24).unwrap()
    }

    #[test]
    fn time_budget_never_exceeds_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 50, 100, 999, 1000, 60_000, 3_600_000, 1 << 50] {
            for increment in [0, 1, 10, 100, 5000, 1 << 40] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let budget = under_clock(remaining, increment, moves_to_go, overhead);
                        let available = millis(remaining.saturating_sub(overhead));
                        assert!(
                            budget.hard <= available,
                            "{remaining}+{increment} {moves_to_go:?}: {budget:?}"
                        );
                        assert!(budget.optimum <= budget.hard);
                        for stability in [SETTLED, TORN] {
                            assert!(budget.soft_limit(stability) <= budget.hard);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn time_budget_leaves_time_for_later_moves() {
        let budget = under_clock(60_000, 0, None, 10);
        assert_eq!(budget.hard, millis(29_955));
        assert!(budget.optimum > millis(2450) && budget.optimum < millis(2500), "{budget:?}");
        assert!(budget.soft_limit(TORN) > 2 * budget.soft_limit(SETTLED));
        assert!(under_clock(60_000, 1000, None, 10).optimum > budget.optimum + millis(600));
        assert!(under_clock(60_000, 0, Some(1), 10).optimum > millis(40_000));
        assert!(under_clock(60_000, 0, Some(5), 10).optimum > 4 * budget.optimum);
    }

    #[test]
    fn a_reserve_is_kept_where_delays_use_up_the_clock() {
        let limits = |remaining, increment| {
            let budget = under_clock(remaining, increment, None, 10);
            (budget.optimum, budget.hard)
        };
        // The increment outweighs the overhead.
        for increment in [10, 100] {
            assert_eq!(limits(1000, increment).1, millis(495));
        }
        assert_eq!(limits(1000, 10).0, millis(990) / 24);
        // It does not.
        assert!(limits(200, 2).0 < Duration::from_micros(1500) && limits(200, 2).1 == millis(63));
        assert_eq!(limits(74, 2), (Duration::from_micros(500), millis(1)));
        assert_eq!(limits(10, 2), (Duration::ZERO, Duration::ZERO));
        assert_eq!(limits(90, 0), (Duration::ZERO, Duration::ZERO));
        // The last move before more time is added needs no reserve.
        assert_eq!(under_clock(200, 0, Some(1), 10).hard, millis(190) / 20 * 19);
    }

    #[test]
    fn people_take_longer_for_difficult_moves_and_never_more_than_their_share() {
        let budget = under_clock(60_000, 0, None, 10);
        let times = [(0, 0), (0, 500), (700, 500), (1000, 500), (1800, 500), (1800, 1000), (9999, 9999)]
            .map(|(effort, mood)| budget.human_time(effort, mood));
        assert!(times.is_sorted() && times[0] > Duration::ZERO && times[1] < times[4] / 4, "{times:?}");
        assert_eq!(times[6], budget.optimum);
        assert!(under_clock(3_600_000, 0, None, 10).human_time(9999, 9999) <= Duration::from_secs(8));
        let limits = Limits { move_time: Some(millis(500)), ..Limits::default() };
        assert!(TimeBudget::new(&limits, Duration::ZERO, 24).unwrap().human_time(9999, 9999) <= millis(500));
        assert_eq!(under_clock(0, 0, None, 10).human_time(1000, 500), Duration::ZERO);
    }

    #[test]
    fn fixed_move_time_is_fully_used() {
        let limits = |time| Limits { move_time: Some(millis(time)), ..Limits::default() };
        let budget = TimeBudget::new(&limits(500), millis(20), 24).unwrap();
        assert_eq!((budget.hard, budget.soft_limit(SETTLED)), (millis(480), millis(480)));
        assert_eq!(TimeBudget::new(&limits(3), millis(20), 24).unwrap().hard, millis(0));
        assert_eq!(TimeBudget::new(&Limits::default(), millis(20), 24), None);
    }
}
