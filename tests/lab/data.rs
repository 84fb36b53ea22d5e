//! The format of game files.

use quadriga::games::gomoku::reasons;
use std::fs;
use std::path::{Path, PathBuf};

use quadriga::arena::{Cause, Shard};
use quadriga::base::{AppendError, GameOptionError, Move, Notation, Outcome, Position, Reason, Score, Side};
use quadriga::games::Variant;
use quadriga::games::gomoku::{GomokuOptions, GomokuPosition, Standard};
use quadriga::games::xiangqi::{XiangqiOptions, XiangqiPosition};
use quadriga::lab::data::{
    DataError, DataHeader, DataPlan, DataProblem, DataReader, DataWriter, GamePly, RecordedGame, Replayer,
    convert_data, merge_data,
};

use crate::harness::Folder;

fn header() -> DataHeader {
    let options = vec![("UCI_Chess960".to_owned(), "true".to_owned())];
    let plan = Some(DataPlan::whole(6));
    DataHeader { variant: Variant::Chess, options, recipe: "nodes=5000 name=驷马".to_owned(), plan }
}

/// A header of version 1.
fn old_header() -> DataHeader {
    DataHeader { plan: None, ..header() }
}

fn game(number: u32) -> RecordedGame {
    let scores = [None, Some(-31), Some(0), Some(32_000), Some(-32_500)];
    let ply = |(index, score): (usize, Option<i32>)| GamePly {
        m: Move::of_bits(1 + index as u16 % 6 * 9999),
        score: score.map(Score::new),
    };
    RecordedGame {
        number,
        outcome: [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)][number as usize % 3],
        cause: [Cause::Rule(Reason::FULL_BOARD), Cause::AdjudicatedWin, Cause::TooLong][number as usize % 3],
        fen: (number % 2 == 1).then(|| "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned()),
        plies: scores.into_iter().cycle().take(number as usize).enumerate().map(ply).collect(),
    }
}

/// Writes these games; returns the bytes of the file.
fn write(path: &Path, numbers: &[u32]) -> Vec<u8> {
    write_as(path, &header(), numbers)
}

fn write_as(path: &Path, header: &DataHeader, numbers: &[u32]) -> Vec<u8> {
    let mut writer = DataWriter::create(path, header).expect("a new file");
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
    // Twenty bytes per game and four per ply.
    let (shorter, longer) = (write(&folder.path("a"), &[30]), write(&folder.path("b"), &[30, 32]));
    assert_eq!(longer.len() - shorter.len(), 20 + 4 * 32);
}

/// Files of version 1 are read for ever, and resumed in their version.
#[test]
fn files_of_version_1_stay_readable() {
    let folder = Folder::new("files_of_version_1");
    let path = folder.path("games");
    let bytes = write_as(&path, &old_header(), &[1, 2]);
    // As the first program wrote it: a header, and games whose lengths have no checksums.
    let expected = [
        &b"QUADGAME\x01\0"[..],
        &[0x31, 0, 0, 0],
        &crc32fast::hash(&bytes[18..18 + 0x31]).to_le_bytes(),
        b"\x05chess\x01\x0cUCI_Chess960\x04true\x16\0nodes=5000 name=",
    ];
    assert!(bytes.starts_with(&expected.concat()), "{:x?}", &bytes[..60]);
    assert_eq!(bytes.len(), 18 + 0x31 + (16 + 28 + 4) + (16 + 8), "{}", bytes.len());
    let mut reader = DataReader::open(&path).unwrap();
    assert_eq!(reader.header(), &old_header());
    assert_eq!(reader.by_ref().map(|game| game.unwrap().number).collect::<Vec<_>>(), [1, 2]);
    assert!(reader.check_complete().is_ok());
    let (mut writer, found) = DataWriter::resume(&path, &header(), |_| {}).unwrap();
    assert_eq!((found.last, found.torn_bytes), (Some(2), 0));
    writer.append_dropped(3).unwrap();
    writer.append(&game(4)).unwrap();
    writer.finish().unwrap();
    assert!(fs::read(&path).unwrap() == write_as(&folder.path("whole"), &old_header(), &[1, 2, 4]));
    // It does not say how many games there were, but a cut within one is noticed.
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let mut reader = DataReader::open(&path).unwrap();
    assert_eq!(reader.by_ref().count(), 2);
    let incomplete = problem(reader.check_complete());
    assert!(matches!(incomplete, DataProblem::Incomplete { games: 2, expected: None, .. }), "{incomplete}");
}

/// A file knows how many games it should hold.
#[test]
fn missing_games_are_counted() {
    let folder = Folder::new("missing_games_are_counted");
    let path = folder.path("games");
    let whole = write(&path, &[0, 1, 2, 3, 5]);
    let incomplete = || {
        let mut reader = DataReader::open(&path).unwrap();
        assert!(reader.by_ref().all(|game| game.is_ok()));
        match reader.check_complete().map_err(|error| error.problem) {
            Ok(()) => None,
            Err(DataProblem::Incomplete { games, expected: Some(6), .. }) => Some(games),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(incomplete(), Some(5));
    fs::write(&path, &whole[..whole.len() - 20 - 4 * 5 - 28]).unwrap();
    assert_eq!(incomplete(), Some(4));
    let mut writer = DataWriter::resume(&path, &header(), |_| {}).unwrap().0;
    writer.append_dropped(4).unwrap();
    writer.append(&game(5)).unwrap();
    writer.finish().unwrap();
    assert_eq!(incomplete(), None);
    // More games are asked for.
    let more = DataHeader { plan: Some(DataPlan::whole(8)), ..header() };
    let (writer, found) = DataWriter::resume(&path, &more, |_| {}).unwrap();
    assert_eq!(found.last, Some(5));
    writer.finish().unwrap();
    let mut reader = DataReader::open(&path).unwrap();
    assert_eq!(reader.by_ref().count(), 5);
    assert!(matches!(
        problem(reader.check_complete()),
        DataProblem::Incomplete { games: 6, expected: Some(8), torn_bytes: 0 }
    ));
    // Fewer than there are cannot be.
    let fewer = DataHeader { plan: Some(DataPlan::whole(2)), ..header() };
    DataWriter::resume(&path, &fewer, |_| {}).unwrap();
    assert_eq!(incomplete(), None);
}

#[test]
fn shards_are_merged_as_a_whole() {
    let folder = Folder::new("shards_are_merged");
    let shard = |index: usize, count: usize| {
        let shard = Shard::new(index, count).expect("a shard");
        DataHeader { plan: Some(DataPlan { games: 6, shard }), ..header() }
    };
    let paths = ["1", "2", "3"].map(|name| folder.path(name));
    write_as(&paths[0], &shard(0, 3), &[0, 3]);
    write_as(&paths[2], &shard(2, 3), &[2, 5]);
    let mut writer = DataWriter::create(&paths[1], &shard(1, 3)).unwrap();
    writer.append(&game(1)).unwrap();
    let merged = folder.path("merged");
    let merge = |paths: &[&PathBuf]| {
        let paths: Vec<PathBuf> = paths.iter().copied().cloned().collect();
        merge_data(&paths, &merged, |_, _| {}).map(|merged| (merged.games, merged.dropped))
    };
    let [one, two, three] = &paths;
    let refused = problem(merge(&[one, two, three]));
    assert!(matches!(refused, DataProblem::Incomplete { games: 1, expected: Some(2), .. }), "{refused}");
    writer.append_dropped(4).unwrap();
    writer.finish().unwrap();
    let refused = problem(merge(&[one, three]));
    assert!(matches!(refused, DataProblem::MissingShard(shard) if shard.index() == 1), "{refused}");
    let refused = problem(merge(&[one, two, one, three]));
    assert!(matches!(refused, DataProblem::SameGames { .. }), "{refused}");
    for (name, header) in [
        ("recipe", DataHeader { recipe: "nodes=1".to_owned(), ..shard(1, 3) }),
        ("number of shards", shard(1, 2)),
        (
            "number of games",
            DataHeader { plan: shard(1, 3).plan.map(|plan| DataPlan { games: 7, ..plan }), ..shard(1, 3) },
        ),
    ] {
        let path = folder.path("other");
        let _ = fs::remove_file(&path);
        write_as(&path, &header, &[1]);
        let refused = problem(merge(&[one, &path, three]));
        assert!(
            matches!(refused, DataProblem::OtherSettings { name: found, .. } if found == name),
            "{refused}"
        );
    }
    let old = folder.path("old");
    write_as(&old, &old_header(), &[1]);
    assert!(matches!(problem(merge(&[&old])), DataProblem::NoShards));
    assert!(!merged.exists());
    // In any order, and the same as a single run.
    assert_eq!(merge(&[three, one, two]).unwrap(), (5, 1));
    let whole = folder.path("whole");
    let mut writer = DataWriter::create(&whole, &header()).unwrap();
    for number in 0..6 {
        if number == 4 { writer.append_dropped(number) } else { writer.append(&game(number)) }.unwrap();
    }
    writer.finish().unwrap();
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
    assert!(matches!(problem(merge(&[one, two, three])), DataProblem::OutputExists));
}

/// Black's row of six wins in freestyle gomoku, but not in the standard game, where the game goes on.
#[test]
fn games_of_another_variant_are_converted_if_its_rules_allow_them() {
    let folder = Folder::new("converted_games");
    let (from, to) = (folder.path("standard"), folder.path("freestyle"));
    let options = GomokuOptions::default();
    let played = |number, moves: &str, outcome, cause| {
        let mut position = GomokuPosition::<Standard>::start(&options);
        let mut plies = Vec::new();
        for text in moves.split(' ') {
            let m = position.parse_move(text, &options).expect(text);
            plies.push(GamePly { m, score: Some(Score::new(number as i32)) });
            position.make(m, &mut ());
        }
        RecordedGame { number, outcome, cause, fen: None, plies }
    };
    let row_of_five = "a1 a15 b1 b15 c1 c15 d1 d15 e1";
    let row_of_six = "a1 a15 b1 b15 c1 c15 e1 e15 f1 f15 d1 o1";
    let five = Cause::Rule(reasons::FIVE_IN_A_ROW);
    let (black, white) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
    let games = [
        played(0, row_of_five, black, five),
        played(2, row_of_six, white, Cause::AdjudicatedWin),
        played(3, "h8 i9 h7", black, Cause::AdjudicatedWin),
        // What the file says of its end is wrong.
        played(4, "h8 i9 h7", black, five),
    ];
    let header = DataHeader {
        variant: Variant::GomokuStandard,
        options: Vec::new(),
        recipe: "seed=1".to_owned(),
        plan: Some(DataPlan::whole(6)),
    };
    let mut writer = DataWriter::create(&from, &header).unwrap();
    for game in &games[..1] {
        writer.append(game).unwrap();
    }
    writer.append_dropped(1).unwrap();
    for game in &games[1..] {
        writer.append(game).unwrap();
    }
    writer.finish().unwrap();

    let converted = convert_data(&from, Variant::Gomoku, &to).unwrap();
    assert_eq!((converted.games, converted.refused, converted.dropped), (2, 2, 1));
    let mut reader = DataReader::open(&to).unwrap();
    assert_eq!(reader.header().variant, Variant::Gomoku);
    assert_eq!(reader.header().recipe, "seed=1 converted-from=gomoku-standard");
    let found = reader.by_ref().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(found, [games[0].clone(), games[2].clone()]);
    // A game that was missing is missing still.
    let incomplete = problem(reader.check_complete());
    assert!(
        matches!(incomplete, DataProblem::Incomplete { games: 5, expected: Some(6), .. }),
        "{incomplete}"
    );
    let refused = problem(convert_data(&from, Variant::Gomoku, &to));
    assert!(matches!(refused, DataProblem::OutputExists), "{refused}");
    // No game of gomoku is one of chess.
    let converted = convert_data(&from, Variant::Chess, &folder.path("chess")).unwrap();
    assert_eq!((converted.games, converted.refused, converted.dropped), (0, 4, 1));
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
        let (mut writer, resumed) =
            DataWriter::resume(&path, &header(), |game| found.push(game.number)).unwrap();
        assert_eq!(found, numbers[..found.len()], "{length}");
        assert_eq!(resumed.last, found.last().copied());
        if found.len() == numbers.len() {
            assert_eq!(resumed.torn_bytes, 0);
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
    assert_eq!(reader.torn_bytes(), 20 + fen_bytes + 4 * 5 - 1);
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
    let bytes = whole.clone();
    // In the length, in its checksum, and in the game's number.
    for index in [2, 5, 13] {
        let mut bytes = bytes.clone();
        bytes[header_bytes + index] ^= 1;
        let damage = problem(read(&bytes));
        let DataProblem::Damaged { offset, games: 0, next: Some(2), .. } = damage else { panic!("{damage}") };
        assert_eq!(offset, header_bytes as u64);
    }
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
    assert!(matches!(problem(DataWriter::create(&path, &header())), DataProblem::File(AppendError::Exists)));
    let other = DataHeader { recipe: "nodes=6000".to_owned(), ..header() };
    let refused = problem(DataWriter::resume(&path, &other, |_| {}));
    assert!(matches!(refused, DataProblem::OtherSettings { name: "recipe", .. }), "{refused}");
    let foreign = folder.path("letter");
    fs::write(&foreign, "Dear Sir,").unwrap();
    assert!(matches!(problem(DataWriter::resume(&foreign, &header(), |_| {})), DataProblem::NotData));
    assert_eq!(fs::read(&foreign).unwrap(), b"Dear Sir,");
    let first = DataWriter::resume(&path, &header(), |_| {}).unwrap();
    assert!(matches!(
        problem(DataWriter::resume(&path, &header(), |_| {})),
        DataProblem::File(AppendError::InUse)
    ));
    drop(first);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let draw = RecordedGame { cause: Cause::Stall, ..game(2) };
    let mut writer = DataWriter::resume(&path, &header(), |_| {}).unwrap().0;
    assert!(matches!(problem(writer.append(&draw)), DataProblem::Cause(Cause::Stall)));
}

#[test]
fn games_are_replayed_by_the_rules() {
    let header =
        DataHeader { variant: Variant::Xiangqi, options: Vec::new(), recipe: String::new(), plan: None };
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
    assert!(matches!(refused, DataProblem::Option(GameOptionError::Unknown(_))), "{refused}");
}
