//! The logistic model of game results.

use super::selection::Sample;

/// The expected score for an advantage in logistic units.
pub(super) fn chance(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The cross-entropy in nats between `target`, from 0 to 1, and the expected score for `advantage`.
pub(super) fn loss(target: f64, advantage: f64) -> f64 {
    // ln(1 + e^a) − t·a, arranged so that it does not overflow for either sign of a.
    advantage.max(0.0) + (-advantage.abs()).exp().ln_1p() - target * advantage
}

/// Logistic units per unit of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slope(pub f64);

impl Slope {
    /// The slope for which an evaluation of `win_scale` has an expected score of 75%.
    pub fn of_win_scale(win_scale: f64) -> Self {
        Self(3.0_f64.ln() / win_scale)
    }

    /// The evaluation with an expected score of 75%.
    pub fn win_scale(self) -> f64 {
        3.0_f64.ln() / self.0
    }

    /// The maximum-likelihood slope for these scores and results, by Newton's method starting from `self`; `None` if
    /// better scores do not mean better results.
    pub fn fitted(self, samples: &[Vec<Sample>]) -> Option<Self> {
        let mut slope = self.0;
        for _ in 0..100 {
            let (mut gradient, mut curvature) = (0.0, 0.0);
            for &Sample { score, result } in samples.iter().flatten() {
                let chance = chance(slope * score);
                gradient += (chance - result) * score;
                curvature += chance * (1.0 - chance) * score * score;
            }
            let step = gradient / curvature;
            if !step.is_finite() {
                return None;
            }
            // Halve or double it at most: far from the solution, the curvature vanishes.
            let next = (slope - step).clamp(slope / 2.0, slope * 2.0);
            let is_settled = (next - slope).abs() < 1e-9 * slope;
            slope = next;
            if is_settled {
                break;
            }
        }
        // Outside this range, the scores contain no information about the results, or determine them completely.
        (1e-6..1.0).contains(&slope).then_some(Self(slope))
    }
}
