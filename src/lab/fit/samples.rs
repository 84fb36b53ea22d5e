//! Selection of the positions for a fit.

use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::parallel;
use super::{FitError, FitEvent, FitSettings, Sampling};
use crate::base::{Notation, Outcome, Side};
use crate::games::Variant;
use crate::lab::data::{DataError, DataReader, RecordedGame, Replayer};
use crate::tactics::SearchPosition;

/// The games are divided into this many shards, whatever the number of threads, so that floating-point sums are
/// reproducible.
pub(super) const SHARDS: usize = 64;

/// Positions are visited in batches of this size, so that the weights in use stay in the cache.
const BATCH: usize = 32;

/// A position's data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    /// The search's score, from the view of the side to move.
    pub score: f64,
    /// The result for the side to move: 0, ½ or 1.
    pub result: f64,
}

/// A game and the plies selected from it.
#[derive(Debug)]
struct SampledGame {
    file: usize,
    game: RecordedGame,
    plies: Vec<u32>,
    samples: Vec<Sample>,
}

/// The selected positions, stored as games.
pub(super) struct Samples<P: SearchPosition + Notation> {
    replayers: Vec<Replayer<P>>,
    shards: Vec<Vec<SampledGame>>,
}

impl<P: SearchPosition + Notation> Samples<P> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.shards.iter().flatten().map(|chosen| chosen.plies.len()).sum()
    }

    /// The number of games with selected positions.
    pub fn games(&self) -> usize {
        self.shards.iter().flatten().filter(|chosen| !chosen.plies.is_empty()).count()
    }

    /// The data of all positions without their boards, by shard, in the order of [`Samples::visit`].
    pub fn shards(&self) -> impl Iterator<Item = Vec<Sample>> {
        self.shards
            .iter()
            .map(|shard| shard.iter().flat_map(|chosen| chosen.samples.iter().copied()).collect())
    }

    /// Replays the games and calls `look` with batches of the selected positions and the visitor of the shard, created
    /// by `begin`; returns the visitors by shard.
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

/// The data of a fit.
pub(super) struct TrainingData<P: SearchPosition + Notation> {
    /// The positions that the weights are fitted to.
    pub training: Samples<P>,
    /// The positions of the games held back.
    pub held_back: Samples<P>,
    /// The distinct recipes of the files.
    pub recipes: Vec<String>,
}

/// Opens game files, which must all be of one variant; returns that variant.
pub(super) fn open(files: &[PathBuf]) -> Result<(Variant, Vec<DataReader>), FitError> {
    let readers = files.iter().map(|path| DataReader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let expected = readers.first().ok_or(FitError::NoFiles)?.header().variant;
    for reader in &readers {
        let found = reader.header().variant;
        if found != expected {
            return Err(FitError::OtherGame { path: reader.path().to_owned(), found, expected });
        }
    }
    for (index, second) in readers.iter().enumerate() {
        if let Some(first) =
            readers[..index].iter().find(|first| first.header().shares_games(second.header()))
        {
            let (first, second) = (first.path().to_owned(), second.path().to_owned());
            return Err(FitError::SameGames { first, second });
        }
    }
    Ok((expected, readers))
}

/// Reads the games and selects positions; `win_scale` is the engine's.
pub(super) fn read<P: SearchPosition + Notation>(
    readers: Vec<DataReader>,
    settings: &FitSettings,
    win_scale: i32,
    on_event: &mut dyn FnMut(FitEvent),
) -> Result<TrainingData<P>, FitError> {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut replayers = Vec::with_capacity(readers.len());
    let mut recipes = Vec::new();
    let mut drawn = Vec::new();
    let mut incomplete = Vec::new();
    for (file, mut reader) in readers.into_iter().enumerate() {
        replayers.push(Replayer::<P>::new(reader.path(), reader.header())?);
        recipes.push(reader.header().recipe.clone());
        for game in &mut reader {
            let is_held_back = rng.random_bool(settings.held_back);
            let first = rng.random_range(0..settings.sampling.every);
            drawn.push((file, game?, is_held_back, first));
        }
        incomplete.extend(reader.check_complete().err());
    }
    if !settings.allow_incomplete && !incomplete.is_empty() {
        return Err(FitError::Incomplete(incomplete));
    }
    for error in incomplete {
        on_event(FitEvent::Incomplete(error.to_string()));
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

/// Selects plies of a game: every `sampling.every`th suitable one, after skipping `first`.
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

/// The result of a game for `side`: 0, ½ or 1.
fn result_for(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    }
}
