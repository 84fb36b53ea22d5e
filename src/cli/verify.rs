//! The command `verify`.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use quadriga::arena::verify_journal;

/// Replay all games of journals by the rules, and check every line.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
}

/// Verifies the journals.
///
/// # Errors
///
/// If a journal cannot be read, or contains errors.
pub fn run(arguments: &VerifyArguments) -> anyhow::Result<()> {
    let mut problems = 0;
    for path in &arguments.journals {
        let found = verify_journal(path)?;
        let path = path.display();
        for problem in &found.problems {
            outln!("{path}: {problem}");
        }
        problems += found.problems.len();
        if found.summary.torn_bytes > 0 {
            outln!("{path}: the last line is incomplete and ignored");
        }
        if !found.has_checksums {
            outln!("{path}: written by an older version, without checksums");
        }
        outln!("{path}: {} valid games, {} problems", found.summary.games, found.problems.len());
    }
    if problems > 0 {
        bail!("{problems} problems found");
    }
    Ok(())
}
