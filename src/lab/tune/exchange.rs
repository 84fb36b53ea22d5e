use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::Shard;
use crate::base::durable::{Lines, line};
use crate::base::files::{FileError, FileProblem, open_file, open_file_with};

use super::spsa::TrialScore;

/// The shortest and longest pause between two reads of the other shards' files.
const MIN_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// How often waiting for a shard is reported.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// Exchanges the scores of the shards of a tuning run through files in a shared folder. Each shard appends its scores
/// to its own file and reads those of the others.
#[derive(Debug)]
pub struct Exchange {
    shard: Shard,
    own: File,
    own_path: PathBuf,
    /// The scores in this shard's file.
    scores: Vec<TrialScore>,
    others: Vec<OtherShard>,
    header: ExchangeHeader,
    on_wait: fn(Shard, u32),
}

/// Why a file of an [`Exchange`] cannot be used.
pub type ExchangeError = FileError<ExchangeProblem>;

impl FileProblem for ExchangeProblem {
    const FILE: &'static str = "exchange ";
}

/// What is wrong with a file of an [`Exchange`].
#[derive(Debug, Error)]
pub enum ExchangeProblem {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It belongs to another run.
    #[error("it belongs to a run with other settings, or another number of shards")]
    OtherRun,
    /// Scores of earlier iterations are missing.
    #[error("it contains the scores of only {found} iterations, but the next iteration is {next}")]
    Behind {
        /// The number of iterations in the file.
        found: usize,
        /// The next iteration, from 1.
        next: u32,
    },
    /// A line is not the next score.
    #[error("line {0} is not the expected score")]
    Damaged(usize),
}

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ExchangeHeader {
    /// A hash of the run's settings.
    exchange: String,
    /// The number of shards.
    shards: usize,
}

/// A score in a file.
#[derive(Debug, Serialize, Deserialize)]
struct ExchangeLine {
    /// The iteration's index, from 0.
    iteration: u32,
    /// The results of the player `plus` in the shard's games.
    #[serde(flatten)]
    score: TrialScore,
}

/// The file of another shard, and how far it has been read.
#[derive(Debug)]
struct OtherShard {
    shard: Shard,
    path: PathBuf,
    lines: ExchangeLines,
}

impl Exchange {
    /// Opens this shard's file in a folder, creating it if necessary; existing contents are kept. `fingerprint`
    /// identifies the run. `on_wait` is called from time to time while waiting for a shard, with the iteration's index.
    ///
    /// # Errors
    ///
    /// If the file cannot be used, or belongs to another run.
    pub fn open(
        folder: &Path,
        shard: Shard,
        fingerprint: &str,
        on_wait: fn(Shard, u32),
    ) -> Result<Self, ExchangeError> {
        let path_of =
            |shard: Shard| folder.join(format!("tune-{}-of-{}.scores", shard.index() + 1, shard.count()));
        let header = ExchangeHeader { exchange: fingerprint.to_owned(), shards: shard.count() };
        let own_path = path_of(shard);
        let others = shard.siblings().into_iter().filter(|&other| other != shard);
        let others =
            others.map(|shard| OtherShard { shard, path: path_of(shard), lines: ExchangeLines::default() });
        let open = || {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let mut own = open_file_with(&options, &own_path)?;
            let mut lines = ExchangeLines::default();
            lines.read(&own, &header)?;
            own.set_len(lines.end)?;
            own.seek(SeekFrom::Start(lines.end))?;
            if lines.end == 0 {
                write_line(&mut own, &header)?;
            }
            Ok((own, lines.scores))
        };
        let (own, scores) = open().map_err(ExchangeError::at(&own_path))?;
        Ok(Self { shard, own, own_path, scores, others: others.collect(), header, on_wait })
    }

    /// The shard.
    pub const fn shard(&self) -> Shard {
        self.shard
    }

    /// This shard's score of an iteration, if known.
    pub fn own_score(&self, iteration: u32) -> Option<TrialScore> {
        self.scores.get(iteration as usize).copied()
    }

    /// Publishes this shard's score of the next iteration.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn publish(&mut self, iteration: u32, score: TrialScore) -> Result<(), ExchangeError> {
        let found = self.scores.len();
        if found != iteration as usize {
            return Err(ExchangeError::at(&self.own_path)(ExchangeProblem::Behind {
                found,
                next: iteration + 1,
            }));
        }
        self.scores.push(score);
        let line = ExchangeLine { iteration, score };
        write_line(&mut self.own, &line).map_err(|error| ExchangeError::at(&self.own_path)(error.into()))
    }

    /// Waits for the scores of an iteration from all other shards, and returns their sum; `None` if `stop` is set
    /// before all of them have arrived.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is damaged, or belongs to another run.
    pub fn collect(
        &mut self,
        iteration: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, ExchangeError> {
        let mut sum = TrialScore::default();
        let mut pause = MIN_PAUSE;
        let mut reported = Instant::now();
        for other in &mut self.others {
            loop {
                if let Some(&score) = other.lines.scores.get(iteration as usize) {
                    sum += score;
                    break;
                }
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                let read = match open_file(&other.path) {
                    Ok(file) => other.lines.read(&file, &self.header),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
                    Err(error) => Err(error.into()),
                };
                if read.map_err(ExchangeError::at(&other.path))? {
                    continue;
                }
                if reported.elapsed() >= REPORT_INTERVAL {
                    (self.on_wait)(other.shard, iteration);
                    reported = Instant::now();
                }
                sleep(pause);
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
        Ok(Some(sum))
    }
}

/// The lines of a file that have been read.
#[derive(Debug, Default)]
struct ExchangeLines {
    scores: Vec<TrialScore>,
    /// The end of the last complete line read.
    end: u64,
}

impl ExchangeLines {
    /// Reads the lines that were added; returns whether there were any. A line still being written is left for later.
    fn read(&mut self, file: &File, expected: &ExchangeHeader) -> Result<bool, ExchangeProblem> {
        let mut lines = Lines::from(file, self.end)?;
        while lines.advance()? {
            if self.end == 0 {
                let header = serde_json::from_slice::<ExchangeHeader>(lines.text());
                if header.ok().as_ref() != Some(expected) {
                    return Err(ExchangeProblem::OtherRun);
                }
            } else {
                let next = serde_json::from_slice::<ExchangeLine>(lines.text()).ok();
                let next = next.filter(|next| next.iteration as usize == self.scores.len());
                let damaged = ExchangeProblem::Damaged(self.scores.len() + 2);
                self.scores.push(next.ok_or(damaged)?.score);
            }
            self.end = lines.end();
        }
        Ok(lines.number() > 0)
    }
}

/// Writes a line in a single call, so that a crash can only leave an incomplete last line.
fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    file.write_all(&line(value)?)?;
    file.sync_data()
}
