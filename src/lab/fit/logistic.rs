//! Chances, and how well they tell results.

use super::samples::Sample;

/// The chance to win, draws counted as half, that goes with an advantage of `advantage` in logistic units.
pub(super) fn chance(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The cross-entropy between `target`, 0 to 1, and the chance that goes with `advantage`, in nats.
pub(super) fn loss(target: f64, advantage: f64) -> f64 {
    // ln(1 + e^a) − t·a, written so that neither sign of a overflows.
    advantage.max(0.0) + (-advantage.abs()).exp().ln_1p() - target * advantage
}

/// How many logistic units one unit of the evaluation is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slope(pub f64);

impl Slope {
    /// The slope under which an evaluation of `win_scale` wins three of four games.
    pub fn of_win_scale(win_scale: f64) -> Self {
        Self(3.0_f64.ln() / win_scale)
    }

    /// The evaluation at which three of four games are won.
    pub fn win_scale(self) -> f64 {
        3.0_f64.ln() / self.0
    }

    /// The slope under which scores tell results best, by Newton's method from `self` on; nothing where better scores do
    /// not mean better results.
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
            // No more than halved or doubled at once: far away the curvature vanishes.
            let next = (slope - step).clamp(slope / 2.0, slope * 2.0);
            let is_settled = (next - slope).abs() < 1e-9 * slope;
            slope = next;
            if is_settled {
                break;
            }
        }
        // Beyond these the scores mean nothing, or leave no doubt.
        (1e-6..1.0).contains(&slope).then_some(Self(slope))
    }
}
