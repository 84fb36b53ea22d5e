//! The Chess Engine Communication Protocol of xboard and `WinBoard`, version 2.
//!
//! The engine keeps track of the game itself: the client sends single moves and says which side the engine plays.
//!
//! Source: T. Mann and H. G. Muller, "Chess Engine Communication Protocol" (`engine-intf.html` of xboard).

mod clock;
mod features;
mod listener;
mod searches;

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::base::{FenParts, Outcome, Score, Side, Verdict, lock, shorten};

use super::dialect::{Dialect, Flow, Waker};
use super::errors::{CecpError, LineError};
use super::input::first_word;
use super::options::{Change, Settings};
use super::output::Output;
use super::own_commands::{self, Client, Effect};
use super::session::{EndReason, Session};

use clock::{EngineClock, number};
use listener::Progress;

/// The part of the memory granted by `memory` that is not used for the hash table.
const OTHER_MEMORY_MIB: i128 = 16;

/// The maximum number of pings that wait for the engine's move. xboard sends one at a time.
const MOST_PINGS: usize = 64;

/// The maximum length of a ping's number in bytes.
const MOST_PING_BYTES: usize = 20;

/// Which side the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Neither side.
    Force,
    /// This side.
    Playing(Side),
    /// Neither side; the position is analysed.
    Analyzing,
}

/// What a search is for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Purpose {
    /// The engine's move.
    Move,
    /// Pondering; this move of the opponent has been made on the session's board.
    Ponder(String),
    /// Analysis.
    Analysis,
}

/// A running search, or one that has ended and whose answer is not yet processed.
struct Search {
    purpose: Purpose,
    started: Instant,
    progress: Arc<Mutex<Progress>>,
}

/// A session in CECP.
pub(super) struct Cecp {
    output: Output,
    waker: Waker,
    mode: Mode,
    search: Option<Search>,
    clock: EngineClock,
    /// Whether the client wants to see the progress of searches.
    posts: Arc<AtomicBool>,
    ponders: bool,
    /// Moves that a search of the current position must not choose.
    excluded: Vec<String>,
    /// The numbers of the pings to answer after the engine's move.
    pings: Vec<String>,
    draw_is_offered: bool,
    /// Whether the opponent is a program.
    meets_program: bool,
    /// The score of the engine's last move.
    last_score: Option<Score>,
    /// The reply that the engine expects.
    hint: Option<String>,
}

impl Cecp {
    pub(super) fn new(output: Output, waker: Waker) -> Self {
        Self {
            output,
            waker,
            mode: Mode::Force,
            search: None,
            clock: EngineClock::default(),
            posts: Arc::default(),
            ponders: false,
            excluded: Vec::new(),
            pings: Vec::new(),
            draw_is_offered: false,
            meets_program: false,
            last_score: None,
            hint: None,
        }
    }

    fn error(&self, reason: impl Display, line: &str) {
        self.output.failure(format_args!("Error ({reason}): {}", shorten(line)));
    }

    /// Executes a command of the protocol.
    ///
    /// # Errors
    /// If the command is unknown, or cannot be executed.
    fn command(&mut self, name: &str, rest: &str, session: &mut Session) -> Result<Flow, CecpError> {
        match name {
            "xboard" => session.speak_cecp(),
            "protover" => {
                session.speak_cecp();
                self.output.lines(features::lines(session));
            }
            "new" => self.new_game(session)?,
            "variant" => self.select_variant(rest, session)?,
            "quit" => return Ok(Flow::End),
            "force" | "result" | "exit" => {
                self.stop_search(session)?;
                self.mode = Mode::Force;
            }
            "go" => {
                self.stop_search(session)?;
                self.mode = Mode::Playing(session.game()?.side_to_move());
                self.think(session)?;
            }
            "playother" => {
                self.stop_search(session)?;
                self.mode = Mode::Playing(session.game()?.side_to_move().opponent());
                self.start_pondering(session)?;
            }
            "usermove" => self.make_user_move(rest, session)?,
            "?" => {
                if self.purpose() == Some(&Purpose::Move) {
                    session.stop();
                }
            }
            "level" => self.clock.set_level(rest)?,
            "st" => self.clock.set_move_time(rest)?,
            "sd" => self.clock.set_depth(rest)?,
            "time" => self.clock.set_remaining(rest)?,
            "ping" => self.answer_ping(rest)?,
            "draw" => self.consider_draw(),
            "setboard" => self.set_board(rest, session)?,
            "undo" => self.take_back(1, session)?,
            "remove" => self.take_back(2, session)?,
            "hint" => {
                if let Some(hint) = self.hint() {
                    self.output.line(format_args!("Hint: {hint}"));
                }
            }
            // The engine has no book. The answer is text that ends with an empty line.
            "bk" => self.output.lines([" There is no opening book.", ""]),
            "hard" => self.ponders = true,
            "easy" => {
                self.ponders = false;
                if matches!(self.purpose(), Some(Purpose::Ponder(_))) {
                    self.stop_search(session)?;
                }
            }
            "post" => self.posts.store(true, Relaxed),
            "nopost" => self.posts.store(false, Relaxed),
            "analyze" => {
                self.mode = Mode::Analyzing;
                self.analyze(session)?;
            }
            "." => self.report_analysis(session)?,
            "exclude" | "include" => self.change_excluded(name == "exclude", rest, session)?,
            "memory" => {
                session.set_hash_within_limits(number(rest)?.saturating_sub(OTHER_MEMORY_MIB))?;
            }
            "cores" => session.set_threads_within_limits(number(rest)?)?,
            "egtpath" => {
                if let Some(path) = rest.strip_prefix("syzygy ") {
                    self.stop_search(session)?;
                    // xboard sends the folder of its default settings, whether it exists or not.
                    match session.set_option("SyzygyPath", path.trim()) {
                        Ok(Change::Tables(tables)) => {
                            self.output.lines(tables.report().into_iter().map(|line| format!("# {line}")));
                        }
                        Ok(_) => {}
                        Err(error) => self.output.line(format_args!("# {error}")),
                    }
                    self.resume(session)?;
                }
            }
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                let value = Settings::value_of_cecp(name, value);
                self.stop_search(session)?;
                session.set_option(name, value)?;
                self.resume(session)?;
            }
            // The opponent's clock and name, and commands that only old programs need.
            "accepted" | "rejected" | "otim" | "name" | "rating" | "ics" | "random" | "white" | "black"
            | "bogus" => {}
            "computer" => self.meets_program = true,
            _ => return Err(CecpError::Unknown),
        }
        Ok(Flow::Continue)
    }

    /// Executes a line that is not a command of the protocol: a move or one of the engine's own commands.
    fn other_line(&mut self, name: &str, rest: &str, session: &mut Session) -> Result<(), CecpError> {
        if let Some(command) = own_commands::find(name) {
            if command.effect() != Effect::Nothing {
                self.stop_search(session)?;
                self.mode = Mode::Force;
            }
            let client = Client { output: &self.output, error_line, help: Vec::new };
            return Ok(command.run(rest, session, client)?);
        }
        // A client of the protocol's version 1 sends moves without a command.
        if rest.is_empty() && is_like_a_move(name) {
            return self.make_user_move(name, session);
        }
        Err(CecpError::Unknown)
    }

    fn purpose(&self) -> Option<&Purpose> {
        self.search.as_ref().map(|search| &search.purpose)
    }

    fn new_game(&mut self, session: &mut Session) -> Result<(), CecpError> {
        self.stop_search(session)?;
        self.clock.restart();
        self.meets_program = false;
        let variant = session.settings().first_variant();
        session.set_option("UCI_Variant", variant.name())?;
        session.set_option("UCI_Chess960", "false")?;
        session.forget();
        session.set_up(None, &[])?;
        self.forget_game();
        if self.mode == Mode::Analyzing {
            return self.analyze(session);
        }
        self.mode = Mode::Playing(Side::Second);
        Ok(())
    }

    /// Clears the state of the previous game.
    fn forget_game(&mut self) {
        self.excluded.clear();
        self.draw_is_offered = false;
        self.last_score = None;
        self.hint = None;
    }

    fn select_variant(&mut self, name: &str, session: &mut Session) -> Result<(), CecpError> {
        self.stop_search(session)?;
        let choice = features::variant(name, session).ok_or(CecpError::Variant)?;
        session.set_option("UCI_Variant", choice.variant.name())?;
        session.set_option("UCI_Chess960", if choice.is_chess960 { "true" } else { "false" })?;
        session.set_up(None, &[])?;
        self.forget_game();
        self.output.lines(features::setup_lines(session));
        self.resume(session)
    }

    fn set_board(&mut self, fen: &str, session: &mut Session) -> Result<(), CecpError> {
        self.stop_search(session)?;
        self.forget_game();
        let (position, moves) = FenParts::split_game(fen);
        match session.set_up(Some(position), &moves) {
            Ok(notices) => {
                for remark in notices.remarks {
                    self.output.line(format_args!("telluser {remark}"));
                }
                self.resume(session)
            }
            Err(error) => {
                self.output.failure(format_args!("tellusererror Illegal position: {error}"));
                Ok(())
            }
        }
    }

    fn take_back(&mut self, count: usize, session: &mut Session) -> Result<(), CecpError> {
        self.stop_search(session)?;
        session.game_mut()?.undo(count)?;
        self.forget_game();
        self.resume(session)
    }

    /// Answers a ping, but not before the move that the engine is about to make.
    fn answer_ping(&mut self, number: &str) -> Result<(), CecpError> {
        if number.len() > MOST_PING_BYTES {
            return Err(CecpError::LongPing(MOST_PING_BYTES));
        }
        if self.pings.len() == MOST_PINGS {
            return Err(CecpError::TooManyPings(MOST_PINGS));
        }
        self.pings.push(number.to_owned());
        if self.purpose() != Some(&Purpose::Move) {
            self.answer_pings();
        }
        Ok(())
    }

    fn answer_pings(&mut self) {
        self.output.lines(self.pings.drain(..).map(|number| format!("pong {number}")));
    }

    /// Accepts a draw offer unless the engine is ahead; while the engine is thinking, keeps the offer until its move.
    fn consider_draw(&mut self) {
        let is_thinking = self.purpose() == Some(&Purpose::Move);
        match self.last_score {
            Some(score) if !is_thinking && score <= Score::DRAW => self.output.line("offer draw"),
            _ => self.draw_is_offered = true,
        }
    }

    /// The best move of an analysis, or the reply that the engine expects.
    fn hint(&self) -> Option<String> {
        let analysis = self.search.as_ref().filter(|search| search.purpose == Purpose::Analysis);
        analysis.and_then(|search| lock(&search.progress).best.clone()).or_else(|| self.hint.clone())
    }

    /// Answers the request for the state of an analysis.
    fn report_analysis(&self, session: &Session) -> Result<(), CecpError> {
        let Some(search) = self.search.as_ref().filter(|search| search.purpose == Purpose::Analysis) else {
            return Ok(());
        };
        let total = session.game()?.legal_moves().len().saturating_sub(self.excluded.len());
        let progress = lock(&search.progress);
        let (text, number) =
            progress.current.as_ref().map_or(("", 1), |(text, number)| (text.as_str(), *number));
        let (time, nodes, depth) =
            (search.started.elapsed().as_millis() / 10, progress.nodes, progress.depth);
        let left = total.saturating_sub(number);
        let line = format!("stat01: {time} {nodes} {depth} {left} {total} {text}");
        self.output.line(line.trim_end());
        Ok(())
    }

    fn change_excluded(&mut self, exclude: bool, text: &str, session: &mut Session) -> Result<(), CecpError> {
        let moves = session.game()?.legal_moves();
        match (text, exclude) {
            ("all", true) => self.excluded = moves,
            ("all", false) => self.excluded.clear(),
            _ if !moves.iter().any(|legal| legal == text) => {
                self.output.failure(format_args!("Illegal move: {}", shorten(text)));
                return Ok(());
            }
            _ => {
                self.excluded.retain(|excluded| excluded != text);
                if exclude {
                    self.excluded.push(text.to_owned());
                }
            }
        }
        self.resume(session)
    }
}

impl Dialect for Cecp {
    fn line(&mut self, line: &str, session: &mut Session) -> Flow {
        self.settle(session);
        let (name, rest) = first_word(line);
        if name.is_empty() {
            return Flow::Continue;
        }
        let done = match self.command(name, rest, session) {
            Err(CecpError::Unknown) => self.other_line(name, rest, session).map(|()| Flow::Continue),
            done => done,
        };
        done.unwrap_or_else(|error| {
            self.error(error, line);
            Flow::Continue
        })
    }

    fn search_ended(&mut self, session: &mut Session) {
        self.settle(session);
    }

    fn refused_line(&mut self, error: LineError) {
        self.output.failure(format_args!("Error ({error})"));
    }

    fn end(&mut self, reason: EndReason, session: &mut Session) {
        if reason == EndReason::Quit {
            self.search = None;
        }
        session.finish(reason, &self.output, error_line);
        self.ponders = false;
        self.settle(session);
    }
}

/// How the engine's own commands report errors.
fn error_line(error: &dyn Display) -> String {
    format!("Error ({error})")
}

fn result_line(verdict: Verdict, session: &Session) -> String {
    let Verdict { outcome, reason } = verdict;
    // xboard writes White's points first, even where Black moves first.
    let result = match outcome {
        Outcome::Win(side) if side == session.white() => Outcome::Win(Side::First),
        Outcome::Win(_) => Outcome::Win(Side::Second),
        Outcome::Draw => Outcome::Draw,
    };
    match outcome {
        Outcome::Win(side) => format!("{result} {{{} wins: {reason}}}", session.side_name(side)),
        Outcome::Draw => format!("{result} {{Draw: {reason}}}"),
    }
}

/// Whether a word looks like a move.
fn is_like_a_move(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit()) || word.starts_with("O-O")
}
