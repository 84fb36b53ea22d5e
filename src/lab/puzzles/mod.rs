//! Puzzles: positions with one right move, found in self-play games.
//!
//! A position of a game is a candidate where the opponent has just let a win slip, or where a defence is urgent. It
//! becomes a puzzle if a search for the two best moves finds one that wins or holds while the second does not, and a
//! search with [`PuzzleSettings::nodes`] agrees. The solution goes on, with the opponent's best replies, as long as
//! each of the solver's moves is the only right one.
//!
//! A puzzle's rating is where limited strength begins to solve it: each rating of a ladder tries it a few times.

mod file;
mod find;
mod solution;
mod two_lines;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::base::{FenError, MoveError};
use crate::engine::EngineError;
use crate::games::{Game, Variant, with_game};
use crate::lab::data::{DataError, RecordedGame, Replayer};
use crate::lab::parallel;
use crate::lab::selection::{self, SelectionError};

use find::Finder;

pub use file::{Puzzle, PuzzleFile, PuzzleFileError};
pub use solution::{Goal, RATINGS};

/// How puzzles are looked for.
#[derive(Debug, Clone)]
pub struct PuzzleSettings {
    /// The number of puzzles.
    pub count: NonZeroUsize,
    /// The nodes of the search that proves the first move; later moves are proved with a quarter of them.
    pub nodes: u64,
    /// The number of games that are looked through at a time.
    pub threads: NonZeroUsize,
}

/// Puzzles could not be made.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// The game files cannot be used.
    #[error(transparent)]
    Games(#[from] SelectionError),
    /// A game file cannot be read or replayed.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A position of a game cannot be read again.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of a puzzle is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Looks through the games of these files until there are enough puzzles, `stop` is set or the games run out. At most
/// one puzzle is taken from a game. The same files and settings give the same puzzles, at any number of threads.
/// `progress` is told how many games were looked through and how many puzzles were found.
///
/// # Errors
/// If a file cannot be read, files hold games of different variants, or an engine cannot be started.
pub fn find_puzzles(
    files: &[PathBuf],
    settings: &PuzzleSettings,
    stop: &AtomicBool,
    progress: impl FnMut(usize, usize),
) -> Result<PuzzleFile, PuzzleError> {
    let (variant, _) = selection::open(files)?;
    with_game!(variant, G => find_in::<G>(variant, files, settings, stop, progress))
}

fn find_in<G: Game>(
    variant: Variant,
    files: &[PathBuf],
    settings: &PuzzleSettings,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<PuzzleFile, PuzzleError> {
    /// Games that are looked through between two looks at what was found.
    const BATCH: usize = 32;
    let (_, readers) = selection::open(files)?;
    let wanted = settings.count.get();
    let mut bands = Bands::new(wanted);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut done = 0;
    for mut reader in readers {
        let replayer = Replayer::<G::Position>::new(reader.path(), reader.header())?;
        loop {
            let batch = (&mut reader).take(BATCH).collect::<Result<Vec<RecordedGame>, _>>()?;
            if batch.is_empty() || puzzles.len() >= wanted || stop.load(Relaxed) {
                break;
            }
            let found = parallel::map(settings.threads.get(), batch.len(), |index| {
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                Finder::<G>::new(&replayer, settings.nodes)?.in_game(&batch[index])
            });
            done += batch.len();
            for puzzle in found {
                let Some(puzzle) = puzzle? else { continue };
                let is_new = puzzles.iter().all(|other| other.fen != puzzle.fen);
                if puzzles.len() < wanted && is_new && bands.admit(puzzle.rating) {
                    puzzles.push(puzzle);
                }
            }
            progress(done, puzzles.len());
        }
    }
    puzzles.sort_by(|one, other| (one.rating, &one.fen).cmp(&(other.rating, &other.fen)));
    Ok(PuzzleFile { variant, puzzles })
}

/// How many puzzles there are of each rating, so that no rating has most of them.
struct Bands {
    counts: [usize; Self::COUNT],
    most: usize,
}

impl Bands {
    const COUNT: usize = 8;

    fn new(wanted: usize) -> Self {
        Self { counts: [0; Self::COUNT], most: (wanted / 4).max(1) }
    }

    /// Whether one more puzzle of this rating is wanted; counts it if so.
    fn admit(&mut self, rating: u32) -> bool {
        let width = (RATINGS.end() - RATINGS.start()) / Self::COUNT as u32;
        let band = (rating.saturating_sub(*RATINGS.start()) / width) as usize;
        let count = &mut self.counts[band.min(Self::COUNT - 1)];
        let admitted = *count < self.most;
        *count += usize::from(admitted);
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rating_has_more_than_a_quarter_of_the_puzzles() {
        let mut bands = Bands::new(8);
        let admitted = (0..5).filter(|_| bands.admit(650)).count();
        assert_eq!(admitted, 2);
        assert!(bands.admit(3000) && bands.admit(901));
    }
}
