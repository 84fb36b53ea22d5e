//! The command `library export`.

use std::path::Path;

use anyhow::bail;
use clap::Args;

use quadriga::library::{Library, LibraryError};
use quadriga::records::ParsedGame;

use super::selection::SelectionArguments;
use super::with_path;
use crate::cli::convert::{OutputArguments, WriteError};

/// Write games of the library to a file.
///
/// Writes the games that meet all conditions, in the order in which they came into the library; without conditions all
/// games. What the format cannot represent is reported on standard error. A game that it cannot represent at all is
/// reported and left out; the exit status is 1 then.
#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(flatten)]
    output: OutputArguments,

    /// Report only which games are left out, not what of them is lost.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    selection: SelectionArguments,
}

/// Writes the games.
///
/// # Errors
///
/// If an argument is invalid, the library cannot be read, the output cannot be written, or a game was left out.
pub fn run(arguments: &ExportArguments, library: &Library, path: &Path) -> anyhow::Result<()> {
    let failed = |error| with_path(error, path);
    let filter = arguments.selection.filter()?;
    let games = library.ids(&filter).map_err(failed)?;
    let format = arguments.output.format()?;
    let mut output = arguments.output.create(format)?;
    let mut refused = 0;
    for &id in &games {
        let mut tree = match library.game(id) {
            Ok(game) => game.tree,
            // Somebody has removed it meanwhile.
            Err(LibraryError::NoGame(_)) => continue,
            Err(error @ LibraryError::Game { .. }) => {
                refused += 1;
                errln!("library: {error}");
                continue;
            }
            Err(error) => return Err(failed(error)),
        };
        arguments.output.reduce(&mut tree);
        match output.write(&ParsedGame::new(1, tree)) {
            Ok(()) => {}
            Err(WriteError::Notation(error)) => {
                refused += 1;
                errln!("library: game {id}: {error}");
            }
            Err(WriteError::Io(error)) => return Err(error.into()),
        }
    }
    for what in output.finish()? {
        if !arguments.quiet {
            errln!("library: left out, as {format} cannot represent it: {what}");
        }
    }
    if let Some(file) = &arguments.output.output {
        outln!("{} games written to {}", games.len() - refused, file.display());
    }
    if refused > 0 {
        bail!("{refused} of {} games left out", games.len());
    }
    Ok(())
}
