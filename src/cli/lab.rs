//! The lab's commands: `datagen`, `data`, `fit` and `tune`.

mod data;
mod datagen;
mod fit;
mod tune;

use anyhow::{Context, bail};
use clap::Subcommand;

/// What the lab can be asked for.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    Datagen(Box<datagen::DatagenArguments>),
    Data(data::DataArguments),
    Tune(Box<tune::TuneArguments>),
    Fit(Box<fit::FitArguments>),
}

/// Does what was asked for.
///
/// # Errors
/// Where the settings make no sense, or it cannot be carried out.
pub fn run(command: &LabCommand) -> anyhow::Result<()> {
    match command {
        LabCommand::Datagen(arguments) => datagen::run(arguments),
        LabCommand::Data(arguments) => data::run(arguments),
        LabCommand::Tune(arguments) => tune::run(arguments),
        LabCommand::Fit(arguments) => fit::run(arguments),
    }
}

/// Reads options that were given as `NAME=VALUE`.
fn parse_options(options: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let pairs = options.iter().map(|option| match option.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => bail!("{option:?} is not NAME=VALUE"),
    });
    pairs.collect::<anyhow::Result<_>>().context("--option")
}
