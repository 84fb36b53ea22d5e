use std::collections::HashMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Key;
use crate::base::durable::{AppendError, AppendFile, Lines, checked_line, split_checksum};
use crate::base::files::{FileError, FileProblem};

use super::SolveSettings;
use super::question::{Coordinates, Finding, Question, coordinates};

/// The version of the journal format. It is incremented when older readers would misread newer files.
const VERSION: u32 = 1;
/// The beginning of every journal.
const BEGINNING: &[u8] = b"{\"solve\":";

/// The first line: what the findings depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    /// The format version, [`VERSION`].
    solve: u32,
    variant: String,
    size: usize,
    efforts: [u32; 2],
    nodes: u64,
}

/// A question within a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Asked {
    Attack,
    /// With the number of moves found before.
    Another(usize),
    /// With the number of moves left out.
    Long(usize),
    Zone(Coordinates),
    Rest(Coordinates),
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// The canonical key in hexadecimal digits.
    key: String,
    asked: Asked,
    found: Finding,
}

/// Everything that was found out about positions, in memory and in a file from which an interrupted search goes on. It
/// serves all starting positions of a variant and size.
#[derive(Debug)]
pub struct Journal {
    file: AppendFile,
    findings: HashMap<(Key, Asked), Finding>,
    /// The findings since the last one that is certainly on disk.
    unsynced: usize,
}

/// Why a journal cannot be used.
pub type JournalError = FileError<JournalProblem>;

impl FileProblem for JournalProblem {
    const FILE: &'static str = "the journal ";
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalProblem {
    /// It cannot be opened or written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("the file is not a journal of quadriga solve")]
    NoHeader,
    /// The journal belongs to other settings.
    #[error("it was written with other settings: {found}; these are {expected}")]
    OtherSettings {
        /// The header found.
        found: String,
        /// The header expected.
        expected: String,
    },
    /// A line is damaged.
    #[error("line {0} is damaged")]
    Damaged(usize),
    /// A finding does not fit its position.
    #[error("a finding does not fit the position {0}")]
    Mismatch(String),
}

impl Journal {
    /// Opens a journal, creating it if necessary. Returns the length of an incomplete last line that was removed, too.
    ///
    /// # Errors
    /// If it belongs to other settings, is damaged, or cannot be written.
    pub fn open(path: &Path, settings: &SolveSettings, size: usize) -> Result<(Self, u64), JournalError> {
        let header = Header {
            solve: VERSION,
            variant: settings.variant.name().to_owned(),
            size,
            efforts: settings.efforts,
            nodes: settings.nodes,
        };
        let open = || {
            let mut file = AppendFile::open(path)?;
            let mut findings = HashMap::new();
            let end = read(&file, &header, &mut findings)?;
            let torn_bytes = file.cut(end)?;
            if end == 0 {
                file.begin(&checked_line(&header)?)?;
            }
            Ok((Self { file, findings, unsynced: 0 }, torn_bytes))
        };
        open().map_err(JournalError::at(path))
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether nothing was found yet.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// What was found, if the question was answered before. With another book, the moves that were tried before another
    /// one was looked for may have been others.
    pub(super) fn finding(&self, key: Key, question: &Question) -> Option<&Finding> {
        let found = self.findings.get(&(key, asked(question)))?;
        match (question, found) {
            (Question::Another(tried) | Question::Long(tried), Finding::Move(at, _)) => {
                let is_tried = tried.iter().any(|&tried| coordinates(tried) == *at);
                (!is_tried).then_some(found)
            }
            _ => Some(found),
        }
    }

    /// Adds a finding.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, key: Key, question: &Question, found: Finding) -> Result<(), JournalError> {
        /// More are not lost if the machine stops.
        const SYNC_INTERVAL: usize = 200;
        let asked = asked(question);
        let entry = Entry { key: format!("{:016x}", key.0), asked, found };
        let mut append = || {
            self.file.append(&checked_line(&entry)?)?;
            self.unsynced += 1;
            if self.unsynced >= SYNC_INTERVAL {
                self.unsynced = 0;
                self.file.sync()?;
            }
            Ok(())
        };
        append().map_err(|problem| self.error(problem))?;
        self.findings.insert((key, asked), entry.found);
        Ok(())
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn sync(&self) -> Result<(), JournalError> {
        self.file.sync().map_err(|error| self.error(error.into()))
    }

    /// The error that a finding does not fit this position.
    pub(super) fn mismatch(&self, position: String) -> JournalError {
        self.error(JournalProblem::Mismatch(position))
    }

    fn error(&self, problem: JournalProblem) -> JournalError {
        JournalError::at(self.file.path())(problem)
    }
}

fn asked(question: &Question) -> Asked {
    match question {
        Question::Attack => Asked::Attack,
        Question::Another(tried) => Asked::Another(tried.len()),
        Question::Long(tried) => Asked::Long(tried.len()),
        Question::Zone(at) => Asked::Zone(coordinates(*at)),
        Question::Rest(at) => Asked::Rest(coordinates(*at)),
    }
}

/// The object in a line, without its checksum; `None` if it is damaged.
fn object<T: for<'de> Deserialize<'de>>(line: &[u8]) -> Option<T> {
    let (covered, is_right) = split_checksum(line);
    let text = [covered, b"}"].concat();
    serde_json::from_slice(&text).ok().filter(|_| is_right == Some(true))
}

/// Reads all findings; returns the end of the last complete line, 0 if the header is incomplete.
fn read(
    file: &AppendFile,
    expected: &Header,
    findings: &mut HashMap<(Key, Asked), Finding>,
) -> Result<u64, JournalProblem> {
    let file = file.contents()?;
    let mut lines = Lines::from(&file, 0)?;
    if !lines.advance()? {
        // A file other than a journal must not be overwritten.
        let is_ours = lines.is_torn_beginning(BEGINNING);
        return if is_ours { Ok(0) } else { Err(JournalProblem::NoHeader) };
    }
    let header: Header = object(lines.text()).ok_or(JournalProblem::NoHeader)?;
    if header != *expected {
        let text = |header: &Header| {
            let Header { solve, variant, size, efforts: [first, second], nodes } = header;
            format!("version {solve}, {variant}, {size} points, efforts {first} and {second}, {nodes} nodes")
        };
        return Err(JournalProblem::OtherSettings { found: text(&header), expected: text(expected) });
    }
    while lines.advance()? {
        let entry = object::<Entry>(lines.text());
        let Some((entry, key)) = entry.and_then(|entry| {
            let key = u64::from_str_radix(&entry.key, 16).ok()?;
            Some((entry, Key(key)))
        }) else {
            if lines.is_torn()? {
                break;
            }
            return Err(JournalProblem::Damaged(lines.number()));
        };
        findings.insert((key, entry.asked), entry.found);
    }
    Ok(lines.end())
}
