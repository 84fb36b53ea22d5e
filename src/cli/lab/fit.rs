use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;

use quadriga::arena::{check_outputs, write_file};
use quadriga::lab::fit::{FitEvent, FitSettings, WeightChange, fit, weights_file};

const EXAMPLES: &str = "\
Examples:
  Fit and print the new source file:
    quadriga fit xiangqi-1.games xiangqi-2.games --threads 2

  Fit and write the new weights into the source, for the next build:
    quadriga fit xiangqi-1.games --threads 2 --write";

/// The number of changed weights to print.
const SHOWN: usize = 20;

/// Fit the hand-written evaluation of a game to files of self-play games.
///
/// Minimises the difference between the expected score given by the evaluation and that given by the search's scores
/// and the games' results. The outcome depends only on the files and settings.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct FitArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the new weights into the source; without this option or `--eval-file`, the new source file is printed.
    #[arg(long)]
    write: bool,

    /// Write the new weights into this file, for the option `EvalFile`.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,

    /// Root folder of the source, with `src` in it.
    #[arg(long, value_name = "FOLDER", default_value = ".", requires = "write")]
    root: PathBuf,

    #[command(flatten)]
    settings: FitSettings,
}

/// Runs the command.
pub fn run(arguments: &FitArguments) -> anyhow::Result<()> {
    let source = arguments.source()?;
    let inputs: Vec<_> = arguments.files.iter().map(|path| ("game file", path.as_path())).collect();
    let mut outputs: Vec<(&str, &Path)> = Vec::new();
    outputs.extend(arguments.eval_file.iter().map(|path| ("file of weights", path.as_path())));
    outputs.extend(source.iter().map(|path| ("source file", path.as_path())));
    check_outputs(&inputs, &outputs)?;
    let outcome = fit(&arguments.files, &arguments.settings, &mut print_event)?;
    errln!("{} weights have changed; the largest changes:", outcome.changes.len());
    for WeightChange { name, before, after, .. } in outcome.changes.iter().take(SHOWN) {
        errln!("  {name}: {before} -> {after}");
    }
    if let Some(path) = &arguments.eval_file {
        write_file(path, outcome.eval_file.as_bytes()).with_context(|| path.display().to_string())?;
        errln!("written: {}", path.display());
    }
    match source {
        Some(path) => {
            write_file(&path, outcome.text.as_bytes()).with_context(|| path.display().to_string())?;
            errln!("written: {}", path.display());
        }
        None if arguments.eval_file.is_some() => {}
        None => out!("{}", outcome.text),
    }
    Ok(())
}

impl FitArguments {
    /// The source file to write, if any.
    fn source(&self) -> anyhow::Result<Option<PathBuf>> {
        if !self.write {
            return Ok(None);
        }
        let path = self.root.join(weights_file(&self.files)?);
        ensure!(
            path.is_file(),
            "{}: no such file; set --root to the root folder of the source",
            path.display()
        );
        Ok(Some(path))
    }
}

/// Prints the progress of a fit.
fn print_event(event: FitEvent) {
    match event {
        FitEvent::Incomplete(what) => errln!("incomplete: {what}"),
        FitEvent::Read { training, held_back, games } => {
            errln!("{training} positions to fit to, {held_back} held back, from {games} games");
        }
        FitEvent::WinScale(scale) => errln!("win scale: {scale:.1}"),
        FitEvent::Before(losses) => errln!("loss before: {losses:.5}"),
        FitEvent::Round { round, losses, is_better: true } => errln!("round {round}: {losses:.5}"),
        FitEvent::Round { round, losses, is_better: false } => {
            errln!("round {round}: {losses:.5}, no improvement, discarded");
        }
    }
}
