//! The commands `match` and `tournament`.

use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::Args;

use quadriga::arena::openings::OpeningSource;
use quadriga::arena::schedule::Format;
use quadriga::arena::{self, Config, ContestObserver, PlayerSpec, Summary, TimeControl, parse_words};

use crate::cli::progress::ContestProgress;
use crate::cli::{stop_on_interrupt, traffic, trial};

use super::contest_arguments::ContestArguments;
use super::outputs::{named_outputs, write_outputs};

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

/// Play a match between two players, from many openings.
#[derive(Debug, Args)]
#[command(after_long_help = MATCH_EXAMPLES, after_help = MATCH_EXAMPLES)]
pub struct MatchArguments {
    /// End the match as soon as an SPRT decides, such as `elo0=0 elo1=5`.
    ///
    /// The words are KEY=VALUE, such as `elo0=0 elo1=5 alpha=0.05 beta=0.05 scale=elo` (or scale=normalised).
    #[arg(long, value_name = "WORDS")]
    sprt: Option<String>,

    // The last heading of these would be that of arguments behind them.
    #[command(flatten)]
    common: ContestArguments,
}

/// Play a tournament of several players.
#[derive(Debug, Args)]
#[command(after_long_help = TOURNAMENT_EXAMPLES, after_help = TOURNAMENT_EXAMPLES)]
pub struct TournamentArguments {
    /// The tournament's format [default: round-robin].
    #[arg(long)]
    format: Option<Format>,

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
    common: ContestArguments,
}

pub(super) fn play_match(arguments: &MatchArguments) -> anyhow::Result<()> {
    let mut settings = arguments.common.settings()?;
    if let Some(sprt) = &arguments.sprt {
        settings.insert("sprt".to_owned(), parse_words(sprt)?.into());
    }
    settings.insert("format".to_owned(), Format::Match.name().into());
    play(&arguments.common, settings)
}

pub(super) fn play_tournament(arguments: &TournamentArguments) -> anyhow::Result<()> {
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
    let default_format = arguments.common.config.is_none().then_some(Format::RoundRobin);
    if let Some(format) = arguments.format.or(default_format) {
        settings.insert("format".to_owned(), format.name().into());
    }
    play(&arguments.common, settings)
}

fn play(common: &ContestArguments, settings: toml::Table) -> anyhow::Result<()> {
    let config = Config::load(common.config.as_deref(), settings)?;
    check_paths(common.config.as_deref(), &config)?;
    note_concurrency(&config);
    let stop = stop_on_interrupt()?;
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
        bail!("the traffic file could not be written");
    }
    #[cfg(feature = "board")]
    if let Some(watcher) = &mut watcher {
        common.watch.finish(watcher, &config, &results, &stop)?;
    }
    Ok(())
}

/// Checks all files that are written at the end of the run.
fn check_paths(file: Option<&Path>, config: &Config) -> anyhow::Result<()> {
    let mut inputs: Vec<(&str, &Path)> = file.map(|path| ("settings file", path)).into_iter().collect();
    if let OpeningSource::Book(book) = &config.contest.openings {
        inputs.push(("book", &book.path));
    }
    let mut outputs = named_outputs(config.report.as_ref(), &config.records);
    outputs.push(("journal", &config.run_settings.journal));
    Ok(arena::check_outputs(&inputs, &outputs)?)
}

/// Warns the user if there are more concurrent games than cores.
pub fn note_concurrency(config: &Config) {
    let games = config.run_settings.concurrency;
    let has_clock =
        |player: &PlayerSpec| matches!(player.time, TimeControl::Clock { .. } | TimeControl::MoveTime(_));
    if let Ok(cores) = std::thread::available_parallelism()
        && games > cores.get()
    {
        let consequence = if config.contest.players.iter().any(has_clock) {
            ": players get less time than their clocks show, and may lose on time"
        } else {
            ""
        };
        errln!("Note: {games} concurrent games on {cores} cores{consequence}");
    }
}
