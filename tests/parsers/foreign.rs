//! Files as other programs write them: the kinds of `shared/cases`, with neighbours of each.

use std::io::Cursor;

use quadriga::games::Variant;
use quadriga::records::{GameJson, ParsedGame, RecordFormat, check, open, write_tree};

const XIANGQI: [&str; 4] = ["h3e3", "h10g8", "h1g3", "i10h10"];

/// The games of a file that is recognised by its contents, those that are refused as their messages.
#[track_caller]
fn open_all(bytes: &[u8]) -> Vec<Result<ParsedGame, String>> {
    let opened = open(Cursor::new(bytes.to_vec()), None, None);
    let opened = opened.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)));
    opened.games.map(|game| game.and_then(check).map_err(|error| error.to_string())).collect()
}

#[track_caller]
fn only(text: &str) -> ParsedGame {
    only_of(text.as_bytes())
}

#[track_caller]
fn only_of(bytes: &[u8]) -> ParsedGame {
    let mut games = open_all(bytes);
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The moves as `record` answers them, and the variant.
#[track_caller]
fn moves_of(game: &ParsedGame) -> (Variant, Vec<String>) {
    let json = GameJson::new(game, &[]).expect("a plain main line");
    let json = serde_json::to_value(json).expect("JSON");
    let moves = json["moves"].as_array().expect("a list").iter();
    (game.tree.variant, moves.map(|text| text.as_str().expect("a text").to_owned()).collect())
}

#[track_caller]
fn assert_moves(text: &str, variant: Variant, moves: &[&str]) {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    assert_eq!(moves_of(&only(text)), (variant, moves), "{text}");
}

fn codes(game: &ParsedGame) -> Vec<&str> {
    game.notes.iter().map(|note| note.code).collect()
}

#[test]
fn text_around_games_belongs_to_nobody() {
    let head = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n";
    let moves = "  1. 炮二平五 马８进７\n  2. 马二进三 车９平８\n";
    for trailer in [
        " 1-0\n============================\n欢迎访问某某棋谱网\nhttps://example.org/\n",
        " 1-0\n----\n",
        " * Copyright (c) 2020, all rights reserved [x]\n",
        " 1-0\n\n\n\u{feff}",
        " 1-0\n{开始于某处}\n谢谢\n",
    ] {
        let game = only(&format!("{head}{moves}{trailer}"));
        assert_eq!(moves_of(&game), (Variant::Xiangqi, XIANGQI.map(str::to_owned).to_vec()), "{trailer}");
    }
    // What is skipped is noted.
    assert!(codes(&only(&format!("{head}{moves} 1-0\n某某棋谱网\n"))).contains(&"text-skipped"));
    // A comment behind the result is about the game.
    let game = only("1. e4 e5 1-0 {White wins on time}\n");
    assert_eq!(game.tree.annotations(game.tree.tip()).after, ["White wins on time"]);
    // And the next game is not lost.
    let two = format!("{head}{moves} 1-0\n====\n某某棋谱网\n\n{head}{moves} 0-1\n====\n");
    assert_eq!(open_all(two.as_bytes()).len(), 2);
    assert_eq!(open_all(b"1. e4 e5 1-0\n1. d4 d5 0-1\n").len(), 2);
}

#[test]
fn games_end_at_results_repeated_tags_and_new_sections() {
    let tags =
        |name: &str, result: &str| format!("[Event \"{name}\"]\n[White \"Ann\"]\n[Result \"{result}\"]\n");
    let (one, two) = (tags("a", "1-0"), tags("a", "0-1"));
    for (text, games) in [
        (format!("{one}\n{two}\n1. f3 e5 2. g4 Qh4# 0-1\n"), 2),
        (format!("{one}{two}"), 2),
        (format!("{one}\n{two}\n{one}\n1. e4 1-0"), 3),
        ("[Event \"a\"]\n\n[White \"Ann\"]\n\n1. e4 e5 0-1\n".to_owned(), 1),
        (format!("{one}\n1. e4 e5\n\n{two}\n1. d4 *"), 2),
        (format!("{one}1. e4 (1. d4\n\n{two}\n1. d4 *"), 2),
    ] {
        let found = open_all(text.as_bytes());
        assert_eq!(found.len(), games, "{text}");
        assert!(found.iter().all(Result::is_ok), "{found:?}");
    }
    let twice = only("[Event \"a\"]\n[Round \"1\"]\n[Round \"1\"]\n\n1. e4 *");
    assert_eq!(codes(&twice), ["tag-repeated"]);
    // A bad game does not take the others with it.
    let three = format!("{one}\n1. e4 e4 1-0\n\n{two}\n1. e4 e5 *\n\n[Variant \"shogi\"]\n\n1. P7f *\n");
    let found = open_all(three.as_bytes());
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false]);
    assert!(found[0].as_ref().is_err_and(|error| error.contains("move 2 of 2")), "{found:?}");
}

#[test]
fn tokens_need_no_blanks() {
    let same = ["d2d4", "d7d5", "c2c4"];
    for text in [
        "1. d4$1 d5$2$14 2. c4 (2. Nf3$1) *",
        "1.d4 d5 2.c4*",
        "1.d4{x}d5{y}2.c4(2.Nf3)*",
        "1.d4!d5?! 2.c4!?;a remark\n*",
        "1. d4 ⩲ d5 □ 2. c4 ± *",
        "1.d4 = d5 += 2.c4 +- *",
        "[pgn]\n1. d4 d5 2. c4 *\n[/pgn]",
        "1... \u{feff}1. d4 d5\u{a0}2. c4\r*",
    ] {
        assert_moves(text, Variant::Chess, &same);
    }
    let game = only("1. d4$1 d5 ⩲ 2. c4!? *");
    let nags: Vec<_> = game.tree.main_line().map(|node| game.tree.annotations(node).nags[0].0).collect();
    assert_eq!(nags, [1, 14, 5]);
}

#[test]
fn moves_of_typesetters_are_read() {
    let castling = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"];
    for sign in ["O-O", "0-0", "O‑O", "O–O", "0−0", "o-o"] {
        assert_moves(&format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. {sign} *"), Variant::Chess, &castling);
    }
    assert_moves("1. e4 e5 2. ♘f3 ♞c6 *", Variant::Chess, &["e2e4", "e7e5", "g1f3", "b8c6"]);
    let passant = ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "c8f5"];
    for sign in ["exd6 e.p.", "exd6e.p.", "exd6 ep", "e5xd6", "ed6"] {
        assert_moves(&format!("1. e4 a6 2. e5 d5 3. {sign} Bf5 *"), Variant::Chess, &passant);
    }
    for sign in ["b8(Q)", "b8=Q", "b8Q", "b8/Q"] {
        let text = format!("[FEN \"8/1P6/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. {sign} *");
        assert_moves(&text, Variant::Chess, &["b7b8q"]);
    }
}

#[test]
fn null_moves_are_never_dropped() {
    for sign in ["--", "<>", "Z0"] {
        let text = format!("[FEN \"3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n1. {sign} Rd4 2. Rxd4 1-0");
        let game = only(&text);
        assert!(GameJson::new(&game, &[]).is_err_and(|error| error.to_string().contains("null move")));
        let written = write_tree(&game.tree, RecordFormat::PGN).expect("PGN has them");
        assert!(written.text.contains("1. -- Rd4 2. Rxd4 1-0"), "{}", written.text);
        let text = format!("1. e4 e5 (1... {sign} 2. d4) *");
        assert_moves(&text, Variant::Chess, &["e2e4", "e7e5"]);
        let written = write_tree(&only(&text).tree, RecordFormat::PGN).expect("PGN has them");
        assert!(written.text.contains("1. e4 e5 (1... -- 2. d4) *"), "{}", written.text);
    }
}

#[test]
fn results_are_read_in_any_form() {
    for (text, outcome) in [
        ("0.5-0.5", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1:0", "1-0"),
        ("0–1", "0-1"),
        ("红胜", "1-0"),
        ("黑方勝", "0-1"),
        ("和棋", "1/2-1/2"),
    ] {
        let game = only(&format!("1. e4 e5 {text}"));
        assert_eq!(game.tree.outcome.map(|outcome| outcome.to_string()).as_deref(), Some(outcome), "{text}");
        let game = only(&format!("[Result \"{text}\"]\n\n1. e4 e5"));
        assert_eq!(game.tree.outcome.map(|outcome| outcome.to_string()).as_deref(), Some(outcome), "{text}");
    }
}

#[test]
fn xiangqi_is_recognised_by_anything() {
    let chinese = "1. 炮二平五 马8进7 2. 马二进三 车9平8 *";
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for text in [
        format!("[Game \"Chinese Chess\"]\n{chinese}"),
        format!("[Game \"Xiangqi\"]\n{chinese}"),
        format!("[Variant \"中国象棋\"]\n{chinese}"),
        format!("[Event \"x\"]\n[Red \"A\"]\n\n{chinese}"),
        format!("[FEN \"{board} w - - 0 1\"]\n\n{chinese}"),
        format!("[FEN \"{board} r\"]\n\n{chinese}"),
        chinese.to_owned(),
        "1.炮二平五马8进7 2.马二进三车9平8 红胜".to_owned(),
        "[Red \"A\"]\n[Result \"黑胜\"]\n\n１．炮二平五　马８进７　２．马二进三　车９平８".to_owned(),
        "[Format \"ICCS\"]\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 *".to_owned(),
        "[Format \"WXF\"]\n1. C2.5 H8+7 2. H2+3 R9.8 *".to_owned(),
        "1. C2=5 h8+7 2. H2+3 r9=8 *".to_owned(),
        "1. h2e2 h9g7 2. h0g2 i9h9 *".to_owned(),
        "h3e3 h10g8 h1g3 i10h10".to_owned(),
        "1．炮二平五 馬8進7\n2．馬二進三 車9平8\n".to_owned(),
        "1. 炮二平五！ 马8进7？！ 2. 马二进三 车9平8 *".to_owned(),
        "[Variant \"xiangqi\"]\n\n1. Che2 Hg7 2. Hg2 Rh9 *".to_owned(),
        "[Variant \"xiangqi\"]\n\n1. Che3 Hg8 2. Hg3 Rh10 *".to_owned(),
        "[Red \"A\"]\n1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ Ｒ９＝８ *".to_owned(),
        "FORMAT\tWXF\nGAME\tx\nRED\tA;;1200\nBLACK\tB;;1200\nRESULT\t1-0\nSTART{\n1. C2.5 h8+7\n2. H2+3 r9.8\n}END\n"
            .to_owned(),
    ] {
        assert_moves(&text, Variant::Xiangqi, &XIANGQI);
    }
    assert_moves(
        "[Red \"A\"]\n1. C2=5 N8+7 2. M3+1 G4+5 *",
        Variant::Xiangqi,
        &["h3e3", "h10g8", "g1i3", "d10e9"],
    );
}

#[test]
fn encodings_are_recognised() {
    use encoding_rs::{BIG5, GB18030, WINDOWS_1252};
    let simple = "[Red \"甲\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n";
    let traditional = "[Red \"甲\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *\n";
    let utf16 = |text: &str, mark: &str| -> Vec<u8> {
        format!("{mark}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    for bytes in [
        GB18030.encode(simple).0.into_owned(),
        GB18030.encode(traditional).0.into_owned(),
        BIG5.encode(traditional).0.into_owned(),
        utf16(simple, "\u{feff}"),
        format!("\u{feff}{simple}").into_bytes(),
    ] {
        let game = only_of(&bytes);
        assert_eq!(moves_of(&game).1, XIANGQI, "{bytes:?}");
        assert_eq!(game.tree.players()[0], "甲");
    }
    let latin = WINDOWS_1252.encode("[White \"Müller\"]\n\n1. e4 {schön} e5 *\n").0.into_owned();
    let game = only_of(&latin);
    assert_eq!((game.tree.players()[0], codes(&game)), ("Müller", vec!["encoding"]));
}

#[test]
fn positions_are_games_without_moves() {
    let start = |text: &str| only(text).tree.start.unwrap_or_default();
    let board = "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1";
    assert_eq!(start(&format!("{board} b - - hmvc 3; fmvn 12; id \"x; y\";")), format!("{board} b - - 3 12"));
    assert_eq!(start(&format!("{board} b - - bm Nf4; c0 \"a;b\"; fmvn 9")), format!("{board} b - - 0 9"));
    let rights = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3";
    let game = only(&format!("{rights} w KQkq - 4 9"));
    assert_eq!(game.tree.start.as_deref(), Some(format!("{rights} w Qkq - 4 9").as_str()));
    assert!(
        game.notes.iter().any(|note| note.code == "fen-tolerated" && note.text.contains('K')),
        "{game:?}"
    );
    assert_eq!(
        open_all(format!("{board} w - - 0 1\n\n# a remark\n{rights} w - - 0 1\n").as_bytes()).len(),
        2
    );
    assert_moves(
        "rk6/p1r3p1/P3B1K1/1p2B3/8/8/8/8 w q - 0 1 moves e6d7 b5b4",
        Variant::Chess,
        &["e6d7", "b5b4"],
    );
}

#[test]
fn chess960_is_recognised_by_its_fen() {
    let array = "[SetUp \"1\"]\n[FEN \"nbrkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NBRKQRBN w FCfc - 0 1\"]\n\n";
    for fen in [array.to_owned(), array.replace("FCfc", "KQkq"), format!("[Variant \"chess\"]\n{array}")] {
        assert_moves(
            &format!("{fen}1. e4 e5 2. Qe3 Qe6 3. O-O-O O-O-O *"),
            Variant::Chess,
            &["e2e4", "e7e5", "e1e3", "e8e6", "d1c1", "d8c8"],
        );
    }
}

#[test]
fn colours_and_setup_of_sgf_are_obeyed() {
    let start = |text: &str| only(text).tree.start.unwrap_or_default();
    for (text, side, stones) in [
        ("(;GM[4]SZ[15]AB[hh][hi]AW[gg];W[ii];B[jj])", "w", 3),
        ("(;GM[4]SZ[15]AB[hh]AW[gg]PL[White];W[ii])", "w", 2),
        ("(;GM[4]SZ[15]AB[hh]AW[gg]PL[w];W[ii])", "w", 2),
        ("(;GM[4]SZ[15];AB[hh]AW[gg];B[ii];W[jj])", "b", 2),
        ("(;GM[4]SZ[15]AB[aa:bb]AW[oo];B[ii])", "b", 5),
        ("(;GM[4]SZ[15]AB[hh]AB[ii]AW[gg];B[jj])", "b", 3),
        ("(;GM[4]SZ[15]AB[hh][ii];AE[ii];W[jj])", "w", 1),
        ("(;GM[4]SZ[15];W[hh];B[gg])", "w", 0),
        ("(;GM[4]SZ[15]PL[W];W[hh];B[gg])", "w", 0),
    ] {
        let fen = start(text);
        assert!(fen.contains(&format!(" {side} ")), "{text}: {fen}");
        assert_eq!(fen.matches(['X', 'O']).count(), stones, "{text}: {fen}");
    }
    assert_moves("(;GM[4]SZ[15];B[hh];W[gg])\nsaved by X (c) 2020", Variant::Gomoku, &["h8", "g9"]);
    assert_moves("(mail) from (x)\n(;GM[4];B[hh];W[gg])", Variant::Gomoku, &["h8", "g9"]);
    assert_moves("(;gm[4]sz[15];b[hh];w[gg])", Variant::Gomoku, &["h8", "g9"]);
    assert_moves("(;GaMe[4]SiZe[15];Black[hh];White[gg])", Variant::Gomoku, &["h8", "g9"]);
    assert_moves("(;GM[1]FF[4]SZ[15:15];B[hh];W[gg])", Variant::Gomoku, &["h8", "g9"]);
    assert_moves("(;GM[4]SZ[15]B[hh]W[gg])", Variant::Gomoku, &["h8", "g9"]);
    let cut = only("(;GM[4]SZ[15];B[hh];W[gg]\n");
    assert_eq!((cut.tree.plies(), codes(&cut)), (2, vec!["unbalanced"]));
    for rules in ["Soosorv-8", "Taraguchi-10", "RIF", "Yamaguchi"] {
        assert_eq!(only(&format!("(;GM[4]RU[{rules}];B[hh];W[gg])")).tree.variant, Variant::Renju, "{rules}");
    }
    // Passes and edits are kept in the tree, and named where a plain line of moves is asked for.
    for (text, what) in [
        ("(;GM[4];B[hh];W[];B[gg])", "null move"),
        ("(;GM[4];B[hh];B[gg])", "null move"),
        ("(;GM[4];B[hh];AW[gg];B[ii])", "edits the board"),
    ] {
        let error = GameJson::new(&only(text), &[]).expect_err(text).to_string();
        assert!(error.contains(what), "{text}: {error}");
    }
    let go = open_all(b"(;GM[1]SZ[19]KM[6.5]RU[Japanese];B[pd];W[dp])").remove(0);
    assert!(go.is_err_and(|error| error.contains("Go")));
}

#[test]
fn renju_ends_on_a_forbidden_point() {
    // The last stone makes an overline.
    let row = ["hh", "aa", "gh", "ac", "fh", "ae", "jh", "ag", "kh", "ai", "ih"];
    let mut nodes = String::new();
    for (ply, at) in row.iter().enumerate() {
        nodes.push_str(if ply % 2 == 0 { ";B[" } else { ";W[" });
        nodes.push_str(at);
        nodes.push(']');
    }
    let game = only(&format!("(;GM[4]RU[renju]SZ[15]{nodes})"));
    assert!(codes(&game).contains(&"fatal-move"), "{:?}", game.notes);
    assert_eq!(game.tree.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("0-1"));
    let written = write_tree(&game.tree, RecordFormat::Sgf).expect("SGF holds it");
    assert!(written.text.contains(";B[ih]"), "{}", written.text);
}

#[test]
fn points_in_a_row_are_gomoku() {
    for text in ["h8h9i8i9", "H8H9I8I9\n", "h8 h9 i8 i9", "h8,h9,i8,i9"] {
        assert_moves(text, Variant::Gomoku, &["h8", "h9", "i8", "i9"]);
    }
    assert_moves("e2e4 e7e5 g1f3", Variant::Chess, &["e2e4", "e7e5", "g1f3"]);
    assert_moves("Nf3 d5 g3", Variant::Chess, &["g1f3", "d7d5", "g2g3"]);
}

#[test]
fn tags_keep_their_order_behind_those_that_every_game_has() {
    let order = |text: &str| {
        let written = write_tree(&only(text).tree, RecordFormat::PGN).expect("PGN holds it").text;
        let tags = written.lines().filter_map(|line| line.strip_prefix('[')?.split_once(' '));
        tags.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let with = |others: &[&'static str]| [&roster, others].concat();
    assert_eq!(order("[Z \"1\"]\n[White \"A\"]\n[Event \"x\"]\n[Y \"2\"]\n\n1. e4 *"), with(&["Z", "Y"]));
    let sgf = "(;GM[4]PB[A]PW[B]DT[2020-01-02]EV[E];B[hh])";
    assert_eq!(order(sgf), with(&["Variant", "BoardSize"]));
    // A file that begins as it should keeps its own order.
    let own = order("[Event \"x\"]\n[Z \"1\"]\n[White \"A\"]\n\n1. e4 *");
    assert_eq!(own, ["Event", "Site", "Date", "Round", "Z", "White", "Black", "Result"]);
}

#[test]
fn other_files_are_refused_by_name() {
    for (bytes, part) in [
        (&b"808\n708\n709\n"[..], "none of the known formats"),
        (b"Dear Sir,\n\nthank you for (your) letter; it came on 1. May.\n", "none of the known formats"),
        (b"", "none of the known formats"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde", "binary"),
        (b"PK\x03\x04\x14\0\0\0\x08\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08\0\0", "binary"),
    ] {
        let opened = open(Cursor::new(bytes.to_vec()), None, None);
        let error = opened.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(part), "{error}: {}", String::from_utf8_lossy(bytes));
    }
}
