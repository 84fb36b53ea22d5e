//! Tests of a library as a whole.

mod explore;

use std::time::{Duration, Instant};

use super::schema::tests::Folder;
use super::*;
use crate::base::{Outcome, Side};
use crate::games::Variant;
use crate::records::{GameTree, NodeId, ParsedGame, RecordFormat, Step, Tags, check, read};

/// The games of a text in PGN.
fn games(text: &str) -> Vec<GameTree> {
    read(text, RecordFormat::PGN).expect("legal games").into_iter().map(|game| game.tree).collect()
}

fn game(text: &str) -> GameTree {
    games(text).remove(0)
}

fn ids(entries: &[Entry]) -> Vec<i64> {
    entries.iter().map(|entry| entry.id.0).collect()
}

fn assert_sound(library: &Library) {
    let report = library.check(&mut |_, _| {}).expect("a check");
    assert!(report.is_sound(), "{:?}", report.problems);
}

/// Imports games of one PGN; returns what was told of those that were not added.
fn import(
    library: &mut Library,
    collection: Option<&str>,
    text: &str,
) -> (ImportReport, Vec<(u64, Refusal)>) {
    let mut told = Vec::new();
    let mut tell = |number, refusal| told.push((number, refusal));
    let mut importer = Importer::new(library, collection.map(str::to_owned));
    for (number, game) in (1..).zip(crate::records::parse(text, RecordFormat::PGN)) {
        importer.add(number, game, &mut tell).expect("room");
    }
    let report = importer.finish(&mut tell).expect("room");
    (report, told)
}

const GAMES: &str = "[Event \"Cup\"]\n[White \"Müller\"]\n[Black \"Li\"]\n[Date \"2024.05.06\"]\n[Result \"1-0\"]\n\n\
     1. e4 e5 2. Nf3 Nc6 1-0\n\n\
     [White \"Wang\"]\n[Black \"MÜLLER, A\"]\n[Date \"2025.??.??\"]\n[Result \"1/2-1/2\"]\n\n\
     1. Nf3 Nc6 2. e4 e5 3. d4 1/2-1/2\n\n\
     [White \"me\"]\n[Black \"Quadriga\"]\n[Date \"2025.12.31\"]\n[Level \"1500\"]\n\n1. d4 d5 *\n\n\
     [Game \"Chinese Chess\"]\n[Red \"me\"]\n[Black \"Quadriga\"]\n[Level \"0\"]\n[Result \"0-1\"]\n\n\
     1. h3e3 h10g8 0-1\n";

#[test]
fn games_are_saved_and_opened_as_they_are() {
    let folder = Folder::new("save");
    let mut library = folder.library();
    let tree = game("[White \"a\"]\n\n1. e4 {good} $1 (1. d4 {[%cal Gd2d4]}) 1... e5 *\n");
    let (id, revision) = library.save(None, &tree, Some("{\"at\":1}"), None).expect("saved");
    assert_eq!((id, revision), (GameId(1), 1));
    let found = library.game(id).expect("a game");
    assert_eq!((&found.tree, found.state.as_deref()), (&tree, Some("{\"at\":1}")));
    assert_eq!((found.entry.plies, found.entry.revision, found.entry.collection.as_deref()), (2, 1, None));
    // It goes on: what its client keeps stays, unless it sends something else.
    let mut tree = tree;
    let tip = tree.tip();
    tree.add(tip, Step::of_text("g1f3"));
    let tree = check(ParsedGame::new(1, tree)).expect("legal").tree;
    assert_eq!(library.save(Some(id), &tree, None, Some(1)).expect("saved"), (id, 2));
    let found = library.game(id).expect("a game");
    assert_eq!((found.tree, found.state.as_deref()), (tree.clone(), Some("{\"at\":1}")));
    let refused = library.save(Some(id), &tree, None, Some(1));
    assert!(matches!(refused, Err(LibraryError::Changed { found: 2, .. })), "{refused:?}");
    assert!(matches!(library.save(Some(GameId(9)), &tree, None, None), Err(LibraryError::NoGame(GameId(9)))));
    assert!(matches!(library.game(GameId(9)), Err(LibraryError::NoGame(_))));
    assert_sound(&library);
}

#[test]
fn a_game_under_way_is_saved_quickly_after_each_move() {
    let folder = Folder::new("moves");
    let mut library = folder.library();
    let mut tree = GameTree::new(Variant::Chess);
    let (id, _) = library
        .save(None, &check(ParsedGame::new(1, tree.clone())).expect("legal").tree, None, None)
        .expect("saved");
    let mut at = NodeId::ROOT;
    let begun = Instant::now();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(200) {
        at = tree.add(at, Step::of_text(*text));
        let checked = check(ParsedGame::new(1, tree.clone())).expect("legal").tree;
        library.save(Some(id), &checked, None, None).expect("saved");
    }
    // A bound that only a fault could exceed: benchmarks measure it.
    assert!(begun.elapsed() < Duration::from_mins(1));
    // Positions that come again count once.
    let filter = |fen| GameFilter {
        positions: PositionKey::all_of_fen(fen, &[]).expect("a FEN"),
        ..GameFilter::default()
    };
    let found = library.search(&filter("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"), None, 10);
    assert_eq!(found.expect("an answer")[0].ply, Some(1));
    assert_sound(&library);
}

#[test]
fn games_are_found_by_all_that_is_known_of_them() {
    let folder = Folder::new("search");
    let mut library = folder.library();
    assert_eq!(import(&mut library, None, GAMES).0.added, 4);
    let all = GameFilter::default();
    let found = |filter: &GameFilter| ids(&library.search(filter, None, 100).expect("an answer"));
    assert_eq!(found(&all), [4, 3, 2, 1], "the newest first");
    assert_eq!(ids(&library.search(&all, Some(GameId(3)), 1).expect("a page")), [2]);
    let with = |change: &dyn Fn(&mut GameFilter)| {
        let mut filter = GameFilter::default();
        change(&mut filter);
        assert_eq!(library.count(&filter).expect("a count"), found(&filter).len() as u64);
        found(&filter)
    };
    assert_eq!(with(&|filter| filter.players = vec!["müller".to_owned()]), [2, 1]);
    assert_eq!(with(&|filter| filter.players = vec!["LI".to_owned(), "quadriga".to_owned()]), [4, 3, 1]);
    assert_eq!(with(&|filter| filter.variants = vec![Variant::Xiangqi]), [4]);
    assert_eq!(with(&|filter| filter.outcomes = vec![None, Some(Outcome::Draw)]), [3, 2]);
    assert_eq!(with(&|filter| filter.outcomes = vec![Some(Outcome::Win(Side::Second))]), [4]);
    let date = |text: &str| Some(text.parse::<DateText>().expect("a date"));
    assert_eq!(with(&|filter| filter.from = date("2025")), [3, 2]);
    assert_eq!(with(&|filter| filter.from = date("2025-02-01")), [3]);
    assert_eq!(with(&|filter| filter.to = date("2025-12")), [3, 2, 1]);
    assert_eq!(with(&|filter| filter.to = date("2024-05-06")), [1]);
    assert_eq!(with(&|filter| filter.to = date("2024-05-05")), [0; 0]);
    assert_eq!(with(&|filter| filter.event = Some("cup".to_owned())), [1]);
    assert_eq!(with(&|filter| filter.min_level = Some(1)), [4, 3]);
    assert_eq!(with(&|filter| filter.max_level = Some(2000)), [3]);
    assert_eq!(with(&|filter| filter.min_level = Some(0)), [4], "full strength is above all");
    assert_eq!(with(&|filter| filter.games = vec![GameId(2), GameId(7)]), [2]);
    assert_eq!(with(&|filter| filter.collection = CollectionFilter::Own), [4, 3, 2, 1]);
    let positions =
        PositionKey::all_of_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 9 9", &[])
            .expect("a FEN");
    let position = GameFilter { positions, ..GameFilter::default() };
    let entries = library.search(&position, None, 10).expect("an answer");
    let plies: Vec<_> = entries.iter().map(|entry| (entry.id.0, entry.ply)).collect();
    assert_eq!(plies, [(2, Some(4)), (1, Some(4))]);
    let draws = GameFilter { outcomes: vec![Some(Outcome::Draw)], ..position };
    assert_eq!(found(&draws), [2]);
    for text in ["", "2025-13", "2025-02-30", "25", "2025-1-1", "+202"] {
        assert!(text.parse::<DateText>().is_err(), "{text}");
    }
}

#[test]
fn deleted_games_come_back_until_they_are_purged() {
    let folder = Folder::new("delete");
    let mut library = folder.library();
    import(&mut library, None, GAMES);
    let list =
        |library: &Library| ids(&library.search(&GameFilter::default(), None, 100).expect("an answer"));
    assert_eq!(library.delete(&[GameId(2), GameId(3), GameId(8)]).expect("deleted"), [GameId(2), GameId(3)]);
    assert_eq!(library.delete(&[GameId(2)]).expect("deleted"), []);
    assert_eq!(list(&library), [4, 1]);
    let trash = GameFilter { is_deleted: true, ..GameFilter::default() };
    assert_eq!(ids(&library.search(&trash, None, 100).expect("an answer")), [3, 2]);
    assert_eq!(library.undelete(&[GameId(2), GameId(1)]).expect("back"), [GameId(2)]);
    assert_eq!(list(&library), [4, 2, 1]);
    assert_eq!(library.purge().expect("purged"), 0, "not yet");
    assert_eq!(library.purge_before(i64::MAX).expect("purged"), 1);
    assert!(matches!(library.game(GameId(3)), Err(LibraryError::NoGame(_))));
    assert_sound(&library);
    // Saving a deleted game brings it back.
    library.delete(&[GameId(1)]).expect("deleted");
    let tree = library.game(GameId(1)).expect("a game").tree;
    library.save(Some(GameId(1)), &tree, None, None).expect("saved");
    assert_eq!(list(&library), [4, 2, 1]);
    // The number of the game that was the last is not used again.
    library.delete(&[GameId(4)]).expect("deleted");
    library.purge_before(i64::MAX).expect("purged");
    assert_eq!(library.save(None, &tree, None, None).expect("saved").0, GameId(5));
    assert_sound(&library);
}

#[test]
fn games_and_collections_are_renamed() {
    let folder = Folder::new("rename");
    let mut library = folder.library();
    import(&mut library, Some("Cup"), GAMES);
    library.rename(GameId(1), Some("  My best game ")).expect("renamed");
    let found = library.game(GameId(1)).expect("a game");
    assert_eq!(
        (found.entry.title.as_deref(), found.tree.tags.get("Title")),
        (Some("My best game"), Some("My best game"))
    );
    let by_title = GameFilter { players: vec!["BEST".to_owned()], ..GameFilter::default() };
    assert_eq!(ids(&library.search(&by_title, None, 9).expect("an answer")), [1]);
    library.rename(GameId(1), None).expect("renamed");
    assert_eq!(library.game(GameId(1)).expect("a game").entry.title, None);

    library.rename_collection("Cup", "Cup 2024").expect("renamed");
    let named = |name: &str| GameFilter {
        collection: CollectionFilter::Named(name.to_owned()),
        ..GameFilter::default()
    };
    assert_eq!(library.count(&named("Cup 2024")).expect("a count"), 4);
    assert!(matches!(library.count(&named("Cup")), Err(LibraryError::NoCollection(_))));
    library.delete(&[GameId(2)]).expect("deleted");
    assert_eq!(library.delete_collection("Cup 2024").expect("deleted"), 3);
    assert_eq!(library.collections().expect("a list"), (Vec::new(), 0));
    import(&mut library, Some("Cup 2024"), "1. e4 *");
    assert!(matches!(library.undelete_collection("Cup 2024"), Err(LibraryError::CollectionExists(_))));
    library.rename_collection("Cup 2024", "other").expect("renamed");
    assert_eq!(
        library.undelete_collection("Cup 2024").expect("back"),
        3,
        "without the game that was deleted before"
    );
    assert!(matches!(library.rename_collection("other", "Cup 2024"), Err(LibraryError::CollectionExists(_))));
    for name in ["", "  ", "a\nb", &"x".repeat(201)] {
        assert!(matches!(library.rename_collection("other", name), Err(LibraryError::Name)), "{name:?}");
    }
    assert_sound(&library);
}

#[test]
fn duplicates_and_refused_games_are_told() {
    let folder = Folder::new("import");
    let mut library = folder.library();
    let text =
        "1. e4 e5 *\n\n1. e4 e4 *\n\n1. e4 e5 {!} *\n\n1. e4 e5 *\n\n[Variant \"shogi\"]\n\n1. P-26 *\n";
    let (report, told) = import(&mut library, Some("a"), text);
    assert_eq!(report, ImportReport { added: 2, duplicates: 1, refused: 2 });
    assert!(
        matches!(
            &told[..],
            [(2, Refusal::Unreadable(_)), (5, Refusal::Unreadable(_)), (4, Refusal::Duplicate(GameId(1)))]
        ),
        "{told:?}"
    );
    assert_eq!(import(&mut library, Some("b"), text).0, ImportReport { added: 0, duplicates: 3, refused: 2 });
    assert_eq!(library.collections().expect("a list").0.len(), 2);
    // A deleted game is none that the library has.
    library.delete(&[GameId(1)]).expect("deleted");
    assert_eq!(import(&mut library, Some("b"), text).0, ImportReport { added: 1, duplicates: 2, refused: 2 });
    assert_sound(&library);
}

#[test]
fn attachments_stay_with_their_game() {
    let folder = Folder::new("attach");
    let mut library = folder.library();
    let (id, revision) = library.save(None, &game("1. e4 e5 *\n"), None, None).expect("saved");
    let (other, _) = library.save(None, &game("1. d4 d5 *\n"), None, None).expect("saved");
    let found = |library: &Library, name: &str| {
        let found = library.attachments(name, &GameFilter::default()).expect("read");
        found.into_iter().map(|found| (found.entry.id, found.value)).collect::<Vec<_>>()
    };
    assert_eq!(found(&library, "mistakes"), []);
    library.attach(id, "mistakes", None).expect("nothing to remove");
    library.attach(id, "mistakes", Some("[1]")).expect("attached");
    library.attach(id, "mistakes", Some("[2]")).expect("replaced");
    library.attach(id, "else", Some("3")).expect("attached");
    library.attach(other, "mistakes", Some("[4]")).expect("attached");
    assert!(matches!(
        library.attach(GameId(99), "mistakes", Some("1")),
        Err(LibraryError::NoGame(GameId(99)))
    ));
    library.save(Some(id), &game("1. e4 c5 *\n"), None, Some(revision)).expect("saved");
    let both = [(other, "[4]".to_owned()), (id, "[2]".to_owned())];
    assert_eq!(found(&library, "mistakes"), both);
    let filter = GameFilter { games: vec![id], ..GameFilter::default() };
    assert_eq!(library.attachments("mistakes", &filter).expect("read").len(), 1);
    assert_sound(&library);
    drop(library);
    let mut library = folder.library();
    library.delete(&[id]).expect("deleted");
    assert_eq!(found(&library, "mistakes"), both[..1]);
    library.undelete(&[id]).expect("back");
    assert_eq!(found(&library, "mistakes"), both);
    library.attach(other, "mistakes", None).expect("removed");
    assert_eq!(found(&library, "mistakes"), both[1..]);
    library.delete(&[id]).expect("deleted");
    library.purge_before(i64::MAX).expect("purged");
    assert_sound(&library);
    let left: i64 = library
        .connection
        .query_row("SELECT count(*) FROM attachment", [], |row| row.get(0))
        .expect("counted");
    assert_eq!(left, 0);
}

#[test]
fn a_check_finds_what_does_not_agree() {
    let folder = Folder::new("check");
    let mut library = folder.library();
    import(&mut library, None, GAMES);
    assert_sound(&library);
    for (damage, words) in [
        ("UPDATE game SET first = 'x' WHERE id = 1", "game 1: the table of games"),
        ("UPDATE tree SET text = replace(text, 'e2e4', 'e2e5') WHERE game = 2", "game 2 cannot be read"),
        ("DELETE FROM position WHERE game = 3 AND ply = 1", "game 3: 1 of its 3 positions"),
        ("INSERT INTO position VALUES (1, 1, 1, NULL)", "the index has"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM tree WHERE game = 4", "game 4 has no tree"),
        ("UPDATE game SET variant = 'shogi' WHERE id = 1", "game 1:"),
    ] {
        library.connection.execute_batch("PRAGMA foreign_keys = ON; SAVEPOINT before").expect("a savepoint");
        library.connection.execute_batch(damage).expect("damaged");
        let report = library.check(&mut |_, _| {}).expect("a check");
        assert!(
            report.problems.iter().any(|problem| problem.contains(words)),
            "{damage}: {:?}",
            report.problems
        );
        library.connection.execute_batch("ROLLBACK TO before; RELEASE before").expect("rolled back");
    }
    library.connection.execute_batch("DELETE FROM position WHERE ply < 2").expect("damaged");
    library.rebuild_index(&mut |_, _| {}).expect("rebuilt");
    assert_sound(&library);
}

#[test]
fn a_full_locked_or_damaged_file_is_told_and_stays_as_it_is() {
    let folder = Folder::new("trouble");
    let path = folder.path(FILE_NAME);
    let mut library = folder.library();
    let tree = game("1. e4 e5 *");
    library.save(None, &tree, None, None).expect("saved");
    // Another program is in the middle of a change.
    let mut other = Library::open_with(&path, false, Duration::from_millis(10)).expect("a library");
    {
        let change = library.change().expect("a change");
        assert!(matches!(other.save(None, &tree, None, None), Err(LibraryError::Locked)));
        assert_eq!(other.count(&GameFilter::default()).expect("readers do not wait"), 1);
        drop(change);
    }
    other.save(None, &tree, None, None).expect("saved");
    drop(other);
    // No room.
    let pages: u32 =
        library.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).expect("a number");
    library.connection.execute_batch(&format!("PRAGMA max_page_count = {pages}")).expect("a limit");
    let refused = (0..1000).find_map(|_| library.save(None, &tree, None, None).err());
    assert!(matches!(refused, Some(LibraryError::Full)), "{refused:?}");
    library.connection.execute_batch("PRAGMA max_page_count = 100000").expect("a limit");
    assert_sound(&library);
    let games = library.count(&GameFilter::default()).expect("a count");
    drop(library);
    // A read-only file is read.
    let library = Library::open_existing(&path).expect("a library");
    library.connection.execute_batch("PRAGMA query_only = ON").expect("read-only");
    let mut library = library;
    assert!(matches!(library.delete(&[GameId(1)]), Err(LibraryError::ReadOnly)));
    drop(library);
    // Damaged in the middle.
    let mut bytes = std::fs::read(&path).expect("a file");
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..16].fill(0x55);
    }
    std::fs::write(&path, &bytes).expect("written");
    let mut library = Library::open_existing(&path).expect("the first page is sound");
    assert!(matches!(library.search(&GameFilter::default(), None, 10), Err(LibraryError::Damaged(_))));
    assert!(matches!(library.save(None, &tree, None, None), Err(LibraryError::Damaged(_))));
    assert!(!library.check(&mut |_, _| {}).is_ok_and(|report| report.is_sound()));
    drop(library);
    assert_eq!(std::fs::read(&path).expect("a file"), bytes, "the file stays as it is");
    assert!(games > 1);
}

#[test]
fn sent_games_are_those_that_were_answered() {
    use crate::records::{GameJson, SentGame};
    let numbering = [("Coordinates".to_owned(), "ranks0-9".to_owned())];
    for tree in games(GAMES)
        .into_iter()
        .chain([game("[Red \"a\"]\n[ECO \"C50\"]\n[Result \"1-0\"]\n\n1. C2.5 (1. h3d3 {x}) 1-0")])
    {
        for numbering in [&[][..], &numbering] {
            let answered = ParsedGame::new(1, tree.clone());
            let answered =
                serde_json::to_string(&GameJson::new(&answered, numbering).expect("moves")).expect("JSON");
            let sent: SentGame = serde_json::from_str(&answered).expect("the same form");
            let found = sent.check(numbering, Some(&tree.tags)).expect("legal").tree;
            assert_eq!(found, tree, "{answered}");
        }
    }
    let sent: SentGame =
        serde_json::from_str("{\"variant\":\"chess\",\"facts\":{\"B\":\"2\",\"A\":\"1\"}}").expect("a game");
    let mut before = Tags::default();
    before.set("Gone", "1");
    let tags = sent.check(&[], Some(&before)).expect("legal").tree.tags;
    assert_eq!(tags.iter().collect::<Vec<_>>(), [("B", "2"), ("A", "1")]);
}
