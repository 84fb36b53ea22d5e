//! The lab's commands: `datagen`, `data`, `fit`, `train`, `tune`, `puzzles`, `solve` and `tables`.

mod data;
mod datagen;
mod fit;
mod puzzles;
mod relabel;
mod self_play;
mod solve;
#[cfg(feature = "tables")]
mod tables;
mod train;
mod tune;

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Subcommand;

use quadriga::lab::datagen::DatagenOutcome;

/// The lab's commands.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    Datagen(Box<datagen::DatagenArguments>),
    Data(data::DataArguments),
    Tune(Box<tune::TuneArguments>),
    Fit(Box<fit::FitArguments>),
    Train(Box<train::TrainArguments>),
    Puzzles(puzzles::PuzzleArguments),
    Solve(Box<solve::SolveArguments>),
    #[cfg(feature = "tables")]
    Tables(tables::TablesArguments),
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
        LabCommand::Puzzles(arguments) => puzzles::run(arguments),
        LabCommand::Solve(arguments) => solve::run(arguments),
        #[cfg(feature = "tables")]
        LabCommand::Tables(arguments) => tables::run(arguments),
    }
}

/// Explains how to resume a run that was interrupted before all of its games were complete.
fn note_interruption(outcome: DatagenOutcome, games: u32, stop: &AtomicBool) {
    if stop.load(Ordering::Relaxed) && outcome.done < games {
        outln!("Interrupted; resume with the same command and --resume.");
    }
}
