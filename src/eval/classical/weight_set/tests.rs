use std::collections::HashSet;
use std::fs;
use std::path::Path;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::*;
use crate::base::{MoveList, Notation, Position};
use crate::games::chess::ChessEvaluator;
use crate::games::gomoku::{Freestyle, GomokuEvaluator, Renju, Standard};
use crate::games::xiangqi::XiangqiEvaluator;
use crate::games::zhonggong::ZhonggongEvaluator;

/// A check to run for every evaluation.
trait Check {
    fn check<E: Fittable>(&self);
}

fn with_every_game(check: &impl Check) {
    check.check::<ChessEvaluator>();
    check.check::<XiangqiEvaluator>();
    check.check::<ZhonggongEvaluator>();
    check.check::<GomokuEvaluator<Freestyle>>();
    check.check::<GomokuEvaluator<Standard>>();
    check.check::<GomokuEvaluator<Renju>>();
}

/// Calls `look` with the positions of random games.
fn along_random_games<E: Fittable>(mut look: impl FnMut(&E::Position)) {
    let mut rng = SmallRng::seed_from_u64(4);
    for _ in 0..20 {
        let mut position = E::Position::start(&Default::default());
        for _ in 0..80 {
            look(&position);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(&m) = moves.choose(&mut rng) else { break };
            position.make(m, &mut ());
        }
    }
}

#[test]
fn weight_names_are_unique_and_values_within_bounds() {
    struct Names;
    impl Check for Names {
        fn check<E: Fittable>(&self) {
            let weights = E::FITTED.weights();
            let names: HashSet<_> = weights.iter().map(|weight| &weight.name).collect();
            assert_eq!(names.len(), weights.len(), "{}", E::FILE.path);
            for Weight { name, value, fitting } in &weights {
                assert!(
                    (fitting.least..=fitting.most).contains(value),
                    "{}: {name} is {value}",
                    E::FILE.path
                );
                assert!(fitting.unit > 0, "{}: {name}", E::FILE.path);
            }
        }
    }
    with_every_game(&Names);
}

#[test]
fn weights_survive_a_round_trip() {
    struct RoundTrip;
    impl Check for RoundTrip {
        fn check<E: Fittable>(&self) {
            let mut rng = SmallRng::seed_from_u64(5);
            let count = E::FITTED.weights().len();
            let values: Vec<i32> = (0..count).map(|_| rng.random_range(-999..999)).collect();
            let set = E::FITTED.with_values(&values);
            let read: Vec<i32> = set.weights().iter().map(|weight| weight.value).collect();
            assert_eq!(read, values, "{}", E::FILE.path);
            assert_eq!(set.with_values(&[]), set, "{}", E::FILE.path);
        }
    }
    with_every_game(&RoundTrip);
}

#[test]
fn names_lead_to_their_weights() {
    let weights = XiangqiEvaluator::FITTED.weights();
    let value = |name: &str| weights.iter().find(|weight| weight.name == name).map(|weight| weight.value);
    assert_eq!(value("pieces[4].end"), Some(XiangqiEvaluator::FITTED.pieces[4].end));
    assert_eq!(value("tempo"), Some(XiangqiEvaluator::FITTED.tempo));
    let renju = GomokuEvaluator::<Renju>::FITTED;
    let weights = renju.weights();
    let weight = weights.iter().find(|weight| weight.name == "white.waiting.threats[6][1]");
    assert_eq!(weight.map(|weight| weight.value), Some(renju.white.waiting.threats[6][1]));
}

#[test]
fn evaluating_once_equals_incremental_evaluation() {
    struct Same;
    impl Check for Same {
        fn check<E: Fittable>(&self) {
            let weights = E::built_in_weights();
            along_random_games::<E>(|position| {
                let fitted = E::new(&weights, position).evaluate(position).value();
                assert_eq!(E::evaluate_once(&weights, position), fitted, "{position:?}");
            });
        }
    }
    with_every_game(&Same);
}

#[test]
fn fitted_files_match_the_writers_output() {
    struct Written;
    impl Check for Written {
        fn check<E: Fittable>(&self) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(E::FILE.path);
            let text = fs::read_to_string(&path).expect("the file with the fitted weights");
            let origin = FittedFile::origin(&text);
            assert_eq!(E::FILE.text(&origin, E::WIN_SCALE, &E::FITTED), text, "{}", E::FILE.path);
        }
    }
    with_every_game(&Written);
}
