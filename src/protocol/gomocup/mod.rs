//! The Gomocup protocol, for gomoku and renju. Points are `x,y` from zero. The engine answers every command that asks
//! for a move with one, and considers it played.

mod balance;
mod listener;
mod points;
mod pondering;
mod swap2;
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

/// The owner of a stone on a board sent by the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stone {
    Ours,
    Theirs,
}

/// What to do at the end of a board sent by the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Answer with a move.
    Move,
    /// Only set up the position.
    SetUp,
    /// Answer with the next step of the Swap2 opening.
    Swap2,
}

/// A board being sent by the manager. In Swap2 the lines do not give the stones' owners: black and white stones
/// alternate, and the engine plays White, which has one stone less.
struct Description {
    stones: Vec<(usize, usize, Stone)>,
    purpose: Purpose,
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

    fn begin_description(&mut self, purpose: Purpose, session: &mut Session) -> Result<(), GomocupError> {
        self.finish_search(session)?;
        self.description = Some(Description { stones: Vec::new(), purpose });
        Ok(())
    }

    /// The coordinates of a stone on a board, whose point must be free.
    fn stone(&self, text: &str, stones: &[(usize, usize, Stone)]) -> Result<(usize, usize), GomocupError> {
        let point = self.coordinates(text)?;
        let is_taken = stones.iter().any(|&(x, y, _)| (x, y) == point);
        if is_taken { Err(GomocupError::Taken(shorten(text))) } else { Ok(point) }
    }

    /// Parses a line of a board.
    fn describe(&mut self, line: &str, session: &mut Session) -> Result<(), GomocupError> {
        let Some(mut description) = self.description.take() else { return Ok(()) };
        if line.eq_ignore_ascii_case("DONE") {
            return self.act_on(&description, session);
        }
        if description.purpose == Purpose::Swap2 {
            let (x, y) = self.stone(line, &description.stones)?;
            let is_black = description.stones.len().is_multiple_of(2);
            description.stones.push((x, y, if is_black { Stone::Theirs } else { Stone::Ours }));
            self.description = Some(description);
            return Ok(());
        }
        let (point, field) = line.rsplit_once(',').ok_or_else(|| GomocupError::Point(shorten(line)))?;
        let (x, y) = self.stone(point, &description.stones)?;
        match field.trim() {
            "1" => description.stones.push((x, y, Stone::Ours)),
            "2" => description.stones.push((x, y, Stone::Theirs)),
            // A marker on the board, which has no meaning in the game.
            "3" => {}
            _ => return Err(GomocupError::Point(shorten(line))),
        }
        self.description = Some(description);
        Ok(())
    }

    fn act_on(&mut self, description: &Description, session: &mut Session) -> Result<(), GomocupError> {
        let Description { stones, purpose } = description;
        if *purpose == Purpose::Swap2 {
            match stones.len() {
                0 if self.size == 0 => return Err(GomocupError::NotStarted),
                0 => {
                    let points = swap2::first_stones(self.size).map(|(x, y)| format!("{x},{y}"));
                    self.output.line(points.join(" "));
                    return Ok(());
                }
                3 | 5 => {}
                count => return Err(GomocupError::Swap2(count)),
            }
        }
        session.set_up(Some(&self.fen(stones)), &[])?;
        match purpose {
            Purpose::Move => self.search_for_move(1, None, session),
            Purpose::SetUp => Ok(()),
            Purpose::Swap2 => self.choose_colour(Swap2Client::Manager, session),
        }
    }

    /// The FEN of a board with the engine to move. Black moves first, so if both sides have the same number of stones,
    /// the engine is Black; otherwise it is White.
    fn fen(&self, stones: &[(usize, usize, Stone)]) -> String {
        let ours = stones.iter().filter(|(_, _, stone)| *stone == Stone::Ours).count();
        let we_are_black = 2 * ours == stones.len();
        let mut ranks = Vec::with_capacity(self.size);
        for y in (0..self.size).rev() {
            let letter = |x| {
                let (_, _, stone) = stones.iter().find(|(at_x, at_y, _)| (*at_x, *at_y) == (x, y))?;
                Some(if (*stone == Stone::Ours) == we_are_black { 'X' } else { 'O' })
            };
            let mut rank = String::new();
            let mut empty = 0;
            for x in 0..self.size {
                match letter(x) {
                    Some(letter) => {
                        if empty > 0 {
                            rank.push_str(&empty.to_string());
                        }
                        empty = 0;
                        rank.push(letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                rank.push_str(&empty.to_string());
            }
            ranks.push(rank);
        }
        format!("{} {} {}", ranks.join("/"), if we_are_black { 'b' } else { 'w' }, stones.len() / 2 + 1)
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

#[cfg(test)]
mod tests {
    use super::points::comma_text;
    use super::*;

    fn gomocup(size: usize) -> Gomocup {
        Gomocup { size, ..Gomocup::new(Output::new(std::io::sink()).unwrap(), Waker::default()) }
    }

    #[test]
    fn points() {
        let gomocup = gomocup(20);
        assert_eq!(gomocup.point("0,0").ok().as_deref(), Some("a1"));
        assert_eq!(gomocup.point(" 19 , 9").ok().as_deref(), Some("t10"));
        for text in ["20,0", "-1,0", "1", "1,2,3", "x,y", ""] {
            assert!(gomocup.point(text).is_err(), "{text}");
        }
        assert_eq!(comma_text("t10").as_deref(), Some("19,9"));
    }

    #[test]
    fn board_command_is_converted_to_a_fen() {
        let gomocup = gomocup(5);
        assert_eq!(gomocup.fen(&[]), "5/5/5/5/5 b 1");
        assert_eq!(gomocup.fen(&[(1, 0, Stone::Theirs)]), "5/5/5/5/1X3 w 1");
        let stones = [(0, 0, Stone::Ours), (2, 4, Stone::Theirs), (4, 4, Stone::Ours), (3, 1, Stone::Theirs)];
        assert_eq!(gomocup.fen(&stones), "2O1X/5/5/3O1/X4 b 3");
    }
}
