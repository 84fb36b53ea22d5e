use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMALISED_ELO, expected_score};
use super::likelihood::{likeliest_with_excess, likeliest_with_mean};
use super::tally::PairTally;

/// Replaces a count of zero, so that no result has zero probability.
const UNSEEN: f64 = 1e-3;

/// The greatest difference allowed in a hypothesis, in either unit: an expected score of 1 − 3·10⁻⁸.
const MAX_ELO: f64 = 3000.0;

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

/// Why the settings of an SPRT are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`, or one is out of range.
    #[error("sprt: elo0 ({0}) must be less than elo1 ({1}), both from −{MAX_ELO} to {MAX_ELO}")]
    Bounds(f64, f64),
    /// An error rate is not between 0 and ½.
    #[error("sprt: {0} ({1}) must be between 0 and 0.5")]
    ErrorRate(&'static str, f64),
    /// The log-likelihood ratio is undefined ([`SprtDecision::Undefined`]).
    #[error("sprt: the log-likelihood ratio of the pairs {0:?} is not a finite number")]
    Undefined([u64; 5]),
}

/// The decision of an SPRT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtDecision {
    /// No decision yet.
    Open,
    /// The difference is at most `elo0`.
    AcceptH0,
    /// The difference is at least `elo1`.
    AcceptH1,
    /// No decision, because the log-likelihood ratio is not a number; the test cannot continue.
    Undefined,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, where `alpha` is the probability of accepting `elo1` if `elo0` is true, and
    /// `beta` that of the opposite error.
    ///
    /// # Errors
    ///
    /// If the hypotheses are out of order or out of range, or an error rate is invalid.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: EloScale) -> Result<Self, SprtError> {
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
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
            EloScale::Elo => likeliest_with_mean(&observed, expected_score(elo)),
            EloScale::Normalised => {
                likeliest_with_excess(&observed, elo / NORMALISED_ELO * std::f64::consts::SQRT_2)
            }
        });
        total * (0..5).map(|i| observed[i] * (under1[i] / under0[i]).ln()).sum::<f64>()
    }

    /// The decision for these pairs.
    pub fn decide(&self, tally: &PairTally) -> SprtDecision {
        self.decide_by(self.log_likelihood_ratio(tally))
    }

    /// The decision for this log-likelihood ratio.
    fn decide_by(&self, ratio: f64) -> SprtDecision {
        let [lower, upper] = self.bounds();
        if !ratio.is_finite() {
            SprtDecision::Undefined
        } else if ratio <= lower {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_settings_are_refused() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05, EloScale::Elo), Err(SprtError::Bounds(5.0, 5.0)));
        for (elo0, elo1) in [(f64::NAN, 5.0), (0.0, f64::NAN), (f64::NEG_INFINITY, 0.0), (0.0, 3001.0)] {
            let message = Sprt::new(elo0, elo1, 0.05, 0.05, EloScale::Elo).unwrap_err().to_string();
            assert!(message.contains("from −3000 to 3000"), "{message}");
        }
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
    #[test]
    fn sprt_without_a_ratio_is_not_open() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloScale::Normalised).unwrap();
        for ratio in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(sprt.decide_by(ratio), SprtDecision::Undefined);
        }
        assert_eq!(sprt.decide_by(2.0), SprtDecision::Open);
    }
}
