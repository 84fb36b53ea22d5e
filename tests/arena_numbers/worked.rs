//! Worked examples. The expected values come from an independent calculation in Python: `scipy.optimize.minimize`
//! (SLSQP) maximises the multinomial likelihood under each hypothesis directly, over distributions, without Lagrange
//! multipliers; the confidence intervals of normalised Elo come from a numerical gradient; the ratings from BFGS on the
//! likelihood and a matrix of second differences.

use quadriga::arena::stats::{
    Crosstable, EloScale, GamePoints, PairScore, PairTally, Sprt, expected_score, ratings,
};

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

struct Example {
    counts: [u64; 5],
    mean: f64,
    /// Value, lower and upper end.
    elo: [f64; 3],
    /// Value and margin.
    normalised: [f64; 2],
    superiority: f64,
    /// Log-likelihood ratios of [0, 5], [0, 10] and [−10, 0], in Elo and in normalised Elo.
    ratios: [[f64; 3]; 2],
}

const EXAMPLES: [Example; 3] = [
    Example {
        counts: [31, 180, 402, 221, 44],
        mean: 0.519_077_448_747,
        elo: [13.262_807_633_6, 3.026_641_648_2, 23.522_045_571_5],
        normalised: [21.058_013_871_7, 16.294_576_279_3],
        superiority: 0.994_454_748_295,
        ratios: [
            [1.962_075_160_69, 3.015_874_311_49, 6.593_335_300_40],
            [1.344_011_947_19, 2.325_685_868_42, 3.775_316_200_26],
        ],
    },
    Example {
        counts: [0, 3, 40, 9, 0],
        mean: 0.528_846_153_846,
        elo: [20.066_643_786_3, -1.973_567_940_7, 42.269_592_705_9],
        normalised: [60.788_564_501_1, 65.213_722_570_1],
        superiority: 0.962_811_328_374,
        ratios: [
            [0.666_129_996_695, 1.160_879_830_51, 1.514_585_067_11],
            [0.242_631_471_727, 0.465_516_709_866, 0.540_727_877_878],
        ],
    },
    Example {
        counts: [120, 90, 30, 12, 3],
        mean: 0.194_117_647_059,
        elo: [-247.282_650_911, -280.269_360_738, -217.737_348_126],
        normalised: [-329.466_246_287, 60.395_345_381],
        superiority: 0.0,
        ratios: [
            [-3.559_584_551_83, -7.174_118_170_82, -6.953_772_582_42],
            [-4.031_655_906_93, -8.161_200_926_76, -7.765_747_858_13],
        ],
    },
];

#[test]
fn elo_and_normalised_elo_with_their_bars() {
    for example in EXAMPLES {
        let score = PairScore::of(&PairTally::new(example.counts)).expect("results that differ");
        close(score.mean(), example.mean, 1e-11);
        let elo = score.elo();
        for (found, expected) in [elo.value, elo.low, elo.high].into_iter().zip(example.elo) {
            close(found, expected, 1e-8);
        }
        let normalised = score.normalised_elo();
        close(normalised.value, example.normalised[0], 1e-8);
        close(normalised.margin(), example.normalised[1], 1e-4);
        close(score.likelihood_of_superiority(), example.superiority, 1e-11);
    }
}

#[test]
fn log_likelihood_ratios() {
    let bounds = [[0.0, 5.0], [0.0, 10.0], [-10.0, 0.0]];
    for example in EXAMPLES {
        for (scale, ratios) in [EloScale::Elo, EloScale::Normalised].into_iter().zip(example.ratios) {
            for ([elo0, elo1], expected) in bounds.into_iter().zip(ratios) {
                let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, scale).expect("bounds in order");
                close(sprt.log_likelihood_ratio(&PairTally::new(example.counts)), expected, 2e-4);
            }
        }
    }
}

#[test]
fn walds_bounds() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, EloScale::Elo).expect("bounds in order");
    // ln(0.1/0.95) and ln(0.9/0.05).
    close(sprt.bounds()[0], -2.251_291_798_6, 1e-9);
    close(sprt.bounds()[1], 2.890_371_757_9, 1e-9);
}

#[test]
fn ratings_by_maximum_likelihood() {
    let mut table = Crosstable::new(4);
    for (player, opponent, wins, draws, losses) in
        [(0, 1, 9, 4, 7), (1, 2, 12, 2, 6), (2, 3, 3, 10, 2), (3, 0, 1, 1, 18), (0, 2, 5, 5, 5)]
    {
        for (points, count) in
            [(GamePoints::Win, wins), (GamePoints::Draw, draws), (GamePoints::Loss, losses)]
        {
            for _ in 0..count {
                table.add_game(player, opponent, points);
            }
        }
    }
    let expected = [
        (100.460_773_65, 76.637_274_85),
        (75.498_993_9, 89.137_745_68),
        (-21.339_146_91, 76.719_077_46),
        (-154.620_620_63, 105.470_475_97),
    ];
    for (rating, (value, margin)) in ratings(&table).into_iter().zip(expected) {
        assert!(rating.determined);
        close(rating.elo.value, value, 1e-4);
        close(rating.elo.margin(), margin, 1e-2);
    }
}

#[test]
fn a_hundred_elo_are_sixty_four_percent() {
    // The value given in every rating table.
    close(expected_score(100.0), 0.64, 1e-3);
}
