use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::lab::SettingError;
use crate::lab::data::DataError;
use crate::lab::selection::SelectionError;

/// Why a network could not be trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Positions could not be selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// A setting is out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// There are too few suitable positions.
    #[error("too few positions: {0} to train on, {1} held back")]
    TooFew(usize, usize),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The initial network cannot be used.
    #[error("initial network {}: {problem}", path.display())]
    Initial {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// There is already a checkpoint.
    #[error("{}: the checkpoint of an interrupted run; continue it with --resume, or remove it", .0.display())]
    CheckpointExists(PathBuf),
    /// The checkpoint cannot be used.
    #[error("checkpoint {}: {problem}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl From<DataError> for TrainError {
    fn from(error: DataError) -> Self {
        Self::Selection(error.into())
    }
}
