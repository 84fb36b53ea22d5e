use super::output::Output;
use super::session::Session;
use super::uci::Uci;

/// Whether a session goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// It does.
    Continue,
    /// The client said that it ends.
    End,
}

/// A language that clients speak to a session.
pub(super) trait Dialect {
    /// Acts on one line; writes what there is to answer at once.
    fn line(&mut self, line: &str, session: &mut Session) -> Flow;

    /// Says that a line was too long to be read.
    fn refused_line(&mut self);

    /// Ends what still runs: the client has left, or said that it will.
    fn end(&mut self, session: &mut Session);
}

/// The dialect of a client whose first line is this one.
pub(super) fn dialect_of(first_line: &str, output: &Output) -> Box<dyn Dialect> {
    // All clients so far speak UCI, and so do people who type.
    let _ = first_line;
    Box::new(Uci::new(output.clone()))
}
