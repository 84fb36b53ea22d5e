//! The Gomocup protocol, for gomoku and renju. Points are `x,y` from zero. The engine answers every command that asks
//! for a move with one, and considers it played.

mod balance;
mod board;
mod listener;
mod points;
mod pondering;
mod swap2;
#[cfg(test)]
mod tests;
mod yixin;

use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::base::{MAX_PLY, shorten};
use crate::engine::EngineOptions;
use crate::games::Variant;

use super::dialect::{Dialect, Flow, Waker};
use super::errors::{GomocupError, LineError};
use super::input::words;
use super::numbers::{count, integer, milliseconds, nodes};
use super::output::Output;
use super::session::{EndReason, SearchListener, SearchRequest, Session, SideClock};

use board::{Description, Purpose};
use listener::{GomocupListener, Search, SearchState};
use points::point_text;
use swap2::{Swap2Client, Swap2Listener};

/// Bits of `INFO rule`.
const RULE_EXACTLY_FIVE: i128 = 1;
const RULE_CONTINUOUS: i128 = 2;
const RULE_RENJU: i128 = 4;

/// Renju in `INFO rule` of Yixin-Board, whose rules are numbers instead of bits.
const YIXIN_RENJU: i128 = 2;

/// The bit of `INFO show_detail` that asks for the progress of searches.
const DETAIL_PROGRESS: i128 = 1;

/// The time reserve: a move that is a millisecond late loses the game, and managers run many programs.
const OVERHEAD_MS: &str = "50";

/// How the protocol reports errors.
fn error_line(error: &dyn Display) -> String {
    format!("ERROR {error}")
}

/// The time and nodes that the manager grants.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    /// Time per move; zero means to move immediately.
    turn: Duration,
    /// Time for the whole game; `None` if unlimited.
    whole: Option<Duration>,
    /// Time left of it.
    left: Option<Duration>,
    /// Time added after each move.
    increment: Duration,
    /// The node limit.
    nodes: Option<u64>,
    /// The depth limit.
    depth: Option<u32>,
}

/// What the lines after a command contain, up to `DONE` unless noted otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Points at which the engine must not move.
    Blocked,
    /// Points at which it may move again.
    Unblocked,
    /// A single line with the name of a file.
    FileName,
    /// Anything.
    Ignored,
}

/// A session in the Gomocup protocol.
pub(super) struct Gomocup {
    output: Output,
    waker: Waker,
    size: usize,
    variant: Variant,
    allowance: Allowance,
    description: Option<Description>,
    /// What the next lines contain, if they are not commands.
    lines: Option<Lines>,
    /// Points at which the engine must not move.
    blocked: Vec<String>,
    /// Whether the client is Yixin-Board, or speaks like it.
    is_yixin: bool,
    /// Whether the client shows the progress of searches.
    shows_progress: bool,
    /// Whether the engine thinks on the opponent's time.
    ponders: bool,
    search: Option<Search>,
}

impl Gomocup {
    pub(super) fn new(output: Output, waker: Waker) -> Self {
        let allowance = Allowance {
            turn: Duration::from_secs(30),
            whole: None,
            left: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
        };
        Self {
            output,
            waker,
            size: 0,
            variant: Variant::Gomoku,
            allowance,
            description: None,
            lines: None,
            blocked: Vec::new(),
            is_yixin: false,
            shows_progress: false,
            ponders: false,
            search: None,
        }
    }

    fn error(&self, error: impl Display) {
        self.output.failure(error_line(&error));
    }

    fn command(&mut self, name: &str, rest: &str, session: &mut Session) -> Result<Flow, GomocupError> {
        match name {
            "START" => self.start(rest, session)?,
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) if width.trim() == height.trim() => self.start(width, session)?,
                _ => return Err(GomocupError::Size(shorten(rest))),
            },
            "RESTART" => {
                self.new_game(session)?;
                self.output.line("OK");
            }
            "BEGIN" => {
                self.finish_search(session)?;
                self.search_for_move(1, None, session)?;
            }
            "TURN" => {
                let point = self.point(rest)?;
                if self.ponder_hit(&point, session) {
                    return Ok(Flow::Continue);
                }
                self.finish_search(session)?;
                session.game_mut()?.play(&[&point])?;
                self.search_for_move(1, None, session)?;
            }
            "BOARD" => self.begin_description(Purpose::Move, session)?,
            "SWAP2BOARD" => self.begin_description(Purpose::Swap2, session)?,
            "TAKEBACK" => self.take_back(rest, session)?,
            "INFO" => self.inform(rest, session)?,
            "ABOUT" => self.output.line(concat!(
                "name=\"Quadriga\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Quadriga authors\""
            )),
            "END" => return Ok(Flow::End),
            _ if name.starts_with("YX") => self.yixin_command(name, rest, session)?,
            _ => self.output.line(format_args!("UNKNOWN {}", shorten(name))),
        }
        Ok(Flow::Continue)
    }

    /// Starts a game on a board of this size, `N` or, as Yixin-Board writes it, `N N`.
    fn start(&mut self, text: &str, session: &mut Session) -> Result<(), GomocupError> {
        let size = match words(text).collect::<Vec<_>>()[..] {
            [size] => size,
            [width, height] if width == height => width,
            _ => return Err(GomocupError::Size(shorten(text))),
        };
        self.finish_search(session)?;
        if self.size == 0 {
            session.set_option("Move Overhead", OVERHEAD_MS)?;
        }
        let set = session.set_option("BoardSize", size);
        let (Ok(_), Ok(size)) = (set, size.parse()) else { return Err(GomocupError::Size(shorten(size))) };
        self.size = size;
        self.new_game(session)?;
        self.output.line("OK");
        Ok(())
    }

    fn new_game(&mut self, session: &mut Session) -> Result<(), GomocupError> {
        self.finish_search(session)?;
        self.description = None;
        session.set_option("UCI_Variant", self.variant.name())?;
        session.forget();
        session.set_up(None, &[])?;
        Ok(())
    }

    /// The name of the point given as `x,y`.
    fn point(&self, text: &str) -> Result<String, GomocupError> {
        let (x, y) = self.coordinates(text)?;
        Ok(point_text(x, y))
    }

    fn coordinates(&self, text: &str) -> Result<(usize, usize), GomocupError> {
        let parse = || {
            let (x, y) = text.split_once(',')?;
            let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
            (x < self.size && y < self.size).then_some((x, y))
        };
        parse().ok_or_else(|| GomocupError::Point(shorten(text)))
    }

    fn take_back(&mut self, rest: &str, session: &mut Session) -> Result<(), GomocupError> {
        self.finish_search(session)?;
        let point = self.point(rest)?;
        if session.game()?.history().last() != Some(&point) {
            return Err(GomocupError::NotLast(shorten(rest)));
        }
        session.game_mut()?.undo(1)?;
        self.output.line("OK");
        Ok(())
    }

    fn inform(&mut self, rest: &str, session: &mut Session) -> Result<(), GomocupError> {
        let mut words = words(rest);
        let (Some(key), Some(number)) = (words.next(), words.next().and_then(integer)) else {
            // A folder or keyword, which the engine does not use.
            return Ok(());
        };
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.allowance.turn = milliseconds(number),
            // Zero or a very long time means no limit.
            "timeout_match" => self.allowance.whole = (number > 0).then(|| milliseconds(number)),
            "time_left" => self.allowance.left = Some(milliseconds(number)),
            "time_increment" => self.allowance.increment = milliseconds(number),
            "max_depth" => {
                self.allowance.depth = (number > 0).then(|| count(number, 1, MAX_PLY as u32 - 1));
            }
            "max_node" => self.allowance.nodes = (number > 0).then(|| nodes(number)),
            "max_memory" if number > 0 => {
                const MIB: i128 = 1 << 20;
                // Half of it for the hash table leaves enough for everything else.
                session.set_hash_within_limits(number / MIB / 2)?;
            }
            "hash_size" if number == 0 => {
                session.set_hash_within_limits(EngineOptions::default().hash_mib() as i128)?;
            }
            // In KiB.
            "hash_size" => session.set_hash_within_limits(number / 1024)?,
            "show_detail" => {
                self.is_yixin = true;
                self.shows_progress = number & DETAIL_PROGRESS != 0;
            }
            "pondering" => {
                self.ponders = number != 0;
                if !self.ponders && self.search.as_ref().is_some_and(|search| search.expected.is_some()) {
                    self.finish_search(session)?;
                }
            }
            "thread_num" => {
                session.set_threads_within_limits(number)?;
            }
            "rule" => {
                let known = RULE_EXACTLY_FIVE | RULE_CONTINUOUS | RULE_RENJU;
                self.variant = if number & !known != 0 {
                    self.output.line(format_args!(
                        "MESSAGE unknown rule {number}; the rule remains {}",
                        self.variant
                    ));
                    return Ok(());
                } else if number & RULE_RENJU != 0 || self.is_yixin && number == YIXIN_RENJU {
                    Variant::Renju
                } else if number & RULE_EXACTLY_FIVE != 0 {
                    Variant::GomokuStandard
                } else {
                    Variant::Gomoku
                };
                if self.size > 0 && session.variant() != self.variant {
                    self.new_game(session)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Searches the position for a move to play. `expected`: the opponent's expected move, which has been made on the
    /// board, if the engine ponders.
    fn search_for_move(
        &mut self,
        lines: usize,
        expected: Option<String>,
        session: &mut Session,
    ) -> Result<(), GomocupError> {
        let ponder = expected.is_some();
        let state = SearchState { is_silent: ponder, ..SearchState::default() };
        let state = Arc::new(Mutex::new(state));
        let listener = GomocupListener {
            output: self.output.clone(),
            waker: self.waker.clone(),
            state: Arc::clone(&state),
            shows_progress: self.shows_progress,
            message: String::new(),
            current: None,
        };
        self.search = Some(Search { state, started: Instant::now(), expected });
        self.search(lines, ponder, session, Box::new(listener))
    }

    /// Searches the position of a Swap2 opening, in which White is to move, to choose a colour.
    fn choose_colour(&self, client: Swap2Client, session: &mut Session) -> Result<(), GomocupError> {
        let listener = Swap2Listener { output: self.output.clone(), client };
        self.search(1, false, session, Box::new(listener))
    }

    /// Searches the position for its best lines.
    fn search(
        &self,
        lines: usize,
        ponder: bool,
        session: &mut Session,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), GomocupError> {
        self.search_within(&self.allowance, lines, ponder, session, listener)
    }

    fn search_within(
        &self,
        allowance: &Allowance,
        lines: usize,
        ponder: bool,
        session: &mut Session,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), GomocupError> {
        const AT_ONCE: Duration = Duration::from_millis(5);
        if self.size == 0 {
            return Err(GomocupError::NotStarted);
        }
        session.set_option("MultiPV", &lines.max(1).to_string())?;
        let left = allowance.whole.map(|whole| allowance.left.unwrap_or(whole));
        let request = SearchRequest {
            own_clock: SideClock { remaining: left, increment: Some(allowance.increment) },
            move_time: Some(allowance.turn.max(AT_ONCE)),
            nodes: allowance.nodes,
            depth: allowance.depth,
            banned_moves: self.blocked.clone(),
            ponder,
            ..SearchRequest::default()
        };
        Ok(session.search(&request, listener)?)
    }
}

impl Dialect for Gomocup {
    fn line(&mut self, line: &str, session: &mut Session) -> Flow {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        if line.is_empty() {
            return Flow::Continue;
        }
        let done = if let Some(lines) = self.lines {
            self.yixin_line(lines, line).map(|()| Flow::Continue)
        } else if self.description.is_some() {
            self.describe(line, session).map(|()| Flow::Continue)
        } else {
            let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            self.command(&name.to_ascii_uppercase(), rest.trim(), session)
        };
        done.unwrap_or_else(|error| {
            self.error(error);
            Flow::Continue
        })
    }

    fn search_ended(&mut self, session: &mut Session) {
        if self.ponders
            && let Err(error) = self.ponder(session)
        {
            self.error(error);
        }
    }

    fn refused_line(&mut self, error: LineError) {
        self.error(error);
    }

    fn end(&mut self, reason: EndReason, session: &mut Session) {
        // No client waits for the answer of a pondering search.
        if self.search.as_ref().is_some_and(|search| search.expected.is_some()) {
            session.halt();
        }
        session.finish(reason, &self.output, error_line);
    }
}
