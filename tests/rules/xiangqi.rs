//! The rules of xiangqi.

use quadriga::base::{MoveList, Position, SearchPosition, Side};
use quadriga::rules::cchess::{ManKind, Point};
use quadriga::rules::perft;
use quadriga::rules::xiangqi::{RankNumbers, XiangqiOptions, XiangqiPosition, exchange_worth};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::conformance;
use super::naive::xiangqi::NaiveXiangqi;
use super::naive::{Naive, compare};

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

/// Middle games, endings, checks and pins of every kind, among them those that only cannons and horses make.
const POSITIONS: [&str; 10] = [
    START,
    "3ak2r1/4a1c2/b3b3n/3rP3R/3c2p2/pn7/1NR3P2/4B3B/3K1N3/3A5 b - - 8 70",
    "2Ca5/r1n1k4/bc1a4P/9/p1b1N4/P1p3P2/8N/5A3/2R1A1R2/2BK2Br1 b - - 2 47",
    "r1b2abn1/3ka4/5r3/n1p1p3p/P5p2/4P1B2/2P1R1P1P/7C1/3c5/1N1AKAB2 w - - 6 24",
    "4k4/4C4/9/4n4/9/4c4/9/4R4/4A4/4K4 w - - 0 1",
    "4k4/9/3N1N3/4C4/4r4/4n4/4c4/4B4/4A4/4K4 b - - 5 9",
    "4k4/3P1P3/9/9/4c4/9/9/3p1p3/4A4/3K1A3 w - - 40 60",
    "2b1ka3/4a4/2n1b1n2/9/9/9/9/2N1B1N2/4A4/2B1KA3 w - - 0 1",
    "4ka3/4P4/4b4/9/9/9/9/4B4/3p5/3AK4 b - - 100 90",
    "1C2k4/4r4/4C4/9/4R4/9/4c4/4r4/4c4/4K4 b - - 0 1",
];

#[test]
fn xiangqi_agrees_with_the_naive_rules() {
    let compared =
        compare::<XiangqiPosition, NaiveXiangqi>(&POSITIONS, &XiangqiOptions::default(), 40, 150, 90);
    assert!(compared > 20_000, "only {compared} positions");
}

#[test]
fn xiangqi_keeps_the_promises_of_a_game() {
    conformance::check::<XiangqiPosition>(&POSITIONS, &XiangqiOptions::default(), 4, 90, 91);
    let mut zero = XiangqiOptions::default();
    zero.assume(RankNumbers::FromZero);
    conformance::check::<XiangqiPosition>(&POSITIONS[..2], &zero, 1, 60, 92);
}

/// Exchanges, checks given and keys ahead, on every move of random games.
#[test]
fn xiangqi_moves_are_judged_as_naively() {
    let options = XiangqiOptions::default();
    let mut rng = SmallRng::seed_from_u64(93);
    let worth = |letter: char, (file, rank): (i32, i32)| {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let kind = ManKind::from_letter(letter).expect("a man's letter");
        exchange_worth(kind, side, Point::new(file as usize, rank as usize))
    };
    let (mut captures, mut checks) = (0, 0);
    for fen in POSITIONS {
        for _ in 0..6 {
            let mut fast = position(fen);
            for _ in 0..100 {
                let slow = NaiveXiangqi::from_fen(&fast.fen(&options));
                let mut moves = MoveList::new();
                fast.legal_moves(&mut moves);
                for &m in &moves {
                    let text = fast.move_text(m, &options);
                    let here = format!("{} {text}", fast.fen(&options));
                    let gain = slow.exchange(&text, &worth);
                    captures += u32::from(fast.is_noisy(m));
                    for threshold in [-950, -450, -100, -1, 0, 1, 20, 100, 200, 500, gain] {
                        let expected = gain >= threshold;
                        assert_eq!(
                            fast.exchange_at_least(m, threshold),
                            expected,
                            "{here} {threshold} {gain}"
                        );
                    }
                    assert!(!fast.exchange_at_least(m, gain + 1), "{here} {gain}");
                    let check = slow.gives_check(&text);
                    checks += u32::from(check);
                    assert_eq!(fast.gives_check(m), check, "{here}");
                    let ahead = fast.key_after(m);
                    fast.make(m, &mut ());
                    assert_eq!(fast.key(), ahead, "{here}");
                    assert_eq!(fast.in_check(), check, "{here}");
                    fast.unmake();
                }
                let Some(&m) = moves.choose(&mut rng) else { break };
                fast.make(m, &mut ());
            }
        }
    }
    assert!(captures > 1000 && checks > 1000, "{captures} captures, {checks} checks");
}
