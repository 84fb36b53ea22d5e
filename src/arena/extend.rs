use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::base::durable::AppendFile;

use super::journal::{Header, JournalError, JournalProblem, read_header};
use super::merge::write_line;
use super::{Contest, OutputFile};

/// Gives the journal of a contest with fewer rounds this header, so that it can be resumed with more rounds. Leaves any
/// other file unchanged.
///
/// # Errors
///
/// If the journal is in use or cannot be written; it is unchanged then.
pub fn extend_journal(path: &Path, header: &Header) -> Result<(), JournalError> {
    let Ok(found) = read_header(path) else { return Ok(()) };
    if found.shard != header.shard || !is_extension(&found.contest, &header.contest) {
        return Ok(());
    }
    let extended = Header { program: found.program, created: found.created, ..header.clone() };
    replace_header(path, &extended).map_err(JournalError::at(path))
}

/// Whether the second contest starts with the games of the first and has more of them.
fn is_extension(shorter: &Contest, longer: &Contest) -> bool {
    let appends_rounds = !longer.format.depends_on_results();
    appends_rounds && shorter.rounds < longer.rounds && shorter.differences(longer) == ["rounds"]
}

fn replace_header(path: &Path, header: &Header) -> Result<(), JournalProblem> {
    let old = AppendFile::open(path)?;
    let mut rest = BufReader::new(old.contents()?);
    rest.skip_until(b'\n')?;
    let mut new = OutputFile::create(path)?;
    write_line(&mut new, header)?;
    io::copy(&mut rest, &mut new)?;
    Ok(new.commit()?)
}
