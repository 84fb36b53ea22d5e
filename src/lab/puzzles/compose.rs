use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::base::Notation;
use crate::games::{Composer, Game, Variant, with_game};
use crate::lab::parallel;

use super::find::Finder;
use super::{PuzzleError, PuzzleFile, PuzzleSettings};

/// What is composed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition {
    /// The game.
    pub variant: Variant,
    /// The theme that the first move shows, for which the game has a composer.
    pub theme: String,
    /// Determines the random positions.
    pub seed: u64,
    /// The most positions that are looked at.
    pub positions: u64,
}

/// Looks at random positions until there are enough puzzles, `stop` is set or the positions run out. The same
/// composition and settings give the same puzzles, at any number of threads. `progress` is told how many positions were
/// looked at and how many puzzles were found.
///
/// # Errors
/// If the game has no composer for the theme, or an engine cannot be started.
pub fn compose_puzzles(
    composition: &Composition,
    settings: &PuzzleSettings,
    stop: &AtomicBool,
    progress: impl FnMut(u64, usize),
) -> Result<PuzzleFile, PuzzleError> {
    with_game!(composition.variant, G => compose_in::<G>(composition, settings, stop, progress))
}

fn compose_in<G: Game>(
    composition: &Composition,
    settings: &PuzzleSettings,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64, usize),
) -> Result<PuzzleFile, PuzzleError> {
    /// Positions that are looked at between two looks at what was found.
    const BATCH: usize = 256;
    let &Composition { variant, ref theme, seed, positions } = composition;
    let composer = composer_of::<G>(variant, theme)?;
    let options = <G::Position as Notation>::Options::default();
    let wanted = settings.count.get();
    let mut file = PuzzleFile { variant, puzzles: Vec::new() };
    let mut done = 0;
    while done < positions && file.puzzles.len() < wanted && !stop.load(Relaxed) {
        let found = parallel::map(settings.threads.get(), BATCH, |index| {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(done + index as u64);
            let fen = (composer.fen)(&mut |below| random.random_range(0..below));
            let Ok(position) = G::Position::from_fen(&fen, &options) else { return Ok(None) };
            Finder::<G>::new(&options, settings.nodes)?.composed(&position, composer.theme)
        });
        done += BATCH as u64;
        for puzzle in found {
            if let Some(puzzle) = puzzle? {
                file.add(puzzle, wanted, |_| true);
            }
        }
        progress(done, file.puzzles.len());
    }
    Ok(file.sorted())
}

fn composer_of<G: Game>(variant: Variant, theme: &str) -> Result<Composer, PuzzleError> {
    let found = G::COMPOSERS.iter().find(|composer| composer.theme == theme);
    found.copied().ok_or_else(|| {
        let known: Vec<_> = G::COMPOSERS.iter().map(|composer| composer.theme).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        PuzzleError::NoComposer { variant, theme: theme.to_owned(), known }
    })
}
