//! The rules of xiangqi.

use quadriga::base::{GameOptions, MoveList, Outcome, Position, Reason, SearchPosition, Side, Verdict};
use quadriga::rules::perft;
use quadriga::rules::xiangqi::{XiangqiOptions, XiangqiPosition};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn position(fen: &str) -> XiangqiPosition {
    XiangqiPosition::from_fen(fen, &XiangqiOptions::default())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn xiangqi_perft_from_the_start() {
    let mut start = position(START);
    for (depth, leaves) in [(1, 44), (2, 1920), (3, 79_666), (4, 3_290_240), (5, 133_312_995)] {
        assert_eq!(perft(&mut start, depth), leaves, "depth {depth}");
    }
}
