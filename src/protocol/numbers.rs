//! Parsing of numbers, however large, and rates.

use std::time::Duration;

/// Longer times are clamped to this: about three years, which no arithmetic overflows.
const LONGEST_TIME: Duration = Duration::from_secs(100_000_000);

/// A whole number, clamped to the range of the type.
pub(super) fn integer(word: &str) -> Option<i128> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i128::MAX);
    Some(if word.starts_with('-') { -magnitude } else { magnitude })
}

/// A time in milliseconds; a negative one, of a clock that has run out, becomes 0.
pub(super) fn milliseconds(number: i128) -> Duration {
    Duration::from_millis(number.clamp(0, u64::MAX.into()) as u64).min(LONGEST_TIME)
}

/// A time in seconds; a negative one becomes 0.
pub(super) fn seconds(number: i128) -> Duration {
    Duration::from_secs(number.clamp(0, u64::MAX.into()) as u64).min(LONGEST_TIME)
}

/// A number, clamped to `min` to `max`.
pub(super) fn count(number: i128, min: u32, max: u32) -> u32 {
    number.clamp(min.into(), max.into()) as u32
}

/// A node count, at least one.
pub(super) fn nodes(number: i128) -> u64 {
    number.clamp(1, i64::MAX.into()) as u64
}

/// The rate per second of `count` in `time`.
pub(super) fn per_second(count: u64, time: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length() {
        assert_eq!(integer("12"), Some(12));
        assert_eq!(integer("-12"), Some(-12));
        assert_eq!(integer(&"9".repeat(100)), Some(i128::MAX));
        for word in ["", "-", "1.5", "0x10", "１"] {
            assert_eq!(integer(word), None, "{word:?}");
        }
    }

    #[test]
    fn times_are_clamped() {
        assert_eq!(milliseconds(-5), Duration::ZERO);
        assert_eq!(milliseconds(1500), Duration::from_millis(1500));
        assert_eq!(milliseconds(i128::MAX), LONGEST_TIME);
        assert_eq!(seconds(2), Duration::from_secs(2));
        assert_eq!(seconds(i128::MAX), LONGEST_TIME);
    }
}
