use std::path::PathBuf;

use clap::Args;

use quadriga::engine::{DEFAULT_HASH_MIB, HASH_MIB};
use quadriga::lab::datagen::{RelabelSettings, RelabelSource, relabel};

use crate::cli::progress::SelfPlayProgress;

/// The arguments of `data relabel`.
#[derive(Debug, Args)]
pub struct RelabelArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to be written. Its games are numbered in the order of the files.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Nodes per position, or with --soft-nodes the hard limit [default: 12 × soft].
    #[arg(
        long,
        value_name = "NUMBER",
        required_unless_present = "soft_nodes",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,

    /// Soft node limit, as for `datagen`.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// Games searched at the same time.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,

    /// Size of each thread's hash table in MiB.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = DEFAULT_HASH_MIB,
        value_parser = clap::value_parser!(i64).range(HASH_MIB)
    )]
    hash: i64,

    /// Resume an existing file.
    #[arg(long)]
    resume: bool,
}

/// Runs the command.
pub fn run(arguments: &RelabelArguments) -> anyhow::Result<()> {
    let settings = RelabelSettings {
        node_limit: super::node_limit(arguments.nodes, arguments.soft_nodes)?,
        hash_mib: arguments.hash as usize,
        threads: arguments.threads.into(),
        file: arguments.out.clone(),
        resume: arguments.resume,
    };
    let source = RelabelSource::read(&arguments.files)?;
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = SelfPlayProgress::new(source.games());
    let outcome = relabel(&source, &settings, &stop, &mut progress)?;
    progress.finish();
    super::note_interruption(outcome, source.games(), &stop);
    Ok(())
}
