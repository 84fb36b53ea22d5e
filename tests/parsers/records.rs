//! Games as PGN, SGF and PSQ, and the arena's other text formats.

use std::time::Duration;

use jiff::Timestamp;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use quadriga::arena::{Cause, GameRecord, MoveRecord, MoveScore, Termination, TimeControl, parse_words};
use quadriga::base::{Notation, Outcome, Side};
use quadriga::games::Variant;
use quadriga::games::chess::ChessPosition;
use quadriga::games::gomoku::{Freestyle, GomokuPosition, Renju, Standard};
use quadriga::games::xiangqi::XiangqiPosition;
use quadriga::games::zhonggong::ZhonggongPosition;
use quadriga::records::{MoveStyle, RecordFormat, WritableGame, parse, read, write};

use crate::input::{cases, edited, edits, game, picks};

const PGN: RecordFormat = RecordFormat::Pgn { moves: MoveStyle::Coordinates };
const PGN_NAMES: RecordFormat = RecordFormat::Pgn { moves: MoveStyle::Names };
const FORMATS: [RecordFormat; 4] = [PGN, PGN_NAMES, RecordFormat::Sgf, RecordFormat::Psq];

/// Comments of players on moves.
fn comments() -> impl Strategy<Value = MoveRecord> {
    let score =
        prop_oneof![(-30_000..30_000).prop_map(MoveScore::Cp), (-100..100).prop_map(MoveScore::Mate),];
    let time = (0..10_000_000_u64).prop_map(Duration::from_micros);
    (option::of(score), option::of(0..200_u32), option::of(time), option::of(any::<u64>())).prop_map(
        |(score, depth, time, nodes)| MoveRecord {
            text: String::new(),
            score,
            depth,
            time,
            nodes,
            pv: Vec::new(),
        },
    )
}

/// The start and the moves of a random game.
fn start_and_moves<P: Notation>(picks: &[u16]) -> (String, Vec<String>) {
    let options = P::Options::default();
    let game = game::<P>(picks);
    let texts = game.steps().map(|(position, m)| position.move_text(m, &options)).collect();
    (game.start().fen(&options), texts)
}

/// Random games with names, results and comments that need escaping.
pub fn records() -> impl Strategy<Value = GameRecord> {
    let outcome = select(vec![Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)]);
    let parts = (select(Variant::ALL.to_vec()), picks(60), comments(), ".{0,20}", ".{0,20}", outcome);
    parts.prop_map(|(variant, picks, comment, name, event, outcome)| {
        let (fen, texts) = match variant {
            Variant::Chess => start_and_moves::<ChessPosition>(&picks),
            Variant::Xiangqi => start_and_moves::<XiangqiPosition>(&picks),
            Variant::Zhonggong => start_and_moves::<ZhonggongPosition>(&picks),
            Variant::Gomoku => start_and_moves::<GomokuPosition<Freestyle>>(&picks),
            Variant::GomokuStandard => start_and_moves::<GomokuPosition<Standard>>(&picks),
            Variant::Renju => start_and_moves::<GomokuPosition<Renju>>(&picks),
        };
        GameRecord {
            game: 0,
            pair: 0,
            round: 0,
            event,
            variant,
            options: Vec::new(),
            players: [name, "b".to_owned()],
            time_controls: [TimeControl::Nodes(100); 2],
            fen,
            opening_plies: 0,
            moves: texts.into_iter().map(|text| MoveRecord { text, ..comment.clone() }).collect(),
            outcome,
            termination: Termination { cause: Cause::TooLong, blamed: None, detail: String::new() },
            load: None,
            engines: [None, None],
            remarks: Vec::new(),
            started: Timestamp::UNIX_EPOCH,
            duration: Duration::from_millis(1),
        }
    })
}

#[test]
fn games_are_read_back() {
    proptest!(cases(300), |(record in records())| {
        let is_gomoku =
            matches!(record.variant, Variant::Gomoku | Variant::GomokuStandard | Variant::Renju);
        for format in FORMATS {
            let Ok(text) = write(&record, format) else {
                let needs_gomoku = matches!(format, RecordFormat::Sgf | RecordFormat::Psq);
                prop_assert!(needs_gomoku && !is_gomoku, "{format:?} cannot hold {record:?}");
                continue;
            };
            let games = read(&text, format).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert_eq!(games.len(), 1, "{}", text);
            let found = &games[0].tree;
            let moves = found.records();
            prop_assert_eq!(found.start.as_ref(), Some(&record.fen));
            prop_assert_eq!(moves.len(), record.moves.len());
            for (found, written) in moves.iter().zip(&record.moves) {
                prop_assert_eq!(&found.text, &written.text);
                if format != RecordFormat::Psq {
                    prop_assert_eq!(found, written);
                }
            }
            if format != RecordFormat::Psq {
                prop_assert_eq!((found.variant, found.outcome), (record.variant, Some(record.outcome)));
            }
            let unfinished = WritableGame {
                outcome: None,
                termination: None,
                time_controls: None,
                date: None,
                ..WritableGame::from(&record)
            };
            let text = write(unfinished, format).expect("it has fewer parts");
            let again = read(&text, format).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
            prop_assert_eq!((again[0].tree.records(), again[0].tree.outcome), (moves, None));
        }
    });
}

#[test]
fn changed_games_are_refused_or_legal() {
    proptest!(cases(400), |(record in records(), edits in edits(), format in select(FORMATS.to_vec()))| {
        let Ok(text) = write(&record, format) else { return Ok(()) };
        let text = edited(&text, &edits);
        let _ = parse(&text, PGN).count();
        for format in FORMATS {
            let _ = read(&text, format);
        }
    });
}

#[test]
fn arbitrary_text_as_a_game_does_not_panic() {
    proptest!(cases(400), |(text in "[ -~\\n\u{4e00}-\u{4e20}]{0,200}")| {
        let _ = parse(&text, PGN).count();
        for format in FORMATS {
            let _ = read(&text, format);
        }
    });
}

#[test]
fn time_controls_are_read_back() {
    let control = prop_oneof![
        (1..10_000_000_u64, 0..100_000_u64, option::of(1..200_u32)).prop_map(|(base, increment, moves)| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            TimeControl::Clock { base, increment, moves }
        }),
        (1..10_000_000_u64).prop_map(|time| TimeControl::MoveTime(Duration::from_millis(time))),
        (1..u64::MAX).prop_map(TimeControl::Nodes),
        (1..u32::MAX).prop_map(TimeControl::Depth),
    ];
    proptest!(cases(500), |(control in control, edits in edits())| {
        let text = control.to_string();
        prop_assert_eq!(text.parse(), Ok(control), "{}", text);
        if let Ok(found) = edited(&text, &edits).parse::<TimeControl>() {
            prop_assert_eq!(found.to_string().parse(), Ok(found));
        }
    });
}

#[test]
fn words_are_read_or_refused() {
    const WORDS: &str =
        "name=new command=\"./new --fast\" option.Hash=16 time=10+0.1 'dir=a b' alpha=0.05 flag=true";
    proptest!(cases(500), |(edits in edits(), any in ".{0,60}", at in any::<Index>())| {
        let _ = parse_words(&any);
        let start = WORDS.char_indices().nth(at.index(WORDS.len())).map_or(0, |(start, _)| start);
        if let Ok(table) = parse_words(&edited(&WORDS[start..], &edits)) {
            prop_assert!(table.keys().all(|key| !key.is_empty()));
        }
    });
}
