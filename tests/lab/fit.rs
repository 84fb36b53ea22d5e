//! Fitting finds known weights, depends only on its input, and reports invalid input.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use quadriga::arena::Cause;
use quadriga::base::{MoveList, Notation, Outcome, Position, Score, Side};
use quadriga::eval::{GameEvaluation, Prepared, WeightSet};
use quadriga::games::xiangqi::{XiangqiOptions, XiangqiPosition};
use quadriga::games::{Variant, Xiangqi};
use quadriga::lab::data::{DataHeader, DataPlan, DataReader, DataWriter, GamePly, RecordedGame};
use quadriga::lab::fit::{FitError, FitEvent, FitOutcome, FitSettings, fit};
use quadriga::lab::selection::{Sampling, SelectionError};

use crate::harness::Folder;

type Weights = <Xiangqi as GameEvaluation>::WeightSet;

/// All positions, with their scores.
fn plain() -> FitSettings {
    FitSettings {
        sampling: Sampling {
            skip_plies: 0,
            score_limit: "100".parse().unwrap(),
            noisy: true,
            threatened: true,
            ..Sampling::default()
        },
        result_share: 0.0,
        pull: 0.01,
        win_scale: Some(300.0),
        ..FitSettings::default()
    }
}

/// Calls `visit` with the positions of random games, each with the move about to be made, and `end` after each game.
fn random_games(
    seed: u64,
    games: u32,
    mut look: impl FnMut(u32, &XiangqiPosition, quadriga::base::Move),
    mut end: impl FnMut(u32),
) {
    let mut rng = SmallRng::seed_from_u64(seed);
    for number in 0..games {
        let mut position = XiangqiPosition::start(&XiangqiOptions::default());
        for _ in 0..rng.random_range(60..140) {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(&m) = moves.choose(&mut rng) else { break };
            look(number, &position, m);
            position.make(m, &mut ());
            position.forget_moves();
        }
        end(number);
    }
}

/// A file of random games scored by `score` and won by the side given by `winner`.
fn write(
    path: PathBuf,
    variant: Variant,
    games: u32,
    score: impl Fn(&XiangqiPosition) -> i32,
    winner: impl Fn(i32) -> Outcome,
) -> PathBuf {
    let plan = Some(DataPlan::whole(games));
    let header = DataHeader { variant, options: Vec::new(), recipe: "random games".to_owned(), plan };
    let mut writer = DataWriter::create(&path, &header).expect("a new file");
    let plies = std::cell::RefCell::new(Vec::new());
    let last = std::cell::Cell::new(0);
    random_games(
        7,
        games,
        |_, position, m| {
            let score = score(position);
            last.set(if position.side_to_move() == Side::First { score } else { -score });
            plies.borrow_mut().push(GamePly { m, score: Some(Score::evaluation(score)) });
        },
        |number| {
            let plies = plies.take();
            let game =
                RecordedGame { number, outcome: winner(last.get()), cause: Cause::TooLong, fen: None, plies };
            writer.append(&game).expect("room on the disk");
        },
    );
    writer.finish().expect("room on the disk");
    path
}

fn write_scored_by(path: PathBuf, games: u32, weights: &Weights) -> PathBuf {
    let prepared = Prepared::new(*weights);
    write(
        path,
        Variant::Xiangqi,
        games,
        |position| Xiangqi::evaluate_once(&prepared, position),
        |score| Outcome::Win(if score > 0 { Side::First } else { Side::Second }),
    )
}

fn fitted(path: &PathBuf, settings: &FitSettings) -> Result<FitOutcome, FitError> {
    fit(std::slice::from_ref(path), settings, &mut |_| {})
}

/// The current weights with these changes.
fn changed(changes: &[(&str, i32)]) -> Weights {
    let mut weights = Xiangqi::FITTED.weights();
    for (name, value) in changes {
        let weight = weights.iter_mut().find(|weight| weight.name == *name);
        weight.unwrap_or_else(|| panic!("no weight is called {name}")).value = *value;
    }
    let values: Vec<i32> = weights.iter().map(|weight| weight.value).collect();
    Xiangqi::FITTED.with_values(&values)
}

#[test]
fn known_weights_are_recovered() {
    let folder = Folder::new("weights_that_are_known");
    let known = changed(&[
        ("pieces[3].middle", 330),
        ("pieces[3].end", 520),
        ("mobility[4].middle", 9),
        ("mobility[4].end", 1),
        ("chariot_open_file.middle", 55),
        ("pressure[5]", 14),
        ("pawns_abreast.end", -30),
        ("hollow_cannon.middle", 30),
        ("tempo", -20),
    ]);
    let path = write_scored_by(folder.path("games"), 60, &known);
    // The scores are almost linear in the weights, so that the first round finds nearly all of it.
    let outcome = fitted(&path, &FitSettings { rounds: 1, ..plain() }).unwrap();
    assert!(outcome.after.held_back < outcome.before.held_back, "{outcome:?}");

    // Weights that always occur together cannot be separated, but the evaluation of new positions can be checked.
    let [known, defaults, found] =
        [known, Xiangqi::FITTED, Xiangqi::FITTED.with_values(&outcome.values)].map(Prepared::new);
    let (mut positions, mut error_before, mut error_after) = (0, 0, 0);
    random_games(
        8,
        20,
        |_, position, _| {
            let score = |prepared| Xiangqi::evaluate_once(prepared, position);
            positions += 1;
            error_before += score(&defaults).abs_diff(score(&known));
            error_after += score(&found).abs_diff(score(&known));
        },
        |_| {},
    );
    assert!(error_before > 30 * positions, "{error_before} in {positions}");
    assert!(error_after < 4 * positions, "{error_after} in {positions}");
    let value = |name: &str| found.weights().weights().into_iter().find(|w| w.name == name).unwrap().value;
    assert!((value("tempo") + 20).abs() <= 1, "{}", value("tempo"));
    assert!((value("mobility[4].middle") - 9).abs() <= 1, "{}", value("mobility[4].middle"));
}

#[test]
fn fitted_weights_stay_in_bounds() {
    let folder = Folder::new("fitted_weights_stay_in_bounds");
    let known = changed(&[("mobility[4].middle", -8), ("mobility[3].end", -9)]);
    let path = write_scored_by(folder.path("games"), 20, &known);
    let outcome = fitted(&path, &FitSettings { rounds: 1, ..plain() }).unwrap();
    for (weight, value) in Xiangqi::FITTED.weights().iter().zip(outcome.values) {
        assert!((weight.fitting.least..=weight.fitting.most).contains(&value), "{} {value}", weight.name);
    }
}

#[test]
fn fit_is_deterministic() {
    let folder = Folder::new("the_outcome_depends");
    let path = write_scored_by(folder.path("games"), 20, &changed(&[("pieces[4].middle", 800)]));
    let settings = FitSettings { pull: 10_000.0, rounds: 1, ..plain() };
    let outcome = fitted(&path, &settings).unwrap();
    assert_eq!(fitted(&path, &FitSettings { threads: 2, ..settings.clone() }).unwrap(), outcome);
    let other = fitted(&path, &FitSettings { seed: 2, ..settings }).unwrap();
    assert_ne!(other.before, outcome.before, "other games are held back");
}

#[test]
fn win_scale_is_recovered() {
    let folder = Folder::new("the_win_scale");
    // Each game has one value, by which all its positions are scored and its winner is chosen.
    let state = std::cell::RefCell::new((SmallRng::seed_from_u64(3), 0));
    let path = write(
        folder.path("games"),
        Variant::Xiangqi,
        1500,
        |position| {
            let score = state.borrow().1;
            if position.side_to_move() == Side::First { score } else { -score }
        },
        |score| {
            let (rng, next) = &mut *state.borrow_mut();
            *next = rng.random_range(-400..400);
            let chance = 1.0 / (1.0 + 3.0_f64.powf(f64::from(-score) / 150.0));
            Outcome::Win(if rng.random_bool(chance) { Side::First } else { Side::Second })
        },
    );
    let sampling = Sampling { every: NonZeroUsize::new(60).unwrap(), ..plain().sampling };
    // Regularisation this strong leaves the weights unchanged.
    let settings = FitSettings { sampling, win_scale: None, pull: 1e9, rounds: 1, ..plain() };
    let win_scale = fitted(&path, &settings).unwrap().win_scale;
    assert!((130.0..170.0).contains(&win_scale), "{win_scale}");
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("bad_input");
    let path = write_scored_by(folder.path("games"), 10, &Xiangqi::FITTED);
    let error = |settings: FitSettings| fitted(&path, &settings).unwrap_err().to_string();
    assert_eq!(error(FitSettings { pull: 0.0, ..plain() }), "pull is 0, but must be more than 0");
    assert!(error(FitSettings { result_share: 1.5, ..plain() }).starts_with("result-share is 1.5"));
    assert!(error(FitSettings { held_back: f64::NAN, ..plain() }).starts_with("held-back is NaN"));
    assert!(error(FitSettings { threads: 0, ..plain() }).starts_with("threads is 0"));
    let sampling = Sampling { skip_plies: 10_000, ..plain().sampling };
    assert!(error(FitSettings { sampling, ..plain() }).contains("too few"));

    assert!(matches!(fit(&[], &plain(), &mut |_| {}), Err(FitError::Selection(SelectionError::NoFiles))));
    let missing = folder.path("missing");
    assert!(fitted(&missing, &plain()).unwrap_err().to_string().contains("missing"));
    let chess = write(folder.path("chess"), Variant::Chess, 0, |_| 0, |_| Outcome::Draw);
    let mixed = fit(&[path, chess], &plain(), &mut |_| {});
    assert!(
        matches!(mixed, Err(FitError::Selection(SelectionError::OtherGame { found: Variant::Chess, .. }))),
        "{mixed:?}"
    );

    let prepared = Prepared::new(Xiangqi::FITTED);
    let upside_down = write(
        folder.path("upside-down"),
        Variant::Xiangqi,
        20,
        |position| Xiangqi::evaluate_once(&prepared, position),
        |score| Outcome::Win(if score > 0 { Side::Second } else { Side::First }),
    );
    let settings = FitSettings { win_scale: None, ..plain() };
    assert!(matches!(fitted(&upside_down, &settings), Err(FitError::Scores)));
}

/// Games that are missing are named; a fit without them has to be asked for.
#[test]
fn missing_games_are_not_passed_over() {
    let folder = Folder::new("missing_games");
    let path = write_scored_by(folder.path("games"), 60, &changed(&[("tempo", 40)]));
    let whole = fs::read(&path).expect("the file");
    let ends: Vec<u64> = {
        let mut reader = DataReader::open(&path).expect("a sound file");
        let mut ends = Vec::new();
        while let Some(game) = reader.next() {
            game.expect("a sound game");
            ends.push(reader.offset());
        }
        ends
    };
    // Between two games, and within one.
    for (length, missing) in [(ends[27], "28 of 60 games, 32 missing"), (ends[27] + 7, "its 7 bytes")] {
        fs::write(&path, &whole[..length as usize]).expect("room on the disk");
        let refused = fitted(&path, &plain()).unwrap_err().to_string();
        assert!(refused.contains(missing) && refused.contains("--allow-incomplete"), "{refused}");
        let mut told = None;
        let settings = FitSettings { allow_incomplete: true, rounds: 1, ..plain() };
        fit(std::slice::from_ref(&path), &settings, &mut |event| {
            if let FitEvent::Incomplete(what) = event {
                told = Some(what);
            }
        })
        .expect("the games that are there suffice");
        assert!(told.is_some_and(|told| told.contains("28 of 60 games")));
    }
    // A damaged length looks like the end of a file that was cut, unless the rest is looked at.
    let mut bytes = whole.clone();
    bytes[ends[27] as usize + 2] ^= 0x08;
    fs::write(&path, bytes).expect("room on the disk");
    let settings = FitSettings { allow_incomplete: true, ..plain() };
    let refused = fitted(&path, &settings).unwrap_err().to_string();
    assert!(refused.contains("after 28 games, is damaged") && refused.contains("game 29 and"), "{refused}");
    // The same games do not count twice.
    fs::write(&path, &whole).expect("room on the disk");
    fs::write(folder.path("copy"), &whole).expect("room on the disk");
    let twice = fit(&[path, folder.path("copy")], &plain(), &mut |_| {});
    assert!(matches!(twice, Err(FitError::Selection(SelectionError::SameGames { .. }))), "{twice:?}");
}

#[test]
fn fit_command_writes_to_the_given_path() {
    let folder = Folder::new("the_command_writes");
    let path = write_scored_by(folder.path("games"), 10, &changed(&[("tempo", 40)]));
    let run = |root: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadriga"));
        command.arg("fit").arg(&path).args(["--write", "--pull", "10000", "--root"]).arg(folder.path(root));
        command.args(["--noisy", "--threatened", "--win-scale", "300", "--note", "A test."]);
        command.output().expect("the program starts")
    };
    let refused = run("nowhere");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("fitted.rs: no such file"), "{refused:?}");

    let file = folder.path("root").join(Xiangqi::FILE.path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for the test");
    fs::write(&file, "").expect("a file for the test");
    let done = run("root");
    assert!(done.status.success(), "{done:?}");
    let text = fs::read_to_string(&file).expect("the written file");
    let sentences = text.replace("\n//! ", " ");
    assert!(sentences.contains("`quadriga fit --noisy --threatened --pull 10000 --win-scale 300`"), "{text}");
    assert!(text.contains("//! A test.\n") && text.contains("    tempo: "), "{text}");
}
