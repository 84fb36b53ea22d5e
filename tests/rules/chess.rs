//! The rules of chess.

use quadriga::base::{
    FenField, GameOptions, Move, MoveError, MoveList, NodeVerdict, Notation, Outcome, PlayedGame, Position,
    Reason, Side, Verdict, perft,
};
use quadriga::games::chess::{ChessOptions, ChessPosition};
use quadriga::search::SearchPosition;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::conformance;
use crate::naive::{self, chess::NaiveChess};

const ORTHODOX: ChessOptions = ChessOptions { chess960: false, names_castling: false };
const CHESS960: ChessOptions = ChessOptions { chess960: true, names_castling: false };

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The perft suite of the Chess Programming Wiki, with leaf counts by depth from 1.
const PUBLISHED: [(&str, &[u64]); 6] = [
    (START, &[20, 400, 8_902, 197_281, 4_865_609]),
    (KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
];

/// The same for Chess960 starting positions.
const PUBLISHED_960: [(&str, &[u64]); 4] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", &[22, 593, 13_440, 382_958]),
];

/// Corner cases of the rules: en passant pins of all kinds, castling through and out of attacks, promotions with and
/// without captures, double checks.
const CORNERS: [&str; 12] = [
    "8/8/8/KPpr4/8/8/8/7k w - c6 0 1",
    "7k/8/8/1KPpr3/8/8/8/8 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
    "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/4r3/8/3b4/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3",
    "3k4/8/8/2pP4/8/6b1/8/3RK2R w K c6 0 1",
    "4k3/2r5/8/8/2pPp3/8/1B6/2K5 b - d3 0 1",
];

/// Chess960 positions in which king and rook castle over, onto and past one another.
const CORNERS_960: [&str; 8] = [
    "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq - 0 1",
    "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
    "6kr/8/8/8/8/8/8/qR1K3R w KQk - 0 1",
    "rr2k3/8/8/8/8/8/8/RR2K1R1 w BGb - 0 1",
    "1r3krr/8/8/8/8/8/8/4RKR1 w EGgb - 0 1",
    "nqbrkrnb/pppppppp/8/8/8/8/PPPPPPPP/NQBRKRNB w KQkq - 0 1",
    "bbrkqrnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQRNN w KQkq - 0 1",
    "2rk1r2/8/8/8/3q4/8/8/2RK1R2 w KQkq - 0 1",
];

fn read(fen: &str) -> ChessPosition {
    ChessPosition::from_fen(fen, &ORTHODOX).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut ChessPosition, texts: &str) {
    for text in texts.split_whitespace() {
        let m = position.parse_move(text, &ORTHODOX).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(m, &mut ());
    }
}

fn legal(position: &ChessPosition) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

/// A random Chess960 starting position: bishops on squares of opposite colours, the king between the rooks.
fn random_960_start(rng: &mut SmallRng) -> String {
    let mut rank = [' '; 8];
    rank[rng.random_range(0..4) * 2] = 'b';
    rank[rng.random_range(0..4) * 2 + 1] = 'b';
    let place = |rank: &mut [char; 8], piece, nth: usize| {
        let free = (0..8).filter(|&file| rank[file] == ' ').nth(nth).expect("enough files are free");
        rank[free] = piece;
    };
    place(&mut rank, 'q', rng.random_range(0..6));
    place(&mut rank, 'n', rng.random_range(0..5));
    place(&mut rank, 'n', rng.random_range(0..4));
    for piece in ['r', 'k', 'r'] {
        place(&mut rank, piece, 0);
    }
    let black = String::from_iter(rank);
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase())
}

fn check_perft(suite: &[(&str, &[u64])], options: ChessOptions) {
    for (fen, leaves) in suite {
        let mut position = ChessPosition::from_fen(fen, &options).expect("a published position");
        for (below, &expected) in leaves.iter().enumerate() {
            assert_eq!(perft(&mut position, below as u32 + 1), expected, "{fen}, depth {}", below + 1);
        }
    }
}

#[test]
fn chess_perft_meets_the_published_numbers() {
    check_perft(&PUBLISHED, ORTHODOX);
}

#[test]
fn chess960_perft_meets_the_published_numbers() {
    check_perft(&PUBLISHED_960, CHESS960);
}

#[test]
fn chess_position_conforms() {
    let fens: Vec<_> = PUBLISHED.iter().map(|(fen, _)| *fen).chain(CORNERS).collect();
    conformance::check::<ChessPosition>(&fens, &ORTHODOX, 1, 90, 1);
}

#[test]
fn chess960_position_conforms() {
    let fens: Vec<_> = PUBLISHED_960.iter().map(|(fen, _)| *fen).chain(CORNERS_960).collect();
    conformance::check::<ChessPosition>(&fens, &CHESS960, 1, 90, 2);
}

#[test]
fn chess_agrees_with_the_naive_implementation() {
    let fens: Vec<_> = PUBLISHED.iter().map(|(fen, _)| *fen).chain(CORNERS).collect();
    let compared = naive::compare::<ChessPosition, NaiveChess<false>>(&fens, &ORTHODOX, 6, 120, 3);
    assert!(compared > 5_000, "only {compared} positions were compared");
}

#[test]
fn chess960_agrees_with_the_naive_implementation() {
    let mut rng = SmallRng::seed_from_u64(4);
    let starts: Vec<_> = (0..60).map(|_| random_960_start(&mut rng)).collect();
    let fens: Vec<_> = starts.iter().map(String::as_str).chain(CORNERS_960).collect();
    let compared = naive::compare::<ChessPosition, NaiveChess<true>>(&fens, &CHESS960, 1, 120, 4);
    assert!(compared > 4_000, "only {compared} positions were compared");
}

/// FENs, each with the field that is wrong.
const WRONG_FENS: [(&str, FenField); 47] = [
    ("", FenField::Board),
    ("   ", FenField::Board),
    ("8/8 w - - 0 1", FenField::Board),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/pppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/pppppppp/08/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/pppp車ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("rnbqkbnr/pppppppp/44444444444444444444/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", FenField::Board),
    ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", FenField::Board),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/NNNN4/NNNNNNNN/8/4K3 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1", FenField::Board),
    ("4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 w - - 0 1", FenField::Board),
    ("4k3/8/3N1N2/8/4Q3/8/8/K3R3 b - - 0 1", FenField::Board),
    ("4k3/8/8/8/8/8/8/4K3", FenField::SideToMove),
    ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenField::SideToMove),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", FenField::SideToMove),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", FenField::SideToMove),
    ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K3 w -- - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/4K3/R6R w K - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K2R w k - 0 1", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", FenField::EnPassant),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", FenField::EnPassant),
    ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", FenField::EnPassant),
    ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", FenField::EnPassant),
    ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", FenField::EnPassant),
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", FenField::MoveClock),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", FenField::MoveClock),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", FenField::MoveClock),
    ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", FenField::MoveClock),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", FenField::MoveNumber),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", FenField::Trailing),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4", FenField::Trailing),
];

#[test]
fn chess_fen_errors_name_the_field() {
    for (fen, field) in WRONG_FENS {
        match ChessPosition::from_fen(fen, &ORTHODOX) {
            Ok(_) => panic!("{fen:?} was read"),
            Err(error) => assert_eq!(error.field, field, "{fen:?}: {error}"),
        }
    }
}

#[test]
fn chess_fens_may_lack_counters() {
    let board = "4k3/8/8/8/8/8/8/4K3 b - -";
    for short in ["4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b -"] {
        assert_eq!(read(short).fen(&ORTHODOX), format!("{board} 0 1"));
    }
    assert_eq!(read(board).fen(&ORTHODOX), format!("{board} 0 1"));
    assert_eq!(read(&format!("{board} 7")).fen(&ORTHODOX), format!("{board} 7 1"));
    assert_eq!(read(&format!("{board} 7 0")).fen(&ORTHODOX), format!("{board} 7 1"));
    assert_eq!(read(&format!("  {board}\t 7  30 \r\n")).fen(&ORTHODOX), format!("{board} 7 30"));
}

#[test]
fn chess_castling_rights_are_read_in_every_spelling() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", ORTHODOX, "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", ORTHODOX, "KQkq"),
        ("1r2k1r1/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", CHESS960, "KQkq"),
        ("1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", CHESS960, "GBkq"),
    ];
    for (fen, options, expected) in cases {
        let position = ChessPosition::from_fen(fen, &options).expect(fen);
        assert_eq!(position.fen(&options).split(' ').nth(2), Some(expected), "{fen}");
    }
}

#[test]
fn chess_keeps_an_en_passant_square_only_where_a_capture_is_legal() {
    let mut position = ChessPosition::start(&ORTHODOX);
    play(&mut position, "e2e4");
    assert!(position.fen(&ORTHODOX).ends_with("b KQkq - 0 1"));
    let with_en_passant = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(read(with_en_passant).key(), position.key());
    play(&mut position, "a7a6 e4e5 d7d5");
    assert!(position.fen(&ORTHODOX).ends_with("w KQkq d6 0 3"));
    // The capture would open the rank between king and rook.
    assert!(read("8/8/8/KPpr4/8/8/8/7k w - c6 0 1").fen(&ORTHODOX).contains("w - - 0 1"));
}

#[test]
fn chess_reads_any_text_without_panic() {
    let mut rng = SmallRng::seed_from_u64(5);
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wb-KQkqHAhae3d6 0199x車\u{0}+=O".chars().collect();
    let mut sound = 0;
    for _ in 0..60_000 {
        let all: Vec<_> =
            PUBLISHED.iter().chain(&PUBLISHED_960).map(|(fen, _)| *fen).chain(CORNERS).collect();
        let mut text: Vec<char> = all.choose(&mut rng).expect("there are FENs").chars().collect();
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..3) {
                0 => text[at] = *letters.choose(&mut rng).expect("there are letters"),
                1 => text.insert(at, *letters.choose(&mut rng).expect("there are letters")),
                _ => drop(text.remove(at)),
            }
        }
        let text = String::from_iter(text);
        for options in [ORTHODOX, CHESS960] {
            let Ok(mut position) = ChessPosition::from_fen(&text, &options) else { continue };
            sound += 1;
            let fen = position.fen(&options);
            let again = ChessPosition::from_fen(&fen, &options).expect(&fen);
            assert_eq!(again.fen(&options), fen, "from {text:?}");
            assert_eq!(position.legal_count(), legal(&position).len(), "{fen}");
            let _ = perft(&mut position, 2);
            let _ = (position.verdict(), position.diagram(&options), position.parse_move(&text, &options));
        }
    }
    assert!(sound > 1_000, "only {sound} texts were positions");
}

#[test]
fn chess_moves_are_read_in_every_spelling() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let cases = [
        (START, "e2e4", "e2e4"),
        (START, "E2E4", "e2e4"),
        (START, "e4", "e2e4"),
        (START, "Nf3", "g1f3"),
        (START, "Ng1f3", "g1f3"),
        (START, "Ng1-f3!?", "g1f3"),
        (START, " Nf3+ ", "g1f3"),
        (castles, "e1g1", "e1g1"),
        (castles, "e1h1", "e1g1"),
        (castles, "O-O", "e1g1"),
        (castles, "0-0-0", "e1c1"),
        (castles, "e1a1", "e1c1"),
        (castles, "Rxa8+", "a1a8"),
        (castles, "Ra8", "a1a8"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", "a7a8n"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8B", "a7a8b"),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cxd6", "c5d6"),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "cd6 e.p.", "c5d6"),
        ("4k3/8/8/2b5/1P6/8/8/B3K3 w - - 0 1", "bxc5", "b4c5"),
    ];
    for (fen, text, expected) in cases {
        let position = read(fen);
        let found = position.parse_move(text, &ORTHODOX).map(|m| position.move_text(m, &ORTHODOX));
        assert_eq!(found.as_deref(), Ok(expected), "{text:?} in {fen}");
    }
    let in_960 = ChessPosition::from_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", &CHESS960).expect("a position");
    for (text, expected) in [
        ("f1h1", "f1h1"),
        ("f1g1", "f1g1"),
        ("f1b1", "f1b1"),
        ("f1c1", "f1b1"),
        ("O-O", "f1h1"),
        ("O-O-O", "f1b1"),
    ] {
        let found = in_960.parse_move(text, &CHESS960).map(|m| in_960.move_text(m, &CHESS960));
        assert_eq!(found.as_deref(), Ok(expected), "{text:?} in Chess960");
    }
}

#[test]
fn chess_moves_are_read_as_typesetters_and_people_write_them() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let passed = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1";
    let capture = "4k3/8/8/3p4/4P3/8/8/B3K3 w - - 0 1";
    let cases = [
        (START, "♘f3", "g1f3"),
        (START, "♞f3", "g1f3"),
        (START, "♘\u{fe0e}f3", "g1f3"),
        (START, "nf3", "g1f3"),
        (START, "Ｎｆ３", "g1f3"),
        (START, "Ng1–f3", "g1f3"),
        (START, "g1-f3", "g1f3"),
        (START, "Nf3!?", "g1f3"),
        (START, "Nf3⁉", "g1f3"),
        (START, "Nf3±", "g1f3"),
        (START, "Ngf3++", "g1f3"),
        (START, "Nf3‡", "g1f3"),
        (START, "Nf3#", "g1f3"),
        (START, "Nf3mate", "g1f3"),
        (START, "Nf3 ch", "g1f3"),
        (START, "e2–e4", "e2e4"),
        (START, "e2—e4", "e2e4"),
        (START, "e2 - e4", "e2e4"),
        (START, "E2-E4", "e2e4"),
        (START, "Pe4", "e2e4"),
        (START, "pe4", "e2e4"),
        (START, "♙e4", "e2e4"),
        (START, "e4=", "e2e4"),
        (START, "e4\u{200b}", "e2e4"),
        (castles, "O‑O", "e1g1"),
        (castles, "0–0–0", "e1c1"),
        (castles, "o-o+", "e1g1"),
        (castles, "O − O", "e1g1"),
        (castles, "e1–g1", "e1g1"),
        (castles, "Ｏ－Ｏ", "e1g1"),
        (castles, "ra8", "a1a8"),
        (castles, "ra1xa8", "a1a8"),
        (promotion, "a8(Q)", "a7a8q"),
        (promotion, "a8/N", "a7a8n"),
        (promotion, "a8R+", "a7a8r"),
        (promotion, "a8=Q+", "a7a8q"),
        (promotion, "a8=b", "a7a8b"),
        (promotion, "a8♕", "a7a8q"),
        (promotion, "a7-a8=Q", "a7a8q"),
        (promotion, "a7a8=Q", "a7a8q"),
        (promotion, "a7a8(r)", "a7a8r"),
        (passed, "exf6e.p.", "e5f6"),
        (passed, "exf6 e.p.", "e5f6"),
        (passed, "ef6ep", "e5f6"),
        (passed, "e:f6", "e5f6"),
        (capture, "ed5", "e4d5"),
        (capture, "e:d5", "e4d5"),
        (capture, "e×d5", "e4d5"),
        (capture, "e4xd5", "e4d5"),
        (capture, "bb2", "a1b2"),
        (capture, "bd4", "a1d4"),
    ];
    for (fen, text, expected) in cases {
        let position = read(fen);
        let found = position.parse_move(text, &ORTHODOX).map(|m| position.move_text(m, &ORTHODOX));
        assert_eq!(found.as_deref(), Ok(expected), "{text:?} in {fen}");
    }
    // A small b is a pawn's file where a pawn can capture, and unclear where both can move.
    let both = read("4k3/8/8/2p5/1P6/8/8/B3K3 w - - 0 1");
    let found = both.parse_move("bxc5", &ORTHODOX).map(|m| both.move_text(m, &ORTHODOX));
    assert_eq!(found.as_deref(), Ok("b4c5"));
    let unclear = read("4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1").parse_move("bb3", &ORTHODOX);
    assert!(unclear.is_ok(), "no bishop reaches b3: {unclear:?}");
    let unclear = read("4k3/8/8/8/2B5/8/1P6/4K3 w - - 0 1").parse_move("bb3", &ORTHODOX);
    assert!(matches!(unclear, Err(MoveError::Ambiguous { .. })), "{unclear:?}");
}

/// Every legal move of many positions is named as by comparing it with all others, and read back.
#[test]
fn chess_names_agree_with_all_legal_moves() {
    for fen in PUBLISHED.iter().map(|(fen, _)| *fen).chain(CORNERS) {
        let position = read(fen);
        let moves = legal(&position);
        let names: Vec<_> = moves.iter().map(|&m| position.move_name(m, &ORTHODOX)).collect();
        for (index, name) in names.iter().enumerate() {
            assert_eq!(names.iter().filter(|&other| other == name).count(), 1, "{name} in {fen}");
            assert_eq!(position.parse_move(name, &ORTHODOX), Ok(moves[index]), "{name} in {fen}");
            let text = position.move_text(moves[index], &ORTHODOX);
            assert_eq!(position.parse_move(&text, &ORTHODOX), Ok(moves[index]), "{text} in {fen}");
            // No name says more than it must.
            let plain = name.trim_end_matches(['+', '#']);
            if plain.starts_with(['N', 'B', 'R', 'Q']) && plain.replace('x', "").len() > 3 {
                let short = format!("{}{}", &plain[..1], &plain[plain.len() - 2..]);
                assert!(
                    matches!(position.parse_move(&short, &ORTHODOX), Err(MoveError::Ambiguous { .. })),
                    "{name} for {short} in {fen}"
                );
            }
        }
    }
}

#[test]
fn chess_refuses_what_is_no_legal_move() {
    let knights = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1";
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, text) in [
        (START, ""),
        (START, "e"),
        (START, "e9"),
        (START, "e2e9"),
        (START, "e2e4k"),
        (START, "e2e4qq"),
        (START, "0000"),
        (START, "(none)"),
        (START, "O-O-O-O"),
        (START, "馬八进七"),
        (promotion, "a8=K"),
    ] {
        let error = read(fen).parse_move(text, &ORTHODOX);
        assert!(matches!(error, Err(MoveError::Unreadable { .. })), "{text:?} in {fen}: {error:?}");
    }
    for (fen, text) in [
        (START, "e2"),
        (START, "e2e5"),
        (START, "e7e5"),
        (START, "e3e4"),
        (START, "e2e4q"),
        (START, "O-O"),
        (START, "e1g1"),
        (START, "Nd4"),
        (promotion, "a7a8"),
        (knights, "e1c1"),
    ] {
        let error = read(fen).parse_move(text, &ORTHODOX);
        assert!(matches!(error, Err(MoveError::Illegal { .. })), "{text:?} in {fen}: {error:?}");
    }
    for (fen, text) in [(knights, "Nb3"), (promotion, "a8")] {
        let error = read(fen).parse_move(text, &ORTHODOX);
        assert!(matches!(error, Err(MoveError::Ambiguous { .. })), "{text:?} in {fen}: {error:?}");
    }
}

#[test]
fn chess_names_moves_in_san() {
    for (fen, text, expected) in [
        (START, "e2e4", "e4"),
        (START, "g1f3", "Nf3"),
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "e5f7", "Nxf7"),
        (KIWIPETE, "d5e6", "dxe6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "c5d6", "cxd6"),
        // Disambiguation by file, by rank and by both; none is needed for a pinned piece.
        ("4k3/8/8/8/8/8/8/R4R1K w - - 0 1", "a1d1", "Rad1"),
        ("R7/7k/8/8/8/8/8/R6K w - - 0 1", "a1a4", "R1a4"),
        ("1k6/8/8/Q7/8/8/8/Q3Q2K w - - 0 1", "a1c3", "Qa1c3"),
        ("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let position = read(fen);
        let m = position.parse_move(text, &ORTHODOX).expect(text);
        assert_eq!(position.move_name(m, &ORTHODOX), expected, "{text} in {fen}");
    }
}

#[test]
fn chess_verdicts_on_the_board() {
    for (fen, expected) in [
        (START, None),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some(Verdict::win(Side::Second, Reason::CHECKMATE)),
        ),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", Some(Verdict::win(Side::First, Reason::CHECKMATE))),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Verdict::draw(Reason::STALEMATE))),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL))),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL))),
        ("3bk3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL))),
        // Bishops on one square colour, whichever side has them; on both colours, a mate is possible.
        ("4k3/8/8/b1b5/8/8/8/B3K3 w - - 0 1", Some(Verdict::draw(Reason::INSUFFICIENT_MATERIAL))),
        ("4k3/8/8/1b6/8/8/8/B3K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", None),
        ("3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", None),
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", Some(Verdict::draw(Reason::MOVE_LIMIT))),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", None),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", Some(Verdict::win(Side::First, Reason::CHECKMATE))),
    ] {
        assert_eq!(read(fen).verdict(), expected, "{fen}");
    }
}

#[test]
fn chess_counts_repetitions_from_the_first_position() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    for forgetful in [false, true] {
        let mut position = ChessPosition::start(&ORTHODOX);
        for _ in 0..2 {
            assert_eq!(position.verdict(), None);
            for text in there_and_back.split(' ') {
                assert_eq!(position.verdict(), None);
                play(&mut position, text);
                if forgetful {
                    position.forget_moves();
                }
            }
        }
        assert_eq!(position.verdict(), Some(Verdict::draw(Reason::REPETITION)));
    }
    // A king that has returned no longer has its castling right, so the position differs.
    let mut position = read("4k3/p7/8/8/8/8/P7/4K2R w K - 0 1");
    for _ in 0..2 {
        play(&mut position, "e1e2 e8e7 e2e1 e7e8");
    }
    assert_eq!(position.verdict(), None);
    play(&mut position, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(position.verdict(), Some(Verdict::draw(Reason::REPETITION)));
}

#[test]
fn chess_search_trees_count_repetitions_inside_them_at_once() {
    let mut position = ChessPosition::start(&ORTHODOX);
    play(&mut position, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(position.node_verdict(4), Some(NodeVerdict::Drawn));
    assert_eq!(position.node_verdict(3), None);
    play(&mut position, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(position.node_verdict(0), Some(NodeVerdict::Drawn));
}

#[test]
fn chess_search_trees_see_the_move_limit() {
    assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").node_verdict(1), Some(NodeVerdict::Drawn));
    assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").node_verdict(1), None);
    let mated = read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
    assert_eq!(mated.node_verdict(1), None);
    assert_eq!(mated.no_moves_verdict(), NodeVerdict::Lost);
    assert!(read("4k3/8/8/8/8/8/8/R3K3 w - - 0 80").hash_score_usable());
    assert!(!read("4k3/8/8/8/8/8/8/R3K3 w - - 95 80").hash_score_usable());
}

#[test]
fn chess_games_of_any_length_stay_small() {
    let mut game = PlayedGame::new(read("4k1n1/8/8/p7/P7/8/8/1N2K3 w - - 0 1"));
    let mut rng = SmallRng::seed_from_u64(6);
    for _ in 0..10_000 {
        // No draw is claimed, and nothing is captured.
        let position = game.position();
        let quiet: Vec<Move> = legal(position).into_iter().filter(|&m| !position.is_noisy(m)).collect();
        let Some(&m) = quiet.choose(&mut rng) else { break };
        game.play(m);
    }
    assert_eq!(game.moves().len(), 10_000);
    assert_eq!(game.position().verdict().map(|verdict| verdict.outcome), Some(Outcome::Draw));
}

#[test]
fn chess_static_exchange_evaluation() {
    for (fen, text, gain) in [
        // An undefended pawn; a defended pawn for a rook; x-rays behind the first capturer.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225),
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", -400),
        ("4k3/8/3p4/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", -300),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "c5d6", 100),
        ("4k3/2p5/8/2Pp4/8/8/8/4K3 w - d6 0 1", "c5d6", 0),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        // The king recaptures only on undefended squares.
        ("8/8/4k3/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", -400),
        ("8/8/4k3/4p3/8/5N2/8/K3R3 w - - 0 1", "e1e5", 100),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
        ("4k3/8/8/8/2r5/8/3P4/4K3 w - - 0 1", "d2d3", 0),
        ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -325),
    ] {
        let position = read(fen);
        let m = position.parse_move(text, &ORTHODOX).expect(text);
        assert!(position.see_ge(m, gain), "{text} in {fen} is worth {gain}");
        assert!(!position.see_ge(m, gain + 1), "{text} in {fen} is worth no more than {gain}");
    }
}

#[test]
fn chess_gives_check_is_exact() {
    let mut rng = SmallRng::seed_from_u64(7);
    let (mut agreed, mut erred) = (0, 0);
    for fen in PUBLISHED.iter().map(|(fen, _)| *fen).chain(CORNERS) {
        let mut position = read(fen);
        for _ in 0..200 {
            let moves = legal(&position);
            let hints = position.check_hints();
            for &m in &moves {
                let predicted = position.gives_check(m, &hints);
                position.make(m, &mut ());
                if predicted == position.is_threatened() {
                    agreed += 1;
                } else {
                    erred += 1;
                }
                position.unmake();
            }
            let Some(&m) = moves.choose(&mut rng) else { break };
            position.make(m, &mut ());
        }
    }
    assert!(erred * 1_000 < agreed, "{erred} of {} estimates were wrong", agreed + erred);
}

#[test]
fn chess_options_are_set_by_name() {
    let mut options = ChessOptions::default();
    assert_eq!(options.set("UCI_Chess960", "TRUE"), Ok(true));
    assert_eq!(options, CHESS960);
    assert!(options.set("UCI_Chess960", "maybe").is_err());
    assert_eq!(options, CHESS960);
}

#[test]
fn chess_upcoming_repetition_is_detected() {
    conformance::check_way_back::<ChessPosition>(&ORTHODOX, ["g1f3", "g8f6", "f3g1", "f6g8"]);
}
