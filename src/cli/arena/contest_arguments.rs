//! The settings of contests on the command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use quadriga::arena::{Shard, TimeControl, parse_words};
use quadriga::games::Variant;

use crate::cli::parse_variant;
#[cfg(feature = "board")]
use crate::cli::watch::WatchArguments;

use super::game_arguments::{AdjudicationArguments, OpeningArguments, parse_options};
use super::outputs::OutputArguments;

/// The settings of a match or tournament, by their names in the settings file.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct ContestArguments {
    /// Read settings from a TOML file; command-line options take precedence.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// A player, such as `command=self` or `command=./new option.Hash=64`.
    ///
    /// The words are KEY=VALUE, such as
    /// `name=new command="./new --fast" directory=/tmp protocol=uci time=10+0.1 margin=100 option.Hash=64`. The command
    /// `self` is this engine, inside the process; `reference` is a simple player for zhonggong (time=depth=5,
    /// option.Seed=1). Protocols are auto, uci, ucci, gomocup and cecp.
    #[arg(long = "player", short, value_name = "WORDS")]
    #[serde(skip)]
    players: Vec<String>,

    /// Defaults for all players, as words of the same form.
    #[arg(long, value_name = "WORDS")]
    #[serde(skip)]
    each: Option<String>,

    /// Time control: 10+0.1, 40/60, movetime=0.1 (seconds), nodes=5000 or depth=6.
    #[arg(long, value_name = "CONTROL")]
    #[serde(skip)]
    time: Option<TimeControl>,

    /// Name of the match or tournament.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju [default: chess].
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<Variant>,

    /// A game option, such as `UCI_Chess960=true` or `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    #[serde(skip)]
    options: Vec<String>,

    /// Openings per pair of opponents, each played twice; or Swiss rounds.
    ///
    /// [default: 100 in a match (50000 with --sprt), log2 of the players in a Swiss tournament, otherwise 1]
    #[arg(long, value_name = "NUMBER")]
    rounds: Option<usize>,

    /// Random seed [default: 1].
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Concurrent games [default: 1].
    #[arg(long, short, value_name = "NUMBER")]
    concurrency: Option<usize>,

    /// Pin each game to its own core, out of all cores or of those listed.
    #[arg(long, value_name = "CORES", num_args = 0..=1, value_delimiter = ',', default_missing_value = "all")]
    #[serde(skip)]
    pin: Vec<String>,

    /// Play only shard I of N; no two shards play the same openings.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Journal of all games [default: named after the event, date and time].
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Resume an existing journal; a larger number of rounds extends a finished run.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resume: bool,

    /// Keep the principal variations that players report, in the journal and in comments of PGN files.
    #[arg(long, help_heading = "Output")]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pv: bool,

    #[command(flatten)]
    #[serde(flatten)]
    outputs: OutputArguments,

    #[command(flatten)]
    #[serde(skip)]
    pub display: DisplayArguments,

    #[command(flatten)]
    openings: OpeningArguments,

    #[command(flatten)]
    adjudication: AdjudicationArguments,

    #[cfg(feature = "board")]
    #[command(flatten)]
    #[serde(skip)]
    pub watch: WatchArguments,
}

// What to print during a run; these are not settings of the contest.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct DisplayArguments {
    /// Start all players, check all files and estimate the time, without playing.
    #[arg(long)]
    pub check: bool,

    /// Print a line for every game.
    #[arg(long)]
    pub print_games: bool,

    /// Print the result so far after every NUMBER games.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub print_table: usize,

    /// Append everything sent to and received from programs to a file.
    #[arg(long, value_name = "FILE")]
    pub traffic: Option<PathBuf>,
}

impl ContestArguments {
    /// The settings given on the command line, in the structure of the settings file.
    pub fn settings(&self) -> anyhow::Result<toml::Table> {
        let mut settings = toml::Table::try_from(self).context("command line")?;
        // Groups of arguments of which none is given.
        settings.retain(|_, value| !value.as_table().is_some_and(toml::Table::is_empty));
        if !self.players.is_empty() {
            let players = self.players.iter().map(|words| parse_words(words).map(toml::Value::Table));
            settings.insert("player".to_owned(), players.collect::<Result<toml::value::Array, _>>()?.into());
        }
        let mut each = parse_words(self.each.as_deref().unwrap_or_default())?;
        if let Some(time) = self.time {
            each.insert("time".to_owned(), time.to_string().into());
        }
        if !each.is_empty() {
            settings.insert("each".to_owned(), each.into());
        }
        if !self.options.is_empty() {
            let options = parse_options(&self.options)?.into_iter();
            let options: toml::Table = options.map(|(name, value)| (name, value.into())).collect();
            settings.insert("options".to_owned(), options.into());
        }
        match self.pin.as_slice() {
            [] => {}
            [all] if all == "all" => {
                settings.insert("pin".to_owned(), true.into());
            }
            cores => {
                let numbers = cores.iter().map(|core| core.trim().parse::<i64>().map(toml::Value::from));
                let numbers = numbers.collect::<Result<toml::value::Array, _>>().context("--pin")?;
                settings.insert("pin".to_owned(), numbers.into());
            }
        }
        Ok(settings)
    }
}
