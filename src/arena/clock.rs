use std::time::Duration;

use super::TimeControl;

/// The maximum time for a move under a node or depth limit.
const UNTIMED_LIMIT: Duration = Duration::from_mins(10);

/// One player's clock in one game.
#[derive(Debug, Clone)]
pub struct GameClock {
    control: TimeControl,
    margin: Duration,
    /// The remaining time, if the control has a clock.
    remaining: Duration,
    /// The moves until the base time is added again, if the control counts moves.
    moves_to_go: Option<u32>,
}

/// The error for a late answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeExceeded(
    /// The delay beyond the margin.
    pub Duration,
);

impl GameClock {
    /// A clock at the start of a game. An answer that is late by at most `margin` is accepted.
    pub fn new(control: TimeControl, margin: Duration) -> Self {
        let (remaining, moves_to_go) = match control {
            TimeControl::Clock { base, increment, moves } => {
                // Without a base time, the game would be lost before the first move, so the first increment is granted
                // at the start.
                (if base.is_zero() { increment } else { base }, moves)
            }
            _ => (Duration::ZERO, None),
        };
        Self { control, margin, remaining, moves_to_go }
    }

    /// The time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The remaining time; `None` if the control has no clock.
    pub const fn remaining(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } => Some(self.remaining),
            _ => None,
        }
    }

    /// The time that the clock shows before a move; `None` if the control does not limit time.
    pub const fn shown(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } | TimeControl::MoveTime(_) => Some(self.allowed()),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// The time added after each move.
    pub const fn increment(&self) -> Duration {
        match self.control {
            TimeControl::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// The moves until the base time is added again.
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The maximum time for the next move, without the margin.
    pub const fn allowed(&self) -> Duration {
        match self.control {
            TimeControl::Clock { .. } => self.remaining,
            TimeControl::MoveTime(time) => time,
            TimeControl::Nodes(_) | TimeControl::Depth(_) => UNTIMED_LIMIT,
        }
    }

    /// How long to wait for an answer before considering the player stalled: its time, the margin and `patience`.
    pub fn longest_wait(&self, patience: Duration) -> Duration {
        self.allowed() + self.margin + patience
    }

    /// Subtracts the time of a move from the clock, and adds the increment or the base time according to the control.
    ///
    /// # Errors
    ///
    /// If the move took longer than allowed. The clock must not be used after that.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), TimeExceeded> {
        let allowed = self.allowed();
        if let Some(beyond) = elapsed.checked_sub(allowed + self.margin).filter(|beyond| !beyond.is_zero()) {
            return Err(TimeExceeded(beyond));
        }
        if let TimeControl::Clock { base, increment, moves } = self.control {
            self.remaining = self.remaining.saturating_sub(elapsed) + increment;
            self.moves_to_go = match self.moves_to_go {
                Some(0 | 1) => {
                    self.remaining += base;
                    moves
                }
                left => left.map(|left| left - 1),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock(control: &str, margin: u64) -> GameClock {
        GameClock::new(control.parse().expect("a control"), ms(margin))
    }

    #[test]
    fn increment_is_added_after_each_move() {
        let mut clock = clock("1+0.1", 0);
        assert_eq!(clock.spend(ms(400)), Ok(()));
        assert_eq!(clock.remaining(), Some(ms(700)));
        assert_eq!(clock.spend(ms(700)), Ok(()));
        assert_eq!(clock.remaining(), Some(ms(100)));
        assert_eq!(clock.spend(ms(101)), Err(TimeExceeded(ms(1))));
    }

    #[test]
    fn base_time_is_added_after_the_given_number_of_moves() {
        let mut clock = clock("2/1", 0);
        assert_eq!((clock.spend(ms(100)), clock.moves_to_go()), (Ok(()), Some(1)));
        assert_eq!((clock.spend(ms(100)), clock.moves_to_go()), (Ok(()), Some(2)));
        assert_eq!(clock.remaining(), Some(ms(1800)));
    }

    #[test]
    fn margin_tolerates_overruns_without_adding_time() {
        let mut clock = clock("1+0", 50);
        assert_eq!(clock.spend(ms(1040)), Ok(()));
        assert_eq!(clock.remaining(), Some(ms(0)));
        assert_eq!(clock.spend(ms(50)), Ok(()));
        assert_eq!(clock.spend(ms(51)), Err(TimeExceeded(ms(1))));
        assert_eq!(clock.longest_wait(ms(1000)), ms(1050));
    }

    #[test]
    fn time_unused_under_other_controls_is_not_kept() {
        let mut fixed = clock("movetime=0.1", 10);
        for _ in 0..3 {
            assert_eq!(fixed.spend(ms(110)), Ok(()));
        }
        assert_eq!(fixed.spend(ms(111)), Err(TimeExceeded(ms(1))));
        assert_eq!((fixed.remaining(), fixed.allowed()), (None, ms(100)));
        assert_eq!(clock("nodes=5", 0).spend(ms(60_000)), Ok(()));
        assert_eq!(clock("0+1", 0).allowed(), ms(1000));
    }
}
