use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use quadriga::arena::{check_outputs, write_file};
use quadriga::lab::train::{CheckpointFile, Loss, TrainFiles, TrainSettings, train};

use crate::cli::progress::TrainingProgress;

use super::sampling::SamplingArguments;

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
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
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

    /// Also use files in which games are missing, because they were truncated or are unfinished.
    #[arg(long)]
    allow_incomplete: bool,

    /// Width of each side's accumulator, a multiple of 32; of 64 with hidden layers.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().width)]
    width: usize,

    /// Add hidden layers of 16 and 32 values to the output.
    #[arg(long)]
    deep: bool,

    /// Add the network to the hand-written evaluation, and train it on the remaining error.
    #[arg(long)]
    residual: bool,

    /// Start with the weights of this network, of the same game and form, instead of random ones.
    ///
    /// Part of what it learnt from other games is kept; a lower --rate keeps more. It may be narrower, or have no
    /// hidden layers: the missing part starts with random weights that do not affect the score. In chess, its inputs
    /// may lack the distinction of the areas of the side's own king.
    #[arg(long, value_name = "FILE")]
    initial: Option<PathBuf>,

    /// Seed of random initial weights, the order of positions and the selection of games to hold back.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().seed)]
    seed: u64,

    #[command(flatten)]
    sampling: SamplingArguments,

    /// Share of the games to hold back for validation, between 0 and 1.
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().held_back)]
    held_back: f64,

    /// Hold back all games of this file, and none of the others. May be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "held_back")]
    validate: Vec<PathBuf>,

    /// Weight of the game's result relative to the search's score, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = TrainSettings::default().result_share)]
    result_share: f64,

    /// Mean distance, in plies, of the later searches whose scores are averaged for a target. With 0, only the search
    /// of the position itself counts.
    #[arg(long, value_name = "PLIES", default_value_t = TrainSettings::default().horizon)]
    horizon: f64,

    /// Evaluation with an expected score of 75% [default: the engine's].
    #[arg(long, value_name = "UNITS")]
    win_scale: Option<f64>,

    /// Divisor of the search's scores. Training prints the factor by which they exceed those of the hand-written
    /// evaluation.
    #[arg(long, value_name = "FACTOR", default_value_t = TrainSettings::default().score_scale)]
    score_scale: f64,

    /// Loss to minimise: squared-error or cross-entropy.
    #[arg(long, value_name = "NAME", default_value_t = TrainSettings::default().loss)]
    loss: Loss,

    /// Number of passes over all positions.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().epochs)]
    epochs: usize,

    /// Number of positions in a batch.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().batch)]
    batch: usize,

    /// Initial learning rate.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().rate)]
    rate: f64,

    /// Final learning rate; it decays along a cosine.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().final_rate)]
    final_rate: f64,

    /// Weight decay.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().weight_decay)]
    weight_decay: f64,

    /// Maximum norm of a batch's gradient.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().max_gradient)]
    max_gradient: f64,

    /// Do not randomly replace positions with their mirror images.
    #[arg(long)]
    no_mirror: bool,

    /// Keep the network after the last epoch rather than the one with the lowest held-back loss.
    #[arg(long)]
    keep_last: bool,

    /// Number of threads.
    #[arg(long, value_name = "NUMBER", default_value_t = TrainSettings::default().threads)]
    threads: usize,
}

impl TrainArguments {
    fn settings(&self) -> TrainSettings {
        TrainSettings {
            sampling: self.sampling.sampling(),
            initial: self.initial.clone(),
            seed: self.seed,
            held_back: self.held_back,
            allow_incomplete: self.allow_incomplete,
            width: self.width,
            deep: self.deep,
            residual: self.residual,
            result_share: self.result_share,
            horizon: self.horizon,
            win_scale: self.win_scale,
            score_scale: self.score_scale,
            loss: self.loss,
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            final_rate: self.final_rate,
            weight_decay: self.weight_decay,
            max_gradient: self.max_gradient,
            mirror: !self.no_mirror,
            keep_last: self.keep_last,
            threads: self.threads,
        }
    }

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
    let initial = arguments.initial.iter().map(|path| ("initial network", path.as_path()));
    let inputs: Vec<_> = games.map(|path| ("game file", path.as_path())).chain(initial).collect();
    let outputs = [
        ("network", arguments.out.as_path()),
        ("plot", plot.as_path()),
        ("checkpoint", checkpoint.as_path()),
    ];
    check_outputs(&inputs, &outputs)?;
    let settings = arguments.settings();
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = TrainingProgress::new(settings.epochs);
    let file = CheckpointFile { path: &checkpoint, resume: arguments.resume };
    let outcome = train(files, &settings, Some(file), &stop, &mut |event| progress.show(event))?;
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
