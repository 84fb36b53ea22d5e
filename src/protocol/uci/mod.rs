//! The UCI dialect.

mod command;
mod info;

use std::fmt::Display;

use super::dialect::{Dialect, Flow};
use super::input::words;
use super::options::Change;
use super::output::Output;
use super::own_commands::{self, OwnCommand};
use super::session::{Ending, SearchRequest, Session};

use command::{Command, CommandError};
use info::UciListener;

pub(super) use info::per_second;

/// How an error looks to a client: information, which it may show and will not misread.
fn error_line(error: &dyn Display) -> String {
    format!("info string error {error}")
}

/// A `bestmove` that is due, but not before the client asks for it: the answer to an endless search of a position that
/// was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// `stop` asks for it.
    AfterStop,
    /// So does `ponderhit`.
    AfterPonderHit,
}

/// The UCI dialect's side of a session.
pub(super) struct Uci {
    output: Output,
    debug: bool,
    due: Option<Due>,
}

impl Uci {
    pub(super) fn new(output: Output) -> Self {
        Self { output, debug: false, due: None }
    }

    fn error(&self, error: impl Display) {
        self.output.failure(error_line(&error));
    }

    fn info(&self, text: impl Display) {
        self.output.line(format_args!("info string {text}"));
    }

    /// Gives the answer that is due, if any.
    fn give_due_answer(&mut self) {
        if self.due.take().is_some() {
            self.output.line("bestmove 0000");
        }
    }

    fn execute(&mut self, command: Command<'_>, session: &mut Session) -> Flow {
        // What follows acts on the session, which first ends what still runs.
        if !matches!(command, Command::Uci | Command::Debug(_) | Command::IsReady | Command::PonderHit) {
            self.give_due_answer();
        }
        match command {
            Command::Uci => self.introduce(session),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.line("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, &value, session),
            Command::Register => self.info("no registration is needed"),
            Command::UciNewGame => session.forget(),
            Command::Position { fen, moves } => self.position(fen.as_deref(), &moves, session),
            Command::Go(request) => self.go(&request, session),
            Command::Perft(depth) => {
                if let Err(error) = own_commands::perft(depth, session, &self.output, error_line) {
                    self.error(error);
                }
            }
            Command::Stop => session.stop(),
            Command::PonderHit => {
                if self.due == Some(Due::AfterPonderHit) {
                    self.give_due_answer();
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
        lines.extend(session.settings().declarations());
        lines.push("uciok".to_owned());
        self.output.lines(lines);
    }

    fn set_option(&self, name: &str, value: &str, session: &mut Session) {
        match session.set_option(name, value) {
            Ok(Change::Variant(_)) => {
                if let Some(line) = session.variant_line() {
                    self.info(line);
                }
            }
            Ok(_) => {}
            Err(error) => self.error(error),
        }
    }

    fn position(&self, fen: Option<&str>, moves: &[&str], session: &mut Session) {
        match session.set_up(fen, moves) {
            Ok(recognised) => {
                if let Some(variant) = recognised {
                    self.info(format_args!("the FEN is one of {variant}, which is now the game"));
                }
                if let (true, Ok(game)) = (self.debug, session.game()) {
                    self.info(format_args!("position {}", game.describe().fen));
                }
            }
            Err(error) => self.error(format_args!("position: {error}")),
        }
    }

    fn go(&mut self, request: &SearchRequest, session: &mut Session) {
        let show_chances = session.settings().show_wdl;
        let listener = UciListener::new(self.output.clone(), show_chances, !request.is_endless());
        if let Err(error) = session.search(request, Box::new(listener)) {
            self.error(error);
            self.due = Some(if request.infinite { Due::AfterStop } else { Due::AfterPonderHit });
            if !request.infinite && !request.ponder {
                self.give_due_answer();
            }
        }
    }
}

impl Dialect for Uci {
    fn line(&mut self, line: &str, session: &mut Session) -> Flow {
        let mut words: Vec<_> = words(line).collect();
        if let Some(command) = words.first().copied().and_then(OwnCommand::from_name) {
            if !command.only_looks() {
                self.give_due_answer();
            }
            if let Err(error) = command.run(&words[1..], session, &self.output, error_line) {
                self.error(error);
            }
            return Flow::Continue;
        }
        // A word that is no command is passed over, as UCI asks, and the rest of the line is tried.
        let start = words.iter().position(|word| command::is_command(word));
        if start != Some(0) && !words.is_empty() {
            self.error(CommandError::Unknown(crate::base::shorten(words[0])));
        }
        words.drain(..start.unwrap_or(words.len()));
        if words.is_empty() {
            return Flow::Continue;
        }
        let mut ignored = Vec::new();
        let command = Command::parse(&words, session.white(), &mut ignored);
        for error in &ignored {
            self.error(error);
        }
        match command {
            Ok(command) => self.execute(command, session),
            Err(error) => {
                self.error(&error);
                if words[0] == "position" {
                    self.give_due_answer();
                    session.refuse_position(error.to_string());
                }
                Flow::Continue
            }
        }
    }

    fn refused_line(&mut self) {
        self.error("the line is too long");
    }

    fn end(&mut self, ending: Ending, session: &mut Session) {
        session.finish(ending);
        self.give_due_answer();
    }
}
