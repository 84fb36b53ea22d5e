use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::Shard;
use crate::games::{Game, Variant, with_game};
use crate::lab::data::{DataError, DataHeader, DataPlan, DataReader, RecordedGame, Replayer, checksum};
use crate::lab::selection::{self, Sampling, SelectionError, Suitability};
use crate::search::Limits;

use super::game::Searcher;
use super::recipe::engine_words;
use super::run::{GameMaker, MadeGame, make_games};
use super::{DatagenError, DatagenObserver, DatagenOutcome, DatagenSettings, NodeLimit};

/// The games of some files, to be searched again.
#[derive(Debug)]
pub struct RelabelSource {
    variant: Variant,
    files: Vec<SourceFile>,
    /// The games of all files in order, each with the index of its file; `None` for those that were dropped.
    games: Vec<Option<(usize, RecordedGame)>>,
}

#[derive(Debug)]
struct SourceFile {
    path: PathBuf,
    header: DataHeader,
    checksum: u32,
}

/// How to search games again.
#[derive(Debug, Clone, PartialEq)]
pub struct RelabelSettings {
    /// The node limit of each search.
    pub node_limit: NodeLimit,
    /// Which of the positions to search again, judging by their existing scores; the others are marked as not searched.
    /// If `None`, all that were searched before.
    pub sampling: Option<Sampling>,
    /// The size of each thread's hash table in MiB.
    pub hash_mib: usize,
    /// The number of games searched at the same time, which does not affect the scores.
    pub threads: usize,
    /// The file to write.
    pub file: PathBuf,
    /// Whether to resume an existing file.
    pub resume: bool,
}

impl RelabelSource {
    /// Reads the games of some files. If incomplete files are allowed, their existing games are read.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is damaged, or is incomplete without permission, or the files contain games of
    /// different variants or options, or the same games.
    pub fn read(paths: &[PathBuf], allow_incomplete: bool) -> Result<Self, DatagenError> {
        let (variant, readers) = selection::open(paths)?;
        let mut source = Self { variant, files: Vec::new(), games: Vec::new() };
        for reader in readers {
            source.add(reader, allow_incomplete)?;
        }
        Ok(source)
    }

    /// The number of games, including dropped ones.
    pub fn games(&self) -> u32 {
        self.games.len() as u32
    }

    fn add(&mut self, mut reader: DataReader, allow_incomplete: bool) -> Result<(), DatagenError> {
        let (path, header) = (reader.path().to_owned(), reader.header().clone());
        if self.files.first().is_some_and(|first| first.header.options != header.options) {
            return Err(SelectionError::OtherOptions { path }.into());
        }
        let (file, before) = (self.files.len(), self.games.len());
        let games = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
        let incomplete = reader.check_complete().err();
        let is_complete = incomplete.is_none();
        if let Some(error) = incomplete.filter(|_| !allow_incomplete) {
            return Err(SelectionError::Incomplete(vec![error]).into());
        }
        for game in games {
            // The numbers of a shard that are missing belong to dropped games.
            if let Some(plan) = header.plan {
                let place = (game.number as usize / plan.shard.count()).min(plan.share() as usize);
                self.games.resize_with((before + place).max(self.games.len()), || None);
            }
            self.games.push(Some((file, game)));
        }
        if let Some(plan) = header.plan.filter(|_| is_complete) {
            let end = before + plan.share() as usize;
            self.games.resize_with(end.max(self.games.len()), || None);
        }
        let checksum = checksum(&path).map_err(|error| DataError::at(&path)(error.into()))?;
        self.files.push(SourceFile { path, header, checksum });
        Ok(())
    }
}

/// Searches the positions of games that were searched before again, and writes the same games with the new scores,
/// until all are complete or `stop` is set; in that case, the file can be resumed. The games are numbered in the order
/// of the files, including dropped ones. As in self-play, the hash table and histories are cleared before every game.
///
/// # Errors
///
/// If a game has an illegal move, the new file cannot be used, or a search fails. Games already written stay in the
/// file.
pub fn relabel(
    source: &RelabelSource,
    settings: &RelabelSettings,
    stop: &AtomicBool,
    observer: &mut dyn DatagenObserver,
) -> Result<DatagenOutcome, DatagenError> {
    with_game!(source.variant, G => relabel_in::<G>(source, settings, stop, observer))
}

fn relabel_in<G: Game>(
    source: &RelabelSource,
    settings: &RelabelSettings,
    stop: &AtomicBool,
    observer: &mut dyn DatagenObserver,
) -> Result<DatagenOutcome, DatagenError> {
    let Some(first) = source.files.first() else { return Err(SelectionError::NoFiles.into()) };
    let replayers = source.files.iter().map(|file| Replayer::<G::Position>::new(&file.path, &file.header));
    let replayers = replayers.collect::<Result<Vec<_>, _>>()?;
    let engine = engine_words(source.variant)?;
    let mut recipe = format!("{engine} {} hash={}", settings.node_limit, settings.hash_mib);
    if let Some(sampling) = &settings.sampling {
        // Writing to a string cannot fail.
        let _ = write!(recipe, " {sampling}");
    }
    for file in &source.files {
        // Writing to a string cannot fail.
        let _ = write!(recipe, " relabelled={:08x}", file.checksum);
    }
    let header = DataHeader {
        variant: source.variant,
        options: first.header.options.clone(),
        recipe,
        plan: Some(DataPlan::whole(source.games())),
    };
    let run = DatagenSettings {
        games: source.games(),
        shard: Shard::WHOLE,
        threads: settings.threads,
        file: settings.file.clone(),
        resume: settings.resume,
    };
    make_games(&header, &run, stop, observer, || {
        Ok(Relabeller::<G> {
            games: &source.games,
            replayers: &replayers,
            searcher: Searcher::new(settings.hash_mib)?,
            sampling: settings.sampling.as_ref(),
            limits: settings.node_limit.limits(NonZeroUsize::MIN),
        })
    })
}

/// Searches games again, on one thread.
struct Relabeller<'a, G: Game> {
    games: &'a [Option<(usize, RecordedGame)>],
    replayers: &'a [Replayer<G::Position>],
    searcher: Searcher<G>,
    sampling: Option<&'a Sampling>,
    limits: Limits,
}

impl<G: Game> GameMaker for Relabeller<'_, G> {
    fn make(&mut self, number: u32, stop: &AtomicBool) -> Result<Option<MadeGame>, DatagenError> {
        let Some((file, game)) = &self.games[number as usize] else {
            return Ok(Some(MadeGame { number, searched: 0, game: None }));
        };
        self.searcher.clear();
        let all = Sampling::default();
        let sampling = self.sampling.unwrap_or(&all);
        // Games differ in which of their positions are skipped.
        let first = number as usize % sampling.every.get();
        let mut plies = game.plies.clone();
        let mut failed = None;
        sampling.select(
            &self.replayers[*file],
            game,
            <G as Game>::SETTINGS.parameters.win_scale,
            first,
            |position, ply, suitability, sample| {
                let is_wanted = self.sampling.is_none() || suitability == Suitability::Selected;
                plies[ply].score = None;
                if sample.is_some() && is_wanted && failed.is_none() && !stop.load(Relaxed) {
                    let found = self.searcher.search(position, self.limits.clone(), NonZeroUsize::MIN);
                    if found.best.is_none() {
                        failed = Some(DatagenError::NoMove { game: number, ply: ply + 1 });
                    }
                    plies[ply].score = Some(found.score);
                }
            },
        )?;
        if let Some(error) = failed {
            return Err(error);
        }
        if stop.load(Relaxed) {
            return Ok(None);
        }
        Ok(Some(MadeGame::new(RecordedGame { number, plies, ..game.clone() })))
    }
}
