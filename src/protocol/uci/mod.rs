//! The UCI protocol.

mod command;
mod info;

use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::OptionEffect;

use super::dialect::{Dialect, Flow};
use super::errors::{LineError, MOST_REPORTS, MoreIgnored, SessionError};
use super::input::{first_word, words};
use super::options::Change;
use super::output::Output;
use super::own_commands::{self, OwnCommand};
use super::session::{EndReason, SearchRequest, Session, SetUpNotices};

use command::{Command, CommandError};
use info::UciListener;

pub(super) use info::per_second;

/// Reports an error as an `info string`, which clients may show and cannot misread.
fn error_line(error: &dyn Display) -> String {
    format!("info string error {error}")
}

/// A `bestmove` that must be held back until the client asks for it: the answer to an infinite search of a position
/// that was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PendingAnswer {
    /// Until `stop`.
    UntilStop,
    /// Until `stop` or `ponderhit`.
    UntilPonderHit,
}

/// A session in the UCI protocol.
pub(super) struct Uci {
    output: Output,
    debug: bool,
    pending: Option<PendingAnswer>,
    /// Moves that the next searches must not choose.
    banned: Vec<String>,
    /// The limits of the searches by which the engine answers the user's moves, if it does so.
    play: Option<SearchRequest>,
    /// The engine's move, until it is made on the session's board.
    answer: Arc<Mutex<Option<String>>>,
}

impl Uci {
    pub(super) fn new(output: Output) -> Self {
        Self { output, debug: false, pending: None, banned: Vec::new(), play: None, answer: Arc::default() }
    }

    fn error(&self, error: impl Display) {
        self.output.failure(error_line(&error));
    }

    fn info(&self, text: impl Display) {
        self.output.line(format_args!("info string {text}"));
    }

    /// Writes the answer held back, if there is one.
    fn give_pending_answer(&mut self) {
        if self.pending.take().is_some() {
            self.output.line("bestmove 0000");
        }
    }

    /// Makes the move with which a search has answered, if it is to be made.
    fn make_answer(&self, session: &mut Session) {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(error)) =
            answer.map(|text| Ok::<_, SessionError>(session.game_mut()?.play(&[&text])?))
        {
            self.error(error);
        }
    }

    /// Ends a running search, which gives its answer.
    fn end_search(&mut self, session: &mut Session) {
        self.give_pending_answer();
        if self.play.is_some() {
            session.halt();
            self.make_answer(session);
        }
    }

    /// Executes one of the engine's own commands.
    fn execute_own(&mut self, command: OwnCommand, arguments: &str, session: &mut Session) {
        if !command.is_query() {
            self.end_search(session);
        }
        if let Err(error) = command.run(arguments, session, &self.output, error_line) {
            self.error(error);
        } else if command == OwnCommand::Move
            && let Some(limits) = self.play.clone()
            && session.game().is_ok_and(|game| game.verdict().is_none())
        {
            self.go(limits, session);
        }
    }

    fn execute(&mut self, command: Command<'_>, session: &mut Session) -> Flow {
        if !matches!(command, Command::Uci | Command::Debug(_) | Command::IsReady | Command::PonderHit) {
            self.end_search(session);
        }
        match command {
            Command::Uci => self.introduce(session),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.line("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, &value, session),
            Command::Register => self.info("no registration is needed"),
            Command::UciNewGame => session.forget(),
            Command::Position { fen, moves } => self.position(fen.as_deref(), &moves, session),
            Command::BanMoves(moves) => self.banned = moves,
            Command::Go(request) => self.go(request, session),
            Command::Play(limits) => self.play = limits,
            Command::Perft(depth) => {
                if let Err(error) = own_commands::perft(depth, session, &self.output, error_line) {
                    self.error(error);
                }
            }
            Command::Stop => session.stop(),
            Command::PonderHit => {
                if self.pending == Some(PendingAnswer::UntilPonderHit) {
                    self.give_pending_answer();
                }
                session.ponder_hit();
            }
            Command::Quit => return Flow::End,
        }
        Flow::Continue
    }

    fn introduce(&self, session: &Session) {
        let mut lines = vec![
            concat!("id name Quadriga ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the Quadriga authors".to_owned(),
        ];
        lines.extend(session.option_declarations());
        lines.extend(session.network().map(|name| format!("info string network {name}")));
        lines.push("uciok".to_owned());
        self.output.lines(lines);
    }

    fn set_option(&self, name: &str, value: &str, session: &mut Session) {
        let network = session.network();
        match session.set_option(name, value) {
            Ok(Change::Variant(_)) => {
                if let Some(shape) = session.board_shape() {
                    self.info(shape);
                }
            }
            Ok(Change::Engine(OptionEffect::Weights)) => {
                if let Some(name) = session.network().filter(|_| session.network() != network) {
                    self.info(format_args!("network {name}"));
                }
            }
            Ok(Change::Tables(tables)) => {
                for line in tables.report() {
                    self.info(line);
                }
            }
            Ok(_) => {}
            Err(error) => return self.error(error),
        }
        if name.eq_ignore_ascii_case("Variety")
            && let Some(seed) = session.settings().drawn_variety_seed()
        {
            self.info(format_args!("VarietySeed {seed}"));
        }
    }

    fn position(&mut self, fen: Option<&str>, moves: &[&str], session: &mut Session) {
        self.banned.clear();
        match session.set_up(fen, moves) {
            Ok(SetUpNotices { recognised, remarks }) => {
                if let Some(variant) = recognised {
                    self.info(format_args!("the FEN is one of {variant}, which is now the game"));
                }
                for remark in remarks {
                    self.info(format_args!("position: {remark}"));
                }
                if let (true, Ok(game)) = (self.debug, session.game()) {
                    self.info(format_args!("position {}", game.describe().fen));
                }
            }
            Err(error) => self.error(format_args!("position: {error}")),
        }
    }

    fn go(&mut self, mut request: SearchRequest, session: &mut Session) {
        request.banned_moves.clone_from(&self.banned);
        let show_chances = session.settings().engine().show_wdl();
        let answer = self.play.is_some().then(|| Arc::clone(&self.answer));
        let listener = UciListener::new(self.output.clone(), show_chances, !request.is_endless(), answer);
        if let Err(error) = session.search(&request, Box::new(listener)) {
            self.error(error);
            self.pending =
                Some(if request.infinite { PendingAnswer::UntilStop } else { PendingAnswer::UntilPonderHit });
            if !request.infinite && !request.ponder {
                self.give_pending_answer();
            }
        }
    }
}

impl Dialect for Uci {
    fn line(&mut self, line: &str, session: &mut Session) -> Flow {
        if !session.is_searching() {
            self.make_answer(session);
        }
        let (name, arguments) = first_word(line);
        if let Some(command) = OwnCommand::from_name(name) {
            self.execute_own(command, arguments, session);
            return Flow::Continue;
        }
        let mut words: Vec<_> = words(line).collect();
        let is_bare = words.first().is_some_and(|word| command::is_bare_position(word));
        if is_bare {
            session.assume_single_game_client();
        }
        // UCI requires that words before the first command are ignored.
        let start = words.iter().position(|word| is_bare || command::is_command(word));
        if start != Some(0) && !words.is_empty() {
            self.error(CommandError::unknown(words[0]));
        }
        words.drain(..start.unwrap_or(words.len()));
        if words.is_empty() {
            return Flow::Continue;
        }
        let mut ignored = Vec::new();
        let command = Command::parse(&words, session.white(), &mut ignored);
        for error in ignored.iter().take(MOST_REPORTS) {
            self.error(error);
        }
        if ignored.len() > MOST_REPORTS {
            self.error(MoreIgnored(ignored.len() - MOST_REPORTS));
        }
        match command {
            Ok(command) => self.execute(command, session),
            Err(error) => {
                self.error(&error);
                if is_bare || words[0] == "position" {
                    self.give_pending_answer();
                    session.refuse_position(error.to_string());
                }
                Flow::Continue
            }
        }
    }

    fn refused_line(&mut self, error: LineError) {
        self.error(error);
    }

    fn end(&mut self, reason: EndReason, session: &mut Session) {
        session.finish(reason, &self.output);
        self.give_pending_answer();
    }
}
