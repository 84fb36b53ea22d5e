use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use clap::Args;

use quadriga::arena::{check_outputs, write_file};
use quadriga::games::Variant;
use quadriga::lab::puzzles::{Composition, PuzzleSettings, compose_puzzles, find_puzzles};

use crate::cli::progress::Counter;

const EXAMPLES: &str = "\
Examples:
  Three hundred puzzles from games of zhonggong, on two cores:
    quadriga puzzles zhonggong-*.games --count 300 --threads 2 --out zhonggong.txt
  Thirty puzzles with trades, from random endings:
    quadriga puzzles --compose zhonggong --theme trade --count 30 --out trades.txt";

/// Make puzzles from files of self-play games, or from random positions.
///
/// A puzzle is a position with one right move, which wins or holds while all others do not, and goes on as long as
/// there is only one. Each is proved by a longer search, and rated by the playing strengths that solve it. The file has
/// a line for each puzzle: rating, themes, FEN and solution.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct PuzzleArguments {
    /// The game files, all of one variant.
    #[arg(required_unless_present = "compose", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Look at random positions of this game instead, made for the theme.
    #[arg(long, value_name = "NAME", value_parser = crate::cli::parse_variant, conflicts_with = "files",
        requires = "theme")]
    compose: Option<Variant>,

    /// The theme of the first move of composed puzzles: trade or ending, of zhonggong.
    #[arg(long, value_name = "NAME", requires = "compose")]
    theme: Option<String>,

    /// Determines the random positions.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "compose")]
    seed: u64,

    /// The most random positions that are looked at.
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000, requires = "compose")]
    positions: u64,

    /// The number of puzzles.
    #[arg(long, value_name = "NUMBER", default_value = "300")]
    count: NonZeroUsize,

    /// The nodes of the search that proves the first move of a puzzle.
    #[arg(long, value_name = "NUMBER", default_value_t = 400_000,
        value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,

    /// The number of games that are looked through at a time.
    #[arg(long, short, value_name = "NUMBER", default_value = "1")]
    threads: NonZeroUsize,

    /// The file to be written.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &PuzzleArguments) -> anyhow::Result<()> {
    let inputs: Vec<_> = arguments.files.iter().map(|file| ("game files", file.as_path())).collect();
    check_outputs(&inputs, &[("--out", &arguments.out)])?;
    let settings =
        PuzzleSettings { count: arguments.count, nodes: arguments.nodes, threads: arguments.threads };
    let stop = crate::cli::stop_on_interrupt()?;
    let mut counter = Counter::new("puzzles");
    let mut seen = 0;
    let wanted = arguments.count.get() as u64;
    let mut show = |done: u64, found: usize| {
        seen = done;
        counter.show(found as u64, wanted);
    };
    let (file, source) = if let Some(variant) = arguments.compose {
        let composition = Composition {
            variant,
            theme: arguments.theme.clone().unwrap_or_default(),
            seed: arguments.seed,
            positions: arguments.positions,
        };
        (compose_puzzles(&composition, &settings, &stop, &mut show)?, "positions")
    } else {
        let found = find_puzzles(&arguments.files, &settings, &stop, |done, found| show(done as u64, found));
        (found?, "games")
    };
    drop(counter);
    write_file(&arguments.out, file.to_string().as_bytes())
        .with_context(|| arguments.out.display().to_string())?;
    outln!("{} puzzles from {seen} {source}", file.puzzles.len());
    if stop.load(Relaxed) {
        outln!("Interrupted; the file has what was found so far.");
    } else if file.puzzles.len() < arguments.count.get() {
        outln!("The {source} have no more.");
    }
    Ok(())
}
