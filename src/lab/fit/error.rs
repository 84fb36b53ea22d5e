use std::path::PathBuf;

use thiserror::Error;

use crate::games::Variant;
use crate::lab::data::DataError;

/// A fit could not be made.
#[derive(Debug, Error)]
pub enum FitError {
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
    /// A setting is out of range.
    #[error("{name} is {value}, but must be {range}")]
    Setting {
        /// The setting's name on the command line.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The valid range.
        range: &'static str,
    },
    /// There are too few suitable positions.
    #[error("too few positions: {0} to fit to, {1} held back")]
    TooFew(usize, usize),
    /// The win scale cannot be estimated from the games.
    #[error("cannot estimate the win scale: the side with the better score does not win more often")]
    Scores,
}

fn joined(errors: &[DataError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
