use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use quadriga::arena::{Config, ConfigError, Shard, TimeControl, parse_words};
use quadriga::base::files::{MAX_SETTINGS_BYTES, read_text_file};
use quadriga::base::{OptionKind, OptionSpec};
use quadriga::games::{Game, Variant, with_game};
use quadriga::lab::tune::spsa::{Parameter, Plan, Spsa};
use quadriga::lab::tune::{ArenaGames, TuneSettings, tune};

use crate::cli::arena::{AdjudicationArguments, OpeningArguments};
use crate::cli::progress::TuningProgress;

const EXAMPLES: &str = "\
Examples:
  List the parameters of the search for chess; keep those to be tuned in the file:
    quadriga tune --variant chess --list > numbers.toml

  Tune them, by games inside the process:
    quadriga tune --player command=self --time nodes=10000 --variant chess \\
        --parameters numbers.toml --iterations 5000 --pairs 4 --concurrency 2 --journal numbers.jsonl

  After an interruption, the same command with --resume:
    quadriga tune … --journal numbers.jsonl --resume

  The first of four shards, which run at the same time and share a folder:
    quadriga tune … --journal part-1.jsonl --shard 1/4 --exchange /shared/folder

  Tune an option of any program:
    quadriga tune --player 'command=./other option.Hash=8' --time 2+0.02 --variant chess \\
        --parameter 'name=Contempt start=10 min=-100 max=100 c-end=10 r-end=0.002' \\
        --iterations 3000 --journal contempt.jsonl";

/// Tune options of an engine by matches between different values (SPSA).
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct TuneArguments {
    /// The engine, as for `quadriga match`.
    ///
    /// `command=self` is this engine, inside the process.
    #[arg(long, short, value_name = "WORDS", required_unless_present = "list")]
    player: Option<String>,

    /// Time control: 10+0.1, 40/60, movetime=0.1 (seconds), nodes=5000 or depth=6.
    #[arg(long, value_name = "CONTROL")]
    time: Option<TimeControl>,

    /// A TOML file of parameters.
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,

    /// A parameter. May be repeated.
    ///
    /// The words are KEY=VALUE, such as `name=Delta start=240 min=50 max=600 c-end=25 r-end=0.002`.
    #[arg(long = "parameter", value_name = "WORDS")]
    parameter: Vec<String>,

    /// Games to play in turn, separated by commas.
    ///
    /// chess, xiangqi, zhonggong, gomoku, gomoku-standard, renju.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = crate::cli::parse_variant, required = true)]
    variant: Vec<Variant>,

    /// A game option, such as `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Print the parameters of this engine's search as a parameter file and exit.
    ///
    /// For several games, prints those with the same value in all of them.
    #[arg(long)]
    list: bool,

    /// Number of iterations.
    #[arg(
        long,
        value_name = "NUMBER",
        required_unless_present = "list",
        default_value_if("list", "true", "0")
    )]
    iterations: Option<u32>,

    /// Pairs of games per iteration.
    #[arg(long, value_name = "NUMBER", default_value_t = 4)]
    pairs: u32,

    /// Random seed.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Concurrent games.
    #[arg(long, short, value_name = "NUMBER", default_value_t = 1)]
    concurrency: u16,

    /// Journal that records every iteration.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "list",
        default_value_if("list", "true", "none")
    )]
    journal: Option<PathBuf>,

    /// Resume an existing journal.
    #[arg(long)]
    resume: bool,

    /// Play only shard I of N of each iteration's pairs; all shards must run at the same time.
    #[arg(long, value_name = "I/N", requires = "exchange")]
    shard: Option<Shard>,

    /// Folder shared by all shards for exchanging their scores.
    #[arg(long, value_name = "FOLDER", requires = "shard")]
    exchange: Option<PathBuf>,

    #[command(flatten)]
    openings: OpeningArguments,

    #[command(flatten)]
    adjudication: AdjudicationArguments,
}

/// Runs the command.
pub fn run(arguments: &TuneArguments) -> anyhow::Result<()> {
    if arguments.list {
        out!("{}", toml::to_string(&ParameterFile { parameter: own_parameters(&arguments.variant) })?);
        return Ok(());
    }
    let plan = Plan {
        parameters: arguments.parameters()?,
        iterations: arguments.iterations.unwrap_or_default(),
        pairs: arguments.pairs,
        seed: arguments.seed,
    };
    plan.validate()?;
    let contest = Config::load(None, arguments.settings()?)?.contest;
    ensure!(contest.tablebases.is_none(), "--adjudicate-tablebases is for matches and tournaments only");
    let player = contest.players.into_iter().next().context("--player")?;
    let options = crate::cli::arena::parse_options(&arguments.options)?;
    let variants: Vec<_> = arguments.variant.iter().map(|&variant| (variant, options.clone())).collect();
    let concurrency = arguments.concurrency.into();
    let mut games =
        ArenaGames::new(&plan, player, &variants, contest.openings, contest.adjudication, concurrency)?;
    if let (Some(shard), Some(folder)) = (arguments.shard, &arguments.exchange) {
        games = games.with_shard(&plan, shard, folder, |shard, iteration| {
            errln!("Iteration {}: waiting for shard {shard}", iteration + 1);
        })?;
    }
    let settings =
        TuneSettings { journal: arguments.journal.clone().context("--journal")?, resume: arguments.resume };
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = TuningProgress::new();
    let spsa = tune(&plan, &settings, &mut games, &stop, &mut progress)?;
    progress.finish(&spsa);
    out!("{}", table(&spsa));
    if stop.load(Ordering::Relaxed) && !spsa.is_over() {
        outln!("Interrupted; resume with the same command and --resume.");
    }
    Ok(())
}

/// A parameter file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ParameterFile {
    parameter: Vec<Parameter>,
}

/// The search parameters with the same value in all these games, except those whose value is out of range to disable a
/// feature.
fn own_parameters(variants: &[Variant]) -> Vec<Parameter> {
    let mut games =
        variants.iter().map(|&variant| with_game!(variant, G => <G as Game>::SETTINGS.parameters.specs()));
    let mut common = games.next().unwrap_or_default();
    for other in games {
        common.retain(|spec| other.contains(spec));
    }
    let parameter = |spec: OptionSpec| match spec.kind {
        OptionKind::Spin { default, min, max } if (min..=max).contains(&default) => Some(Parameter {
            name: spec.name.to_owned(),
            start: default as f64,
            min: min as f64,
            max: max as f64,
            // A rule of thumb for a change large enough to affect games.
            c_end: ((default / 8) as f64).max(1.0),
            r_end: Parameter::RATE,
        }),
        _ => None,
    };
    common.into_iter().filter_map(parameter).collect()
}

impl TuneArguments {
    fn parameters(&self) -> anyhow::Result<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if let Some(path) = &self.parameters {
            let text =
                read_text_file(path, MAX_SETTINGS_BYTES).with_context(|| path.display().to_string())?;
            let bad = |error| ConfigError::File { path: path.clone(), error: Box::new(error) };
            let file: ParameterFile = toml::from_str(&text).map_err(bad)?;
            parameters = file.parameter;
        }
        for words in &self.parameter {
            let parameter = parse_words(words)?.try_into();
            parameters.push(parameter.with_context(|| format!("--parameter {words:?}"))?);
        }
        Ok(parameters)
    }

    /// The given options, in the structure of the arena's settings file.
    fn settings(&self) -> anyhow::Result<toml::Table> {
        let mut player = parse_words(self.player.as_deref().unwrap_or_default()).context("--player")?;
        if let Some(time) = self.time {
            player.insert("time".to_owned(), time.to_string().into());
        }
        let mut settings = toml::Table::new();
        settings.insert("player".to_owned(), vec![player].into());
        settings.insert("openings".to_owned(), toml::Table::try_from(&self.openings)?.into());
        settings.insert("adjudication".to_owned(), toml::Table::try_from(&self.adjudication)?.into());
        Ok(settings)
    }
}

/// A table of the parameters with their initial and current values.
fn table(spsa: &Spsa) -> String {
    let parameters = &spsa.plan().parameters;
    let width = parameters.iter().map(|parameter| parameter.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("After {} of {} iterations:\n", spsa.done(), spsa.plan().iterations);
    for ((parameter, value), rounded) in parameters.iter().zip(spsa.values()).zip(spsa.rounded()) {
        let Parameter { name, start, .. } = parameter;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:width$}  {start} -> {rounded} ({value:.2})");
    }
    text
}
