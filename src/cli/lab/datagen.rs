use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::de::DeserializeOwned;

use quadriga::arena::openings::{BookFormat, BookOrder, BookSettings};
use quadriga::arena::{Adjudication, Cause, DrawRule, WinRule, parse_words};
use quadriga::engine::{DEFAULT_HASH_MIB, HASH_MIB};
use quadriga::lab::datagen::{Conduct, Effort, OpeningRecipe, Recipe, generate, usual_win_rule};
use quadriga::rules::Variant;

use crate::cli::arena::{BookFormatArgument, BookOrderArgument};
use crate::cli::progress::SelfPlayProgress;

const EXAMPLES: &str = "\
Examples:
  Ten thousand games of xiangqi at 5000 nodes a move, on two cores:
    quadriga datagen --variant xiangqi --games 10000 --nodes 5000 --seed 1 --threads 2 --out xiangqi-1.games

  After an interruption, or to have more games, the same command with a flag:
    quadriga datagen --variant xiangqi --games 20000 --nodes 5000 --seed 1 --threads 2 --out xiangqi-1.games --resume

  What there is in it:
    quadriga data xiangqi-1.games --games 2";

/// Play games against itself and keep them with their scores, to learn from.
///
/// A game depends on the settings and its number alone: neither threads nor interruptions change the file. Other machines take
/// other seeds.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct DatagenArguments {
    /// The game: chess, xiangqi, zhonggong, gomoku, gomoku-standard or renju.
    #[arg(long, value_name = "NAME", value_parser = crate::cli::parse_variant)]
    variant: Variant,

    /// How many games there are in the end.
    #[arg(long, value_name = "NUMBER")]
    games: u32,

    /// Positions visited for each move; with --soft-nodes, the most for one move [default: twelve times the soft nodes].
    #[arg(long, value_name = "NUMBER", required_unless_present = "soft_nodes", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Begin no new iteration after so many positions: more while the choice of a move is open, fewer where it is clear.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// Seed of openings and random moves.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Where the games go.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Games at a time.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,

    /// Continue the file that is there.
    #[arg(long)]
    resume: bool,

    /// One of the game's own options, such as `UCI_Chess960=true` or `BoardSize=20`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Size of each thread's hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = clap::value_parser!(i64).range(HASH_MIB))]
    hash: i64,

    /// Of a thousand moves behind the opening, so many are drawn by lot.
    #[arg(long, value_name = "PERMILLE", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    stray: u32,

    /// Leave out games that end so, such as `too-long` or `perpetual-check`. May be given several times.
    #[arg(long, value_name = "CAUSE", value_parser = parse_cause)]
    drop: Vec<Cause>,

    #[command(flatten)]
    openings: OpeningArguments,

    #[command(flatten)]
    adjudication: AdjudicationArguments,
}

#[derive(Debug, Args)]
struct OpeningArguments {
    /// Begin with so many random plies: a number, or several in turn.
    #[arg(long, value_name = "PLIES", default_value = "8-9", value_parser = parse_plies, help_heading = "Openings")]
    random: RangeInclusive<usize>,

    /// How far from equal random openings may be, where 100 wins three of four games.
    #[arg(long, value_name = "PERCENT", default_value_t = 150, help_heading = "Openings")]
    balance: u32,

    /// Positions visited by the search that finds out.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, help_heading = "Openings")]
    balance_nodes: u64,

    /// Take openings from a book instead.
    #[arg(long, value_name = "FILE", conflicts_with = "random", help_heading = "Openings")]
    book: Option<PathBuf>,

    /// What the book holds.
    #[arg(long, value_enum, default_value = "epd", requires = "book", help_heading = "Openings")]
    book_format: BookFormatArgument,

    /// The order in which its openings are played.
    #[arg(long, value_enum, default_value = "random", requires = "book", help_heading = "Openings")]
    book_order: BookOrderArgument,

    /// How many plies of each line or game in the book are played [default: all].
    #[arg(long, value_name = "NUMBER", requires = "book", help_heading = "Openings")]
    book_plies: Option<usize>,
}

#[derive(Debug, Args)]
struct AdjudicationArguments {
    /// Count a game as won when both sides have agreed for a while, in units of the evaluation and moves of each side; or
    /// `off` [default: four moves at five times the advantage that wins three of four games].
    #[arg(long, value_name = "score=N moves=N", help_heading = "Adjudication")]
    win_rule: Option<String>,

    /// Count a game as drawn likewise: `score=10 moves=8 from-move=40`; or `off`.
    #[arg(
        long,
        value_name = "score=N moves=N from-move=N",
        default_value = "off",
        help_heading = "Adjudication"
    )]
    draw_rule: String,

    /// Count a game as drawn after so many plies.
    #[arg(long, value_name = "PLIES", default_value_t = 400, help_heading = "Adjudication")]
    max_plies: usize,
}

/// Does what was asked for.
pub fn run(arguments: &DatagenArguments) -> anyhow::Result<()> {
    let recipe = Recipe {
        variant: arguments.variant,
        options: super::parse_options(&arguments.options)?,
        effort: arguments.effort()?,
        seed: arguments.seed,
        opening: arguments.openings.recipe(),
        stray_permille: arguments.stray,
        adjudication: arguments.adjudication.rules(arguments.variant)?,
        dropped: arguments.drop.clone(),
        hash_mib: arguments.hash as usize,
    };
    let conduct = Conduct {
        games: arguments.games,
        threads: arguments.threads.into(),
        file: arguments.out.clone(),
        resume: arguments.resume,
    };
    let stop = crate::cli::stop_on_interrupt()?;
    let mut progress = SelfPlayProgress::new(conduct.games);
    let generated = generate(&recipe, &conduct, &stop, &mut progress)?;
    progress.finish();
    if generated.dropped > 0 {
        println!("{} games were left out, as they ended in a way that was not wanted.", generated.dropped);
    }
    if stop.load(Ordering::Relaxed) && generated.done < conduct.games {
        println!("Interrupted; the same command with --resume continues.");
    }
    Ok(())
}

impl DatagenArguments {
    fn effort(&self) -> anyhow::Result<Effort> {
        match (self.nodes, self.soft_nodes) {
            (Some(nodes), None) => Ok(Effort::Nodes(nodes)),
            (None, Some(soft)) => Ok(Effort::soft(soft)),
            (Some(limit), Some(soft)) => {
                ensure!(limit >= soft, "--nodes {limit} ends each search before --soft-nodes {soft}");
                Ok(Effort::SoftNodes { soft, limit })
            }
            (None, None) => bail!("either --nodes or --soft-nodes is needed"),
        }
    }
}

impl OpeningArguments {
    fn recipe(&self) -> OpeningRecipe {
        match &self.book {
            Some(path) => OpeningRecipe::Book(BookSettings {
                path: path.clone(),
                format: BookFormat::from(self.book_format),
                order: BookOrder::from(self.book_order),
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
            None => Some(usual_win_rule(variant)),
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

/// Reads a rule of adjudication, which has exactly these names.
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

/// Reads a number of plies, or the first and the last of several.
fn parse_plies(text: &str) -> anyhow::Result<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.trim().parse::<usize>()?, last.trim().parse::<usize>()?);
    if first > last || last - first > 16 {
        bail!("from {first} to {last} there are no numbers, or too many");
    }
    Ok(first..=last)
}

/// Reads a cause by the name that the arena's journals have for it.
fn parse_cause(name: &str) -> anyhow::Result<Cause> {
    let cause: Cause = serde_json::from_value(name.into()).context("no game ends so")?;
    Ok(cause)
}
