use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use quadriga::arena::{check_outputs, write_file};
use quadriga::lab::train::{CheckpointFile, TrainFiles, TrainSettings, train};

use crate::cli::progress::TrainingProgress;

const EXAMPLES: &str = "\
Examples:
  Train a network of width 128:
    quadriga train chess-*.games --width 128 --threads 2 --out chess-128.net

  Train a network that is added to the hand-written evaluation:
    quadriga train chess-*.games --width 64 --residual --threads 2 --out chess-64r.net

  After an interruption, the same command with --resume:
    quadriga train … --out chess-128.net --resume

  Train on new games, beginning with a network trained on older ones:
    quadriga train new-*.games --width 128 --initial chess-128.net --rate 3e-4 --out next-128.net";

/// Train a network of a game on files of self-play games.
///
/// Minimises the difference between the expected score given by the network and that given by the search's scores and
/// the games' results. The outcome depends only on the files and settings. The losses are plotted beside the network,
/// in FILE.svg; FILE.checkpoint keeps the state of the run until it is complete.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct TrainArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The network file to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Continue an interrupted run.
    #[arg(long)]
    resume: bool,

    /// Hold back all games of this file, and none of the others. May be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "held_back")]
    validate: Vec<PathBuf>,

    #[command(flatten)]
    settings: TrainSettings,
}

impl TrainArguments {
    /// The output's name with an additional extension.
    fn beside(&self, extension: &str) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(extension);
        name.into()
    }
}

/// Runs the command.
pub fn run(arguments: &TrainArguments) -> anyhow::Result<()> {
    let (plot, checkpoint) = (arguments.beside(".svg"), arguments.beside(".checkpoint"));
    let files = TrainFiles { training: &arguments.files, validation: &arguments.validate };
    let games = files.training.iter().chain(files.validation);
    let settings = &arguments.settings;
    let initial = settings.initial.iter().map(|path| ("initial network", path.as_path()));
    let inputs: Vec<_> = games.map(|path| ("game file", path.as_path())).chain(initial).collect();
    let outputs = [
        ("network", arguments.out.as_path()),
        ("plot", plot.as_path()),
        ("checkpoint", checkpoint.as_path()),
    ];
    check_outputs(&inputs, &outputs)?;
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = TrainingProgress::new(settings.epochs);
    let file = CheckpointFile { path: &checkpoint, resume: arguments.resume };
    let outcome = train(files, settings, Some(file), &stop, &mut |event| progress.show(event))?;
    progress.finish();
    let Some(outcome) = outcome else {
        outln!("Interrupted; resume with the same command and --resume.");
        return Ok(());
    };
    outln!("The quantised network {}.", outcome.agreement);
    write(&plot, outcome.plot().as_bytes())?;
    write(&arguments.out, &outcome.file.encode())?;
    // There is none if no epoch was left to train.
    let _ = fs::remove_file(&checkpoint);
    outln!("written: {}, {}", arguments.out.display(), plot.display());
    Ok(())
}

fn write(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    write_file(path, contents).with_context(|| path.display().to_string())
}
