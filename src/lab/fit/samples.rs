//! Selection of the positions for a fit.

use super::{FitError, FitEvent, FitSettings};
use crate::base::Notation;
use crate::lab::data::{DataError, DataReader, RecordedGame, Replayer};
use crate::lab::parallel;
use crate::lab::selection::{Draw, DrawnGame, Sample, SelectionError, Suitability};
use crate::search::SearchPosition;

/// The games are divided into this many shards, regardless of the number of threads, so that floating-point sums are
/// reproducible.
pub(super) const SHARDS: usize = 64;

/// Positions are visited in batches of this size, so that the weights in use stay in the cache.
const BATCH: usize = 32;

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

    /// Replays the games and calls `look` with batches of the selected positions and the visitor of their shard,
    /// created by `begin`; returns the visitors by shard.
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
                let replayed = self.replayers[chosen.file].replay(&chosen.game, |position, _| {
                    if wanted.next_if_eq(&ply).is_some() {
                        batch.push(position.clone());
                        if batch.len() == BATCH {
                            look(&mut visitor, &batch);
                            batch.clear();
                        }
                    }
                    ply += 1;
                });
                replayed.map_err(SelectionError::from)?;
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

/// Reads the games and selects positions; `win_scale` is that of the engine.
pub(super) fn read<P: SearchPosition + Notation>(
    readers: Vec<DataReader>,
    settings: &FitSettings,
    win_scale: i32,
    on_event: &mut dyn FnMut(FitEvent),
) -> Result<TrainingData<P>, FitError> {
    let mut recipes: Vec<_> = readers.iter().map(|reader| reader.header().recipe.clone()).collect();
    recipes.dedup();
    let draw = Draw {
        seed: settings.seed,
        held_back: settings.held_back,
        every: settings.sampling.every,
        allow_incomplete: settings.allow_incomplete,
    };
    let (mut replayers, mut drawn) = (Vec::with_capacity(readers.len()), Vec::new());
    let incomplete = draw.games(readers, |replayer, games| {
        drawn.extend(games.into_iter().map(|game| (replayers.len(), game)));
        replayers.push(replayer);
        Ok(())
    })?;
    for text in incomplete {
        on_event(FitEvent::Incomplete(text));
    }
    let chosen = parallel::map(settings.threads, drawn.len(), |index| {
        let (file, game) = &drawn[index];
        choose(&replayers[*file], game, settings, win_scale)
    });
    let (mut training, mut held_back) = (Vec::new(), Vec::new());
    for ((file, DrawnGame { game, is_held_back, .. }), chosen) in drawn.into_iter().zip(chosen) {
        let (plies, samples) = chosen.map_err(SelectionError::from)?;
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

/// The selected plies of a game with their data.
fn choose<P: SearchPosition + Notation>(
    replayer: &Replayer<P>,
    drawn: &DrawnGame,
    settings: &FitSettings,
    win_scale: i32,
) -> Result<(Vec<u32>, Vec<Sample>), DataError> {
    let (mut plies, mut samples) = (Vec::new(), Vec::new());
    let sampling = &settings.sampling;
    sampling.select(replayer, &drawn.game, win_scale, drawn.first, |_, ply, suitability, sample| {
        if let (Suitability::Selected, Some(sample)) = (suitability, sample) {
            plies.push(ply as u32);
            samples.push(sample);
        }
    })?;
    Ok((plies, samples))
}
