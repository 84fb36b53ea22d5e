//! The command `convert`: converts games from any format to any other.

mod filter;
mod output;

use std::fs::File;
use std::io::{self, IsTerminal, Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use quadriga::base::files::open_file;
use quadriga::records::{NotationError, ParsedGame, RecordFormat, check, open};

use filter::{Filter, FilterArguments};

#[cfg(feature = "library")]
pub use filter::parse_result;
use output::Output;
pub use output::{OutputArguments, WriteError};

/// Convert game files of any format to another format or to JSON; check and select games.
///
/// Every game is checked against its rules. A game that cannot be read is reported with its number in the file and
/// skipped; the other games are still converted, but the exit status is 1. Anything repaired in a game, and anything
/// that the format cannot represent, is reported on standard error.
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// The files; `-` is the standard input, which is also read if none are given.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputArguments,

    /// The format to read: one that can be written, or xqf, cbr, cbl, renlib [default: detected from the contents].
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    from: Option<RecordFormat>,

    /// Only check the games, and print their number.
    #[arg(long, conflicts_with_all = ["to", "output"])]
    check: bool,

    /// Report only refused games, not repairs or losses.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    filter: FilterArguments,
}

/// The format of this name.
///
/// # Errors
///
/// If there is none.
pub fn parse_format(name: &str) -> Result<RecordFormat, String> {
    RecordFormat::from_name(name).ok_or_else(|| format!("not one of {}", RecordFormat::names(false)))
}

/// The counts over all files.
#[derive(Debug, Default)]
struct Counts {
    /// Games that were read, refused ones included.
    read: u64,
    /// Games that passed the filter.
    selected: u64,
    /// Games or files that were refused.
    refused: u64,
}

/// Converts the files.
///
/// # Errors
///
/// If a file cannot be opened, the output cannot be written, or a game was refused.
pub fn run(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let filter = Filter::new(&arguments.filter)?;
    let format = arguments.output.format()?;
    let mut output = if arguments.check { None } else { Some(arguments.output.create(format)?) };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let progress = Progress::new(files);
    let mut counts = Counts::default();
    let mut job = Job { arguments, filter, progress: &progress, counts: &mut counts };
    for path in files {
        job.convert_file(path, &mut output)?;
    }
    progress.finish();
    if let Some(output) = output {
        for what in output.finish()? {
            if !arguments.quiet {
                errln!("convert: left out because {format} cannot represent it: {what}");
            }
        }
    } else {
        let Counts { read, selected, refused } = counts;
        outln!("{read} games, {selected} selected, {refused} refused");
    }
    if counts.refused > 0 {
        bail!("{} of {} games refused", counts.refused, counts.read);
    }
    Ok(())
}

struct Job<'a> {
    arguments: &'a ConvertArguments,
    filter: Filter,
    progress: &'a Progress,
    counts: &'a mut Counts,
}

impl Job<'_> {
    fn convert_file(&mut self, path: &Path, output: &mut Option<Output>) -> anyhow::Result<()> {
        let name =
            if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
        let reader: Box<dyn Read> = if path == Path::new("-") {
            Box::new(stdin())
        } else {
            let file = open_file(path).with_context(|| format!("cannot open {name}"))?;
            Box::new(self.progress.wrap(file))
        };
        let opened = match open(reader, self.arguments.from, Some(path)) {
            Ok(opened) => opened,
            Err(error) => {
                self.counts.read += 1;
                self.refuse(&format!("{name}: {error}"));
                return Ok(());
            }
        };
        let mut number = 0;
        for game in opened.games {
            number += 1;
            self.counts.read += 1;
            match self.convert_game(game, number, output) {
                Ok(notes) => {
                    for (line, text) in notes.into_iter().filter(|_| !self.arguments.quiet) {
                        self.progress.print(&format!("{name}: game {number}, line {line}: {text}"));
                    }
                }
                Err(WriteError::Notation(error)) => self.refuse(&format!("{name}: game {number}, {error}")),
                Err(WriteError::Io(error)) => return Err(error.into()),
            }
        }
        if number == 0 {
            self.progress.print(&format!("{name}: no games"));
        }
        Ok(())
    }

    fn refuse(&mut self, text: &str) {
        self.counts.refused += 1;
        self.progress.print(text);
    }

    fn convert_game(
        &mut self,
        game: Result<ParsedGame, NotationError>,
        number: u64,
        output: &mut Option<Output>,
    ) -> Result<Vec<(usize, String)>, WriteError> {
        let mut game = game?;
        if !self.filter.selects_unchecked(&game.tree, number) {
            return Ok(Vec::new());
        }
        self.arguments.output.reduce(&mut game.tree);
        let game = check(game)?;
        if !self.filter.selects_checked(&game.tree)? {
            return Ok(Vec::new());
        }
        self.counts.selected += 1;
        if let Some(output) = output {
            output.write(&game)?;
        }
        Ok(game.notes.into_iter().map(|note| (note.line, note.text)).collect())
    }
}

/// A progress bar over the bytes of all files, if there is a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for these files.
    pub fn new(files: &[PathBuf]) -> Self {
        let sizes = files.iter().map(|path| std::fs::metadata(path).map_or(0, |file| file.len()));
        let total: u64 = sizes.sum();
        if !io::stderr().is_terminal() || total < 1 << 22 {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}, {eta} left");
        Self(ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// The file, whose bytes are counted as they are read.
    pub fn wrap(&self, file: File) -> impl Read + use<> {
        self.0.wrap_read(file)
    }

    /// Prints a line above the bar.
    pub fn print(&self, line: &str) {
        self.0.suspend(|| errln!("{line}"));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
