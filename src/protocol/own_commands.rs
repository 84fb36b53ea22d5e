//! The engine's own commands, which UCI and UCCI clients can use: playing and taking back moves, querying the rules and
//! the position, measuring.

use std::time::Duration;

use crate::base::{Side, shorten};
use crate::eval::Term;
use crate::games::Variant;

use super::bench::{self, BenchError};
use super::errors::OwnCommandError;
use super::help::HELP;
use super::input::words;
use super::output::Output;
#[cfg(feature = "records")]
use super::record;
#[cfg(feature = "records")]
use super::session::{Detail, Report};
use super::session::{Session, StopFlag};

/// How a dialect writes an error.
pub(super) type ErrorLine = fn(&dyn std::fmt::Display) -> String;

/// The engine's own commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OwnCommand {
    Help,
    Names,
    History,
    Move,
    Undo,
    Redo,
    New,
    Flip,
    Legal,
    Status,
    State,
    Line,
    Why,
    #[cfg(feature = "records")]
    Record,
    Display,
    Eval,
    Bench,
    SpeedTest,
}

/// All commands by their names.
const NAMES: &[(&str, OwnCommand)] = &[
    ("help", OwnCommand::Help),
    ("move", OwnCommand::Move),
    ("undo", OwnCommand::Undo),
    ("redo", OwnCommand::Redo),
    ("new", OwnCommand::New),
    ("flip", OwnCommand::Flip),
    ("names", OwnCommand::Names),
    ("legal", OwnCommand::Legal),
    ("status", OwnCommand::Status),
    ("history", OwnCommand::History),
    ("state", OwnCommand::State),
    ("line", OwnCommand::Line),
    ("why", OwnCommand::Why),
    #[cfg(feature = "records")]
    ("record", OwnCommand::Record),
    ("d", OwnCommand::Display),
    ("eval", OwnCommand::Eval),
    ("bench", OwnCommand::Bench),
    ("speedtest", OwnCommand::SpeedTest),
];

impl OwnCommand {
    /// The command of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
    }

    /// The names of all commands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// Whether the command changes nothing, so that a search can continue.
    pub(super) const fn is_query(self) -> bool {
        match self {
            Self::Help
            | Self::History
            | Self::Legal
            | Self::Status
            | Self::State
            | Self::Line
            | Self::Why
            | Self::Display
            | Self::Eval => true,
            #[cfg(feature = "records")]
            Self::Record => true,
            Self::Move
            | Self::Undo
            | Self::Redo
            | Self::New
            | Self::Flip
            | Self::Names
            | Self::Bench
            | Self::SpeedTest => false,
        }
    }

    /// Executes the command; `arguments` is the rest of the line.
    ///
    /// # Errors
    /// If the arguments are invalid, or the game does not allow the command.
    pub(super) fn run(
        self,
        arguments: &str,
        session: &mut Session,
        output: &Output,
        error_line: ErrorLine,
    ) -> Result<(), OwnCommandError> {
        let words: Vec<_> = words(arguments).collect();
        let words = words.as_slice();
        match self {
            Self::Move if words.is_empty() => return Err(OwnCommandError::NoMoves),
            Self::Move => session.game_mut()?.play(words)?,
            Self::Undo => session.game_mut()?.undo(count(words)?)?,
            Self::Redo => session.game_mut()?.redo(count(words)?)?,
            Self::New => {
                session.forget();
                session.set_up(None, &[])?;
            }
            Self::Flip => session.game_mut()?.flip()?,
            Self::Names => {
                session.write_names(on_or_off(words)?);
                return Ok(());
            }
            Self::Help => {
                output.lines(HELP.lines());
                return Ok(());
            }
            Self::History => {
                output.line(list("history", &session.game()?.history()));
                return Ok(());
            }
            Self::Legal => {
                output.line(list("legal", &session.game()?.legal_moves()));
                return Ok(());
            }
            Self::Status => {}
            Self::State => {
                output.line(format_args!("state {}", json(&session.game()?.state())));
                return Ok(());
            }
            Self::Line => {
                output.line(format_args!("line {}", json(&session.game()?.lookahead(words)?)));
                return Ok(());
            }
            Self::Why => {
                output.line(match *words {
                    [] => format!("why {}", json(session.report())),
                    [text] => format!("why {}", json(&session.game()?.legality(text))),
                    [_, more, ..] => return Err(OwnCommandError::Trailing(shorten(more))),
                });
                return Ok(());
            }
            #[cfg(feature = "records")]
            Self::Record => {
                let answer = record::answer(arguments, session);
                session.set_report(match &answer {
                    Ok(_) => Report::accepted(&[]),
                    Err(error) => Report::refused(Detail::from(error)),
                });
                output.line(format_args!("record {}", json(&answer?)));
                return Ok(());
            }
            Self::Display => {
                output.lines(display(session)?);
                return Ok(());
            }
            Self::Eval => {
                output.lines(eval(session)?);
                return Ok(());
            }
            Self::Bench => {
                let (depth, variants) = bench_words(words)?;
                start_bench(depth, variants, session, output, error_line)?;
                return Ok(());
            }
            Self::SpeedTest => {
                start_speed_test(words, session, output, error_line)?;
                return Ok(());
            }
        }
        output.line(status(session)?);
        Ok(())
    }
}

/// The status line: who won and why, or that the game is not over.
fn status(session: &Session) -> Result<String, OwnCommandError> {
    Ok(match session.game()?.verdict() {
        Some(verdict) => format!("status {} {}", verdict.outcome, verdict.reason),
        None => "status ongoing".to_owned(),
    })
}

fn display(session: &Session) -> Result<Vec<String>, OwnCommandError> {
    let position = session.game()?.describe();
    let mut lines: Vec<_> = position.diagram.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Game: {}", session.variant()));
    lines.push(format!("Fen: {}", position.fen));
    lines.push(format!("Key: {:016X}", position.key.0));
    lines.push(format!("Turn: {}", session.side_name(position.side_to_move)));
    lines.extend(position.facts.into_iter().map(|(name, value)| format!("{name}: {value}")));
    lines.push(status(session)?);
    Ok(lines)
}

fn eval(session: &Session) -> Result<Vec<String>, OwnCommandError> {
    let evaluation = session.game()?.evaluate();
    let first = session.side_name(Side::First);
    let mut lines: Vec<_> = evaluation.network.map(|name| format!("Network: {name}")).into_iter().collect();
    lines
        .extend(evaluation.terms.iter().map(|Term { name, value }| format!("{name}: {value:+} for {first}")));
    let to_move = session.side_name(evaluation.side_to_move);
    lines.push(format!("Evaluation: {:+} for {to_move}, to move", evaluation.score.value()));
    Ok(lines)
}

/// A value as JSON on one line.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("a value cannot be written as JSON: {error}");
        "null".to_owned()
    })
}

/// A command's answer that is a list of moves.
fn list(name: &str, moves: &[String]) -> String {
    [name].into_iter().chain(moves.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// The `on` or `off` after the name of a switch.
fn on_or_off(words: &[&str]) -> Result<bool, OwnCommandError> {
    match words {
        ["on"] => Ok(true),
        ["off"] => Ok(false),
        [] => Err(OwnCommandError::NoSwitch),
        [other, ..] => Err(OwnCommandError::Trailing(shorten(other))),
    }
}

/// The number after a command's name; 1 if there is none.
fn count(words: &[&str]) -> Result<usize, OwnCommandError> {
    match words {
        [] => Ok(1),
        [word] => word.parse().map_err(|_| OwnCommandError::NoNumber(shorten(word))),
        [_, more, ..] => Err(OwnCommandError::Trailing(shorten(more))),
    }
}

/// Counts the leaves at `depth`, and writes those of each move and then the total.
///
/// # Errors
/// If there is no position, the depth is too great, or no thread can be started.
pub(super) fn perft(
    depth: u32,
    session: &mut Session,
    output: &Output,
    error_line: ErrorLine,
) -> Result<(), OwnCommandError> {
    let (moves, total) = (output.clone(), output.clone());
    let report = move |text: &str, leaves: u64| moves.line(format_args!("{text}: {leaves}"));
    let done = move |leaves: Option<u64>, stop: &StopFlag| match leaves {
        Some(leaves) => total.line(format_args!("Nodes searched: {leaves}")),
        None => total.failure(error_line(&stopped("perft", stop))),
    };
    Ok(session.perft(depth, report, done)?)
}

/// Why work was stopped.
fn stopped(work: &'static str, stop: &StopFlag) -> OwnCommandError {
    match stop.exceeded_limit() {
        Some(limit) => OwnCommandError::TimeLimit { work, limit },
        None => OwnCommandError::Stopped(work),
    }
}

/// The depth and the games after `bench`, in either order.
fn bench_words(words: &[&str]) -> Result<(Option<u32>, Vec<Variant>), OwnCommandError> {
    let mut depth = None;
    let mut variants = Vec::new();
    for word in words {
        if let Some(variant) = Variant::from_name(word) {
            variants.push(variant);
        } else {
            depth = Some(word.parse().map_err(|_| OwnCommandError::NoNumber(shorten(word)))?);
        }
    }
    if variants.is_empty() {
        variants = Variant::ALL.to_vec();
    }
    Ok((depth, variants))
}

fn start_bench(
    depth: Option<u32>,
    variants: Vec<Variant>,
    session: &mut Session,
    output: &Output,
    error_line: ErrorLine,
) -> Result<(), OwnCommandError> {
    let limit = session.settings().limits().hash_mib;
    if bench::BENCH_HASH > limit {
        return Err(OwnCommandError::HashLimit { work: "bench", needed: bench::BENCH_HASH, limit });
    }
    let (output, options) = (output.clone(), session.settings().engine().clone());
    session.start_job(move |stop| {
        match bench::bench(depth, &variants, &options, stop, &mut |line| output.line(line)) {
            Ok(()) => {}
            Err(BenchError::Stopped) => output.failure(error_line(&stopped("bench", stop))),
            Err(error) => output.failure(error_line(&error)),
        }
    })?;
    Ok(())
}

fn start_speed_test(
    words: &[&str],
    session: &mut Session,
    output: &Output,
    error_line: ErrorLine,
) -> Result<(), OwnCommandError> {
    const MAX_SECONDS: u64 = 3600;
    let seconds = match words {
        [] => 5,
        [word] => word
            .parse()
            .ok()
            .filter(|seconds| (1..=MAX_SECONDS).contains(seconds))
            .ok_or_else(|| OwnCommandError::NoNumber(shorten(word)))?,
        [_, more, ..] => return Err(OwnCommandError::Trailing(shorten(more))),
    };
    let (variant, options) = (session.variant(), session.settings().engine().clone());
    let output = output.clone();
    session.start_job(move |stop| {
        let time = Duration::from_secs(seconds);
        match bench::speed_test(variant, &options, time, stop) {
            Ok(line) => output.line(line),
            Err(BenchError::Stopped) => output.failure(error_line(&stopped("speedtest", stop))),
            Err(error) => output.failure(error_line(&error)),
        }
    })?;
    Ok(())
}
