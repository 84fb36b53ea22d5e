use std::path::PathBuf;

use thiserror::Error;

use crate::games::Variant;
use crate::lab::data::DataError;

/// Positions could not be selected from game files.
#[derive(Debug, Error)]
pub enum SelectionError {
    /// A game file cannot be read or replayed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No file was given.
    #[error("no game files were given")]
    NoFiles,
    /// A file holds games of another variant than the first.
    #[error("{}: it holds games of {found}, but the first file holds games of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: Variant,
        /// What the first file holds.
        expected: Variant,
    },
    /// A file holds games with other game options than the first.
    #[error("{}: it holds games with other options than the first file", path.display())]
    OtherOptions {
        /// The file.
        path: PathBuf,
    },
    /// Games are missing in some of the files.
    #[error("{}; with --allow-incomplete, the games that are there are used", joined(.0))]
    Incomplete(Vec<DataError>),
    /// Two files hold the same games.
    #[error("{} and {} hold the same games", first.display(), second.display())]
    SameGames {
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
}

fn joined(errors: &[DataError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
