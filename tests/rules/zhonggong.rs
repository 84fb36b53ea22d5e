//! Zhonggong xiangqi held against the rules page, its cases and a second implementation.

use quadriga::base::{MoveList, NoOptions, Position};
use quadriga::rules::perft;
use quadriga::rules::zhonggong::ZhonggongPosition;

use super::naive::Naive;
use super::naive::zhonggong::NaiveZhonggong;

const START: &str = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

fn naive_perft(position: &NaiveZhonggong, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|text| {
            let mut after = position.clone();
            after.play(text);
            naive_perft(&after, depth - 1)
        })
        .sum()
}

#[test]
fn naive_start() {
    for (depth, leaves) in [(1, 27), (2, 728), (3, 21434), (4, 626938)] {
        assert_eq!(naive_perft(&NaiveZhonggong::from_fen(START), depth), leaves);
    }
}

#[test]
fn cases() {
    let text = std::fs::read_to_string("../../shared/rules/cases/zhonggong.json").unwrap();
    let cases: serde_json::Value = serde_json::from_str(&text).unwrap();
    for case in cases.as_array().unwrap() {
        let fen = case["fen"].as_str().unwrap();
        let mut position = ZhonggongPosition::from_fen(fen, &NoOptions).unwrap();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut moves: Vec<_> = moves.into_iter().map(|m| position.move_text(m, &NoOptions)).collect();
        moves.sort();
        assert_eq!(serde_json::json!(moves), case["moves"], "{case}");
        assert_eq!(perft(&mut position, 3), case["perft3"].as_u64().unwrap(), "{case}");
    }
}

#[test]
fn start() {
    let mut position = ZhonggongPosition::start(&NoOptions);
    for (depth, leaves) in [(1, 27), (2, 728), (3, 21434), (4, 626938), (5, 19251762)] {
        let now = std::time::Instant::now();
        assert_eq!(perft(&mut position, depth), leaves);
        eprintln!("{} M/s", leaves as f64 / now.elapsed().as_secs_f64() / 1e6);
    }
}
