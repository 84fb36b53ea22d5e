//! Fitting the hand-written evaluations to games.
//!
//! Every position has an expected score, `1 / (1 + 3^(-e / win_scale))` for an evaluation of `e` for the side to move.
//! The weights minimise the cross-entropy (the loss) between these expected scores and the positions' *targets*: a
//! mixture of the expected score for the search's score and the game's result. The scale is the maximum-likelihood one
//! for the search's scores and the results.
//!
//! The evaluation is a black box: its derivative with respect to a weight is measured by moving the weight a step up
//! and down and evaluating. With the evaluation linearised in this way, the problem is convex and is solved by Newton's
//! method, within each weight's bounds ([`crate::eval::Fitting`]) and with a regularisation that pulls the weights
//! towards their previous values, so that weights about which the games contain no information keep theirs. As the
//! evaluation is not quite linear, this is repeated for several rounds. Part of the games are held back: a round that
//! increases their loss is discarded, and is the last.

mod error;
mod linear;
mod newton;
mod outcome;
mod provenance;
mod rounds;
mod samples;
mod settings;

pub use error::FitError;
pub use outcome::{FitEvent, FitOutcome, WeightChange};
pub use settings::FitSettings;

use std::path::PathBuf;

use crate::eval::GameEvaluation;
use crate::games::{Game, with_game};
use crate::lab::selection;

/// Fits the weights for the game in these files; calls `on_event` to report progress.
///
/// # Errors
///
/// If the files contain different variants or cannot be read, a setting is invalid, or there are too few positions.
pub fn fit(
    files: &[PathBuf],
    settings: &FitSettings,
    on_event: &mut dyn FnMut(FitEvent),
) -> Result<FitOutcome, FitError> {
    settings.check()?;
    let (variant, readers) = selection::open(files)?;
    with_game!(variant, G => rounds::fit::<<G as Game>::Evaluation>(readers, settings, on_event))
}

/// The source file with the weights for the game in these files, relative to the root of the repository.
///
/// # Errors
///
/// If the files contain different variants or the same games, or cannot be read.
pub fn weights_file(files: &[PathBuf]) -> Result<&'static str, FitError> {
    let (variant, _) = selection::open(files)?;
    Ok(with_game!(variant, G => <G as Game>::Evaluation::FILE.path))
}
