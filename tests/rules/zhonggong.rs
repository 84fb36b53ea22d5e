//! Zhonggong xiangqi compared with the rules page, its cases and a second implementation.

mod built;
mod repetitions;
mod texts;

use quadriga::base::{Move, MoveList, NoOptions, Notation, Position, perft};
use quadriga::games::zhonggong::ZhonggongPosition;
use quadriga::search::SearchPosition;

use super::conformance;
use super::naive::zhonggong::NaiveZhonggong;
use super::naive::{self, Naive};
use built::Builder;

const START: &str = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

/// The positions of the rules page with all their legal moves, except for one with too many to list.
const PAGE: [(&str, &str); 13] = [
    ("9/9/9/4k4/9/3K5/9/9/4R4 b - - 0 1", "e6d6 e6f6"),
    ("9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1", "e6d6 e6f6"),
    ("9/9/9/4k3n/9/3K5/9/9/4R4 b - - 0 1", "e6d6 e6f6 i6g5 i6g7"),
    ("4c4/4p4/9/4k4/9/3K5/9/9/4R4 b - - 0 1", "e6d6 e6e5 e6f6 e8e7"),
    ("4c4/9/9/4k4/9/3K5/9/9/4R4 b - - 0 1", "e6d6 e6f6 e9e1"),
    ("P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1", "a9c9xe7 e4d4 e4f4"),
    ("P1P1P1P2/9/9/4k4/9/4K4/9/4r4/9 w - - 0 1", "a9c9e9g9xe2 e4d4 e4f4"),
    ("PPPPP4/9/9/4k4/9/4K4/9/9/9 b - - 0 1", ""),
    ("9/9/9/4k4/9/4K4/9/9/9 w - - 0 1", "e4d4 e4f4"),
    ("9/9/9/4k4/4K4/9/9/9/4R4 b - - 0 1", "e6d6 e6f6"),
    ("9/9/9/9/4K4/3k5/9/9/9 b - - 0 1", ""),
    ("9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w - - 0 1", "c4b4 c4c5 d3c3 d3e3 d4d5 e4e5 e4f4"),
    // All that remains legal in the page's "c7d5 is illegal".
    (
        "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w - - 0 1",
        "c4b4 c4c5 c7a6 c7a8 c7b5 c7b9 c7d9 c7e6 c7e8 d3c3 d3e3 d4d5 e4e5 e4f4",
    ),
];

/// Positions with trades, checks and last liberties, with perft counts at depth 3 from another program.
const COUNTED: [(&str, u64); 6] = [
    ("p8/9/5pn2/2r1CK3/4A1a1b/3BknA2/1pbrB4/9/9 b - - 0 20", 741),
    ("6B2/6c2/9/2BAp4/2P1R4/3kKr3/2C1b1C2/7N1/9 w - - 0 20", 3876),
    ("2rPPPbn1/3c4r/5a3/9/3k1K3/9/4B1C2/4AR3/1C5p1 w - - 0 30", 97626),
    ("2PPP2P1/4c2P1/4RN3/2n2KN2/2A1c4/4kp3/6r2/9/5a2p w - - 0 20", 77468),
    ("9/2a1N4/2r2nn2/3K4P/3BA4/2P1k3R/6C2/1p7/2p2pp1p b - - 0 20", 5059),
    ("4aC3/9/9/2B2a3/4k4/4K4/9/9/pp4p2 b - - 0 20", 867),
];

fn position(fen: &str) -> ZhonggongPosition {
    ZhonggongPosition::from_fen(fen, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &ZhonggongPosition) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn legal_texts(position: &ZhonggongPosition) -> Vec<String> {
    let mut texts: Vec<_> = legal(position).iter().map(|&m| position.move_text(m, &NoOptions)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn page_positions_have_their_legal_moves() {
    for (fen, moves) in PAGE {
        let expected: Vec<_> = moves.split_whitespace().collect();
        assert_eq!(legal_texts(&position(fen)), expected, "{fen}");
        let mut naive = NaiveZhonggong::from_fen(fen).legal_moves();
        naive.sort_unstable();
        assert_eq!(naive, expected, "{fen}, naively");
    }
    assert!(legal_texts(&position("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1")).contains(&"e8e9".to_owned()));
}

#[test]
fn perft_from_the_start() {
    let mut position = ZhonggongPosition::start(&NoOptions);
    assert_eq!(position.fen(&NoOptions), START);
    for (depth, leaves) in [(1, 27), (2, 728), (3, 21_434), (4, 626_938), (5, 19_251_762)] {
        assert_eq!(perft(&mut position, depth), leaves, "depth {depth}");
    }
}

#[test]
fn perft_of_sharp_positions() {
    for (fen, leaves) in COUNTED {
        assert_eq!(perft(&mut position(fen), 3), leaves, "{fen}");
    }
}

#[test]
fn games_agree_with_the_naive_rules() {
    let fens: Vec<_> = [START].into_iter().chain(PAGE.map(|(fen, _)| fen)).collect();
    let compared = naive::compare::<ZhonggongPosition, NaiveZhonggong>(&fens, &NoOptions, 20, 150, 1);
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn built_positions_agree_with_the_naive_rules() {
    let fens = Builder::new(2).sound_fens(4_000);
    let fens: Vec<_> = fens.iter().map(String::as_str).collect();
    let compared = naive::compare::<ZhonggongPosition, NaiveZhonggong>(&fens, &NoOptions, 1, 8, 3);
    assert!(compared > 20_000, "{compared}");
}

/// Checks that the generator of positions covers what it is meant to.
#[test]
fn built_positions_meet_the_rare_rules() {
    let mut builder = Builder::new(2);
    let mut met = [0; 8];
    for _ in 0..4_000 {
        let position = position(&builder.sound_fen());
        let facts = position.facts(&NoOptions);
        let fact = |name| &facts.iter().find(|(n, _)| *n == name).expect("a fact").1;
        let texts = legal_texts(&position);
        let costing = |pawns: usize| texts.iter().any(|text| text.find('x') == Some(2 * pawns));
        let own = position.side_to_move().index();
        let liberties = fact("liberties").split('/').nth(own).expect("two numbers");
        let kinds = [
            fact("check") == "yes",
            fact("tethered") == "yes",
            liberties == "0",
            liberties == "1",
            costing(1),
            costing(2),
            costing(3),
            costing(4),
        ];
        for (count, kind) in met.iter_mut().zip(kinds) {
            *count += usize::from(kind);
        }
    }
    assert!(met.iter().all(|&count| count >= 50), "{met:?}");
}

#[test]
fn unsound_positions_are_those_that_the_naive_rules_refuse() {
    let mut builder = Builder::new(4);
    let mut refused = 0;
    for _ in 0..20_000 {
        let fen = builder.any_fen();
        let taken = ZhonggongPosition::from_fen(&fen, &NoOptions);
        assert_eq!(taken.is_ok(), NaiveZhonggong::from_fen(&fen).is_sound(), "{fen}: {taken:?}");
        refused += usize::from(taken.is_err());
    }
    assert!((2_000..18_000).contains(&refused), "{refused}");
}

#[test]
fn position_conforms() {
    conformance::check::<ZhonggongPosition>(&[START], &NoOptions, 4, 150, 5);
    let fens = Builder::new(6).sound_fens(300);
    let fens: Vec<_> = fens.iter().map(String::as_str).collect();
    conformance::check::<ZhonggongPosition>(&fens, &NoOptions, 1, 6, 7);
}

#[test]
fn legality_of_arbitrary_bits_matches_the_generator() {
    let mut builder = Builder::new(8);
    for _ in 0..40 {
        let position = position(&builder.sound_fen());
        let moves = legal(&position);
        for m in (1..=u16::MAX).map(Move::of_bits) {
            assert_eq!(position.is_legal(m), moves.contains(&m), "{position:?} {m:?}");
        }
    }
}

#[test]
fn key_after_and_gives_check_predict_the_next_position() {
    let mut builder = Builder::new(9);
    for _ in 0..3_000 {
        let mut position = position(&builder.sound_fen());
        for m in legal(&position) {
            let text = position.move_text(m, &NoOptions);
            let (gives_check, key) =
                (position.gives_check(m, &position.check_hints()), position.key_after(m));
            position.make(m, &mut ());
            assert_eq!(gives_check, position.is_threatened(), "{position:?} after {text}");
            assert_eq!(key, position.key(), "{position:?} after {text}");
            position.unmake();
        }
    }
}

#[test]
fn threats_are_checks_last_liberties_and_fifth_pawns() {
    for (fen, must) in [
        (START, false),
        ("9/9/9/4k4/9/3K5/9/9/4R4 b", true),
        ("9/9/3a5/4k4/9/3K5/9/9/4R4 b", false),
        ("9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w", true),
        ("9/9/2N6/5k3/9/2PKP4/3P5/9/9 w", false),
        ("PPPP5/4P4/9/4k4/9/4K4/9/9/r8 b", true),
        ("PPPPr4/4P4/9/4k4/9/4K4/9/9/9 b", true),
        ("PPPP5/9/4P4/4k4/9/4K4/9/9/r8 b", false),
        ("PPP6/3PP4/9/4k4/9/4K4/9/9/r8 b", false),
        ("9/9/9/4k4/9/4K4/9/4p4/pppp5 w", true),
        ("9/9/9/4k4/9/4K4/9/4p4/ppppA4 w", true),
    ] {
        assert_eq!(position(fen).is_threatened(), must, "{fen}");
    }
}

#[test]
fn static_exchange_evaluation_of_guards_home_pawns_and_trades() {
    for (fen, text, gain) in [
        // An undefended chariot; a guarded pawn at home for a chariot; a pawn that captures a guarded piece.
        ("9/9/9/4k4/9/4K4/9/9/R7r w", "a1i1", 900),
        ("9/9/9/4k4/9/4K4/8r/9/R7p w", "a1i1", 180 - 900),
        ("9/9/9/4k4/9/4K4/r7r/P8/9 w", "a2a3", 900 - 100),
        // Quiet moves can lose the moving piece.
        ("9/9/9/4k4/9/4K4/8r/9/R8 w", "a1i1", -900),
        ("9/9/9/4k4/9/4K4/9/8r/R8 w", "a1b1", 0),
        // A second chariot behind the first; a cannon over a screen that can itself capture.
        ("9/9/9/4k4/9/4K4/9/9/RR5pr w", "b1h1", 180 - 900 + 900),
        ("9/9/9/4k4/9/4K4/9/9/R1P5c w", "a1b1", 420 - 900),
        // Pawns at home are worth more than pawns elsewhere, and as much as what they buy in a trade.
        ("P8/9/9/4k4/9/4K4/9/9/8p w", "a9xi1", 0),
        ("P8/9/9/4k4/9/4K4/8p/9/9 w", "a9xi3", 100 - 180),
        ("P1P6/9/9/4k4/9/4K4/8c/9/9 w", "a9c9xi3", 420 - 420),
        ("9/8P/9/4k4/9/4K4/9/9/9 w", "i8i9", 180 - 100),
        ("r8/8P/9/4k4/9/4K4/9/9/9 w", "i8i9", 180 - 100 - 180),
    ] {
        let position = position(fen);
        let m = position.parse_move(text, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(position.see_ge(m, gain), "{fen} {text} {gain}");
        assert!(!position.see_ge(m, gain + 1), "{fen} {text} {gain}");
    }
}

#[test]
fn upcoming_repetition_is_detected() {
    conformance::check_way_back::<ZhonggongPosition>(&NoOptions, ["a1a2", "i9i8", "a2a1", "i8i9"]);
}
