//! The command `library check`.

use std::path::Path;

use anyhow::bail;
use clap::Args;

use quadriga::library::Library;

use super::with_path;
use crate::cli::progress::Counter;

/// Check the library: the file, every game, and the index of positions.
///
/// Each game is read and checked by its rules, and what the lists and the index say of it is compared with it. Nothing
/// is changed without --rebuild. The exit status is 1 if something is wrong.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// First build the index of positions anew from the games.
    #[arg(long)]
    rebuild: bool,
}

/// Checks the library.
///
/// # Errors
///
/// If something is wrong, or the file cannot be read.
pub fn run(arguments: &CheckArguments, library: &mut Library, path: &Path) -> anyhow::Result<()> {
    let failed = |error| with_path(error, path);
    library.set_cache(64).map_err(failed)?;
    if arguments.rebuild {
        let mut counter = Counter::new("games indexed");
        library.rebuild_index(&mut |done, total| counter.show(done, total)).map_err(failed)?;
    }
    let mut counter = Counter::new("games checked");
    let report = library.check(&mut |done, total| counter.show(done, total)).map_err(failed)?;
    drop(counter);
    for problem in &report.problems {
        outln!("{problem}");
    }
    if report.more > 0 {
        outln!("{} more problems", report.more);
    }
    outln!("{} games, {} positions in the index", report.games, report.positions);
    if !report.is_sound() {
        bail!("the library {} has {} problems", path.display(), report.problems.len() as u64 + report.more);
    }
    Ok(())
}
