//! Reads the training data.

use std::fmt::Write as _;

use crate::eval::network::{FeatureIndex, FeatureSet};
use crate::eval::{GameEvaluation, Prepared, weights_checksum};
use crate::lab::data::{DataError, DataReader, Replayer, checksum};
use crate::lab::parallel;
use crate::lab::selection::{Draw, DrawnGame, Sample, SelectionError, Suitability};

use super::kernel::Objective;
use super::positions::Positions;
use super::{TrainError, TrainEvent, TrainFiles, TrainSettings};

/// The data of a run.
pub(super) struct Data {
    /// The positions to train on.
    pub training: Positions,
    /// The positions of the games held back.
    pub held_back: Positions,
    /// The number of games with selected positions.
    pub games: usize,
    /// For each input, the corresponding one in the mirror image.
    pub mirror: Vec<FeatureIndex>,
    /// Lines about the files, for the network's recipe.
    pub files: String,
    /// The checksum of the weights of the hand-written evaluation.
    pub hand_written: u32,
    /// The evaluation with an expected score of 75%.
    pub win_scale: f64,
}

/// Reads the games and selects positions.
pub(super) fn read<E: GameEvaluation>(
    files: TrainFiles<'_>,
    mut readers: Vec<DataReader>,
    settings: &TrainSettings,
    on_event: &mut dyn FnMut(TrainEvent),
) -> Result<Data, TrainError> {
    let weights = Prepared::new(E::FITTED);
    let win_scale = settings.win_scale.unwrap_or(E::WIN_SCALE.into());
    let objective = Objective::new(settings, win_scale);
    let all = files.training.len() + files.validation.len();
    let (mut training, mut held_back) = (Positions::default(), Positions::default());
    let mut games = 0;
    let mut counts = Vec::with_capacity(all);
    let mut incomplete = Vec::new();
    let validation = readers.split_off(files.training.len());
    for (readers, is_validation) in [(readers, false), (validation, true)] {
        let draw = Draw {
            seed: settings.seed,
            held_back: if files.validation.is_empty() { settings.held_back } else { 0.0 },
            every: settings.sampling.every,
            allow_incomplete: settings.allow_incomplete,
        };
        incomplete.extend(draw.games(readers, |replayer, drawn| {
            let before = training.len() + held_back.len();
            let encoded = parallel::map(settings.threads, drawn.len(), |index| {
                encode::<E>(&weights, &replayer, &drawn[index], settings, &objective)
            });
            for (game, positions) in drawn.iter().zip(encoded) {
                let positions = positions.map_err(SelectionError::from)?;
                games += usize::from(positions.len() > 0);
                let target = if is_validation || game.is_held_back { &mut held_back } else { &mut training };
                target.append(&positions);
            }
            counts.push(training.len() + held_back.len() - before);
            on_event(TrainEvent::File { done: counts.len(), files: all });
            Ok(())
        })?);
    }
    for text in incomplete {
        on_event(TrainEvent::Incomplete(text));
    }
    let mut lines = String::new();
    let training_files = files.training.iter().map(|path| ("file", path));
    let validation_files = files.validation.iter().map(|path| ("validation", path));
    for ((kind, path), count) in training_files.chain(validation_files).zip(counts) {
        let checksum = checksum(path).map_err(|error| TrainError::Io { path: path.clone(), error })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{kind}={name} crc32={checksum:08x} positions={count}");
    }
    on_event(TrainEvent::Read { training: training.len(), held_back: held_back.len(), games });
    // The order of positions is stored in 32-bit numbers.
    if training.len() < LEAST_POSITIONS || training.len() > u32::MAX as usize || held_back.len() == 0 {
        return Err(TrainError::TooFew(training.len(), held_back.len()));
    }
    Ok(Data {
        training,
        held_back,
        games,
        mirror: (0..E::FeatureSet::COUNT)
            .map(|input| E::FeatureSet::mirrored(input as FeatureIndex))
            .collect(),
        files: lines,
        hand_written: weights_checksum(&E::FITTED),
        win_scale,
    })
}

/// The minimum number of positions.
const LEAST_POSITIONS: usize = 100;

/// The selected positions of a game.
fn encode<E: GameEvaluation>(
    weights: &Prepared<E::WeightSet>,
    replayer: &Replayer<E::Position>,
    drawn: &DrawnGame,
    settings: &TrainSettings,
    objective: &Objective,
) -> Result<Positions, DataError> {
    let mut positions = Positions::default();
    let (mut samples, mut selected) = (Vec::with_capacity(drawn.game.plies.len()), Vec::new());
    let (sampling, win_scale) = (&settings.sampling, E::WIN_SCALE);
    sampling.select(
        replayer,
        &drawn.game,
        win_scale,
        drawn.first,
        |position, ply, suitability, sample| {
            samples.push(sample);
            if let (Suitability::Selected, Some(sample)) = (suitability, sample) {
                positions.push::<E>(weights, position, sample, settings.residual);
                selected.push(ply);
            }
        },
    )?;
    let outlooks = outlooks(&samples, settings.horizon, objective);
    positions.set_outlooks(selected.into_iter().map(|ply| outlooks[ply]));
    Ok(positions)
}

/// The expected scores of the positions of a game, from the side to move's point of view: weighted means of those given
/// by the search in the position, by later searches and by the result, with weights that decay geometrically so that
/// `horizon` is the mean number of plies ahead. (TD(λ) of Sutton 1988 with λ = horizon / (1 + horizon).) Nothing is
/// propagated across a random move, which may have been a blunder. Positions without a score get 0.
pub(super) fn outlooks(samples: &[Option<Sample>], horizon: f64, objective: &Objective) -> Vec<f32> {
    let decay = (horizon / (1.0 + horizon)) as f32;
    // The result, and then the outlook of the following position, from the point of view of the side to move there.
    let mut after = samples.last().copied().flatten().map(|last| 1.0 - last.result as f32);
    let mut outlooks = vec![0.0; samples.len()];
    for (outlook, sample) in outlooks.iter_mut().zip(samples).rev() {
        after = sample.map(|sample| {
            let expected = objective.expected_of_search(sample.score as f32);
            *outlook = after.map_or(expected, |after| expected + decay * (1.0 - after - expected));
            *outlook
        });
    }
    outlooks
}
