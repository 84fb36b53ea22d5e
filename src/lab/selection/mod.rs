//! Selection of positions from game files, for fitting and training.

mod error;
mod sampling;

pub use error::SelectionError;
pub(super) use sampling::Sample;
pub use sampling::{Sampling, ScoreLimit, ScoreLimitError, Suitability};

use std::num::NonZeroUsize;
use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::base::Notation;
use crate::games::Variant;
use crate::lab::data::{DataReader, RecordedGame, Replayer};
use crate::search::SearchPosition;

/// Opens game files, which must all be of one variant and contain different games; returns that variant.
pub(super) fn open(files: &[PathBuf]) -> Result<(Variant, Vec<DataReader>), SelectionError> {
    let readers = files.iter().map(|path| DataReader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let expected = readers.first().ok_or(SelectionError::NoFiles)?.header().variant;
    for reader in &readers {
        let found = reader.header().variant;
        if found != expected {
            return Err(SelectionError::OtherGame { path: reader.path().to_owned(), found, expected });
        }
    }
    for (index, second) in readers.iter().enumerate() {
        if let Some(first) =
            readers[..index].iter().find(|first| first.header().shares_games(second.header()))
        {
            let (first, second) = (first.path().to_owned(), second.path().to_owned());
            return Err(SelectionError::SameGames { first, second });
        }
    }
    Ok((expected, readers))
}

/// How games are drawn from files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    /// The seed of the selection of games to hold back and positions to use.
    pub seed: u64,
    /// The share of the games that are held back.
    pub held_back: f64,
    /// [`Sampling::every`].
    pub every: NonZeroUsize,
    /// Whether to accept files in which games are missing.
    pub allow_incomplete: bool,
}

/// A game, with the random choices for it.
#[derive(Debug)]
pub(super) struct DrawnGame {
    pub game: RecordedGame,
    /// Whether it is held back for validation.
    pub is_held_back: bool,
    /// The number of suitable positions to skip at its beginning.
    pub first: usize,
}

impl Draw {
    /// Calls `visit` with the replayer and the games of each file. Returns messages about files in which games are
    /// missing, if that is allowed.
    pub fn games<P: SearchPosition + Notation>(
        self,
        readers: Vec<DataReader>,
        mut visit: impl FnMut(Replayer<P>, Vec<DrawnGame>) -> Result<(), SelectionError>,
    ) -> Result<Vec<String>, SelectionError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut incomplete = Vec::new();
        for mut reader in readers {
            let replayer = Replayer::<P>::new(reader.path(), reader.header())?;
            let mut drawn = Vec::new();
            for game in &mut reader {
                let is_held_back = rng.random_bool(self.held_back);
                let first = rng.random_range(0..self.every.get());
                drawn.push(DrawnGame { game: game?, is_held_back, first });
            }
            incomplete.extend(reader.check_complete().err());
            // Once an error is certain, the other files are only checked.
            if incomplete.is_empty() || self.allow_incomplete {
                visit(replayer, drawn)?;
            }
        }
        if !self.allow_incomplete && !incomplete.is_empty() {
            return Err(SelectionError::Incomplete(incomplete));
        }
        Ok(incomplete.iter().map(ToString::to_string).collect())
    }
}
