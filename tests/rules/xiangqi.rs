//! The rules of xiangqi.

use quadriga::base::{
    GameOptions, Illegality, MoveError, MoveList, NodeVerdict, Notation, Outcome, PlayedGame, Position,
    Reason, Side, Verdict, perft,
};
use quadriga::games::cchess::reasons;
use quadriga::games::cchess::{PieceKind, Point};
use quadriga::games::xiangqi::{
    REMEMBERED_PLIES, RankNumbers, XiangqiOptions, XiangqiPosition, exchange_value,
};
use quadriga::search::SearchPosition;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

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

/// Perft counts from Fairy-Stockfish.
#[test]
fn xiangqi_perft_of_positions_full_of_pins_and_checks() {
    for (index, leaves) in [(1, 2_026_137), (3, 2_038_263), (5, 53_546), (9, 325_834)] {
        assert_eq!(perft(&mut position(POSITIONS[index]), 4), leaves, "{}", POSITIONS[index]);
    }
}

/// Middlegames, endings, checks and pins of every kind, including those specific to cannons and horses.
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
fn xiangqi_position_conforms() {
    conformance::check::<XiangqiPosition>(&POSITIONS, &XiangqiOptions::default(), 4, 90, 91);
    let mut zero = XiangqiOptions::default();
    zero.assume(RankNumbers::FromZero);
    conformance::check::<XiangqiPosition>(&POSITIONS[..2], &zero, 1, 60, 92);
}

/// Exchanges, check detection and predicted keys, for every move of random games.
#[test]
fn xiangqi_moves_are_judged_as_naively() {
    let options = XiangqiOptions::default();
    let mut rng = SmallRng::seed_from_u64(93);
    let value = |letter: char, (file, rank): (i32, i32)| {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let kind = PieceKind::from_letter(letter).expect("a piece's letter");
        exchange_value(kind, side, Point::new(file as usize, rank as usize))
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
                    let gain = slow.exchange(&text, &value);
                    captures += u32::from(fast.is_noisy(m));
                    for threshold in [-950, -450, -100, -1, 0, 1, 20, 100, 200, 500, gain] {
                        let expected = gain >= threshold;
                        assert_eq!(fast.see_ge(m, threshold), expected, "{here} {threshold} {gain}");
                    }
                    assert!(!fast.see_ge(m, gain + 1), "{here} {gain}");
                    let check = slow.gives_check(&text);
                    checks += u32::from(check);
                    assert_eq!(fast.gives_check(m, &fast.check_hints()), check, "{here}");
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

fn play(fen: &str, moves: &str) -> XiangqiPosition {
    let options = XiangqiOptions::default();
    let mut position = position(fen);
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let m = position.parse_move(text, &options).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        position.make(m, &mut ());
    }
    position
}

fn perpetual_check(loser: Side) -> Verdict {
    Verdict::win(!loser, reasons::PERPETUAL_CHECK)
}

fn perpetual_chase(loser: Side) -> Verdict {
    Verdict::win(!loser, reasons::PERPETUAL_CHASE)
}

const DRAWN: Verdict = Verdict::draw(Reason::REPETITION);

/// Checks the verdict when a cycle makes the position occur for the third time, and the node verdict already at the
/// second occurrence.
#[track_caller]
fn judge(fen: &str, cycle: &str, expected: Verdict) {
    let once = play(fen, cycle);
    let plies = cycle.split(' ').count();
    assert_eq!(once.verdict(), None, "{fen}: the second time");
    assert_eq!(once.node_verdict(plies - 1), None, "{fen}: a cycle that began above the root");
    let in_tree = match expected.outcome {
        Outcome::Draw => NodeVerdict::Drawn,
        Outcome::Win(winner) if winner == once.side_to_move() => NodeVerdict::WonByRule,
        Outcome::Win(_) => NodeVerdict::LostByRule,
    };
    assert_eq!(once.node_verdict(plies), Some(in_tree), "{fen}: in a search");
    let mut twice = play(fen, &format!("{cycle} {cycle}"));
    assert_eq!(twice.verdict(), Some(expected), "{fen}: the third time");
    assert_eq!(twice.node_verdict(0), Some(in_tree), "{fen}: the third time, at the root");
    twice.forget_moves();
    assert_eq!(twice.verdict(), Some(expected), "{fen}: as a snapshot");
}

#[test]
fn checking_with_every_move_loses() {
    let fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1";
    judge(fen, "e10f10 e2f2 f10e10 f2e2", perpetual_check(Side::First));
    let black = "5k3/9/9/9/9/9/9/9/9/4K2r1 w - - 0 1";
    judge(black, "e1e2 h1h2 e2e1 h2h1", perpetual_check(Side::Second));
}

#[test]
fn checks_with_every_move_of_both_draw() {
    let fen = "5k3/4r4/5c3/9/R4R3/2n2C3/5N3/3r5/9/4K4 w - - 0 1";
    judge(fen, "f6e6 f8e8 e6f6 e8f8", DRAWN);
}

#[test]
fn checking_with_every_other_move_is_allowed() {
    judge("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "a2a10 e10e9 a10a2 e9e10", DRAWN);
}

#[test]
fn cycle_with_a_check_is_not_a_chase() {
    // Black gives check with every other move; Red's horse blocks the check and attacks the chariot in turn.
    let fen = "9/P3k4/4bP2b/3r1n3/5NC2/6B2/9/5pC2/R3K4/1c1n5 b - - 0 1";
    judge(fen, "d7e7 f6e4 e7d7 e4f6", DRAWN);
}

#[test]
fn idle_cycles_draw() {
    judge(START, "h1g3 h10g8 g3h1 g8h10", DRAWN);
}

#[test]
fn no_repetition_reaches_across_a_null_move() {
    let mut passed = position(START);
    let start = passed.key();
    let options = XiangqiOptions::default();
    for text in ["h1g3", "g3h1"] {
        let m = passed.parse_move(text, &options).expect("a move of the horse");
        passed.make(m, &mut ());
        assert!(passed.make_null_move());
    }
    assert_eq!(passed.key(), start);
    assert_eq!(passed.node_verdict(4), None);
    assert_eq!(play(START, "h1g3 h10g8 g3h1 g8h10").node_verdict(4), Some(NodeVerdict::Drawn));
    for _ in 0..4 {
        passed.unmake();
    }
    assert_eq!(passed.fen(&options), START);
}

#[test]
fn there_is_no_null_move_in_check_or_without_a_piece_that_moves_freely() {
    for (fen, allowed) in [
        ("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", true),
        ("4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", false),
        ("4k4/3r5/9/9/9/9/9/9/9/R2K5 w - - 0 1", false),
        ("3k5/9/9/9/P8/9/9/9/4N4/4K4 w - - 0 1", true),
        ("3k5/9/9/9/P8/9/9/9/4A4/4K4 w - - 0 1", false),
    ] {
        assert_eq!(position(fen).make_null_move(), allowed, "{fen}");
    }
}

#[test]
fn a_chariot_may_not_chase_for_ever() {
    judge("5k3/9/9/R8/1c7/9/9/9/9/3K5 w - - 0 1", "a7a6 b6b7 a6a7 b7b6", perpetual_chase(Side::First));
    judge("3k5/9/9/9/9/1C7/r8/9/9/5K3 b - - 0 1", "a4a5 b5b4 a5a4 b4b5", perpetual_chase(Side::Second));
}

#[test]
fn a_horse_may_not_chase_for_ever() {
    judge("9/5k3/8N/7r1/9/9/9/9/9/4K4 w - - 0 1", "i8g9 h7h6 g9i8 h6h7", perpetual_chase(Side::First));
}

#[test]
fn a_cannon_may_not_chase_for_ever() {
    judge("1rr6/9/5kC2/4p4/9/9/9/4K4/9/9 w - - 0 1", "g8g10 b10b8 g10g8 b8b10", perpetual_chase(Side::First));
}

#[test]
fn an_advisor_may_not_chase_a_chariot_even_if_a_cannon_takes_turns_with_it() {
    judge("3k5/9/9/9/9/9/9/5r3/C1N6/3AK4 w - - 0 1", "d1e2 f3f2 e2d1 f2f3", perpetual_chase(Side::First));
}

#[test]
fn an_elephant_may_not_chase_a_protected_chariot_even_if_a_horse_takes_turns_with_it() {
    judge("4k1r2/9/9/9/9/6r2/5N3/4B4/9/3K5 w - - 0 1", "f4d5 g5g6 d5f4 g6g5", perpetual_chase(Side::First));
}

#[test]
fn attacking_a_protected_piece_is_no_chase() {
    judge("1r3k3/9/9/R8/1c7/9/9/9/9/3K5 w - - 0 1", "a7a6 b6b7 a6a7 b7b6", DRAWN);
}

#[test]
fn a_pinned_piece_protects_nobody() {
    let cycle = "a7a6 b6b7 a6a7 b7b6";
    judge("Rr1k5/9/9/R8/1c7/9/9/9/9/4K4 w - - 0 1", cycle, perpetual_chase(Side::First));
    judge("1r1k5/9/9/R8/1c7/9/9/9/9/4K4 w - - 0 1", cycle, DRAWN);
}

#[test]
fn horses_and_cannons_chase_even_a_protected_chariot() {
    judge("5k3/5r3/9/9/4N4/9/9/9/4K4/5r3 w - - 0 1", "e6g7 f9f8 g7e6 f8f9", perpetual_chase(Side::First));
    judge("3k5/9/9/9/9/3p2r2/2Cr5/9/5K3/9 w - - 0 1", "c4c5 g5g4 c5c4 g4g5", perpetual_chase(Side::First));
}

#[test]
fn a_pinned_piece_attacks_only_its_pinner() {
    let cycle = "e7e6 b6b7 e6e7 b7b6";
    judge("3k5/4r4/9/4R4/1c7/9/9/9/9/4K4 w - - 0 1", cycle, DRAWN);
    judge("3k5/9/9/4R4/1c7/9/9/9/9/4K4 w - - 0 1", cycle, perpetual_chase(Side::First));
}

#[test]
fn attacks_may_be_discovered() {
    judge("4k4/9/R8/9/RN3c3/9/9/9/9/3K5 w - - 0 1", "b6c8 f6f8 c8b6 f8f6", perpetual_chase(Side::First));
}

#[test]
fn pieces_of_a_kind_do_not_chase_each_other() {
    judge("5k3/9/9/R8/1r7/9/9/9/9/3K5 w - - 0 1", "a7a6 b6b7 a6a7 b7b6", DRAWN);
}

#[test]
fn pieces_of_a_kind_chase_where_the_answer_would_be_illegal() {
    judge("3k5/9/3r5/R8/9/9/9/9/9/3RK4 w - - 0 1", "a7a8 d8d7 a8a7 d7d8", perpetual_chase(Side::First));
}

#[test]
fn a_horse_chases_a_horse_whose_leg_is_blocked() {
    judge("5k3/3P5/5P1n1/4N2P1/9/9/9/9/9/5K3 w - - 0 1", "e7g6 h8f9 g6e7 f9h8", perpetual_chase(Side::First));
}

#[test]
fn pawns_and_generals_may_attack_for_ever() {
    judge("3k5/9/9/3r5/4P4/9/9/9/9/5K3 w - - 0 1", "e6d6 d7e7 d6e6 e7d7", DRAWN);
    judge("5k3/9/9/9/9/9/9/9/3c5/4K4 w - - 0 1", "e1e2 d2d1 e2e1 d1d2", DRAWN);
}

#[test]
fn a_pawn_that_has_not_crossed_the_river_may_be_attacked_for_ever() {
    // A cannon attacks over exactly one of two horses that move back and forth.
    let cycle = "d3e5 g4e3 e5d3 e3g4";
    judge("5k3/9/9/4p4/9/9/6n2/3N5/3K5/4C4 w - - 0 1", cycle, DRAWN);
    judge("5k3/9/9/4n4/9/9/6n2/3N5/3K5/4C4 w - - 0 1", cycle, perpetual_chase(Side::First));
    judge("9/9/4k4/9/9/9/9/9/5K1p1/8R w - - 0 1", "i1h1 h2i2 h1i1 i2h2", perpetual_chase(Side::First));
}

#[test]
fn attacking_two_pieces_in_turn_is_no_chase() {
    judge("4k4/9/9/R4c3/6n2/9/9/9/9/3K5 w - - 0 1", "a7a6 e10e9 a6a7 e9e10", DRAWN);
}

#[test]
fn a_piece_that_stays_attacked_is_not_attacked_anew() {
    // One of two cannons always attacks the pawn on b3.
    judge("9/1C2a4/4k4/8C/4P4/1c7/5n3/1p1A5/9/3K5 b - - 0 1", "e9d8 i7b7 d8e9 b7i7", DRAWN);
}

#[test]
fn a_cannon_may_not_chase_a_chariot_by_moving_its_own_screen() {
    let cycle = "e3g5 g3h5 g5e3 h5g3";
    judge("5k3/9/9/9/9/9/9/2r1B1nC1/9/3K5 w - - 0 1", cycle, perpetual_chase(Side::First));
    // Black's horse exposes the cannon on b3 to the chariot in turn, which has attacked it all the time.
    judge("5k3/9/9/9/9/9/9/1Cr1B1nC1/9/3K5 w - - 0 1", cycle, perpetual_chase(Side::First));
    // The horse that is the screen attacks the chariot itself where it steps to, and Black wards off the cannon only.
    let fen = "5k3/9/9/9/9/9/9/2r1N1cC1/9/3K5 w - - 0 1";
    judge(fen, "e3d5 g3g2 d5e3 g2g3", perpetual_chase(Side::First));
}

#[test]
fn a_chariot_that_must_block_a_horse_may_not_be_chased() {
    // The advisor exposes the horse to the chariot with every move, but the chariot never moves.
    let fen = "4ka3/C4rN2/9/1R7/9/9/9/9/9/3K5 w - - 0 1";
    judge(fen, "b7b9 f10e9 b9b7 e9f10", perpetual_chase(Side::First));
}

#[test]
fn exposing_a_piece_chases_it_if_nobody_else_chases() {
    let cycle = "c7b7 e8c6 b7c7 c6e8";
    judge("2c2k3/9/4b4/2P6/9/9/9/9/2nR5/4K4 w - - 0 1", cycle, perpetual_chase(Side::First));
    judge("5k3/9/4b4/2P6/9/9/9/9/2nR5/4K4 w - - 0 1", cycle, DRAWN);
}

#[test]
fn pieces_that_chase_each_other_draw() {
    let fen = "4k4/9/9/3N5/9/3r5/9/9/9/5K3 w - - 0 1";
    judge(fen, "d7f6 d5d6 f6e4 d6e6 e4c5 e6e5 c5d7 e5d5", DRAWN);
}

#[test]
fn a_third_occurrence_is_judged_by_all_moves_since_the_first() {
    let fen = "5k3/9/9/R8/1c7/9/9/9/9/3K5 w - - 0 1";
    let game = play(fen, "d1d2 f10f9 d2d1 f9f10 a7a6 b6b7 a6a7 b7b6");
    assert_eq!(game.verdict(), Some(DRAWN));
    // Also where the last of these cycles lies within the tree.
    assert_eq!(game.node_verdict(4), Some(NodeVerdict::Drawn));
    let once = play(fen, "d1d2 f10f9 d2d1 f9f10 a7a6 b6b7 a6a7");
    assert_eq!(once.node_verdict(3), None);
    let only = play(fen, "a7a6 b6b7 a6a7 b7b6");
    assert_eq!(only.node_verdict(4), Some(NodeVerdict::LostByRule));
}

#[test]
fn xiangqi_games_end_on_the_board() {
    let reason = |fen| position(fen).verdict().map(|verdict| (verdict.outcome, verdict.reason));
    let lost = |reason| Some((Outcome::Win(Side::First), reason));
    assert_eq!(reason(START), None);
    assert_eq!(reason("4k4/R8/9/9/9/9/9/9/9/R2K5 b - - 0 1"), None);
    assert_eq!(reason("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1"), lost(Reason::CHECKMATE));
    assert_eq!(reason("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"), lost(Reason::STALEMATE));
    // Checkmate on the last ply before the move limit is a win.
    assert_eq!(reason("R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 120 90"), lost(Reason::CHECKMATE));
    assert_eq!(position("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 120 90").node_verdict(4), None);
    assert_eq!(position("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1").no_moves_verdict(), NodeVerdict::Lost);
}

#[test]
fn nobody_wins_without_a_piece_that_can_cross_the_river() {
    let bare = position("3aka3/9/4b4/9/9/9/9/4B4/4A4/3K5 w - - 0 1");
    assert_eq!(bare.verdict(), Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL)));
    assert_eq!(bare.node_verdict(0), Some(NodeVerdict::Drawn));
    assert_eq!(position("3aka3/9/4b4/9/p8/9/9/4B4/4A4/3K5 w - - 0 1").verdict(), None);
    let generals = position("3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(generals.verdict(), Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL)));
}

#[test]
fn the_move_limit_draws() {
    let limit = Some(Verdict::draw(Reason::MOVE_LIMIT));
    assert_eq!(position(&START.replace("0 1", "120 70")).verdict(), limit);
    let near = START.replace("0 1", "118 70");
    assert_eq!(play(&near, "h1g3").verdict(), None);
    assert_eq!(play(&near, "h1g3 h10g8").verdict(), limit);
    assert_eq!(play(&near, "h1g3 h10g8").node_verdict(2), Some(NodeVerdict::Drawn));
    // A capture resets the counter.
    assert_eq!(play(&near, "h1g3 b8b1").verdict(), None);
    assert!(!position(&near).hash_score_usable());
    assert!(position(START).hash_score_usable());
    let facts = play(START, "h3e3 h10g8").facts(&XiangqiOptions::default());
    assert!(facts.contains(&("moves to the limit", "118".to_owned())));
}

#[test]
fn both_rank_numberings_are_read_and_echoed() {
    let options = XiangqiOptions::default();
    let read = |moves: &[&str]| {
        options.readings(moves).into_iter().find_map(|reading| {
            let mut game = PlayedGame::new(XiangqiPosition::start(&reading));
            game.play_texts(moves, &reading).ok()?;
            let last = game.steps().last().map(|(before, m)| before.move_text(m, &reading));
            Some((game.position().fen(&reading), last?))
        })
    };
    let from_one = read(&["h3e3", "h10g8", "b1c3"]).expect("ranks from 1");
    let from_zero = read(&["h2e2", "h9g7", "b0c2"]).expect("ranks from 0");
    assert_eq!(from_one.0, from_zero.0);
    assert_eq!((from_one.1.as_str(), from_zero.1.as_str()), ("b1c3", "b0c2"));
    assert_eq!(read(&["h2e2"]).expect("ranks from 0").1, "h2e2");
    assert_eq!(read(&["h3e3", "h9g7", "b0c2"]), None);
    assert_eq!(read(&["h3e3", "h10g8", "b0c2"]), None);
    assert_eq!(
        read(&["炮二平五", "N8+7", "马二进三"]).expect("names").0,
        read(&["h3e3", "h10g8", "h1g3"]).expect("points").0
    );
}

#[test]
fn texts_that_are_no_legal_move_are_refused() {
    let options = XiangqiOptions::default();
    let start = position(START);
    let reason = |text: &str| match start.parse_move(text, &options) {
        Err(MoveError::Illegal { reason, .. }) => reason,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(reason("h4h5").words, "there is no piece at the origin");
    assert_eq!(reason("h10g8").words, "the piece is the opponent's");
    assert_eq!(reason("a1b1").words, "a piece of the same side is at the destination");
    assert_eq!(reason("a1a5").words, "the piece does not reach the destination");
    assert_eq!(reason("a1a1").words, "the piece does not reach the destination");
    assert_eq!(reason("炮一平五").words, "no legal move has this name");
    let pinned = position("3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    assert!(matches!(
        pinned.parse_move("e2d2", &options),
        Err(MoveError::Illegal { reason: &Illegality { code: "leaves-check", .. }, .. })
    ));
    for text in ["", "h0e3", "h11e3", "h3", "h3e3x", "j1j2", "0000", "(none)", "炮二平", "é3e3", "h3\u{0}e3"]
    {
        assert!(matches!(start.parse_move(text, &options), Err(MoveError::Unreadable { .. })), "{text:?}");
    }
}

#[test]
fn fen_texts_of_impossible_positions_are_refused() {
    let refused = |fen: &str, message: &str| {
        let error = XiangqiPosition::from_fen(fen, &XiangqiOptions::default()).expect_err(fen);
        assert_eq!(error.to_string(), format!("FEN, {message}"), "{fen}");
    };
    refused("", "board: it is missing");
    refused(
        "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1",
        "board: 9 ranks where 10 are needed",
    );
    refused("4k4/9/9/9/9/9/9/9/9/4K3 w", "board: rank 1 has 8 points where 9 are needed");
    refused("4k4/9/9/9/9/9/9/9/9/4X4 w", "board: unknown character 'X'");
    refused("9/9/9/9/9/9/9/9/9/4K4 w", "board: Black has no general");
    refused("3kk4/9/9/9/9/9/9/9/9/5K3 w", "board: Black has more than one general");
    refused("4k4/9/9/9/9/9/9/9/9/R1R1KR3 w", "board: Red has 3 chariots, more than the 2 it can have");
    refused("9/9/9/4k4/9/9/9/9/9/5K3 w", "board: a Black general can never stand on e7");
    refused("4k4/9/9/9/9/9/9/9/5A3/5K3 w", "board: a Red advisor can never stand on f2");
    refused("4k4/9/9/b8/9/9/9/9/9/5K3 w", "board: a Black elephant can never stand on a7");
    refused("4k4/9/9/9/9/9/1P7/9/9/5K3 w", "board: a Red pawn can never stand on b4");
    refused("4k4/9/p8/9/9/9/9/9/9/5K3 w", "board: a Black pawn can never stand on a8");
    refused(
        "4k4/9/9/9/9/P8/P8/9/9/5K3 w",
        "board: Red has several pawns on file a that have not crossed the river",
    );
    refused("4k4/9/9/9/9/9/9/9/9/4K4 w", "board: the generals face each other");
    refused("4k4/9/9/9/9/9/9/9/4R4/3K5 w", "board: the side not to move is in check");
    refused("4k4/9/9/9/9/9/9/9/9/5K3", "side to move: it is missing");
    refused("4k4/9/9/9/9/9/9/9/9/5K3 w - - x 1", "move clock: \"x\" is not a number of plies from 0 to 9999");
    let short = position("4k4/9/9/9/9/9/9/4E4/9/5KH2 r");
    assert_eq!(short.fen(&XiangqiOptions::default()), "4k4/9/9/9/9/9/9/4B4/9/5KN2 w - - 0 1");
}

#[test]
fn no_text_makes_the_fen_reader_panic() {
    let options = XiangqiOptions::default();
    let mut rng = SmallRng::seed_from_u64(94);
    let signs: Vec<char> = "rnbakcpRNBAKCPehxw0123456789/- \u{0}é将９".chars().collect();
    let mut sound = 0;
    for round in 0..60_000 {
        let mut text: Vec<char> = POSITIONS[round % POSITIONS.len()].chars().collect();
        for _ in 0..rng.random_range(1..4) {
            let (at, other) = (rng.random_range(0..text.len()), rng.random_range(0..text.len()));
            let sign = *signs.choose(&mut rng).expect("signs");
            match rng.random_range(0..4) {
                0 => text[at] = sign,
                1 => text.insert(at, sign),
                2 => text.swap(at, other),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = XiangqiPosition::from_fen(&text, &options) {
            sound += 1;
            let again = position.fen(&options);
            assert_eq!(XiangqiPosition::from_fen(&again, &options).map(|p| p.fen(&options)), Ok(again));
            let slow = NaiveXiangqi::from_fen(&position.fen(&options));
            assert_eq!(position.legal_count(), slow.legal_moves().len(), "{text}");
        }
    }
    assert!(sound > 1000, "{sound}");
}

#[test]
fn long_games_use_bounded_memory() {
    let options = XiangqiOptions::default();
    let cycle = ["h1g3", "h10g8", "g3h1", "g8h10"];
    let texts: Vec<_> = cycle.iter().copied().cycle().take(10_000).collect();
    let mut game = PlayedGame::new(XiangqiPosition::start(&options));
    game.play_texts(&texts, &options).expect("legal moves");
    assert_eq!(game.position().verdict(), Some(DRAWN));
    assert_eq!(game.position().remembered_plies(), REMEMBERED_PLIES);
    game.undo(9_993).expect("ten thousand moves");
    assert_eq!(game.position().verdict(), None);
    game.redo(1).expect("the moves undone");
    assert_eq!(game.position().verdict(), Some(DRAWN));
}

#[test]
fn xiangqi_upcoming_repetition_is_detected() {
    let moves = ["a1a2", "i10i9", "a2a1", "i9i10"];
    conformance::check_way_back::<XiangqiPosition>(&XiangqiOptions::default(), moves);
}
