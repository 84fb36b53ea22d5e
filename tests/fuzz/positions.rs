//! A FEN in the first line and a move's text in the second, in every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadriga::base::Notation;
use quadriga::games::chess::ChessPosition;
use quadriga::games::gomoku::{Freestyle, GomokuPosition, Renju, Standard};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;

fn check<P: Notation>(fen: &str, text: &str) {
    let options = P::Options::default();
    let Ok(position) = P::from_fen(fen, &options) else { return };
    let written = position.fen(&options);
    let again = P::from_fen(&written, &options).expect("a position's own FEN is read");
    assert_eq!((again.fen(&options), again.key()), (written, position.key()));
    assert_eq!(position.key(), position.recomputed_key());
    position.verdict();
    position.diagram(&options);
    position.facts(&options);
    position.fatal_move(text, &options);
    if let Ok(m) = position.parse_move(text, &options) {
        assert!(position.is_legal(m));
        assert_eq!(position.parse_move(&position.move_text(m, &options), &options), Ok(m));
        assert_eq!(position.parse_move(&position.move_name(m, &options), &options), Ok(m));
        let mut made = position.clone();
        made.make(m, &mut ());
        assert_eq!(made.key(), made.recomputed_key());
        made.unmake();
        assert_eq!(made.key(), position.key());
    }
}

fuzz_target!(|input: &str| {
    let (fen, text) = input.split_once('\n').unwrap_or((input, ""));
    check::<ChessPosition>(fen, text);
    check::<XiangqiPosition>(fen, text);
    check::<ZhonggongPosition>(fen, text);
    check::<GomokuPosition<Freestyle>>(fen, text);
    check::<GomokuPosition<Standard>>(fen, text);
    check::<GomokuPosition<Renju>>(fen, text);
});
