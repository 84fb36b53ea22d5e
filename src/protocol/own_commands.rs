//! The engine's own commands, which UCI, UCCI and CECP clients can use: playing and taking back moves, querying the
//! rules and the position, measuring.

use std::time::Duration;

use crate::base::{Side, shorten};
use crate::eval::Term;
use crate::games::Variant;

use super::bench::{self, BenchError};
use super::commands::{self, Command};
use super::errors::{ErrorLine, OwnCommandError};
use super::input::words;
#[cfg(feature = "library")]
use super::library;
use super::output::Output;
#[cfg(feature = "records")]
use super::record;
#[cfg(feature = "records")]
use super::session::{Detail, Report};
use super::session::{JobLength, Session, StopFlag};

/// What the engine's own commands need to know about the client's dialect.
#[derive(Clone, Copy)]
pub(super) struct Client<'a> {
    pub output: &'a Output,
    /// How the dialect writes an error.
    pub error_line: ErrorLine,
    /// The lines of help for the dialect's commands.
    pub help: fn() -> Vec<String>,
}

/// One of the engine's own commands.
pub(super) type OwnCommand = Command<Action>;

/// How an own command is executed.
pub(super) struct Action {
    effect: Effect,
    run: fn(&mut Call<'_>) -> Answer,
}

/// What a command changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing, so that a search can continue.
    Nothing,
    /// The game or the settings. Also commands that start a job.
    Session,
    /// It makes the user's moves, which the engine may have to answer.
    Moves,
}

/// The lines of a command's answer.
type Answer = Result<Vec<String>, OwnCommandError>;

/// A command being executed.
struct Call<'a> {
    /// The rest of the line.
    #[cfg(feature = "records")]
    arguments: &'a str,
    /// The words of the rest of the line.
    words: &'a [&'a str],
    session: &'a mut Session,
    client: Client<'a>,
}

const fn command(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    effect: Effect,
    run: fn(&mut Call<'_>) -> Answer,
) -> OwnCommand {
    Command { name, arguments, help, run: Action { effect, run } }
}

const COMMANDS: &[OwnCommand] = &[
    command("help", "[options]", "this page, or all options", Effect::Nothing, help),
    command("move", "M...", "make moves: e2e4, Nf3, 炮二平五, C2=5, h8", Effect::Moves, |call| {
        if call.words.is_empty() {
            return Err(OwnCommandError::NoMoves);
        }
        call.session.game_mut()?.play(call.words)?;
        call.status()
    }),
    command("undo", "[N]", "take back the last move, or N moves", Effect::Session, |call| {
        let count = count(call.words)?;
        call.session.game_mut()?.undo(count)?;
        call.status()
    }),
    command("redo", "[N]", "replay the last move taken back, or N moves", Effect::Session, |call| {
        let count = count(call.words)?;
        call.session.game_mut()?.redo(count)?;
        call.status()
    }),
    command("new", "", "start a new game", Effect::Session, |call| {
        call.session.forget();
        call.session.set_up(None, &[])?;
        call.status()
    }),
    command("flip", "", "exchange the colours and rotate the board", Effect::Session, |call| {
        call.session.game_mut()?.flip()?;
        call.status()
    }),
    command("names", "on|off", "write moves by name, such as Nf3 or 炮二平五", Effect::Session, |call| {
        call.session.write_names(on_or_off(call.words)?);
        Ok(Vec::new())
    }),
    command("legal", "", "list the legal moves", Effect::Nothing, |call| {
        Ok(list("legal", call.session.game()?.legal_moves()))
    }),
    command("status", "", "show the result and its reason", Effect::Nothing, |call| call.status()),
    command("history", "", "list the moves so far", Effect::Nothing, |call| {
        Ok(list("history", call.session.game()?.history()))
    }),
    command("state", "", "describe the game, as JSON", Effect::Nothing, |call| {
        Ok(json("state", &call.session.game()?.state()))
    }),
    command("line", "M...", "describe the positions after these moves, as JSON", Effect::Nothing, |call| {
        Ok(json("line", &call.session.game()?.lookahead(call.words)?))
    }),
    command(
        "why",
        "[M]",
        "explain why a move, or the last position or record, is refused",
        Effect::Nothing,
        why,
    ),
    #[cfg(feature = "records")]
    command("record", "FORMAT", "write the game as a file: pgn, sgf, psq, ...", Effect::Nothing, record),
    #[cfg(feature = "library")]
    command("library", "[REQUEST]", "keep games in a library, and find them", Effect::Nothing, ask_library),
    command("d", "", "show the board and the position", Effect::Nothing, display),
    command("eval", "", "explain the static evaluation", Effect::Nothing, eval),
    command(
        "bench",
        "[DEPTH] [GAME...]",
        "search fixed positions and count the nodes",
        Effect::Session,
        bench,
    ),
    command("speedtest", "[SECONDS]", "measure the speed of the search", Effect::Session, speed_test),
];

/// The own command of this name.
pub(super) fn find(name: &str) -> Option<&'static OwnCommand> {
    commands::find(COMMANDS, name)
}

/// The names of all own commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    commands::names(COMMANDS)
}

impl OwnCommand {
    /// What the command changes.
    pub(super) fn effect(&self) -> Effect {
        self.run.effect
    }

    /// Executes the command; `arguments` is the rest of the line.
    ///
    /// # Errors
    /// If the arguments are invalid, or the game does not allow the command.
    pub(super) fn run(
        &self,
        arguments: &str,
        session: &mut Session,
        client: Client<'_>,
    ) -> Result<(), OwnCommandError> {
        let words: Vec<_> = words(arguments).collect();
        let answer = (self.run.run)(&mut Call {
            #[cfg(feature = "records")]
            arguments,
            words: &words,
            session,
            client,
        })?;
        client.output.lines(answer);
        Ok(())
    }
}

impl Call<'_> {
    /// The status line: who won and why, or that the game is not over.
    fn status(&self) -> Answer {
        Ok(vec![match self.session.game()?.verdict() {
            Some(verdict) => format!("status {} {}", verdict.outcome, verdict.reason),
            None => "status ongoing".to_owned(),
        }])
    }

    /// Runs a measurement in the background, which writes its own answer.
    fn measure(
        &mut self,
        name: &'static str,
        length: JobLength,
        work: impl FnOnce(&StopFlag, &Output) -> Result<(), BenchError> + Send + 'static,
    ) -> Answer {
        let (output, error_line) = (self.client.output.clone(), self.client.error_line);
        self.session.start_job(length, move |stop| match work(stop, &output) {
            Ok(()) => {}
            Err(BenchError::Stopped) => output.failure(error_line(&stopped(name, stop))),
            Err(error) => output.failure(error_line(&error)),
        })?;
        Ok(Vec::new())
    }
}

fn help(call: &mut Call<'_>) -> Answer {
    match *call.words {
        [] => Ok(commands::help_page(commands::help(COMMANDS).into_iter().chain((call.client.help)()))),
        ["options"] => Ok(call.session.option_help()),
        [other, ..] => Err(OwnCommandError::Trailing(shorten(other))),
    }
}

fn why(call: &mut Call<'_>) -> Answer {
    Ok(match *call.words {
        [] => json("why", call.session.report()),
        [text] => json("why", &call.session.game()?.legality(text)),
        [_, more, ..] => return Err(OwnCommandError::Trailing(shorten(more))),
    })
}

#[cfg(feature = "records")]
fn record(call: &mut Call<'_>) -> Answer {
    let answer = record::answer(call.arguments, call.session);
    call.session.set_report(match &answer {
        Ok(_) => Report::accepted(&[]),
        Err(error) => Report::refused(Detail::from(error)),
    });
    Ok(json("record", &answer?))
}

#[cfg(feature = "library")]
#[expect(clippy::unnecessary_wraps, reason = "as all commands")]
fn ask_library(call: &mut Call<'_>) -> Answer {
    let Call { arguments, session, client: Client { output, .. }, .. } = call;
    let is_there = session.ask_library(arguments, output);
    if !is_there && !arguments.is_empty() {
        output.failure(library::refusal(arguments));
    }
    Ok(if is_there || !arguments.is_empty() { Vec::new() } else { vec!["library none".to_owned()] })
}

fn display(call: &mut Call<'_>) -> Answer {
    let session = &call.session;
    let position = session.game()?.describe();
    let mut lines: Vec<_> = position.diagram.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Game: {}", session.variant()));
    lines.push(format!("Fen: {}", position.fen));
    lines.push(format!("Key: {:016X}", position.key.0));
    lines.push(format!("Turn: {}", session.side_name(position.side_to_move)));
    lines.extend(position.facts.into_iter().map(|(name, value)| format!("{name}: {value}")));
    lines.extend(call.status()?);
    Ok(lines)
}

fn eval(call: &mut Call<'_>) -> Answer {
    let session = &call.session;
    let evaluation = session.game()?.evaluate();
    let first = session.side_name(Side::First);
    let mut lines: Vec<_> = evaluation.network.map(|name| format!("Network: {name}")).into_iter().collect();
    lines
        .extend(evaluation.terms.iter().map(|Term { name, value }| format!("{name}: {value:+} for {first}")));
    let to_move = session.side_name(evaluation.side_to_move);
    lines.push(format!("Evaluation: {:+} for {to_move}, to move", evaluation.score.value()));
    Ok(lines)
}

/// A command's answer that is a value as JSON on one line.
fn json(name: &str, value: &impl serde::Serialize) -> Vec<String> {
    let text = serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("a value cannot be written as JSON: {error}");
        "null".to_owned()
    });
    vec![format!("{name} {text}")]
}

/// A command's answer that is a list of moves.
fn list(name: &str, moves: Vec<String>) -> Vec<String> {
    vec![[name.to_owned()].into_iter().chain(moves).collect::<Vec<_>>().join(" ")]
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

/// Counts the leaves at `depth`; writes the number below each root move, then the total.
///
/// # Errors
/// If there is no position, the depth is too great, or no thread can be started.
pub(super) fn perft(depth: u32, session: &mut Session, client: Client<'_>) -> Result<(), OwnCommandError> {
    let (moves, total) = (client.output.clone(), client.output.clone());
    let report = move |text: &str, leaves: u64| moves.line(format_args!("{text}: {leaves}"));
    let done = move |leaves: Option<u64>, stop: &StopFlag| match leaves {
        Some(leaves) => total.line(format_args!("Nodes searched: {leaves}")),
        None => total.failure((client.error_line)(&stopped("perft", stop))),
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
fn bench_words(words: &[&str]) -> Result<(u32, Vec<Variant>), OwnCommandError> {
    let mut depth = bench::DEFAULT_DEPTH;
    let mut variants = Vec::new();
    for word in words {
        if let Some(variant) = Variant::from_name(word) {
            variants.push(variant);
        } else {
            depth = word.parse().map_err(|_| OwnCommandError::NoNumber(shorten(word)))?;
        }
    }
    if variants.is_empty() {
        variants = Variant::ALL.to_vec();
    }
    Ok((depth, variants))
}

fn bench(call: &mut Call<'_>) -> Answer {
    let (depth, variants) = bench_words(call.words)?;
    let limit = call.session.settings().limits().hash_mib;
    if bench::BENCH_HASH > limit {
        return Err(OwnCommandError::HashLimit { work: "bench", needed: bench::BENCH_HASH, limit });
    }
    let options = call.session.settings().engine().clone();
    let length = if depth <= bench::DEFAULT_DEPTH { JobLength::Short } else { JobLength::Unknown };
    call.measure("bench", length, move |stop, output| {
        bench::bench(depth, &variants, &options, stop, &mut |line| output.line(line))
    })
}

fn speed_test(call: &mut Call<'_>) -> Answer {
    const MAX_SECONDS: u64 = 3600;
    const SHORT_SECONDS: u64 = 10;
    let seconds = match call.words {
        [] => 5,
        [word] => word
            .parse()
            .ok()
            .filter(|seconds| (1..=MAX_SECONDS).contains(seconds))
            .ok_or_else(|| OwnCommandError::NoNumber(shorten(word)))?,
        [_, more, ..] => return Err(OwnCommandError::Trailing(shorten(more))),
    };
    let (variant, options) = (call.session.variant(), call.session.settings().engine().clone());
    let length = if seconds <= SHORT_SECONDS { JobLength::Short } else { JobLength::Unknown };
    call.measure("speedtest", length, move |stop, output| {
        output.line(bench::speed_test(variant, &options, Duration::from_secs(seconds), stop)?);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_on_a_page() {
        assert!(commands::help_page(commands::help(COMMANDS)).iter().all(|line| line.chars().count() <= 100));
    }
}
