//! A survey of game files from the point of view of training.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::base::Notation;
use crate::eval::network::{FeatureIndex, FeatureSet};
use crate::eval::{GameEvaluation, Prepared};
use crate::games::{Game, Variant, with_game};
use crate::lab::data::DataReader;
use crate::lab::selection::{self, Draw, Sampling, SelectionError, Suitability};

use super::positions::Positions;
use super::{FeaturesOf, TrainError};

/// Counts of positions, and examples of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The variant.
    pub variant: Variant,
    /// The number of games.
    pub games: u64,
    /// The number of positions by suitability.
    pub suitability: BTreeMap<Suitability, u64>,
    /// The number of selected positions by output bucket.
    pub buckets: Vec<u64>,
    /// The number of selected positions that the side to move lost, drew and won.
    pub results: [u64; 3],
    /// The number of selected positions whose mirror image has different inputs.
    pub mirrors: u64,
    /// The number of active inputs in selected positions, for both sides together.
    pub inputs: u64,
    /// Selected positions, chosen at random.
    pub examples: Vec<Example>,
}

/// A selected position. Scores are those of the side to move, in evaluation units.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// The search's score.
    pub score: i16,
    /// The hand-written evaluation.
    pub classical: i16,
    /// The result for the side to move in half points.
    pub half_points: u8,
    /// The output bucket.
    pub bucket: u8,
    /// The active inputs for the side to move, and for the other side.
    pub inputs: [Vec<FeatureIndex>; 2],
}

impl Survey {
    /// The number of selected positions.
    pub fn selected(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// Counts the positions of all games found in these files, and chooses this many of the selected ones as examples.
///
/// # Errors
///
/// If the files contain different variants or cannot be read.
pub fn survey(
    files: &[PathBuf],
    sampling: &Sampling,
    seed: u64,
    examples: usize,
) -> Result<Survey, TrainError> {
    let (variant, readers) = selection::open(files)?;
    with_game!(variant, G => survey_in::<G>(variant, readers, sampling, seed, examples))
}

fn survey_in<G: Game>(
    variant: Variant,
    readers: Vec<DataReader>,
    sampling: &Sampling,
    seed: u64,
    examples: usize,
) -> Result<Survey, TrainError> {
    let weights = Prepared::new(G::Evaluation::FITTED);
    let win_scale = <G as Game>::SETTINGS.parameters.win_scale;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(1);
    let mut survey = Survey {
        variant,
        games: 0,
        suitability: BTreeMap::new(),
        buckets: vec![0; FeaturesOf::<G>::OUTPUT_BUCKETS],
        results: [0; 3],
        mirrors: 0,
        inputs: 0,
        examples: Vec::new(),
    };
    let every = sampling.every;
    let draw = Draw { seed, held_back: 0.0, every, allow_incomplete: true };
    draw.games::<G::Position>(readers, |replayer, games| {
        for drawn in games {
            survey.games += 1;
            let mut visit = |position: &G::Position, _, suitability, sample| {
                *survey.suitability.entry(suitability).or_default() += 1;
                let (Suitability::Selected, Some(sample)) = (suitability, sample) else { return };
                let mut positions = Positions::default();
                positions.push::<G::Evaluation>(&weights, position, sample, true);
                let seen = positions.get(0);
                let facts = seen.facts;
                survey.buckets[usize::from(facts.bucket)] += 1;
                survey.results[usize::from(facts.half_points)] += 1;
                survey.mirrors += u64::from(facts.has_mirror != [false; 2]);
                survey.inputs += seen.inputs.iter().map(|inputs| inputs.len() as u64).sum::<u64>();
                // Each position is included with the same probability.
                let place = rng.random_range(0..survey.results.iter().sum::<u64>()) as usize;
                let is_room = survey.examples.len() < examples;
                if !is_room && place >= examples {
                    return;
                }
                let example = Example {
                    fen: position.fen(replayer.options()),
                    score: facts.score,
                    classical: facts.classical,
                    half_points: facts.half_points,
                    bucket: facts.bucket,
                    inputs: seen.inputs.map(<[FeatureIndex]>::to_vec),
                };
                if is_room {
                    survey.examples.push(example);
                } else {
                    survey.examples[place] = example;
                }
            };
            let replayed = sampling.select(&replayer, &drawn.game, win_scale, drawn.first, &mut visit);
            replayed.map_err(SelectionError::from)?;
        }
        Ok(())
    })?;
    Ok(survey)
}
