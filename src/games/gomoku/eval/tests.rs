use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::base::Notation;
use crate::eval::ClassicalEvaluator;
use crate::games::gomoku::{Freestyle, GomokuOptions, Renju, Standard};
use crate::search::Evaluator;

/// Stones by file and rank, on a board with this many points per side.
type Stones = Vec<(Side, usize, usize)>;

const SIZE: usize = 11;

fn evaluate<R: WeightedRule>(position: &GomokuPosition<R>) -> i32 {
    R::evaluate_once(&ClassicalEvaluator::<R>::built_in_weights(), position)
}

/// Random stones, equally many of each side so that Black is to move, without five in a row.
fn random_stones<R: WeightedRule>(rng: &mut SmallRng) -> Stones {
    loop {
        let mut stones = Stones::new();
        for number in 0..2 * rng.random_range(1..12) {
            let (file, rank) = (rng.random_range(2..SIZE - 2), rng.random_range(2..SIZE));
            if stones.iter().all(|&(_, f, r)| (f, r) != (file, rank)) {
                stones.push((Side::BOTH[number % 2], file, rank));
            }
        }
        let black = stones.iter().filter(|stone| stone.0 == Side::First).count();
        let sound = 2 * black == stones.len();
        if sound
            && GomokuPosition::<R>::from_fen(&fen(&stones), &GomokuOptions::default())
                .is_ok_and(|p| p.winner().is_none())
        {
            return stones;
        }
    }
}

fn fen(stones: &Stones) -> String {
    let letter = |file: usize, rank: usize| match stones.iter().find(|&&(_, f, r)| (f, r) == (file, rank)) {
        Some((Side::First, ..)) => "X",
        Some((Side::Second, ..)) => "O",
        None => "1",
    };
    let rank = |rank: usize| (0..SIZE).map(|file| letter(file, rank)).collect::<Vec<_>>().join("");
    // Consecutive runs of empty points must be merged into one number.
    let ranks = (0..SIZE).rev().map(rank).map(|text| merge_runs(&text)).collect::<Vec<_>>();
    format!("{} b", ranks.join("/"))
}

fn merge_runs(rank: &str) -> String {
    let mut merged = String::new();
    let mut run = 0;
    for c in rank.chars() {
        if c == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            merged += &run.to_string();
        }
        run = 0;
        merged.push(c);
    }
    if run > 0 { merged + &run.to_string() } else { merged }
}

fn position<R: WeightedRule>(stones: &Stones) -> GomokuPosition<R> {
    GomokuPosition::from_fen(&fen(stones), &GomokuOptions::default()).expect("a valid position")
}

fn each_random_position(seed: u64, mut check: impl FnMut(&mut SmallRng)) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for _ in 0..150 {
        check(&mut rng);
    }
}

#[test]
fn evaluation_is_symmetric_in_colours_if_the_rules_are() {
    fn check<R: WeightedRule>(rng: &mut SmallRng) {
        let stones = random_stones::<R>(rng);
        let swapped = stones.iter().map(|&(side, file, rank)| (!side, file, rank)).collect();
        let (one, other) = (position::<R>(&stones), position::<R>(&swapped));
        let sums = |position| PointSums::of(ClassicalEvaluator::<R>::built_in_weights().tables(), position);
        let [black, white] = sums(&one).0;
        assert_eq!(sums(&other), PointSums([white, black]), "{}", fen(&stones));
        for side in Side::BOTH {
            let [weights, swapped] = [side, !side].map(|side| *R::WEIGHTS.of(side));
            assert_eq!(weights.tempo, swapped.tempo);
            for (role, swapped) in [(&weights.moving, &swapped.moving), (&weights.waiting, &swapped.waiting)]
            {
                let (score, other) = (threats(&one, side, role), threats(&other, !side, swapped));
                assert_eq!(score, other, "{}", fen(&stones));
            }
        }
    }
    each_random_position(1, check::<Freestyle>);
    each_random_position(2, check::<Standard>);
}

#[test]
fn evaluation_is_symmetric_under_all_board_symmetries() {
    fn check<R: WeightedRule>(rng: &mut SmallRng) {
        let stones = random_stones::<R>(rng);
        let score = evaluate(&position::<R>(&stones));
        for view in 0..8 {
            let mirror = |at: usize, bit: usize| if view & bit != 0 { SIZE - 1 - at } else { at };
            let turned = stones.iter().map(|&(side, file, rank)| {
                let (file, rank) = (mirror(file, 1), mirror(rank, 2));
                if view & 4 != 0 { (side, rank, file) } else { (side, file, rank) }
            });
            assert_eq!(evaluate(&position::<R>(&turned.collect())), score, "{}, view {view}", fen(&stones));
        }
    }
    each_random_position(3, check::<Freestyle>);
    each_random_position(4, check::<Standard>);
    each_random_position(5, check::<Renju>);
}
