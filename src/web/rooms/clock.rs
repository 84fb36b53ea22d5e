use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::Side;

/// The longest time that a control may give for a game or a move.
const LONGEST: f64 = 7.0 * 24.0 * 3600.0;

/// How much time the players have. All times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// As much as they like.
    None {},
    /// So much for the game, and more after each move.
    Clock {
        /// For the whole game.
        base: f64,
        /// Added after each move.
        increment: f64,
    },
    /// So much for each move.
    Move {
        /// For one move.
        seconds: f64,
    },
}

impl TimeControl {
    /// Whether its times are possible ones: above zero (an increment may be zero), and at most a week.
    pub fn is_valid(self) -> bool {
        let valid = |seconds: f64| (0.1..=LONGEST).contains(&seconds);
        match self {
            Self::None {} => true,
            Self::Clock { base, increment } => valid(base) && (increment == 0.0 || valid(increment)),
            Self::Move { seconds } => valid(seconds),
        }
    }

    /// What a side has at the beginning.
    fn initial(self) -> Duration {
        match self {
            Self::None {} => Duration::ZERO,
            Self::Clock { base: seconds, .. } | Self::Move { seconds } => Duration::from_secs_f64(seconds),
        }
    }
}

/// The clocks of both sides. The time of each call is the caller's, so that tests need not wait.
#[derive(Debug, Clone)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
    /// The side whose clock runs, and since when.
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// The clocks before the first move.
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: [control.initial(); 2], running: None }
    }

    /// Stopped clocks with so much time left.
    pub fn stopped(control: TimeControl, left: [Duration; 2]) -> Self {
        Self { control, left, running: None }
    }

    /// What the players have.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What a side has left.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let spent = self.running.filter(|&(running, _)| running == side).map(|(_, since)| now - since);
        self.left[side.index()].saturating_sub(spent.unwrap_or_default())
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Stops the clocks.
    pub fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// Lets the clock of a side run, from what it has left; with a time for each move, from all of it.
    pub fn run(&mut self, side: Side, now: Instant) {
        self.stop(now);
        if let TimeControl::Move { .. } = self.control {
            self.left = [self.control.initial(); 2];
        }
        if !matches!(self.control, TimeControl::None {}) {
            self.running = Some((side, now));
        }
    }

    /// A side has moved: its clock stops, and gets the increment if it ran.
    pub fn moved(&mut self, side: Side, now: Instant) {
        let ran = self.running() == Some(side);
        self.stop(now);
        if let TimeControl::Clock { increment, .. } = self.control
            && ran
        {
            self.left[side.index()] += Duration::from_secs_f64(increment);
        }
    }

    /// When the running clock is at zero.
    pub fn end(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// The side whose time is up.
    pub fn expired(&self, now: Instant) -> Option<Side> {
        self.running().filter(|&side| self.left(side, now).is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_runs_for_one_side_and_adds_the_increment() {
        let start = Instant::now();
        let mut clock = Clock::new(TimeControl::Clock { base: 60.0, increment: 2.0 });
        assert_eq!((clock.running(), clock.end()), (None, None));
        // The first move is made before a clock runs.
        clock.moved(Side::First, start);
        assert_eq!(clock.left(Side::First, start), 60 * SECOND);
        clock.run(Side::Second, start);
        assert_eq!(clock.left(Side::Second, start + 5 * SECOND), 55 * SECOND);
        assert_eq!(clock.left(Side::First, start + 5 * SECOND), 60 * SECOND);
        clock.moved(Side::Second, start + 5 * SECOND);
        clock.run(Side::First, start + 5 * SECOND);
        assert_eq!(clock.left(Side::Second, start + 50 * SECOND), 57 * SECOND);
        assert_eq!(clock.end(), Some(start + 65 * SECOND));
        assert_eq!(clock.expired(start + 64 * SECOND), None);
        assert_eq!(clock.expired(start + 65 * SECOND), Some(Side::First));
        clock.stop(start + 70 * SECOND);
        assert_eq!((clock.running(), clock.left(Side::First, start + 99 * SECOND)), (None, Duration::ZERO));
    }

    #[test]
    fn a_time_for_each_move_is_given_anew() {
        let start = Instant::now();
        let mut clock = Clock::new(TimeControl::Move { seconds: 30.0 });
        clock.run(Side::First, start);
        clock.moved(Side::First, start + 29 * SECOND);
        clock.run(Side::Second, start + 29 * SECOND);
        for side in Side::BOTH {
            assert_eq!(clock.left(side, start + 29 * SECOND), 30 * SECOND);
        }
        assert_eq!(clock.expired(start + 59 * SECOND), Some(Side::Second));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let start = Instant::now();
        let mut clock = Clock::new(TimeControl::None {});
        clock.run(Side::First, start);
        assert_eq!((clock.running(), clock.end(), clock.expired(start + 9999 * SECOND)), (None, None, None));
    }

    #[test]
    fn impossible_times_are_found() {
        let valid = |text: &str| serde_json::from_str::<TimeControl>(text).is_ok_and(TimeControl::is_valid);
        for text in [
            r#"{"kind":"none"}"#,
            r#"{"kind":"clock","base":180,"increment":2}"#,
            r#"{"kind":"clock","base":0.5,"increment":0}"#,
            r#"{"kind":"move","seconds":30}"#,
        ] {
            assert!(valid(text), "{text}");
        }
        for text in [
            r#"{"kind":"clock","base":0,"increment":2}"#,
            r#"{"kind":"clock","base":-5,"increment":2}"#,
            r#"{"kind":"clock","base":180,"increment":-1}"#,
            r#"{"kind":"clock","base":1e300,"increment":0}"#,
            r#"{"kind":"clock","base":180}"#,
            r#"{"kind":"move","seconds":1e9}"#,
            r#"{"kind":"move","seconds":30,"base":3}"#,
            r#"{"kind":"hourglass"}"#,
            "{}",
        ] {
            assert!(!valid(text), "{text}");
        }
    }
}
