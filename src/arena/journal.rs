//! The journal: what happened, one line of JSON each. The first line is a [`Header`], every other one a [`GameRecord`]. A
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

/// The version of the journal's format, which grows when a reader of the old one would be misled by the new one.
pub const JOURNAL_VERSION: u32 = 1;

/// What a journal's first line says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format, [`JOURNAL_VERSION`].
    pub journal: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// When it was begun.
    pub created: Timestamp,
    /// The contest's fingerprint.
    pub fingerprint: String,
    /// The part of the contest that is played here.
    pub shard: Shard,
    /// The contest.
    pub contest: Contest,
}

impl Header {
    /// The header of a journal that begins now.
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

/// A journal that cannot be written, read or continued.
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
    /// The file cannot be used.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is a journal already.
    #[error("it exists already; continue it with --resume, or name another file")]
    Exists,
    /// Another process is writing it.
    #[error("another process is writing it")]
    InUse,
    /// The first line is no header.
    #[error("it does not begin with a journal's header")]
    NoHeader,
    /// A format that this version does not know.
    #[error("it is of version {0}, and this program reads version {JOURNAL_VERSION}")]
    Version(u32),
    /// It belongs to another contest.
    #[error("it belongs to a contest with other settings: {0}")]
    OtherContest(String),
    /// It holds another part of the contest.
    #[error("it holds shard {found} where {expected} is to be played")]
    OtherShard {
        /// What it holds.
        found: Shard,
        /// What was asked for.
        expected: Shard,
    },
    /// A line in its middle is no record: the file was damaged, not cut short.
    #[error("line {line} is no record of a game: {error}")]
    Damaged {
        /// The line, from 1.
        line: usize,
        /// What the JSON reader says.
        error: String,
    },
    /// A game stands in it twice.
    #[error("line {line} repeats game {game}")]
    Duplicate {
        /// The line, from 1.
        line: usize,
        /// The game's number.
        game: usize,
    },
}

/// A journal that is open for further games. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What reading a journal has found beside its games.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalSummary {
    /// The header.
    pub header: Header,
    /// How many games there are.
    pub games: usize,
    /// How many bytes of a line that was never finished stand at the end: the trace of a power cut or a kill. They do not
    /// count.
    pub torn_bytes: u64,
    /// Where the last whole line ends.
    end: u64,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// Where there is a file with anything in it already, or it cannot be written.
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

    /// Continues a journal; hands over every game it holds. A last line that was never finished is cut off. A journal that
    /// does not exist, or whose header was never finished, is begun.
    ///
    /// # Errors
    /// Where it is none of this contest and shard, damaged, or cannot be written.
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

    /// Appends a game and waits until the disk has it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write_line(record).map_err(|error| at(&self.path)(error.into()))
    }

    fn open(path: &Path) -> Result<Self, JournalError> {
        let open = || {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
            // A process that was just killed may hold it a moment longer.
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

    /// Writes a line in one piece, so that all that a crash can leave behind is a part of it at the end.
    fn write_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()
    }
}

/// Reads the first line of a journal.
///
/// # Errors
/// Where it is no header.
pub fn read_header(path: &Path) -> Result<Header, JournalError> {
    let read = || {
        let mut line = Vec::new();
        BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
        parse_header(&line)
    };
    read().map_err(at(path))
}

/// Reads a journal without changing it and hands over every game.
///
/// # Errors
/// Where it is none, or damaged.
pub fn read_journal(path: &Path, visit: impl FnMut(GameRecord)) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&File::open(path)?, |_| Ok(()), visit);
    read().map_err(at(path))
}

fn at(path: &Path) -> impl Fn(JournalProblem) -> JournalError {
    let path = path.to_owned();
    move |problem| JournalError { path: path.clone(), problem }
}

/// A file's name lives in its folder, which must reach the disk as well.
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
            Ok(record) if line.ends_with(b"\n") => record,
            // Whatever was being written when the power went lies at the end.
            _ if reader.fill_buf()?.is_empty() => {
                summary.torn_bytes = length;
                break;
            }
            Ok(_) => unreachable!("only the last line has no end"),
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
