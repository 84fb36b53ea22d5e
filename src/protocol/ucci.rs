//! The UCCI protocol, which xiangqi programs used before UCI and which many still use. It differs from UCI in its
//! keywords, its times, which are in seconds by default, and its points, whose ranks count from 0.

use std::fmt::Display;
use std::time::Duration;

use crate::base::{MAX_PLY, Score, shorten};
use crate::engine::{ENGINE_OPTIONS, EngineOption, EngineOptions};
use crate::games::Variant;
use crate::search::Report;

use super::dialect::{Dialect, Flow};
use super::errors::{LineError, MOST_REPORTS, MoreIgnored, SearchProblem, UcciError};
use super::input::{first_word, words};
use super::numbers::{count, integer, milliseconds, nodes, per_second, seconds};
use super::output::Output;
use super::own_commands::{self, Client, Effect};
use super::session::{Answer, EndReason, InfoLine, SearchListener, SearchRequest, Session};

/// The name of the option that selects the game, which is an extension of UCCI.
const VARIANT: &str = "variant";

/// Options of UCCI and of programs that speak it that have no effect here.
const UNUSED_OPTIONS: [&str; 21] = [
    "batch",
    "bookfiles",
    "cachesize",
    "debug",
    "drawmoves",
    "egtbpaths",
    "evalapi",
    "guiname",
    "idle",
    "knowledge",
    "loadbook",
    "ponder",
    "promotion",
    "pruning",
    "randomness",
    "repetition",
    "selectivity",
    "style",
    "usebook",
    "useegtb",
    "usegtb",
];

fn error_line(error: &dyn Display) -> String {
    format!("info message error {error}")
}

/// A session in the UCCI protocol.
pub(super) struct Ucci {
    output: Output,
    /// Whether times are in milliseconds instead of seconds.
    in_milliseconds: bool,
    /// Moves that the next search must not choose.
    banned: Vec<String>,
    /// Whether to answer the next `stop` with `nobestmove`.
    answer_is_pending: bool,
}

impl Ucci {
    pub(super) fn new(output: Output) -> Self {
        Self { output, in_milliseconds: false, banned: Vec::new(), answer_is_pending: false }
    }

    fn error(&self, error: impl Display) {
        self.output.failure(error_line(&error));
    }

    fn give_pending_answer(&mut self) {
        if std::mem::take(&mut self.answer_is_pending) {
            self.output.line("nobestmove");
        }
    }

    fn introduce(&self, session: &mut Session) {
        // UCCI clients know only xiangqi, unless another game was selected when the engine was started.
        if session.variant() == Variant::Chess {
            self.set("UCI_Variant", Variant::Xiangqi.name(), session);
        }
        self.set("Coordinates", "ranks0-9", session);
        let mut lines = vec![
            concat!("id name Quadriga ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id copyright MIT or Apache 2.0".to_owned(),
            "id author the Quadriga authors".to_owned(),
            "option usemillisec type check default false".to_owned(),
        ];
        lines.extend(session.settings().ucci_declarations());
        lines.extend(["option newgame type button".to_owned(), "ucciok".to_owned()]);
        self.output.lines(lines);
    }

    fn set(&self, name: &str, value: &str, session: &mut Session) {
        if let Err(error) = session.set_option(name, value) {
            self.error(error);
        }
    }

    fn set_option(&mut self, words: &[&str], session: &mut Session) {
        let Some((&name, value)) = words.split_first() else {
            return self.error(UcciError::Incomplete("setoption"));
        };
        let value = value.join(" ");
        match name.to_ascii_lowercase().as_str() {
            "usemillisec" => match value.to_ascii_lowercase().as_str() {
                "true" | "on" => self.in_milliseconds = true,
                "false" | "off" => self.in_milliseconds = false,
                _ => self.error(UcciError::Value { option: "usemillisec", value: shorten(&value) }),
            },
            "newgame" => session.forget(),
            name if UNUSED_OPTIONS.contains(&name) => {}
            "hashsize" | "threads" if value == "0" => self.set_automatic(name, session),
            VARIANT => self.set("UCI_Variant", &value, session),
            name => {
                let is_called = |option: &&EngineOption| option.ucci.is_some_and(|(_, ucci)| ucci == name);
                let option = ENGINE_OPTIONS.iter().find(is_called);
                self.set(option.map_or(name, |option| option.spec.name), &value, session);
            }
        }
    }

    /// Sets one of UCCI's options to the value that suits this machine.
    fn set_automatic(&self, name: &str, session: &mut Session) {
        let limits = session.settings().limits();
        let (ours, value) = match name {
            "threads" => {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                ("Threads", cores.min(limits.threads))
            }
            _ => ("Hash", EngineOptions::default().hash_mib().min(limits.hash_mib)),
        };
        self.set(ours, &value.to_string(), session);
    }

    fn position(&mut self, words: &[&str], session: &mut Session) {
        self.banned.clear();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let moves = words.get(end + 1..).unwrap_or_default();
        let done = match &words[..end] {
            ["startpos"] => session.set_up(None, moves).map_err(UcciError::from),
            ["fen", fen @ ..] if !fen.is_empty() => {
                session.set_up(Some(&fen.join(" ")), moves).map_err(UcciError::from)
            }
            _ => {
                let error = UcciError::Incomplete("position");
                session.refuse_position(error.to_string());
                Err(error)
            }
        };
        match done {
            Ok(notices) => {
                for remark in notices.remarks {
                    self.output.line(format_args!("info message position: {remark}"));
                }
            }
            Err(error) => self.error(error),
        }
    }

    fn go(&mut self, words: &[&str], session: &mut Session) {
        let mut request = self.request(words);
        request.banned_moves.clone_from(&self.banned);
        let listener = UcciListener {
            output: self.output.clone(),
            draw_is_offered: words
                .iter()
                .take_while(|word| matches!(**word, "draw" | "ponder"))
                .any(|word| *word == "draw"),
        };
        if let Err(error) = session.search(&request, Box::new(listener)) {
            self.error(error);
            self.answer_is_pending = true;
            if !request.infinite && !request.ponder {
                self.give_pending_answer();
            }
        }
    }

    /// Parses the arguments of `go`; invalid ones are ignored. If nothing else is left, the request
    /// is [`SearchRequest::fallback`].
    fn request(&self, words: &[&str]) -> SearchRequest {
        let time = |number| -> Duration {
            if self.in_milliseconds { milliseconds(number) } else { seconds(number) }
        };
        let mut request = SearchRequest::default();
        let mut ignored = Vec::new();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            match word {
                "ponder" => request.ponder = true,
                // A draw offer, which the answer may accept.
                "draw" => {}
                "infinite" => request.infinite = true,
                "depth" | "nodes" | "time" | "movetime" | "movestogo" | "increment" | "opptime"
                | "oppincrement" | "oppmovestogo" => {
                    let found = rest.next();
                    let Some(number) = found.and_then(integer) else {
                        // `go depth infinite` is UCCI's infinite search.
                        request.infinite |= found == Some("infinite");
                        if found != Some("infinite") {
                            let value = shorten(found.unwrap_or_default());
                            ignored.push(UcciError::Value { option: "go", value });
                        }
                        continue;
                    };
                    match word {
                        "depth" => request.depth = Some(count(number, 1, MAX_PLY as u32 - 1)),
                        "nodes" => request.nodes = Some(nodes(number)),
                        "time" => request.own_clock.remaining = Some(time(number)),
                        "increment" => request.own_clock.increment = Some(time(number)),
                        "movetime" => request.move_time = Some(time(number)),
                        "movestogo" => request.moves_to_go = Some(count(number, 0, u32::MAX)),
                        // The opponent's clock has no effect.
                        _ => {}
                    }
                }
                other => ignored.push(UcciError::Unknown(shorten(other))),
            }
        }
        for error in ignored.iter().take(MOST_REPORTS) {
            self.error(error);
        }
        if ignored.len() > MOST_REPORTS {
            self.error(MoreIgnored(ignored.len() - MOST_REPORTS));
        }
        if !words.is_empty() && request == SearchRequest::default() {
            request = SearchRequest::fallback();
        }
        request
    }
}

impl Dialect for Ucci {
    fn line(&mut self, line: &str, session: &mut Session) -> Flow {
        let (name, arguments) = first_word(line);
        if name.is_empty() {
            return Flow::Continue;
        }
        let own_command = own_commands::find(name);
        if !matches!(name, "ucci" | "isready")
            && !own_command.is_some_and(|command| command.effect() == Effect::Nothing)
        {
            self.give_pending_answer();
        }
        let rest: Vec<_> = words(arguments).collect();
        let rest = rest.as_slice();
        match name {
            "ucci" => self.introduce(session),
            "isready" => self.output.line("readyok"),
            "setoption" => self.set_option(rest, session),
            "position" => self.position(rest, session),
            "banmoves" => self.banned = rest.iter().map(|&text| text.to_owned()).collect(),
            "go" => self.go(rest, session),
            "stop" => session.stop(),
            "ponderhit" => session.ponder_hit(),
            "quit" => return Flow::End,
            other => match own_command {
                Some(command) => {
                    let client = Client { output: &self.output, error_line, help: Vec::new };
                    if let Err(error) = command.run(arguments, session, client) {
                        self.error(error);
                    }
                }
                None => self.error(UcciError::Unknown(shorten(other))),
            },
        }
        Flow::Continue
    }

    fn refused_line(&mut self, error: LineError) {
        self.error(error);
    }

    fn end(&mut self, reason: EndReason, session: &mut Session) {
        session.finish(reason, &self.output, error_line);
        self.give_pending_answer();
        self.output.line("bye");
    }
}

/// Writes the reports of a search as UCCI's `info` and `bestmove` lines.
struct UcciListener {
    output: Output,
    /// The opponent has offered a draw, which is accepted unless the search finds something better.
    draw_is_offered: bool,
}

impl SearchListener for UcciListener {
    fn line(&mut self, line: &InfoLine) {
        let Report { depth, score, nodes, time, .. } = line.report;
        let (speed, time, moves) = (per_second(nodes, time), time.as_millis(), line.moves.join(" "));
        self.output.information([format_args!(
            "info depth {depth} time {time} nodes {nodes} nps {speed} score {score} pv {moves}"
        )]);
    }

    fn current_move(&mut self, depth: u32, text: &str, _number: usize) {
        self.output.information([format_args!("info depth {depth} currmove {text}")]);
    }

    fn problem(&mut self, problem: &SearchProblem) {
        self.output.failure(error_line(problem));
    }

    fn done(&mut self, answer: &Answer) {
        let draw = if self.draw_is_offered && answer.result.score <= Score::DRAW { " draw" } else { "" };
        self.output.line(match (&answer.best, &answer.ponder) {
            (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}{draw}"),
            (Some(best), None) => format!("bestmove {best}{draw}"),
            (None, _) => "nobestmove".to_owned(),
        });
    }
}
