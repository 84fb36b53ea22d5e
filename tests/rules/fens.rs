//! FENs as other programs write them: what is read, and what is ignored and named.

use quadriga::base::{FenField, FenProblem, GameOptions, Notation};
use quadriga::games::chess::{ChessOptions, ChessPosition};
use quadriga::games::gomoku::{Freestyle, GomokuPosition};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;

/// The FEN of the position that `text` describes, followed by what was ignored.
fn read<P: Notation>(text: &str, options: &P::Options) -> (String, Vec<String>) {
    let (position, remarks) = P::read_fen(text, options).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(P::from_fen(text, options).is_ok(), remarks.is_empty(), "{text}");
    if let Some(remark) = remarks.first() {
        assert_eq!(P::from_fen(text, options).err().map(|error| error.field), Some(remark.field()), "{text}");
    }
    let codes = remarks.iter().map(|remark| {
        let parameters: Vec<_> = remark.parameters().into_iter().map(|(_, value)| value).collect();
        format!("{} {}", remark.code(), parameters.join(" "))
    });
    (position.fen(options), codes.collect())
}

#[track_caller]
fn check<P: Notation>(text: &str, fen: &str, remarks: &[&str]) {
    let found = read::<P>(text, &P::Options::default());
    assert_eq!(
        (found.0.as_str(), found.1),
        (fen, remarks.iter().map(|&words| words.to_owned()).collect()),
        "{text}"
    );
}

#[test]
fn chess_fens_of_other_programs() {
    let check = check::<ChessPosition>;
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R";
    let full = format!("{rooks} w KQkq - 3 9");
    for text in [
        format!("{rooks} w qkQK - 3 9"),
        format!("{rooks}  W\tKQkq –   3 9 "),
        format!("\u{feff}{rooks} white KQkq \u{2212} 3 9"),
        format!("{rooks}[] w KQkq - 3 9"),
        format!("{rooks}[-] w KQkq - 3 9"),
        format!("{rooks} w KQkq - hmvc 3; fmvn 9;"),
        format!("{rooks} w KQkq - hmvc 3; fmvn 9"),
        full.replace(' ', "_"),
        format!("{rooks} w HAha - 3 9"),
        format!("{rooks} w KQkq 3 9"),
    ] {
        check(&text, &full, &[]);
    }
    let bare = "4k3/8/8/8/8/8/8/4K3";
    for end in ["w", "w -", "w - -", "w 0 1", "w - - - -", "w - - 0 0", "w - - 0", "w — ‑ 0 1"] {
        check(&format!("{bare} {end}"), &format!("{bare} w - - 0 1"), &[]);
    }
    let missing = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3";
    check(
        &format!("{missing} w KQkq - 4 9"),
        &format!("{missing} w Qkq - 4 9"),
        &["ignored-castling-rights K"],
    );
    check(
        &format!("{bare} b KQkq e3 4 9"),
        &format!("{bare} b - - 4 9"),
        &["ignored-castling-rights KQkq", "ignored-en-passant e3"],
    );
    check(&format!("{bare} w - e3 4 9"), &format!("{bare} w - - 4 9"), &["ignored-en-passant e3"]);
    check(&format!("{bare} w - - -1 9"), &format!("{bare} w - - 0 9"), &["ignored-counter -1"]);
    check(&format!("{bare} w - - 4 12345"), &format!("{bare} w - - 4 1"), &["ignored-counter 12345"]);
    check(
        &format!("{bare} w - - bm Kd2; hmvc 4; id \"a; b\";"),
        &format!("{bare} w - - 4 1"),
        &["ignored-operations bm id"],
    );
    check(&format!("{bare} w - - 4 9 bm Kd2;"), &format!("{bare} w - - 4 9"), &["ignored-operations bm"]);
    check(
        "4k2r/8/8/8/8/8/8/4K2R w KKkk - 0 1",
        "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        &["ignored-castling-rights Kk"],
    );
}

#[test]
fn castling_rights_of_chess960_need_the_option() {
    let king_aside = "4k3/8/8/8/8/8/8/R4K2 w Q - 4 9";
    check::<ChessPosition>(king_aside, "4k3/8/8/8/8/8/8/R4K2 w - - 4 9", &["ignored-chess960-rights Q"]);
    let orthodox = ChessOptions::default();
    let chess960 = ChessOptions { chess960: true, ..orthodox };
    assert_eq!(read::<ChessPosition>(king_aside, &chess960), (king_aside.to_owned(), Vec::new()));
    for (fen, needs) in [
        (king_aside, true),
        ("4k3/8/8/8/8/8/8/R4K1R w Q - 0 1", true),
        ("bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", false),
        // A right that even Chess960 cannot have: the FEN is wrong, and says nothing about the kind of chess.
        ("4k3/8/8/8/8/8/8/R4K2 w KQ - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", false),
        ("no FEN", false),
    ] {
        assert_eq!(orthodox.required_by(fen), needs.then_some(("UCI_Chess960", "true")), "{fen}");
        assert_eq!(chess960.required_by(fen), None, "{fen}");
    }
}

#[test]
fn xiangqi_fens_of_other_programs() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let check = check::<XiangqiPosition>;
    for end in ["w", "r", "R", "W", "red", "w - - 0 0", "w 0 0", "w 0", "w – – – 1", "[] w - - 0 1"] {
        check(&format!("{board} {end}").replace(" [", "["), &format!("{board} w - - 0 1"), &[]);
    }
    let names = ["ignored-castling-rights KQkq", "ignored-en-passant e3", "ignored-counter -5"];
    check(&format!("{board} b KQkq e3 -5 7"), &format!("{board} b - - 0 7"), &names);
    let palace = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR";
    let text = format!("{palace}_b_-_-_3_4");
    self::check::<ZhonggongPosition>(&text, &format!("{palace} b - - 3 4"), &[]);
}

#[test]
fn gomoku_fens_of_other_programs() {
    let check = check::<GomokuPosition<Freestyle>>;
    check("5/5/2X2/5/5[] W", "5/5/2X2/5/5 w 1", &[]);
    check("5/5/2X2/5/5 white 3", "5/5/2X2/5/5 w 3", &[]);
    check("5/5/2X2/5/5 w fmvn 3;", "5/5/2X2/5/5 w 3", &[]);
    check("5/5/2X2/5/5 w 0", "5/5/2X2/5/5 w 1", &["ignored-counter 0"]);
}

#[test]
fn what_cannot_be_read_is_refused_by_name() {
    let problem = |text: &str| {
        let error = ChessPosition::read_fen(text, &ChessOptions::default()).expect_err(text);
        (error.field, error.problem)
    };
    let bare = "4k3/8/8/8/8/8/8/4K3";
    assert_eq!(problem(&format!("{bare}[Qn] w - -")), (FenField::Board, FenProblem::Pocket("Qn".to_owned())));
    for (end, field) in [
        ("", FenField::SideToMove),
        ("r", FenField::SideToMove),
        ("w xyz - 0 1", FenField::Castling),
        ("w - e9 0 1", FenField::EnPassant),
        ("w - - 0 1 1", FenField::Trailing),
        ("w - - moves e1e2", FenField::Trailing),
        ("w - - bm \"x", FenField::Trailing),
    ] {
        assert_eq!(problem(&format!("{bare} {end}")).0, field, "{end}");
    }
}
