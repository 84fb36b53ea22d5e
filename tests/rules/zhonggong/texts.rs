//! Valid and invalid FENs and move texts.

use quadriga::base::{FenError, FenField, FenProblem, MoveError, NoOptions, Notation, Position};
use quadriga::games::zhonggong::ZhonggongPosition;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::built::Builder;
use super::{START, legal, position};

fn refusal(fen: &str) -> FenError {
    match ZhonggongPosition::from_fen(fen, &NoOptions) {
        Ok(_) => panic!("{fen} is taken"),
        Err(error) => error,
    }
}

#[test]
fn wrong_fens_are_refused_by_field_and_problem() {
    let board = |fen: &str| {
        let error = refusal(fen);
        assert_eq!(error.field, FenField::Board, "{fen}: {error}");
        error.problem
    };
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert!(matches!(board(xiangqi), FenProblem::RankCount { found: 10, .. }));
    assert_eq!(board(""), FenProblem::Missing);
    assert!(matches!(board(&START.replace("/9/", "/8/")), FenProblem::RankLength { rank: 5, found: 8, .. }));
    assert!(matches!(board(&START.replace("/9/", "/91/")), FenProblem::RankLength { rank: 5, .. }));
    assert_eq!(board(&START.replace("4c4", "4x4")), FenProblem::UnknownCharacter('x'));
    assert_eq!(board(&START.replace('K', "1")), FenProblem::NoRoyal("Red", "general"));
    assert_eq!(board(&START.replace("4c4", "4k4")), FenProblem::SeveralRoyals("Black", "general"));
    assert!(matches!(board(&START.replace("4c4", "3ccc3")), FenProblem::TooMany { found: 4, limit: 2, .. }));
    assert!(matches!(board(&START.replace("4C4", "4P4")), FenProblem::TooMany { found: 6, limit: 5, .. }));
    let outside = START.replace("4k4", "9").replace("4c4", "4k4");
    assert!(matches!(board(&outside), FenProblem::ImpossiblePlace { at, .. } if at == "e8"));

    let side = |fen: &str| {
        let error = refusal(fen);
        assert_eq!(error.field, FenField::SideToMove, "{fen}: {error}");
        error.problem
    };
    assert_eq!(side("9/9/9/4k4/9/4K4/9/9/9"), FenProblem::Missing);
    assert!(matches!(side("9/9/9/4k4/9/4K4/9/9/9 x"), FenProblem::Unreadable { .. }));
    assert_eq!(side("9/9/9/4k4/9/3K5/9/9/4R4 w - - 0 1"), FenProblem::OpponentInCheck);
    assert_eq!(side("9/9/9/5k3/3b5/2PKP4/3P5/9/R8 b - - 0 1").code(), "opponent-without-liberty");
    assert_eq!(side("PPPPP4/9/9/4k4/9/4K4/9/9/9 w - - 0 1").code(), "five-pawns");

    for (fen, field) in [
        (START.replace("- - 0 1", "KQ - 0 1"), FenField::Castling),
        (START.replace("- - 0 1", "- e3 0 1"), FenField::EnPassant),
        (START.replace("- - 0 1", "- - -1 1"), FenField::MoveClock),
        (START.replace("- - 0 1", "- - 0 one"), FenField::MoveNumber),
        (format!("{START} more"), FenField::Trailing),
    ] {
        assert_eq!(refusal(&fen).field, field, "{fen}");
    }
}

#[test]
fn short_and_foreign_fens_are_understood() {
    let whole = position(START);
    for fields in 2..6 {
        let short: Vec<_> = START.split(' ').take(fields).collect();
        assert_eq!(position(&short.join(" ")).fen(&NoOptions), START);
    }
    assert_eq!(position(&START.replace(" w ", " r ")).key(), whole.key());
    // Elephants and horses by their English letters.
    let (pieces, rest) = START.split_once(' ').expect("a FEN has fields");
    let letters = pieces.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
    assert_eq!(position(&format!("{letters} {rest}")).key(), whole.key());
}

#[test]
fn moves_have_texts_and_names() {
    for (fen, text, name) in [
        (START, "e2a2", "前炮平九"),
        (START, "a3a4", "兵九进一"),
        ("P1P6/9/4c4/4k4/9/4K4/9/9/9 w", "a9c9xe7", "兵a9c9兑炮e7"),
        ("P1P1P1P2/9/9/4k4/9/4K4/9/4r4/9 w", "a9c9e9g9xe2", "兵a9c9e9g9兑车e2"),
        ("9/9/9/4k4/9/4K4/N8/9/p3p1p2 b", "a1e1g1xa3", "卒a1e1g1兑马a3"),
    ] {
        let position = position(fen);
        let found = position.parse_move(text, &NoOptions);
        let m = found.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.move_text(m, &NoOptions), text);
        assert_eq!(position.move_name(m, &NoOptions), name);
        for spelling in [text.to_uppercase(), format!(" {text} "), name.replace('兑', "兌")] {
            assert_eq!(position.parse_move(&spelling, &NoOptions), Ok(m), "{spelling}");
        }
    }
}

#[test]
fn wrong_moves_are_refused_with_a_reason() {
    const HOME_PAWNS: &str = "only your pawns on the opponent's back rank can be traded, one to four of them";
    let trades = "P1P1P1P2/9/9/4k4/9/4K4/r3a4/4r4/c7p w - - 0 1";
    for (fen, text, expected) in [
        (START, "e4e4", "origin and destination are the same"),
        (START, "e5e6", "no piece of the side to move stands there"),
        (START, "e6e5", "no piece of the side to move stands there"),
        (START, "a1a9", "the piece there does not move like that"),
        (START, "d1e2", "the piece there does not move like that"),
        ("9/9/9/4k4/9/4K4/9/9/9 w", "e4e5", "it leaves your general in check"),
        (
            "9/9/3a5/4k4/9/3K5/9/9/4R4 b",
            "d7c8",
            "it removes a guard that your general needs, and leaves it in check",
        ),
        ("9/9/2N6/5k3/9/2PKP4/3P5/9/9 w", "c7d5", "it leaves your general without a liberty"),
        ("9/9/9/4k4/4K4/9/9/9/4R4 b", "e6e5", "generals are never captured"),
        ("PPPPP4/9/9/4k4/9/4K4/9/9/9 b", "e6d6", "the game is over: five pawns are at home"),
        (trades, "a9c9xe2", "a pawn costs one pawn, a cannon two, a horse three, a chariot four"),
        (trades, "a9xe3", "generals, advisors and elephants cannot be traded for"),
        (trades, "a9xe5", "there is no enemy piece to trade for"),
        (trades, "b9xi1", HOME_PAWNS),
        (trades, "a9a9xa1", "a pawn is named twice"),
        (trades, "a8c8xa1", HOME_PAWNS),
        (trades, "xa1", HOME_PAWNS),
        (START, "炮一平二", "no legal move has this name"),
        (START, "兵a9兑炮e8", "no legal move has this name"),
    ] {
        match position(fen).parse_move(text, &NoOptions) {
            Err(MoveError::Illegal { reason, .. }) => assert_eq!(reason.words, expected, "{fen} {text}"),
            other => panic!("{fen} {text}: {other:?}"),
        }
    }
    for text in ["", "e4", "e4e", "e4e5q", "e0e1", "e9e10", "j1a1", "a9xx", "0000", "炮", "é1é2", "a9c9xe8 "]
    {
        let found = position(START).parse_move(text, &NoOptions);
        let trade = text.trim() == "a9c9xe8";
        assert!(
            matches!(found, Err(MoveError::Unreadable { .. })) != trade && found.is_err(),
            "{text}: {found:?}"
        );
    }
}

/// Changes, removes or adds a few characters.
fn mutated(text: &str, alphabet: &[char], rng: &mut SmallRng) -> String {
    let mut signs: Vec<_> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..=signs.len());
        let sign = alphabet[rng.random_range(0..alphabet.len())];
        match rng.random_range(0..3) {
            0 => signs.insert(at, sign),
            1 if at < signs.len() => signs[at] = sign,
            _ if at < signs.len() => drop(signs.remove(at)),
            _ => {}
        }
    }
    signs.into_iter().collect()
}

#[test]
fn no_text_is_too_strange() {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut builder = Builder::new(12);
    let alphabet: Vec<_> = "kabnrcpKABNRCP123456789/ wbr-0xXé炮兑é\\u{0}".chars().collect();
    let mut taken = 0;
    for _ in 0..60_000 {
        let fen = mutated(&builder.any_fen(), &alphabet, &mut rng);
        if let Ok(position) = ZhonggongPosition::from_fen(&fen, &NoOptions) {
            // A text that is accepted describes a normal position.
            let again =
                ZhonggongPosition::from_fen(&position.fen(&NoOptions), &NoOptions).expect("its own FEN");
            assert_eq!(again.key(), position.key(), "{fen}");
            assert!(position.legal_count() == legal(&position).len());
            taken += 1;
        }
    }
    assert!(taken > 1_000, "{taken}");
    let position = position("P1P1P1P2/9/9/4k4/9/4K4/9/4r4/c7p w - - 0 1");
    let texts = ["a9c9xe2", "e4d4", "a9c9e9g9xe2", "帅五平四", "兵a9兑卒i1"];
    for _ in 0..60_000 {
        let text = mutated(texts[rng.random_range(0..texts.len())], &alphabet, &mut rng);
        if let Ok(m) = position.parse_move(&text, &NoOptions) {
            assert!(position.is_legal(m), "{text}");
        }
    }
}
