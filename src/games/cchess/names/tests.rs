use super::super::fen::Fen;
use super::*;

fn step(text: &str) -> Step {
    let (file, rank, rest) = Point::read(text).expect("a point");
    let (to_file, to_rank, _) = Point::read(rest).expect("a second point");
    Step { from: Point::new(file, rank - 1), to: Point::new(to_file, to_rank - 1) }
}

/// Names one of several steps in both notations and reads both names back.
#[track_caller]
fn check(fen: &str, text: &str, others: &[&str], chinese: &str, wxf: &str) {
    let fen = Fen::<10>::read(fen).expect("a FEN").0;
    let legal: Vec<_> = std::iter::once(&text).chain(others).map(|text| step(text)).collect();
    assert_eq!(chinese_name(&fen.board, legal[0], &legal).as_deref(), Some(chinese));
    assert_eq!(wxf_name(&fen.board, legal[0], &legal).as_deref(), Some(wxf));
    for name in [chinese, wxf] {
        assert_eq!(read_name(name, &fen.board, fen.side, &legal), Ok(legal[0]), "{name}");
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn pieces_are_named_by_their_file() {
    let red = format!("{START} w");
    check(&red, "h3e3", &["h3f3", "b3e3"], "炮二平五", "C2=5");
    check(&red, "h1g3", &["h1i3"], "马二进三", "N2+3");
    check(&red, "d1e2", &["f1e2"], "仕六进五", "A6+5");
    let black = format!("{START} b");
    check(&black, "h10g8", &["b10c8"], "马8进7", "N8+7");
    check(&black, "b8e8", &["h8e8"], "炮2平5", "C2=5");
    check(&black, "c7c6", &[], "卒3进1", "P3+1");
}

#[test]
fn pieces_on_one_file_are_named_by_their_order() {
    let red = "3k5/9/9/4C4/9/9/9/4C4/9/5K3 w";
    check(red, "e7e5", &["e3e5", "e3e6"], "前炮退二", "+C-2");
    check(red, "e3d3", &["e7d7"], "后炮平六", "-C=6");
    let black = "3k5/4c4/9/4c4/9/9/9/9/9/5K3 b";
    check(black, "e7d7", &["e9d9"], "前炮平4", "+C=4");
    check(black, "e9e8", &["e7e6"], "后炮进1", "-C+1");
}

#[test]
fn pawns_are_numbered_if_front_and_rear_are_ambiguous() {
    let three = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w";
    check(three, "e8d8", &["e7d7", "e6d6"], "前兵平六", "+P=6");
    check(three, "e7d7", &["e8d8", "e6d6"], "中兵平六", "2P=6");
    check(three, "e6d6", &["e8d8", "e7d7"], "后兵平六", "-P=6");
    let legal = ["e8d8", "e7d7", "e6d6"].map(step);
    let board = Fen::<10>::read(three).expect("a FEN").0.board;
    assert_eq!(read_name("25=6", &board, Side::First, &legal), Ok(legal[1]));
    let two_files = "3k5/9/4P1P2/4P1P2/9/9/9/9/9/5K3 w";
    check(two_files, "g8f8", &["g7f7", "e8f8", "e7f7"], "一兵平四", "1P=4");
    check(two_files, "e7f7", &["g8f8", "g7f7", "e8f8"], "四兵平四", "4P=4");
}

#[test]
fn advisors_and_elephants_are_named_by_file_if_unambiguous() {
    let palace = "3k5/9/9/9/9/9/9/3A5/9/3A1K3 w";
    check(palace, "d3e2", &["d1e2"], "仕六退五", "A6-5");
    let open = "3k5/9/9/3A5/9/9/9/3A5/9/5K3 w";
    check(open, "d7e8", &["d3e4"], "前仕进五", "+A+5");
}

#[test]
fn letters_of_ministers_guards_and_soldiers_are_read() {
    let (fen, _) = Fen::<10>::read(&format!("{START} w")).expect("a FEN");
    let legal = ["g1i3", "d1e2", "e1e2", "a4a5", "h1g3"].map(step);
    let read = |text| read_name(text, &fen.board, fen.side, &legal);
    for (text, index) in [
        ("M3+1", 0),
        ("E3+1", 0),
        ("G6+5", 1),
        ("A6+5", 1),
        ("G5+1", 2),
        ("K5+1", 2),
        ("S9+1", 3),
        ("帥五进一", 2),
    ] {
        assert_eq!(read(text), Ok(legal[index]), "{text}");
    }
}

#[test]
fn pawns_are_named_by_place_and_file() {
    let (fen, _) = Fen::<10>::read("3k5/9/4P1P2/4P1P2/4P4/9/9/9/9/5K3 w").expect("a FEN");
    let legal = ["e8e9", "e7d7", "e6d6", "g8g9", "g7h7"].map(step);
    let read = |text| read_name(text, &fen.board, fen.side, &legal);
    for (text, index) in [
        ("前五进一", 0),
        ("中五平六", 1),
        ("后五平六", 2),
        ("前三进一", 3),
        ("後3平二", 4),
        ("15+1", 0),
        ("25=6", 1),
        ("-3=2", 4),
        ("后兵平二", 4),
        ("四兵平六", 1),
    ] {
        assert_eq!(read(text), Ok(legal[index]), "{text}");
    }
    assert_eq!(read("前兵进一"), Err(NameError::Ambiguous));
    assert_eq!(read("中三进一"), Err(NameError::NoMove));
    let (fen, _) = Fen::<10>::read("3k5/9/4P4/4P4/4P4/4P4/4P4/9/9/5K3 w").expect("a FEN");
    let legal = ["e8e9", "e7d7", "e6d6", "e5e6", "e4e5"].map(step);
    let read = |text| read_name(text, &fen.board, fen.side, &legal);
    for (text, index) in [("一兵进一", 0), ("前兵进一", 0), ("二兵平六", 1), ("五兵进一", 4), ("后兵进一", 4)]
    {
        assert_eq!(read(text), Ok(legal[index]), "{text}");
    }
}

#[test]
fn all_forms_of_names_are_read() {
    let fen = Fen::<10>::read(&format!("{START} w")).expect("a FEN").0;
    let legal = ["h3e3", "b3e3", "h1g3"].map(step);
    let read = |text| read_name(text, &fen.board, fen.side, &legal);
    for text in [
        "砲二平五",
        "炮２平５",
        "C2.5",
        "c2=5",
        "包2＝五",
        "Ｃ２＝５",
        "ｃ２．５",
        "炮二平五！？",
        "C2=5+",
        "炮二平五将",
    ] {
        assert_eq!(read(text), Ok(legal[0]), "{text}");
    }
    for text in ["馬二進三", "傌二進三", "H2+3", "N2+3", "Ｈ２＋３"] {
        assert_eq!(read(text), Ok(legal[2]), "{text}");
    }
    assert_eq!(read("炮三平五"), Err(NameError::NoMove));
    for text in ["", "炮二平", "炮二平五五", "炮二平零", "CC=5", "h3e3", "炮+", "前后平五"] {
        assert_eq!(read(text), Err(NameError::NoName), "{text}");
    }
    let tandem = Fen::<10>::read("3k5/9/9/4C4/9/9/9/4C4/9/5K3 w").expect("a FEN").0;
    let legal = ["e7d7", "e3d3"].map(step);
    assert_eq!(read_name("炮五平六", &tandem.board, tandem.side, &legal), Err(NameError::Ambiguous));
    assert_eq!(read_name("C+=6", &tandem.board, tandem.side, &legal), Ok(legal[0]));
}
