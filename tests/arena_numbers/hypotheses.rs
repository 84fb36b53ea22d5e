//! The SPRT's log-likelihood ratio against a slow search that knows nothing of Lagrange multipliers: for every spread
//! of the scores it searches all distributions with this spread and the mean that the hypothesis asks for.

use quadriga::arena::stats::{EloScale, NORMALISED_ELO, PairTally, Sprt, SprtDecision, expected_score};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A function of two variables, a + b·x + c·y.
type Plane = [f64; 3];

fn at(plane: Plane, x: f64, y: f64) -> f64 {
    plane[0] + plane[1] * x + plane[2] * y
}

/// The maximum of a function with one maximum, by golden sections.
fn maximum(mut low: f64, mut high: f64, steps: usize, mut value: impl FnMut(f64) -> f64) -> f64 {
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..steps {
        if at_left > at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = value(right);
        }
    }
    at_left.max(at_right)
}

/// The greatest Σ wᵢ·ln pᵢ over the distributions whose score from ½ has this mean and this root mean square.
fn likelihood(weights: &[f64; 5], mean: f64, spread: f64) -> f64 {
    // With x and y the shares of the lowest and the highest score, those of the others follow from total, mean and
    // square.
    let near = [16.0 * spread * spread, -4.0, -4.0];
    let excess = [4.0 * mean, 2.0, -2.0];
    let half = |sign: f64| -> Plane { std::array::from_fn(|i| f64::midpoint(near[i], sign * excess[i])) };
    let middle = [1.0 - near[0], -1.0 - near[1], -1.0 - near[2]];
    let shares = [[0.0, 1.0, 0.0], half(-1.0), middle, half(1.0), [0.0, 0.0, 1.0]];
    // The corners of the polygon in which no share is negative.
    let mut range = (f64::INFINITY, f64::NEG_INFINITY);
    for (index, one) in shares.iter().enumerate() {
        for other in &shares[..index] {
            let determinant = one[1] * other[2] - one[2] * other[1];
            let x = (one[2] * other[0] - one[0] * other[2]) / determinant;
            let y = (one[0] * other[1] - one[1] * other[0]) / determinant;
            if shares.iter().all(|&share| at(share, x, y) >= -1e-12) {
                range = (range.0.min(x), range.1.max(x));
            }
        }
    }
    if range.0 >= range.1 {
        return f64::NEG_INFINITY;
    }
    maximum(range.0, range.1, 34, |x| {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for [a, b, c] in shares {
            let end = -(a + b * x) / c;
            if c > 0.0 {
                low = low.max(end);
            } else if c < 0.0 {
                high = high.min(end);
            }
        }
        maximum(low, high, 34, |y| {
            let logarithm = |(&weight, &share): (&f64, &Plane)| weight * at(share, x, y).max(0.0).ln();
            weights.iter().zip(&shares).map(logarithm).sum()
        })
    })
}

/// The greatest likelihood under a hypothesis about the mean, from ½.
fn supremum_with_mean(weights: &[f64; 5], mean: f64) -> f64 {
    // The least spread is that of a mixture of the scores next to the mean. The likelihood has one maximum.
    let below = (4.0 * mean).floor() / 4.0;
    let share = (mean - below) / 0.25;
    let least = ((1.0 - share) * below * below + share * (below + 0.25).powi(2)).sqrt();
    maximum(least, 0.5, 50, |spread| likelihood(weights, mean, spread))
}

/// The greatest likelihood under a hypothesis that gives the mean for each spread.
fn supremum(weights: &[f64; 5], mean: impl Fn(f64) -> f64) -> f64 {
    // Results of one kind have small spreads, and far hypotheses few that are possible.
    let small = (0..40).map(|index| 1e-4 * 25f64.powf(f64::from(index) / 20.0));
    let spreads: Vec<f64> = small.chain((13..=100).map(|index| f64::from(index) / 200.0)).collect();
    let value = |spread: f64| likelihood(weights, mean(spread), spread);
    let values: Vec<f64> = spreads.iter().map(|&spread| value(spread)).collect();
    let beside = |index: usize| [index.saturating_sub(1), (index + 1).min(spreads.len() - 1)];
    let is_peak = |&index: &usize| {
        values[index].is_finite() && beside(index).iter().all(|&other| values[other] <= values[index])
    };
    let refined = (0..spreads.len()).filter(is_peak).map(|peak| {
        let [low, high] = beside(peak).map(|index| spreads[index]);
        maximum(low, high, 30, value)
    });
    refined.fold(f64::NEG_INFINITY, f64::max)
}

fn slow_ratio(counts: [u64; 5], bounds: [f64; 2], scale: EloScale) -> f64 {
    let weights = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let [under0, under1] = bounds.map(|elo| match scale {
        EloScale::Elo => supremum_with_mean(&weights, expected_score(elo) - 0.5),
        EloScale::Normalised => {
            let excess = elo / NORMALISED_ELO * 2f64.sqrt();
            supremum(&weights, |spread| excess / (1.0 + excess * excess).sqrt() * spread)
        }
    });
    under1 - under0
}

fn ratio(counts: [u64; 5], [elo0, elo1]: [f64; 2], scale: EloScale) -> (f64, SprtDecision) {
    let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, scale).expect("bounds in order");
    let tally = PairTally::new(counts);
    (sprt.log_likelihood_ratio(&tally), sprt.decide(&tally))
}

#[test]
fn far_hypotheses_are_tested() {
    let examples = [
        ([3, 0, 0, 0, 0], [100.0, 700.0], -7.210, SprtDecision::AcceptH0),
        ([0, 0, 0, 0, 5], [-700.0, 0.0], 14.380, SprtDecision::AcceptH1),
        ([2, 3, 1, 0, 0], [0.0, 260.0], -6.679, SprtDecision::AcceptH0),
    ];
    for (counts, bounds, expected, decision) in examples {
        let found = ratio(counts, bounds, EloScale::Normalised);
        assert!((found.0 - expected).abs() < 2e-3 && found.1 == decision, "{counts:?} {bounds:?}: {found:?}");
        assert!((slow_ratio(counts, bounds, EloScale::Normalised) - expected).abs() < 2e-3);
    }
}

#[test]
fn ratios_are_those_of_a_slow_search() {
    let mut rng = SmallRng::seed_from_u64(11);
    for _ in 0..80 {
        let size = *[1, 3, 10, 100, 1000].get(rng.random_range(0..5)).expect("there are five");
        let shares: [f64; 5] = std::array::from_fn(|_| rng.random::<f64>().powi(3));
        let total: f64 = shares.iter().sum();
        let counts = shares.map(|share| (size as f64 * share / total).round() as u64);
        let range = *[20.0, 300.0, 1500.0].get(rng.random_range(0..3)).expect("there are three");
        let (one, other): (f64, f64) = (rng.random_range(-range..range), rng.random_range(-range..range));
        let bounds = [one.min(other), one.max(other)];
        let scale = if rng.random() { EloScale::Normalised } else { EloScale::Elo };
        let (found, expected) = (ratio(counts, bounds, scale).0, slow_ratio(counts, bounds, scale));
        let pairs = counts.iter().sum::<u64>() as f64;
        assert!(
            pairs == 0.0 || (found - expected).abs() <= 1e-3 + 1e-5 * pairs,
            "{counts:?} {bounds:?} {scale:?}: {found}, not {expected}"
        );
    }
}

#[test]
fn ratios_of_the_mirrored_match_are_opposite_and_finite() {
    let mut rng = SmallRng::seed_from_u64(12);
    for _ in 0..1000 {
        let counts: [u64; 5] = std::array::from_fn(|_| match rng.random_range(0..3) {
            0 => 0,
            1 => rng.random_range(0..20),
            _ => 1 << rng.random_range(0..30),
        });
        let (one, other): (f64, f64) = (rng.random_range(-3000.0..3000.0), rng.random_range(-3000.0..3000.0));
        let [low, high] = [one.min(other), one.max(other)];
        for scale in [EloScale::Normalised, EloScale::Elo] {
            let (found, decision) = ratio(counts, [low, high], scale);
            assert!(found.is_finite() && decision != SprtDecision::Undefined, "{counts:?} {low} {high}");
            let mut mirrored = counts;
            mirrored.reverse();
            let opposite = ratio(mirrored, [-high, -low], scale).0;
            assert!(
                (found + opposite).abs() <= 1e-6 * (1.0 + found.abs()),
                "{counts:?} {low} {high} {scale:?}: {found} and {opposite}"
            );
        }
    }
}
