use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMALISED_ELO, expected_score};
use super::tally::PairTally;

/// Replaces a count of zero, so that no result has probability zero.
const UNSEEN: f64 = 1e-3;

/// The unit of an SPRT's hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloScale {
    /// Elo, by [`expected_score`].
    #[default]
    Elo,
    /// Normalised Elo, by [`NORMALISED_ELO`].
    Normalised,
}

/// A sequential probability ratio test of two hypotheses about the Elo difference.
///
/// The log-likelihood ratio is the generalised one over the pentanomial counts: n·Σ p̂ᵢ·ln(p¹ᵢ/p⁰ᵢ), where p̂ are the
/// observed frequencies and p⁰, p¹ the maximum-likelihood distributions under each hypothesis. The test ends at Wald's
/// bounds, ln(β/(1−α)) and ln((1−β)/α).
///
/// Sources: A. Wald, "Sequential Analysis"; M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on
/// normalized Elo".
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SprtFields", into = "SprtFields")]
pub struct Sprt {
    fields: SprtFields,
}

/// The serialised settings of an SPRT.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtFields {
    elo0: f64,
    elo1: f64,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
    #[serde(default)]
    scale: EloScale,
}

fn five_percent() -> f64 {
    0.05
}

/// Invalid SPRT settings.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`, or one is not finite.
    #[error("sprt: elo0 ({0}) must be less than elo1 ({1}), both finite")]
    Bounds(f64, f64),
    /// An error rate is not between 0 and ½.
    #[error("sprt: {0} ({1}) must be between 0 and 0.5")]
    ErrorRate(&'static str, f64),
}

/// The decision of an SPRT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// None yet.
    Open,
    /// The difference is at most `elo0`.
    AcceptH0,
    /// The difference is at least `elo1`.
    AcceptH1,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, where `alpha` is the probability of accepting `elo1` if `elo0` is true, and
    /// `beta` that of the opposite error.
    ///
    /// # Errors
    ///
    /// If the hypotheses are out of order or an error rate is invalid.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: EloScale) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::ErrorRate(name, rate));
            }
        }
        Ok(Self { fields: SprtFields { elo0, elo1, alpha, beta, scale } })
    }

    /// The two hypotheses, in the unit of [`Sprt::scale`].
    pub const fn elo(&self) -> [f64; 2] {
        [self.fields.elo0, self.fields.elo1]
    }

    /// The unit of the hypotheses.
    pub const fn scale(&self) -> EloScale {
        self.fields.scale
    }

    /// The log-likelihood ratios at which the test accepts `elo0` and `elo1`.
    pub fn bounds(&self) -> [f64; 2] {
        let SprtFields { alpha, beta, .. } = self.fields;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The log-likelihood ratio of these pairs: positive in favour of `elo1`.
    pub fn log_likelihood_ratio(&self, tally: &PairTally) -> f64 {
        if tally.pairs() == 0 {
            return 0.0;
        }
        let weights = tally.counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = weights.iter().sum();
        let observed = weights.map(|weight| weight / total);
        let [under0, under1] = self.elo().map(|elo| match self.scale() {
            EloScale::Elo => max_likelihood_with_mean(&observed, expected_score(elo)),
            EloScale::Normalised => {
                max_likelihood_with_excess(&observed, elo / NORMALISED_ELO * std::f64::consts::SQRT_2)
            }
        });
        total * (0..5).map(|i| observed[i] * (under1[i] / under0[i]).ln()).sum::<f64>()
    }

    /// The decision for these pairs.
    pub fn decide(&self, tally: &PairTally) -> SprtDecision {
        let [lower, upper] = self.bounds();
        let ratio = self.log_likelihood_ratio(tally);
        if ratio <= lower {
            SprtDecision::AcceptH0
        } else if ratio >= upper {
            SprtDecision::AcceptH1
        } else {
            SprtDecision::Open
        }
    }
}

impl TryFrom<SprtFields> for Sprt {
    type Error = SprtError;

    fn try_from(fields: SprtFields) -> Result<Self, SprtError> {
        Self::new(fields.elo0, fields.elo1, fields.alpha, fields.beta, fields.scale)
    }
}

impl From<Sprt> for SprtFields {
    fn from(sprt: Sprt) -> Self {
        sprt.fields
    }
}

/// The five possible scores of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The maximum-likelihood distribution over the pair scores with this mean, given the observed frequencies.
fn max_likelihood_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    max_likelihood_with_zero_mean(observed, &SCORES.map(|score| score - mean))
}

/// The maximum-likelihood distribution under which `values` average zero: p̂ᵢ/(1+θ·vᵢ), by Lagrange multipliers, where
/// θ solves Σ p̂ᵢ·vᵢ/(1+θ·vᵢ) = 0. That sum falls from +∞ to −∞ between the two θ that make a denominator zero; there
/// must be values on both sides of zero.
fn max_likelihood_with_zero_mean(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (share, value) in observed.iter().zip(values) {
            let part = value / (1.0 + theta * value);
            sum += share * part;
            slope -= share * part * part;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        // A Newton step, or bisection if that leaves the bracket.
        let newton = theta - sum / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - theta).abs() <= 1e-13 * (1.0 + theta.abs()) {
            break;
        }
        theta = next;
    }
    std::array::from_fn(|i| observed[i] / (1.0 + theta * values[i]))
}

/// The maximum-likelihood distribution over the pair scores whose mean is `excess` of its own standard deviations above
/// ½.
///
/// The condition μ − ½ − excess·σ = 0 is not linear in the distribution, but at the optimum it may be replaced by its
/// tangent, in which outcome i has the weight aᵢ − ½ − excess·σ·(1 + ((aᵢ − μ)/σ)²)/2. Solved by fixed-point iteration
/// over μ and σ.
fn max_likelihood_with_excess(observed: &[f64; 5], excess: f64) -> [f64; 5] {
    let mut likeliest = [0.2; 5];
    for _ in 0..50 {
        let mean: f64 = (0..5).map(|i| likeliest[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| likeliest[i] * (SCORES[i] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let tangent =
            SCORES.map(|a| a - 0.5 - excess * deviation * (1.0 + ((a - mean) / deviation).powi(2)) / 2.0);
        let next = max_likelihood_with_zero_mean(observed, &tangent);
        let change = (0..5).map(|i| (next[i] - likeliest[i]).abs()).fold(0.0, f64::max);
        likeliest = next;
        if change < 1e-12 {
            break;
        }
    }
    likeliest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(distribution: &[f64; 5]) -> (f64, f64, f64) {
        let total: f64 = distribution.iter().sum();
        let mean: f64 = (0..5).map(|i| distribution[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| distribution[i] * (SCORES[i] - mean).powi(2)).sum();
        (total, mean, variance.sqrt())
    }

    const OBSERVED: [[f64; 5]; 3] =
        [[0.05, 0.2, 0.45, 0.22, 0.08], [0.001, 0.001, 0.996, 0.001, 0.001], [0.6, 0.3, 0.05, 0.03, 0.02]];

    #[test]
    fn the_likeliest_distribution_meets_its_condition() {
        for observed in OBSERVED {
            for mean in [0.2, 0.5, 0.507, 0.9] {
                let (total, found, _) = moments(&max_likelihood_with_mean(&observed, mean));
                assert!((total - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{observed:?} {mean}");
            }
            for excess in [-0.05, 0.0, 0.02, 0.2] {
                let (total, mean, deviation) = moments(&max_likelihood_with_excess(&observed, excess));
                assert!((total - 1.0).abs() < 1e-9, "{observed:?} {excess}: {total}");
                assert!((mean - 0.5 - excess * deviation).abs() < 1e-9, "{observed:?} {excess}");
            }
        }
    }

    #[test]
    fn no_other_distribution_that_meets_the_condition_is_likelier() {
        let likelihood =
            |observed: &[f64; 5], p: &[f64; 5]| -> f64 { (0..5).map(|i| observed[i] * p[i].ln()).sum() };
        // These preserve both the total and the mean.
        let directions = [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]];
        for observed in OBSERVED {
            let best = max_likelihood_with_mean(&observed, 0.51);
            for direction in directions {
                for step in [-1e-5, 1e-5] {
                    let other: [f64; 5] = std::array::from_fn(|i| best[i] + step * direction[i]);
                    assert!(likelihood(&observed, &other) < likelihood(&observed, &best));
                }
            }
        }
    }

    #[test]
    fn bad_settings_are_refused() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05, EloScale::Elo), Err(SprtError::Bounds(5.0, 5.0)));
        assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05, EloScale::Elo).is_err());
        assert!(matches!(
            Sprt::new(0.0, 5.0, 0.0, 0.05, EloScale::Elo),
            Err(SprtError::ErrorRate("alpha", _))
        ));
        assert!(matches!(
            Sprt::new(0.0, 5.0, 0.05, 0.5, EloScale::Elo),
            Err(SprtError::ErrorRate("beta", _))
        ));
    }

    #[test]
    fn sprt_is_open_without_pairs() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloScale::Elo).unwrap();
        assert!(sprt.log_likelihood_ratio(&PairTally::default()).abs() < 1e-12);
        assert_eq!(sprt.decide(&PairTally::default()), SprtDecision::Open);
    }
}
