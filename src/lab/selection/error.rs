use std::path::PathBuf;

use thiserror::Error;

use crate::games::Variant;
use crate::lab::data::DataError;

/// Why positions could not be selected from game files.
#[derive(Debug, Error)]
pub enum SelectionError {
    /// A game file cannot be read or replayed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No file was given.
    #[error("no game files were given")]
    NoFiles,
    /// A file contains games of another variant than the first.
    #[error("{}: it contains games of {found}, but the first file contains games of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The variant in the file.
        found: Variant,
        /// The variant in the first file.
        expected: Variant,
    },
    /// A file contains games with other game options than the first.
    #[error("{}: it contains games with other options than the first file", path.display())]
    OtherOptions {
        /// The file.
        path: PathBuf,
    },
    /// Games are missing in some of the files.
    #[error("{}; with --allow-incomplete, the existing games are used", joined(.0))]
    Incomplete(Vec<DataError>),
    /// Two files contain the same games.
    #[error("{} and {} contain the same games", first.display(), second.display())]
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
