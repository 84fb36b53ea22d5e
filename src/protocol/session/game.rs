use crate::base::{GameOptions, Move, MoveList, Notation, Position, Verdict};
use crate::engine::{Engine, GameVisitor, visit_game};
use crate::eval::Evaluator;
use crate::protocol::errors::{SearchPanicked, SessionError, SetOptionError, SetUpError};
use crate::protocol::options::Settings;
use crate::rules::{Game, GameError, Variant, perft};
use crate::search::{Clock, Limits, Listener, Report, SearchResult};
use crate::tactics::SearchPosition;

use super::chances::chances;
use super::fen_text;
use super::job::StopFlag;
use super::request::{Answer, Description, Evaluation, InfoLine, SearchListener, SearchRequest};

/// Longer games are refused, so that a client's mistake cannot fill the memory with positions.
const MAX_GAME_MOVES: usize = 20_000;

/// Plies beyond a mate's own in which a selective search may still miss it.
const MATE_MARGIN: u32 = 8;

/// Counts the leaves below a position, telling of each first move as soon as it is counted; the total at the end, and
/// nothing where it was stopped.
pub(in crate::protocol) type PerftTask =
    Box<dyn FnOnce(&StopFlag, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// One game being played, with the engine that thinks about it: the same face for every game, so that a client can
/// change the game in the middle of a session. Moves and positions are texts.
pub(in crate::protocol) trait PlayedGame: Send {
    /// Sets one of the options that the game may have; a name that it does not know is another game's.
    fn set_game_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
    /// Provides a hash table of so many MiB.
    fn set_hash(&mut self, mib: usize) -> Result<(), SetOptionError>;
    /// Searches with so many threads.
    fn set_threads(&mut self, threads: usize);
    /// Forgets what was learnt about earlier positions.
    fn clear(&mut self);

    /// Starts from a FEN, or the game's own start, and makes these moves; nothing changes where it fails.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetUpError>;
    /// Makes these moves, all or none.
    fn play(&mut self, moves: &[&str]) -> Result<(), GameError>;
    /// Goes back by so many moves.
    fn undo(&mut self, count: usize) -> Result<(), GameError>;
    /// Goes forward by so many moves that were undone.
    fn redo(&mut self, count: usize) -> Result<(), GameError>;
    /// Starts from the same position with the colours exchanged.
    fn flip(&mut self) -> Result<(), SessionError>;

    /// The move that led to the position at hand.
    fn last_move(&self) -> Option<String>;
    /// All legal moves in the order of their texts.
    fn legal_moves(&self) -> Vec<String>;
    /// The rulebook's word, if the game is over.
    fn verdict(&self) -> Option<Verdict>;
    /// The FEN of the game's start under the options as they are.
    fn start_fen(&self) -> String;
    /// The position at hand.
    fn describe(&self) -> Description;
    /// Its static evaluation.
    fn evaluate(&self) -> Evaluation;
    /// Counts leaves, on whatever thread runs the task.
    fn perft(&self, depth: u32) -> PerftTask;

    /// Starts a search, which ends with the listener's `done`.
    fn start_search(
        &mut self,
        request: &SearchRequest,
        settings: &Settings,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError>;
    /// Tells the search to end as soon as it can.
    fn stop(&self);
    /// Tells the search that the opponent moved as expected.
    fn ponder_hit(&self);
    /// Whether a search has yet to give its answer.
    fn is_searching(&self) -> bool;
    /// Waits for the search's end.
    fn wait(&mut self);
}

/// Starts a game of this variant at its first position, with the options that were chosen for it, and an engine with
/// the smallest hash table. `named` says whether the client chose the game by its name.
pub(in crate::protocol) fn new_game(
    variant: Variant,
    named: bool,
    settings: &Settings,
) -> Result<Box<dyn PlayedGame>, SetOptionError> {
    struct New<'a>(Variant, bool, &'a Settings);
    impl GameVisitor for New<'_> {
        type Output = Result<Box<dyn PlayedGame>, SetOptionError>;
        fn visit<E: Evaluator>(self) -> Self::Output {
            Ok(Box::new(EngineGame::<E>::new(self.0, self.1, self.2)?))
        }
    }
    visit_game(variant, New(variant, named, settings))
}

type OptionsOf<P> = <P as Notation>::Options;

struct EngineGame<E: Evaluator> {
    variant: Variant,
    game: Game<E::Position>,
    options: OptionsOf<E::Position>,
    engine: Engine<E>,
}

impl<E: Evaluator> EngineGame<E> {
    fn new(variant: Variant, named: bool, settings: &Settings) -> Result<Self, SetOptionError> {
        let mut options = OptionsOf::<E::Position>::default();
        options.assume_named(named);
        for (name, value) in settings.game_values().filter(|(name, _)| knows_option::<E>(name)) {
            options.set(name, value)?;
        }
        let engine = Engine::new(1, settings.threads).map_err(|error| no_memory(&error))?;
        Ok(Self { variant, game: Game::new(E::Position::start(&options)), options, engine })
    }

    fn position(&self) -> &E::Position {
        self.game.position()
    }
}

fn knows_option<E: Evaluator>(name: &str) -> bool {
    OptionsOf::<E::Position>::SPECS.iter().any(|spec| spec.name.eq_ignore_ascii_case(name))
}

fn no_memory(error: &impl ToString) -> SetOptionError {
    SetOptionError::Unavailable { name: "Hash", reason: error.to_string() }
}

impl<E: Evaluator> PlayedGame for EngineGame<E> {
    fn set_game_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        if !knows_option::<E>(name) {
            return Ok(());
        }
        let untouched = self.game.moves().len() == 0
            && self.position().fen(&self.options) == E::Position::start(&self.options).fen(&self.options);
        self.options.set(name, value)?;
        if untouched {
            self.game = Game::new(E::Position::start(&self.options));
        }
        Ok(())
    }

    fn set_hash(&mut self, mib: usize) -> Result<(), SetOptionError> {
        self.engine.set_hash(mib).map_err(|error| no_memory(&error))
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetUpError> {
        if moves.len() > MAX_GAME_MOVES {
            return Err(SetUpError::TooManyMoves { found: moves.len(), limit: MAX_GAME_MOVES });
        }
        let mut refusal = None;
        for options in self.options.readings(moves) {
            let start = match fen {
                Some(fen) => E::Position::from_fen(fen, &options)?,
                None => E::Position::start(&options),
            };
            let mut game = Game::new(start);
            match game.play_texts(moves, &options) {
                Ok(()) => {
                    (self.game, self.options) = (game, options);
                    return Ok(());
                }
                Err(error) => refusal = Some(refusal.map_or(error.clone(), |first| later(first, error))),
            }
        }
        refusal.map_or(Ok(()), |error| Err(error.into()))
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), GameError> {
        let mut refusal = None;
        for options in self.options.readings(moves) {
            match self.game.play_texts(moves, &options) {
                Ok(()) => {
                    self.options = options;
                    return Ok(());
                }
                Err(error) => refusal = Some(refusal.map_or(error.clone(), |first| later(first, error))),
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    fn undo(&mut self, count: usize) -> Result<(), GameError> {
        self.game.undo(count)
    }

    fn redo(&mut self, count: usize) -> Result<(), GameError> {
        self.game.redo(count)
    }

    fn flip(&mut self) -> Result<(), SessionError> {
        let fen = fen_text::flipped(&self.position().fen(&self.options), self.variant);
        let start = E::Position::from_fen(&fen, &self.options).map_err(SessionError::Flip)?;
        self.game = Game::new(start);
        Ok(())
    }

    fn last_move(&self) -> Option<String> {
        let (before, m) = self.game.steps().last()?;
        Some(before.move_text(m, &self.options))
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        let mut texts: Vec<_> =
            moves.into_iter().map(|m| self.position().move_text(m, &self.options)).collect();
        texts.sort_unstable();
        texts
    }

    fn verdict(&self) -> Option<Verdict> {
        self.position().verdict()
    }

    fn start_fen(&self) -> String {
        E::Position::start(&self.options).fen(&self.options)
    }

    fn describe(&self) -> Description {
        let position = self.position();
        Description {
            diagram: position.diagram(&self.options),
            fen: position.fen(&self.options),
            key: position.key(),
            side_to_move: position.side_to_move(),
            facts: position.facts(&self.options),
        }
    }

    fn evaluate(&self) -> Evaluation {
        let position = self.position();
        Evaluation {
            parts: E::explain(position),
            score: E::new(position).evaluate(position),
            side_to_move: position.side_to_move(),
        }
    }

    fn perft(&self, depth: u32) -> PerftTask {
        let mut position = self.position().clone();
        let options = self.options.clone();
        Box::new(move |stop, tell| {
            let Some(below) = depth.checked_sub(1) else { return Some(1) };
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mut total = 0;
            for m in moves {
                let text = position.move_text(m, &options);
                position.make(m, &mut ());
                let leaves = stoppable_perft(&mut position, below, stop)?;
                position.unmake();
                tell(&text, leaves);
                total += leaves;
            }
            Some(total)
        })
    }

    fn start_search(
        &mut self,
        request: &SearchRequest,
        settings: &Settings,
        mut listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError> {
        let root = self.position().clone();
        let mut moves = Vec::new();
        for text in &request.root_moves {
            match root.parse_move(text, &self.options) {
                Ok(m) => moves.push(m),
                Err(error) => listener.ignored(&error),
            }
        }
        if moves.is_empty() && !request.root_moves.is_empty() {
            return Err(SessionError::NoRootMoves);
        }
        let limits = limits(request, settings, &root, moves);
        let listener = TextListener {
            root: root.clone(),
            options: self.options.clone(),
            win_scale: E::MARGINS.win_scale,
            listener,
        };
        self.engine.start(root, limits, listener);
        Ok(())
    }

    fn stop(&self) {
        self.engine.stop();
    }

    fn ponder_hit(&self) {
        self.engine.ponder_hit();
    }

    fn is_searching(&self) -> bool {
        self.engine.is_searching()
    }

    fn wait(&mut self) {
        self.engine.wait();
    }
}

/// Of two refusals of one list under different readings, the one that got further, which is likelier to be about
/// the client's true mistake.
fn later(first: GameError, second: GameError) -> GameError {
    match (&first, &second) {
        (GameError::Move { number: a, .. }, GameError::Move { number: b, .. }) if b > a => second,
        _ => first,
    }
}

fn limits<P: SearchPosition>(
    request: &SearchRequest,
    settings: &Settings,
    root: &P,
    moves: Vec<Move>,
) -> Limits {
    let clock = request.clock(root.side_to_move()).map(|(remaining, increment)| Clock {
        remaining,
        increment,
        moves_to_go: request.moves_to_go.filter(|&moves| moves > 0),
    });
    // The overhead is a clock's; a short time for one move should not be spent on it.
    let overhead = match (clock, request.move_time) {
        (None, Some(time)) => settings.overhead.min(time / 10),
        _ => settings.overhead,
    };
    // A mate that is not there would be looked for without end.
    let mate_depth = request.mate.map(|moves| 2 * moves + MATE_MARGIN).filter(|_| !request.infinite);
    Limits {
        clock,
        move_time: request.move_time,
        overhead,
        depth: request.depth.or(mate_depth),
        nodes: request.nodes,
        mate: request.mate,
        infinite: request.infinite,
        ponder: request.ponder,
        moves,
        lines: settings.lines,
        nodes_as_time: settings.nodes_as_time,
        contempt: settings.contempt(request.infinite),
        strength: settings.strength(),
        ..Limits::default()
    }
}

/// The leaves below a position, or nothing where the flag was set before they were counted.
fn stoppable_perft<P: Notation>(position: &mut P, depth: u32, stop: &StopFlag) -> Option<u64> {
    // Two plies take no longer than a client waits for an answer anyway.
    if depth <= 2 {
        return (!stop.is_set()).then(|| perft(position, depth));
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut leaves = 0;
    for m in moves {
        position.make(m, &mut ());
        let below = stoppable_perft(position, depth - 1, stop);
        position.unmake();
        leaves += below?;
    }
    Some(leaves)
}

/// Turns what a search reports into texts.
struct TextListener<P: Notation> {
    root: P,
    options: P::Options,
    win_scale: i32,
    listener: Box<dyn SearchListener>,
}

impl<P: Notation> TextListener<P> {
    /// The texts of moves played one after the other from the root, up to the first that cannot be.
    fn texts(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.root.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            if !position.is_legal(m) {
                break;
            }
            texts.push(position.move_text(m, &self.options));
            position.make(m, &mut ());
        }
        texts
    }
}

impl<P: Notation> Listener for TextListener<P> {
    fn report(&mut self, report: &Report) {
        let line = InfoLine {
            depth: report.depth,
            selective_depth: report.selective_depth,
            rank: report.line,
            score: report.score,
            bound: report.bound,
            chances: chances(report.score, self.win_scale),
            nodes: report.nodes,
            time: report.time,
            hash_full: report.hash_full,
            moves: self.texts(&report.moves),
        };
        self.listener.line(&line);
    }

    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        let text = self.root.move_text(m, &self.options);
        self.listener.current_move(depth, &text, number);
    }

    fn done(&mut self, result: &SearchResult) {
        if result.panics > 0 {
            self.listener.failed(SearchPanicked(result.panics));
        }
        let line: Vec<_> = result.best.into_iter().chain(result.ponder).collect();
        let mut texts = self.texts(&line).into_iter();
        let best = texts.next();
        let answer = Answer {
            best,
            ponder: texts.next(),
            score: result.score,
            depth: result.depth,
            nodes: result.nodes,
        };
        self.listener.done(&answer);
    }
}
