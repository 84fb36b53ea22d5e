//! The lab's commands: `datagen`, `data`, `fit`, `train` and `tune`.

mod data;
mod datagen;
mod fit;
mod sampling;
mod train;
mod tune;

use anyhow::{Context, bail};
use clap::Subcommand;

/// The lab's commands.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    Datagen(Box<datagen::DatagenArguments>),
    Data(data::DataArguments),
    Tune(Box<tune::TuneArguments>),
    Fit(Box<fit::FitArguments>),
    Train(Box<train::TrainArguments>),
}

/// Runs a command.
///
/// # Errors
///
/// If the settings are invalid, or the command fails.
pub fn run(command: &LabCommand) -> anyhow::Result<()> {
    match command {
        LabCommand::Datagen(arguments) => datagen::run(arguments),
        LabCommand::Data(arguments) => data::run(arguments),
        LabCommand::Tune(arguments) => tune::run(arguments),
        LabCommand::Fit(arguments) => fit::run(arguments),
        LabCommand::Train(arguments) => train::run(arguments),
    }
}

/// Parses options of the form `NAME=VALUE`.
fn parse_options(options: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let pairs = options.iter().map(|option| match option.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => bail!("{option:?} is not NAME=VALUE"),
    });
    pairs.collect::<anyhow::Result<_>>().context("--option")
}
