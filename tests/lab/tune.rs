//! Tuning finds the optimum, and neither interruptions nor threads change its result.

use std::fs;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use quadriga::base::AppendError;
use quadriga::lab::tune::spsa::{Parameter, Plan, PlanError, Spsa, Trial, TrialScore};
use quadriga::lab::tune::{
    Experiment, TuneError, TuneJournalProblem, TuneObserver, TuneSettings, TuneStep, tune,
};

use crate::harness::Folder;

/// The optimal values.
const BEST: [f64; 3] = [70.0, -25.0, 4.0];

fn plan(iterations: u32) -> Plan {
    let parameter = |name: &str, start, min, max, c_end| Parameter {
        name: name.to_owned(),
        start,
        min,
        max,
        c_end,
        r_end: Parameter::RATE,
    };
    let parameters = vec![
        parameter("Delta", 20.0, 0.0, 100.0, 10.0),
        parameter("Margin", 60.0, -100.0, 100.0, 20.0),
        parameter("Plies", 8.0, 1.0, 10.0, 0.8),
    ];
    Plan { parameters, iterations, pairs: 4, seed: 5 }
}

/// Games whose players lose Elo with the square of the distance from the optimum, in multiples of `c_end`, and whose
/// results are random.
struct Model {
    /// Set after this many iterations.
    stop_after: Option<u32>,
}

impl Model {
    fn elo(values: &[i64]) -> f64 {
        let plan = plan(1);
        let loss = |((value, best), parameter): ((&i64, f64), &Parameter)| {
            let distance = (*value as f64 - best) / parameter.c_end;
            -6.0 * distance * distance
        };
        values.iter().zip(BEST).zip(&plan.parameters).map(loss).sum()
    }
}

impl Experiment for Model {
    fn play(
        &mut self,
        trial: &Trial,
        first_pair: u64,
        pairs: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, TuneError> {
        if self.stop_after == Some(trial.iteration) {
            stop.store(true, Relaxed);
            return Ok(None);
        }
        let elo = Self::elo(&trial.plus) - Self::elo(&trial.minus);
        let expected = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let mut rng = ChaCha8Rng::seed_from_u64(first_pair);
        let mut score = TrialScore::default();
        for _ in 0..2 * pairs {
            // A third of the games are drawn.
            if rng.random_bool(1.0 / 3.0) {
                score.draws += 1;
            } else if rng.random_bool(expected) {
                score.wins += 1;
            } else {
                score.losses += 1;
            }
        }
        Ok(Some(score))
    }

    fn describe(&self) -> serde_json::Value {
        "a model".into()
    }
}

struct NoObserver;

impl TuneObserver for NoObserver {
    fn resumed(&mut self, _spsa: &Spsa, _torn_bytes: u64) {}
    fn iteration(&mut self, _step: &TuneStep, _spsa: &Spsa) {}
}

fn run(
    plan: &Plan,
    folder: &Folder,
    name: &str,
    resume: bool,
    stop_after: Option<u32>,
) -> Result<Spsa, TuneError> {
    let settings = TuneSettings { journal: folder.path(name), resume };
    tune(plan, &settings, &mut Model { stop_after }, &AtomicBool::new(false), &mut NoObserver)
}

#[test]
fn spsa_converges_on_noisy_games() {
    let plan = plan(4000);
    let mut spsa = Spsa::new(plan.clone()).unwrap();
    let mut model = Model { stop_after: None };
    while !spsa.is_over() {
        let trial = spsa.trial();
        let first_pair = u64::from(trial.iteration) * u64::from(plan.pairs);
        let score = model.play(&trial, first_pair, plan.pairs, &AtomicBool::new(false)).unwrap().unwrap();
        spsa.update(&trial, score);
    }
    for ((value, best), parameter) in spsa.values().iter().zip(BEST).zip(&plan.parameters) {
        let (began, ended) = ((parameter.start - best).abs(), (value - best).abs());
        assert!(
            ended < 0.25 * began && ended < 1.5 * parameter.c_end,
            "{}: {value}, not {best}",
            parameter.name
        );
    }
}

#[test]
fn perturbations_are_whole_numbers_within_the_limits() {
    let mut plan = plan(100);
    plan.parameters[0].start = 100.0;
    let mut spsa = Spsa::new(plan.clone()).unwrap();
    let mut differs = [false; 3];
    while !spsa.is_over() {
        let trial = spsa.trial();
        assert_eq!(trial, spsa.trial());
        for (index, parameter) in plan.parameters.iter().enumerate() {
            for value in [trial.plus[index], trial.minus[index]] {
                assert!((parameter.min..=parameter.max).contains(&(value as f64)), "{value}");
            }
            differs[index] |= trial.plus[index] != trial.minus[index];
        }
        spsa.update(&trial, TrialScore { wins: 1, draws: 0, losses: 0 });
    }
    assert_eq!(differs, [true; 3]);
    // The last perturbation is c_end, and the last step r_end · c_end per win.
    let mut single = Plan { iterations: 1, pairs: 1, ..plan };
    single.parameters[1].start = 0.0;
    let mut spsa = Spsa::new(single).unwrap();
    let trial = spsa.trial();
    assert_eq!((trial.plus[1] - trial.minus[1]).abs(), 40);
    spsa.update(&trial, TrialScore { wins: 2, draws: 0, losses: 1 });
    assert!((spsa.values()[1].abs() - 0.002 * 20.0).abs() < 1e-9, "{}", spsa.values()[1]);
}

#[test]
fn resumed_run_equals_an_uninterrupted_one() {
    let folder = Folder::new("tune_interrupted");
    let plan = plan(12);
    let whole = run(&plan, &folder, "whole", false, None).unwrap();
    let lines = fs::read(folder.path("whole")).unwrap();
    run(&plan, &folder, "parts", false, Some(5)).unwrap();
    let continued = run(&plan, &folder, "parts", true, None).unwrap();
    assert_eq!(continued, whole);
    assert!(fs::read(folder.path("parts")).unwrap() == lines);
    for length in (0..lines.len()).step_by(97) {
        fs::write(folder.path("torn"), &lines[..length]).unwrap();
        assert_eq!(run(&plan, &folder, "torn", true, None).unwrap(), whole, "cut at {length}");
        assert!(fs::read(folder.path("torn")).unwrap() == lines, "cut at {length}");
    }
    let problem = |plan: &Plan, name: &str, resume| match run(plan, &folder, name, resume, None) {
        Err(TuneError::Journal(error)) => error.problem,
        other => panic!("{other:?}"),
    };
    assert!(matches!(problem(&plan, "whole", false), TuneJournalProblem::File(AppendError::Exists)));
    let other = Plan { seed: 6, ..plan.clone() };
    assert!(matches!(problem(&other, "whole", true), TuneJournalProblem::OtherRun(what) if what == "seed"));
    fs::write(folder.path("letter"), "Dear Sir,\n").unwrap();
    assert!(matches!(problem(&plan, "letter", true), TuneJournalProblem::NoHeader));
    let text = String::from_utf8(lines).unwrap();
    let damaged = text.replacen("\"iteration\":3", "\"iteration\":4", 1);
    fs::write(folder.path("damaged"), damaged).unwrap();
    assert!(matches!(problem(&plan, "damaged", true), TuneJournalProblem::Damaged(5)));
}

#[test]
fn invalid_settings_are_rejected() {
    let refused = |change: fn(&mut Plan)| {
        let mut plan = plan(3);
        change(&mut plan);
        plan.validate().unwrap_err()
    };
    assert_eq!(refused(|plan| plan.parameters.clear()), PlanError::NoParameter);
    assert_eq!(refused(|plan| plan.pairs = 0), PlanError::Zero("pairs"));
    assert_eq!(
        refused(|plan| plan.parameters[1].name = "delta".to_owned()),
        PlanError::SameName("delta".to_owned())
    );
    for change in [
        (|plan| plan.parameters[0].c_end = 0.0) as fn(&mut Plan),
        |plan| plan.parameters[0].start = f64::NAN,
        |plan| plan.parameters[0].start = 101.0,
        |plan| plan.parameters[0].min = 0.5,
        |plan| plan.parameters[0].max = 0.0,
    ] {
        assert!(matches!(refused(change), PlanError::Parameter { .. }));
    }
}

#[test]
fn tune_command_runs_with_the_engine() {
    let folder = Folder::new("tune_command");
    let base = "tune --player command=self --time nodes=60 --variant zhonggong,renju --random 4 --balance-nodes 50 \
                --max-plies 40 --iterations 3 --pairs 2";
    let hash = "--parameter 'name=Hash start=8 min=1 max=16 c-end=4 r-end=0.1'";
    fs::write(
        folder.path("hash.toml"),
        "[[parameter]]\nname = 'Hash'\nstart = 8\nmin = 1\nmax = 16\nc-end = 4\nr-end = 0.1\n",
    )
    .unwrap();
    let (done, text) = folder.outcome(&format!("{base} {hash} --journal a"));
    assert!(done && text.contains("After 3 of 3 iterations:\n  Hash  8 -> "), "{text}");
    let (done, text) = folder.outcome(&format!("{base} --parameters hash.toml --concurrency 2 --journal b"));
    assert!(done, "{text}");
    let journal = fs::read_to_string(folder.path("a")).unwrap();
    assert_eq!(journal, fs::read_to_string(folder.path("b")).unwrap());
    assert_eq!(journal.lines().count(), 4);
    let half: Vec<_> = journal.split_inclusive('\n').take(2).collect();
    fs::write(folder.path("c"), half.concat() + "{\"itera").unwrap();
    let (done, text) = folder.outcome(&format!("{base} {hash} --journal c --resume"));
    assert!(done && text.contains("contains 1 iterations"), "{text}");
    assert_eq!(journal, fs::read_to_string(folder.path("c")).unwrap());
    // The listed search parameters can be used as a parameter file.
    let (done, list) = folder.outcome("tune --variant zhonggong,renju --list");
    assert!(done && list.contains("name = \"null_base\"") && !list.contains("\"delta\""), "{list}");
    fs::write(folder.path("numbers.toml"), list).unwrap();
    let (done, text) = folder.outcome(&format!("{base} --parameters numbers.toml --journal numbers"));
    assert!(done && text.contains("null_base"), "{text}");
    let refused = |words: &str, reason: &str| {
        let (done, text) = folder.outcome(words);
        assert!(!done && text.contains(reason), "{words}: {text}");
    };
    refused(&format!("{base} --journal d"), "no parameter");
    refused(&format!("{base} --parameter 'name=Hash' --journal d"), "start");
    refused(
        &format!("{base} {hash} --parameter 'name=hash start=1 min=0 max=2 c-end=1' --journal d"),
        "hash",
    );
    refused(&format!("{base} --parameters none.toml --journal d"), "none.toml");
    refused(&format!("{base} --parameter 'name=Courage start=1 min=0 max=2 c-end=1' --journal d"), "Courage");
    let twice = base.replace("command=self", "'command=self option.Hash=2'");
    refused(&format!("{twice} {hash} --journal e"), "is a parameter");
}

/// The games of each iteration are shared, and the result is that of one machine.
#[test]
fn shards_tune_as_one_machine() {
    let folder = Folder::new("tune_shards");
    let tune = "tune --player command=self --time nodes=60 --variant renju --random 4 --balance-nodes 50 --max-plies \
                40 --iterations 4 --pairs 3 --parameter 'name=Hash start=8 min=1 max=16 c-end=4 r-end=0.1'";
    let (done, text) = folder.outcome(&format!("{tune} --journal whole"));
    assert!(done, "{text}");
    let whole = fs::read(folder.path("whole")).unwrap();
    let shard = |index: u32, journal: &str| {
        let words = format!("{tune} --shard {index}/2 --exchange . --journal {journal} --resume");
        folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let end = |child: Child| {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // The first waits for the second, is killed, and goes on.
    let mut killed = shard(1, "part-1");
    while !fs::read_to_string(folder.path("tune-1-of-2.scores")).is_ok_and(|text| text.lines().count() > 1) {
        sleep(Duration::from_millis(10));
    }
    killed.kill().expect("it is running");
    killed.wait().expect("it ends");
    let running = [shard(1, "part-1"), shard(2, "part-2")];
    let said = running.map(end);
    assert_eq!(said[0], said[1]);
    for part in ["part-1", "part-2"] {
        assert!(fs::read(folder.path(part)).unwrap() == whole, "{part}");
    }
    // The own scores are not played again, even without the journal.
    assert_eq!(end(shard(2, "part-2-again")), said[0]);
    assert!(fs::read(folder.path("part-2-again")).unwrap() == whole);

    let refused = |words: &str, reason: &str| {
        let (done, text) = folder.outcome(words);
        assert!(!done && text.contains(reason), "{words}: {text}");
    };
    refused(&format!("{tune} --seed 2 --shard 1/2 --exchange . --journal other"), "other settings");
    refused(&format!("{tune} --shard 1/2 --journal other"), "--exchange");
    fs::remove_file(folder.path("tune-1-of-2.scores")).unwrap();
    let text = String::from_utf8(whole).unwrap();
    fs::write(folder.path("part-1"), text.lines().take(3).fold(String::new(), |all, line| all + line + "\n"))
        .unwrap();
    refused(
        &format!("{tune} --shard 1/2 --exchange . --journal part-1 --resume"),
        "the scores of only 0 iterations",
    );
    fs::write(folder.path("tune-1-of-2.scores"), "Dear Sir,\n").unwrap();
    refused(
        &format!("{tune} --shard 2/2 --exchange . --journal new"),
        "tune-1-of-2.scores: it belongs to a run",
    );
}
