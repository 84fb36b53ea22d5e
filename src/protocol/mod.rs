//! What clients speak to: one session, and the dialects through which they speak to it. `protocol.md` is the contract.
//!
//! A line of input goes to the client's dialect (`uci`, `ucci`, `gomocup`), which reads it into a command, has the
//! `session` act on it, and writes the answer. Only this floor writes to the client.

mod bench;
mod dialect;
mod errors;
mod gomocup;
mod input;
mod numbers;
mod options;
mod output;
mod own_commands;
mod session;
mod ucci;
mod uci;

use std::io::BufRead;

use thiserror::Error;

use crate::games::Variant;

use dialect::{Dialect, Flow, dialect_of};
use errors::SetOptionError;
use input::{Line, Lines};
use session::{Ending, Session};

pub use output::Output;

/// A session that could not begin.
#[derive(Debug, Error)]
#[error("the session cannot begin: {0}")]
pub struct StartError(#[source] SetOptionError);

/// Speaks to one client until it leaves: by a command, by the end of its input, or by not listening any more. `variant`
/// is the game to begin with, where somebody has chosen it.
///
/// # Errors
/// Where there is not even the memory for the smallest hash table.
pub fn serve(input: impl BufRead, output: &Output, variant: Option<Variant>) -> Result<(), StartError> {
    let mut session = Session::new(variant).map_err(StartError)?;
    let mut dialect: Option<Box<dyn Dialect>> = None;
    let mut ending = Ending::InputEnded;
    for line in Lines::new(input) {
        let flow = match line {
            Line::Text(text) => {
                log::trace!("> {text}");
                dialect.get_or_insert_with(|| dialect_of(&text, output)).line(&text, &mut session)
            }
            Line::TooLong => {
                dialect.get_or_insert_with(|| dialect_of("", output)).refused_line();
                Flow::Continue
            }
        };
        if flow == Flow::End || output.is_closed() {
            ending = Ending::Quit;
            break;
        }
    }
    if let Some(mut dialect) = dialect {
        dialect.end(ending, &mut session);
    }
    Ok(())
}

/// Acts on one line as if a client had sent it, and returns when all of its answer has been given;
/// [`Output::has_failed`] tells whether that was an error.
///
/// # Errors
/// Where there is not even the memory for the smallest hash table.
pub fn run_line(line: &str, output: &Output, variant: Option<Variant>) -> Result<(), StartError> {
    let mut session = Session::new(variant).map_err(StartError)?;
    let mut dialect = dialect_of(line, output);
    if dialect.line(line, &mut session) == Flow::Continue {
        session.wait();
    }
    dialect.end(Ending::Quit, &mut session);
    Ok(())
}
