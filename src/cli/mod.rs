//! The command line: arguments and exit codes.

// The macros of this module are for all modules below.
#[macro_use]
mod terminal;

#[cfg(feature = "arena")]
mod arena;
#[cfg(feature = "board")]
mod board;
#[cfg(feature = "board")]
mod browser;
#[cfg(feature = "arena")]
mod convert;
#[cfg(feature = "arena")]
mod cutechess;
#[cfg(any(feature = "board", all(feature = "arena", feature = "library")))]
mod folders;
#[cfg(feature = "arena")]
mod follow;
#[cfg(feature = "arena")]
mod interrupt;
#[cfg(feature = "lab")]
mod lab;
#[cfg(all(feature = "arena", feature = "library"))]
mod library;
#[cfg(feature = "manual")]
mod manual;
#[cfg(feature = "arena")]
mod progress;
#[cfg(feature = "arena")]
mod traffic;
#[cfg(feature = "arena")]
mod trial;
#[cfg(feature = "arena")]
mod verify;
#[cfg(all(feature = "arena", feature = "board"))]
mod watch;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
#[cfg(feature = "library")]
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};

use quadriga::base::{printable, similar_word};
use quadriga::games::Variant;
#[cfg(feature = "library")]
use quadriga::library::LibraryFile;
use quadriga::protocol::{self, Output, ServeOptions, SessionEnd};

#[cfg(feature = "arena")]
use interrupt::stop_on_interrupt;

/// An engine for zhonggong xiangqi, xiangqi, gomoku and chess.
///
/// Without a command it serves a client on standard input and output, as described in protocol.md.
#[derive(Debug, Parser)]
#[command(version, long_version = long_version(), allow_external_subcommands = true)]
#[command(after_help = "Any line of the protocol is also a command: quadriga go perft 5")]
struct Arguments {
    /// The initial game: chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju.
    ///
    /// By default, the program's name selects it, as in quadriga-xiangqi.
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<Variant>,

    /// Expose the search parameters, and the options `SoftNodes` and `Without`, as options of the protocol.
    ///
    /// For tuners and experiments; the engine plays best with the defaults.
    #[arg(long)]
    expose_parameters: bool,

    /// Keep games in this library at the command `library` of the protocol; it is created if there is none.
    #[cfg(feature = "library")]
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search fixed positions to a fixed depth and count the nodes.
    Bench {
        /// The depth, then the games [default: the standard depth and all games].
        #[arg(value_name = "DEPTH | GAME")]
        words: Vec<String>,
    },
    /// Open the board in the browser: play, learn and analyse.
    #[cfg(feature = "board")]
    Board(board::BoardArguments),
    #[cfg(feature = "arena")]
    #[command(flatten)]
    Arena(arena::ArenaCommand),
    #[cfg(feature = "arena")]
    Convert(convert::ConvertArguments),
    /// Play a match or tournament given by a cutechess-cli command line, and print what cutechess-cli prints.
    #[cfg(feature = "arena")]
    Cutechess(cutechess::ForeignArguments),
    /// Do the same for fastchess.
    #[cfg(feature = "arena")]
    Fastchess(cutechess::ForeignArguments),
    #[cfg(feature = "lab")]
    #[command(flatten)]
    Lab(lab::LabCommand),
    #[cfg(all(feature = "arena", feature = "library"))]
    Library(library::LibraryArguments),
    /// Write the manual pages and the shell completions.
    #[cfg(feature = "manual")]
    #[command(hide = true)]
    Manual(manual::ManualArguments),
    /// Execute a line of the protocol, print the answer and exit.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

/// The version and the built-in networks.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = env!("CARGO_PKG_VERSION").to_owned();
        for variant in Variant::ALL {
            text.extend(variant.network().map(|name| format!("\n{variant}: {name}")));
        }
        text
    });
    &TEXT
}

fn parse_variant(name: &str) -> Result<Variant, String> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        format!("not one of {}", names.join(", "))
    })
}

/// The game in a program's name: `quadriga-xiangqi` plays xiangqi.
fn variant_of_program(program: &OsStr) -> Option<Variant> {
    let name = Path::new(program).file_stem()?.to_str()?.to_ascii_lowercase();
    Variant::ALL
        .into_iter()
        .find(|variant| name.strip_suffix(variant.name()).is_some_and(|rest| rest.ends_with(['-', '_'])))
}

/// Logs to standard error what `RUST_LOG` selects. Each line names its thread; the names of a session's threads begin
/// with the session's number.
fn init_log() {
    let logger = env_logger::Builder::from_default_env()
        .format(|log, record| {
            let (level, style) = (record.level(), log.default_level_style(record.level()));
            let thread = std::thread::current();
            let thread = thread.name().unwrap_or("unnamed");
            let (time, target) = (log.timestamp_millis(), record.target());
            let text = record.args().to_string();
            let text = printable(&text);
            writeln!(log, "[{time} {style}{level:<5}{style:#} {target} {thread}] {text}")
        })
        .build();
    #[cfg(feature = "arena")]
    traffic::init(logger);
    #[cfg(not(feature = "arena"))]
    {
        log::set_max_level(logger.filter());
        // No other logger has been installed.
        let _ = log::set_boxed_logger(Box::new(logger));
    }
}

/// The command line. If the program is called by the name of another program, it behaves like that one.
fn arguments() -> Vec<OsString> {
    #[cfg_attr(not(feature = "arena"), expect(unused_mut))]
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    #[cfg(feature = "arena")]
    if let Some(program) = arguments.first().and_then(|name| cutechess::Program::of_path(Path::new(name))) {
        arguments.insert(1, program.name().into());
    }
    arguments
}

/// Runs the command line. The exit code is 0 on success, 1 on failure, and 2 if the arguments are invalid.
pub fn run() -> ExitCode {
    init_log();
    let arguments = match Arguments::try_parse_from(arguments()) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Failing to print help is a failure.
            let is_printed = error.print().is_ok();
            let code = if is_printed { error.exit_code() } else { 1 };
            return ExitCode::from(code as u8);
        }
    };
    match execute(arguments) {
        Ok(done) => {
            let failure = terminal::output_failure();
            if let Some(error) = &failure {
                errln!("quadriga: cannot write to the standard output: {error}");
            }
            ExitCode::from(u8::from(!done || failure.is_some()))
        }
        Err(error) => {
            let text = format!("quadriga: {}", error_text(&error));
            if shows_lines(&error) {
                terminal::write_error_lines(&text);
            } else {
                errln!("{text}");
            }
            ExitCode::FAILURE
        }
    }
}

/// An error with its causes. Some errors end with the text of their cause, which is not repeated.
fn error_text(error: &anyhow::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if !texts.last().is_some_and(|text| text.ends_with(&cause)) {
            texts.push(cause);
        }
    }
    texts.join(": ")
}

/// Whether an error shows its location in a file on several lines.
#[cfg(feature = "arena")]
fn shows_lines(error: &anyhow::Error) -> bool {
    error.chain().any(<dyn std::error::Error>::is::<quadriga::arena::ConfigError>)
}

#[cfg(not(feature = "arena"))]
fn shows_lines(_error: &anyhow::Error) -> bool {
    false
}

/// Greets people who start the engine in a terminal. Programs never see this.
fn greet() {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let board =
            if cfg!(feature = "board") { "; `quadriga board` opens the board in the browser" } else { "" };
        errln!("Quadriga {} reads commands: `help` lists them{board}.", env!("CARGO_PKG_VERSION"));
    }
}

/// Returns whether everything succeeded; failures have been reported to the client.
fn execute(arguments: Arguments) -> anyhow::Result<bool> {
    let program = std::env::args_os().next().unwrap_or_default();
    let variant = arguments.variant.or_else(|| variant_of_program(&program));
    let options = ServeOptions {
        variant,
        expose_parameters: arguments.expose_parameters,
        #[cfg(feature = "library")]
        library: arguments.library.map(LibraryFile::new),
        ..ServeOptions::default()
    };
    let output = Output::to_pipe(io::stdout()).context("cannot start the output thread")?;
    let line = match arguments.command {
        None => {
            greet();
            let end = protocol::serve(BufReader::new(io::stdin()), &output, &options)?;
            return Ok(is_written(&output) && end == SessionEnd::Complete);
        }
        #[cfg(feature = "board")]
        Some(CliCommand::Board(arguments)) => {
            board::run(&arguments)?;
            return Ok(true);
        }
        #[cfg(feature = "arena")]
        Some(CliCommand::Arena(command)) => {
            arena::run(&command)?;
            return Ok(true);
        }
        #[cfg(feature = "arena")]
        Some(CliCommand::Convert(arguments)) => {
            convert::run(&arguments)?;
            return Ok(true);
        }
        #[cfg(feature = "arena")]
        Some(CliCommand::Cutechess(arguments)) => {
            cutechess::run(&arguments, cutechess::Program::Cutechess)?;
            return Ok(true);
        }
        #[cfg(feature = "arena")]
        Some(CliCommand::Fastchess(arguments)) => {
            cutechess::run(&arguments, cutechess::Program::Fastchess)?;
            return Ok(true);
        }
        #[cfg(feature = "lab")]
        Some(CliCommand::Lab(command)) => {
            lab::run(&command)?;
            return Ok(true);
        }
        #[cfg(all(feature = "arena", feature = "library"))]
        Some(CliCommand::Library(arguments)) => {
            library::run(&arguments)?;
            return Ok(true);
        }
        #[cfg(feature = "manual")]
        Some(CliCommand::Manual(arguments)) => {
            manual::run(&arguments, &Arguments::command())?;
            return Ok(true);
        }
        Some(CliCommand::Bench { words }) => format!("bench {}", words.join(" ")),
        Some(CliCommand::Line(words)) => words.join(" "),
    };
    protocol::run_line(&line, &output, &options)?;
    let is_done = !output.has_failed();
    if !is_written(&output) {
        return Ok(false);
    }
    if !is_done && let Some(command) = line.split(' ').next().and_then(similar_command) {
        errln!("quadriga: did you mean `quadriga {command}`?");
    }
    Ok(is_done)
}

/// Whether everything reached the client, unless the client closed its end.
fn is_written(output: &Output) -> bool {
    let error = output.write_error();
    if let Some(error) = &error {
        errln!("quadriga: cannot write to the standard output: {error}");
    }
    error.is_none()
}

/// The subcommand that a misspelt word was probably meant to be.
fn similar_command(word: &str) -> Option<String> {
    let command = Arguments::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    similar_word(word, names).filter(|name| *name != word).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use thiserror::Error;

    use super::*;

    #[test]
    fn command_line_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[cfg(feature = "arena")]
    #[test]
    fn misspelt_commands_are_recognised() {
        for (word, command) in
            [("mtach", Some("match")), ("turnament", Some("tournament")), ("mergee", Some("merge"))]
        {
            assert_eq!(similar_command(word).as_deref(), command);
        }
        for word in ["", "go", "position", "ma", "match", "quit"] {
            assert_eq!(similar_command(word), None, "{word}");
        }
    }

    #[test]
    fn program_name_selects_the_game() {
        let variant = |name: &str| variant_of_program(OsStr::new(name));
        assert_eq!(variant("/usr/bin/quadriga"), None);
        assert_eq!(variant("/usr/bin/quadriga-xiangqi"), Some(Variant::Xiangqi));
        assert_eq!(variant("Quadriga-Gomoku-Standard.exe"), Some(Variant::GomokuStandard));
        assert_eq!(variant("quadriga_renju"), Some(Variant::Renju));
        assert_eq!(variant("chess"), None);
    }

    #[derive(Debug, Error)]
    #[error("the file: {0}")]
    struct Outer(#[from] Inner);

    #[derive(Debug, Error)]
    #[error("it is damaged")]
    struct Inner;

    #[test]
    fn causes_are_told_once() {
        let told = |error: anyhow::Error| error_text(&error.context("games.pgn"));
        assert_eq!(told(Outer(Inner).into()), "games.pgn: the file: it is damaged");
        assert_eq!(told(Inner.into()), "games.pgn: it is damaged");
        let error = Err::<(), _>(Inner).context("the header").unwrap_err();
        assert_eq!(told(error), "games.pgn: the header: it is damaged");
    }
}
