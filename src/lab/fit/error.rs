use thiserror::Error;

use crate::lab::SettingError;
use crate::lab::selection::SelectionError;

/// Why a fit failed.
#[derive(Debug, Error)]
pub enum FitError {
    /// Positions could not be selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// A setting is out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// There are too few suitable positions.
    #[error("too few positions: {0} to fit to, {1} held back")]
    TooFew(usize, usize),
    /// The win scale cannot be estimated from the games.
    #[error("cannot estimate the win scale: the side with the better score does not win more often")]
    Scores,
}
