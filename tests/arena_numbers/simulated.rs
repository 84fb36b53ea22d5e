//! Simulated matches: the error rates of the SPRT, and the coverage of confidence intervals.

use quadriga::arena::stats::{
    Crosstable, EloScale, GamePoints, NORMALISED_ELO, PairScore, PairTally, Sprt, SprtDecision,
    expected_score, ratings,
};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pair results between equal players in a drawish game with openings that favour a side.
const EVEN: [f64; 5] = [0.05, 0.22, 0.46, 0.22, 0.05];

/// `EVEN` tilted exponentially so that `measure` of it is `target`.
fn tilted(measure: impl Fn(f64, f64) -> f64, target: f64) -> [f64; 5] {
    let at = |tilt: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| EVEN[i] * (tilt * SCORES[i]).exp());
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    let measured = |tilt: f64| {
        let shares = at(tilt);
        let mean: f64 = (0..5).map(|i| shares[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| shares[i] * (SCORES[i] - mean).powi(2)).sum();
        measure(mean, variance.sqrt())
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if measured(middle) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(low)
}

/// Pairs between players `elo` apart in this unit.
fn pairs_at(elo: f64, scale: EloScale) -> [f64; 5] {
    match scale {
        EloScale::Elo => tilted(|mean, _| mean, expected_score(elo)),
        EloScale::Normalised => {
            tilted(|mean, deviation| (mean - 0.5) / deviation / 2f64.sqrt() * NORMALISED_ELO, elo)
        }
    }
}

fn draw(shares: &[f64; 5], rng: &mut SmallRng) -> usize {
    let mut left: f64 = rng.random();
    for (index, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return index;
        }
    }
    4
}

/// The share of tests that end with `wrong` when the players are `elo` apart, and the mean number of pairs.
fn error_rate(sprt: &Sprt, elo: f64, wrong: SprtDecision, tests: u32) -> (f64, f64) {
    let shares = pairs_at(elo, sprt.scale());
    let (mut errors, mut pairs) = (0, 0);
    for test in 0..tests {
        let mut rng = SmallRng::seed_from_u64(u64::from(test));
        let mut tally = PairTally::default();
        let decision = loop {
            tally.counts[draw(&shares, &mut rng)] += 1;
            match sprt.decide(&tally) {
                SprtDecision::Open => {}
                decided => break decided,
            }
        };
        pairs += tally.pairs();
        errors += u32::from(decision == wrong);
    }
    (f64::from(errors) / f64::from(tests), pairs as f64 / f64::from(tests))
}

/// Asserts that a measured rate agrees with the nominal one: within its 99.9% confidence interval, widened downwards,
/// as the overshoot of the last pair beyond the bound can only make errors rarer.
#[track_caller]
fn assert_rate(rate: f64, nominal: f64, tests: u32) {
    let margin = 3.29 * (nominal * (1.0 - nominal) / f64::from(tests)).sqrt();
    assert!(rate <= nominal + margin, "{rate} errors where {nominal} are allowed");
    assert!(rate >= 0.88 * nominal - margin, "{rate} errors are far fewer than {nominal}");
}

#[test]
fn sprt_error_rates_in_elo_match_alpha_and_beta() {
    const TESTS: u32 = 3000;
    let sprt = Sprt::new(0.0, 12.0, 0.05, 0.1, EloScale::Elo).unwrap();
    let (false_positives, pairs) = error_rate(&sprt, 0.0, SprtDecision::AcceptH1, TESTS);
    assert_rate(false_positives, 0.05, TESTS);
    let (false_negatives, _) = error_rate(&sprt, 12.0, SprtDecision::AcceptH0, TESTS);
    assert_rate(false_negatives, 0.1, TESTS);
    // Wald's expectation under H0, ((1−α)·ln(β/(1−α)) + α·ln((1−β)/α)) / E[ratio per pair], where the latter is about
    // −(s1−s0)²/(2σ²) with s1−s0 = 0.01727 and σ² = 0.0525: 702 pairs.
    assert!((600.0..800.0).contains(&pairs), "{pairs} pairs");
}

#[test]
fn sprt_error_rates_in_normalised_elo_match_alpha_and_beta() {
    const TESTS: u32 = 2000;
    let sprt = Sprt::new(-20.0, 5.0, 0.05, 0.05, EloScale::Normalised).unwrap();
    let (false_positives, _) = error_rate(&sprt, -20.0, SprtDecision::AcceptH1, TESTS);
    assert_rate(false_positives, 0.05, TESTS);
    let (false_negatives, _) = error_rate(&sprt, 5.0, SprtDecision::AcceptH0, TESTS);
    assert_rate(false_negatives, 0.05, TESTS);
}

#[test]
fn confidence_intervals_have_their_coverage() {
    const MATCHES: u32 = 4000;
    let (mut elo_held, mut normalised_held, mut superior) = (0, 0, 0);
    let shares = pairs_at(30.0, EloScale::Elo);
    let truth: f64 = {
        let mean: f64 = (0..5).map(|i| shares[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| shares[i] * (SCORES[i] - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt() / 2f64.sqrt() * NORMALISED_ELO
    };
    let even = pairs_at(0.0, EloScale::Elo);
    for seed in 0..MATCHES {
        let mut rng = SmallRng::seed_from_u64(u64::from(seed));
        let (mut tally, mut even_tally) = (PairTally::default(), PairTally::default());
        for _ in 0..400 {
            tally.counts[draw(&shares, &mut rng)] += 1;
            even_tally.counts[draw(&even, &mut rng)] += 1;
        }
        let score = PairScore::of(&tally).unwrap();
        let (elo, normalised) = (score.elo(), score.normalised_elo());
        elo_held += u32::from(elo.low <= 30.0 && 30.0 <= elo.high);
        normalised_held += u32::from(normalised.low <= truth && truth <= normalised.high);
        superior += u32::from(PairScore::of(&even_tally).unwrap().likelihood_of_superiority() < 0.05);
    }
    // 3.29 standard deviations of a rate of 0.95 or 0.05 over 4000 matches are 0.0113.
    for (held, rate) in [(elo_held, 0.95), (normalised_held, 0.95), (superior, 0.05)] {
        let found = f64::from(held) / f64::from(MATCHES);
        assert!((found - rate).abs() < 0.0113, "{found} where {rate} was promised");
    }
}

#[test]
fn rating_intervals_have_their_coverage_without_draws() {
    const TOURNAMENTS: u32 = 1500;
    let truth = [80.0, 20.0, 0.0, -30.0, -70.0];
    let mut held = 0;
    for seed in 0..TOURNAMENTS {
        let mut rng = SmallRng::seed_from_u64(u64::from(seed));
        let mut table = Crosstable::new(truth.len());
        for player in 0..truth.len() {
            for opponent in 0..player {
                for _ in 0..60 {
                    let wins = rng.random::<f64>() < expected_score(truth[player] - truth[opponent]);
                    table.add_game(player, opponent, if wins { GamePoints::Win } else { GamePoints::Loss });
                }
            }
        }
        for (rating, truth) in ratings(&table).iter().zip(truth) {
            held += u32::from(rating.elo.low <= truth && truth <= rating.elo.high);
        }
    }
    let found = f64::from(held) / f64::from(TOURNAMENTS) / truth.len() as f64;
    assert!((found - 0.95).abs() < 0.015, "{found} of the bars hold the truth");
}
