//! The positions that a fit learns from.

use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::parallel;
use super::{FitError, FitSettings, Sampling};
use crate::base::{Notation, Outcome, Side};
use crate::lab::data::{DataError, DataReader, RecordedGame, Replayer};
use crate::rules::Variant;
use crate::tactics::SearchPosition;

/// Games are worked on in so many portions, whatever the number of threads, so that sums come out the same.
pub(super) const SHARDS: usize = 64;

/// So many positions are looked at together, so that what is looked up of each set of weights is used while it is near.
const BATCH: usize = 32;

/// One position to learn from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    /// The search's score, from the view of the side to move.
    pub score: f64,
    /// What the side to move made of the game: 0, ½ or 1.
    pub result: f64,
}

/// The plies of a game whose positions are taken.
#[derive(Debug)]
struct SampledGame {
    file: usize,
    game: RecordedGame,
    plies: Vec<u32>,
    samples: Vec<Sample>,
}

/// Positions, kept as the games that they arose in.
pub(super) struct Samples<P: SearchPosition + Notation> {
    replayers: Vec<Replayer<P>>,
    shards: Vec<Vec<SampledGame>>,
}

impl<P: SearchPosition + Notation> Samples<P> {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.shards.iter().flatten().map(|chosen| chosen.plies.len()).sum()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.shards.iter().flatten().filter(|chosen| !chosen.plies.is_empty()).count()
    }

    /// All positions but without their boards, by shard, in the order of [`Samples::visit`].
    pub fn shards(&self) -> impl Iterator<Item = Vec<Sample>> {
        self.shards
            .iter()
            .map(|shard| shard.iter().flat_map(|chosen| chosen.samples.iter().copied()).collect())
    }

    /// Shows every position, some at a time, to a visitor of its shard's own, made by `begin`; returns the visitors by
    /// shard.
    pub fn visit<V: Send>(
        &self,
        threads: usize,
        begin: impl Fn() -> V + Sync,
        look: impl Fn(&mut V, &[P]) + Sync,
    ) -> Result<Vec<V>, FitError> {
        let visit_shard = |index: usize| -> Result<V, FitError> {
            let mut visitor = begin();
            let mut batch = Vec::with_capacity(BATCH);
            for chosen in &self.shards[index] {
                let mut wanted = chosen.plies.iter().copied().peekable();
                let mut ply = 0;
                self.replayers[chosen.file].replay(&chosen.game, |position, _| {
                    if wanted.next_if_eq(&ply).is_some() {
                        batch.push(position.clone());
                        if batch.len() == BATCH {
                            look(&mut visitor, &batch);
                            batch.clear();
                        }
                    }
                    ply += 1;
                })?;
            }
            look(&mut visitor, &batch);
            Ok(visitor)
        };
        parallel::map(threads, self.shards.len(), visit_shard).into_iter().collect()
    }
}

/// What a fit is made from.
pub(super) struct TrainingData<P: SearchPosition + Notation> {
    /// What the weights are fitted to.
    pub training: Samples<P>,
    /// What the fit is checked with: other games.
    pub held_back: Samples<P>,
    /// How the games were made, a line for each way.
    pub recipes: Vec<String>,
}

/// Opens files of games, all of the same kind, and says of which.
pub(super) fn open(files: &[PathBuf]) -> Result<(Variant, Vec<DataReader>), FitError> {
    let readers = files.iter().map(|path| DataReader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let expected = readers.first().ok_or(FitError::NoFiles)?.header().variant;
    for reader in &readers {
        let found = reader.header().variant;
        if found != expected {
            return Err(FitError::OtherGame { path: reader.path().to_owned(), found, expected });
        }
    }
    Ok((expected, readers))
}

/// Reads the games and chooses their positions; `win_scale` is the engine's.
pub(super) fn read<P: SearchPosition + Notation>(
    readers: Vec<DataReader>,
    settings: &FitSettings,
    win_scale: i32,
) -> Result<TrainingData<P>, FitError> {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut replayers = Vec::with_capacity(readers.len());
    let mut recipes = Vec::new();
    let mut drawn = Vec::new();
    for (file, reader) in readers.into_iter().enumerate() {
        replayers.push(Replayer::<P>::new(reader.path(), reader.header())?);
        recipes.push(reader.header().recipe.clone());
        for game in reader {
            let is_held_back = rng.random_bool(settings.held_back);
            let first = rng.random_range(0..settings.sampling.every);
            drawn.push((file, game?, is_held_back, first));
        }
    }
    recipes.dedup();
    let limit = settings.sampling.score_limit * f64::from(win_scale);
    let chosen = parallel::map(settings.threads, drawn.len(), |index| {
        let (file, game, _, first) = &drawn[index];
        choose(&replayers[*file], game, &settings.sampling, limit, *first)
    });
    let (mut training, mut held_back) = (Vec::new(), Vec::new());
    for ((file, game, is_held_back, _), chosen) in drawn.into_iter().zip(chosen) {
        let (plies, samples) = chosen?;
        let games = if is_held_back { &mut held_back } else { &mut training };
        games.push(SampledGame { file, game, plies, samples });
    }
    let samples = |games: Vec<SampledGame>| {
        let size = games.len().div_ceil(SHARDS).max(1);
        let mut games = games.into_iter().peekable();
        let mut shards = Vec::new();
        while games.peek().is_some() {
            shards.push(games.by_ref().take(size).collect());
        }
        Samples { replayers: replayers.clone(), shards }
    };
    Ok(TrainingData { training: samples(training), held_back: samples(held_back), recipes })
}

/// The plies of a game that are taken, and what is known of their positions. `first` of those that could be are passed over
/// before the first.
fn choose<P: SearchPosition + Notation>(
    replayer: &Replayer<P>,
    game: &RecordedGame,
    sampling: &Sampling,
    limit: f64,
    first: usize,
) -> Result<(Vec<u32>, Vec<Sample>), DataError> {
    let (mut plies, mut samples) = (Vec::new(), Vec::new());
    let mut seen = 0;
    let mut suitable = 0;
    replayer.replay(game, |position, ply| {
        seen += 1;
        let Some(score) = ply.score else { return };
        let value = f64::from(score.value());
        if seen <= sampling.skip_plies
            || score.is_decisive()
            || value.abs() > limit
            || !sampling.threatened && position.is_threatened()
            || !sampling.noisy && position.is_noisy(ply.m)
        {
            return;
        }
        if suitable % sampling.every == first {
            plies.push(seen as u32 - 1);
            let result = result_for(game.outcome, position.side_to_move());
            samples.push(Sample { score: value, result });
        }
        suitable += 1;
    })?;
    Ok((plies, samples))
}

/// What `side` made of a game: 0, ½ or 1.
fn result_for(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    }
}
