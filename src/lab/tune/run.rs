use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::arena::SetupError;
use crate::arena::openings::OpeningError;

use super::spsa::{Plan, PlanError, Spsa, Trial, TrialScore};
use super::{TuneHeader, TuneJournal, TuneJournalError, TuneStep};

/// Has two sets of values play each other.
pub trait Experiment {
    /// Plays the games of a trial: so many pairs, whose numbers begin with `first_pair`. Nothing where `stop` was set before
    /// all had ended.
    ///
    /// # Errors
    /// Where a game cannot be played.
    fn play(
        &mut self,
        trial: &Trial,
        first_pair: u64,
        pairs: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, TuneError>;

    /// How games are played, so that a journal is not continued by other games.
    fn describe(&self) -> serde_json::Value;
}

/// Hears how tuning goes.
pub trait TuneObserver {
    /// The journal that is continued was read; so many bytes of an iteration that was never finished were cut off.
    fn resumed(&mut self, spsa: &Spsa, torn_bytes: u64);
    /// An iteration has ended and is in the journal.
    fn iteration(&mut self, step: &TuneStep, spsa: &Spsa);
}

/// How tuning is carried out. None of this changes what is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TuneSettings {
    /// Where iterations are recorded.
    pub journal: PathBuf,
    /// Whether to continue the journal that is there.
    pub resume: bool,
}

/// Tuning that cannot be begun or carried on.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] TuneJournalError),
    /// The openings cannot be had.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A game cannot be set up.
    #[error("iteration {iteration}: {error}")]
    Setup {
        /// The iteration's number, from 0.
        iteration: u32,
        /// What is wrong.
        error: SetupError,
    },
    /// A player is given a value for what is a parameter.
    #[error("the option {0:?} of the players is a parameter")]
    ParameterIsSet(String),
    /// There is no game to play.
    #[error("there is no variant to play")]
    NoVariant,
    /// A thread cannot be started.
    #[error("thread: {0}")]
    Thread(std::io::Error),
}

/// Tunes until all iterations are done or `stop` is set: the games of the iteration in progress are given up then, and the
/// journal can be continued.
///
/// # Errors
/// Where it cannot be carried out. What was done before stays in the journal.
pub fn tune(
    plan: &Plan,
    settings: &TuneSettings,
    experiment: &mut dyn Experiment,
    stop: &AtomicBool,
    observer: &mut dyn TuneObserver,
) -> Result<Spsa, TuneError> {
    let mut spsa = Spsa::new(plan.clone())?;
    let header = TuneHeader::new(plan, experiment.describe());
    let mut journal = if settings.resume {
        let (journal, torn_bytes) =
            TuneJournal::resume(&settings.journal, &header, |step| replay_step(&mut spsa, &step))?;
        observer.resumed(&spsa, torn_bytes);
        journal
    } else {
        TuneJournal::create(&settings.journal, &header)?
    };
    while !spsa.is_over() && !stop.load(Relaxed) {
        let trial = spsa.trial();
        let first_pair = u64::from(trial.iteration) * u64::from(plan.pairs);
        let Some(score) = experiment.play(&trial, first_pair, plan.pairs, stop)? else { break };
        spsa.update(&trial, score);
        let Trial { iteration, plus, minus, .. } = trial;
        let step = TuneStep { iteration, plus, minus, score, values: spsa.values().to_vec() };
        journal.append(&step)?;
        observer.iteration(&step, &spsa);
    }
    Ok(spsa)
}

/// Does a recorded iteration again; whether it is the next one and leads where it led.
fn replay_step(spsa: &mut Spsa, step: &TuneStep) -> bool {
    let trial = spsa.trial();
    let is_next = !spsa.is_over()
        && (step.iteration, &step.plus, &step.minus) == (trial.iteration, &trial.plus, &trial.minus);
    if !is_next {
        return false;
    }
    spsa.update(&trial, step.score);
    // Numbers may lose a little on their way through text.
    let is_near = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
    step.values.len() == spsa.values().len() && step.values.iter().zip(spsa.values()).all(is_near)
}
