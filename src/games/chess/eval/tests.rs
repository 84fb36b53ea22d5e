use super::*;
use crate::base::Notation;
use crate::eval::ClassicalEvaluator;
use crate::eval::tests::along_random_games;
use crate::games::chess::ChessOptions;
use crate::search::Evaluator as _;

type Evaluator = ClassicalEvaluator<Chess>;

fn read(fen: &str) -> ChessPosition {
    ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn evaluate(position: &ChessPosition) -> i32 {
    Chess::evaluate_once(&Evaluator::built_in_weights(), position)
}

/// The same position with the colours exchanged.
fn flipped(fen: &str) -> String {
    let swap = |text: &str| -> String {
        text.chars()
            .map(|letter| {
                if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
            })
            .collect()
    };
    let fields: Vec<_> = fen.split(' ').collect();
    let ranks: Vec<_> = fields[0].rsplit('/').map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    format!("{} {side} {} {passed} {} {}", ranks.join("/"), swap(fields[2]), fields[4], fields[5])
}

#[test]
fn evaluation_is_symmetric_in_colours() {
    along_random_games::<Evaluator>(&Evaluator::built_in_weights(), |position, _| {
        let fen = position.fen(&ChessOptions::default());
        assert_eq!(evaluate(position), evaluate(&read(&flipped(&fen))), "{fen}");
    });
}

#[test]
fn better_positions_evaluate_higher() {
    for (better, worse) in [
        // A queen; a passed pawn further on; a rook on an open file; a king at home behind its pawns.
        ("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"),
        ("4k3/8/1P6/8/8/8/7p/4K3 w - - 0 1", "4k3/8/8/8/1P6/8/7p/4K3 w - - 0 1"),
        ("3rk3/ppp2ppp/8/8/8/8/PPP1PPPP/3RK3 w - - 0 1", "3rk3/ppp2ppp/8/8/8/8/PPP1PPPP/2R1K3 w - - 0 1"),
        (
            "r2q1rk1/pppb1ppp/2n2n2/8/8/2N2N2/PPPB1PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/pppb1ppp/2n2n2/8/6K1/2N2N2/PPPB1PPP/R2Q1R2 w - - 0 1",
        ),
        // Endings with bishops on the same colour are won more often than with opposite-coloured bishops.
        ("8/5k2/4b3/4p1p1/1P2P1P1/1P3B2/5K2/8 w - - 0 1", "8/5k2/3b4/4p1p1/1P2P1P1/1P3B2/5K2/8 w - - 0 1"),
        // A bare king should be driven to the edge, and so should one whose only piece is a rook against a queen.
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/5K2/3k4/8/8/8/R7 w - - 0 1"),
        ("7k/6r1/5K2/8/8/8/8/1Q6 w - - 0 1", "8/6r1/2K5/4k3/8/8/8/1Q6 w - - 0 1"),
    ] {
        let (high, low) = (evaluate(&read(better)), evaluate(&read(worse)));
        assert!(high > low, "{better} is worth {high}, {worse} {low}");
    }
}

#[test]
fn a_network_is_scaled_for_the_side_ahead_overall() {
    // Without pawns Black could not win, but White is ahead, even if the network lowers its score.
    let won = read("4k3/8/8/8/8/5N2/PPPPP3/4K3 w - - 0 1");
    assert_eq!(Chess::combined(&won, Some(300), -100), 200);
    let drawn = read("k7/8/1K6/P7/8/4B3/8/8 w - - 0 1");
    assert_eq!(Chess::combined(&drawn, Some(10), 100), 10);
}

#[test]
fn a_residual_network_counts_little_in_a_king_hunt() {
    let hunt = read("8/6r1/2K5/4k3/8/8/8/1Q6 w - - 0 1");
    assert_eq!(Chess::combined(&hunt, Some(300), 100), 325);
    assert_eq!(Chess::combined(&hunt, Some(300), -100), 275);
    // A network on its own counts in full.
    let alone = |network| Chess::combined(&hunt, None, network);
    assert_eq!(alone(300) - alone(200), 100);
}

#[test]
fn advantages_count_less_with_fewer_pieces_and_pawns() {
    let [many, few] =
        ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"]
            .map(|fen| Chess::weighted(&read(fen), 100));
    assert!(many > 100 && few < 100, "{many} and {few}");

    let scales = ["", "P", "PP", "PPP", "PPPP", "PPPPP"].map(|pawns| {
        let free = 8 - pawns.len();
        let fen = format!("r1n1k3/8/8/8/8/8/{pawns}{free}/R1N1K3 w - - 0 1");
        endgame::scale(&read(&fen), Side::First)
    });
    assert!(scales.is_sorted(), "{scales:?}");
    assert_eq!(scales[5], weights::FULL_SCALE);
}

#[test]
fn advantages_that_cannot_win_are_scaled_down() {
    for fen in [
        "8/8/4k3/8/8/2N5/8/4K3 w - - 0 1",
        "8/8/4k3/8/8/2NN4/8/4K3 w - - 0 1",
        "8/4p3/4k3/8/8/2B5/8/4K3 w - - 0 1",
        "8/8/4k3/3r4/8/2BR4/8/4K3 w - - 0 1",
    ] {
        let score = evaluate(&read(fen));
        assert!(score.abs() < 100, "{fen} is worth {score}");
    }
}
