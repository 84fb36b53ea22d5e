use std::time::{Duration, Instant};

use crate::base::{
    FenRemark, GameError, GameOptions, Move, MoveList, Notation, PlayedGame, Position, Side, Verdict, perft,
};
use crate::engine::{Engine, EngineError, load_weights};
use crate::eval::network::PackedNetwork;
use crate::games::{EvaluatorOf, Game, Variant, WinCurve, with_game};
use crate::protocol::errors::{SearchPanicked, SearchProblem, SessionError, SetOptionError, SetUpError};
use crate::protocol::limits::MAX_GAME_MOVES;
use crate::protocol::options::Settings;
use crate::search::{
    Clock, Distance, Evaluator, Limits, Listener, Report, SearchPosition, SearchResult, TableEntry,
    TableResult,
};

use super::job::StopFlag;
use super::request::{Answer, Description, Evaluation, InfoLine, SearchListener, SearchRequest};
use super::session_game::{ClientHabit, EngineChange, EngineOrder, PerftCount, SessionGame};
use super::state::{self, Legality, PlayedMove, State};

/// Plies by which a search for a mate exceeds the mate's length, as a selective search may miss it at exactly that
/// depth.
const MATE_MARGIN: u32 = 8;

/// Starts a game of this variant at its first position, with the options that were set for it, and an engine with the
/// smallest hash table. `named` says whether the client chose the game by its name.
pub(in crate::protocol) fn new_game(
    variant: Variant,
    named: bool,
    settings: &Settings,
) -> Result<Box<dyn SessionGame>, SetOptionError> {
    with_game!(variant, G => Ok(Box::new(EngineGame::<G>::new(named, settings)?)))
}

type OptionsOf<P> = <P as Notation>::Options;

struct EngineGame<G: Game> {
    game: PlayedGame<G::Position>,
    options: OptionsOf<G::Position>,
    engine: Engine<G>,
    style: MoveStyle,
}

/// How moves are written for the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MoveStyle {
    Text,
    Name,
}

impl MoveStyle {
    const fn of(names: bool) -> Self {
        if names { Self::Name } else { Self::Text }
    }

    /// Writes a legal move.
    fn write<P: Notation>(self, position: &P, m: Move, options: &P::Options) -> String {
        match self {
            Self::Text => position.move_text(m, options),
            Self::Name => position.move_name(m, options),
        }
    }
}

impl<G: Game> EngineGame<G> {
    fn new(named: bool, settings: &Settings) -> Result<Self, SetOptionError> {
        let mut options = OptionsOf::<G::Position>::default();
        options.assume_named(named);
        for (name, value) in settings.game_values() {
            options.set(name, value)?;
        }
        let engine = Engine::new(1, settings.engine().threads()).map_err(|error| match error {
            EngineError::Memory(_) => unavailable("Hash", &error),
            EngineError::Threads(_) => unavailable("Threads", &error),
        })?;
        let style = MoveStyle::of(settings.writes_names());
        let mut game = Self { game: PlayedGame::new(G::Position::start(&options)), options, engine, style };
        game.change_engine(EngineChange::Evaluation(settings.engine()))?;
        Ok(game)
    }

    fn position(&self) -> &G::Position {
        self.game.position()
    }
}

/// Refuses a game that exceeds the maximum length.
const fn check_length(moves: usize) -> Result<(), GameError> {
    if moves > MAX_GAME_MOVES {
        return Err(GameError::TooManyMoves { found: moves, limit: MAX_GAME_MOVES });
    }
    Ok(())
}

fn unavailable(name: &'static str, error: &impl ToString) -> SetOptionError {
    SetOptionError::Unavailable { name, reason: error.to_string() }
}

impl<G: Game> SessionGame for EngineGame<G> {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let untouched = self.game.moves().len() == 0
            && self.position().fen(&self.options) == G::Position::start(&self.options).fen(&self.options);
        let before = self.options.clone();
        self.options.set(name, value)?;
        if untouched && self.options != before {
            self.game = PlayedGame::new(G::Position::start(&self.options));
        }
        Ok(())
    }

    fn adopt(&mut self, habit: ClientHabit) {
        match habit {
            ClientHabit::NamedGame(named) => self.options.assume_named(named),
            ClientHabit::Cecp => self.options.speak_cecp(),
            ClientHabit::MoveNames(on) => self.style = MoveStyle::of(on),
        }
    }

    fn change_engine(&mut self, change: EngineChange<'_>) -> Result<(), SetOptionError> {
        match change {
            EngineChange::Hash(mib) => self.engine.set_hash(mib).map_err(|error| unavailable("Hash", &error)),
            EngineChange::Threads(count) => {
                self.engine.set_threads(count).map_err(|error| unavailable("Threads", &error))
            }
            EngineChange::Evaluation(options) => {
                let weights = load_weights::<G>(options.evaluation(), options.eval_file())
                    .map_err(|error| unavailable("EvalFile", &error))?;
                self.engine.set_weights(weights);
                Ok(())
            }
        }
    }

    fn order(&mut self, order: EngineOrder) {
        match order {
            EngineOrder::Clear => self.engine.clear(),
            EngineOrder::Prepare => self.engine.prepare(),
            EngineOrder::Stop => self.engine.stop(),
            EngineOrder::PonderHit => self.engine.ponder_hit(),
            EngineOrder::Wait => self.engine.wait(),
        }
    }

    fn network(&self) -> Option<String> {
        self.engine.weights().network().map(PackedNetwork::name)
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Vec<FenRemark>, SetUpError> {
        check_length(moves.len())?;
        let mut likely = self.options.clone();
        if let Some(fen) = fen {
            likely.observe_fen(fen);
        }
        let mut refusal = None;
        for options in likely.readings(moves) {
            let (start, remarks) = match fen {
                Some(fen) => G::Position::read_fen(fen, &options)?,
                None => (G::Position::start(&options), Vec::new()),
            };
            let mut game = PlayedGame::new(start);
            match game.play_texts(moves, &options) {
                Ok(()) => {
                    (self.game, self.options) = (game, options);
                    return Ok(remarks);
                }
                Err(error) => refusal = Some(GameError::later(refusal, error)),
            }
        }
        refusal.map_or(Ok(Vec::new()), |error| Err(error.into()))
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), GameError> {
        check_length(self.game.moves().len() + moves.len())?;
        let mut refusal = None;
        for options in self.options.readings(moves) {
            match self.game.play_texts(moves, &options) {
                Ok(()) => {
                    self.options = options;
                    return Ok(());
                }
                Err(error) => refusal = Some(GameError::later(refusal, error)),
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
        let fen = G::Position::flipped_fen(&self.position().fen(&self.options));
        let start = G::Position::from_fen(&fen, &self.options).map_err(SessionError::Flip)?;
        self.game = PlayedGame::new(start);
        Ok(())
    }

    fn history(&self) -> Vec<String> {
        self.game.steps().map(|(before, m)| self.style.write(before, m, &self.options)).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        let mut texts: Vec<_> =
            moves.into_iter().map(|m| self.style.write(self.position(), m, &self.options)).collect();
        texts.sort_unstable();
        texts
    }

    fn verdict(&self) -> Option<Verdict> {
        self.position().verdict()
    }

    fn start_fen(&self) -> String {
        G::Position::start(&self.options).fen(&self.options)
    }

    fn side_to_move(&self) -> Side {
        self.position().side_to_move()
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

    fn state(&self) -> State {
        State::of(&G::INFO, &self.game, &self.options)
    }

    fn lookahead(&self, texts: &[&str]) -> Result<Vec<PlayedMove>, GameError> {
        check_length(self.game.moves().len() + texts.len())?;
        Ok(state::lookahead(self.position(), texts, &self.options))
    }

    fn legality(&self, text: &str) -> Legality {
        Legality::of(self.position(), text, &self.options)
    }

    #[cfg(feature = "records")]
    fn line(&self, settings: &Settings) -> super::line::GameLine {
        super::line::GameLine::of::<G>(&self.game, settings)
    }

    fn evaluate(&self) -> Evaluation {
        let (position, weights) = (self.position(), self.engine.weights());
        Evaluation {
            terms: EvaluatorOf::<G>::explain(weights, position),
            network: self.network(),
            score: EvaluatorOf::<G>::new(weights, position).evaluate(position),
            side_to_move: position.side_to_move(),
        }
    }

    fn perft(&self, depth: u32) -> PerftCount {
        let mut position = self.position().clone();
        let options = self.options.clone();
        Box::new(move |stop, report| {
            let Some(below) = depth.checked_sub(1) else { return Some(1) };
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mut total = 0;
            for m in moves {
                let text = position.move_text(m, &options);
                position.make(m, &mut ());
                let leaves = stoppable_perft(&mut position, below, stop)?;
                position.unmake();
                report(&text, leaves);
                total += leaves;
            }
            Some(total)
        })
    }

    fn start_search(
        &mut self,
        request: &SearchRequest,
        asked: Option<Instant>,
        settings: &Settings,
        mut listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError> {
        let root = self.position().clone();
        let mut moves = Vec::new();
        for text in &request.root_moves {
            match root.parse_move(text, &self.options) {
                Ok(m) => moves.push(m),
                Err(error) => listener.problem(&SearchProblem::IgnoredMove(error)),
            }
        }
        if moves.is_empty() && !request.root_moves.is_empty() {
            return Err(SessionError::NoRootMoves);
        }
        if !request.banned_moves.is_empty() {
            if moves.is_empty() {
                let mut all = MoveList::new();
                root.legal_moves(&mut all);
                moves.extend(all);
            }
            let banned = |text: &String| root.parse_move(text, &self.options).ok();
            let banned: Vec<_> = request.banned_moves.iter().filter_map(banned).collect();
            let is_over = moves.is_empty();
            moves.retain(|m| !banned.contains(m));
            if moves.is_empty() && !is_over {
                return Err(SessionError::AllMovesBanned);
            }
        }
        let limits = Limits { asked, moves, ..limits(request, settings, &root) };
        self.engine.set_search_options(settings.engine().search_options(
            &limits,
            settings.seed(),
            G::INFO.tables,
        ));
        let listener = TextListener {
            root: root.clone(),
            options: self.options.clone(),
            style: self.style,
            win_curve: G::INFO.win_curve,
            side_names: G::INFO.side_names,
            started: asked.unwrap_or_else(Instant::now),
            time_limit: settings.limits().time,
            listener,
        };
        self.engine.start(root, limits, listener);
        Ok(())
    }

    fn is_searching(&self) -> bool {
        self.engine.is_searching()
    }
}

fn limits<P: SearchPosition>(request: &SearchRequest, settings: &Settings, root: &P) -> Limits {
    let clock = request.clock(root.side_to_move()).map(|(remaining, increment)| Clock {
        remaining,
        increment,
        moves_to_go: request.moves_to_go.filter(|&moves| moves > 0),
    });
    // Without a depth limit, the search for a mate that does not exist would never end.
    let mate_depth = request.mate.map(|moves| 2 * moves + MATE_MARGIN).filter(|_| !request.infinite);
    Limits {
        clock,
        move_time: request.move_time,
        time_limit: settings.limits().time,
        depth: request.depth.or(mate_depth),
        nodes: request.nodes,
        mate: request.mate,
        infinite: request.infinite,
        ponder: request.ponder,
        soft_nodes: settings.engine().soft_nodes(),
        ..Limits::default()
    }
}

/// The leaves below a position; `None` if the flag was set before they were counted.
fn stoppable_perft<P: Notation>(position: &mut P, depth: u32, stop: &StopFlag) -> Option<u64> {
    // Two plies are counted faster than a client could stop them.
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

/// Converts the reports of a search to text.
struct TextListener<P: Notation> {
    root: P,
    options: P::Options,
    style: MoveStyle,
    win_curve: WinCurve,
    side_names: [&'static str; 2],
    started: Instant,
    /// The session's time limit for one search.
    time_limit: Option<Duration>,
    listener: Box<dyn SearchListener>,
}

impl<P: Notation> TextListener<P> {
    /// The texts of moves played one after the other from the root, up to the first that is not legal.
    fn texts(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.root.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            if !position.is_legal(m) {
                break;
            }
            texts.push(self.style.write(&position, m, &self.options));
            position.make(m, &mut ());
        }
        texts
    }
}

impl<P: Notation + SearchPosition> Listener for TextListener<P> {
    fn report(&mut self, report: &Report) {
        let line = InfoLine {
            moves: self.texts(&report.moves),
            chances: self.win_curve.chances(report.score),
            report: report.clone(),
        };
        self.listener.line(&line);
    }

    fn known(&mut self, entry: &TableEntry) {
        let Distance::AtMost(plies) = entry.distance else { return };
        let winner = match entry.result {
            TableResult::Win => self.root.side_to_move(),
            TableResult::Loss => !self.root.side_to_move(),
            TableResult::Draw => return,
        };
        self.listener.proved(self.side_names[winner.index()], plies);
    }

    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        let text = self.style.write(&self.root, m, &self.options);
        self.listener.current_move(depth, &text, number);
    }

    fn done(&mut self, result: &SearchResult) {
        if let Some(limit) = self.time_limit.filter(|&limit| self.started.elapsed() >= limit) {
            self.listener.problem(&SearchProblem::TimeLimit(limit));
        }
        if result.panics > 0 {
            self.listener.problem(&SearchPanicked(result.panics).into());
        }
        for problem in P::take_table_problems() {
            self.listener.problem(&SearchProblem::Tablebase(problem));
        }
        let line: Vec<_> = result.best.into_iter().chain(result.ponder).collect();
        let mut texts = self.texts(&line).into_iter();
        let answer = Answer { result: result.clone(), best: texts.next(), ponder: texts.next() };
        self.listener.done(&answer);
    }
}
