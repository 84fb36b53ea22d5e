use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::de::DeserializeOwned;

use quadriga::arena::openings::{BookFormat, BookOrder, BookSettings};
use quadriga::arena::{Adjudication, Cause, DrawRule, Shard, WinRule, parse_words};
use quadriga::games::Variant;
use quadriga::lab::datagen::{DatagenSettings, OpeningRecipe, Recipe, Variety, default_win_rule, generate};

use crate::cli::progress::SelfPlayProgress;

use super::self_play::SelfPlayArguments;

const EXAMPLES: &str = "\
Examples:
  Ten thousand games of xiangqi at 5000 nodes per move, on two cores:
    quadriga datagen --variant xiangqi --games 10000 --nodes 5000 --seed 1 --threads 2 \\
        --out xiangqi-1.games

  After an interruption, or for more games, the same command with --resume:
    quadriga datagen --variant xiangqi --games 20000 --nodes 5000 --seed 1 --threads 2 \\
        --out xiangqi-1.games --resume

  Different games of zhonggong, all from the initial position:
    quadriga datagen --variant zhonggong --games 10000 --soft-nodes 1000 --random 0 --vary 10 \\
        --out zhonggong-openings.games

  The second of four shards, and all of them merged:
    quadriga datagen --variant xiangqi --games 10000 --nodes 5000 --seed 1 --shard 2/4 --out part-2.games
    quadriga data merge part-*.games --out xiangqi-1.games

  A summary of the file, with two of its games:
    quadriga data xiangqi-1.games --games 2";

/// Generate self-play games with scores, as training data.
///
/// A game depends only on the settings and its number, not on threads or interruptions. To distribute the work over
/// machines, give each a shard; `quadriga data merge` merges the files.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct DatagenArguments {
    /// The game: chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju.
    #[arg(long, value_name = "NAME", value_parser = crate::cli::parse_variant)]
    variant: Variant,

    /// Total number of games in all shards together.
    #[arg(long, value_name = "NUMBER")]
    games: u32,

    /// Play only shard I of N: every Nth game from the Ith.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    #[command(flatten)]
    self_play: SelfPlayArguments,

    /// Seed of openings and random moves.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// The game file.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Resume an existing file.
    #[arg(long)]
    resume: bool,

    /// A game option, such as `UCI_Chess960=true` or `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Random moves per thousand moves after the opening.
    #[arg(
        long,
        visible_alias = "stray",
        value_name = "PERMILLE",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(..=1000)
    )]
    random_moves: u32,

    /// Vary the first moves: in this many plies of each game, choose at random among the best moves.
    ///
    /// Such a search finds --vary-lines variations with that many times the nodes. The closer a move's score is to the
    /// best one, the more often it is chosen. With `--random 0`, only this makes games from the initial position
    /// differ.
    #[arg(
        long,
        value_name = "PLIES",
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Openings"
    )]
    vary: Option<u16>,

    /// How much worse than the best move a move may be, in units of the evaluation.
    #[arg(
        long,
        value_name = "UNITS",
        default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(..=10_000),
        requires = "vary",
        help_heading = "Openings"
    )]
    vary_margin: u32,

    /// The number of moves to choose from.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 12,
        value_parser = clap::value_parser!(u16).range(1..=256),
        requires = "vary",
        help_heading = "Openings"
    )]
    vary_lines: u16,

    /// Drop games with this cause, such as `too-long`. May be repeated.
    #[arg(long, value_name = "CAUSE")]
    drop: Vec<Cause>,

    #[command(flatten)]
    openings: OpeningArguments,

    #[command(flatten)]
    adjudication: AdjudicationArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
struct OpeningArguments {
    /// Number of random plies, or a range of numbers to use in turn.
    #[arg(long, value_name = "PLIES", default_value = "8-9", value_parser = parse_plies)]
    random: RangeInclusive<usize>,

    /// Maximum imbalance of random openings, where 100 scores about 75%.
    #[arg(long, value_name = "PERCENT", default_value_t = 150)]
    balance: u32,

    /// Nodes of the search that evaluates random openings.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    balance_nodes: u64,

    /// Take openings from a book.
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    book: Option<PathBuf>,

    /// Format of the book.
    #[arg(long, value_name = "FORMAT", default_value = "epd", requires = "book")]
    book_format: BookFormat,

    /// Order of the book's openings.
    #[arg(long, value_name = "ORDER", default_value = "random", requires = "book")]
    book_order: BookOrder,

    /// Plies to play of each opening [default: all].
    #[arg(long, value_name = "NUMBER", requires = "book")]
    book_plies: Option<usize>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Adjudication")]
struct AdjudicationArguments {
    /// Adjudicate a win once both sides agree, or `off`.
    ///
    /// The score is in units of the evaluation; the moves are counted for each side [default: four moves at five times
    /// the advantage that scores 75%].
    #[arg(long, value_name = "score=N moves=N")]
    win_rule: Option<String>,

    /// Adjudicate a draw once both sides agree, or `off`.
    #[arg(long, value_name = "score=N moves=N from-move=N", default_value = "off")]
    draw_rule: String,

    /// Adjudicate a draw after this many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    max_plies: usize,
}

/// Runs the command.
pub fn run(arguments: &DatagenArguments) -> anyhow::Result<()> {
    let recipe = Recipe {
        variant: arguments.variant,
        options: crate::cli::arena::parse_options(&arguments.options)?,
        node_limit: arguments.self_play.node_limit()?,
        seed: arguments.seed,
        opening: arguments.openings.recipe(),
        variety: arguments.vary.map(|plies| Variety {
            plies: plies.into(),
            margin: arguments.vary_margin,
            lines: NonZeroUsize::new(arguments.vary_lines.into()).unwrap_or(NonZeroUsize::MIN),
        }),
        random_move_permille: arguments.random_moves,
        adjudication: arguments.adjudication.rules(arguments.variant)?,
        dropped: arguments.drop.clone(),
        hash_mib: arguments.self_play.hash_mib(),
    };
    let settings = DatagenSettings {
        games: arguments.games,
        shard: arguments.shard,
        threads: arguments.self_play.threads(),
        file: arguments.out.clone(),
        resume: arguments.resume,
    };
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = SelfPlayProgress::new(settings.share());
    let generated = generate(&recipe, &settings, &stop, &mut progress)?;
    progress.finish();
    if generated.dropped > 0 {
        outln!("{} games were dropped.", generated.dropped);
    }
    super::note_interruption(generated, settings.share(), &stop);
    Ok(())
}

impl OpeningArguments {
    fn recipe(&self) -> OpeningRecipe {
        match &self.book {
            Some(path) => OpeningRecipe::Book(BookSettings {
                path: path.clone(),
                format: self.book_format,
                order: self.book_order,
                start: 0,
                plies: self.book_plies,
            }),
            None => OpeningRecipe::Random {
                plies: self.random.clone(),
                balance: self.balance,
                nodes: self.balance_nodes,
            },
        }
    }
}

impl AdjudicationArguments {
    fn rules(&self, variant: Variant) -> anyhow::Result<Adjudication> {
        let win = match self.win_rule.as_deref() {
            None => Some(default_win_rule(variant)),
            Some("off") => None,
            Some(words) => Some(parse_rule::<WinRule>(words, &["score", "moves"]).context("--win-rule")?),
        };
        let draw = match self.draw_rule.as_str() {
            "off" => None,
            words => {
                let names = ["score", "moves", "from-move"];
                Some(parse_rule::<DrawRule>(words, &names).context("--draw-rule")?)
            }
        };
        if let Some(rule) = win {
            ensure!(rule.score > 0, "--win-rule: the score must be at least 1");
        }
        let max_plies = Some(self.max_plies);
        Ok(Adjudication { win, draw, max_plies })
    }
}

/// Parses an adjudication rule with exactly these keys.
fn parse_rule<T: DeserializeOwned>(words: &str, names: &[&str]) -> anyhow::Result<T> {
    let mut rule = toml::Table::new();
    for (name, value) in parse_words(words)? {
        ensure!(names.contains(&name.as_str()), "{name:?} is not one of {}", names.join(", "));
        ensure!(value.as_integer().is_some_and(|value| value >= 0), "{name} must be a whole number");
        ensure!(name != "moves" || value.as_integer() != Some(0), "moves must be at least 1");
        rule.insert(name.replace('-', "_"), value);
    }
    Ok(rule.try_into()?)
}

/// Parses a number of plies or a range.
fn parse_plies(text: &str) -> anyhow::Result<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.trim().parse::<usize>()?, last.trim().parse::<usize>()?);
    if first > last || last - first > 16 {
        bail!("{first}-{last} is an empty range or too long");
    }
    Ok(first..=last)
}
