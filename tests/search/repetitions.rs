//! A game is called won or lost by a rule about repetitions only if the rules say so at the end of the line.

use quadriga::base::{Notation, Outcome, Position};
use quadriga::engine::Engine;
use quadriga::games::{Xiangqi, Zhonggong};
use quadriga::search::{Limits, Report, SearchGame, SearchResult};

use crate::harness::{Classical, ask_with, with_lines};

fn at<G: SearchGame<Position: Notation>>(fen: &str, moves: &str) -> G::Position {
    let options = <G::Position as Notation>::Options::default();
    let mut position = G::Position::from_fen(fen, &options).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        let m = position.parse_move(text, &options).unwrap_or_else(|error| panic!("{fen}: {error}"));
        position.make(m, &mut ());
    }
    position
}

/// Searches so many lines of a position and checks every score by a rule that is reported.
fn search<G: SearchGame<Position: Notation>>(
    position: &G::Position,
    limits: Limits,
    lines: usize,
) -> SearchResult {
    let mut engine = Engine::<G>::new(1, 1).unwrap();
    let (reports, result) = ask_with(&mut engine, position, limits, with_lines(lines));
    for Report { score, moves, depth, .. } in reports.iter().filter(|report| report.score.is_rule()) {
        let mut end = position.clone();
        for &m in moves {
            end.make(m, &mut ());
        }
        let winner = if score.is_win() { position.side_to_move() } else { !position.side_to_move() };
        let verdict = end.verdict();
        let confirmed = verdict.is_some_and(|verdict| verdict.outcome == Outcome::Win(winner));
        assert!(confirmed, "{position:?}, depth {depth}: {score:?}, but {verdict:?} after {moves:?}");
    }
    if let Some(last) = reports.iter().rfind(|report| report.line == 1) {
        assert_eq!((last.score, last.moves.first().copied()), (result.score, result.best));
    }
    result
}

/// The other side may be mated unless it goes on checking and chasing, but may do so by turns, which is a draw.
const BY_TURNS: &str = "3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b";

#[test]
fn repetitions_by_different_moves_are_no_loss() {
    let after = |moves| at::<Classical<Xiangqi>>(BY_TURNS, moves);
    let mirrored = at::<Classical<Xiangqi>>("3aka3/4n4/9/9/9/9/9/6C2/2r6/4KA3 b", "");
    let reversed = at::<Classical<Xiangqi>>("4ka3/2R6/6c2/9/9/9/9/9/4N4/3AKA3 w", "");
    for depth in 4..=12 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        for position in [&after(""), &mirrored, &reversed, &after("g2g1 e1e2"), &after("g2c2 c3g3 c2g2 g3c3")]
        {
            assert!(
                !search::<Classical<Xiangqi>>(position, limits.clone(), 1).score.is_decisive(),
                "depth {depth}"
            );
            search::<Classical<Xiangqi>>(position, limits.clone(), 3);
        }
        // The side that has the mate to threaten must not believe that it has won.
        let won = search::<Classical<Xiangqi>>(&after("g2c2"), limits, 1).score;
        assert!(!won.is_decisive(), "depth {depth}: {won:?}");
    }
}

/// The side to move is mated unless it gives check, for which it has but one way.
const BY_CHECKS: &str = "3aka3/4n4/9/9/2C6/2P6/9/9/6r2/3AK4 b";

#[test]
fn a_loss_by_rule_is_found_with_a_line_that_leads_to_it() {
    let limits = Limits { depth: Some(12), ..Limits::default() };
    for moves in ["", "g2g1 e1e2", "g2g1 e1e2 g1g2 e2e1", "g2g1 e1e2 g1g2 e2e1 g2g1 e1e2"] {
        let lost =
            search::<Classical<Xiangqi>>(&at::<Classical<Xiangqi>>(BY_CHECKS, moves), limits.clone(), 1);
        assert!(lost.score.is_rule() && lost.score.is_loss(), "after {moves}: {:?}", lost.score);
    }
    for moves in ["g2g1", "g2g1 e1e2 g1g2", "g2g1 e1e2 g1g2 e2e1 g2g1"] {
        let won =
            search::<Classical<Xiangqi>>(&at::<Classical<Xiangqi>>(BY_CHECKS, moves), limits.clone(), 1);
        assert!(won.score.is_rule() && won.score.is_win(), "after {moves}: {:?}", won.score);
    }
}

#[test]
fn scores_by_rule_are_confirmed_in_zhonggong() {
    for moves in ["", "e6f6", "e6f6 e1f1", "e6f6 e1f1 f6e6 f1e1"] {
        let position = at::<Classical<Zhonggong>>("9/9/9/4k4/9/3K5/9/9/4R4 b - - 0 1", moves);
        for depth in [4, 8, 12] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            search::<Classical<Zhonggong>>(&position, limits, 2);
        }
    }
}
