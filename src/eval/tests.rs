//! What holds for the evaluation of every game, and what other tests of evaluations share.

use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::*;
use crate::base::{Move, MoveList, Notation, Position, Score, Side};
use crate::search::{Evaluator, SearchPosition};

/// Calls a function for the evaluation of every game.
macro_rules! for_every_game {
    ($check:ident) => {
        $check::<$crate::games::Chess>();
        $check::<$crate::games::Xiangqi>();
        $check::<$crate::games::Zhonggong>();
        $check::<$crate::games::Gomoku>();
        $check::<$crate::games::GomokuStandard>();
        $check::<$crate::games::Renju>();
    };
}
pub(crate) use for_every_game;

/// Positions from which random games reach castling, promotions, en passant, pawns at home, trades of pawns, last
/// liberties, and generals that change sides of the board.
pub(crate) fn starts<P: Notation>() -> Vec<P> {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/5pk1/R5p1/P6p/7P/6P1/r4PK1/8 w - - 0 1",
        "8/5k2/3b4/4p1p1/1P2P1P1/5B2/5K2/8 w - - 0 1",
        "8/8/4k3/8/8/2BN4/8/4K3 w - - 0 1",
        "3ak4/4a4/4b4/4p4/2b6/2B3P2/4P4/4B2N1/4A4/3AK2c1 b - - 10 52",
        "2P3P2/9/3a5/4k4/9/3K5/4B4/9/4R3r w - - 0 60",
        "2PPP2P1/4c2P1/4RN3/2n2KN2/2A1c4/4kp3/6r2/9/5a2p w - - 0 20",
        "2rPPPbn1/3c4r/5a3/9/3k1K3/9/4B1C2/4AR3/1C5p1 w - - 0 30",
        "9/2a1N4/2r2nn2/3K4P/3BA4/2P1k3R/6C2/1p7/2p2pp1p b - - 0 20",
        "6B2/6c2/9/2BAp4/2P1R4/3kKr3/2C1b1C2/7N1/9 w - - 0 20",
        "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w - - 0 1",
        "9/9/9/4k4/9/3K5/9/9/9 b - - 0 1",
        "6/6/2X3/2OX2/6/6 w 2",
        "11/4X6/3XO6/4OXO4/3OXXX4/2XOO1O4/5XX4/4O1O4/11/11/11 b",
    ];
    let start = P::start(&Default::default());
    fens.into_iter().filter_map(|fen| P::from_fen(fen, &Default::default()).ok()).chain([start]).collect()
}

fn random_move<P: Position>(position: &P, rng: &mut SmallRng) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.choose(rng).copied()
}

/// Calls `look` with the positions of random games and an evaluator that has followed them like a search: many moves
/// are taken back, some positions are not evaluated, and sometimes the turn is passed.
pub(crate) fn along_random_games<E: Evaluator<Position: Notation>>(
    weights: &Arc<E::Weights>,
    mut look: impl FnMut(&E::Position, &mut E),
) {
    let mut rng = SmallRng::seed_from_u64(5);
    for start in starts::<E::Position>() {
        let mut evaluator = E::new(weights, &start);
        for _ in 0..6 {
            let mut position = start.clone();
            evaluator.reset(&position);
            let mut depth = 0;
            for _ in 0..150 {
                if rng.random_ratio(2, 3) {
                    look(&position, &mut evaluator);
                }
                if rng.random_ratio(1, 10) && !position.is_threatened() && position.make_null_move() {
                    look(&position, &mut evaluator);
                    position.unmake();
                }
                if let Some(m) = random_move(&position, &mut rng)
                    && position.verdict().is_none()
                {
                    evaluator.push();
                    position.make(m, &mut evaluator);
                    depth += 1;
                }
                while depth > 0 && rng.random_ratio(1, 3) {
                    position.unmake();
                    evaluator.pop();
                    depth -= 1;
                }
            }
        }
    }
}

#[test]
fn hand_written_evaluations_follow_moves_and_are_the_sum_of_their_terms() {
    fn check<E: GameEvaluation<Sums: PartialEq>>() {
        let weights = ClassicalEvaluator::<E>::built_in_weights();
        along_random_games::<ClassicalEvaluator<E>>(&weights, |position, evaluator| {
            assert_eq!(*evaluator.sums(), E::Sums::of(weights.tables(), position), "{position:?}");
            let score = evaluator.evaluate(position);
            assert_eq!(score.value(), E::evaluate_once(&weights, position), "{position:?}");
            let terms: i32 = E::explain(&weights, position).iter().map(|term| term.value).sum();
            let of_first = if position.side_to_move() == Side::First { score } else { -score };
            assert_eq!(Score::evaluation(terms), of_first, "{position:?}");
            // Positions in which the turn was passed may have no valid FEN.
            let options = Default::default();
            if let Ok(again) = E::Position::from_fen(&position.fen(&options), &options) {
                assert_eq!(score.value(), E::evaluate_once(&weights, &again), "{position:?} from its FEN");
            }
        });
    }
    for_every_game!(check);
}
