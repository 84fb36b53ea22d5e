//! Positions with a win to find, one suite per game, each with a limit on visited nodes.
//!
//! The lines of a suite have the form `FEN | moves to mate | nodes`; text after a `#` is a comment.

use quadriga::base::{MoveList, NoOptions, Notation, Position, Score};
use quadriga::engine::Engine;
use quadriga::games::gomoku::reasons;
use quadriga::games::gomoku::{Freestyle, GomokuPosition, Renju, Standard};
use quadriga::games::{Chess, Game, Xiangqi, Zhonggong};
use quadriga::search::{Bound, Feature, Features, Limits, SearchGame, SearchPosition};

use crate::harness::{Classical, ask, ask_with, is_playable, with_features};

/// A line of a suite.
struct Problem<'a> {
    fen: &'a str,
    /// The number of the winner's moves to the win, including the last one.
    moves: u32,
    nodes: u64,
}

fn problems(suite: &str) -> impl Iterator<Item = Problem<'_>> {
    let lines = suite.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    lines.filter(|line| !line.is_empty()).map(|line| {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let &[fen, moves, nodes] = fields.as_slice() else { panic!("not three fields: {line}") };
        Problem { fen, moves: moves.parse().expect(line), nodes: nodes.parse().expect(line) }
    })
}

fn position<P: Notation>(fen: &str) -> P {
    P::from_fen(fen, &P::Options::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Searches every position of a suite with empty tables, for a mate in so many moves.
fn solve<G: SearchGame<Position: Notation>>(suite: &str) {
    solve_by::<G>(suite, Some);
}

/// Searches every position of a suite with empty tables, as in a game.
fn see<G: SearchGame<Position: Notation>>(suite: &str) {
    solve_by::<G>(suite, |_| None);
}

fn solve_by<G: SearchGame<Position: Notation>>(suite: &str, mate: impl Fn(u32) -> Option<u32>) {
    let mut engine = Engine::<G>::new(8, 1).unwrap();
    for problem in problems(suite) {
        let root = position::<G::Position>(problem.fen);
        engine.clear();
        let limits = Limits { nodes: Some(problem.nodes), mate: mate(problem.moves), ..Limits::default() };
        let (reports, result) = ask(&mut engine, &root, limits);
        let mate = Score::mate_at(2 * problem.moves as usize - 1);
        assert_eq!(result.score, mate, "{}: {result:?}", problem.fen);
        let last = reports.last().expect("a report");
        assert_eq!((last.score, last.bound), (mate, Bound::Exact));
        assert!(is_playable(&root, &last.moves), "{}", problem.fen);
    }
}

/// Verifies by alpha-beta without pruning that a suite's mates exist and that there are no shorter ones; those of more
/// than `limit` moves would take too long.
fn prove<G: SearchGame<Position: Notation>>(suite: &str, limit: u32) {
    let mut engine = Engine::<G>::new(8, 1).unwrap();
    for problem in problems(suite).filter(|problem| problem.moves <= limit) {
        let root = position::<G::Position>(problem.fen);
        let plies = 2 * problem.moves - 1;
        let features = Features::NONE.with(Feature::MateDistance);
        let mut score_at = |depth| {
            engine.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            ask_with(&mut engine, &root, limits, with_features(features)).1.score
        };
        assert_eq!(score_at(plies), Score::mate_at(plies as usize), "{}", problem.fen);
        assert!(plies == 1 || !score_at(plies - 1).is_mate(), "{}: there is a shorter mate", problem.fen);
    }
}

const CHESS: &str = include_str!("tactics/chess.txt");
const XIANGQI: &str = include_str!("tactics/xiangqi.txt");
const XIANGQI_ATTACKS: &str = include_str!("tactics/xiangqi_attacks.txt");
const ZHONGGONG: &str = include_str!("tactics/zhonggong.txt");
const FOURS: &str = include_str!("tactics/fours.txt");
const THREATS: &str = include_str!("tactics/threats.txt");

#[test]
fn chess_mates_are_found() {
    solve::<Classical<Chess>>(CHESS);
}

#[test]
fn chess_mates_are_true() {
    prove::<Classical<Chess>>(CHESS, 3);
}

#[test]
fn xiangqi_mates_are_found() {
    solve::<Classical<Xiangqi>>(XIANGQI);
}

#[test]
fn xiangqi_attacks_are_seen() {
    // The numbers of the search are tuned for the network.
    see::<Xiangqi>(XIANGQI_ATTACKS);
}

#[test]
fn xiangqi_mates_are_true() {
    prove::<Classical<Xiangqi>>(XIANGQI, 3);
    prove::<Classical<Xiangqi>>(XIANGQI_ATTACKS, 2);
}

#[test]
fn zhonggong_wins_are_found() {
    solve::<Classical<Zhonggong>>(ZHONGGONG);
}

#[test]
fn zhonggong_wins_are_true() {
    prove::<Classical<Zhonggong>>(ZHONGGONG, 3);
}

type Stones = GomokuPosition<Freestyle>;

/// Whether the side to move wins in at most `plies` plies by fours alone, trying every legal reply.
fn wins_by_fours(position: &mut Stones, plies: u32) -> bool {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    moves.into_iter().any(|m| {
        position.make(m, &mut ());
        let five = position.verdict().is_some_and(|verdict| verdict.reason == reasons::FIVE_IN_A_ROW);
        let won = five || plies > 2 && position.is_threatened() && all_answers_lose(position, plies - 1);
        position.unmake();
        won
    })
}

fn all_answers_lose(position: &mut Stones, plies: u32) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.into_iter().all(|m| {
        position.make(m, &mut ());
        let lost = position.verdict().is_none() && wins_by_fours(position, plies - 1);
        position.unmake();
        lost
    })
}

#[test]
fn continuous_fours_are_found() {
    let mut engine = Engine::<Classical<Freestyle>>::new(8, 1).unwrap();
    for problem in problems(FOURS) {
        let root = position::<Stones>(problem.fen);
        engine.clear();
        let limits = Limits { nodes: Some(problem.nodes), ..Limits::default() };
        let (_, result) = ask(&mut engine, &root, limits);
        assert!(result.score.is_mate() && result.score.is_win(), "{}: {result:?}", problem.fen);
    }
}

#[test]
fn continuous_fours_are_true() {
    for problem in problems(FOURS) {
        let mut root = position::<Stones>(problem.fen);
        let plies = 2 * problem.moves - 1;
        assert!(wins_by_fours(&mut root, plies), "{}", problem.fen);
        assert!(!wins_by_fours(&mut root, plies - 2), "{}: there is a shorter win", problem.fen);
    }
}

/// The number of positions of these rules in the suite of wins by threats, and of those among them that are found.
fn solved_threats<G: SearchGame<Position: Notation>>(variant: &str) -> (usize, usize) {
    const NODES: u64 = 50_000;
    let mut engine = Engine::<G>::new(8, 1).unwrap();
    let (mut count, mut solved) = (0, 0);
    for line in THREATS.lines().filter(|line| !line.starts_with('#')) {
        let Some((_, fen)) = line.split_once(" | ").filter(|&(name, _)| name == variant) else { continue };
        let root = position::<G::Position>(fen);
        engine.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let (_, result) = ask(&mut engine, &root, limits);
        count += 1;
        solved += usize::from(result.score.is_mate() && result.score.is_win());
    }
    (count, solved)
}

#[test]
fn wins_by_threats_are_found() {
    let results = [
        solved_threats::<Classical<Freestyle>>("gomoku"),
        solved_threats::<Classical<Standard>>("gomoku-standard"),
        solved_threats::<Classical<Renju>>("renju"),
    ];
    // Nine in ten of all; which ones are not found in time varies with the evaluation.
    let (count, solved) = results.iter().fold((0, 0), |sum, result| (sum.0 + result.0, sum.1 + result.1));
    assert!(10 * solved >= 9 * count, "{results:?}");
    for (count, solved) in results {
        assert!(count >= 20 && 5 * solved >= 4 * count, "{results:?}");
    }
}

/// Checks that, of two zhonggong moves that follow these, the search sees at any depth that one lets the opponent
/// repeat the position a third time, and that the other wins.
fn check_repetition(fen: &str, moves: &str, repeating: &str, winning: &str) {
    let mut root = position::<<Zhonggong as Game>::Position>(fen);
    for text in moves.split(' ') {
        root.make(root.parse_move(text, &NoOptions).unwrap(), &mut ());
    }
    let repeating = root.parse_move(repeating, &NoOptions).unwrap();
    let winning = root.parse_move(winning, &NoOptions).unwrap();
    let mut engine = Engine::<Classical<Zhonggong>>::new(8, 1).unwrap();
    for depth in 2..=8 {
        let mut score_of = |m| {
            engine.clear();
            let limits = Limits { depth: Some(depth), moves: vec![m], ..Limits::default() };
            ask(&mut engine, &root, limits).1.score
        };
        assert_eq!(score_of(repeating), Score::DRAW, "depth {depth}");
        assert!(score_of(winning) > Score::evaluation(500), "depth {depth}");
    }
}

/// The opponent, who would lose otherwise, returns to the previous position by a move that offers a chariot.
#[test]
fn repetition_is_found_even_if_it_offers_a_piece() {
    check_repetition(
        "6Cr1/2c6/1app1p2B/cP3k3/2R1K4/2NPP1P1C/3ANA2P/9/9 w - - 17 42",
        "c5a5 c8a8 a5c5 a8c8 c5d5 c8d8",
        "d5c5",
        "d5b5",
    );
}

/// The same by a longer cycle, in which neither side simply takes its last move back.
#[test]
fn repetition_after_a_detour_is_found() {
    check_repetition(
        "1nb3b2/2a3a2/1pp1pp2p/5k1n1/9/r4K1R1/4B2rN/R8/1N1C2B2 b - - 1 26",
        "a4b4 a2b2 b4c4 b2c2 c4a4 c2a2 a4b4 a2b2 b4d4 b2d2 d4c4 d2c2",
        "c4a4",
        "c4d4",
    );
}
