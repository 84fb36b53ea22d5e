use super::*;
use crate::base::{NoOptions, Notation};
use crate::eval::ClassicalEvaluator;
use crate::eval::tests::along_random_games;
use crate::games::cchess::{Fen, write_fen};
use crate::search::Evaluator as _;

type Evaluator = ClassicalEvaluator<Zhonggong>;

fn position(fen: &str) -> ZhonggongPosition {
    ZhonggongPosition::from_fen(fen, &NoOptions).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn evaluation(position: &ZhonggongPosition) -> i32 {
    Zhonggong::evaluate_once(&Evaluator::built_in_weights(), position)
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

#[test]
fn evaluation_is_symmetric_in_sides_and_wings() {
    along_random_games::<Evaluator>(&Evaluator::built_in_weights(), |position, _| {
        let score = evaluation(position);
        let flipped = rebuilt(position, |at| at.flipped(9), |side| !side);
        assert_eq!(evaluation(&flipped), score, "{position:?} with sides changed");
        let mirrored = rebuilt(position, Point::mirrored, |side| side);
        assert_eq!(evaluation(&mirrored), score, "{position:?} in the mirror");
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
        let parts = Zhonggong::explain(&Evaluator::built_in_weights(), &position(fen));
        parts.into_iter().find(|term| term.name == "general").expect("a part about the generals").value
    };
    assert!(general("9/9/9/5k3/9/3K5/3P5/1PP6/9 w") > general("9/9/9/5k3/9/2PKP4/3P5/9/9 w"));
}
