use std::time::Duration;

use crate::base::{MAX_PLY, shorten};
use crate::protocol::errors::CecpError;
use crate::protocol::input::words;
use crate::protocol::numbers::{count, integer, milliseconds};
use crate::protocol::session::{SearchRequest, SideClock};

/// The engine's clock and the limits of its searches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct EngineClock {
    control: Option<Control>,
    depth: Option<u32>,
}

/// How time is limited.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Control {
    /// A clock.
    Level {
        /// Moves per period; 0 if the period is the whole game.
        period: u32,
        /// Time per period.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
        /// Moves that the engine has made in the current period.
        made: u32,
        /// The time left.
        remaining: Duration,
    },
    /// A fixed time per move.
    Move(Duration),
}

impl EngineClock {
    /// Executes `level MOVES MINUTES[:SECONDS] INCREMENT`.
    ///
    /// # Errors
    /// If a part is missing or is not a number. Nothing is changed then.
    pub(super) fn set_level(&mut self, text: &str) -> Result<(), CecpError> {
        let parts: Vec<_> = words(text).collect();
        let [period, base, increment, ..] = parts[..] else { return Err(CecpError::Level) };
        let wrong = |word: &str| CecpError::Number(shorten(word));
        let base = minutes(base).ok_or_else(|| wrong(base))?;
        let increment = seconds(increment).ok_or_else(|| wrong(increment))?;
        let period = count(number(period)?, 0, u32::MAX);
        self.control = Some(Control::Level { period, base, increment, made: 0, remaining: base });
        Ok(())
    }

    /// Executes `st SECONDS`.
    ///
    /// # Errors
    /// If it is not a number.
    pub(super) fn set_move_time(&mut self, text: &str) -> Result<(), CecpError> {
        let time = seconds(text).ok_or_else(|| CecpError::Number(shorten(text)))?;
        self.control = Some(Control::Move(time));
        Ok(())
    }

    /// Executes `sd PLIES`.
    ///
    /// # Errors
    /// If it is not a number.
    pub(super) fn set_depth(&mut self, text: &str) -> Result<(), CecpError> {
        self.depth = Some(count(number(text)?, 1, MAX_PLY as u32 - 1));
        Ok(())
    }

    /// Executes `time HUNDREDTHS`, the time on the engine's clock.
    ///
    /// # Errors
    /// If it is not a number.
    pub(super) fn set_remaining(&mut self, text: &str) -> Result<(), CecpError> {
        let time = milliseconds(number(text)?.saturating_mul(10));
        match &mut self.control {
            Some(Control::Level { remaining, .. }) => *remaining = time,
            Some(Control::Move(_)) => {}
            None => {
                let (period, made, increment) = (0, 0, Duration::ZERO);
                self.control = Some(Control::Level { period, base: time, increment, made, remaining: time });
            }
        }
        Ok(())
    }

    /// Sets the clock for the start of a new game.
    pub(super) fn restart(&mut self) {
        self.depth = None;
        if let Some(Control::Level { base, made, remaining, .. }) = &mut self.control {
            (*made, *remaining) = (0, *base);
        }
    }

    /// Deducts the time that the engine spent on a move.
    pub(super) fn spend(&mut self, time: Duration) {
        if let Some(Control::Level { period, base, increment, made, remaining }) = &mut self.control {
            *made += 1;
            *remaining = remaining.saturating_sub(time).saturating_add(*increment);
            if *period > 0 && *made % *period == 0 {
                *remaining = remaining.saturating_add(*base);
            }
        }
    }

    /// The limits of the next search.
    pub(super) fn request(&self) -> SearchRequest {
        let request = match &self.control {
            None if self.depth.is_some() => SearchRequest::default(),
            None => SearchRequest::fallback(),
            Some(Control::Move(time)) => SearchRequest { move_time: Some(*time), ..SearchRequest::default() },
            Some(Control::Level { period, increment, made, remaining, .. }) => SearchRequest {
                own_clock: SideClock { remaining: Some(*remaining), increment: Some(*increment) },
                moves_to_go: (*period > 0).then(|| period - made % period),
                ..SearchRequest::default()
            },
        };
        SearchRequest { depth: self.depth, ..request }
    }
}

/// A time as `MINUTES` or `MINUTES:SECONDS`; anything after it concerns later periods and is ignored.
fn minutes(text: &str) -> Option<Duration> {
    let text = text.split('+').next()?;
    match text.split_once(':') {
        Some((minutes, rest)) => Some(seconds(minutes)?.saturating_mul(60).saturating_add(seconds(rest)?)),
        None => Some(seconds(text)?.saturating_mul(60)),
    }
}

/// A time in seconds, which may have a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then(|| milliseconds((number * 1000.0) as i128))
}

/// The number after a command's name.
pub(super) fn number(text: &str) -> Result<i128, CecpError> {
    words(text).next().and_then(integer).ok_or_else(|| CecpError::Number(shorten(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn own_clock(request: &SearchRequest) -> (Option<Duration>, Option<Duration>, Option<u32>) {
        (request.own_clock.remaining, request.own_clock.increment, request.moves_to_go)
    }

    #[test]
    fn clock_of_a_game_in_periods() {
        let mut clock = EngineClock::default();
        clock.set_level("2 0:30 0").unwrap();
        assert_eq!(own_clock(&clock.request()), (Some(ms(30_000)), Some(ms(0)), Some(2)));
        clock.spend(ms(10_000));
        assert_eq!(own_clock(&clock.request()), (Some(ms(20_000)), Some(ms(0)), Some(1)));
        clock.spend(ms(5_000));
        assert_eq!(own_clock(&clock.request()), (Some(ms(45_000)), Some(ms(0)), Some(2)));
        clock.set_remaining("4321").unwrap();
        assert_eq!(clock.request().own_clock.remaining, Some(ms(43_210)));
        clock.restart();
        assert_eq!(own_clock(&clock.request()), (Some(ms(30_000)), Some(ms(0)), Some(2)));
    }

    #[test]
    fn increments_move_times_and_depths() {
        let mut clock = EngineClock::default();
        assert_eq!(clock.request(), SearchRequest::fallback());
        clock.set_depth("4").unwrap();
        assert_eq!(clock.request(), SearchRequest { depth: Some(4), ..SearchRequest::default() });
        clock.set_level("0 2 0.5").unwrap();
        clock.spend(ms(1000));
        assert_eq!(own_clock(&clock.request()), (Some(ms(119_500)), Some(ms(500)), None));
        assert_eq!(clock.request().depth, Some(4));
        clock.set_move_time("1.5").unwrap();
        clock.set_remaining("100").unwrap();
        assert_eq!(clock.request().move_time, Some(ms(1500)));
        clock.restart();
        assert_eq!(clock.request().depth, None);
    }

    #[test]
    fn invalid_times_are_refused() {
        let mut clock = EngineClock::default();
        assert_eq!(clock.set_level("40 5"), Err(CecpError::Level));
        for text in ["x 5 0", "40 x 0", "40 5 x", "40 1:x 0", "40 nan 0", "40 inf 0"] {
            assert!(matches!(clock.set_level(text), Err(CecpError::Number(_))), "{text}");
        }
        assert!(clock.set_level(&format!("0 {} -3", "9".repeat(300))).is_ok());
        assert!(clock.set_move_time("").is_err() && clock.set_depth("deep").is_err());
    }
}
