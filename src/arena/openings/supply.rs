use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::base::{GameOptions, Move, Notation};
use crate::engine::Engine;
use crate::games;
use crate::games::Variant;
use crate::games::{GameVisitor, visit_game};
use crate::rules::gomoku::GomokuOptions;
use crate::search::{Limits, Listener, Report, SearchResult};

use super::book::read_book;
use super::random::{Judge, random_opening};
use super::{Opening, OpeningError, OpeningSource, RandomSettings};

/// All openings of a contest. A copy is cheap.
#[derive(Clone)]
pub struct Openings {
    variant: Variant,
    options: Vec<(String, String)>,
    seed: u64,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Start,
    Random(RandomSettings),
    Book(Arc<[Opening]>),
}

impl Openings {
    /// The openings of a game with these options (as name and value) from this source.
    ///
    /// # Errors
    /// Where an option is none of the game's, or a book cannot be read to its end.
    pub fn new(
        variant: Variant,
        options: &[(String, String)],
        source: &OpeningSource,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        struct Read<'a>(&'a Openings, &'a OpeningSource);
        impl GameVisitor for Read<'_> {
            type Output = Result<Kind, OpeningError>;
            fn visit<G: games::Game>(self) -> Self::Output {
                let Self(openings, source) = self;
                let options = openings.typed_options::<G::Position>()?;
                Ok(match source {
                    OpeningSource::Start => Kind::Start,
                    OpeningSource::Random(settings) => Kind::Random(*settings),
                    OpeningSource::Book(settings) => {
                        let start = G::Position::start(&options);
                        let size = openings.board_size();
                        Kind::Book(read_book(settings, &start, &options, size, openings.seed)?.into())
                    }
                })
            }
        }
        let mut openings = Self { variant, options: options.to_vec(), seed, kind: Kind::Start };
        openings.kind = visit_game(variant, Read(&openings, source))?;
        Ok(openings)
    }

    /// How many different openings there are, where that is known. They are played again after the last one.
    pub fn count(&self) -> Option<usize> {
        match &self.kind {
            Kind::Start => Some(1),
            Kind::Random(_) => None,
            Kind::Book(openings) => Some(openings.len()),
        }
    }

    /// Somebody who makes openings on one thread.
    ///
    /// # Errors
    /// Where the memory for the search that judges random openings cannot be had.
    pub fn maker(&self) -> Result<Box<dyn OpeningMaker>, OpeningError> {
        struct Hire<'a>(&'a Openings);
        impl GameVisitor for Hire<'_> {
            type Output = Result<Box<dyn OpeningMaker>, OpeningError>;
            fn visit<G: games::Game>(self) -> Self::Output {
                let options = self.0.typed_options::<G::Position>()?;
                let judge = match self.0.kind {
                    Kind::Random(settings) => Some((settings, QuickSearch::<G>::new(settings.nodes)?)),
                    _ => None,
                };
                Ok(Box::new(Maker { openings: self.0.clone(), options, judge }))
            }
        }
        visit_game(self.variant, Hire(self))
    }

    fn typed_options<P: Notation>(&self) -> Result<P::Options, OpeningError> {
        let mut options = P::Options::default();
        for (name, value) in &self.options {
            if !P::Options::SPECS.iter().any(|spec| spec.name.eq_ignore_ascii_case(name)) {
                return Err(OpeningError::UnknownOption(name.clone()));
            }
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// The size of the board for which a gomoku opening is meant.
    fn board_size(&self) -> usize {
        let mut options = GomokuOptions::default();
        for (name, value) in &self.options {
            if GomokuOptions::SPECS.iter().any(|spec| spec.name.eq_ignore_ascii_case(name)) {
                // A bad value is noticed where the game's own options are read.
                let _ = options.set(name, value);
            }
        }
        options.board_size
    }
}

/// Makes openings by their numbers.
pub trait OpeningMaker: Send {
    /// The opening of this number; the game's own start where no random opening leaves a game to play.
    fn opening(&mut self, number: usize) -> Opening;
}

struct Maker<G: games::Game> {
    openings: Openings,
    options: <G::Position as Notation>::Options,
    judge: Option<(RandomSettings, QuickSearch<G>)>,
}

impl<G: games::Game> OpeningMaker for Maker<G> {
    fn opening(&mut self, number: usize) -> Opening {
        if let Kind::Book(openings) = &self.openings.kind {
            return openings[number % openings.len()].clone();
        }
        let Some((settings, judge)) = &mut self.judge else { return Opening::default() };
        let start = G::Position::start(&self.options);
        random_opening(&start, &self.options, settings, (self.openings.seed, number), judge)
            .unwrap_or_default()
    }
}

/// Judges positions by a short search of our own.
struct QuickSearch<G: games::Game> {
    engine: Engine<G::Evaluator>,
    nodes: u64,
}

impl<G: games::Game> QuickSearch<G> {
    fn new(nodes: u64) -> Result<Self, OpeningError> {
        let engine = Engine::new(1, 1).map_err(|error| OpeningError::Memory(error.to_string()))?;
        Ok(Self { engine, nodes })
    }
}

impl<G: games::Game> Judge<G::Position> for QuickSearch<G> {
    fn imbalance(&mut self, position: &G::Position) -> u32 {
        let (sender, receiver) = channel();
        // What earlier positions have taught must not colour the answer.
        self.engine.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        self.engine.start(position.clone(), limits, Verdict(sender));
        let score = receiver.recv().map_or(i32::MAX, |result| result.score.value());
        self.engine.wait();
        let share = 100 * i64::from(score.unsigned_abs()) / i64::from(G::INFO.win_scale.max(1));
        u32::try_from(share).unwrap_or(u32::MAX)
    }
}

/// Passes on a search's result.
struct Verdict(Sender<SearchResult>);

impl Listener for Verdict {
    fn report(&mut self, _report: &Report) {}

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        // Whoever asked and went away does not need the answer.
        let _ = self.0.send(result.clone());
    }
}
