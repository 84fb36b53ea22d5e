use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::GamePoints;

/// Game results of one player against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won by the player.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the player.
    pub losses: u64,
}

impl Tally {
    /// Counts one game.
    pub fn add_game(&mut self, points: GamePoints) {
        match points {
            GamePoints::Loss => self.losses += 1,
            GamePoints::Draw => self.draws += 1,
            GamePoints::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The player's points: 1 for a win, ½ for a draw.
    pub fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// The player's points in halves.
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The player's score, from 0 to 1; `None` without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the other player's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Results of pairs of games from one opening with colours swapped: the pentanomial counts.
///
/// An opening that favours a colour shifts the two games of a pair in opposite directions, which statistics over single
/// games would count as variance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairTally {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl PairTally {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Counts a pair by the player's result in each of its games.
    pub fn add_pair(&mut self, games: [GamePoints; 2]) {
        self.counts[games[0].half_points() + games[1].half_points()] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same pairs from the other player's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Self { counts }
    }
}

impl AddAssign for PairTally {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_are_reversed_for_the_opponent() {
        let mut games = Tally::default();
        for points in [GamePoints::Win, GamePoints::Draw, GamePoints::Win, GamePoints::Loss] {
            games.add_game(points);
        }
        assert_eq!(games, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!((games.half_points(), games.score()), (5, Some(0.625)));
        assert_eq!(games.reversed().half_points(), 3);
        assert_eq!(Tally::default().score(), None);

        let mut pairs = PairTally::default();
        pairs.add_pair([GamePoints::Win, GamePoints::Draw]);
        pairs.add_pair([GamePoints::Win, GamePoints::Loss]);
        assert_eq!(pairs.counts, [0, 0, 1, 1, 0]);
        assert_eq!(pairs.reversed().counts, [0, 1, 1, 0, 0]);
    }
}
