//! Games played by the arena survive being written and read again.

use std::time::Duration;

use quadriga::arena::{Adjudication, Cause, GameRecord, GameRunner, GameSetup, MoveScore};
use quadriga::base::Outcome;
use quadriga::games::Variant;
use quadriga::records::{MoveStyle, NotationError, ParsedGame, RecordFormat, read, write};

use crate::games::{internal, setup, try_play};

const PGN: RecordFormat = RecordFormat::Pgn { moves: MoveStyle::Coordinates };
const PGN_NAMES: RecordFormat = RecordFormat::Pgn { moves: MoveStyle::Names };

/// A game between two internal players, with names that need escaping.
fn played(variant: Variant, options: &[(&str, &str)], setup: &GameSetup) -> GameRecord {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let rules = Adjudication { max_plies: Some(70), ..Adjudication::default() };
    let mut game_runner = GameRunner::new(variant, options, rules);
    let players = [internal("one \"two\" \\ ] three", "nodes=150"), internal("四 {a} ;(b)", "depth=2")];
    try_play(&mut game_runner, setup, &players[0], &players[1]).expect("a game")
}

fn some_games() -> Vec<GameRecord> {
    let from = |fen: Option<&str>, opening: &[&str]| {
        let mut setup = setup();
        (setup.game, setup.pair, setup.round) = (6, 3, 2);
        "a [test] of \"games\"".clone_into(&mut setup.event);
        setup.fen = fen.map(str::to_owned);
        setup.opening = opening.iter().map(|&text| text.to_owned()).collect();
        setup
    };
    let nothing: &[(&str, &str)] = &[];
    vec![
        played(Variant::Chess, nothing, &from(None, &["e2e4", "e7e5"])),
        played(Variant::Chess, nothing, &from(Some("r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 41"), &["g2h1n"])),
        played(
            Variant::Chess,
            &[("UCI_Chess960", "true")],
            &from(Some("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"), &["f2f3", "f7f6"]),
        ),
        played(Variant::Xiangqi, nothing, &from(None, &["h3e3", "h10g8"])),
        played(Variant::Zhonggong, nothing, &from(None, &[])),
        played(Variant::Gomoku, &[("BoardSize", "20")], &from(None, &["j10", "k11"])),
        played(Variant::GomokuStandard, nothing, &from(None, &["h8", "h9", "a1"])),
        played(Variant::Renju, nothing, &from(None, &["h8", "h9"])),
    ]
}

fn names(record: &GameRecord) -> [&str; 2] {
    record.players.each_ref().map(String::as_str)
}

/// Asserts that a game equals the record it was written from.
#[track_caller]
fn assert_same(read: &ParsedGame, record: &GameRecord) {
    let moves: Vec<_> = read.tree.main_moves().collect();
    let expected: Vec<_> = record.moves.iter().map(|played| &played.text).collect();
    assert_eq!(moves, expected);
    assert_eq!((read.tree.variant, read.tree.start.as_ref()), (record.variant, Some(&record.fen)));
    assert_eq!(read.notes, []);
}

pub fn pgn_gives_the_same_games() {
    let games = some_games();
    for notation in [PGN, PGN_NAMES] {
        let text: String = games.iter().map(|record| write(record, notation).expect("a text")).collect();
        assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
        let again = read(&text, notation).expect("games");
        assert_eq!(again.len(), games.len());
        for (read, record) in again.iter().zip(&games) {
            assert_same(read, record);
            // Scores, depths, times and node counts too.
            let tree = &read.tree;
            assert_eq!((tree.records(), tree.players()), (record.moves.clone(), names(record)));
            assert_eq!((tree.outcome, &tree.options), (Some(record.outcome), &record.options));
            assert_eq!(tree.tags.get("Event"), Some("a [test] of \"games\""));
            assert_eq!((tree.tags.get("Round"), tree.tags.get("GameNumber")), (Some("3"), Some("7")));
            assert_eq!(tree.tags.get("WhiteTimeControl"), Some("nodes=150"));
            assert_eq!(tree.tags.get("OpeningPlies"), Some(record.opening_plies.to_string().as_str()));
        }
    }
}

pub fn pgn_names_moves_as_players_do() {
    let record = |index: usize| some_games().swap_remove(index);
    let chess = write(&record(0), PGN).expect("a text");
    assert!(chess.contains("\n1. e4 e5 2. "), "{chess}");
    assert!(!chess.contains("[FEN") && !chess.contains("[Variant"));
    let endgame = write(&record(1), PGN).expect("a text");
    assert!(endgame.contains("[FEN \"r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 41\"]"), "{endgame}");
    assert!(endgame.contains("[SetUp \"1\"]") && endgame.contains("\n41... gxh1=N 42. "), "{endgame}");
    assert!(write(&record(2), PGN).expect("a text").contains("[Variant \"Chess960\"]"));
    let xiangqi = record(3);
    let coordinates = write(&xiangqi, PGN).expect("a text");
    assert!(coordinates.contains("[Variant \"xiangqi\"]") && coordinates.contains("1. h3e3 h10g8 2. "));
    assert!(write(&xiangqi, PGN_NAMES).expect("a text").contains("1. 炮二平五 马8进7 2. "));
}

pub fn gomoku_formats_give_the_same_games() {
    for record in some_games().split_off(5) {
        let text = write(&record, RecordFormat::Sgf).expect("a text");
        let again = read(&text.repeat(2), RecordFormat::Sgf).expect("games");
        assert_eq!(again.len(), 2);
        for read in &again {
            assert_same(read, &record);
            let tree = &read.tree;
            assert_eq!((tree.records(), tree.players()), (record.moves.clone(), names(&record)));
            assert_eq!(
                (tree.outcome, tree.tags.get("Event")),
                (Some(record.outcome), Some("a [test] of \"games\""))
            );
        }
        let text = write(&record, RecordFormat::Psq).expect("a text");
        let mut again = read(&text.repeat(2), RecordFormat::Psq).expect("games");
        // The format does not contain the rule set.
        again[0].tree.variant = record.variant;
        assert_eq!(again.len(), 2);
        assert_same(&again[0], &record);
        assert_eq!(again[0].tree.players(), names(&record));
        for (read, played) in again[0].tree.records().iter().zip(&record.moves) {
            let millis = played.time.unwrap_or_default().as_millis() as u64;
            assert_eq!(read.time.unwrap_or_default(), Duration::from_millis(millis));
        }
    }
}

pub fn stones_at_the_start_survive() {
    let mut setup = setup();
    setup.fen = Some("15/15/15/15/15/15/7X7/7O7/15/15/15/15/15/15/14X w 2".to_owned());
    let record = played(Variant::Renju, &[], &setup);
    let again = read(&write(&record, RecordFormat::Sgf).expect("a text"), RecordFormat::Sgf).expect("a game");
    assert_same(&again[0], &record);
    assert!(matches!(write(&record, RecordFormat::Psq), Err(NotationError::NoSuchGame { .. })));
    let chess = some_games().swap_remove(0);
    for notation in [RecordFormat::Psq, RecordFormat::Sgf] {
        assert!(matches!(write(&chess, notation), Err(NotationError::NoSuchGame { .. })));
    }
}

pub fn endings_are_told() {
    let mut record = some_games().swap_remove(6);
    record.outcome = Outcome::Draw;
    record.termination.cause = Cause::AdjudicatedDraw;
    record.moves[0].score = Some(MoveScore::Mate(-2));
    let pgn = write(&record, PGN).expect("a text");
    assert!(
        pgn.contains("[Termination \"adjudication\"]\n[TerminationDetails \"adjudicated draw\"]"),
        "{pgn}"
    );
    assert!(
        pgn.contains("[Result \"1/2-1/2\"]") && pgn.trim_end().ends_with("1/2-1/2") && pgn.contains("{-M2}")
    );
    assert!(write(&record, RecordFormat::Sgf).expect("a text").contains("\nRE[0]\n"));
    record.termination.cause = Cause::TimeForfeit;
    assert!(write(&record, RecordFormat::Psq).expect("a text").ends_with("\n15\n"));
    record.outcome = Outcome::Win(quadriga::base::Side::Second);
    assert!(write(&record, RecordFormat::Sgf).expect("a text").contains("\nRE[W+T]\n"));
    "q99".clone_into(&mut record.moves[0].text);
    assert!(matches!(write(&record, PGN), Err(NotationError::Move { .. })));
    assert!(matches!(write(&record, RecordFormat::Sgf), Err(NotationError::Move { .. })));
}
