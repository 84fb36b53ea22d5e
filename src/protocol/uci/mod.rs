//! The UCI protocol.

mod arguments;
mod info;

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use crate::base::{lock, shorten, similar_word};
use crate::engine::OptionEffect;

use super::commands;
use super::dialect::{Dialect, Flow};
use super::errors::{LineError, MOST_REPORTS, MoreIgnored, SessionError};
use super::input::{first_word, words};
use super::options::Change;
use super::output::Output;
use super::own_commands::{self, Client, Effect, OwnCommand};
use super::session::{EndReason, SearchRequest, Session, SetUpNotices};

use arguments::{CommandError, Go};
use info::{UciListener, error_line};

/// The result of executing a command.
type Done = Result<Flow, CommandError>;

/// A command of UCI; it is executed with the words after its name.
type Command = commands::Command<fn(&mut Uci, &[&str], &mut Session) -> Done>;

const fn command(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Uci, &[&str], &mut Session) -> Done,
) -> Command {
    Command { name, arguments, help, run }
}

/// The commands of UCI. Those that change anything end a running search once their arguments have been parsed.
const COMMANDS: &[Command] = &[
    command("uci", "", "identify the engine and list its options", |uci, _, session| {
        uci.introduce(session);
        Ok(Flow::Continue)
    }),
    command("debug", "on|off", "confirm every position", |uci, words, _| {
        uci.debug = match words.first().copied() {
            Some("on") => true,
            Some("off") => false,
            found => return Err(CommandError::unexpected("debug", "on or off", found)),
        };
        Ok(Flow::Continue)
    }),
    command("isready", "", "answer readyok", |uci, _, _| {
        uci.output.line("readyok");
        Ok(Flow::Continue)
    }),
    command(
        "setoption",
        "name NAME value VALUE",
        "set an option, such as UCI_Variant",
        |uci, words, session| {
            let (name, value) = arguments::set_option(words)?;
            uci.end_search(session);
            uci.set_option(&name, &value, session);
            Ok(Flow::Continue)
        },
    ),
    // A name and a code, as required by commercial engines.
    command("register", "", "no registration is needed", |uci, _, session| {
        uci.end_search(session);
        uci.info("no registration is needed");
        Ok(Flow::Continue)
    }),
    command("ucinewgame", "", "forget what was learnt in earlier games", |uci, _, session| {
        uci.end_search(session);
        session.forget();
        Ok(Flow::Continue)
    }),
    command(
        "position",
        "startpos | fen FEN",
        "set up a position; moves M... may follow",
        |uci, words, session| {
            uci.position(words, session);
            Ok(Flow::Continue)
        },
    ),
    command("banmoves", "M...", "exclude moves from searches of this position", |uci, words, session| {
        uci.end_search(session);
        uci.banned = words.iter().map(|&text| text.to_owned()).collect();
        Ok(Flow::Continue)
    }),
    command(
        "go",
        "[LIMIT...]",
        "search: movetime MS, depth N, nodes N, infinite, ...",
        |uci, words, session| {
            let go = uci.parse_go(words, session)?;
            uci.end_search(session);
            match go {
                Go::Search(request) => uci.search(request, session),
                Go::Perft(depth) => {
                    if let Err(error) = own_commands::perft(depth, session, uci.client()) {
                        uci.error(error);
                    }
                }
            }
            Ok(Flow::Continue)
        },
    ),
    command(
        "play",
        "[LIMIT...] | off",
        "answer each move with a search: play movetime 1000",
        |uci, words, session| {
            let limits = match words {
                [] => Some(SearchRequest::fallback()),
                ["off"] => None,
                [first, ..] => match uci.parse_go(words, session)? {
                    Go::Search(request) => Some(request),
                    Go::Perft(_) => return Err(CommandError::unexpected("play", "a limit", Some(first))),
                },
            };
            uci.end_search(session);
            uci.play = limits;
            Ok(Flow::Continue)
        },
    ),
    command("stop", "", "end the search", |uci, _, session| {
        uci.end_search(session);
        session.stop();
        Ok(Flow::Continue)
    }),
    command("ponderhit", "", "the expected move was made", |uci, _, session| {
        if uci.pending == Some(PendingAnswer::UntilPonderHit) {
            uci.give_pending_answer();
        }
        session.ponder_hit();
        Ok(Flow::Continue)
    }),
    command("quit", "", "end the session", |uci, _, session| {
        uci.end_search(session);
        Ok(Flow::End)
    }),
];

/// Whether a line that begins with this word is a `position` command without its name, as xiangqi programs may write
/// it.
fn is_bare_position(word: &str) -> bool {
    matches!(word, "fen" | "startpos")
}

/// The error for an unknown command.
fn unknown(name: &str) -> CommandError {
    let names = commands::names(COMMANDS).chain(own_commands::names());
    CommandError::Unknown { name: shorten(name), similar: similar_word(name, names) }
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
    /// The limits of the searches with which the engine answers the user's moves; `None` if it does not answer them.
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

    /// Makes the move found by a search for `play`, if one has ended.
    fn make_answer(&self, session: &mut Session) {
        let answer = lock(&self.answer).take();
        if let Some(Err(error)) =
            answer.map(|text| Ok::<_, SessionError>(session.game_mut()?.play(&[&text])?))
        {
            self.error(error);
        }
    }

    /// Ends a running search, which then gives its answer.
    fn end_search(&mut self, session: &mut Session) {
        self.give_pending_answer();
        if self.play.is_some() {
            session.halt();
            self.make_answer(session);
        }
    }

    fn client(&self) -> Client<'_> {
        Client { output: &self.output, error_line, help: || commands::help(COMMANDS) }
    }

    /// Executes one of the engine's own commands.
    fn execute_own(&mut self, command: &OwnCommand, arguments: &str, session: &mut Session) {
        if command.effect() != Effect::Nothing {
            self.end_search(session);
        }
        if let Err(error) = command.run(arguments, session, self.client()) {
            self.error(error);
        } else if command.effect() == Effect::Moves
            && let Some(limits) = self.play.clone()
            && session.game().is_ok_and(|game| game.verdict().is_none())
        {
            self.search(limits, session);
        }
    }

    /// Parses the words of `go`, and reports those that are ignored.
    fn parse_go(&self, words: &[&str], session: &Session) -> Result<Go, CommandError> {
        let mut ignored = Vec::new();
        let go = arguments::go(words, session.white(), &mut ignored);
        for error in ignored.iter().take(MOST_REPORTS) {
            self.error(error);
        }
        if ignored.len() > MOST_REPORTS {
            self.error(MoreIgnored(ignored.len() - MOST_REPORTS));
        }
        go
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

    fn position(&mut self, words: &[&str], session: &mut Session) {
        let (fen, moves) = match arguments::position(words) {
            Ok(position) => position,
            Err(error) => {
                self.error(&error);
                self.give_pending_answer();
                return session.refuse_position(error.to_string());
            }
        };
        self.end_search(session);
        self.banned.clear();
        match session.set_up(fen.as_deref(), moves) {
            Ok(SetUpNotices { recognised, remarks }) => {
                if let Some(variant) = recognised {
                    self.info(format_args!("the FEN belongs to {variant}, which is now the current game"));
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

    fn search(&mut self, mut request: SearchRequest, session: &mut Session) {
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
        if let Some(command) = own_commands::find(name) {
            self.execute_own(command, arguments, session);
            return Flow::Continue;
        }
        let words: Vec<_> = words(line).collect();
        let done = if is_bare_position(name) {
            session.assume_single_game_client();
            self.position(&words, session);
            Ok(Flow::Continue)
        } else {
            // UCI requires that words before the first command are ignored.
            let known = |(at, word): (usize, &&str)| Some((at, commands::find(COMMANDS, word)?));
            let command = words.iter().enumerate().find_map(known);
            if !words.is_empty() && command.is_none_or(|(at, _)| at > 0) {
                self.error(unknown(name));
            }
            let Some((at, command)) = command else { return Flow::Continue };
            (command.run)(self, &words[at + 1..], session)
        };
        done.unwrap_or_else(|error| {
            self.error(error);
            Flow::Continue
        })
    }

    fn refused_line(&mut self, error: LineError) {
        self.error(error);
    }

    fn end(&mut self, reason: EndReason, session: &mut Session) {
        session.finish(reason, &self.output, error_line);
        self.give_pending_answer();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_commands_are_compared_with_the_known_ones() {
        assert_eq!(unknown("hello").to_string(), "unknown command \"hello\"");
        assert_eq!(unknown("postion").to_string(), "unknown command \"postion\"; did you mean \"position\"?");
        assert_eq!(unknown("mvoe").to_string(), "unknown command \"mvoe\"; did you mean \"move\"?");
    }

    #[test]
    fn help_fits_on_a_page() {
        assert!(commands::help(COMMANDS).iter().all(|line| line.chars().count() <= 100));
    }
}
