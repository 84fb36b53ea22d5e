//! Maximum-likelihood distributions over the scores of a pair of games under a hypothesis, given the observed
//! frequencies.
//!
//! Scores are relative to ½. Observed frequencies are positive and sum to one, and so are the resulting distributions.

/// The five possible scores of a pair, relative to ½.
const SCORES: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

/// The number of spreads, in each interval of them, at which a maximum over the spread is looked for first.
const SPREADS: usize = 16;

/// Smaller excesses are treated as zero.
const LEAST_EXCESS: f64 = 1e-12;

/// The likeliest distribution with mean `score`, between 0 and 1 exclusive.
pub(super) fn likeliest_with_mean(observed: &[f64; 5], score: f64) -> [f64; 5] {
    likeliest_with_zero_mean(observed, &SCORES.map(|value| value + 0.5 - score))
}

/// The likeliest distribution whose mean is `excess` of its own standard deviations above ½.
///
/// With m the mean and r the root mean square of the score relative to ½ (its *spread*), the condition is m = k·r for k
/// = excess/√(1 + excess²). As r ≤ (r² + u²)/(2u) for all u > 0, with equality only at u = r, a distribution satisfies
/// m ≥ k·r, for k > 0, if and only if it satisfies the linear condition m ≥ k·(r² + u²)/(2u) for some u. So if the
/// observed frequencies have a smaller excess, the likelihood must be maximised over u; if they have a greater one, the
/// conditions for all u hold together, the problem is convex, and the likelihood must be minimised over u. Either way,
/// r = u at the solution, and by the derivative of the likelihood with respect to u, the maxima are where r − u falls
/// through zero.
pub(super) fn likeliest_with_excess(observed: &[f64; 5], excess: f64) -> [f64; 5] {
    if excess.abs() < LEAST_EXCESS {
        return likeliest_with_zero_mean(observed, &SCORES);
    }
    if excess < 0.0 {
        let mut mirrored = *observed;
        mirrored.reverse();
        let mut likeliest = likeliest_with_excess(&mirrored, -excess);
        likeliest.reverse();
        return likeliest;
    }
    let root = excess.hypot(1.0);
    let mut condition = SpreadCondition { observed, ratio: excess / root, theta: 0.0 };
    let mean = mean_of(observed, |score| score);
    let square = mean_of(observed, |score| score * score);
    if mean > condition.ratio * square.sqrt() {
        // The linear condition excludes the observed frequencies for the u in this interval.
        let width = (mean * mean - condition.ratio * condition.ratio * square).max(0.0).sqrt();
        let high = (mean + width) / condition.ratio;
        return condition.solution((square / high, None), (high.min(SCORES[4]), None));
    }
    // A score b > 0 can satisfy the linear condition if u is between b·least and b/least.
    let least = excess / (root + 1.0);
    let [middle, top] = [SCORES[3], SCORES[4]];
    let intervals = if top * least <= middle / least {
        [Some((middle * least, top)), None]
    } else {
        [Some((middle * least, middle / least)), Some((top * least, top))]
    };
    let found = intervals.into_iter().flatten().filter_map(|(low, high)| condition.best_between(low, high));
    let best = found.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map_or(*observed, |(_, likeliest)| likeliest)
}

/// The condition that the mean equals `ratio`, between 0 and 1, times the spread.
struct SpreadCondition<'a> {
    observed: &'a [f64; 5],
    ratio: f64,
    /// The multiplier of the last distribution, at which the search for the next one starts.
    theta: f64,
}

/// The likeliest distribution under the linear condition for some u.
#[derive(Clone, Copy)]
struct Candidate {
    u: f64,
    likeliest: [f64; 5],
    /// The excess of its spread over u.
    excess: f64,
}

impl SpreadCondition<'_> {
    fn candidate(&mut self, u: f64) -> Candidate {
        let values = SCORES.map(|score| score - self.ratio * (score * score + u * u) / (2.0 * u));
        self.theta = multiplier(self.observed, &values, self.theta);
        let likeliest = std::array::from_fn(|i| self.observed[i] / (1.0 + self.theta * values[i]));
        Candidate { u, likeliest, excess: mean_of(&likeliest, |score| score * score).sqrt() - u }
    }

    /// The candidate whose spread is u itself: it exceeds u at `low`, but not at `high`. If candidates are given there,
    /// their excesses guide the search, by regula falsi with the weights of the Illinois method.
    fn solution(&mut self, low: (f64, Option<f64>), high: (f64, Option<f64>)) -> [f64; 5] {
        let (mut low, mut high) = (low, high);
        let mut last_was_low = None;
        let mut found = self.candidate((low.0 * high.0).sqrt());
        for _ in 0..60 {
            let is_low = found.excess > 0.0;
            let (moved, other) = if is_low { (&mut low, &mut high) } else { (&mut high, &mut low) };
            *moved = (found.u, Some(found.excess));
            if last_was_low == Some(is_low) {
                other.1 = other.1.map(|excess| excess / 2.0);
            }
            last_was_low = Some(is_low);
            let secant = low
                .1
                .zip(high.1)
                .map(|(at_low, at_high)| (low.0 * at_high - high.0 * at_low) / (at_high - at_low));
            let middle = (low.0 * high.0).sqrt();
            let next = secant.filter(|&u| low.0 < u && u < high.0).unwrap_or(middle);
            if found.excess.abs() <= 1e-14 || !(low.0 < next && next < high.0) {
                break;
            }
            found = self.candidate(next);
        }
        found.likeliest
    }

    /// The likeliest of the maxima between two spreads, with the logarithm of its likelihood. At the spreads, the
    /// likelihood is zero or, at the upper one, at least falling.
    fn best_between(&mut self, low: f64, high: f64) -> Option<(f64, [f64; 5])> {
        let mut best: Option<(f64, [f64; 5])> = None;
        let mut before = (low, None);
        let mut rises = true;
        for index in 1..=SPREADS {
            let u = low * (high / low).powf(index as f64 / SPREADS as f64);
            let excess = (index < SPREADS).then(|| self.candidate(u).excess);
            let goes_on = excess.is_some_and(|excess| excess > 0.0);
            if rises && !goes_on {
                let likeliest = self.solution(before, (u, excess));
                let likelihood = self.observed.iter().zip(likeliest).map(|(share, p)| share * p.ln()).sum();
                if best.is_none_or(|(other, _)| likelihood > other) {
                    best = Some((likelihood, likeliest));
                }
            }
            (before, rises) = ((u, excess), goes_on);
        }
        best
    }
}

fn mean_of(distribution: &[f64; 5], value: impl Fn(f64) -> f64) -> f64 {
    distribution.iter().zip(SCORES).map(|(share, score)| share * value(score)).sum()
}

/// The likeliest distribution under which `values` average zero: p̂ᵢ/(1+θ·vᵢ), by Lagrange multipliers.
fn likeliest_with_zero_mean(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let theta = multiplier(observed, values, 0.0);
    std::array::from_fn(|i| observed[i] / (1.0 + theta * values[i]))
}

/// The θ that solves Σ p̂ᵢ·vᵢ/(1+θ·vᵢ) = 0; `start` is a guess. The sum falls from +∞ to −∞ between the two θ that make
/// a denominator zero, and no step leaves this interval; there must be values on both sides of zero.
fn multiplier(observed: &[f64; 5], values: &[f64; 5], start: f64) -> f64 {
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let ends = [low, high];
    let mut next = if low < start && start < high { start } else { 0.0 };
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        let mut is_inside = true;
        for (share, value) in observed.iter().zip(values) {
            let denominator = 1.0 + next * value;
            is_inside &= denominator > 0.0;
            let part = value / denominator;
            sum += share * part;
            slope -= share * part * part;
        }
        // At an end of the interval, a denominator may be rounded to zero.
        let is_low = if is_inside { sum > 0.0 } else { next < 0.0 };
        if is_low {
            low = next;
        } else {
            high = next;
        }
        // A Newton step, or bisection if that leaves the interval.
        let newton = next - sum / slope;
        let step = (newton - next).abs();
        if is_inside {
            theta = next;
            let room = (next - ends[0]).min(ends[1] - next);
            if step <= 1e-13 * room || step <= f64::EPSILON * next.abs() {
                break;
            }
        }
        next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if !(low < next && next < high) {
            break;
        }
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(distribution: &[f64; 5]) -> (f64, f64, f64) {
        let total: f64 = distribution.iter().sum();
        let mean = mean_of(distribution, |score| score);
        let variance = mean_of(distribution, |score| (score - mean).powi(2));
        (total, mean + 0.5, variance.sqrt())
    }

    const OBSERVED: [[f64; 5]; 4] = [
        [0.05, 0.2, 0.45, 0.22, 0.08],
        [0.001, 0.001, 0.996, 0.001, 0.001],
        [0.6, 0.3, 0.05, 0.03, 0.02],
        [0.000_3, 0.000_3, 0.000_3, 0.000_3, 0.998_8],
    ];

    #[test]
    fn the_likeliest_distribution_meets_its_condition() {
        for observed in OBSERVED {
            for mean in [0.000_2, 0.2, 0.5, 0.507, 0.9, 0.999_8] {
                let (total, found, _) = moments(&likeliest_with_mean(&observed, mean));
                assert!((total - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{observed:?} {mean}");
            }
            for excess in [-6.0, -2.0, -0.05, -1e-9, 0.0, 1e-9, 0.02, 0.2, 1.0, 3.0, 6.0] {
                let (total, mean, deviation) = moments(&likeliest_with_excess(&observed, excess));
                assert!((total - 1.0).abs() < 1e-9, "{observed:?} {excess}: {total}");
                assert!((mean - 0.5 - excess * deviation).abs() < 1e-9, "{observed:?} {excess}");
            }
        }
    }

    #[test]
    fn no_other_distribution_satisfying_the_condition_is_likelier() {
        let likelihood =
            |observed: &[f64; 5], p: &[f64; 5]| -> f64 { (0..5).map(|i| observed[i] * p[i].ln()).sum() };
        // These preserve both the total and the mean.
        let directions = [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]];
        for observed in OBSERVED {
            let best = likeliest_with_mean(&observed, 0.51);
            for direction in directions {
                for step in [-1e-5, 1e-5] {
                    let other: [f64; 5] = std::array::from_fn(|i| best[i] + step * direction[i]);
                    assert!(likelihood(&observed, &other) < likelihood(&observed, &best));
                }
            }
        }
    }
}
