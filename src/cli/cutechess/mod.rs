//! Command lines of cutechess-cli and fastchess: they are translated into the arena's settings, and the output has the
//! lines that scripts expect from these programs.

mod engines;
mod lines;
mod print;
#[cfg(test)]
mod tests;
mod translate;
mod words;

use std::path::Path;
use std::sync::atomic::Ordering;

use clap::Args;

use quadriga::arena::{self, Config};

use print::MatchPrinter;
use translate::translate;

const HELP: &str = "\
Plays a match or tournament given by a command line of cutechess-cli or fastchess:

  quadriga cutechess -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
      -variant xiangqi -rounds 500 -games 2 -openings file=book.epd format=epd order=random \\
      -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -pgnout games.pgn -concurrency 4

`quadriga fastchess` uses fastchess's defaults and prints what fastchess prints. Options without effect are listed on
standard error, and unsupported options are errors. Variants, besides those of `quadriga match`: standard,
fischerandom, gomokufreestyle; gomoku is won by exactly five stones. docs/cutechess-fastchess.md describes the
options.";

/// The program whose command line and output are imitated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    Cutechess,
    Fastchess,
}

impl Program {
    /// The program with this name, if it is one of the two.
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.file_stem()?.to_str()? {
            "cutechess-cli" | "cutechess" => Some(Self::Cutechess),
            "fastchess" => Some(Self::Fastchess),
            _ => None,
        }
    }

    /// The subcommand.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cutechess => "cutechess",
            Self::Fastchess => "fastchess",
        }
    }
}

/// Options of cutechess-cli or fastchess.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct ForeignArguments {
    /// Options of that program.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTION")]
    words: Vec<String>,
}

/// Plays the match or tournament given by the command line.
///
/// # Errors
///
/// If the command line cannot be translated, or the contest cannot be run.
pub fn run(arguments: &ForeignArguments, program: Program) -> anyhow::Result<()> {
    let asks_for = |name: &str| {
        arguments.words.iter().any(|word| word.trim_start_matches('-') == name && word.starts_with('-'))
    };
    if arguments.words.is_empty() || asks_for("help") || asks_for("h") {
        out!("{HELP}\n");
        return Ok(());
    }
    if asks_for("version") || asks_for("v") {
        outln!("{} (quadriga {})", program.name(), env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    let translation = translate(&arguments.words, program)?;
    let config = Config::load(None, translation.settings)?;
    config.contest.validate()?;
    if !translation.ignored.is_empty() {
        errln!("Ignored: {}", translation.ignored.join(", "));
    }
    for note in &translation.notes {
        errln!("Note: {note}");
    }
    super::arena::note_concurrency(&config);
    errln!("The journal is {}", config.run_settings.journal.display());
    let stop = super::stop_on_interrupt()?;
    let mut printer = MatchPrinter::new(&config.contest, translation.printing, translation.pgn)?;
    let results = arena::run(&config.contest, &config.run_settings, &stop, &mut printer)?;
    printer.finish(&results, stop.load(Ordering::Relaxed))
}
