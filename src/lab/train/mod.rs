//! Training of networks on self-play games.
//!
//! Every position has a *target*, its expected score: a mixture of the game's result and the expected score for the
//! search's score `s`, `1 / (1 + 3^(-s / win_scale))`. The network's weights minimise the loss, the mean squared error
//! (or the cross-entropy) between these targets and the expected scores for the network's output; a residual network's
//! output is first added to the hand-written evaluation of the position. Part of the games, or those of some files, are
//! held back: their loss shows how well the network generalises, and the weights of the epoch with the lowest one are
//! kept.
//!
//! Training is stochastic gradient descent with `AdamW`, with a learning rate that decays along a cosine, in 32-bit
//! floating-point numbers. In the first layer, only the rows of active inputs are touched. Outputs and gradients are
//! computed with the weights rounded to the integers of the network's file, while steps update the exact ones (a
//! "straight-through estimator"), so that the network used in play is the one that was trained. Weights are clipped so
//! that the integers fit the file and no accumulator can overflow.
//!
//! Each batch is divided into a fixed number of shards, whose gradients are added in a fixed order, so that the outcome
//! does not depend on the number of threads. A checkpoint is written after each epoch; a run that continues from it has
//! the same outcome as an uninterrupted one.

mod aligned;
mod checkpoint;
mod combination;
mod data;
mod error;
mod hidden;
mod initial;
mod kernel;
mod optimiser;
mod outcome;
mod parameters;
mod positions;
mod run;
mod schedule;
mod settings;
mod survey;
mod team;
#[cfg(test)]
mod tests;
mod zones;

pub use error::TrainError;
pub use outcome::{Agreement, TrainEvent, TrainOutcome};
pub use settings::{Loss, TrainSettings};
pub use survey::{Example, Survey, survey};

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::eval::GameEvaluation;
use crate::games::{Game, Variant, with_game};
use crate::lab::data::DataReader;
use crate::lab::selection;

use initial::Initial;

/// The game files of a run, all of one variant. No game is in more than one of them.
#[derive(Debug, Clone, Copy)]
pub struct TrainFiles<'a> {
    /// The games to train on.
    pub training: &'a [PathBuf],
    /// The games to validate with. If there are none, a share of the others is held back
    /// ([`TrainSettings::held_back`]).
    pub validation: &'a [PathBuf],
}

/// The file in which a run keeps its state between epochs.
#[derive(Debug, Clone, Copy)]
pub struct CheckpointFile<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether to continue from it. Otherwise, it must not exist.
    pub resume: bool,
}

/// Trains a network for the game in these files; calls `on_event` to report progress. `None` if `stop` was set before
/// the end; the checkpoint then contains the state after the last complete epoch.
///
/// # Errors
///
/// If the files contain different variants or cannot be read, a setting is invalid, there are too few positions, or the
/// checkpoint belongs to another run or cannot be written.
pub fn train(
    files: TrainFiles<'_>,
    settings: &TrainSettings,
    checkpoint: Option<CheckpointFile<'_>>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(TrainEvent),
) -> Result<Option<TrainOutcome>, TrainError> {
    settings.check()?;
    let (variant, readers) = selection::open(&[files.training, files.validation].concat())?;
    with_game!(
        variant,
        G => train_in::<G>(variant, files, readers, settings, checkpoint, stop, on_event)
    )
}

/// The inputs of a game's network.
type FeaturesOf<G> = <<G as Game>::Evaluation as GameEvaluation>::FeatureSet;

fn train_in<G: Game>(
    variant: Variant,
    files: TrainFiles<'_>,
    readers: Vec<DataReader>,
    settings: &TrainSettings,
    checkpoint: Option<CheckpointFile<'_>>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(TrainEvent),
) -> Result<Option<TrainOutcome>, TrainError> {
    settings.check_form::<FeaturesOf<G>>()?;
    // Before the games, which take long to read.
    let read = |path: &PathBuf| Initial::read::<FeaturesOf<G>>(path, variant, settings);
    let initial = settings.initial.as_ref().map(read).transpose()?;
    let data = data::read::<G::Evaluation>(files, readers, settings, on_event)?;
    run::train::<FeaturesOf<G>>(variant, initial.as_ref(), &data, settings, checkpoint, stop, on_event)
}
