//! Adjudication by endgame tables: those of three pieces that the test writes itself, and those of three and four
//! pieces in the folder that the environment variable `QUADRIGA_SYZYGY` names, if there is one.

use std::fs;
use std::path::Path;

use quadriga::arena::{Cause, GameRunner, SetupError, TablebaseRule};
use quadriga::base::{Outcome, Side};
use quadriga::games::Variant;

use crate::endings::{self, damaged};
use crate::games::{assert_regular, game_runner, internal, setup, texts, try_play, uci};
use crate::skip::skip;

const VARIABLE: &str = "QUADRIGA_SYZYGY";

fn runner(path: &str) -> GameRunner {
    let mut runner = game_runner(Variant::Chess);
    runner.adjudicate_by_tables(TablebaseRule { path: path.to_owned(), pieces: None, move_limit: true });
    runner
}

pub fn tables_end_games() {
    // A process has one set of tables, so this is no test of its own.
    tables_that_cannot_be_used_are_errors();
    damaged_tables_do_no_harm();
    let Ok(path) = std::env::var(VARIABLE) else {
        return skip("tables_end_games", &format!("{VARIABLE} is not set"));
    };
    let play = |runner: &mut GameRunner, fen: &str, first: &str, second: &str| {
        let mut setup = setup();
        setup.fen = Some(fen.to_owned());
        try_play(runner, &setup, &uci("first", first), &uci("second", second)).expect("a game")
    };
    let mut runner = runner(&path);
    // The capture leaves four pieces.
    let fen = "8/8/8/3k4/3r4/8/3R4/3KQr2 w - - 30 90";
    let record = play(&mut runner, fen, "moves=d2d4", "moves=d5d4");
    assert_eq!(texts(&record), ["d2d4", "d5d4"]);
    assert_regular(&record, Outcome::Win(Side::First), Cause::EndgameTables);
    let fen = "8/8/8/4k3/8/8/4P2r/4K3 b - - 3 60";
    let record = play(&mut runner, fen, "", "moves=h2e2");
    assert_regular(&record, Outcome::Draw, Cause::EndgameTables);
    let record = play(&mut runner, fen, "", "moves=h2h3");
    assert_regular(&record, Outcome::Win(Side::Second), Cause::EndgameTables);
    // With castling rights, the tables do not hold the position.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let record = play(&mut runner, fen, "moves=h1h2", "");
    assert_eq!(texts(&record), ["h1h2"]);
    assert_regular(&record, Outcome::Win(Side::First), Cause::EndgameTables);
    let record = play(&mut runner, fen, "moves=e1g1", "");
    assert_eq!(record.moves.len(), 1);
    // The 50-move rule: mate with bishop and knight takes longer than the clock leaves.
    let fen = "8/8/8/3k4/8/8/8/1K1BN3 w - - 70 90";
    let record = play(&mut runner, fen, "moves=b1c2", "");
    assert_regular(&record, Outcome::Draw, Cause::EndgameTables);
    let mut lenient = game_runner(Variant::Chess);
    lenient.adjudicate_by_tables(TablebaseRule { path: path.clone(), pieces: None, move_limit: false });
    let record = play(&mut lenient, fen, "moves=b1c2", "");
    assert_regular(&record, Outcome::Win(Side::First), Cause::EndgameTables);
    let mut small = game_runner(Variant::Chess);
    small.adjudicate_by_tables(TablebaseRule { path, pieces: Some(3), move_limit: true });
    let record = play(&mut small, fen, "moves=b1c2", "");
    assert!(record.moves.len() > 1, "{:?}", record.termination);
}

fn tables_that_cannot_be_used_are_errors() {
    let player = uci("a", "");
    let error = try_play(&mut runner("/no/such/folder"), &setup(), &player, &player).expect_err("no tables");
    assert_eq!(error.to_string(), "adjudication: no tablebases found in \"/no/such/folder\"");
    let error = try_play(&mut runner("a\0b"), &setup(), &player, &player).expect_err("no name of a folder");
    assert_eq!(error.to_string(), "adjudication: a folder name cannot contain a NUL character");
    let mut xiangqi = game_runner(Variant::Xiangqi);
    xiangqi.adjudicate_by_tables(TablebaseRule { path: "x".to_owned(), pieces: None, move_limit: true });
    let error = try_play(&mut xiangqi, &setup(), &player, &player).expect_err("another game");
    assert!(matches!(error, SetupError::Tables(_)), "{error}");
}

/// Whole tables end a game; damaged ones do, or are errors, or leave the game to be played.
fn damaged_tables_do_no_harm() {
    const NAMES: [&str; 6] = ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena_tables");
    let solved = endings::solve();
    for folder in ["whole", "0", "1"].map(|name| folder.join(name)) {
        fs::create_dir_all(&folder).expect("a folder");
    }
    let whole = folder.join("whole");
    endings::write(&whole, &solved);
    let tables = NAMES.map(|name| (name, fs::read(whole.join(name)).expect("a table")));
    let players = ["a", "b"].map(|name| internal(name, "depth=1"));
    let mut setup = setup();
    let mut kinds = [0; 3];
    for number in 0..=200 {
        let folder = folder.join((number % 2).to_string());
        for (name, contents) in &tables {
            let is_damaged = number > 0 && *name == NAMES[number % NAMES.len()];
            let copy = if is_damaged { damaged(contents, number as u64).0 } else { contents.clone() };
            fs::write(folder.join(name), copy).expect("a copy of a table");
        }
        let ending = &solved[number % NAMES.len() / 2];
        // Black may have no move.
        let mut states = ending.states().filter(|(state, _)| state.white_to_move);
        let (state, _) = states.nth(number * 331).expect("a state");
        setup.fen = Some(state.fen(ending.piece(), number as u32 % 2));
        let mut runner = runner(&folder.display().to_string());
        let kind = match try_play(&mut runner, &setup, &players[0], &players[1]) {
            Ok(record) if record.termination.cause == Cause::EndgameTables => 0,
            Ok(record) => {
                assert!(record.termination.blamed.is_none(), "{number}: {:?}", record.termination);
                1
            }
            Err(SetupError::Tables(_)) => 2,
            Err(error) => panic!("{number}: {error}"),
        };
        kinds[kind] += 1;
        assert!(number > 0 || kind == 0, "{:?}", setup.fen);
    }
    assert!(kinds[0] > 50, "{kinds:?}");
}
