//! Comparison with exhaustive negamax in every game.

use quadriga::base::Notation;
use quadriga::games::gomoku::{Freestyle, Renju, Standard};
use quadriga::games::{Chess, Xiangqi, Zhonggong};
use quadriga::search::{Feature, SearchGame};

use crate::exactness::{EXACT, EXACT_WITHOUT_CYCLES, check, check_root};
use crate::harness::Classical;

/// Checks `count` positions from random games of up to `plies` moves from each of these, searching up to `depth` plies.
fn check_from<G: SearchGame<Position: Notation>>(fens: &[&str], count: usize, plies: usize, depth: u32) {
    check_with::<G>(&EXACT, fens, count, plies, depth);
}

fn check_with<G: SearchGame<Position: Notation>>(
    features: &[Feature],
    fens: &[&str],
    count: usize,
    plies: usize,
    depth: u32,
) {
    let options = <G::Position as Notation>::Options::default();
    for (seed, fen) in fens.iter().enumerate() {
        let start = G::Position::from_fen(fen, &options).unwrap_or_else(|error| panic!("{fen}: {error}"));
        check::<G>(&start, features, count, plies, depth, seed as u64);
    }
}

/// The starting position's FEN.
fn start<G: SearchGame<Position: Notation>>() -> String {
    let options = <G::Position as Notation>::Options::default();
    G::Position::start(&options).fen(&options)
}

/// Endings with few pieces, in which mates, repetitions and positions without a legal move are a few plies away.
#[test]
fn chess_endings_equal_negamax() {
    let endings = [
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 b - - 96 90",
        "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
        "k7/8/1K6/8/8/8/8/6Rr w - - 0 1",
    ];
    check_from::<Classical<Chess>>(&endings, 60, 12, 4);
}

#[test]
fn chess_equals_negamax() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];
    check_from::<Classical<Chess>>(&positions, 60, 80, 3);
}

#[test]
fn xiangqi_endings_equal_negamax() {
    let endings = [
        "3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1",
        "3k5/4P4/9/9/9/9/9/4r4/4A4/4KA3 w - - 0 1",
        "4k4/9/4b4/9/9/9/9/9/3C5/3AK4 w - - 116 90",
        "2bak4/4P4/9/9/9/9/9/4p4/9/3K5 b - - 0 1",
    ];
    check_from::<Classical<Xiangqi>>(&endings, 60, 12, 4);
}

#[test]
fn xiangqi_equals_negamax() {
    let start = start::<Classical<Xiangqi>>();
    check_from::<Classical<Xiangqi>>(&[&start], 90, 120, 3);
}

#[test]
fn zhonggong_endings_equal_negamax() {
    let endings = [
        "9/9/9/4k4/9/4K4/9/9/9 w - - 0 1",
        "P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1",
        "PPPP5/4P4/9/4k3r/9/4K4/9/9/9 b - - 0 1",
        "4c4/4p4/9/4k4/9/3K5/9/9/4R4 b - - 115 60",
    ];
    check_from::<Classical<Zhonggong>>(&endings, 60, 12, 4);
}

#[test]
fn zhonggong_equals_negamax() {
    let start = start::<Classical<Zhonggong>>();
    check_from::<Classical<Zhonggong>>(&[&start], 120, 120, 3);
}

fn check_stones<G: SearchGame<Position: Notation>>() {
    check_with::<G>(&EXACT_WITHOUT_CYCLES, &["7/7/7/7/7/7/7 b 1"], 60, 30, 2);
    check_with::<G>(&EXACT_WITHOUT_CYCLES, &["6/6/2X3/2OX2/6/6 w 2"], 60, 30, 3);
}

#[test]
fn gomoku_equals_negamax() {
    check_stones::<Classical<Freestyle>>();
}

#[test]
fn standard_gomoku_equals_negamax() {
    check_stones::<Classical<Standard>>();
}

#[test]
fn renju_equals_negamax() {
    check_stones::<Classical<Renju>>();
}

/// All moves of positions from random games, starting with few enough pieces for two plies.
#[test]
fn the_root_of_every_game_equals_negamax() {
    fn check_at<G: SearchGame<Position: Notation>>(fen: &str, plies: usize) {
        let options = <G::Position as Notation>::Options::default();
        let start = G::Position::from_fen(fen, &options).unwrap_or_else(|error| panic!("{fen}: {error}"));
        check_root::<G>(&start, 40, plies, 2, 5);
    }
    check_at::<Classical<Chess>>("8/P6k/8/8/8/8/p6K/8 w - - 0 1", 12);
    check_at::<Classical<Chess>>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 40);
    check_at::<Classical<Xiangqi>>(&start::<Classical<Xiangqi>>(), 120);
    check_at::<Classical<Zhonggong>>(&start::<Classical<Zhonggong>>(), 120);
    check_at::<Classical<Zhonggong>>("P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1", 12);
    check_at::<Classical<Freestyle>>("6/6/2X3/2OX2/6/6 w 2", 30);
    check_at::<Classical<Renju>>("6/6/2X3/2OX2/6/6 w 2", 30);
}
