//! The command `library`: imports, finds and exports games of the library, and checks it.

mod check;
mod export;
mod import;
mod search;
mod selection;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};

use quadriga::base::files::folder_of;
use quadriga::library::{Library, LibraryError};

use super::folders::library_file;

/// Keep games in a library: import, find, export and check them.
///
/// The library is one file with all games that were played or opened on the board and those that were imported, each
/// with its variations, comments and everything else that its file said. docs/library.md describes it.
#[derive(Debug, Args)]
pub struct LibraryArguments {
    /// The library's file [default: games.sqlite in the user's data folder, the library of the board].
    #[arg(long, value_name = "FILE", global = true)]
    library: Option<PathBuf>,

    #[command(subcommand)]
    command: LibraryCommand,
}

#[derive(Debug, Subcommand)]
enum LibraryCommand {
    Import(import::ImportArguments),
    Search(search::SearchArguments),
    Export(export::ExportArguments),
    Check(check::CheckArguments),
}

/// Executes the command.
///
/// # Errors
///
/// If the library cannot be opened or changed, or the command reports a failure.
pub fn run(arguments: &LibraryArguments) -> anyhow::Result<()> {
    let path = match &arguments.library {
        Some(path) => path.clone(),
        None => {
            library_file().context("there is no folder for your data; name the library with --library")?
        }
    };
    let name = |error| with_path(error, &path);
    match &arguments.command {
        LibraryCommand::Import(command) => {
            if arguments.library.is_none() {
                let folder = folder_of(&path);
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            }
            let mut library = Library::open(&path).map_err(name)?;
            import::run(command, &mut library, &path)
        }
        LibraryCommand::Search(command) => search::run(command, &existing(&path)?, &path),
        LibraryCommand::Export(command) => export::run(command, &existing(&path)?, &path),
        LibraryCommand::Check(command) => check::run(command, &mut existing(&path)?, &path),
    }
}

fn existing(path: &Path) -> anyhow::Result<Library> {
    Library::open_existing(path).map_err(|error| with_path(error, path))
}

/// The error with the file that it is about.
#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn with_path(error: LibraryError, path: &Path) -> anyhow::Error {
    let hint = match error {
        LibraryError::Missing => "; `quadriga library import` and the board create one",
        LibraryError::Damaged(_) => "; `quadriga library check` tells what can still be read",
        _ => "",
    };
    anyhow::anyhow!("the library {}: {error}{hint}", path.display())
}
