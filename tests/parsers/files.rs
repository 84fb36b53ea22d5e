//! Journals and files of self-play games, with random damage.

use std::fs;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use quadriga::arena::{Cause, GameRecord, read_header, read_journal};
use quadriga::base::{Move, Outcome, Reason, Score, Side};
use quadriga::games::Variant;
use quadriga::lab::data::{DataHeader, DataPlan, DataReader, DataWriter, GamePly, RecordedGame};

use crate::input::{byte_edits, cases, edited, edited_items, edits};
use crate::records::records;

#[path = "../common/folder.rs"]
mod folder;

use folder::Folder;

#[test]
fn lines_of_a_journal_are_read_back() {
    proptest!(cases(200), |(record in records(), edits in edits())| {
        let line = serde_json::to_string(&record).expect("a record is JSON");
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(serde_json::from_str::<GameRecord>(&line).ok(), Some(record));
        if let Ok(found) = serde_json::from_str::<GameRecord>(&edited(&line, &edits)) {
            found.starting_side();
        }
    });
}

#[test]
fn damaged_journals_are_noticed() {
    let folder = Folder::new("damaged_journals");
    let output = folder.run(
        "match --variant gomoku --time nodes=20 --rounds 2 --random 4 --balance-nodes 20 --max-plies 20 \
         --journal whole.jsonl --player 'name=a command=self' --player 'name=b command=self'",
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let whole = fs::read(folder.path("whole.jsonl")).expect("a journal");
    let path = folder.path("journal.jsonl");
    proptest!(cases(200), |(edits in byte_edits())| {
        let bytes = edited_items(whole.clone(), &edits);
        fs::write(&path, &bytes).expect("room on the disk");
        let mut games = 0;
        if let Ok(reading) = read_journal(&path, |_| games += 1) {
            prop_assert!(read_header(&path).is_ok());
            prop_assert_eq!(reading.games, games);
            prop_assert!(reading.torn_bytes < bytes.len() as u64);
        }
    });
}

fn recorded_games() -> impl Strategy<Value = RecordedGame> {
    let outcome = select(vec![Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)]);
    let cause = select(vec![Cause::Rule(Reason::CHECKMATE), Cause::AdjudicatedDraw, Cause::TooLong]);
    let ply = (1..=u16::MAX, option::of(-32_500..=32_500)).prop_map(|(m, score): (u16, Option<i32>)| {
        GamePly { m: Move::of_bits(m), score: score.map(Score::new) }
    });
    let parts = (any::<u32>(), outcome, cause, option::of(".{1,40}"), vec(ply, 0..40));
    parts.prop_map(|(number, outcome, cause, fen, plies)| RecordedGame { number, outcome, cause, fen, plies })
}

#[test]
fn files_of_games_are_read_back_and_damage_is_noticed() {
    let folder = Folder::new("files_of_games");
    let path = folder.path("games");
    let parts = (select(Variant::ALL.to_vec()), ".{0,30}", option::of(any::<u32>()));
    let headers = parts.prop_map(|(variant, recipe, games)| DataHeader {
        variant,
        options: Vec::new(),
        recipe,
        plan: games.map(DataPlan::whole),
    });
    let games = vec(recorded_games(), 0..5);
    proptest!(cases(200), |(header in headers, mut games in games, edits in byte_edits())| {
        // Games are stored in the order of their numbers.
        games.sort_by_key(|game| game.number);
        games.dedup_by_key(|game| game.number);
        // Writers create their files.
        let _ = fs::remove_file(&path);
        let mut writer = DataWriter::create(&path, &header).expect("a new file");
        for game in &games {
            writer.append(game).expect("room on the disk");
        }
        writer.finish().expect("room on the disk");

        let mut reader = DataReader::open(&path).expect("a sound file");
        prop_assert_eq!(reader.header(), &header);
        let found = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("sound games");
        prop_assert_eq!((&found, reader.torn_bytes()), (&games, 0));

        // No damage goes undetected: whatever is read without an error was written.
        let bytes = edited_items(fs::read(&path).expect("the file"), &edits);
        fs::write(&path, &bytes).expect("room on the disk");
        if let Ok(reader) = DataReader::open(&path) {
            for game in reader.map_while(Result::ok) {
                prop_assert!(games.contains(&game), "{:?}", game);
            }
        }
    });
}
