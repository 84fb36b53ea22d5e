use std::collections::HashSet;
use std::fs;
use std::path::Path;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::eval::GameEvaluation;
use crate::eval::tests::for_every_game;
use crate::games::{Renju, Xiangqi};

#[test]
fn weight_names_are_unique_and_values_within_bounds() {
    fn check<E: GameEvaluation>() {
        let weights = E::FITTED.weights();
        let names: HashSet<_> = weights.iter().map(|weight| &weight.name).collect();
        assert_eq!(names.len(), weights.len(), "{}", E::FILE.path);
        for Weight { name, value, fitting } in &weights {
            assert!((fitting.least..=fitting.most).contains(value), "{}: {name} is {value}", E::FILE.path);
            assert!(fitting.unit > 0, "{}: {name}", E::FILE.path);
        }
    }
    for_every_game!(check);
}

#[test]
fn weights_survive_a_round_trip() {
    fn check<E: GameEvaluation>() {
        let mut rng = SmallRng::seed_from_u64(5);
        let count = E::FITTED.weights().len();
        let values: Vec<i32> = (0..count).map(|_| rng.random_range(-999..999)).collect();
        let set = E::FITTED.with_values(&values);
        let read: Vec<i32> = set.weights().iter().map(|weight| weight.value).collect();
        assert_eq!(read, values, "{}", E::FILE.path);
        assert_eq!(set.with_values(&[]), set, "{}", E::FILE.path);
    }
    for_every_game!(check);
}

#[test]
fn names_lead_to_their_weights() {
    let weights = Xiangqi::FITTED.weights();
    let value = |name: &str| weights.iter().find(|weight| weight.name == name).map(|weight| weight.value);
    assert_eq!(value("pieces[4].end"), Some(Xiangqi::FITTED.pieces[4].end));
    assert_eq!(value("tempo"), Some(Xiangqi::FITTED.tempo));
    let renju = <Renju as GameEvaluation>::FITTED;
    let weights = renju.weights();
    let weight = weights.iter().find(|weight| weight.name == "white.waiting.threats[6][1]");
    assert_eq!(weight.map(|weight| weight.value), Some(renju.white.waiting.threats[6][1]));
}

#[test]
fn fitted_files_match_the_writers_output() {
    fn check<E: GameEvaluation>() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(E::FILE.path);
        let text = fs::read_to_string(&path).expect("the file with the fitted weights");
        let origin = FittedFile::origin(&text);
        assert_eq!(E::FILE.text(&origin, E::WIN_SCALE, &E::FITTED), text, "{}", E::FILE.path);
    }
    for_every_game!(check);
}
