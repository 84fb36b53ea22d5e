//! The journal of a contest: one line of JSON each. The first line is a [`Header`], every other one a [`GameRecord`]. A
//! game counts once its line is on disk.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Contest, GameRecord, Shard};

/// The version of the journal format. It is incremented when older readers would misread newer files.
pub const JOURNAL_VERSION: u32 = 1;

/// The first line of a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format version, [`JOURNAL_VERSION`].
    pub journal: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// When the journal was created.
    pub created: Timestamp,
    /// The contest's fingerprint.
    pub fingerprint: String,
    /// The part of the contest that this journal holds.
    pub shard: Shard,
    /// The contest.
    pub contest: Contest,
}

impl Header {
    /// The header of a new journal.
    pub fn new(contest: &Contest, shard: Shard) -> Self {
        Self {
            journal: JOURNAL_VERSION,
            program: concat!("quadriga ", env!("CARGO_PKG_VERSION")).to_owned(),
            created: Timestamp::now(),
            fingerprint: contest.fingerprint(),
            shard,
            contest: contest.clone(),
        }
    }
}

/// A journal could not be written, read or resumed.
#[derive(Debug, Error)]
#[error("journal {}: {problem}", path.display())]
pub struct JournalError {
    /// The journal.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: JournalProblem,
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalProblem {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file exists already.
    #[error("the file exists already; resume it with --resume, or name another file")]
    Exists,
    /// Another process is writing it.
    #[error("another process is writing it")]
    InUse,
    /// The first line is not a header.
    #[error("the file does not begin with a journal header")]
    NoHeader,
    /// An unknown format version.
    #[error("unsupported version {0}; this program reads version {JOURNAL_VERSION}")]
    Version(u32),
    /// It belongs to a different contest.
    #[error("it belongs to a contest with other settings: {0}")]
    OtherContest(String),
    /// It holds a different shard.
    #[error("it holds shard {found}, not {expected}")]
    OtherShard {
        /// The shard in the file.
        found: Shard,
        /// The shard asked for.
        expected: Shard,
    },
    /// A line other than the last is not a game record: the file is damaged, not truncated.
    #[error("line {line} is not a game record: {error}")]
    Damaged {
        /// The line, from 1.
        line: usize,
        /// The error of the JSON parser.
        error: String,
    },
    /// A game occurs twice.
    #[error("line {line} repeats game {game}")]
    Duplicate {
        /// The line, from 1.
        line: usize,
        /// The game's number.
        game: usize,
    },
}

/// A journal open for appending, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What a journal holds beside its games.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalSummary {
    /// The header.
    pub header: Header,
    /// The number of games.
    pub games: usize,
    /// The length of an incomplete last line, which a crash or a kill leaves behind. It does not count.
    pub torn_bytes: u64,
    /// Where the last complete line ends.
    end: u64,
}

impl Journal {
    /// Creates a journal.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let mut journal = Self::open(path)?;
        let result = (|| {
            if journal.file.metadata()?.len() > 0 {
                return Err(JournalProblem::Exists);
            }
            journal.write_line(header)?;
            sync_folder(path)?;
            Ok(())
        })();
        result.map(|()| journal).map_err(at(path))
    }

    /// Opens a journal to append to it, and calls `visit` with every game in it. An incomplete last line is cut off. If
    /// the file does not exist or its header is incomplete, the journal is created.
    ///
    /// # Errors
    ///
    /// If it belongs to a different contest or shard, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &Header,
        visit: impl FnMut(GameRecord),
    ) -> Result<(Self, Option<JournalSummary>), JournalError> {
        let mut journal = Self::open(path)?;
        let result = (|| {
            if !has_whole_line(&mut journal.file)? {
                journal.file.set_len(0)?;
                journal.write_line(header)?;
                sync_folder(path)?;
                return Ok(None);
            }
            journal.file.rewind()?;
            let summary = read_lines(&journal.file, |found| check_header(found, header), visit)?;
            if summary.torn_bytes > 0 {
                journal.file.set_len(summary.end)?;
                journal.file.sync_all()?;
            }
            journal.file.seek(SeekFrom::End(0))?;
            Ok(Some(summary))
        })();
        result.map(|summary| (journal, summary)).map_err(at(path))
    }

    /// Appends a game and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write_line(record).map_err(|error| at(&self.path)(error.into()))
    }

    fn open(path: &Path) -> Result<Self, JournalError> {
        let open = || {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            // A process that was just killed may hold the lock a moment longer.
            for _ in 0..20 {
                match file.try_lock() {
                    Ok(()) => return Ok(Self { file, path: path.to_owned() }),
                    Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(100)),
                    Err(TryLockError::Error(error)) => return Err(error.into()),
                }
            }
            Err(JournalProblem::InUse)
        };
        open().map_err(at(path))
    }

    /// Writes a line in a single call, so that a crash can only leave an incomplete last line.
    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()
    }
}

/// Reads the header of a journal.
///
/// # Errors
///
/// If there is none, or the file cannot be read.
pub fn read_header(path: &Path) -> Result<Header, JournalError> {
    let read = || {
        let mut line = Vec::new();
        BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
        parse_header(&line)
    };
    read().map_err(at(path))
}

/// Reads a journal without modifying it, and calls `visit` with every game.
///
/// # Errors
///
/// If the file is not a journal, or is damaged.
pub fn read_journal(path: &Path, visit: impl FnMut(GameRecord)) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&File::open(path)?, |_| Ok(()), visit);
    read().map_err(at(path))
}

fn at(path: &Path) -> impl Fn(JournalProblem) -> JournalError {
    let path = path.to_owned();
    move |problem| JournalError { path: path.clone(), problem }
}

/// The directory entry must reach the disk as well.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

fn has_whole_line(file: &mut File) -> io::Result<bool> {
    file.rewind()?;
    let mut line = Vec::new();
    BufReader::new(&*file).read_until(b'\n', &mut line)?;
    Ok(line.ends_with(b"\n"))
}

fn check_header(found: &Header, expected: &Header) -> Result<(), JournalProblem> {
    let differences = found.contest.differences(&expected.contest);
    if !differences.is_empty() {
        return Err(JournalProblem::OtherContest(differences.join(", ")));
    }
    if found.shard != expected.shard {
        return Err(JournalProblem::OtherShard { found: found.shard, expected: expected.shard });
    }
    Ok(())
}

fn read_lines(
    file: &File,
    check: impl FnOnce(&Header) -> Result<(), JournalProblem>,
    mut visit: impl FnMut(GameRecord),
) -> Result<JournalSummary, JournalProblem> {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    let header = parse_header(&line)?;
    check(&header)?;
    let mut summary = JournalSummary { header, games: 0, torn_bytes: 0, end: line.len() as u64 };
    let mut seen = HashSet::new();
    for number in 2.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        let record = match serde_json::from_slice::<GameRecord>(&line) {
            // A line that was being written during a crash, or is being written now, can only be the last one.
            _ if !line.ends_with(b"\n") => {
                summary.torn_bytes = length;
                break;
            }
            Ok(record) => record,
            Err(_) if reader.fill_buf()?.is_empty() => {
                summary.torn_bytes = length;
                break;
            }
            Err(error) => return Err(JournalProblem::Damaged { line: number, error: error.to_string() }),
        };
        if !seen.insert(record.game) {
            return Err(JournalProblem::Duplicate { line: number, game: record.game });
        }
        summary.games += 1;
        summary.end += length;
        visit(record);
    }
    Ok(summary)
}

fn parse_header(line: &[u8]) -> Result<Header, JournalProblem> {
    #[derive(Deserialize)]
    struct Version {
        journal: u32,
    }
    let Version { journal } = serde_json::from_slice(line).map_err(|_| JournalProblem::NoHeader)?;
    if journal != JOURNAL_VERSION {
        return Err(JournalProblem::Version(journal));
    }
    serde_json::from_slice(line).map_err(|_| JournalProblem::NoHeader)
}
