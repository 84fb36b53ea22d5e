use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};

use quadriga::arena::{check_outputs, write_file};
use quadriga::base::Notation;
use quadriga::games::{Game, Variant, with_game};
use quadriga::lab::data::{
    ConvertedData, DataError, DataReader, DataSummary, RecordedGame, Replayer, convert_data, merge_data,
};
use quadriga::lab::openings::{OpeningLimits, opening_tree};
use quadriga::lab::piece_values::piece_values;
use quadriga::lab::selection::{Sampling, Suitability};
use quadriga::lab::train::{Example, survey};

use crate::cli::progress::Counter;

use super::relabel::RelabelArguments;

const EXAMPLES: &str = "\
Examples:
  Two games of a file, and a check of all of them:
    quadriga data xiangqi-1.games --games 2 --check

  The shards of a run, merged into the file that a single run would have written:
    quadriga data merge part-*.games --out xiangqi-1.games

  Games of standard gomoku as games of freestyle, except those that a row of six would have ended:
    quadriga data convert standard-1.games --variant gomoku --out standard-1-as-freestyle.games

  What training sees of some files, with three positions:
    quadriga data sample xiangqi-*.games --show 3

  The opening tree of some files, as Markdown:
    quadriga data openings zhonggong-*.games --out zhonggong-openings.md

  Piece values by the evaluations, fitted to one position in ten on two cores:
    quadriga data values zhonggong-*.games --every 10 --threads 2

  The same games with the scores of longer searches, on two cores:
    quadriga data relabel xiangqi-1.games --soft-nodes 10000 --threads 2 --out xiangqi-1-deep.games";

/// Summarise files of self-play games, merge shards of them, or convert them.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct DataArguments {
    #[command(subcommand)]
    command: Option<DataCommand>,

    /// The game files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the first NUMBER games of each file with their scores, from the side to move's point of view.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    games: u64,

    /// Replay all games, and check that every move is legal, that the results agree with the rules, and that no game is
    /// missing.
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Merge the files of all shards of one recipe.
    Merge(DataMergeArguments),
    /// Write the games of a file as games of another variant, as far as its rules allow.
    Convert(DataConvertArguments),
    /// Show what training gets from files: positions by filter, output bucket and result, and a sample of them.
    Sample(DataSampleArguments),
    /// Print the opening tree of files: the moves of each position with games, share, score and search score.
    ///
    /// Transpositions are counted as one position, as are mirror images in xiangqi and zhonggong. Random moves and book
    /// moves lead to positions of the tree, but do not count as moves.
    Openings(DataOpeningsArguments),
    /// Print piece values implied by the evaluations and searches, as Markdown: a linear model fitted to positions.
    Values(DataValuesArguments),
    /// Search the positions of files again, and write the same games with the new scores.
    ///
    /// Only positions that were searched are searched again; moves and results stay as they are. The new file does not
    /// depend on the number of threads or on interruptions.
    Relabel(RelabelArguments),
}

#[derive(Debug, Args)]
struct DataMergeArguments {
    /// The files, one of each shard.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The merged file.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct DataConvertArguments {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The other variant.
    #[arg(long, value_name = "NAME", value_parser = crate::cli::parse_variant)]
    variant: Variant,

    /// The converted file.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct DataSampleArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print this many of the selected positions, chosen at random.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    show: usize,

    /// Seed of the random choice.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    sampling: Sampling,
}

#[derive(Debug, Args)]
struct DataOpeningsArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Plies of each game.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = OpeningLimits::default().plies as u16,
        value_parser = clap::value_parser!(u16).range(1..=100)
    )]
    plies: u16,

    /// Leave out moves that were played in fewer games.
    #[arg(long, value_name = "NUMBER", default_value_t = OpeningLimits::default().min_games)]
    min_games: u32,

    /// Leave out moves with a smaller share of the games in their position.
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = 5,
        value_parser = clap::value_parser!(u8).range(..=100)
    )]
    min_share: u8,

    /// Write the tree to this file instead of the standard output.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct DataValuesArguments {
    /// The game files, all of one variant.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Threads.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,

    #[command(flatten)]
    sampling: Sampling,
}

/// Runs the command.
pub fn run(arguments: &DataArguments) -> anyhow::Result<()> {
    match &arguments.command {
        Some(DataCommand::Merge(arguments)) => return merge(arguments),
        Some(DataCommand::Convert(arguments)) => return convert(arguments),
        Some(DataCommand::Sample(arguments)) => return sample(arguments),
        Some(DataCommand::Openings(arguments)) => return openings(arguments),
        Some(DataCommand::Values(arguments)) => return values(arguments),
        Some(DataCommand::Relabel(arguments)) => return super::relabel::run(arguments),
        None => {}
    }
    let mut total = DataSummary::default();
    let mut incomplete = Vec::new();
    for path in &arguments.files {
        let reader = DataReader::open(path)?;
        let variant = reader.header().variant;
        with_game!(variant, G => show::<G>(path, reader, arguments, &mut total, &mut incomplete))?;
    }
    if arguments.files.len() > 1 {
        out!("all files: {total}");
    }
    if arguments.check && !incomplete.is_empty() {
        let problems = incomplete.iter().map(ToString::to_string).collect::<Vec<_>>();
        anyhow::bail!("{}", problems.join("; "));
    }
    Ok(())
}

fn merge(arguments: &DataMergeArguments) -> anyhow::Result<()> {
    let mut counter = Counter::new("games");
    let merged = merge_data(&arguments.files, &arguments.out, |done, total| counter.show(done, total))?;
    outln!("{} files merged: {} games, {} dropped", arguments.files.len(), merged.games, merged.dropped);
    Ok(())
}

fn convert(arguments: &DataConvertArguments) -> anyhow::Result<()> {
    let ConvertedData { games, refused, dropped } =
        convert_data(&arguments.file, arguments.variant, &arguments.out)?;
    outln!("{games} games converted, {refused} impossible in {}, {dropped} dropped", arguments.variant);
    Ok(())
}

fn sample(arguments: &DataSampleArguments) -> anyhow::Result<()> {
    let DataSampleArguments { files, show, seed, sampling } = arguments;
    let survey = survey(files, sampling, *seed, *show)?;
    let all: u64 = survey.suitability.values().sum();
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    outln!("{}: {} games, {all} positions", survey.variant, survey.games);
    for (suitability, text) in Suitability::ALL {
        let count = survey.suitability.get(&suitability).copied().unwrap_or_default();
        outln!("  {text}: {count} ({:.1} %)", share(count, all));
    }
    let selected = survey.selected();
    let [lost, drawn, won] = survey.results.map(|count| share(count, selected));
    outln!("of the selected, the side to move won {won:.1} %, drew {drawn:.1} %, lost {lost:.1} %");
    for (bucket, &count) in survey.buckets.iter().enumerate() {
        outln!("  bucket {bucket}: {count} ({:.1} %)", share(count, selected));
    }
    let each = survey.inputs as f64 / selected.max(1) as f64;
    let mirrors = share(survey.mirrors, selected);
    outln!(
        "{each:.1} inputs of both sides are active on average; {mirrors:.1} % have a distinct mirror image"
    );
    for example in &survey.examples {
        let Example { fen, score, classical, half_points, bucket, inputs } = example;
        let result = f64::from(*half_points) / 2.0;
        outln!("{fen}");
        outln!("  score {score}, evaluation {classical}, result {result}, bucket {bucket}");
        for (name, inputs) in ["own", "other"].into_iter().zip(inputs) {
            let words = inputs.iter().map(ToString::to_string).collect::<Vec<_>>();
            outln!("  {name} inputs: {}", words.join(" "));
        }
    }
    Ok(())
}

fn openings(arguments: &DataOpeningsArguments) -> anyhow::Result<()> {
    let limits = OpeningLimits {
        plies: arguments.plies.into(),
        min_games: arguments.min_games,
        min_share: f64::from(arguments.min_share) / 100.0,
    };
    let inputs: Vec<_> = arguments.files.iter().map(|path| ("game file", path.as_path())).collect();
    let outputs: Vec<_> = arguments.out.iter().map(|path| ("opening tree", path.as_path())).collect();
    check_outputs(&inputs, &outputs)?;
    let tree = opening_tree(&arguments.files, limits)?;
    match &arguments.out {
        None => out!("{tree}"),
        Some(path) => {
            write_file(path, tree.to_string().as_bytes()).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

fn values(arguments: &DataValuesArguments) -> anyhow::Result<()> {
    let DataValuesArguments { files, threads, sampling } = arguments;
    let values = piece_values(files, sampling, usize::from(*threads))?;
    let values = values.context("the game of these files has no pieces of different kinds")?;
    out!("{values}");
    Ok(())
}

fn show<G: Game>(
    path: &Path,
    mut reader: DataReader,
    arguments: &DataArguments,
    total: &mut DataSummary,
    incomplete: &mut Vec<DataError>,
) -> anyhow::Result<()> {
    let header = reader.header();
    let options = header.options.iter().map(|(name, value)| format!(" {name}={value}"));
    outln!("{}: {}{}", path.display(), header.variant, options.collect::<String>());
    outln!("recipe: {}", header.recipe);
    if let Some(plan) = header.plan.filter(|plan| !plan.shard.is_whole()) {
        outln!("shard {} of {} games", plan.shard, plan.games);
    }
    let replayer = Replayer::<G::Position>::new(path, header)?;
    let mut summary = DataSummary::default();
    let mut begin = reader.offset();
    while let Some(game) = reader.next() {
        let game = game?;
        let bytes = reader.offset() - begin;
        begin = reader.offset();
        if summary.games < arguments.games {
            print_game(&replayer, &game)?;
        }
        if arguments.check {
            check_game(path, &replayer, &game)?;
        }
        summary.add(&game, bytes);
        total.add(&game, bytes);
    }
    out!("{summary}");
    if reader.dropped() > 0 {
        outln!("{} games were dropped", reader.dropped());
    }
    if let Err(error) = reader.check_complete() {
        outln!("incomplete: {}", error.problem);
        incomplete.push(error);
    }
    Ok(())
}

fn print_game<P: Notation>(replayer: &Replayer<P>, game: &RecordedGame) -> anyhow::Result<()> {
    outln!("game {}: {} {}", game.number, game.outcome, game.cause);
    if let Some(fen) = &game.fen {
        outln!("fen {fen}");
    }
    let mut words = Vec::with_capacity(game.plies.len());
    replayer.replay(game, |position, ply| {
        let text = position.move_text(ply.m, replayer.options());
        words.push(match ply.score {
            Some(score) => format!("{text} {{{score}}}"),
            None => text,
        });
    })?;
    outln!("{}", words.join(" "));
    Ok(())
}

/// Checks that the rules agree with the recorded result.
fn check_game<P: Notation>(path: &Path, replayer: &Replayer<P>, game: &RecordedGame) -> anyhow::Result<()> {
    let last = replayer.replay(game, |_, _| {})?;
    anyhow::ensure!(
        game.agrees_with_rules(&last),
        "{}: game {}: recorded as {} by {}, which contradicts the rules",
        path.display(),
        game.number,
        game.outcome,
        game.cause
    );
    Ok(())
}
