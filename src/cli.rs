//! The command line: what was asked for, and with which code the program exits.

#[cfg(feature = "arena")]
mod arena;
#[cfg(feature = "arena")]
mod interrupt;
#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "arena")]
mod progress;

use std::ffi::OsStr;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use quadriga::protocol::{self, Output};
use quadriga::rules::Variant;

#[cfg(feature = "arena")]
use interrupt::stop_on_interrupt;

/// An engine for zhonggong xiangqi, xiangqi, gomoku and chess.
///
/// Without a command it speaks to a client on its standard input and output; protocol.md says how.
#[derive(Debug, Parser)]
#[command(version, allow_external_subcommands = true)]
#[command(after_help = "Any line of the protocol is a command as well: quadriga go perft 5")]
struct Arguments {
    /// The game to begin with: chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju.
    ///
    /// A program whose name ends so (quadriga-xiangqi) begins with that game by itself.
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<Variant>,

    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Search fixed positions to a fixed depth and count the nodes.
    Bench {
        /// The depth, then the games; the usual depth and all games where they are left out.
        #[arg(value_name = "DEPTH | GAME")]
        words: Vec<String>,
    },
    #[cfg(feature = "arena")]
    #[command(flatten)]
    Arena(arena::ArenaTask),
    #[cfg(feature = "lab")]
    #[command(flatten)]
    Lab(lab::LabTask),
    /// Any line of the protocol: it is answered, and the program ends.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

fn parse_variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        format!("not one of {}", names.join(", "))
    })
}

/// The game that a program's name ends with: `quadriga-xiangqi` plays xiangqi.
fn variant_of_program(program: &OsStr) -> Option<Variant> {
    let name = Path::new(program).file_stem()?.to_str()?.to_ascii_lowercase();
    Variant::ALL
        .into_iter()
        .find(|variant| name.strip_suffix(variant.name()).is_some_and(|rest| rest.ends_with(['-', '_'])))
}

/// Does what the command line asks for. The code is 0 where that was done, 1 where it failed, and 2 where the command
/// line makes no sense.
pub fn run() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::parse();
    match execute(arguments) {
        Ok(done) => ExitCode::from(u8::from(!done)),
        Err(error) => {
            eprintln!("quadriga: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether everything could be done that was asked for; what could not has been told to the client.
fn execute(arguments: Arguments) -> anyhow::Result<bool> {
    let program = std::env::args_os().next().unwrap_or_default();
    let variant = arguments.variant.or_else(|| variant_of_program(&program));
    let output = Output::new(io::stdout());
    let line = match arguments.task {
        None => {
            protocol::serve(BufReader::new(io::stdin()), &output, variant)?;
            return Ok(true);
        }
        #[cfg(feature = "arena")]
        Some(Task::Arena(task)) => {
            arena::run(&task)?;
            return Ok(true);
        }
        #[cfg(feature = "lab")]
        Some(Task::Lab(task)) => {
            lab::run(&task)?;
            return Ok(true);
        }
        Some(Task::Bench { words }) => format!("bench {}", words.join(" ")),
        Some(Task::Line(words)) => words.join(" "),
    };
    protocol::run_line(&line, &output, variant)?;
    Ok(!output.has_failed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_program_is_named_after_its_game() {
        let variant = |name: &str| variant_of_program(OsStr::new(name));
        assert_eq!(variant("/usr/bin/quadriga"), None);
        assert_eq!(variant("/usr/bin/quadriga-xiangqi"), Some(Variant::Xiangqi));
        assert_eq!(variant("Quadriga-Gomoku-Standard.exe"), Some(Variant::GomokuStandard));
        assert_eq!(variant("quadriga_renju"), Some(Variant::Renju));
        assert_eq!(variant("chess"), None);
    }
}
