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

use crate::base::files::{open_file, open_file_with, read_line};
use crate::base::without_mark;

use super::contest::{ContestError, digest};
use super::output_file::folder_of;
use super::record_check::{RecordChecker, RecordProblem};
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
    /// The checksum of a line is wrong or missing.
    #[error("line {line} is damaged: its checksum is {state}")]
    Checksum {
        /// The line, from 1.
        line: usize,
        /// `wrong` or `missing`.
        state: &'static str,
    },
    /// The fingerprint is not that of the contest.
    #[error("the header is damaged: its fingerprint is not that of its contest")]
    Fingerprint,
    /// The header's contest could never have been played.
    #[error("the header's contest: {0}")]
    Contest(#[from] ContestError),
    /// A record contradicts itself, the rules, or the contest.
    #[error("line {line}, game {game}: {problem}")]
    Record {
        /// The line, from 1.
        line: usize,
        /// The game's number.
        game: usize,
        /// What is wrong with it.
        problem: RecordProblem,
    },
    /// The file was deleted or replaced while it was open.
    #[error("the file was deleted or replaced during the run; {}", saved_text(.saved.as_deref()))]
    Gone {
        /// Where all games so far were saved instead, if that succeeded.
        saved: Option<PathBuf>,
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

fn saved_text(saved: Option<&Path>) -> String {
    match saved {
        Some(path) => format!("all games so far were saved as {}, which can be resumed", path.display()),
        None => "its games could not be saved elsewhere".to_owned(),
    }
}

/// A journal open for appending, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The file did not exist before, and has no game yet.
    is_fresh: bool,
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
        journal.unless_failed(result).map(|(journal, ())| journal)
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
            let summary = read_lines(&journal.file, |found| check_header(found, header), true, visit)?;
            if summary.torn_bytes > 0 {
                journal.file.set_len(summary.end)?;
                journal.file.sync_all()?;
            }
            journal.file.seek(SeekFrom::End(0))?;
            Ok(Some(summary))
        })();
        journal.unless_failed(result)
    }

    /// Closes the journal if something failed.
    fn unless_failed<T>(self, result: Result<T, JournalProblem>) -> Result<(Self, T), JournalError> {
        match result {
            Ok(value) => Ok((self, value)),
            Err(problem) => {
                let path = self.path.clone();
                self.discard_if_fresh();
                Err(JournalError { path, problem })
            }
        }
    }

    /// Removes the file again if it did not exist before and has no game.
    pub fn discard_if_fresh(self) {
        if self.is_fresh
            && self.is_in_place()
            && let Err(error) = std::fs::remove_file(&self.path)
        {
            log::warn!("{}: {error}", self.path.display());
        }
    }

    /// Appends a game and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the file was deleted.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.is_fresh = false;
        self.write_line(record).map_err(|error| at(&self.path)(error.into()))?;
        self.check_in_place()
    }

    /// Checks that the file still has its name. Otherwise its contents are saved under that name, or a similar one if
    /// it is taken.
    ///
    /// # Errors
    ///
    /// If the file was deleted or replaced.
    pub fn check_in_place(&self) -> Result<(), JournalError> {
        if self.is_in_place() {
            return Ok(());
        }
        let extension = self.path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let others = (1..100).map(|number| self.path.with_extension(format!("saved-{number}.{extension}")));
        let saved = std::iter::once(self.path.clone()).chain(others).find(|path| self.copy_to(path).is_ok());
        Err(at(&self.path)(JournalProblem::Gone { saved }))
    }

    #[cfg(unix)]
    fn is_in_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        match (self.file.metadata(), std::fs::metadata(&self.path)) {
            (Ok(own), Ok(named)) => (own.dev(), own.ino()) == (named.dev(), named.ino()),
            (_, Err(error)) => error.kind() != io::ErrorKind::NotFound,
            (Err(_), _) => true,
        }
    }

    #[cfg(not(unix))]
    fn is_in_place(&self) -> bool {
        self.path.exists()
    }

    fn copy_to(&self, path: &Path) -> io::Result<()> {
        let mut copy = File::create_new(path)?;
        (&self.file).rewind()?;
        io::copy(&mut &self.file, &mut copy)?;
        copy.sync_all()
    }

    fn open(path: &Path) -> Result<Self, JournalError> {
        let is_fresh = !path.exists();
        let open = || {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let file = open_file_with(&options, path)?;
            // A process that was just killed may hold the lock a moment longer.
            for _ in 0..20 {
                match file.try_lock() {
                    Ok(()) => return Ok(Self { file, path: path.to_owned(), is_fresh }),
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
        self.file.write_all(&line(value)?)?;
        self.file.sync_data()
    }
}

/// The beginning of a line's last member, the CRC-32 of all bytes before it as 8 hexadecimal digits.
const CHECKSUM: &[u8] = b",\"crc\":\"";

/// A line of a journal, with its checksum and line end.
pub(super) fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    // The brace that closes the object.
    line.pop();
    let checksum = crc32fast::hash(&line);
    line.extend_from_slice(CHECKSUM);
    line.extend_from_slice(format!("{checksum:08x}\"}}\n").as_bytes());
    Ok(line)
}

/// Splits a line into what its checksum covers, and whether that is right; `None` if it has no checksum.
fn split_checksum(line: &[u8]) -> (&[u8], Option<bool>) {
    let line = line.trim_ascii_end();
    let split = || {
        let rest = line.strip_suffix(b"\"}")?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(8)?)?;
        let covered = rest.strip_suffix(CHECKSUM)?;
        let stated = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        Some((covered, Some(stated == Some(crc32fast::hash(covered)))))
    };
    split().unwrap_or_else(|| (line.strip_suffix(b"}").unwrap_or(line), None))
}

/// Reads the header of a journal.
///
/// # Errors
///
/// If there is none, or the file cannot be read.
pub fn read_header(path: &Path) -> Result<Header, JournalError> {
    let read = || {
        let mut line = Vec::new();
        read_line(&mut BufReader::new(open_file(path)?), &mut line)?;
        parse_header(&line).map(|(header, _)| header)
    };
    read().map_err(at(path))
}

/// Reads a journal without modifying it, and calls `visit` with every game. The games themselves are not checked.
///
/// # Errors
///
/// If the file is not a journal, or is damaged.
pub fn read_journal(path: &Path, visit: impl FnMut(GameRecord)) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&open_file(path)?, |_| Ok(()), false, visit);
    read().map_err(at(path))
}

/// Reads a journal without modifying it, replays every game by the rules, and calls `visit` with it.
///
/// # Errors
///
/// If the file is not a journal, or is damaged; if a game contradicts itself, the rules, or the contest.
pub fn read_checked_journal(
    path: &Path,
    visit: impl FnMut(GameRecord),
) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&open_file(path)?, |_| Ok(()), true, visit);
    read().map_err(at(path))
}

/// What [`verify_journal`] found.
#[derive(Debug)]
pub struct Verification {
    /// The summary; its games are those without a problem.
    pub summary: JournalSummary,
    /// What is wrong, in the order of the lines.
    pub problems: Vec<JournalProblem>,
    /// Whether the lines have checksums. Journals of older versions have none.
    pub has_checksums: bool,
}

/// Replays all games of a journal by the rules, and goes on after problems.
///
/// # Errors
///
/// If the file cannot be read, or does not begin with a journal header.
pub fn verify_journal(path: &Path) -> Result<Verification, JournalError> {
    let verify = || {
        let mut problems = Vec::new();
        let file = open_file(path)?;
        let mut lines = JournalLines::new(&file, true)?;
        problems.extend(lines.fingerprint_problem());
        while let Some(line) = lines.next().transpose() {
            match line {
                Ok(_) => {}
                Err(JournalProblem::Io(error)) => return Err(error.into()),
                Err(problem) => problems.push(problem),
            }
        }
        Ok(Verification { has_checksums: lines.has_checksums, summary: lines.summary, problems })
    };
    verify().map_err(at(path))
}

fn at(path: &Path) -> impl Fn(JournalProblem) -> JournalError {
    let path = path.to_owned();
    move |problem| JournalError { path: path.clone(), problem }
}

/// The directory entry must reach the disk as well.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

fn has_whole_line(file: &mut File) -> io::Result<bool> {
    file.rewind()?;
    let mut line = Vec::new();
    read_line(&mut BufReader::new(&*file), &mut line)?;
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
    checks_games: bool,
    mut visit: impl FnMut(GameRecord),
) -> Result<JournalSummary, JournalProblem> {
    let mut lines = JournalLines::new(file, checks_games)?;
    check(&lines.summary.header)?;
    if let Some(problem) = lines.fingerprint_problem() {
        return Err(problem);
    }
    while let Some(record) = lines.next()? {
        visit(record);
    }
    Ok(lines.summary)
}

/// Reads a journal line by line.
struct JournalLines<'a> {
    reader: BufReader<&'a File>,
    line: Vec<u8>,
    /// The number of the last line read, from 1.
    number: usize,
    /// The games read so far.
    seen: HashSet<usize>,
    checker: Option<RecordChecker>,
    has_checksums: bool,
    /// The fingerprint of the contest as it stands in the header.
    fingerprint: String,
    summary: JournalSummary,
}

impl<'a> JournalLines<'a> {
    /// Reads the header. With `checks_games`, each game is checked as by [`RecordChecker`].
    fn new(file: &'a File, checks_games: bool) -> Result<Self, JournalProblem> {
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        read_line(&mut reader, &mut line)?;
        let (header, has_checksums) = parse_header(&line)?;
        Ok(Self {
            checker: checks_games.then(|| RecordChecker::new(&header.contest, header.shard)),
            fingerprint: contest_fingerprint(&line),
            summary: JournalSummary { header, games: 0, torn_bytes: 0, end: line.len() as u64 },
            reader,
            line,
            number: 1,
            seen: HashSet::new(),
            has_checksums,
        })
    }

    /// A contest read by another version of this program may be written differently, so the text counts.
    fn fingerprint_problem(&self) -> Option<JournalProblem> {
        (self.summary.header.fingerprint != self.fingerprint).then_some(JournalProblem::Fingerprint)
    }

    /// The next game; `None` at the end or at an incomplete last line. After an error other than one of input and
    /// output, the next line can be read.
    fn next(&mut self) -> Result<Option<GameRecord>, JournalProblem> {
        let length = read_line(&mut self.reader, &mut self.line)? as u64;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        let line = self.number;
        let record = match serde_json::from_slice::<GameRecord>(&self.line) {
            // A line that was being written during a crash, or is being written now, can only be the last one.
            _ if !self.line.ends_with(b"\n") => {
                self.summary.torn_bytes = length;
                return Ok(None);
            }
            Ok(record) => record,
            Err(_) if self.reader.fill_buf()?.is_empty() => {
                self.summary.torn_bytes = length;
                return Ok(None);
            }
            Err(error) => return Err(JournalProblem::Damaged { line, error: error.to_string() }),
        };
        match split_checksum(&self.line).1 {
            Some(false) => return Err(JournalProblem::Checksum { line, state: "wrong" }),
            None if self.has_checksums => return Err(JournalProblem::Checksum { line, state: "missing" }),
            Some(true) | None => {}
        }
        if !self.seen.insert(record.game) {
            return Err(JournalProblem::Duplicate { line, game: record.game });
        }
        if let Some(checker) = &self.checker {
            checker.check(&record).map_err(|problem| JournalProblem::Record {
                line,
                game: record.game,
                problem,
            })?;
        }
        self.summary.games += 1;
        self.summary.end += length;
        Ok(Some(record))
    }
}

/// The header, and whether it has a checksum.
fn parse_header(line: &[u8]) -> Result<(Header, bool), JournalProblem> {
    #[derive(Deserialize)]
    struct Version {
        journal: u32,
    }
    // An editor may have written it.
    let line = without_mark(line);
    let Version { journal } = serde_json::from_slice(line).map_err(|_| JournalProblem::NoHeader)?;
    if journal != JOURNAL_VERSION {
        return Err(JournalProblem::Version(journal));
    }
    let header: Header = serde_json::from_slice(line).map_err(|_| JournalProblem::NoHeader)?;
    header.contest.validate()?;
    match split_checksum(line).1 {
        Some(false) => Err(JournalProblem::Checksum { line: 1, state: "wrong" }),
        checksum => Ok((header, checksum.is_some())),
    }
}

/// The fingerprint of the contest in a header: the hash of its text, which is the header's last member.
fn contest_fingerprint(line: &[u8]) -> String {
    const KEY: &[u8] = b"\"contest\":";
    let (covered, _) = split_checksum(without_mark(line));
    let start = covered.windows(KEY.len()).position(|window| window == KEY).map_or(0, |at| at + KEY.len());
    digest(&covered[start..])
}
