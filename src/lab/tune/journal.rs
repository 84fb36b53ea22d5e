use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::durable::{AppendError, AppendFile, Lines, line};
use crate::base::files::{FileError, FileProblem};
use crate::base::without_mark;

use super::spsa::{Plan, TrialScore};

/// The version of the journal format. It is incremented when older readers would misread newer files.
pub const TUNE_JOURNAL_VERSION: u32 = 1;

/// The first line of a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TuneHeader {
    /// The format version, [`TUNE_JOURNAL_VERSION`].
    pub tune: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// The plan of the run.
    pub plan: Plan,
    /// How games are played, as described by the experiment.
    pub games: serde_json::Value,
}

impl TuneHeader {
    /// The header of a new journal.
    pub fn new(plan: &Plan, games: serde_json::Value) -> Self {
        Self {
            tune: TUNE_JOURNAL_VERSION,
            program: concat!("quadriga ", env!("CARGO_PKG_VERSION")).to_owned(),
            plan: plan.clone(),
            games,
        }
    }
}

/// An iteration in the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TuneStep {
    /// The iteration's index, from 0.
    pub iteration: u32,
    /// The values of the player `plus`.
    pub plus: Vec<i64>,
    /// The values of the player `minus`.
    pub minus: Vec<i64>,
    /// The results of the player `plus`.
    #[serde(flatten)]
    pub score: TrialScore,
    /// The parameters' values after the iteration.
    pub values: Vec<f64>,
}

/// Why a journal could not be written or resumed.
pub type TuneJournalError = FileError<TuneJournalProblem>;

impl FileProblem for TuneJournalProblem {
    const FILE: &'static str = "journal ";
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum TuneJournalProblem {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be opened for appending.
    #[error(transparent)]
    File(#[from] AppendError),
    /// The first line is not a header.
    #[error("the file does not begin with the header of a tuning run")]
    NoHeader,
    /// The format version is unknown.
    #[error("unsupported version {0}; this program reads version {TUNE_JOURNAL_VERSION}")]
    Version(u32),
    /// The journal belongs to a different run.
    #[error("it belongs to a run with other settings: {0}")]
    OtherRun(String),
    /// A line other than the last is not an iteration, or does not follow from the previous ones.
    #[error("line {0} is not the expected iteration")]
    Damaged(usize),
}

/// A journal open for appending, locked against other processes.
#[derive(Debug)]
pub struct TuneJournal {
    file: AppendFile,
}

/// The beginning of every journal.
const BEGINNING: &[u8] = b"{\"tune\":";

impl TuneJournal {
    /// Creates a journal.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &TuneHeader) -> Result<Self, TuneJournalError> {
        let create = || {
            let mut file = AppendFile::create(path)?;
            file.begin(&line(header)?)?;
            Ok(Self { file })
        };
        create().map_err(TuneJournalError::at(path))
    }

    /// Opens a journal for appending, and calls `visit` with every iteration, which returns whether it follows from the
    /// previous ones. Returns the length of the incomplete last line that was removed, if any. If the file does not
    /// exist or its header is incomplete, the journal is created.
    ///
    /// # Errors
    ///
    /// If it belongs to a different run, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &TuneHeader,
        visit: impl FnMut(TuneStep) -> bool,
    ) -> Result<(Self, u64), TuneJournalError> {
        let resume = || {
            let mut file = AppendFile::open(path)?;
            let end = read_steps(&file, header, visit)?;
            let torn_bytes = file.cut(end)?;
            if end == 0 {
                file.begin(&line(header)?)?;
            }
            Ok((Self { file }, torn_bytes))
        };
        resume().map_err(TuneJournalError::at(path))
    }

    /// Appends an iteration and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, step: &TuneStep) -> Result<(), TuneJournalError> {
        let mut append = || {
            self.file.append(&line(step)?)?;
            Ok(self.file.sync()?)
        };
        append().map_err(TuneJournalError::at(self.file.path()))
    }
}

/// Reads all iterations; returns the end of the last complete line, 0 if the header is incomplete.
fn read_steps(
    file: &AppendFile,
    expected: &TuneHeader,
    mut visit: impl FnMut(TuneStep) -> bool,
) -> Result<u64, TuneJournalProblem> {
    let file = file.contents()?;
    let mut lines = Lines::from(&file, 0)?;
    if !lines.advance()? {
        // A file other than a journal must not be overwritten.
        let is_ours = lines.is_torn_beginning(BEGINNING);
        return if is_ours { Ok(0) } else { Err(TuneJournalProblem::NoHeader) };
    }
    check_header(lines.text(), expected)?;
    while lines.advance()? {
        let step = serde_json::from_slice::<TuneStep>(lines.text()).ok();
        if !step.is_some_and(&mut visit) {
            return Err(TuneJournalProblem::Damaged(lines.number()));
        }
    }
    Ok(lines.end())
}

fn check_header(line: &[u8], expected: &TuneHeader) -> Result<(), TuneJournalProblem> {
    #[derive(Deserialize)]
    struct Version {
        tune: u32,
    }
    let line = without_mark(line);
    let Version { tune } = serde_json::from_slice(line).map_err(|_| TuneJournalProblem::NoHeader)?;
    if tune != TUNE_JOURNAL_VERSION {
        return Err(TuneJournalProblem::Version(tune));
    }
    let found: TuneHeader = serde_json::from_slice(line).map_err(|_| TuneJournalProblem::NoHeader)?;
    // Decimal notation may lose precision, so both are compared after a round trip.
    let expected: TuneHeader =
        serde_json::from_slice(&serde_json::to_vec(expected).map_err(io::Error::from)?)
            .map_err(io::Error::from)?;
    let differences: Vec<_> = [
        ("parameters", found.plan.parameters != expected.plan.parameters),
        ("iterations", found.plan.iterations != expected.plan.iterations),
        ("pairs", found.plan.pairs != expected.plan.pairs),
        ("seed", found.plan.seed != expected.plan.seed),
        ("players, variants, openings or adjudication", found.games != expected.games),
    ]
    .into_iter()
    .filter_map(|(name, differs)| differs.then_some(name))
    .collect();
    if differences.is_empty() { Ok(()) } else { Err(TuneJournalProblem::OtherRun(differences.join(", "))) }
}
