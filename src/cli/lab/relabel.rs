use std::path::PathBuf;

use clap::Args;

use quadriga::lab::datagen::{RelabelSettings, RelabelSource, relabel};
use quadriga::lab::selection::Sampling;

use crate::cli::progress::SelfPlayProgress;

use super::self_play::SelfPlayArguments;

/// The arguments of `data relabel`.
#[derive(Debug, Args)]
#[command(mut_group("Sampling", |group| group.requires("selected")))]
pub struct RelabelArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to write. Its games are numbered in the order of the files.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Also use files in which games are missing, because they were truncated or are unfinished.
    #[arg(long)]
    allow_incomplete: bool,

    #[command(flatten)]
    self_play: SelfPlayArguments,

    /// Search only the positions that training would select by their old scores; the others are marked as not searched.
    #[arg(long)]
    selected: bool,

    #[command(flatten)]
    sampling: Sampling,

    /// Resume an existing file.
    #[arg(long)]
    resume: bool,
}

/// Runs the command.
pub fn run(arguments: &RelabelArguments) -> anyhow::Result<()> {
    let settings = RelabelSettings {
        node_limit: arguments.self_play.node_limit()?,
        sampling: arguments.selected.then(|| arguments.sampling.clone()),
        hash_mib: arguments.self_play.hash_mib(),
        threads: arguments.self_play.threads(),
        file: arguments.out.clone(),
        resume: arguments.resume,
    };
    let source = RelabelSource::read(&arguments.files, arguments.allow_incomplete)?;
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = SelfPlayProgress::new(source.games());
    let outcome = relabel(&source, &settings, &stop, &mut progress)?;
    progress.finish();
    super::note_interruption(outcome, source.games(), &stop);
    Ok(())
}
