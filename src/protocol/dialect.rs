use super::gomocup::Gomocup;
use super::input::words;
use super::output::Output;
use super::session::Session;
use super::ucci::Ucci;
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

/// The dialect of a client whose first line is this one: UCI, which people who type speak as well, unless the first
/// word belongs to another.
pub(super) fn dialect_of(first_line: &str, output: &Output) -> Box<dyn Dialect> {
    const GOMOCUP: [&str; 5] = ["START", "RECTSTART", "ABOUT", "INFO", "RESTART"];
    let output = output.clone();
    match words(first_line).next().unwrap_or_default() {
        "ucci" => Box::new(Ucci::new(output)),
        word if GOMOCUP.contains(&word) => Box::new(Gomocup::new(output)),
        _ => Box::new(Uci::new(output)),
    }
}
