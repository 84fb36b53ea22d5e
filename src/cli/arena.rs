//! The arena's commands: `match`, `tournament`, `merge` and `verify`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde::{Serialize, Serializer};

use quadriga::arena::openings::{BookFormat, BookOrder, OpeningSource};
use quadriga::arena::schedule::Format;
use quadriga::arena::{
    self, Config, ContestObserver, MoveCosts, PlayerSpec, Summary, TimeControl, parse_words,
};
use quadriga::games::Variant;
use quadriga::records::MoveStyle;

use crate::cli::follow::{End, follow};
use crate::cli::progress::ContestProgress;
#[cfg(feature = "board")]
use crate::cli::watch::WatchArguments;
use crate::cli::{traffic, trial};

/// The shortest and longest time between two looks at the journals that are followed.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
const MAX_INTERVAL: Duration = Duration::from_hours(24);

const MATCH_EXAMPLES: &str = "\
Examples:
  Two versions at 10+0.1, until an SPRT decides which is stronger:
    quadriga match --variant xiangqi --time 10+0.1 --concurrency 2 \\
        --player 'name=new command=./new' --player 'name=old command=./old' \\
        --sprt 'elo0=0 elo1=5'

  This engine with two hash sizes, inside the process, at fixed nodes:
    quadriga match --time nodes=20000 --rounds 500 \\
        --player 'name=big command=self option.Hash=64' \\
        --player 'name=small command=self option.Hash=1'

  Chess against GNU Chess from a book, with an HTML report and the games as PGN:
    quadriga match --time 40/60 --book openings.epd --book-order random \\
        --player command=self --player 'command=gnuchess protocol=cecp' \\
        --report match.html --records match.pgn

  Zhonggong against the reference player, which searches 5 plies:
    quadriga match --variant zhonggong \\
        --player 'command=self time=movetime=0.02' --player command=reference

  After an interruption, the same command with its journal and --resume:
    quadriga match … --journal match.jsonl --resume

  All settings can be read from a file; command-line options take precedence:
    quadriga match --config match.toml --seed 2";

const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  A round-robin tournament with 20 openings per pair of players:
    quadriga tournament --variant gomoku --time 5+0 --rounds 20 \\
        --player command=self --player command=./a --player command=./b

  A Swiss tournament of five rounds, with two pairs of games per meeting:
    quadriga tournament --format swiss --rounds 5 --pairs 2 --config players.toml

  The second of four shards of a gauntlet; `quadriga merge` merges the journals:
    quadriga tournament --format gauntlet --config players.toml --shard 2/4 --journal part2.jsonl";

const MERGE_EXAMPLES: &str = "\
Examples:
  quadriga merge part1.jsonl part2.jsonl part3.jsonl --output all.jsonl --report all.html
  quadriga merge match.jsonl --times

  While the shards are being played, until the SPRT has decided and has stopped them all:
    quadriga merge part1.jsonl part2.jsonl part3.jsonl --follow --report all.html";

/// The arena's commands.
#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    Match(Box<MatchArguments>),
    Tournament(Box<TournamentArguments>),
    Merge(Box<MergeArguments>),
    Verify(super::verify::VerifyArguments),
}

/// Runs a command.
///
/// # Errors
///
/// If the settings are invalid, or the command fails.
pub fn run(command: &ArenaCommand) -> anyhow::Result<()> {
    match command {
        ArenaCommand::Match(arguments) => play_match(arguments),
        ArenaCommand::Tournament(arguments) => play_tournament(arguments),
        ArenaCommand::Merge(arguments) => merge_journals(arguments),
        ArenaCommand::Verify(arguments) => super::verify::run(arguments),
    }
}

/// Play a match between two players, from many openings.
#[derive(Debug, Args)]
#[command(after_long_help = MATCH_EXAMPLES, after_help = MATCH_EXAMPLES)]
pub struct MatchArguments {
    #[command(flatten)]
    common: CommonArguments,

    /// End the match as soon as an SPRT decides, such as `elo0=0 elo1=5`.
    ///
    /// Words such as `elo0=0 elo1=5 alpha=0.05 beta=0.05 scale=elo` (or scale=normalised).
    #[arg(long, value_name = "WORDS")]
    sprt: Option<String>,
}

/// Play a tournament of several players.
#[derive(Debug, Args)]
#[command(after_long_help = TOURNAMENT_EXAMPLES, after_help = TOURNAMENT_EXAMPLES)]
pub struct TournamentArguments {
    /// The tournament's format [default: round-robin].
    #[arg(long, value_enum)]
    format: Option<FormatArgument>,

    /// Pairs of games per meeting in a Swiss tournament or knockout [default: 1].
    #[arg(long, value_name = "NUMBER")]
    pairs: Option<usize>,

    /// Maximum number of tie-break pairs in a drawn meeting of a knockout [default: 8].
    #[arg(long, value_name = "NUMBER")]
    tie_breaks: Option<usize>,

    /// Number of players, counted from the first, who challenge all others in a gauntlet [default: 1].
    #[arg(long, value_name = "NUMBER")]
    challengers: Option<usize>,

    #[command(flatten)]
    common: CommonArguments,
}

/// Merge journals of one contest and compute its results.
#[derive(Debug, Args)]
#[command(after_long_help = MERGE_EXAMPLES, after_help = MERGE_EXAMPLES)]
pub struct MergeArguments {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Write a journal with all games.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Read the journals while shards write them, and stop all shards once the SPRT decides.
    ///
    /// Every so many seconds the journals are read and the report and records written anew; journals that do not exist
    /// yet are waited for. Ends when the SPRT has decided or all games have been played. A shard stops when it finds
    /// the file JOURNAL.stop, with the name of its own journal; without these files they can be resumed.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "10")]
    follow: Option<f64>,

    /// Also print the mean time and nodes per move of each player.
    #[arg(long)]
    times: bool,

    #[command(flatten)]
    outputs: OutputArguments,
}

/// The settings of a match or tournament, by their names in the settings file.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
struct CommonArguments {
    /// Read settings from a TOML file; command-line options take precedence.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,

    /// A player, such as `command=self` or `command=./new option.Hash=64`.
    ///
    /// Words such as `name=new command="./new --fast" directory=/tmp protocol=uci time=10+0.1 margin=100
    /// option.Hash=64`. The command `self` is this engine, inside the process; `reference` is a simple player for
    /// zhonggong (time=depth=5, option.Seed=1). Protocols are auto, uci, ucci, gomocup and cecp.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,

    /// chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju [default: chess].
    #[arg(long, value_name = "NAME", value_parser = super::parse_variant)]
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<Variant>,

    /// A game option, such as `UCI_Chess960=true` or `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    #[serde(skip)]
    options: Vec<String>,

    /// Openings per pair of opponents, each played twice; or Swiss rounds.
    ///
    /// [default: 100 in a match (50000 with --sprt), log2 of the players in a Swiss tournament, otherwise 1]
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<usize>,

    /// Random seed [default: 1].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,

    /// Concurrent games [default: 1].
    #[arg(long, short, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    concurrency: Option<usize>,

    /// Pin each game to a core of its own, of all cores or of those listed.
    #[arg(long, value_name = "CORES", num_args = 0..=1, value_delimiter = ',', default_missing_value = "all")]
    #[serde(skip)]
    pin: Vec<String>,

    /// Play only shard I of N; shards have no opening in common.
    #[arg(long, value_name = "I/N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<arena::Shard>,

    /// Journal of all games [default: named after the event, date and time].
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<PathBuf>,

    /// Resume an existing journal; with more rounds than before, a finished run is extended.
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    resume: bool,

    #[command(flatten)]
    #[serde(flatten)]
    outputs: OutputArguments,

    #[command(flatten)]
    #[serde(skip)]
    display: DisplayArguments,

    #[command(flatten)]
    #[serde(skip_serializing_if = "OpeningArguments::is_empty")]
    openings: OpeningArguments,

    #[command(flatten)]
    #[serde(skip_serializing_if = "AdjudicationArguments::is_empty")]
    adjudication: AdjudicationArguments,

    #[cfg(feature = "board")]
    #[command(flatten)]
    #[serde(skip)]
    watch: WatchArguments,
}

// What is shown of a run; no settings of the contest.
#[derive(Debug, Args)]
struct DisplayArguments {
    /// Start all players, try all files, estimate the time, and play nothing.
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Print a line for every game.
    #[arg(long, help_heading = "Output")]
    print_games: bool,

    /// Print the result so far after every NUMBER games.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Output"
    )]
    print_table: usize,

    /// Append all lines that programs are sent and answer to a file.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    traffic: Option<PathBuf>,
}

#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
struct OutputArguments {
    /// Write an HTML report with tables, charts and all games to replay.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<PathBuf>,

    /// Write all games, as .pgn, .sgf or .psq, or their final positions, as .epd. May be repeated.
    ///
    /// PGN is for all games, SGF and PSQ are for gomoku and renju. A PSQ file holds one game, so there is one per game.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    records: Vec<PathBuf>,

    /// Write moves of xiangqi and zhonggong by their names: 炮二平五.
    #[arg(long, help_heading = "Output")]
    #[serde(skip_serializing_if = "is_false")]
    move_names: bool,
}

#[derive(Debug, Args, Serialize, PartialEq, Eq, Default)]
pub struct OpeningArguments {
    /// Number of random plies; 0 starts every game at the initial position [default: 8].
    #[arg(long, value_name = "PLIES", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<usize>,

    /// Maximum imbalance of random openings, where 100 scores about 75% [default: 50].
    #[arg(long, value_name = "PERCENT", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<u32>,

    /// Nodes of the search that evaluates random openings [default: 3000].
    #[arg(long = "balance-nodes", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,

    /// Take openings from a book.
    #[arg(long, value_name = "FILE", help_heading = "Openings", conflicts_with = "random")]
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<PathBuf>,

    /// Format of the book [default: by its extension].
    #[arg(
        id = "book_format",
        long = "book-format",
        value_name = "FORMAT",
        value_enum,
        help_heading = "Openings"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<BookFormatArgument>,

    /// Order of the book's openings [default: sequential].
    #[arg(long = "book-order", value_enum, help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<BookOrderArgument>,

    /// Index, from 0, of the first opening to play [default: 0].
    #[arg(long = "book-start", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,

    /// Plies to play of each opening [default: 12 for PGN, otherwise all].
    #[arg(long = "book-plies", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
}

#[derive(Debug, Args, Serialize, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub struct AdjudicationArguments {
    /// Adjudicate a win once both players agree: `score=600 moves=4`.
    ///
    /// The score is in centipawns, the moves are those of each player. With `one-sided=true`, the loser's scores alone
    /// decide.
    #[arg(long = "win-rule", value_name = "WORDS", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    win: Option<String>,

    /// Adjudicate a draw likewise: `score=10 moves=8 from-move=40`.
    #[arg(long = "draw-rule", value_name = "WORDS", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    draw: Option<String>,

    /// Adjudicate a draw after this many plies.
    #[arg(long, value_name = "PLIES", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<usize>,

    /// End a game of chess with the result of these Syzygy tables once they hold its position.
    ///
    /// Several folders are separated by colons.
    #[arg(long = "adjudicate-tablebases", value_name = "PATH", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "tablebases")]
    tablebases: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatArgument {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(into = "BookFormat")]
pub enum BookFormatArgument {
    Epd,
    Pgn,
    Gomocup,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(into = "BookOrder")]
pub enum BookOrderArgument {
    Sequential,
    Random,
}

impl From<FormatArgument> for Format {
    fn from(argument: FormatArgument) -> Self {
        match argument {
            FormatArgument::RoundRobin => Self::RoundRobin,
            FormatArgument::Gauntlet => Self::Gauntlet,
            FormatArgument::Swiss => Self::Swiss,
            FormatArgument::Knockout => Self::Knockout,
        }
    }
}

impl From<BookFormatArgument> for BookFormat {
    fn from(argument: BookFormatArgument) -> Self {
        match argument {
            BookFormatArgument::Epd => Self::Epd,
            BookFormatArgument::Pgn => Self::Pgn,
            BookFormatArgument::Gomocup => Self::Gomocup,
        }
    }
}

impl From<BookOrderArgument> for BookOrder {
    fn from(argument: BookOrderArgument) -> Self {
        match argument {
            BookOrderArgument::Sequential => Self::Sequential,
            BookOrderArgument::Random => Self::Random,
        }
    }
}

impl OpeningArguments {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl AdjudicationArguments {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

// The signatures are prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::ref_option)]
fn tablebases<S: Serializer>(path: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(path.iter().map(|path| ("path", path)))
}

#[expect(clippy::ref_option)]
fn words<S: Serializer>(words: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    parse_words(words.as_deref().unwrap_or_default())
        .map_err(serde::ser::Error::custom)?
        .serialize(serializer)
}

impl CommonArguments {
    /// The given options, in the structure of the settings file.
    fn settings(&self) -> anyhow::Result<toml::Table> {
        let mut settings = toml::Table::try_from(self).context("command line")?;
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
            let mut options = toml::Table::new();
            for option in &self.options {
                let Some((name, value)) = option.split_once('=') else {
                    bail!("{option:?} is not NAME=VALUE")
                };
                options.insert(name.trim().to_owned(), value.trim().into());
            }
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

fn play_match(arguments: &MatchArguments) -> anyhow::Result<()> {
    let mut settings = arguments.common.settings()?;
    if let Some(sprt) = &arguments.sprt {
        settings.insert("sprt".to_owned(), parse_words(sprt)?.into());
    }
    settings.insert("format".to_owned(), Format::Match.name().into());
    play(&arguments.common, settings)
}

fn play_tournament(arguments: &TournamentArguments) -> anyhow::Result<()> {
    let mut settings = arguments.common.settings()?;
    for (name, value) in [
        ("pairs", arguments.pairs),
        ("tie-breaks", arguments.tie_breaks),
        ("challengers", arguments.challengers),
    ] {
        if let Some(value) = value {
            settings.insert(name.to_owned(), i64::try_from(value)?.into());
        }
    }
    match arguments.format {
        Some(format) => {
            settings.insert("format".to_owned(), Format::from(format).name().into());
        }
        None if arguments.common.config.is_none() => {
            settings.insert("format".to_owned(), Format::RoundRobin.name().into());
        }
        None => {}
    }
    play(&arguments.common, settings)
}

fn play(common: &CommonArguments, settings: toml::Table) -> anyhow::Result<()> {
    let config = Config::load(common.config.as_deref(), settings)?;
    check_paths(common.config.as_deref(), &config)?;
    note_concurrency(&config);
    let stop = super::stop_on_interrupt()?;
    let display = &common.display;
    if let Some(path) = &display.traffic {
        traffic::write_to(path).with_context(|| path.display().to_string())?;
    }
    if display.check {
        return trial::check(&config, &stop);
    }
    let mut progress =
        ContestProgress::new(config.run_settings.shard, display.print_games, display.print_table);
    #[cfg(feature = "board")]
    let mut watcher = common.watch.start(&config)?;
    let mut observers: Vec<&mut dyn ContestObserver> = vec![&mut progress];
    #[cfg(feature = "board")]
    if let Some(watcher) = &mut watcher {
        observers.push(watcher);
    }
    let results = arena::run(&config.contest, &config.run_settings, &stop, &mut observers)?;
    progress.finish(&results);
    out!("{}", Summary(&results));
    let journal = config.run_settings.journal.clone();
    if let Some(reason) = arena::stop_reason(&journal, &results.contest().fingerprint()) {
        let stop_file = arena::stop_file(&journal);
        outln!("Stopped by {}: {reason}", stop_file.display());
    }
    if stop.load(Ordering::Relaxed) {
        outln!("Interrupted; resume with --journal {} --resume.", journal.display());
    }
    write_outputs(&[journal], config.report.as_ref(), &config.records, config.record_moves)?;
    if !traffic::is_complete() {
        bail!("the traffic of the programs could not be written");
    }
    #[cfg(feature = "board")]
    if let Some(watcher) = &mut watcher {
        common.watch.finish(watcher, &config, &results, &stop)?;
    }
    Ok(())
}

/// Tries all files that the run will write at its end.
fn check_paths(file: Option<&Path>, config: &Config) -> anyhow::Result<()> {
    let mut inputs: Vec<(&str, &Path)> = file.map(|path| ("settings file", path)).into_iter().collect();
    if let OpeningSource::Book(book) = &config.contest.openings {
        inputs.push(("book", &book.path));
    }
    let mut outputs = named_outputs(config.report.as_ref(), &config.records);
    outputs.push(("journal", &config.run_settings.journal));
    Ok(arena::check_outputs(&inputs, &outputs)?)
}

/// The files to be written, each with what it is for.
fn named_outputs<'a>(report: Option<&'a PathBuf>, records: &'a [PathBuf]) -> Vec<(&'static str, &'a Path)> {
    let report = report.map(|path| ("report", path.as_path()));
    report.into_iter().chain(records.iter().map(|path| ("records", path.as_path()))).collect()
}

/// Tells the user if there are more games at a time than cores.
pub fn note_concurrency(config: &Config) {
    let games = config.run_settings.concurrency;
    let has_clock =
        |player: &PlayerSpec| matches!(player.time, TimeControl::Clock { .. } | TimeControl::MoveTime(_));
    if let Ok(cores) = std::thread::available_parallelism()
        && games > cores.get()
    {
        let consequence = if config.contest.players.iter().any(has_clock) {
            ": the players get less time than their clocks show, and may lose on time"
        } else {
            ""
        };
        errln!("Note: {games} games at a time on {cores} cores{consequence}");
    }
}

fn merge_journals(arguments: &MergeArguments) -> anyhow::Result<()> {
    let inputs: Vec<_> = arguments.journals.iter().map(|path| ("journal", path.as_path())).collect();
    let mut outputs = named_outputs(arguments.outputs.report.as_ref(), &arguments.outputs.records);
    outputs.extend(arguments.output.iter().map(|path| ("merged journal", path.as_path())));
    arena::check_outputs(&inputs, &outputs)?;
    let mut journals = arguments.journals.clone();
    if let Some(seconds) = arguments.follow {
        journals = follow_journals(arguments, seconds)?;
    }
    let merged = match &arguments.output {
        Some(output) => arena::write_merged(&journals, output)?,
        None => arena::merge(&journals, |_| {})?,
    };
    for path in &merged.torn {
        errln!("{}: the last line is incomplete and does not count", path.display());
    }
    out!("{}", Summary(&merged.results));
    if arguments.times {
        let mut move_costs = MoveCosts::default();
        arena::merge(&journals, |record| move_costs.add(record))?;
        out!("{move_costs}");
    }
    write_merge_outputs(arguments, &journals)
}

/// Waits until the journals need not be followed any more, and returns those that have begun.
fn follow_journals(arguments: &MergeArguments, seconds: f64) -> anyhow::Result<Vec<PathBuf>> {
    let interval = Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|interval| (MIN_INTERVAL..=MAX_INTERVAL).contains(interval))
        .with_context(|| format!("--follow {seconds}: the interval is from 0.1 to 86400 seconds"))?;
    if let Some(output) = arguments.output.as_ref().filter(|output| output.exists()) {
        bail!("{}: the file exists already", output.display());
    }
    let stop = super::stop_on_interrupt()?;
    let refresh = |begun: &[PathBuf]| write_merge_outputs(arguments, begun);
    let (follower, end) = follow(&arguments.journals, interval, &stop, refresh)?;
    match end {
        End::Stopped(reason) => outln!("The shards are stopped: {reason}"),
        End::Complete => outln!("All games have been played."),
        End::Interrupted => outln!("Interrupted; the shards go on."),
    }
    let begun = follower.begun();
    if begun.is_empty() {
        bail!("none of the journals has begun");
    }
    Ok(begun)
}

fn write_merge_outputs(arguments: &MergeArguments, journals: &[PathBuf]) -> anyhow::Result<()> {
    let OutputArguments { report, records, move_names } = &arguments.outputs;
    let moves = if *move_names { MoveStyle::Names } else { MoveStyle::Coordinates };
    write_outputs(journals, report.as_ref(), records, moves)
}

fn write_outputs(
    journals: &[PathBuf],
    report: Option<&PathBuf>,
    records: &[PathBuf],
    moves: MoveStyle,
) -> anyhow::Result<()> {
    // One that fails does not keep the others from being written.
    let mut failures = Vec::new();
    if let Some(path) = report {
        failures.extend(arena::write_report(journals, path).err().map(anyhow::Error::from));
    }
    for path in records {
        failures.extend(arena::export_games(journals, path, moves).err().map(anyhow::Error::from));
    }
    match failures.len() {
        0 => Ok(()),
        1 => Err(failures.remove(0)),
        _ => bail!("{}", failures.iter().map(|error| format!("{error:#}")).collect::<Vec<_>>().join("; ")),
    }
}
