use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Results;
use super::schedule::Pairing;

/// One of several equal parts of a contest, for playing on different machines: the pairings whose opening index has a
/// given remainder, so that no two shards share an opening. Written as `INDEX/COUNT`, with the index counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Counted from 0.
    index: usize,
    count: usize,
}

/// The error for a text that is not a shard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a shard: use INDEX/COUNT with an index from 1 to the count, which is at most {MAX_SHARDS}, \
     such as 2/8"
)]
pub struct ShardError(String);

/// The maximum number of shards; a shard skips the pairings of the others one by one.
const MAX_SHARDS: usize = 1_000_000;

impl Shard {
    /// The whole contest.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The part with this index, counted from 0, out of `count`; `None` if there is no such part.
    pub const fn new(index: usize, count: usize) -> Option<Self> {
        if index < count && count <= MAX_SHARDS { Some(Self { index, count }) } else { None }
    }

    /// The index of this part, counted from 0.
    pub const fn index(self) -> usize {
        self.index
    }

    /// The number of parts.
    pub const fn count(self) -> usize {
        self.count
    }

    /// The index among all items of the `n`th item of this part; both count from 0.
    pub const fn item(self, n: usize) -> usize {
        n.saturating_mul(self.count).saturating_add(self.index)
    }

    /// Whether the two parts have items in common.
    pub const fn overlaps(self, other: Self) -> bool {
        let (mut divisor, mut rest) = (self.count, other.count);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        self.index % divisor == other.index % divisor
    }

    /// Whether this is the whole contest.
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// All parts of the division that this part belongs to, including itself.
    pub fn siblings(self) -> Vec<Self> {
        (0..self.count).map(|index| Self { index, ..self }).collect()
    }

    /// The number of the first `items` items (such as the openings of a contest) that belong to this shard.
    pub const fn share(self, items: usize) -> usize {
        items.saturating_add(self.count - 1 - self.index) / self.count
    }

    /// The number of games of the contest that belong to this shard, if known.
    pub fn total_games(self, results: &Results) -> Option<usize> {
        let rounds = results.contest().rounds;
        let total = results.total_games()?;
        Some(if self.is_whole() { total } else { total / rounds * self.share(rounds) })
    }

    /// Whether the pairing belongs to this shard.
    pub const fn contains(self, pairing: &Pairing) -> bool {
        pairing.opening % self.count == self.index
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            let (index, count): (usize, usize) = (index.trim().parse().ok()?, count.trim().parse().ok()?);
            Self::new(index.checked_sub(1)?, count)
        };
        read().ok_or_else(|| ShardError(crate::base::shorten(text)))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{NextPairing, RoundRobin, Schedule};

    #[test]
    fn texts_are_understood() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        assert_eq!("3/4".parse::<Shard>().unwrap().to_string(), "3/4");
        for text in ["", "1", "0/2", "3/2", "-1/2", "1/0", "1/1000001", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_disjoint_and_make_up_the_whole() {
        let schedule = RoundRobin::new(3, 7);
        let shards: Vec<Shard> = (1..=3).map(|index| format!("{index}/3").parse().unwrap()).collect();
        for number in 0..21 {
            let NextPairing::Play(pairing) = schedule.pairing(number) else { panic!() };
            assert_eq!(shards.iter().filter(|shard| shard.contains(&pairing)).count(), 1);
        }
        assert_eq!(shards.iter().map(|shard| shard.share(7)).collect::<Vec<_>>(), [3, 2, 2]);
        assert_eq!([shards[1].item(0), shards[1].item(2)], [1, 7]);
    }

    #[test]
    fn parts_with_items_in_common_overlap() {
        for (one, other) in [("2/3", "2/3"), ("1/1", "2/3"), ("2/4", "4/6")] {
            assert!(one.parse::<Shard>().unwrap().overlaps(other.parse().unwrap()), "{one} {other}");
        }
        for (one, other) in [("1/3", "2/3"), ("1/4", "2/6")] {
            assert!(!one.parse::<Shard>().unwrap().overlaps(other.parse().unwrap()), "{one} {other}");
        }
    }
}
