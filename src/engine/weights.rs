use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::eval::{Fittable, WeightsError, read_weights};

/// A file with weights that cannot be used.
#[derive(Debug, Error)]
pub enum LoadWeightsError {
    /// The file cannot be read.
    #[error("{} cannot be read: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// The file does not hold weights of this evaluation.
    #[error("{}, {error}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: WeightsError,
    },
}

/// The weights in a file (see [`read_weights`]), or the built-in ones.
///
/// # Errors
/// If the file cannot be read or does not hold weights of this evaluation.
pub fn load_weights<E: Fittable>(file: Option<&Path>) -> Result<Arc<E::Weights>, LoadWeightsError> {
    let Some(path) = file else { return Ok(E::built_in_weights()) };
    let text =
        fs::read_to_string(path).map_err(|error| LoadWeightsError::File { path: path.to_owned(), error })?;
    read_weights::<E>(&text).map_err(|error| LoadWeightsError::Weights { path: path.to_owned(), error })
}
