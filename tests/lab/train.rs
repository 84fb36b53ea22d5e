//! Training depends only on its input, survives interruptions, learns, and reports invalid input.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use quadriga::eval::network::{FeatureSet, Form, Network, NetworkFile};
use quadriga::games::chess::ChessFeatures;
use quadriga::lab::selection::SelectionError;
use quadriga::lab::train::{
    CheckpointFile, TrainError, TrainEvent, TrainFiles, TrainOutcome, TrainSettings, train,
};

use crate::harness::Folder;

/// A file of quick games.
fn games(folder: &Folder, variant: &str, seed: u32) -> PathBuf {
    let name = format!("{variant}-{seed}.games");
    let words =
        format!("datagen --variant {variant} --games 12 --nodes 60 --seed {seed} --threads 2 --out {name}");
    let (succeeded, text) = folder.outcome(&words);
    assert!(succeeded, "{text}");
    folder.path(&name)
}

fn quick() -> TrainSettings {
    TrainSettings { width: 32, epochs: 6, batch: 256, held_back: 0.2, ..TrainSettings::default() }
}

fn all(training: &[PathBuf]) -> TrainFiles<'_> {
    TrainFiles { training, validation: &[] }
}

fn trained(files: &[PathBuf], settings: &TrainSettings) -> TrainOutcome {
    trained_on(all(files), settings)
}

fn trained_on(files: TrainFiles<'_>, settings: &TrainSettings) -> TrainOutcome {
    let outcome = train(files, settings, None, &AtomicBool::new(false), &mut |_| {});
    outcome.expect("the data are good").expect("nothing stops it")
}

#[test]
fn outcome_depends_on_the_seed_but_not_on_threads() {
    let folder = Folder::new("train-threads");
    let files = [games(&folder, "xiangqi", 1), games(&folder, "xiangqi", 2)];
    let one = trained(&files, &quick());
    for threads in [2, 5] {
        let other = trained(&files, &TrainSettings { threads, ..quick() });
        assert!(one == other, "{threads} threads: {:?}, not {:?}", other.curve, one.curve);
    }
    let other = trained(&files, &TrainSettings { seed: 2, ..quick() });
    assert_ne!(one.file.network, other.file.network);
    assert_eq!(NetworkFile::decode(&one.file.encode()), Ok(one.file));
}

#[test]
fn training_goes_on_from_a_network() {
    let folder = Folder::new("train-initial");
    let [old, new] = [1, 2].map(|seed| [games(&folder, "xiangqi", seed)]);
    let first = trained(&old, &quick());
    let path = folder.path("first.net");
    fs::write(&path, first.file.encode()).expect("a file");
    // Steps this small change no integer, so that only the initial weights can be the outcome.
    let still = TrainSettings { initial: Some(path.clone()), rate: 1e-12, final_rate: 1e-12, ..quick() };
    let same = trained(&new, &still);
    assert_eq!(same.file.network, first.file.network);
    let line = format!("initial={}\n", first.file.network.name());
    assert!(same.file.recipe.contains(&line), "{}", same.file.recipe);

    let refused = |files: &[PathBuf], settings: &TrainSettings| {
        let outcome = train(all(files), settings, None, &AtomicBool::new(false), &mut |_| {});
        outcome.expect_err("it is bad").to_string()
    };
    let name = path.display();
    assert_eq!(
        refused(&new, &TrainSettings { residual: true, ..still.clone() }),
        format!(
            "initial network {name}: {}: its form is neither {} nor the same with a lesser width or without hidden \
                 layers",
            first.file.network.name(),
            Form { is_residual: true, ..first.file.network.form.clone() }
        )
    );
    let zhonggong = [games(&folder, "zhonggong", 1)];
    assert_eq!(
        refused(&zhonggong, &still),
        format!("initial network {name}: it is a network for xiangqi, not for zhonggong")
    );
    fs::write(&path, "nothing").expect("a file");
    assert_eq!(refused(&new, &still), format!("initial network {name}: it is not a network file"));
    fs::remove_file(&path).expect("a file");
    assert!(refused(&new, &still).starts_with(&format!("{name}: ")));
}

#[test]
fn training_goes_on_from_a_narrower_network() {
    let folder = Folder::new("train-wider");
    let files = [games(&folder, "xiangqi", 1)];
    let narrow = trained(&files, &quick());
    let path = folder.path("narrow.net");
    fs::write(&path, narrow.file.encode()).expect("a file");
    let wider = TrainSettings { width: 64, initial: Some(path.clone()), ..quick() };
    let still = trained(&files, &TrainSettings { rate: 1e-12, final_rate: 1e-12, ..wider.clone() });
    let network = &still.file.network;
    assert_eq!(network.form, Form { width: 64, ..narrow.file.network.form.clone() });
    assert_eq!(network.output_bias, narrow.file.network.output_bias);
    // Either half is widened.
    for (half, known) in network.first.chunks(32).zip(narrow.file.network.first.chunks(16)) {
        assert_eq!(half[..16], *known);
        assert!(half[16..].iter().any(|&weight| weight != 0));
    }
    for (half, known) in network.output.chunks(32).zip(narrow.file.network.output.chunks(16)) {
        assert_eq!(half, [known, &[0; 16]].concat());
    }
    // What is new learns as well.
    let learnt = trained(&files, &TrainSettings { rate: 1e-2, ..wider });
    assert!(learnt.file.network.output.chunks(32).any(|half| half[16..].iter().any(|&weight| weight != 0)));
    let narrower = TrainSettings { width: 32, initial: Some(path.clone()), ..quick() };
    fs::write(&path, still.file.encode()).expect("a file");
    let refusal = train(all(&files), &narrower, None, &AtomicBool::new(false), &mut |_| {});
    assert!(refusal.expect_err("it is too wide").to_string().contains("lesser width"));
}

#[test]
fn hidden_layers_learn_what_the_accumulators_alone_do_not() {
    let folder = Folder::new("train-deep");
    let files = [games(&folder, "xiangqi", 1)];
    let settings = TrainSettings { width: 64, ..quick() };
    let shallow = trained(&files, &settings);
    let path = folder.path("shallow.net");
    fs::write(&path, shallow.file.encode()).expect("a file");
    let deeper = TrainSettings { deep: true, initial: Some(path.clone()), ..settings.clone() };
    let still = trained(&files, &TrainSettings { rate: 1e-12, final_rate: 1e-12, ..deeper.clone() });
    assert_eq!(still.file.network.form, Form { is_deep: true, ..shallow.file.network.form.clone() });
    // Not a bit of what was known is lost.
    assert_eq!(still.agreement.loss.to_bits(), shallow.agreement.loss.to_bits());
    let learnt = trained(&files, &deeper);
    let last = |outcome: &TrainOutcome| outcome.curve.last().expect("there are epochs").training;
    assert!(last(&learnt) < last(&shallow), "{} and {}", last(&learnt), last(&shallow));
    // The numbers of training are those of play.
    assert!(learnt.agreement.most < 2.0, "{}", learnt.agreement);
    let hidden = learnt.file.network.hidden.expect("a deep network");
    assert!(hidden.output.iter().any(|&weight| weight != 0));
    // It does not become shallow again.
    fs::write(&path, still.file.encode()).expect("a file");
    let settings = TrainSettings { initial: Some(path), ..settings };
    let refusal = train(all(&files), &settings, None, &AtomicBool::new(false), &mut |_| {});
    assert!(refusal.expect_err("it is too deep").to_string().contains("without hidden layers"));
}

#[test]
fn training_goes_on_from_a_network_of_a_coarser_mapping() {
    let folder = Folder::new("train-coarser");
    let files = [games(&folder, "chess", 1)];
    let mut file = trained(&files, &quick()).file;
    let Network { form, first, .. } = &mut file.network;
    form.inputs = ChessFeatures::COARSER.expect("chess has one").to_owned();
    form.input_count = 768;
    first.truncate(form.input_count * form.width);
    let path = folder.path("coarser.net");
    fs::write(&path, file.encode()).expect("a file");
    let still = TrainSettings { initial: Some(path), rate: 1e-12, final_rate: 1e-12, ..quick() };
    let outcome = trained(&files, &still);
    let Network { form, first, .. } = &outcome.file.network;
    assert_eq!(first.len(), form.width * ChessFeatures::COUNT);
    for (input, row) in first.chunks(form.width).enumerate() {
        let coarser = usize::from(ChessFeatures::coarser(input as u16));
        assert_eq!(row, &file.network.first[coarser * form.width..][..form.width], "input {input}");
    }
}

#[test]
fn the_scale_of_scores_that_is_reported_fits_best() {
    let folder = Folder::new("train-scale");
    let files = [games(&folder, "xiangqi", 1)];
    // The scale and the loss of the hand-written evaluation.
    let baseline = |score_scale: f64| {
        let settings = TrainSettings { score_scale, result_share: 0.0, epochs: 1, ..quick() };
        let mut found = None;
        let mut note = |event| {
            if let TrainEvent::Baseline { classical, score, score_scale } = event {
                assert!(score < 1e-9, "the targets are the scaled scores alone: {score}");
                found = Some((score_scale, classical));
            }
        };
        train(all(&files), &settings, None, &AtomicBool::new(false), &mut note).expect("the data are good");
        found.expect("the baseline is reported")
    };
    let (scale, _) = baseline(1.0);
    let (again, best) = baseline(scale);
    assert!((again - scale).abs() < 1e-9, "it does not depend on the setting: {again}, {scale}");
    for factor in [0.8, 1.25] {
        assert!(baseline(factor * scale).1 > best, "{factor} times {scale}");
    }
}

#[test]
fn a_resumed_run_has_the_same_outcome() {
    let folder = Folder::new("train-resume");
    let files = [games(&folder, "zhonggong", 1)];
    let settings = quick();
    let whole = trained(&files, &settings);
    let path = folder.path("state");
    let stop = AtomicBool::new(false);
    let mut stop_after = |event: TrainEvent| {
        if let TrainEvent::Batch { epoch: 4, .. } = event {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let file = |resume| Some(CheckpointFile { path: &path, resume });
    let stopped =
        train(all(&files), &settings, file(false), &stop, &mut stop_after).expect("the data are good");
    assert!(stopped.is_none());
    let never = AtomicBool::new(false);
    let again = train(all(&files), &settings, file(false), &never, &mut |_| {});
    assert!(matches!(again, Err(TrainError::CheckpointExists(_))), "{again:?}");
    let other = train(all(&files), &TrainSettings { seed: 2, ..quick() }, file(true), &never, &mut |_| {});
    assert!(matches!(other, Err(TrainError::Checkpoint { .. })), "{other:?}");
    let mut resumed = 0;
    let mut note = |event| {
        if let TrainEvent::Resumed { epochs } = event {
            resumed = epochs;
        }
    };
    let outcome = train(all(&files), &settings, file(true), &never, &mut note).expect("the state is good");
    assert_eq!(resumed, 3);
    assert!(outcome.expect("nothing stops it") == whole);
    let mut bytes = fs::read(&path).expect("a checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("a file");
    let damaged = train(all(&files), &settings, file(true), &never, &mut |_| {});
    assert!(matches!(damaged, Err(TrainError::Checkpoint { .. })), "{damaged:?}");
}

#[test]
fn networks_of_all_kinds_learn_and_agree_with_their_integers() {
    let folder = Folder::new("train-kinds");
    for variant in ["chess", "xiangqi", "zhonggong"] {
        let files = [games(&folder, variant, 3)];
        for residual in [false, true] {
            let settings = TrainSettings { residual, epochs: 12, batch: 64, rate: 3e-3, ..quick() };
            let outcome = trained(&files, &settings);
            let best = outcome.curve.iter().map(|losses| losses.held_back).fold(f64::INFINITY, f64::min);
            assert!((outcome.agreement.loss - best).abs() < 0.01 * best, "{variant}: {}", outcome.agreement);
            let losses: Vec<_> = outcome.curve.iter().map(|losses| losses.training).collect();
            assert!(losses[11] < 0.9 * losses[0], "{variant}, residual {residual}: {losses:?}");
            let agreement = outcome.agreement;
            assert!(agreement.most < 3.0 && agreement.mean < 1.5, "{variant}: {agreement}");
            assert_eq!(outcome.file.variant, variant);
            assert!(outcome.file.recipe.contains("crc32="), "{}", outcome.file.recipe);
            let plot = outcome.plot();
            assert_eq!(plot.matches("<polyline").count(), 2, "{plot}");
        }
    }
}

#[test]
fn files_for_validation_are_held_back() {
    let folder = Folder::new("train-validation");
    let [one, two, three] = [1, 2, 3].map(|seed| games(&folder, "xiangqi", seed));
    let run = |training: &[&PathBuf], validation: &[&PathBuf]| {
        let [training, validation] =
            [training, validation].map(|files| files.iter().copied().cloned().collect::<Vec<_>>());
        trained_on(TrainFiles { training: &training, validation: &validation }, &quick())
    };
    let [with_three, with_two] = [run(&[&one], &[&three]), run(&[&one], &[&two])];
    assert!(
        with_three.file.recipe.contains("\nvalidation=xiangqi-3.games crc32="),
        "{}",
        with_three.file.recipe
    );
    assert_eq!(with_three.curve.len(), with_two.curve.len());
    for (first, second) in with_three.curve.iter().zip(&with_two.curve) {
        let same = |losses: [f64; 2]| losses[0].to_bits() == losses[1].to_bits();
        assert!(same([first.training, second.training]), "the same games were trained on");
        assert!(!same([first.held_back, second.held_back]), "others were held back");
    }
}

#[test]
fn bad_input_is_refused() {
    let folder = Folder::new("train-bad");
    let chess = games(&folder, "chess", 1);
    let refused = |files: &[PathBuf], settings: &TrainSettings| {
        train(all(files), settings, None, &AtomicBool::new(false), &mut |_| {}).expect_err("it is bad")
    };
    assert!(matches!(refused(&[], &quick()), TrainError::Selection(SelectionError::NoFiles)));
    let twice = refused(&[chess.clone(), chess.clone()], &quick());
    assert!(matches!(twice, TrainError::Selection(SelectionError::SameGames { .. })), "{twice}");
    let same =
        TrainFiles { training: std::slice::from_ref(&chess), validation: std::slice::from_ref(&chess) };
    let same = train(same, &quick(), None, &AtomicBool::new(false), &mut |_| {}).expect_err("it is bad");
    assert!(matches!(same, TrainError::Selection(SelectionError::SameGames { .. })), "{same}");
    let mixed = refused(&[chess.clone(), games(&folder, "xiangqi", 1)], &quick());
    assert!(matches!(mixed, TrainError::Selection(SelectionError::OtherGame { .. })), "{mixed}");
    for (settings, name) in [
        (TrainSettings { width: 48, ..quick() }, "width"),
        (TrainSettings { width: 0, ..quick() }, "width"),
        (TrainSettings { rate: 0.0, ..quick() }, "rate"),
        (TrainSettings { final_rate: 1.0, ..quick() }, "final-rate"),
        (TrainSettings { epochs: 0, ..quick() }, "epochs"),
        (TrainSettings { batch: 0, ..quick() }, "batch"),
        (TrainSettings { held_back: 0.0, ..quick() }, "held-back"),
        (TrainSettings { result_share: f64::NAN, ..quick() }, "result-share"),
    ] {
        let error = refused(std::slice::from_ref(&chess), &settings);
        assert!(matches!(error, TrainError::Setting(setting) if setting.name == name), "{error}");
    }
    let mut cut = fs::read(&chess).expect("a file");
    cut.truncate(cut.len() - 10);
    let path = folder.path("cut.games");
    fs::write(&path, cut).expect("a file");
    let error = refused(std::slice::from_ref(&path), &quick());
    assert!(matches!(error, TrainError::Selection(SelectionError::Incomplete(_))), "{error}");
    trained(&[path], &TrainSettings { allow_incomplete: true, ..quick() });
}
