use super::*;

#[test]
fn words_are_recognised_by_their_form() {
    let cases: [(MoveForm, &[&str]); 8] = [
        (
            MoveForm::San,
            &[
                "e4", "exd5", "e8=Q+", "e8Q", "e8(Q)", "exd8=N#", "Nf3", "Nbd7", "N1xf3", "Qh4xe1", "Ng1-f3",
                "O-O", "O-O-O+", "0-0", "O‑O", "♘f3", "exd6e.p.", "Nf3!?", "Pe4", "e2-e4",
            ],
        ),
        (MoveForm::Squares, &["e2e4", "e7e8q", "e2-e4", "E2E4", "e7e8=Q", "e2xd3"]),
        (MoveForm::Points, &["h3e3", "a10a9", "h10g8", "H2-E2", "i0h0", "I10-H10", "h2–e2"]),
        (
            MoveForm::Chinese,
            &[
                "炮二平五",
                "马8进7",
                "馬８進７",
                "前车进一",
                "后炮平4",
                "後砲退一",
                "中兵平六",
                "三兵进一",
                "车前进一",
                "俥九平八",
                "傌二進三",
                "帥五平四",
                "前六平五",
            ],
        ),
        (
            MoveForm::Wxf,
            &["C2=5", "C2.5", "h8+7", "R9.8", "+R-1", "-C=5", "C+=5", "Ｃ２＝５", "M3+1", "G4+5", "1P=4"],
        ),
        (MoveForm::Algebraic, &["Che2", "Hg7", "Rh9", "Nhg3", "Ra10", "Cxe7", "E3e5", "Ga10", "Ch3e3"]),
        (MoveForm::Stone, &["h8", "H8", "t20", "a1"]),
        (MoveForm::Stones, &["h8h9i8i9", "H8H9", "a1t20o15"]),
    ];
    for (form, words) in cases {
        for word in words {
            assert!(forms(word).any(|found| found == form), "{word} as {form:?}");
        }
    }
}

#[test]
fn other_words_are_not_moves() {
    let prose = "Brilliant! 12.5 808 1-0 0-1 1/2-1/2 * 2026.03.04 10-1 http://www.dpxq.com/hldcg a.b Be Na Re4d a b4b \
                 Red Black Che He2 A1.2.3 C++ C2 R2D2s e.g. i.e. e-mail and Ba5e N2O CO2 H2O 第一局 炮二平 炮 \
                 平五 车马炮 前后 象棋 炮二平五马8进7 x xx -- ... === ____ [] a21 u3 h0 ab12 ffffff e9 1e4 K9 \
                 12:30 5=6 25=6 15-3 move1 ²³ é4 🙂 中国 第3轮 0919 7747 --> ~ Qa0 exe ed5 O-O-O-O";
    for word in prose.split_whitespace() {
        // `e9` and `He2` are in forms that only one game has.
        if matches!(word, "e9" | "He2") {
            continue;
        }
        let found: Vec<_> = forms(word).collect();
        assert!(!looks_like_move(word, None), "{word}: {found:?}");
    }
    for word in ["A4", "B12", "H8"] {
        assert!(!looks_like_move(word, None) && looks_like_move(word, Some(Variant::Gomoku)), "{word}");
    }
    assert!(
        looks_like_move("25=6", Some(Variant::Xiangqi)) && !looks_like_move("25=6", Some(Variant::Chess))
    );
}

#[test]
fn moves_that_fit_several_games_are_told() {
    for (moves, chosen, other) in [
        ("e5", Variant::Gomoku, Some(Variant::Chess)),
        ("e4 e5", Variant::Chess, Some(Variant::Gomoku)),
        ("e4 e5 d4 exd4", Variant::Chess, None),
        ("h8 h9 i8", Variant::Gomoku, None),
        ("a2a3", Variant::Chess, None),
        ("a1a2", Variant::Xiangqi, Some(Variant::Zhonggong)),
        ("炮二平五 马8进7", Variant::Xiangqi, None),
        ("", Variant::Chess, None),
    ] {
        let words: Vec<_> = moves.split_whitespace().collect();
        assert_eq!(other_reading(&words, chosen), other, "{moves}");
    }
}

#[test]
fn game_of_a_list_is_the_one_whose_rules_allow_it() {
    for (moves, variant) in [
        ("e4 e5 Nf3", Some(Variant::Chess)),
        ("e2e4 e7e5", Some(Variant::Chess)),
        ("h2e2 h9g7", Some(Variant::Xiangqi)),
        ("h2e2 h7e7", Some(Variant::Xiangqi)),
        ("H2-E2 H9-G7", Some(Variant::Xiangqi)),
        ("炮二平五 马8进7", Some(Variant::Xiangqi)),
        ("C2.5 H8+7", Some(Variant::Xiangqi)),
        ("h8 h9 i8", Some(Variant::Gomoku)),
        ("h8 g7 f6", Some(Variant::Gomoku)),
        ("H8H9I8", Some(Variant::Gomoku)),
        ("e4 e5 Nf9", None),
        ("a word", None),
        ("", None),
    ] {
        let words: Vec<_> = moves.split_whitespace().collect();
        assert_eq!(variant_of_moves(&words), variant, "{moves}");
    }
}
