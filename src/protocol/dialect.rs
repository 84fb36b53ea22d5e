use std::sync::mpsc::SyncSender;
use std::time::Instant;

use super::errors::LineError;
use super::input::Line;
use super::session::{EndReason, Session};

/// What a session waits for.
pub(super) enum Event {
    /// The client has sent a line, which arrived at this time.
    Line(Line, Instant),
    /// A search has ended.
    SearchEnded,
    /// The client has closed its end of the input.
    InputEnded,
    /// The client has closed its end of the output.
    OutputClosed,
}

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
    /// Executes one line of input, and writes the answer if it is available immediately.
    fn line(&mut self, line: &str, session: &mut Session) -> Flow;

    /// Called when a search has ended. Dialects that only write its answer need not do anything.
    fn search_ended(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Reports a line that could not be read.
    fn refused_line(&mut self, error: LineError);

    /// Ends a running search or job at the end of the session.
    fn end(&mut self, reason: EndReason, session: &mut Session);
}
