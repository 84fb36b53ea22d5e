//! The arena's commands: `match`, `tournament` and `merge`.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde::{Serialize, Serializer};

use quadriga::arena::notation::MoveStyle;
use quadriga::arena::openings::{BookFormat, BookOrder};
use quadriga::arena::schedule::Format;
use quadriga::arena::{self, Config, MoveCosts, Summary, TimeControl, parse_words};
use quadriga::rules::Variant;

use crate::cli::progress::ContestProgress;

const MATCH_EXAMPLES: &str = "\
Examples:
  Two versions at 10 seconds and 0.1 a move, until a test says which is better:
    quadriga match --variant xiangqi --time 10+0.1 --concurrency 2 \\
        --player 'name=new command=./new' --player 'name=old command=./old' \\
        --sprt 'elo0=0 elo1=5'

  This engine with two sizes of its hash table, inside one process, at a fixed number of nodes:
    quadriga match --time nodes=20000 --rounds 500 \\
        --player 'name=big command=self option.Hash=64' --player 'name=small command=self option.Hash=1'

  Chess against GNU Chess from a book, with a page to look at and the games as PGN:
    quadriga match --time 40/60 --book openings.epd --book-order random \\
        --player command=self --player 'command=gnuchess protocol=cecp' \\
        --report match.html --records match.pgn

  Zhonggong against the reference player, which searches 5 plies:
    quadriga match --variant zhonggong --player 'command=self time=movetime=0.02' --player command=reference

  After an interruption, the same command and the journal it wrote:
    quadriga match … --journal match.jsonl --resume

  Everything may stand in a file instead; what is given besides goes before it:
    quadriga match --config match.toml --seed 2";

const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  Everybody against everybody, 20 openings each:
    quadriga tournament --variant gomoku --time 5+0 --rounds 20 \\
        --player command=self --player command=./a --player command=./b

  A Swiss tournament of five rounds, whose meetings are two pairs of games:
    quadriga tournament --format swiss --rounds 5 --pairs 2 --config players.toml

  The second of four machines' part of a gauntlet; `quadriga merge` joins the journals:
    quadriga tournament --format gauntlet --config players.toml --shard 2/4 --journal part2.jsonl";

const MERGE_EXAMPLES: &str = "\
Examples:
  quadriga merge part1.jsonl part2.jsonl part3.jsonl --output all.jsonl --report all.html
  quadriga merge match.jsonl --times";

/// What the arena can be asked for.
#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    Match(Box<MatchArguments>),
    Tournament(Box<TournamentArguments>),
    Merge(Box<MergeArguments>),
}

/// Does what was asked for.
///
/// # Errors
/// Where the settings make no sense, or it cannot be carried out.
pub fn run(command: &ArenaCommand) -> anyhow::Result<()> {
    match command {
        ArenaCommand::Match(arguments) => play_match(arguments),
        ArenaCommand::Tournament(arguments) => play_tournament(arguments),
        ArenaCommand::Merge(arguments) => merge_journals(arguments),
    }
}

/// Play two players against each other, from many openings.
#[derive(Debug, Args)]
#[command(after_long_help = MATCH_EXAMPLES, after_help = MATCH_EXAMPLES)]
pub struct MatchArguments {
    #[command(flatten)]
    common: CommonArguments,

    /// End as soon as a sequential probability ratio test decides: words such as
    /// `elo0=0 elo1=5 alpha=0.05 beta=0.05 scale=elo` (or scale=normalised).
    #[arg(long, value_name = "WORDS")]
    sprt: Option<String>,
}

/// Play several players against each other.
#[derive(Debug, Args)]
#[command(after_long_help = TOURNAMENT_EXAMPLES, after_help = TOURNAMENT_EXAMPLES)]
pub struct TournamentArguments {
    /// Who plays whom [default: round-robin].
    #[arg(long, value_enum)]
    format: Option<FormatArgument>,

    /// Pairs of games in a meeting of a Swiss tournament or a knockout [default: 1].
    #[arg(long, value_name = "NUMBER")]
    pairs: Option<usize>,

    /// The most pairs that follow where a meeting of a knockout is shared [default: 8].
    #[arg(long, value_name = "NUMBER")]
    tie_breaks: Option<usize>,

    /// How many players, from the first, challenge all others in a gauntlet [default: 1].
    #[arg(long, value_name = "NUMBER")]
    challengers: Option<usize>,

    #[command(flatten)]
    common: CommonArguments,
}

/// Join journals of one contest and compute its numbers again.
#[derive(Debug, Args)]
#[command(after_long_help = MERGE_EXAMPLES, after_help = MERGE_EXAMPLES)]
pub struct MergeArguments {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Write one journal with all games.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the mean time and nodes of each player's moves, too.
    #[arg(long)]
    times: bool,

    #[command(flatten)]
    outputs: OutputArguments,
}

/// The settings of a match or tournament under the names that a configuration file has for them.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
struct CommonArguments {
    /// Read settings from a TOML file; what is given here goes before them.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,

    /// A player, as words such as `name=new command="./new --fast" directory=/tmp protocol=uci time=10+0.1
    /// margin=100 option.Hash=64`. The command `self` is this very engine, inside the process; `reference` is a plain
    /// player of zhonggong (time=depth=5, option.Seed=1). Protocols are auto, uci, ucci, gomocup and cecp.
    #[arg(long = "player", short, value_name = "WORDS")]
    #[serde(skip)]
    players: Vec<String>,

    /// What all players have in common, as words of the same kind.
    #[arg(long, value_name = "WORDS")]
    #[serde(skip)]
    each: Option<String>,

    /// How long each player may think: 10+0.1, 40/60, movetime=0.1, nodes=5000 or depth=6, in seconds.
    #[arg(long, value_name = "CONTROL")]
    #[serde(skip)]
    time: Option<TimeControl>,

    /// The match's or tournament's name.
    #[arg(long, value_name = "NAME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,

    /// The game: chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju [default: chess].
    #[arg(long, value_name = "NAME", value_parser = super::parse_variant)]
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<Variant>,

    /// One of the game's own options, such as `UCI_Chess960=true` or `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    #[serde(skip)]
    options: Vec<String>,

    /// Openings that are played by every two who meet, each as two games; in a Swiss tournament its rounds [default: 100
    /// in a match, as many as its test needs, the logarithm of the players in a Swiss tournament, 1 elsewhere].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<usize>,

    /// What all that is drawn by lot follows from [default: 1].
    #[arg(long, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,

    /// Games at a time [default: 1].
    #[arg(long, short, value_name = "NUMBER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    concurrency: Option<usize>,

    /// Give each game a core of its own, of all or of those that are listed.
    #[arg(long, value_name = "CORES", num_args = 0..=1, value_delimiter = ',', default_missing_value = "all")]
    #[serde(skip)]
    pin: Vec<String>,

    /// Play only part I of N; the parts have no opening in common.
    #[arg(long, value_name = "I/N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<arena::Shard>,

    /// Where every game is recorded as soon as it ends [default: the event's name, date and time].
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<PathBuf>,

    /// Continue the journal that is there.
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    resume: bool,

    #[command(flatten)]
    #[serde(flatten)]
    outputs: OutputArguments,

    #[command(flatten)]
    #[serde(skip_serializing_if = "OpeningArguments::is_empty")]
    openings: OpeningArguments,

    #[command(flatten)]
    #[serde(skip_serializing_if = "AdjudicationArguments::is_empty")]
    adjudication: AdjudicationArguments,
}

#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
struct OutputArguments {
    /// Write a page with tables, charts and all games to look at.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<PathBuf>,

    /// Write all games: as PGN (.pgn), or for gomoku and renju as SGF (.sgf) or PSQ (.psq, a file each). May be given
    /// several times.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    records: Vec<PathBuf>,

    /// Write moves of xiangqi and zhonggong by their names there: 炮二平五.
    #[arg(long, help_heading = "Output")]
    #[serde(skip_serializing_if = "is_false")]
    move_names: bool,
}

#[derive(Debug, Args, Serialize, PartialEq, Eq, Default)]
pub struct OpeningArguments {
    /// Begin with so many random plies; 0 begins every game at the start [default: 8].
    #[arg(long, value_name = "PLIES", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<usize>,

    /// How far from equal random openings may be, where 100 wins three of four games [default: 50].
    #[arg(long, value_name = "PERCENT", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<u32>,

    /// Positions visited by the search that finds out [default: 3000].
    #[arg(long = "balance-nodes", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,

    /// Take openings from a book instead.
    #[arg(long, value_name = "FILE", help_heading = "Openings", conflicts_with = "random")]
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<PathBuf>,

    /// What the book holds [default: by its name].
    #[arg(id = "book_format", long = "book-format", value_enum, help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<BookFormatArgument>,

    /// The order in which its openings are played [default: sequential].
    #[arg(long = "book-order", value_enum, help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<BookOrderArgument>,

    /// The number of the opening, from 0, that comes first [default: 0].
    #[arg(long = "book-start", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,

    /// How many plies of each line or game in the book are played [default: 12 of a PGN book, all of others].
    #[arg(long = "book-plies", value_name = "NUMBER", help_heading = "Openings")]
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
}

#[derive(Debug, Args, Serialize, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub struct AdjudicationArguments {
    /// Count a game as won when both players have agreed for a while: `score=600 moves=4`, in hundredths of a pawn and
    /// moves of each player.
    #[arg(long = "win-rule", value_name = "WORDS", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    win: Option<String>,

    /// Count a game as drawn likewise: `score=10 moves=8 from-move=40`.
    #[arg(long = "draw-rule", value_name = "WORDS", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    draw: Option<String>,

    /// Count a game as drawn after so many plies.
    #[arg(long, value_name = "PLIES", help_heading = "Adjudication")]
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<usize>,
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

// The signatures are those that serde asks for.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::ref_option)]
fn words<S: Serializer>(words: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    parse_words(words.as_deref().unwrap_or_default())
        .map_err(serde::ser::Error::custom)?
        .serialize(serializer)
}

impl CommonArguments {
    /// What was given, in the shape of a configuration file.
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
    let stop = super::stop_on_interrupt()?;
    let mut progress = ContestProgress::new(config.run_settings.shard);
    let results = arena::run(&config.contest, &config.run_settings, &stop, &mut progress)?;
    progress.finish(&results);
    print!("{}", Summary(&results));
    let journal = config.run_settings.journal;
    if stop.load(Ordering::Relaxed) {
        println!("Interrupted; --journal {} --resume continues.", journal.display());
    }
    write_outputs(&[journal], config.report.as_ref(), &config.records, config.record_moves)
}

fn merge_journals(arguments: &MergeArguments) -> anyhow::Result<()> {
    let merged = match &arguments.output {
        Some(output) => arena::write_merged(&arguments.journals, output)?,
        None => arena::merge(&arguments.journals, |_| {})?,
    };
    for path in &merged.torn {
        eprintln!("{}: the last line was never finished and does not count", path.display());
    }
    print!("{}", Summary(&merged.results));
    if arguments.times {
        let mut move_costs = MoveCosts::default();
        arena::merge(&arguments.journals, |record| move_costs.add(record))?;
        print!("{move_costs}");
    }
    let OutputArguments { report, records, move_names } = &arguments.outputs;
    let moves = if *move_names { MoveStyle::Names } else { MoveStyle::Coordinates };
    write_outputs(&arguments.journals, report.as_ref(), records, moves)
}

fn write_outputs(
    journals: &[PathBuf],
    report: Option<&PathBuf>,
    records: &[PathBuf],
    moves: MoveStyle,
) -> anyhow::Result<()> {
    if let Some(path) = report {
        arena::write_report(journals, path)?;
    }
    for path in records {
        arena::export_games(journals, path, moves)?;
    }
    Ok(())
}
