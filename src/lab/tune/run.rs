use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::arena::SetupError;
use crate::arena::openings::OpeningError;

use super::spsa::{Plan, PlanError, Spsa, Trial, TrialScore};
use super::{ExchangeError, TuneHeader, TuneJournal, TuneJournalError, TuneStep};

/// Plays games between two sets of parameter values.
pub trait Experiment {
    /// Plays the games of a trial: `pairs` pairs, numbered from `first_pair`. Returns `None` if `stop` was set before
    /// all of them ended.
    ///
    /// # Errors
    ///
    /// If a game cannot be played.
    fn play(
        &mut self,
        trial: &Trial,
        first_pair: u64,
        pairs: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, TuneError>;

    /// A description of how games are played, to detect a journal of a different experiment.
    fn describe(&self) -> serde_json::Value;
}

/// Observes the progress of tuning.
pub trait TuneObserver {
    /// An existing journal was read; an incomplete last line of `torn_bytes` was removed.
    fn resumed(&mut self, spsa: &Spsa, torn_bytes: u64);
    /// An iteration has ended and is in the journal.
    fn iteration(&mut self, step: &TuneStep, spsa: &Spsa);
}

/// How tuning is run. None of this affects the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TuneSettings {
    /// The journal.
    pub journal: PathBuf,
    /// Whether to resume an existing journal.
    pub resume: bool,
}

/// Why tuning could not be started or continued.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] TuneJournalError),
    /// The scores of shards cannot be exchanged.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The openings cannot be generated or read.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A game cannot be set up.
    #[error("iteration {iteration}: {error}")]
    Setup {
        /// The iteration's index, from 0.
        iteration: u32,
        /// What is wrong.
        error: SetupError,
    },
    /// The players' options contain a parameter.
    #[error("the player sets the option {0:?}, which is a parameter")]
    ParameterIsSet(String),
    /// No variant was given.
    #[error("no variant was given")]
    NoVariant,
    /// A thread could not be started.
    #[error("a thread could not be started or has died: {0}")]
    Thread(std::io::Error),
}

/// Tunes until all iterations are complete or `stop` is set; in that case, the games of the current iteration are
/// aborted, and the journal can be resumed.
///
/// # Errors
///
/// If tuning cannot continue. Iterations already completed stay in the journal.
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

/// Repeats a recorded iteration; returns whether it is the next one and has the recorded result.
fn replay_step(spsa: &mut Spsa, step: &TuneStep) -> bool {
    let trial = spsa.trial();
    let is_next = !spsa.is_over()
        && (step.iteration, &step.plus, &step.minus) == (trial.iteration, &trial.plus, &trial.minus);
    if !is_next {
        return false;
    }
    spsa.update(&trial, step.score);
    // Decimal notation may lose precision.
    let is_near = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
    step.values.len() == spsa.values().len() && step.values.iter().zip(spsa.values()).all(is_near)
}
