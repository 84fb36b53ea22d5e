use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A time control.
///
/// Written as one of `BASE`, `BASE+INCREMENT`, `MOVES/BASE`, `MOVES/BASE+INCREMENT`, `movetime=TIME`, `nodes=COUNT` and
/// `depth=PLIES`. Times are in seconds, optionally with decimals; a base may also be `MINUTES:SECONDS`, where the
/// seconds have two digits before the decimal point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// A clock for the whole game, or for a number of moves at a time.
    Clock {
        /// The time at the start, and added again after every `moves` moves.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The number of moves per base time; `None` for the whole game.
        moves: Option<u32>,
    },
    /// A fixed time per move.
    MoveTime(Duration),
    /// A fixed number of nodes per move, without a time limit.
    Nodes(u64),
    /// A fixed depth in plies, without a time limit.
    Depth(u32),
}

/// The error for a text that is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a time control: use 10+0.1, 40/60, 40/1:00+0.5, movetime=0.1, nodes=5000 or depth=6")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        read(text).ok_or_else(|| TimeControlError(crate::base::shorten(text)))
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if let Some((name, value)) = text.split_once('=') {
        let value = value.trim();
        return match name.trim().to_ascii_lowercase().as_str() {
            "movetime" | "st" => seconds(value).filter(|time| !time.is_zero()).map(TimeControl::MoveTime),
            "nodes" => value.parse().ok().filter(|&nodes| nodes > 0).map(TimeControl::Nodes),
            "depth" => value.parse().ok().filter(|&depth| depth > 0).map(TimeControl::Depth),
            _ => None,
        };
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (base, seconds(increment)?),
        None => (rest, Duration::ZERO),
    };
    let base = match base.split_once(':') {
        Some((minutes, rest)) => {
            let minutes: u32 = minutes.trim().parse().ok()?;
            // 10:0.1 is a typing error for 10+0.1.
            let has_two_digits = rest.trim().bytes().take_while(u8::is_ascii_digit).count() == 2;
            let rest = seconds(rest).filter(|rest| has_two_digits && rest.as_secs() < 60)?;
            let base = Duration::from_secs(60 * u64::from(minutes)) + rest;
            if base.as_secs() > LONGEST {
                return None;
            }
            base
        }
        None => seconds(base)?,
    };
    let never_any_time = base.is_zero() && (increment.is_zero() || moves.is_some());
    (!never_any_time).then_some(TimeControl::Clock { base, increment, moves })
}

/// The maximum number of whole seconds in a time.
const LONGEST: u64 = 100 * 24 * 3600;

/// Parses seconds, with a precision of microseconds, without floating-point arithmetic.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let text = text.strip_suffix('s').unwrap_or(text);
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let only_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || !only_digits(whole) || !only_digits(decimals) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let micros: u32 = format!("{decimals:0<6}").get(..6)?.parse().ok()?;
    (whole <= LONGEST).then(|| Duration::new(whole, micros * 1000))
}

/// Seconds with as many decimals as necessary.
pub(super) struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.0.as_secs(), self.0.subsec_micros());
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", Seconds(base))?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", Seconds(increment)) }
            }
            Self::MoveTime(time) => write!(f, "movetime={}", Seconds(time)),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(base: u64, increment: u64, moves: Option<u32>) -> TimeControl {
        let (base, increment) = (Duration::from_millis(base), Duration::from_millis(increment));
        TimeControl::Clock { base, increment, moves }
    }

    #[test]
    fn texts_are_understood() {
        for (text, control) in [
            ("2+0.02", clock(2000, 20, None)),
            ("40/60", clock(60_000, 0, Some(40))),
            ("40/1:30.5+5", clock(90_500, 5000, Some(40))),
            (" .25s ", clock(250, 0, None)),
            ("0+1", clock(0, 1000, None)),
            ("movetime=0.1", TimeControl::MoveTime(Duration::from_millis(100))),
            ("st=1", TimeControl::MoveTime(Duration::from_secs(1))),
            ("nodes=5000", TimeControl::Nodes(5000)),
            ("DEPTH=6", TimeControl::Depth(6)),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string().parse(), Ok(control), "{control}");
        }
        assert_eq!(clock(60_000, 500, Some(40)).to_string(), "40/60+0.5");
    }

    #[test]
    fn invalid_settings_are_rejected() {
        for text in [
            "",
            "+",
            "0",
            "-1",
            "1+-1",
            "1e3",
            "40/0",
            "0/60",
            "x/60",
            "1:60",
            "10:0.1",
            "144000:01",
            "1:5",
            "1:2:3",
            "nodes=0",
            "nodes=-4",
            "depth=",
            "movetime=0",
            "pace=3",
            "99999999999999999999",
            "1.2.3",
            "é",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
