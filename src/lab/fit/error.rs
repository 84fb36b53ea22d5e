use std::path::PathBuf;

use thiserror::Error;

use crate::lab::data::DataError;
use crate::rules::Variant;

/// A fit could not be made.
#[derive(Debug, Error)]
pub enum FitError {
    /// A game file cannot be read or replayed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No file was given.
    #[error("there are no files of games to fit to")]
    NoFiles,
    /// A file holds games of another variant than the first.
    #[error("{}: it holds games of {found}, and the first file games of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: Variant,
        /// What the first file holds.
        expected: Variant,
    },
    /// A setting is out of range.
    #[error("{name} is {value}, which is not {range}")]
    Setting {
        /// The setting's name on the command line.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The valid range.
        range: &'static str,
    },
    /// There are too few suitable positions.
    #[error("{0} positions to fit to and {1} to check with are too few")]
    TooFew(usize, usize),
    /// The win scale cannot be estimated from the games.
    #[error("the scores say nothing of the results: the side with the better score does not win more often")]
    Scores,
}
