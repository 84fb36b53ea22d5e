//! The journal of a contest: one line of JSON per entry. The first line is a [`Header`], every other one a
//! [`GameRecord`]. A game counts once its line is on disk.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::durable::{AppendError, AppendFile, Lines, checked_line, split_checksum};
use crate::base::files::{FileError, FileProblem, open_file};
use crate::base::without_mark;

use super::contest::{ContestError, digest};
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
    /// The part of the contest in this journal.
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

/// Why a journal could not be written or read.
pub type JournalError = FileError<JournalProblem>;

impl FileProblem for JournalProblem {
    const FILE: &'static str = "journal ";
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalProblem {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be opened for appending.
    #[error(transparent)]
    File(#[from] AppendError),
    /// The first line is not a header.
    #[error("the file does not begin with a journal header")]
    NoHeader,
    /// The format version is unknown.
    #[error("unsupported version {0}; this program reads version {JOURNAL_VERSION}")]
    Version(u32),
    /// The journal belongs to a different contest.
    #[error("it belongs to a contest with other settings: {0}")]
    OtherContest(String),
    /// The journal contains a different shard.
    #[error("it contains shard {found}, not {expected}")]
    OtherShard {
        /// The shard in the file.
        found: Shard,
        /// The requested shard.
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
    /// The fingerprint does not match the contest.
    #[error("the header is damaged: its fingerprint does not match its contest")]
    Fingerprint,
    /// The contest in the header is invalid.
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
        /// The file in which all games so far were saved, if that succeeded.
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
    file: AppendFile,
}

/// The contents of a journal other than its games.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalSummary {
    /// The header.
    pub header: Header,
    /// The number of games.
    pub games: usize,
    /// The length of an incomplete last line, left behind by a crash or kill. It does not count.
    pub torn_bytes: u64,
}

/// The beginning of every journal.
const BEGINNING: &[u8] = b"{\"journal\":";

impl Journal {
    /// Creates a journal.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let create = || Ok(AppendFile::create(path)?);
        let mut file = create().map_err(JournalError::at(path))?;
        let result = checked_line(header).and_then(|line| file.begin(&line));
        Self::unless_failed(file, result.map_err(JournalProblem::from)).map(|(journal, ())| journal)
    }

    /// Opens a journal for appending, and calls `visit` with every game in it. An incomplete last line is removed. If
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
        let open = || Ok(AppendFile::open(path)?);
        let mut file = open().map_err(JournalError::at(path))?;
        let result = (|| {
            let contents = file.contents()?;
            let mut first = Lines::from(&contents, 0)?;
            if !first.advance()? {
                // A file other than a journal must not be overwritten.
                if !first.is_torn_beginning(BEGINNING) {
                    return Err(JournalProblem::NoHeader);
                }
                file.begin(&checked_line(header)?)?;
                return Ok(None);
            }
            let (summary, end) = read_lines(&contents, |found| check_header(found, header), true, visit)?;
            file.cut(end)?;
            Ok(Some(summary))
        })();
        Self::unless_failed(file, result)
    }

    /// Closes the file if something failed.
    fn unless_failed<T>(
        file: AppendFile,
        result: Result<T, JournalProblem>,
    ) -> Result<(Self, T), JournalError> {
        match result {
            Ok(value) => Ok((Self { file }, value)),
            Err(problem) => {
                let path = file.path().to_owned();
                file.discard_if_fresh();
                Err(JournalError { path, problem })
            }
        }
    }

    /// Removes the file if it did not exist before and contains no game.
    pub fn discard_if_fresh(self) {
        self.file.discard_if_fresh();
    }

    /// Appends a game and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the file was deleted.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let mut append = || {
            self.file.append(&checked_line(record)?)?;
            Ok(self.file.sync()?)
        };
        append().map_err(JournalError::at(self.file.path()))?;
        self.check_in_place()
    }

    /// Checks that the file still has its name. Otherwise, its contents are saved under that name, or a similar one if
    /// it is taken.
    ///
    /// # Errors
    ///
    /// If the file was deleted or replaced.
    pub fn check_in_place(&self) -> Result<(), JournalError> {
        if self.file.is_in_place() {
            return Ok(());
        }
        Err(JournalError::at(self.file.path())(JournalProblem::Gone { saved: self.file.rescue() }))
    }
}

/// Reads the header of a journal.
///
/// # Errors
///
/// If it has none, or the file cannot be read.
pub fn read_header(path: &Path) -> Result<Header, JournalError> {
    let read = || {
        let file = open_file(path)?;
        let mut lines = Lines::from(&file, 0)?;
        lines.advance()?;
        parse_header(lines.text()).map(|(header, _)| header)
    };
    read().map_err(JournalError::at(path))
}

/// Reads a journal without modifying it, and calls `visit` with every game. The games themselves are not checked.
///
/// # Errors
///
/// If the file is not a journal, or is damaged.
pub fn read_journal(path: &Path, visit: impl FnMut(GameRecord)) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&open_file(path)?, |_| Ok(()), false, visit);
    read().map(|(summary, _)| summary).map_err(JournalError::at(path))
}

/// Reads a journal without modifying it, replays every game according to the rules, and passes it to `visit`.
///
/// # Errors
///
/// If the file is not a journal or is damaged, or if a game contradicts itself, the rules, or the contest.
pub fn read_checked_journal(
    path: &Path,
    visit: impl FnMut(GameRecord),
) -> Result<JournalSummary, JournalError> {
    let read = || read_lines(&open_file(path)?, |_| Ok(()), true, visit);
    read().map(|(summary, _)| summary).map_err(JournalError::at(path))
}

/// The findings of [`verify_journal`].
#[derive(Debug)]
pub struct Verification {
    /// The summary; it only counts games without a problem.
    pub summary: JournalSummary,
    /// The problems, in the order of the lines.
    pub problems: Vec<JournalProblem>,
    /// Whether the lines have checksums. Journals of older versions do not.
    pub has_checksums: bool,
}

/// Replays all games of a journal according to the rules, and continues after problems.
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
    verify().map_err(JournalError::at(path))
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

/// Reads all games; also returns the end of the last complete line.
fn read_lines(
    file: &File,
    check: impl FnOnce(&Header) -> Result<(), JournalProblem>,
    checks_games: bool,
    mut visit: impl FnMut(GameRecord),
) -> Result<(JournalSummary, u64), JournalProblem> {
    let mut lines = JournalLines::new(file, checks_games)?;
    check(&lines.summary.header)?;
    if let Some(problem) = lines.fingerprint_problem() {
        return Err(problem);
    }
    while let Some(record) = lines.next()? {
        visit(record);
    }
    Ok((lines.summary, lines.lines.end()))
}

/// Reads a journal line by line.
struct JournalLines<'a> {
    lines: Lines<'a>,
    /// The games read so far.
    seen: HashSet<usize>,
    checker: Option<RecordChecker>,
    has_checksums: bool,
    /// The fingerprint of the contest as written in the header.
    fingerprint: String,
    summary: JournalSummary,
}

impl<'a> JournalLines<'a> {
    /// Reads the header. With `checks_games`, each game is checked by a [`RecordChecker`].
    fn new(file: &'a File, checks_games: bool) -> Result<Self, JournalProblem> {
        let mut lines = Lines::from(file, 0)?;
        lines.advance()?;
        let (header, has_checksums) = parse_header(lines.text())?;
        Ok(Self {
            checker: checks_games.then(|| RecordChecker::new(&header.contest, header.shard)),
            fingerprint: contest_fingerprint(lines.text()),
            summary: JournalSummary { header, games: 0, torn_bytes: 0 },
            lines,
            seen: HashSet::new(),
            has_checksums,
        })
    }

    /// Another version of this program may have written the contest differently, so the text is compared.
    fn fingerprint_problem(&self) -> Option<JournalProblem> {
        (self.summary.header.fingerprint != self.fingerprint).then_some(JournalProblem::Fingerprint)
    }

    /// The next game; `None` at the end or at an incomplete last line. After any error except an I/O error, the next
    /// line can be read.
    fn next(&mut self) -> Result<Option<GameRecord>, JournalProblem> {
        if !self.lines.advance()? {
            self.summary.torn_bytes = self.lines.torn_bytes();
            return Ok(None);
        }
        let line = self.lines.number();
        let record = match serde_json::from_slice::<GameRecord>(self.lines.text()) {
            Ok(record) => record,
            Err(error) => {
                if self.lines.is_torn()? {
                    self.summary.torn_bytes = self.lines.torn_bytes();
                    return Ok(None);
                }
                return Err(JournalProblem::Damaged { line, error: error.to_string() });
            }
        };
        match split_checksum(self.lines.text()).1 {
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
        Ok(Some(record))
    }
}

/// Parses the header; also returns whether it has a checksum.
fn parse_header(line: &[u8]) -> Result<(Header, bool), JournalProblem> {
    #[derive(Deserialize)]
    struct Version {
        journal: u32,
    }
    // An editor may have added a byte order mark.
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
