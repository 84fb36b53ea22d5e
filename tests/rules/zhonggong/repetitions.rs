//! The end of games: verdicts, their order, repetition and the move limit.

use std::collections::BTreeMap;

use quadriga::base::{Move, NoOptions, NodeVerdict, Notation, PlayedGame, Position, Side};
use quadriga::games::zhonggong::ZhonggongPosition;
use quadriga::search::SearchPosition;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::built::Builder;
use super::{legal, position};
use crate::naive::Naive;
use crate::naive::zhonggong::NaiveZhonggong;

/// The verdict as texts of result and reason.
fn verdict(position: &ZhonggongPosition) -> Option<(String, String)> {
    position.verdict().map(|verdict| (verdict.outcome.to_string(), verdict.reason.to_string()))
}

#[track_caller]
fn assert_verdict(position: &ZhonggongPosition, result: &str, reason: &str) {
    assert_eq!(verdict(position), Some((result.to_owned(), reason.to_owned())), "{position:?}");
}

/// A game after these moves, as a session stores it.
fn game(fen: &str, moves: &[&str]) -> PlayedGame<ZhonggongPosition> {
    let mut game = PlayedGame::new(position(fen));
    game.play_texts(moves, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"));
    game
}

/// The position after the same moves, as made by a search.
fn line(fen: &str, moves: &[&str]) -> ZhonggongPosition {
    let mut position = position(fen);
    for text in moves {
        let m = position.parse_move(text, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"));
        position.make(m, &mut ());
    }
    position
}

#[test]
fn five_pawns_come_first() {
    let mut won = position("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 119 1");
    assert_eq!(verdict(&won), None);
    won.make(won.parse_move("e8e9", &NoOptions).unwrap(), &mut ());
    assert_verdict(&won, "1-0", "five pawns");
    assert_eq!(won.legal_count(), 0);
    assert_eq!(won.node_verdict(1), Some(NodeVerdict::Lost));
    assert_verdict(&position("9/9/9/4k4/9/4K4/9/9/ppp3pp1 w - - 200 1"), "0-1", "five pawns");
    // In check, without a liberty and without a legal move.
    let also = position("PPPPP4/9/3R5/3kR4/9/4K4/9/9/9 b - - 0 1");
    assert_verdict(&also, "1-0", "five pawns");
}

#[test]
fn side_without_moves_loses_by_checkmate_stalemate_or_trapping() {
    assert_verdict(&position("9/9/9/9/4K4/3k5/9/9/9 b - - 0 1"), "1-0", "stalemate");
    assert_verdict(&position("9/9/9/9/4K4/3k5/9/9/9 b - - 500 1"), "1-0", "stalemate");
    let mut reasons = BTreeMap::new();
    let mut builder = Builder::new(7);
    for _ in 0..40_000 {
        let found = position(&builder.sound_fen());
        if !found.has_legal_move() {
            let (result, reason) = verdict(&found).expect("no move is a loss");
            assert_eq!(result, if found.side_to_move() == Side::First { "0-1" } else { "1-0" });
            *reasons.entry(reason).or_insert(0) += 1;
        }
    }
    let found: Vec<_> = reasons.keys().map(String::as_str).collect();
    assert_eq!(found, ["checkmate", "stalemate", "trapped"], "{reasons:?}");
}

#[test]
fn perpetual_check_loses() {
    let fen = "9/9/9/4k4/9/3K5/9/9/4R4 b - - 0 1";
    let round = ["e6f6", "e1f1", "f6e6", "f1e1"];
    let twice = [round, round].concat();
    assert_eq!(verdict(game(fen, &twice[..7]).position()), None);
    assert_verdict(game(fen, &twice).position(), "0-1", "perpetual check");
    assert_verdict(&line(fen, &twice), "0-1", "perpetual check");
    // In a search tree the second occurrence decides if the first was also in the tree.
    let once = line(fen, &round);
    assert_eq!(once.node_verdict(4), Some(NodeVerdict::WonByRule));
    assert_eq!(once.node_verdict(3), None);
    let before = line(fen, &twice[..5]);
    assert_eq!(before.node_verdict(5), Some(NodeVerdict::LostByRule));
    // Only the moves since the last occurrence count.
    let idle = ["e6f6", "e1a1", "f6e6", "a1e1"];
    assert_verdict(&line(fen, &[idle, round].concat()), "0-1", "perpetual check");
    assert_verdict(&line(fen, &[round, idle].concat()), "1/2-1/2", "repetition");
    assert_verdict(&line(fen, &[round, idle, round].concat()[..8]), "1/2-1/2", "repetition");
}

#[test]
fn other_repetitions_draw() {
    // Both sides give check with every move.
    let mutual = "9/9/6B2/3P1r3/3NkK3/9/4N4/9/9 b - - 0 1";
    let round = ["e5e4", "f5f4", "e4e5", "f4f5"];
    assert!(line(mutual, &round).is_in_check());
    assert_eq!(line(mutual, &round).node_verdict(4), Some(NodeVerdict::Drawn));
    assert_verdict(&line(mutual, &[round, round].concat()), "1/2-1/2", "repetition");
    // Attacks on a guarded general are not checks.
    let tether = "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 0 1";
    let round = ["e6f6", "e1f1", "f6e6", "f1e1"];
    assert_verdict(game(tether, &[round, round].concat()).position(), "1/2-1/2", "repetition");
    // No attacks at all.
    let round = ["a1a2", "i9i8", "a2a1", "i8i9"];
    let start = ZhonggongPosition::start(&NoOptions).fen(&NoOptions);
    assert_eq!(verdict(&line(&start, &[round, round].concat()[..7])), None);
    assert_verdict(&line(&start, &[round, round].concat()), "1/2-1/2", "repetition");
}

#[test]
fn a_pawns_step_sideways_can_come_back() {
    let start = ZhonggongPosition::start(&NoOptions).fen(&NoOptions);
    let sideways = ["a3b3", "i7h7", "b3a3", "h7i7"];
    assert_verdict(game(&start, &[sideways, sideways].concat()).position(), "1/2-1/2", "repetition");
}

#[test]
fn other_results_take_precedence_over_the_move_limit() {
    let fen = "9/9/9/4k4/9/3K5/9/9/R8 w - - 119 70";
    assert_eq!(verdict(&position(fen)), None);
    assert!(!position(fen).hash_score_usable());
    assert_verdict(&line(fen, &["a1b1"]), "1/2-1/2", "move limit");
    assert_eq!(line(fen, &["a1b1"]).node_verdict(1), Some(NodeVerdict::Drawn));
    assert_verdict(&position("9/9/9/4k4/9/3K5/9/9/R8 w - - 120 70"), "1/2-1/2", "move limit");
    assert_verdict(&position("9/9/9/4k4/9/3K5/9/9/R8 w - - 9999 70"), "1/2-1/2", "move limit");
    // A capture resets the counter, and so does a trade.
    assert_eq!(verdict(&line("9/9/9/4k4/9/3K5/9/9/R7p w - - 119 70", &["a1i1"])), None);
    let traded = line("P8/9/9/4k4/9/3K5/9/9/R7p w - - 119 70", &["a9xi1"]);
    assert_eq!(verdict(&traded), None);
    assert!(traded.fen(&NoOptions).ends_with(" 0 70"));
    // Checkmate on the last counted ply is not a draw.
    let mated = line("9/9/9/4k4/R8/5K3/9/9/1R7 w - - 119 70", &["b1b6"]);
    assert_verdict(&mated, "1-0", "checkmate");
    assert_eq!(mated.node_verdict(1), None);
    assert_eq!(mated.no_moves_verdict(), NodeVerdict::Lost);
    // A repetition on the last counted ply takes precedence.
    let check = "9/9/9/4k4/9/3K5/9/9/4R4 b - - 112 1";
    let round = ["e6f6", "e1f1", "f6e6", "f1e1"];
    assert_verdict(&line(check, &[round, round].concat()), "0-1", "perpetual check");
}

/// Makes a random move, with a preference for taking back the last own move, giving check and bringing pawns home.
fn wander(position: &ZhonggongPosition, own_last: Option<Move>, rng: &mut SmallRng) -> Option<Move> {
    let moves = legal(position);
    let back = own_last.map(|m| Move::of_bits((m.bits() & 0x7f) << 7 | m.bits() >> 7));
    if let Some(back) = back.filter(|back| moves.contains(back) && rng.random_ratio(2, 3)) {
        return Some(back);
    }
    let steps = |m: &Move| !position.move_text(*m, &NoOptions).contains('x');
    let noisy: Vec<_> = moves.iter().copied().filter(|&m| position.is_noisy(m)).filter(steps).collect();
    if !noisy.is_empty() && rng.random_ratio(1, 2) {
        return noisy.choose(rng).copied();
    }
    let checks: Vec<_> =
        moves.iter().copied().filter(|&m| position.gives_check(m, &position.check_hints())).collect();
    if rng.random_ratio(1, 2) {
        checks.choose(rng).or(moves.choose(rng)).copied()
    } else {
        moves.choose(rng).copied()
    }
}

#[test]
fn verdicts_agree_with_the_naive_rules() {
    let mut builder = Builder::new(20);
    let mut rng = SmallRng::seed_from_u64(21);
    let mut seen = BTreeMap::new();
    for _ in 0..1500 {
        let fen = builder.sound_fen();
        let mut game = PlayedGame::new(position(&fen));
        let mut searched = position(&fen);
        let mut slow = NaiveZhonggong::from_fen(&fen);
        let mut last = [None, None];
        for ply in 0..60 {
            let expected = slow.verdict();
            assert_eq!(verdict(game.position()), expected, "{fen} after {ply} plies");
            assert_eq!(verdict(&searched), expected, "{fen} after {ply} plies");
            if let Some((_, reason)) = expected {
                *seen.entry(reason).or_insert(0) += 1;
                break;
            }
            let m = wander(&searched, last[ply % 2], &mut rng).expect("a game that is not over");
            last[ply % 2] = Some(m);
            slow.play(&searched.move_text(m, &NoOptions));
            searched.make(m, &mut ());
            game.play(m);
        }
    }
    let reasons =
        ["checkmate", "five pawns", "move limit", "perpetual check", "repetition", "stalemate", "trapped"];
    assert!(seen.keys().map(String::as_str).eq(reasons), "{seen:?}");
}

#[test]
fn long_games_stay_small() {
    let mut game = PlayedGame::new(ZhonggongPosition::start(&NoOptions));
    for _ in 0..2500 {
        game.play_texts(&["a1a2", "i9i8", "a2a1", "i8i9"], &NoOptions).expect("chariots walk up and down");
    }
    assert_eq!(game.moves().len(), 10_000);
    assert_verdict(game.position(), "1/2-1/2", "repetition");
    assert!(game.position().fen(&NoOptions).ends_with("w - - 9999 5001"));
}

/// The outcome for the side to move with best play within this many plies: whether it wins, or `None` if undecided.
fn solve(position: &mut ZhonggongPosition, plies: u32) -> Option<bool> {
    if !position.has_legal_move() {
        return Some(false);
    }
    let plies = plies.checked_sub(1)?;
    let mut all_lose = true;
    for m in legal(position) {
        position.make(m, &mut ());
        let answer = solve(position, plies);
        position.unmake();
        match answer {
            Some(false) => return Some(true),
            Some(true) => {}
            None => all_lose = false,
        }
    }
    all_lose.then_some(false)
}

#[test]
fn bare_generals_win_or_lose_within_four_plies() {
    for side in ["w", "b"] {
        let (mut won, mut lost) = (0, 0);
        let points: Vec<_> = (3..6).flat_map(|rank| (3..6).map(move |file| (rank, file))).collect();
        for red in &points {
            for black in points.iter().filter(|&black| black != red) {
                let mut board = [['1'; 9]; 9];
                board[red.0][red.1] = 'K';
                board[black.0][black.1] = 'k';
                let ranks: Vec<String> = board.iter().rev().map(|rank| rank.iter().collect()).collect();
                let fen = format!("{} {side}", ranks.join("/"));
                let Ok(mut position) = ZhonggongPosition::from_fen(&fen, &NoOptions) else { continue };
                match solve(&mut position, 4) {
                    Some(true) => won += 1,
                    Some(false) => lost += 1,
                    None => panic!("{fen} is not settled"),
                }
            }
        }
        assert_eq!((won, lost), (16, 32), "{side} to move");
    }
}
