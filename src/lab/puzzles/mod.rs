//! Puzzles: positions with one right move, found in self-play games or composed.
//!
//! A position of a game is a candidate where the opponent has just let a win slip, or where a defence is urgent. It
//! becomes a puzzle if a search for the two best moves finds one that wins or holds while the second does not, and a
//! search with [`PuzzleSettings::nodes`] agrees. The solution goes on, with the opponent's best replies, as long as
//! each of the solver's moves is the only right one.
//!
//! A theme that games seldom show is looked for in random positions of the game's [composers](Game::COMPOSERS).
//!
//! A puzzle's rating is where limited strength begins to solve it: each rating of a ladder tries it a few times.

mod compose;
mod file;
mod find;
mod solution;
mod two_lines;

use std::collections::HashMap;
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

pub use compose::{Composition, compose_puzzles};
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
    /// The game composes no positions for a theme.
    #[error("there is no theme {theme:?} for which positions of {variant} can be composed; there is {known}")]
    NoComposer {
        /// The game.
        variant: Variant,
        /// The theme.
        theme: String,
        /// The themes that there are, or `none`.
        known: String,
    },
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
    let mut balance = Balance::new(wanted);
    let mut file = PuzzleFile { variant, puzzles: Vec::new() };
    let mut done = 0;
    for mut reader in readers {
        let replayer = Replayer::<G::Position>::new(reader.path(), reader.header())?;
        loop {
            let batch = (&mut reader).take(BATCH).collect::<Result<Vec<RecordedGame>, _>>()?;
            if batch.is_empty() || file.puzzles.len() >= wanted || stop.load(Relaxed) {
                break;
            }
            let found = parallel::map(settings.threads.get(), batch.len(), |index| {
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                Finder::<G>::new(replayer.options(), settings.nodes)?.in_game(&replayer, &batch[index])
            });
            done += batch.len();
            for puzzle in found {
                if let Some(puzzle) = puzzle? {
                    file.add(puzzle, wanted, |puzzle| balance.admit(puzzle));
                }
            }
            progress(done, file.puzzles.len());
        }
    }
    Ok(file.sorted())
}

/// How many puzzles there are of each rating and theme, so that no rating has most of them and rare themes are not
/// crowded out.
struct Balance {
    ratings: [usize; Self::BANDS],
    themes: HashMap<String, usize>,
    /// The most puzzles of one band of ratings, except those with a rare theme.
    most: usize,
    /// A theme with fewer puzzles is rare.
    rare: usize,
}

impl Balance {
    const BANDS: usize = 8;

    fn new(wanted: usize) -> Self {
        let (most, rare) = ((wanted / 4).max(1), wanted / 12);
        Self { ratings: [0; Self::BANDS], themes: HashMap::new(), most, rare }
    }

    /// Whether one more such puzzle is wanted; counts it if so.
    fn admit(&mut self, puzzle: &Puzzle) -> bool {
        let width = (RATINGS.end() - RATINGS.start()) / Self::BANDS as u32;
        let band = (puzzle.rating.saturating_sub(*RATINGS.start()) / width) as usize;
        let band = &mut self.ratings[band.min(Self::BANDS - 1)];
        let is_rare = |theme: &String| self.themes.get(theme).is_none_or(|&count| count < self.rare);
        let admitted = *band < self.most || puzzle.themes.iter().any(is_rare);
        if admitted {
            *band += 1;
            for theme in &puzzle.themes {
                *self.themes.entry(theme.clone()).or_default() += 1;
            }
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(rating: u32, theme: &str) -> Puzzle {
        Puzzle { rating, themes: vec![theme.to_owned()], fen: String::new(), moves: Vec::new() }
    }

    #[test]
    fn no_rating_has_more_than_a_quarter_of_the_puzzles_unless_their_theme_is_rare() {
        let mut balance = Balance::new(24);
        let admitted = (0..9).filter(|_| balance.admit(&puzzle(650, "win"))).count();
        assert_eq!(admitted, 6);
        assert!(balance.admit(&puzzle(3000, "win")) && balance.admit(&puzzle(901, "win")));
        let forks = (0..4).filter(|_| balance.admit(&puzzle(600, "fork"))).count();
        assert_eq!(forks, 2);
    }
}
