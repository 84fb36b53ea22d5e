use quadriga::arena::openings::{
    BookFormat, BookOrder, BookSettings, Opening, OpeningError, OpeningSource, Openings, RandomSettings,
};
use quadriga::base::GameOptionError;
use quadriga::games::Variant;

use crate::harness::Folder;

fn book(folder: &Folder, name: &str, format: BookFormat, text: &str) -> BookSettings {
    let path = folder.write(name, text);
    BookSettings { path, format, order: BookOrder::Sequential, start: 0, plies: None }
}

fn all(variant: Variant, settings: BookSettings, seed: u64) -> Vec<Opening> {
    let openings = Openings::new(variant, &[], &OpeningSource::Book(settings), seed).expect("a sound book");
    let mut generator = openings.generator().expect("a maker");
    (0..openings.count().expect("a book has an end")).map(|number| generator.opening(number)).collect()
}

#[test]
fn random_openings_follow_from_the_seed_and_their_number() {
    for variant in Variant::ALL {
        let source = |plies| OpeningSource::Random(RandomSettings { plies, balance: 80, nodes: 200 });
        let openings = Openings::new(variant, &[], &source(5), 3).unwrap();
        let forwards: Vec<_> = {
            let mut generator = openings.generator().unwrap();
            (0..6).map(|number| generator.opening(number)).collect()
        };
        let mut other = openings.generator().unwrap();
        for number in (0..6).rev() {
            assert_eq!(other.opening(number), forwards[number], "{variant}");
        }
        assert!(forwards.iter().all(|opening| opening.moves.len() == 5));
        assert!((1..6).any(|number| forwards[number] != forwards[0]), "{variant}: all alike");
        let mut reseeded = Openings::new(variant, &[], &source(5), 4).unwrap().generator().unwrap();
        assert!((0..6).any(|number| reseeded.opening(number) != forwards[number]), "{variant}");
    }
}

#[test]
fn lines_are_positions_records_or_moves() {
    let folder = Folder::new("epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = format!(
        "# a book\n{start}\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"x; y\";\n\
         startpos moves e2e4 e7e5\n{start} moves g1f3\nd2d4 d7d5\n"
    );
    let openings = all(Variant::Chess, book(&folder, "a.epd", BookFormat::Epd, &text), 1);
    let moves = |opening: &Opening| opening.moves.join(" ");
    assert_eq!(openings.len(), 5);
    assert_eq!((openings[0].fen.as_deref(), moves(&openings[0])), (Some(start), String::new()));
    assert!(
        openings[1]
            .fen
            .as_deref()
            .unwrap()
            .starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")
    );
    assert_eq!((openings[2].fen.as_deref(), moves(&openings[2])), (None, "e2e4 e7e5".to_owned()));
    assert_eq!((openings[3].fen.as_deref(), moves(&openings[3])), (Some(start), "g1f3".to_owned()));
    assert_eq!(moves(&openings[4]), "d2d4 d7d5");
}

#[test]
fn records_of_epd_count_to_their_end() {
    let folder = Folder::new("epd-operations");
    let board = "r1bq1rk1/pp2nppp/4n3/3ppP2/1b1P4/3BP3/PP2N1PP/R1BQNRK1";
    let missing = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3";
    let text = format!(
        "{board} b - - hmvc 3; fmvn 12; id \"x\";\n{missing} w KQkq - 4 9\n\
         {missing} w KQkq e3 bm e4; id \"a moves b\"; fmvn 9; moves e2e4\n"
    );
    let settings = book(&folder, "a.epd", BookFormat::Epd, &text);
    let source = OpeningSource::Book(settings.clone());
    let openings = Openings::new(Variant::Chess, &[], &source, 1).expect("a book");
    let fens: Vec<_> =
        all(Variant::Chess, settings, 1).into_iter().map(|opening| opening.fen.unwrap()).collect();
    assert_eq!(
        fens,
        [format!("{board} b - - 3 12"), format!("{missing} w Qkq - 4 9"), format!("{missing} w Qkq - 0 9")]
    );
    let remarks = openings.remarks();
    assert_eq!(remarks.len(), 3);
    assert!(
        remarks[0].ends_with("line 2: castling rights K, which are impossible in this position, are ignored")
    );
    assert!(remarks[2].contains("line 3: en passant square e3"), "{remarks:?}");
}

#[test]
fn positions_of_chess960_need_its_option() {
    let folder = Folder::new("chess960-books");
    let fen = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1";
    let pgn = format!("[FEN \"{fen}\"]\n\n1. e4 *\n");
    for (name, format, text) in [("a.epd", BookFormat::Epd, fen), ("a.pgn", BookFormat::Pgn, &pgn)] {
        let source = OpeningSource::Book(book(&folder, name, format, text));
        let error = Openings::new(Variant::Chess, &[], &source, 1).err().expect(name).to_string();
        assert!(error.ends_with("line 1: its position requires the option UCI_Chess960=true"), "{error}");
        let options = [("UCI_Chess960".to_owned(), "true".to_owned())];
        let openings = Openings::new(Variant::Chess, &options, &source, 1).expect("a sound book");
        assert!(openings.remarks().is_empty());
        let opening = openings.generator().expect("a maker").opening(0);
        assert_eq!(opening.fen.as_deref(), Some(fen));
    }
}

#[test]
fn games_give_their_first_plies() {
    let folder = Folder::new("pgn");
    let text = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 {x} Nc6 (2... d6) 3. Bb5 a6 1-0\n\n\
                [Event \"?\"]\n\n1. d4 Nf6 2. c4 *\n";
    let mut settings = book(&folder, "a.pgn", BookFormat::Pgn, text);
    settings.plies = Some(4);
    let openings = all(Variant::Chess, settings, 1);
    let moves: Vec<_> = openings.iter().map(|opening| opening.moves.join(" ")).collect();
    assert_eq!(moves, ["e2e4 e7e5 g1f3 b8c6", "d2d4 g8f6 c2c4"]);
    let xiangqi = book(&folder, "x.pgn", BookFormat::Pgn, "1. 炮二平五 马8进7 2. h0g2 *\n");
    assert_eq!(
        all(Variant::Xiangqi, xiangqi, 1)[0].moves,
        ["h3e3", "h10g8", "h1g3"],
        "moves are written as our protocol does"
    );
}

#[test]
fn offsets_make_gomoku_openings() {
    let folder = Folder::new("gomocup");
    let openings =
        all(Variant::Gomoku, book(&folder, "g.txt", BookFormat::Gomocup, "0,0, 1,1, -1,0\n2,3,  -2,-3\n"), 1);
    assert_eq!(openings[0].moves, ["h8", "i9", "g8"]);
    assert_eq!(openings[1].moves, ["j11", "f5"]);
}

#[test]
fn order_and_start_follow_from_the_settings() {
    let folder = Folder::new("order");
    let text: String = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3"]
        .map(|m| m.to_owned() + "\n")
        .concat();
    let settings =
        |order, start| BookSettings { order, start, ..book(&folder, "o.epd", BookFormat::Epd, &text) };
    let first = |order, start, seed| all(Variant::Chess, settings(order, start), seed)[0].moves[0].clone();
    assert_eq!(first(BookOrder::Sequential, 3, 1), "d2d3");
    let shuffled = all(Variant::Chess, settings(BookOrder::Random, 0), 1);
    assert_eq!(shuffled, all(Variant::Chess, settings(BookOrder::Random, 0), 1));
    assert!((2..6).any(|seed| all(Variant::Chess, settings(BookOrder::Random, 0), seed) != shuffled));
    assert_eq!(first(BookOrder::Random, 2, 1), shuffled[2].moves[0]);
    let mut sorted: Vec<_> = shuffled.iter().map(|opening| opening.moves[0].clone()).collect();
    sorted.sort();
    assert_eq!(sorted.concat(), text.replace('\n', ""));
}

#[test]
fn bad_entries_are_found_with_their_lines() {
    let folder = Folder::new("bad-books");
    let fails = |variant, format, text: &str, expected: &str| {
        let source = OpeningSource::Book(book(&folder, "bad", format, text));
        let error = Openings::new(variant, &[], &source, 1).err().expect(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    };
    fails(Variant::Chess, BookFormat::Epd, "e2e4\n\nno position\n", "line 3");
    fails(Variant::Chess, BookFormat::Epd, "e2e4 e2e4\n", "move 2 of 2");
    fails(Variant::Chess, BookFormat::Epd, "f2f3 e7e5 g2g4 d8h4\n", "the game is over after it: checkmate");
    fails(Variant::Chess, BookFormat::Pgn, "1. e4 e5 2. Ke3\n", "line 1");
    fails(Variant::Gomoku, BookFormat::Gomocup, "0,0\n0,99\n", "line 2");
    fails(Variant::Chess, BookFormat::Epd, "\n# nothing\n", "no opening");
    let source = OpeningSource::Start;
    let unknown = Openings::new(Variant::Chess, &[("Colour".to_owned(), "red".to_owned())], &source, 1);
    assert!(matches!(unknown, Err(OpeningError::Option(GameOptionError::Unknown(_)))));
}

/// A text with the byte order mark that some editors write.
fn marked(text: &str) -> String {
    format!("\u{feff}{text}")
}

#[test]
fn books_may_begin_with_a_byte_order_mark_or_be_utf16() {
    let folder = Folder::new("marked-books");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n";
    for (variant, format, text) in [
        (Variant::Chess, BookFormat::Epd, fen),
        (Variant::Chess, BookFormat::Epd, "startpos moves e2e4\n"),
        (Variant::Chess, BookFormat::Epd, "# a remark\ne2e4\n"),
        (Variant::Chess, BookFormat::Pgn, "[Event \"x\"]\n\n1. e4 *\n"),
        (Variant::Gomoku, BookFormat::Gomocup, "0,0\n"),
    ] {
        let plain = all(variant, book(&folder, "plain", format, text), 1);
        assert_eq!(all(variant, book(&folder, "marked", format, &marked(text)), 1), plain, "{text}");
        let utf16: Vec<u8> = marked(text).encode_utf16().flat_map(u16::to_le_bytes).collect();
        let settings = book(&folder, "utf16", format, "");
        std::fs::write(&settings.path, utf16).expect("written");
        assert_eq!(all(variant, settings, 1), plain, "{text}");
    }
}

#[test]
fn settings_and_journals_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("marked-files");
    let settings = "variant = \"gomoku\"\nrounds = 1\neach.time = \"nodes=20\"\nadjudication.max-plies = 6\n\
                    player = [{ name = \"a\", command = \"self\" }, { name = \"b\", command = \"self\" }]\n";
    folder.write("c.toml", &marked(settings));
    folder.succeed("match --config c.toml --journal j.jsonl");
    let summary = folder.succeed("verify j.jsonl");
    folder.write("j.jsonl", &marked(&folder.read("j.jsonl")));
    assert_eq!(folder.succeed("verify j.jsonl"), summary);
    folder.succeed("match --config c.toml --journal j.jsonl --resume");
    assert_eq!(folder.succeed("verify j.jsonl"), summary);
    // The rest is checked as before.
    folder.write("j.jsonl", &folder.read("j.jsonl").replacen("gomoku", "renju", 1));
    folder.fail("verify j.jsonl");
}
