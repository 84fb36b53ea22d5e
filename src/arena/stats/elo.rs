use super::normal::{Z_95, normal_cdf};
use super::tally::PairTally;

/// Normalised Elo points for each standard deviation of a single game's score that a player is better than even:
/// 800 / ln 10, with which normalised Elo and Elo agree near equality where there are no draws.
///
/// Source: M. Van den Bergh, "Comments on normalized Elo".
pub const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The share of the points that a player `elo` points stronger can expect, 1 / (1 + 10^(−elo/400)).
///
/// Source: A. Elo, "The Rating of Chessplayers", in the logistic form.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The inverse of [`expected_score`]: infinite at a share of 0 or 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// A number known within bars that hold the truth 95 times of 100.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end of the bar.
    pub low: f64,
    /// The upper end of the bar.
    pub high: f64,
}

impl Estimate {
    /// Half of the bar's length: what stands behind the ±.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The mean and the spread of a player's score over pairs, each pair's score being its points divided by two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairScore {
    pairs: f64,
    mean: f64,
    /// The standard deviation of one pair's score.
    deviation: f64,
    /// The third and fourth central moments, divided by the deviation's third and fourth power.
    skewness: f64,
    kurtosis: f64,
}

impl PairScore {
    /// Mean and spread of these pairs; nothing while all pairs (or none) have come out the same, as their spread
    /// cannot be told then.
    pub fn of(tally: &PairTally) -> Option<Self> {
        let pairs = tally.pairs() as f64;
        let share = |index: usize| tally.counts[index] as f64 / pairs;
        let moment = |about: f64, power: i32| -> f64 {
            (0..5).map(|index| share(index) * (index as f64 / 4.0 - about).powi(power)).sum()
        };
        if tally.counts.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let mean = moment(0.0, 1);
        let deviation = moment(mean, 2).sqrt();
        Some(Self {
            pairs,
            mean,
            deviation,
            skewness: moment(mean, 3) / deviation.powi(3),
            kurtosis: moment(mean, 4) / deviation.powi(4),
        })
    }

    /// The player's share of the points, from 0 to 1.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The Elo difference to the opponent. The bars are those of the mean score, which is normally distributed for
    /// many pairs, carried over by [`elo_of_score`].
    pub fn elo(&self) -> Estimate {
        let margin = Z_95 * self.standard_error();
        Estimate {
            value: elo_of_score(self.mean),
            low: elo_of_score((self.mean - margin).max(0.0)),
            high: elo_of_score((self.mean + margin).min(1.0)),
        }
    }

    /// The normalised Elo difference: by how many standard deviations of a single game's score the player is better
    /// than even, times [`NORMALISED_ELO`]. How many games a proof takes depends on it alone.
    ///
    /// A single game's deviation is √2 times that of a pair's score. With τ the excess in deviations of a pair, the
    /// estimate's variance for n pairs is (1 − τ·skewness + τ²·(kurtosis − 1)/4) / n, by the delta method.
    pub fn normalised_elo(&self) -> Estimate {
        let excess = (self.mean - 0.5) / self.deviation;
        let variance =
            (1.0 - excess * self.skewness + excess * excess * (self.kurtosis - 1.0) / 4.0) / self.pairs;
        let scale = NORMALISED_ELO / std::f64::consts::SQRT_2;
        let margin = Z_95 * variance.max(0.0).sqrt();
        Estimate { value: excess * scale, low: (excess - margin) * scale, high: (excess + margin) * scale }
    }

    /// The probability that the player is the stronger one, given these pairs and no opinion beforehand: that a
    /// normal variable with the mean's value and standard error is above one half.
    pub fn likelihood_of_superiority(&self) -> f64 {
        normal_cdf((self.mean - 0.5) / self.standard_error())
    }

    fn standard_error(&self) -> f64 {
        self.deviation / self.pairs.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 4.0, 400.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
        // One to ten is what 400 points mean.
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!(elo_of_score(1.0).is_infinite() && elo_of_score(1.0) > 0.0);
        assert!(elo_of_score(0.0).is_infinite() && elo_of_score(0.0) < 0.0);
    }

    #[test]
    fn nothing_is_said_of_pairs_that_are_all_alike() {
        assert_eq!(PairScore::of(&PairTally::default()), None);
        assert_eq!(PairScore::of(&PairTally::new([0, 0, 12, 0, 0])), None);
        assert!(PairScore::of(&PairTally::new([0, 0, 12, 1, 0])).is_some());
    }

    #[test]
    fn the_other_view_is_the_mirror_image() {
        let tally = PairTally::new([31, 180, 402, 221, 44]);
        let (ours, theirs) = (PairScore::of(&tally).unwrap(), PairScore::of(&tally.reversed()).unwrap());
        for (a, b) in [(ours.elo(), theirs.elo()), (ours.normalised_elo(), theirs.normalised_elo())] {
            assert!((a.value + b.value).abs() < 1e-9);
            assert!((a.low + b.high).abs() < 1e-9);
        }
        let sum = ours.likelihood_of_superiority() + theirs.likelihood_of_superiority();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}
