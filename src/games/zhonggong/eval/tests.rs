use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::*;
use crate::base::{Move, MoveList, NoOptions, Notation, Position, Score, Side};
use crate::eval::Explain;
use crate::games::cchess::{Fen, Piece, Point, write_fen};
use crate::search::Evaluator;

/// Positions including pawns at home, trades, checks and last liberties.
const FENS: [&str; 7] = [
    "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1",
    "2rPPPbn1/3c4r/5a3/9/3k1K3/9/4B1C2/4AR3/1C5p1 w - - 0 30",
    "2PPP2P1/4c2P1/4RN3/2n2KN2/2A1c4/4kp3/6r2/9/5a2p w - - 0 20",
    "9/2a1N4/2r2nn2/3K4P/3BA4/2P1k3R/6C2/1p7/2p2pp1p b - - 0 20",
    "6B2/6c2/9/2BAp4/2P1R4/3kKr3/2C1b1C2/7N1/9 w - - 0 20",
    "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w - - 0 1",
    "9/9/9/4k4/9/3K5/9/9/9 b - - 0 1",
];

fn position(fen: &str) -> ZhonggongPosition {
    ZhonggongPosition::from_fen(fen, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn evaluation(position: &ZhonggongPosition) -> i32 {
    ZhonggongEvaluator::new(&ZhonggongEvaluator::built_in_weights(), position).evaluate(position).value()
}

/// The position with each piece moved to `place` of its point and given to `owner` of its side.
fn rebuilt(
    position: &ZhonggongPosition,
    place: impl Fn(Point) -> Point,
    owner: impl Fn(Side) -> Side,
) -> ZhonggongPosition {
    let (mut fen, _) = Fen::<9>::read(&position.fen(&NoOptions)).expect("its own FEN");
    fen.board = crate::games::cchess::Board::default();
    for at in position.board().occupied() {
        if let Some(piece) = position.board().piece_at(at) {
            fen.board.put(Piece::new(piece.kind, owner(piece.side)), place(at));
        }
    }
    super::tests::position(&write_fen(&fen.board, owner(fen.side), fen.clock, fen.number))
}

/// Calls `check` along random games from every position.
fn along_games(mut check: impl FnMut(&mut ZhonggongPosition, &mut ZhonggongEvaluator)) {
    let mut rng = SmallRng::seed_from_u64(1);
    for fen in FENS {
        for _ in 0..20 {
            let mut position = position(fen);
            let mut evaluator = ZhonggongEvaluator::new(&ZhonggongEvaluator::built_in_weights(), &position);
            for _ in 0..60 {
                check(&mut position, &mut evaluator);
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let Some(&m) = moves.choose(&mut rng) else { break };
                make(&mut position, &mut evaluator, m);
            }
        }
    }
}

fn make(position: &mut ZhonggongPosition, evaluator: &mut ZhonggongEvaluator, m: Move) {
    evaluator.push();
    position.make(m, evaluator);
}

#[test]
fn evaluation_is_symmetric_in_sides_and_wings() {
    along_games(|position, _| {
        let score = evaluation(position);
        let flipped = rebuilt(position, |at| at.flipped(9), |side| !side);
        assert_eq!(evaluation(&flipped), score, "{position:?} with sides changed");
        let mirrored = rebuilt(position, Point::mirrored, |side| side);
        assert_eq!(evaluation(&mirrored), score, "{position:?} in the mirror");
    });
}

#[test]
fn incremental_evaluation_equals_evaluation_from_scratch() {
    let mut rng = SmallRng::seed_from_u64(2);
    along_games(|position, evaluator| {
        let fresh = ZhonggongEvaluator::new(&ZhonggongEvaluator::built_in_weights(), position);
        assert_eq!(evaluator.sums.current, fresh.sums.current, "{position:?}");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return;
        }
        let m = moves[rng.random_range(0..moves.len())];
        make(position, evaluator, m);
        position.unmake();
        evaluator.pop();
        assert_eq!(evaluator.sums.current, fresh.sums.current, "{position:?} after taking back");
    });
}

#[test]
fn explained_terms_add_up_to_the_evaluation() {
    along_games(|position, evaluator| {
        let sum: i32 = ZhonggongEvaluator::explain(&ZhonggongEvaluator::built_in_weights(), position)
            .iter()
            .map(|term| term.value)
            .sum();
        let red = if position.side_to_move() == Side::First { 1 } else { -1 };
        assert_eq!(evaluator.evaluate(position), Score::evaluation(sum * red), "{position:?}");
    });
}

#[test]
fn winning_features_increase_the_evaluation() {
    for (better, worse) in [
        // A fourth pawn at home; a chariot for a horse; a second pawn at home, which can be traded, rather than one a
        // step away.
        ("PPPP5/9/9/4k4/9/4K4/4P4/9/9 w", "PPP6/9/9/4k4/9/4K4/3PP4/9/9 w"),
        ("9/9/9/4k4/9/4K4/9/9/R8 w", "9/9/9/4k4/9/4K4/9/9/N8 w"),
        ("P7P/9/9/4k4/9/4K4/9/9/9 w", "P8/8P/9/4k4/9/4K4/9/9/9 w"),
    ] {
        assert!(evaluation(&position(better)) > evaluation(&position(worse)), "{better} against {worse}");
    }
}

/// Compares only the term for the generals, as the placement of the pawns has its own value.
#[test]
fn losing_the_second_last_liberty_costs_most() {
    let general = |fen: &str| {
        let parts = ZhonggongEvaluator::explain(&ZhonggongEvaluator::built_in_weights(), &position(fen));
        parts.into_iter().find(|term| term.name == "general").expect("a part about the generals").value
    };
    assert!(general("9/9/9/5k3/9/3K5/3P5/1PP6/9 w") > general("9/9/9/5k3/9/2PKP4/3P5/9/9 w"));
}
