use std::sync::Arc;

use crate::base::{GameOptions, Notation};
use crate::engine::Engine;
use crate::games::gomoku::GomokuOptions;
use crate::games::{Game, Variant, with_game};
use crate::search::Limits;

use super::book::{Book, read_book};
use super::random::random_opening;
use super::start_array::{ARRAYS, start_array};
use super::{Opening, OpeningError, OpeningSource, RandomSettings};

/// The openings of a contest. Cheap to clone.
#[derive(Clone)]
pub struct Openings {
    variant: Variant,
    options: Vec<(String, String)>,
    seed: u64,
    kind: LoadedSource,
    remarks: Arc<[String]>,
}

#[derive(Clone)]
enum LoadedSource {
    Start,
    Random(RandomSettings),
    Book(Arc<[Opening]>),
}

impl Openings {
    /// The openings from this source for a game with these options (as names and values).
    ///
    /// # Errors
    ///
    /// If the game does not have an option, or a book is invalid.
    pub fn new(
        variant: Variant,
        options: &[(String, String)],
        source: &OpeningSource,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        fn load_source<G: Game>(
            openings: &Openings,
            source: &OpeningSource,
        ) -> Result<(LoadedSource, Vec<String>), OpeningError> {
            let options = GameOptions::of_pairs(&openings.options)?;
            Ok(match source {
                OpeningSource::Start => (LoadedSource::Start, Vec::new()),
                OpeningSource::Random(settings) => (LoadedSource::Random(*settings), Vec::new()),
                OpeningSource::Book(settings) => {
                    let start = G::Position::start(&options);
                    let size = openings.board_size();
                    let book = read_book(settings, &start, &options, size, openings.seed)?;
                    let Book { openings, remarks } = book;
                    (LoadedSource::Book(openings.into()), remarks)
                }
            })
        }
        let options = options.to_vec();
        let mut openings =
            Self { variant, options, seed, kind: LoadedSource::Start, remarks: Arc::default() };
        let (kind, remarks) = with_game!(variant, G => load_source::<G>(&openings, source))?;
        (openings.kind, openings.remarks) = (kind, remarks.into());
        Ok(openings)
    }

    /// Details of the book that were ignored, in words, with line numbers.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The number of distinct openings, if finite. After the last one, they repeat.
    pub fn count(&self) -> Option<usize> {
        match &self.kind {
            LoadedSource::Start if self.draws_arrays() => Some(ARRAYS),
            LoadedSource::Start => Some(1),
            LoadedSource::Random(_) => None,
            LoadedSource::Book(openings) => Some(openings.len()),
        }
    }

    /// Whether games start from Chess960 start positions.
    fn draws_arrays(&self) -> bool {
        let is_chess960 = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true")
        };
        self.variant == Variant::Chess && self.options.iter().any(is_chess960)
    }

    /// A generator of openings, for use by one thread.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the search that evaluates random openings.
    pub fn generator(&self) -> Result<Box<dyn OpeningGenerator>, OpeningError> {
        fn new_generator<G: Game>(openings: &Openings) -> Result<Box<dyn OpeningGenerator>, OpeningError> {
            let options = GameOptions::of_pairs(&openings.options)?;
            let judge = match openings.kind {
                LoadedSource::Random(settings) => Some((settings, QuickSearch::<G>::new(settings.nodes)?)),
                _ => None,
            };
            Ok(Box::new(Generator { openings: openings.clone(), options, judge }))
        }
        with_game!(self.variant, G => new_generator::<G>(self))
    }

    /// The board size for gomoku openings.
    fn board_size(&self) -> usize {
        let mut options = GomokuOptions::default();
        for (name, value) in &self.options {
            // Invalid values are reported when the game's options are parsed.
            let _ = options.set(name, value);
        }
        options.board_size
    }
}

/// Generates openings by their index.
pub trait OpeningGenerator: Send {
    /// The opening with this index; without random moves if none was found.
    fn opening(&mut self, number: usize) -> Opening;
}

struct Generator<G: Game> {
    openings: Openings,
    options: <G::Position as Notation>::Options,
    judge: Option<(RandomSettings, QuickSearch<G>)>,
}

impl<G: Game> OpeningGenerator for Generator<G> {
    fn opening(&mut self, number: usize) -> Opening {
        if let LoadedSource::Book(openings) = &self.openings.kind {
            return openings[number % openings.len()].clone();
        }
        let seed = self.openings.seed;
        let fen = self.openings.draws_arrays().then(|| start_array(seed, number));
        let Some((settings, judge)) = &mut self.judge else { return Opening { fen, moves: Vec::new() } };
        let array = fen.as_ref().and_then(|fen| G::Position::from_fen(fen, &self.options).ok());
        let start = array.unwrap_or_else(|| G::Position::start(&self.options));
        let drawn = random_opening(&start, &self.options, settings, (seed, number), |position| {
            judge.imbalance(position)
        });
        Opening { fen, moves: drawn.map_or_else(Vec::new, |opening| opening.moves) }
    }
}

/// Evaluates positions with a short search.
struct QuickSearch<G: Game> {
    engine: Engine<G>,
    nodes: u64,
}

impl<G: Game> QuickSearch<G> {
    fn new(nodes: u64) -> Result<Self, OpeningError> {
        let engine = Engine::new(1, 1).map_err(|error| OpeningError::Memory(error.to_string()))?;
        Ok(Self { engine, nodes })
    }

    /// How far a position is from being balanced, whichever side is ahead: 100 is the advantage with which a side
    /// scores about 75%.
    fn imbalance(&mut self, position: &G::Position) -> u32 {
        // Results must not depend on positions searched earlier.
        self.engine.clear();
        let found = self.engine.search(position, Limits { nodes: Some(self.nodes), ..Limits::default() });
        // A search that fails judges nothing.
        let score = found.best.map_or(i32::MAX, |_| found.score.value());
        let share = 100 * i64::from(score.unsigned_abs())
            / i64::from(<G as Game>::SETTINGS.parameters.win_scale.max(1));
        u32::try_from(share).unwrap_or(u32::MAX)
    }
}
