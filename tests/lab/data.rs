//! The format of game files.

use std::fs;
use std::path::Path;

use quadriga::arena::Cause;
use quadriga::base::{Move, Notation, Outcome, Position, Reason, Score, Side};
use quadriga::games::Variant;
use quadriga::lab::data::{
    DataError, DataHeader, DataProblem, DataReader, DataWriter, GamePly, RecordedGame, Replayer,
};
use quadriga::rules::xiangqi::{XiangqiOptions, XiangqiPosition};

use crate::harness::Folder;

fn header() -> DataHeader {
    let options = vec![("UCI_Chess960".to_owned(), "true".to_owned())];
    DataHeader { variant: Variant::Chess, options, recipe: "nodes=5000 name=驷马".to_owned() }
}

fn game(number: u32) -> RecordedGame {
    let scores = [None, Some(-31), Some(0), Some(32_000), Some(-32_500)];
    let ply = |(index, score): (usize, Option<i32>)| GamePly {
        m: Move::from_bits((index as u16).wrapping_mul(9999)),
        score: score.map(Score::new),
    };
    RecordedGame {
        number,
        outcome: [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)][number as usize % 3],
        cause: [Cause::Rule(Reason::FullBoard), Cause::AdjudicatedWin, Cause::TooLong][number as usize % 3],
        fen: (number % 2 == 1).then(|| "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned()),
        plies: scores.into_iter().cycle().take(number as usize).enumerate().map(ply).collect(),
    }
}

/// Writes these games; returns the bytes of the file.
fn write(path: &Path, numbers: &[u32]) -> Vec<u8> {
    let mut writer = DataWriter::create(path, &header()).expect("a new file");
    for &number in numbers {
        writer.append(&game(number)).expect("room on the disk");
    }
    writer.finish().expect("room on the disk");
    fs::read(path).expect("the file was written")
}

#[test]
fn games_survive_the_file() {
    let folder = Folder::new("games_survive_the_file");
    let path = folder.path("games");
    let bytes = write(&path, &[0, 1, 2, 30, 31]);
    let mut reader = DataReader::open(&path).unwrap();
    assert_eq!(reader.header(), &header());
    let games: Vec<_> = reader.by_ref().collect::<Result<_, _>>().unwrap();
    assert_eq!(games, [0, 1, 2, 30, 31].map(game));
    assert_eq!((reader.torn_bytes(), reader.offset()), (0, bytes.len() as u64));
    // Sixteen bytes per game and four per ply.
    let (shorter, longer) = (write(&folder.path("a"), &[30]), write(&folder.path("b"), &[30, 32]));
    assert_eq!(longer.len() - shorter.len(), 16 + 4 * 32);
}

/// Wherever a file is truncated, the complete games before the cut are read, and it can be resumed to the same bytes.
#[test]
fn truncated_tail_is_detected_and_dropped() {
    let folder = Folder::new("a_torn_tail");
    let numbers = [1, 4, 5];
    let whole = write(&folder.path("whole"), &numbers);
    let path = folder.path("torn");
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut found = Vec::new();
        let (mut writer, torn) =
            DataWriter::resume(&path, &header(), |game| found.push(game.number)).unwrap();
        assert_eq!(found, numbers[..found.len()], "{length}");
        if found.len() == numbers.len() {
            assert_eq!(torn, 0);
        }
        for &number in &numbers[found.len()..] {
            writer.append(&game(number)).unwrap();
        }
        writer.finish().unwrap();
        assert!(fs::read(&path).unwrap() == whole, "cut at {length}");
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let mut reader = DataReader::open(&path).unwrap();
    assert_eq!(reader.by_ref().map(|game| game.unwrap().number).collect::<Vec<_>>(), [1, 4]);
    let fen_bytes = game(5).fen.map_or(0, |fen| fen.len()) as u64;
    assert_eq!(reader.torn_bytes(), 16 + fen_bytes + 4 * 5 - 1);
}

fn problem<T: std::fmt::Debug>(result: Result<T, DataError>) -> DataProblem {
    result.expect_err("the file is bad").problem
}

#[test]
fn corruption_is_distinguished_from_truncation() {
    let folder = Folder::new("damage");
    let path = folder.path("games");
    let whole = write(&path, &[1, 2, 3]);
    let header_bytes = {
        let mut reader = DataReader::open(&path).unwrap();
        let start = reader.offset() as usize;
        assert!(reader.all(|game| game.is_ok()));
        start
    };
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        DataReader::open(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>)
    };
    // Any single wrong byte is detected, as damage or as a torn end.
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 0x10;
        match read(&bytes) {
            Ok(games) => {
                assert!(index >= header_bytes && games.len() < 3, "byte {index}");
                assert!(games.iter().all(|found| *found == game(found.number)), "byte {index}");
            }
            Err(error) => assert!(error.to_string().contains("games: "), "{error}"),
        }
    }
    let mut bytes = whole.clone();
    bytes[header_bytes + 9] ^= 1;
    assert!(
        matches!(problem(read(&bytes)), DataProblem::Damaged { offset, .. } if offset == header_bytes as u64)
    );
    assert!(matches!(problem(read(b"")), DataProblem::NotData));
    assert!(matches!(problem(read(b"[Event \"a game of chess\"]")), DataProblem::NotData));
    assert!(matches!(problem(read(&whole[..5])), DataProblem::TornHeader));
    assert!(matches!(problem(read(&whole[..header_bytes - 1])), DataProblem::TornHeader));
    let mut bytes = whole.clone();
    bytes[8] = 9;
    assert!(matches!(problem(read(&bytes)), DataProblem::Version(9)));
    assert!(matches!(problem(DataReader::open(&folder.path("none"))), DataProblem::Io(_)));
    fs::remove_file(&path).unwrap();
    write(&path, &[5]);
    let mut writer = DataWriter::resume(&path, &header(), |_| {}).unwrap().0;
    writer.append(&game(5)).unwrap();
    let games = DataReader::open(&path).unwrap().collect::<Result<Vec<_>, _>>();
    assert!(matches!(problem(games), DataProblem::Order { number: 5, before: 5, .. }));
}

#[test]
fn files_of_other_formats_are_rejected() {
    let folder = Folder::new("files_of_other_formats_are_rejected");
    let path = folder.path("games");
    let bytes = write(&path, &[1]);
    assert!(matches!(problem(DataWriter::create(&path, &header())), DataProblem::Exists));
    let other = DataHeader { recipe: "nodes=6000".to_owned(), ..header() };
    let refused = problem(DataWriter::resume(&path, &other, |_| {}));
    assert!(matches!(refused, DataProblem::OtherSettings { name: "recipe", .. }), "{refused}");
    let foreign = folder.path("letter");
    fs::write(&foreign, "Dear Sir,").unwrap();
    assert!(matches!(problem(DataWriter::resume(&foreign, &header(), |_| {})), DataProblem::NotData));
    assert_eq!(fs::read(&foreign).unwrap(), b"Dear Sir,");
    let first = DataWriter::resume(&path, &header(), |_| {}).unwrap();
    assert!(matches!(problem(DataWriter::resume(&path, &header(), |_| {})), DataProblem::InUse));
    drop(first);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let draw = RecordedGame { cause: Cause::Stall, ..game(2) };
    let mut writer = DataWriter::resume(&path, &header(), |_| {}).unwrap().0;
    assert!(matches!(problem(writer.append(&draw)), DataProblem::Cause(Cause::Stall)));
}

#[test]
fn games_are_replayed_by_the_rules() {
    let header = DataHeader { variant: Variant::Xiangqi, options: Vec::new(), recipe: String::new() };
    let path = Path::new("some/file");
    let replayer = Replayer::<XiangqiPosition>::new(path, &header).unwrap();
    let mut position = XiangqiPosition::start(&XiangqiOptions::default());
    let mut plies = Vec::new();
    for text in ["h3e3", "h10g8", "e3e7"] {
        let m = position.parse_move(text, &XiangqiOptions::default()).unwrap();
        plies.push(GamePly { m, score: Some(Score::new(plies.len() as i32)) });
        position.make(m, &mut ());
    }
    let mut game = RecordedGame {
        number: 7,
        outcome: Outcome::Draw,
        cause: Cause::TooLong,
        fen: None,
        plies: plies.clone(),
    };
    let mut seen = Vec::new();
    let last = replayer.replay(&game, |before, ply| seen.push((before.side_to_move(), ply))).unwrap();
    assert_eq!(seen.iter().map(|&(_, ply)| ply).collect::<Vec<_>>(), plies);
    assert_eq!(
        seen.iter().map(|&(side, _)| side).collect::<Vec<_>>(),
        [Side::First, Side::Second, Side::First]
    );
    assert_eq!(last.key(), position.key());
    game.plies.push(plies[2]);
    let error = replayer.replay(&game, |_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("some/file: game 7, ply 4: move "), "{error}");
    game.fen = Some("nonsense".to_owned());
    let error = replayer.replay(&game, |_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("some/file: game 7: "), "{error}");
    let header = DataHeader { options: vec![("Colour".to_owned(), "red".to_owned())], ..header };
    let refused = problem(Replayer::<XiangqiPosition>::new(path, &header));
    assert!(matches!(refused, DataProblem::UnknownOption { variant: Variant::Xiangqi, .. }), "{refused}");
}
