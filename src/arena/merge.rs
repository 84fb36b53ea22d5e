use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::base::durable::checked_line;

use super::journal::{Header, JournalError, read_checked_journal, read_header, read_journal};
use super::results::Results;
use super::stop_file::stop_file;
use super::{GameRecord, OutputFile, Shard};

/// Why journals cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No journal was given.
    #[error("no journal was given")]
    Nothing,
    /// Two journals belong to different contests.
    #[error("{} and {} belong to contests with different settings: {differences}", first.display(), other.display())]
    Different {
        /// The first journal.
        first: PathBuf,
        /// The one that differs.
        other: PathBuf,
        /// The settings that differ.
        differences: String,
    },
    /// Two journals contain the same game.
    #[error("game {game} occurs again in {}: was a journal given twice, or a shard played twice?", path.display())]
    Duplicate {
        /// The game's number.
        game: usize,
        /// The second journal that contains it.
        path: PathBuf,
    },
    /// The merged journal cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why it cannot be written.
        error: std::io::Error,
    },
    /// The stop file of a journal cannot be written.
    #[error("cannot stop the run that writes {}: {}: {error}", journal.display(), stop_file(journal).display())]
    Stop {
        /// The journal.
        journal: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
}

/// The result of merging journals.
pub struct Merged {
    /// The header of the merged journal.
    pub header: Header,
    /// The results of all games.
    pub results: Results,
    /// The journals whose last line is incomplete.
    pub torn: Vec<PathBuf>,
}

/// Reads journals of one contest, calls `visit` with every game, and computes the results.
///
/// # Errors
///
/// If a journal cannot be read, the journals belong to different contests, or two of them contain the same game.
pub fn merge(paths: &[PathBuf], mut visit: impl FnMut(&GameRecord)) -> Result<Merged, MergeError> {
    let first = paths.first().ok_or(MergeError::Nothing)?;
    let header = read_header(first)?;
    let mut results = Results::new(&header.contest);
    let mut torn = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        let differences = header.contest.differences(&read_header(path)?.contest).join(", ");
        if !differences.is_empty() {
            return Err(MergeError::Different { first: first.clone(), other: path.clone(), differences });
        }
        let mut duplicate = None;
        let summary = read_checked_journal(path, |record| {
            if !seen.insert(record.game) {
                duplicate.get_or_insert(record.game);
            }
            results.add_known(&record);
            visit(&record);
        })?;
        if let Some(game) = duplicate {
            return Err(MergeError::Duplicate { game, path: path.clone() });
        }
        if summary.torn_bytes > 0 {
            torn.push(path.clone());
        }
    }
    results.count_known();
    let fingerprint = header.contest.fingerprint();
    Ok(Merged { header: Header { shard: Shard::WHOLE, fingerprint, ..header }, results, torn })
}

/// Merges journals into one, which can be resumed, reported and merged like any other.
///
/// # Errors
///
/// As for [`merge`], and if the file exists or cannot be written.
pub fn write_merged(paths: &[PathBuf], to: &Path) -> Result<Merged, MergeError> {
    let write_error = |error| MergeError::Write { path: to.to_owned(), error };
    let check_absent =
        || if to.exists() { Err(write_error(std::io::ErrorKind::AlreadyExists.into())) } else { Ok(()) };
    check_absent()?;
    // Everything is checked before anything is written.
    let merged = merge(paths, |_| {})?;
    let mut file = OutputFile::create(to).map_err(write_error)?;
    write_line(&mut file, &merged.header).map_err(write_error)?;
    for path in paths {
        let mut result = Ok(());
        read_journal(path, |record| {
            if result.is_ok() {
                result = write_line(&mut file, &record);
            }
        })?;
        result.map_err(write_error)?;
    }
    check_absent()?;
    file.commit().map_err(write_error)?;
    Ok(merged)
}

/// Writes a line of a journal.
pub(super) fn write_line(file: &mut impl Write, value: &impl Serialize) -> std::io::Result<()> {
    file.write_all(&checked_line(value)?)
}
