//! The protocols: the session, and the dialects in which clients use it. `protocol.md` and the documents that it links
//! to are the specification.
//!
//! A line of input goes to the client's dialect (`uci`, `ucci`, `gomocup`, `cecp`), which parses it into a command, has
//! the `session` execute it, and writes the answer. Only this layer writes to the client.
//!
//! A session has its own thread, named `session N`. The names of the threads that it starts begin with that, so that
//! log lines with thread names distinguish sessions. One more thread reads the input and one writes the output: a
//! client that does not read never delays a search, and a client that disconnects ends it.

mod bench;
mod cecp;
mod commands;
mod dialect;
mod errors;
mod gomocup;
mod input;
#[cfg(feature = "library")]
mod library;
mod limits;
mod numbers;
mod options;
mod output;
mod own_commands;
#[cfg(feature = "records")]
mod record;
#[cfg(feature = "records")]
mod record_error;
mod session;
mod ucci;
mod uci;

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use thiserror::Error;

use cecp::Cecp;
use dialect::{Dialect, Event, Flow, Waker};
use errors::LineError;
use gomocup::Gomocup;
use input::{Line, Lines, words};
use session::{EndReason, Session};
use ucci::Ucci;
use uci::Uci;

pub use limits::{ServeOptions, SessionLimits};
pub use output::Output;

/// After `quit`, the remaining answers are dropped if the client reads nothing for this long.
const QUIT_PATIENCE: Duration = Duration::from_secs(5);

/// Why a session could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The memory for the hash table could not be allocated.
    #[error("the session cannot start: {0}")]
    Memory(String),
    /// A thread could not be started.
    #[error("the session cannot start a thread: {0}")]
    Thread(io::Error),
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEnd {
    /// Everything that the client asked for was completed, or stopped by the client itself.
    Complete,
    /// The session stopped work that would have ended by itself: a measurement, a perft or, at the end of the input, a
    /// search with a limit. The client was told.
    CutOff,
}

/// Runs a session until the client ends it: by a command, by closing the input, or by closing the output.
///
/// In the last case the thread that reads the input may keep running until the input ends as well.
///
/// # Errors
/// If the memory for the hash table cannot be allocated, or a thread cannot be started.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &Output,
    options: &ServeOptions,
) -> Result<SessionEnd, StartError> {
    let limits = options.limits;
    let (sender, events) = sync_channel(limits.queued_lines.max(1));
    let on_close = sender.clone();
    let waker = Waker::new(sender.clone());
    // If the queue is full, the session notices that the output is closed after the current line.
    output.on_close(move || drop(on_close.try_send(Event::OutputClosed)));
    in_session_thread(move || {
        let name = format!("{} input", thread::current().name().unwrap_or("session"));
        let read = move || {
            let lines = Lines::new(input, limits.line_bytes).map(|line| Event::Line(line, Instant::now()));
            // A finished session receives no more events.
            let _ = lines.chain([Event::InputEnded]).try_for_each(|event| sender.send(event));
        };
        Builder::new().name(name).spawn(read).map_err(StartError::Thread)?;
        run_session(&events, output, &waker, options)
    })
}

/// Executes the client's commands until the session ends.
fn run_session(
    events: &Receiver<Event>,
    output: &Output,
    waker: &Waker,
    options: &ServeOptions,
) -> Result<SessionEnd, StartError> {
    let mut session = new_session(options)?;
    let mut dialect: Option<Box<dyn Dialect>> = None;
    let reason = loop {
        output.wait_for_room();
        if output.is_closed() {
            break EndReason::OutputClosed;
        }
        let flow = match events.recv() {
            // The first line with a word selects the dialect.
            Ok(Event::Line(Line::Text(text), _)) if dialect.is_none() && words(&text).next().is_none() => {
                Flow::Continue
            }
            Ok(Event::Line(Line::Text(text), arrival)) => {
                session.note_arrival(arrival);
                log::trace!("> {text}");
                dialect.get_or_insert_with(|| dialect_of(&text, output, waker)).line(&text, &mut session)
            }
            Ok(Event::Line(Line::Refused(error), _)) => {
                dialect.get_or_insert_with(|| dialect_of("", output, waker)).refused_line(error);
                if error == LineError::Utf16 {
                    break EndReason::InputEnded;
                }
                Flow::Continue
            }
            Ok(Event::SearchEnded) => {
                session.note_arrival(Instant::now());
                if let Some(dialect) = &mut dialect {
                    dialect.search_ended(&mut session);
                }
                Flow::Continue
            }
            Ok(Event::InputEnded) | Err(_) => break EndReason::InputEnded,
            Ok(Event::OutputClosed) => break EndReason::OutputClosed,
        };
        if flow == Flow::End {
            break EndReason::Quit;
        }
    };
    match output.close_reason() {
        Some(error) => log::debug!("the session ends because its output cannot be written: {error}"),
        None => log::debug!("the session ends: {reason:?}"),
    }
    if let Some(mut dialect) = dialect {
        dialect.end(reason, &mut session);
    }
    #[cfg(feature = "library")]
    session.close_library(output);
    output.drain((reason == EndReason::Quit).then_some(QUIT_PATIENCE));
    Ok(if session.is_cut_off() { SessionEnd::CutOff } else { SessionEnd::Complete })
}

/// Executes one line as if a client had sent it. Returns when its answer is complete and written, or the output is
/// closed; [`Output::has_failed`] tells whether the answer was an error.
///
/// # Errors
/// If the memory for the hash table cannot be allocated, or a thread cannot be started.
pub fn run_line(line: &str, output: &Output, options: &ServeOptions) -> Result<(), StartError> {
    in_session_thread(|| {
        let mut session = new_session(options)?;
        let mut dialect = dialect_of(line, output, &Waker::default());
        if dialect.line(line, &mut session) == Flow::Continue {
            session.wait(output);
        }
        dialect.end(EndReason::Quit, &mut session);
        #[cfg(feature = "library")]
        session.close_library(output);
        output.drain(None);
        Ok(())
    })
}

/// The dialect selected by a client's first line: UCI, which is also what people type, unless the first word belongs to
/// another.
fn dialect_of(first_line: &str, output: &Output, waker: &Waker) -> Box<dyn Dialect> {
    const GOMOCUP: [&str; 5] = ["START", "RECTSTART", "ABOUT", "INFO", "RESTART"];
    let output = output.clone();
    let word = words(first_line).next().unwrap_or_default();
    match word.to_ascii_uppercase().as_str() {
        "UCCI" => Box::new(Ucci::new(output)),
        "XBOARD" | "PROTOVER" => Box::new(Cecp::new(output, waker.clone())),
        name if GOMOCUP.contains(&name) || name.starts_with("YX") => {
            Box::new(Gomocup::new(output, waker.clone()))
        }
        _ => Box::new(Uci::new(output)),
    }
}

fn new_session(options: &ServeOptions) -> Result<Session, StartError> {
    Session::new(options).map_err(|error| StartError::Memory(error.to_string()))
}

/// Runs a session on its own named thread.
fn in_session_thread<T: Send>(
    session: impl FnOnce() -> Result<T, StartError> + Send,
) -> Result<T, StartError> {
    static SESSIONS: AtomicU64 = AtomicU64::new(1);
    let name = format!("session {}", SESSIONS.fetch_add(1, Relaxed));
    thread::scope(|scope| {
        let thread = Builder::new().name(name).spawn_scoped(scope, session).map_err(StartError::Thread)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
