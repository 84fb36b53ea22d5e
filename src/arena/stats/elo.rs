use super::normal::{Z_95, normal_cdf};
use super::tally::PairTally;

/// The factor from an excess in standard deviations of a single game's score to normalised Elo: 800 / ln 10, for which
/// normalised Elo and Elo agree near equality if there are no draws.
///
/// Source: M. Van den Bergh, "Comments on normalized Elo".
pub const NORMALISED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The expected score of a player who is `elo` points stronger, 1 / (1 + 10^(−elo/400)).
///
/// Source: A. Elo, "The Rating of Chessplayers", in the logistic form.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The inverse of [`expected_score`]: infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// An estimate with its 95% confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval: the number after ±.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Mean and moments of a player's score over pairs, where a pair's score is its points divided by two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairScore {
    pairs: f64,
    mean: f64,
    /// The standard deviation of a pair's score.
    deviation: f64,
    /// The third and fourth central moments, divided by the third and fourth power of the deviation.
    skewness: f64,
    kurtosis: f64,
}

impl PairScore {
    /// Computes these from pair counts; `None` if there are no pairs or all have the same score, since the deviation
    /// cannot be estimated then.
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

    /// The mean score, from 0 to 1.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The Elo difference. The interval is that of the mean score, which is approximately normal, mapped by
    /// [`elo_of_score`].
    pub fn elo(&self) -> Estimate {
        let margin = Z_95 * self.standard_error();
        Estimate {
            value: elo_of_score(self.mean),
            low: elo_of_score((self.mean - margin).max(0.0)),
            high: elo_of_score((self.mean + margin).min(1.0)),
        }
    }

    /// The normalised Elo difference: the excess of the mean over ½ in standard deviations of a single game's score,
    /// times [`NORMALISED_ELO`]. It alone determines how many games an SPRT takes.
    ///
    /// The deviation of a single game's score is √2 times that of a pair's. With τ the excess in deviations of a pair,
    /// the variance of the estimate for n pairs is (1 − τ·skewness + τ²·(kurtosis − 1)/4) / n, by the delta method.
    pub fn normalised_elo(&self) -> Estimate {
        let excess = (self.mean - 0.5) / self.deviation;
        let variance =
            (1.0 - excess * self.skewness + excess * excess * (self.kurtosis - 1.0) / 4.0) / self.pairs;
        let scale = NORMALISED_ELO / std::f64::consts::SQRT_2;
        let margin = Z_95 * variance.max(0.0).sqrt();
        Estimate { value: excess * scale, low: (excess - margin) * scale, high: (excess + margin) * scale }
    }

    /// The likelihood of superiority: the probability that a normal variable with the estimated mean and standard error
    /// exceeds ½.
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
        // Odds of ten to one are 400 points.
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!(elo_of_score(1.0).is_infinite() && elo_of_score(1.0) > 0.0);
        assert!(elo_of_score(0.0).is_infinite() && elo_of_score(0.0) < 0.0);
    }

    #[test]
    fn no_estimate_from_identical_pairs() {
        assert_eq!(PairScore::of(&PairTally::default()), None);
        assert_eq!(PairScore::of(&PairTally::new([0, 0, 12, 0, 0])), None);
        assert!(PairScore::of(&PairTally::new([0, 0, 12, 1, 0])).is_some());
    }

    #[test]
    fn reversing_the_pairs_negates_the_estimate() {
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
