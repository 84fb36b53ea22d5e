//! A file beside a journal that ends the run writing the journal. Whoever sees all their results can thus stop shards
//! on several machines, using nothing but shared files.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::files::read_file;
use crate::base::without_mark;

use super::output_file::write_file;

/// How often a run checks for its stop file.
const INTERVAL: Duration = Duration::from_secs(1);

/// The maximum size of a stop file.
const MAX_BYTES: u64 = 1 << 16;

/// The contents of a stop file.
#[derive(Debug, Serialize, Deserialize)]
struct StopRequest {
    /// The fingerprint of the contest to stop: a file left behind by another contest has no effect.
    fingerprint: String,
    reason: String,
}

/// The stop file of a journal: its name with `.stop` appended.
pub fn stop_file(journal: &Path) -> PathBuf {
    let mut name = OsString::from(journal);
    name.push(".stop");
    name.into()
}

/// Asks the run that writes this journal, now or later, to stop.
///
/// # Errors
///
/// If the file cannot be written.
pub fn request_stop(journal: &Path, fingerprint: &str, reason: &str) -> io::Result<()> {
    let request = StopRequest { fingerprint: fingerprint.to_owned(), reason: reason.to_owned() };
    write_file(&stop_file(journal), format!("{}\n", serde_json::to_string(&request)?).as_bytes())
}

/// Why the run that writes this journal was asked to stop, if it was. Any contents except a request to stop another
/// contest count, so that an empty file created by hand works, too; so does anything other than a regular file, which
/// is not read.
pub fn stop_reason(journal: &Path, fingerprint: &str) -> Option<String> {
    let path = stop_file(journal);
    let contents = match read_file(&path, MAX_BYTES) {
        Ok(contents) => contents,
        Err(error) if is_there_for_good(&error) => return Some(format!("{}: {error}", path.display())),
        Err(error) => {
            // On a shared file system, the next attempt may succeed.
            if error.kind() != ErrorKind::NotFound {
                log::warn!("{}: {error}", path.display());
            }
            return None;
        }
    };
    let bytes = without_mark(&contents);
    if let Ok(request) = serde_json::from_slice::<StopRequest>(bytes) {
        return (request.fingerprint == fingerprint).then_some(request.reason);
    }
    let text = String::from_utf8_lossy(bytes);
    let line = text.lines().next().unwrap_or_default().trim();
    Some(if line.is_empty() { "no reason given".to_owned() } else { crate::base::shorten(line) })
}

/// Whether there is something that the next attempt cannot read either.
fn is_there_for_good(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidInput
            | ErrorKind::IsADirectory
            | ErrorKind::FileTooLarge
            | ErrorKind::PermissionDenied
    )
}

/// Checks for the stop file of a journal at intervals.
#[derive(Debug)]
pub(super) struct StopFileWatch {
    journal: PathBuf,
    fingerprint: String,
    last_look: Option<Instant>,
}

impl StopFileWatch {
    /// A watch that has not checked yet.
    pub const fn new(journal: PathBuf, fingerprint: String) -> Self {
        Self { journal, fingerprint, last_look: None }
    }

    /// Whether the run should stop. Most calls return without checking the file.
    pub fn requests_stop(&mut self) -> bool {
        if self.last_look.is_some_and(|last| last.elapsed() < INTERVAL) {
            return false;
        }
        self.last_look = Some(Instant::now());
        stop_reason(&self.journal, &self.fingerprint).is_some()
    }
}
