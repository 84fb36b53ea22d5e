use std::sync::mpsc::SyncSender;

use super::Event;
use super::cecp::Cecp;
use super::errors::LineError;
use super::gomocup::Gomocup;
use super::input::words;
use super::output::Output;
use super::session::{EndReason, Session};
use super::ucci::Ucci;
use super::uci::Uci;

/// Whether the session continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// The session continues.
    Continue,
    /// The client has ended it.
    End,
}

/// Wakes a session when a search has ended, for actions that must follow without a line from the client.
#[derive(Debug, Clone, Default)]
pub(super) struct Waker(Option<SyncSender<Event>>);

impl Waker {
    pub(super) fn new(events: SyncSender<Event>) -> Self {
        Self(Some(events))
    }

    /// Reports the end of a search.
    pub(super) fn wake(&self) {
        if let Some(events) = &self.0 {
            // If the queue is full, the session is about to execute a line, which has the same effect.
            let _ = events.try_send(Event::SearchEnded);
        }
    }
}

/// A protocol that clients speak to a session.
pub(super) trait Dialect {
    /// Executes one line of input and writes the answer, if there is one at once.
    fn line(&mut self, line: &str, session: &mut Session) -> Flow;

    /// Called when a search has ended. Dialects that only write its answer have nothing to do.
    fn search_ended(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Reports a line that could not be read.
    fn refused_line(&mut self, error: LineError);

    /// Ends a running search or job at the end of the session.
    fn end(&mut self, reason: EndReason, session: &mut Session);
}

/// The dialect selected by a client's first line: UCI unless the first word belongs to another, so that people who type
/// commands use UCI.
pub(super) fn dialect_of(first_line: &str, output: &Output, waker: &Waker) -> Box<dyn Dialect> {
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
