//! The arena's commands: `match`, `tournament`, `merge` and `verify`.

mod contest_arguments;
mod game_arguments;
mod merge;
mod outputs;
mod play;

use clap::Subcommand;

use super::verify;

#[cfg(feature = "lab")]
pub use game_arguments::{AdjudicationArguments, OpeningArguments, parse_options};
pub use play::note_concurrency;

/// The arena's commands.
#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    Match(Box<play::MatchArguments>),
    Tournament(Box<play::TournamentArguments>),
    Merge(Box<merge::MergeArguments>),
    Verify(verify::VerifyArguments),
}

/// Runs a command.
///
/// # Errors
///
/// If the settings are invalid, or the command fails.
pub fn run(command: &ArenaCommand) -> anyhow::Result<()> {
    match command {
        ArenaCommand::Match(arguments) => play::play_match(arguments),
        ArenaCommand::Tournament(arguments) => play::play_tournament(arguments),
        ArenaCommand::Merge(arguments) => merge::merge_journals(arguments),
        ArenaCommand::Verify(arguments) => verify::run(arguments),
    }
}
