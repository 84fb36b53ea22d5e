use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::base::durable::Lines;
use crate::base::files::open_file;

use super::Shard;
use super::journal::{Header, JournalError, read_header, read_journal};
use super::merge::MergeError;
use super::results::{NextTask, Results};
use super::stop_file::{request_stop, stop_reason};

/// Reads the journals of a contest's shards while they are being written, and stops the shards. Waits for journals that
/// do not exist yet, and for lines that are incomplete.
pub struct Follower {
    journals: Vec<FollowedJournal>,
    /// The header of the first journal that has one.
    contest: Option<(Header, PathBuf)>,
    /// All games, not counted yet.
    known: Option<Results>,
    /// The index in `journals` of the journal that contains each game.
    owners: HashMap<usize, usize>,
}

struct FollowedJournal {
    path: PathBuf,
    /// The file's length when it was last read.
    length: u64,
    /// `None` until it has a header.
    shard: Option<Shard>,
    games: usize,
}

impl Follower {
    /// Follows these journals; none of them needs to exist.
    pub fn new(paths: &[PathBuf]) -> Self {
        let journal =
            |path: &PathBuf| FollowedJournal { path: path.clone(), length: 0, shard: None, games: 0 };
        Self {
            journals: paths.iter().map(journal).collect(),
            contest: None,
            known: None,
            owners: HashMap::new(),
        }
    }

    /// Reads what was added to the journals, and returns whether there is anything new.
    ///
    /// # Errors
    ///
    /// If a journal is damaged or cannot be read, the journals belong to different contests, or two of them contain the
    /// same game.
    pub fn poll(&mut self) -> Result<bool, MergeError> {
        let mut any_new = false;
        for index in 0..self.journals.len() {
            any_new |= self.poll_journal(index)?;
        }
        Ok(any_new)
    }

    fn poll_journal(&mut self, index: usize) -> Result<bool, MergeError> {
        let path = self.journals[index].path.clone();
        let Some(length) = length_if_begun(&path)? else { return Ok(false) };
        if length == self.journals[index].length {
            return Ok(false);
        }
        let header = read_header(&path)?;
        if let Some((first, first_path)) = &self.contest {
            let differences = first.contest.differences(&header.contest).join(", ");
            if !differences.is_empty() {
                return Err(MergeError::Different { first: first_path.clone(), other: path, differences });
            }
        } else {
            self.known = Some(Results::new(&header.contest));
            self.contest = Some((header.clone(), path.clone()));
        }
        let Self { known: Some(known), owners, .. } = self else { unreachable!("there is a contest") };
        let mut duplicate = None;
        let summary = read_journal(&path, |record| {
            if *owners.entry(record.game).or_insert(index) != index {
                duplicate.get_or_insert(record.game);
            }
            known.add_known(&record);
        })?;
        if let Some(game) = duplicate {
            return Err(MergeError::Duplicate { game, path });
        }
        let journal = &mut self.journals[index];
        let is_new = journal.shard.is_none() || journal.games != summary.games;
        *journal = FollowedJournal { path, length, shard: Some(header.shard), games: summary.games };
        Ok(is_new)
    }

    /// The results so far, counted as by [`super::merge()`]; `None` until a journal has a header.
    pub fn results(&self) -> Option<Results> {
        self.known.as_ref().map(Results::counted)
    }

    /// The journals that have a header.
    pub fn begun(&self) -> Vec<PathBuf> {
        let begun = self.journals.iter().filter(|journal| journal.shard.is_some());
        begun.map(|journal| journal.path.clone()).collect()
    }

    /// The journals that do not exist or have no header yet.
    pub fn awaited(&self) -> Vec<&Path> {
        let awaited = self.journals.iter().filter(|journal| journal.shard.is_none());
        awaited.map(|journal| journal.path.as_path()).collect()
    }

    /// The shards of the contest that are in none of the journals, once all journals have a header.
    pub fn missing_shards(&self) -> Vec<Shard> {
        let found: Option<Vec<Shard>> = self.journals.iter().map(|journal| journal.shard).collect();
        let Some(found) = found else { return Vec::new() };
        let all = found.first().map_or_else(Vec::new, |shard| shard.siblings());
        all.into_iter().filter(|shard| !found.contains(shard)).collect()
    }

    /// Whether all games of all these journals have been played.
    pub fn is_complete(&self) -> bool {
        let Some(known) = &self.known else { return false };
        self.journals.iter().all(|journal| match journal.shard.map(|shard| shard.total_games(known)) {
            None => false,
            Some(Some(total)) => journal.games >= total,
            Some(None) => known.counted().next_task(|_| true) == NextTask::End,
        })
    }

    /// Asks the runs that write the journals to stop, including those that have not started.
    ///
    /// # Errors
    ///
    /// The stop files that could not be written; all others were.
    pub fn stop(&self, reason: &str) -> Result<(), Vec<MergeError>> {
        let Some((header, _)) = &self.contest else { return Ok(()) };
        let fingerprint = header.contest.fingerprint();
        let requests = self.journals.iter().filter_map(|journal| {
            let result = request_stop(&journal.path, &fingerprint, reason);
            result.err().map(|error| MergeError::Stop { journal: journal.path.clone(), error })
        });
        let errors: Vec<MergeError> = requests.collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Why all runs have been asked to stop, if they have been.
    pub fn stop_reason(&self) -> Option<String> {
        let fingerprint = self.contest.as_ref()?.0.contest.fingerprint();
        let reasons: Option<Vec<String>> =
            self.journals.iter().map(|journal| stop_reason(&journal.path, &fingerprint)).collect();
        reasons?.into_iter().next()
    }
}

/// The length of a journal that has a complete first line.
fn length_if_begun(path: &Path) -> Result<Option<u64>, JournalError> {
    let length = || {
        let file = match open_file(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let length = file.metadata()?.len();
        Ok(Lines::from(&file, 0)?.advance()?.then_some(length))
    };
    length().map_err(|error: io::Error| JournalError::at(path)(error.into()))
}
