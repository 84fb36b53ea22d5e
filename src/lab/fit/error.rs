use std::path::PathBuf;

use thiserror::Error;

use crate::games::Variant;
use crate::lab::data::DataError;

/// A fit that cannot be made.
#[derive(Debug, Error)]
pub enum FitError {
    /// A file of games cannot be read or replayed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// There is no file.
    #[error("there are no files of games to fit to")]
    NoFiles,
    /// A file holds games of another kind than the first.
    #[error("{}: it holds games of {found}, and the first file games of {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: Variant,
        /// What the first file holds.
        expected: Variant,
    },
    /// A setting is beyond its range.
    #[error("{name} is {value}, which is not {range}")]
    Setting {
        /// The setting, as the command line calls it.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
    /// Too little is left after choosing quiet positions.
    #[error("{0} positions to fit to and {1} to check with are too few")]
    TooFew(usize, usize),
    /// The win scale cannot be told from the games.
    #[error("the scores say nothing of the results: the side with the better score does not win more often")]
    Scores,
}
