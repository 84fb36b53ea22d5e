use super::*;
use crate::base::Notation;
use crate::eval::ClassicalEvaluator;
use crate::eval::tests::along_random_games;
use crate::games::cchess::{Board as AnyBoard, write_fen};
use crate::games::xiangqi::{RANKS, XiangqiOptions};
use crate::search::Evaluator as _;

type Evaluator = ClassicalEvaluator<Xiangqi>;

fn position(fen: &str) -> XiangqiPosition {
    XiangqiPosition::from_fen(fen, &XiangqiOptions::default())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn evaluate(position: &XiangqiPosition) -> i32 {
    Xiangqi::evaluate_once(&Evaluator::built_in_weights(), position)
}

fn evaluation(fen: &str) -> i32 {
    evaluate(&position(fen))
}

/// The position with each piece moved to `place` of its point, and with sides exchanged if `change_sides` is set.
fn rebuilt(
    position: &XiangqiPosition,
    place: impl Fn(Point) -> Point,
    change_sides: bool,
) -> XiangqiPosition {
    let turned = |side: Side| if change_sides { !side } else { side };
    let mut board: AnyBoard<RANKS> = AnyBoard::default();
    for at in position.board().occupied() {
        if let Some(piece) = position.board().piece_at(at) {
            board.put(Piece::new(piece.kind, turned(piece.side)), place(at));
        }
    }
    self::position(&write_fen(&board, turned(position.side_to_move()), 0, 1))
}

#[test]
fn evaluation_is_symmetric_in_sides_and_wings() {
    along_random_games::<Evaluator>(&Evaluator::built_in_weights(), |position, _| {
        let score = evaluate(position);
        let flipped = rebuilt(position, |at| at.flipped(RANKS), true);
        assert_eq!(evaluate(&flipped), score, "{:?} flipped", position.board());
        let mirrored = rebuilt(position, Point::mirrored, false);
        assert_eq!(evaluate(&mirrored), score, "{:?} mirrored", position.board());
    });
}

#[test]
fn terms_have_the_expected_sign() {
    let better = |better: &str, worse: &str| {
        assert!(evaluation(better) > evaluation(worse), "{better} {worse}");
    };
    // A cannon on the open central file in front of the general.
    better(
        "rnbakabnr/9/1c5c1/p1p3p1p/4C4/9/P1P1P1P1P/1C7/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p3p1p/3C5/9/P1P1P1P1P/1C7/9/RNBAKABNR w",
    );
    // A chariot on an open line, a horse with free legs.
    better(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w",
    );
    // A pawn beyond the river.
    better("3k5/9/9/9/4P4/9/9/9/9/4K4 w", "3k5/9/9/9/9/4P4/9/9/9/4K4 w");
    // Elephants are worth more against cannons, and advisors against chariots, as long as there are attackers.
    let gain = |fewer: &str, attacker: &str| {
        let with = |defenders: &str| {
            evaluation(&format!("{defenders}/9/rrnncc3/9/9/9/9/NN7/9/{attacker}1{attacker}K5 w"))
        };
        with(fewer) - with("2bakab2")
    };
    assert!(gain("3akab2", "C") > gain("3akab2", "R"));
    assert!(gain("2b1kab2", "R") > gain("2b1kab2", "C"));
    // Without attackers the advantage is scaled down.
    assert!(evaluation("3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w") < 150);
}
