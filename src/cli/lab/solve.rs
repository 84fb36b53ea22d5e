use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail, ensure};
use clap::Args;

use quadriga::arena::{check_outputs, write_file};
use quadriga::base::files::{read_file, read_text_file};
use quadriga::base::lock;
use quadriga::games::Variant;
use quadriga::games::gomoku::Point;
use quadriga::games::gomoku::solution::Solution;
use quadriga::lab::solve::{
    Book, CheckReport, CheckSettings, Journal, Outcome, Part, SolveSettings, Start, check, read_guide, solve,
};

use crate::cli::progress::{Counter, SolvingProgress};

const EXAMPLES: &str = "\
Examples:
  Prove that Black wins after three moves, on two cores; after an interruption, the same command goes on:
    quadriga solve --variant gomoku startpos moves h8 i9 h9 h10 --threads 2 --out opening.solution

  Add another opening to it:
    quadriga solve startpos moves h8 h9 i9 j8 --with opening.solution --out opening.solution

  Check that proof, trusting nothing but the rules:
    quadriga solve --check opening.solution --threads 2

  Check the third of eight parts of it, or a hundred random positions:
    quadriga solve --check opening.solution --share 3/8
    quadriga solve --check opening.solution --sample 100 --seed 7";

/// Prove that the side to move wins gomoku, or check such a proof.
///
/// The proof is a file with the winner's move for each position that the opponent can bring about, up to symmetry,
/// except where continuous threats win. What is found on the way is kept in a journal, from which the same command
/// goes on, and which serves other positions of the variant, too.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct SolveArguments {
    /// The game: gomoku, gomoku-standard or renju.
    #[arg(
        long, value_name = "NAME", default_value = "gomoku", conflicts_with = "check",
        value_parser = crate::cli::parse_variant,
    )]
    variant: Variant,

    /// The position: `startpos` or a FEN, then `moves` and moves [default: the empty board].
    #[arg(value_name = "POSITION", conflicts_with = "check")]
    position: Vec<String>,

    /// The file of the proof.
    #[arg(long, short, value_name = "FILE", required_unless_present = "check", conflicts_with = "check")]
    out: Option<PathBuf>,

    /// The journal [default: the file of the proof with `.journal` added].
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    journal: Option<PathBuf>,

    /// A proof that is known already: the search uses it, and the new file contains both.
    #[arg(long = "with", value_name = "FILE", conflicts_with = "check")]
    known: Option<PathBuf>,

    /// A proof whose moves are tried first, also one of another variant or with other efforts.
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    guide: Option<PathBuf>,

    /// A text of opening lines, each a position and moves, whose last move is tried before all others.
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    book: Option<PathBuf>,

    /// The nodes of the search for a move of the winner's.
    #[arg(
        long, value_name = "NUMBER", default_value_t = SolveSettings::NODES, conflicts_with = "check",
        value_parser = clap::value_parser!(u64).range(100..),
    )]
    nodes: u64,

    /// The nodes of the long search for a move in a position that resists for long, 0 for none; its move is then tried
    /// alone.
    #[arg(
        long, value_name = "NUMBER", default_value_t = SolveSettings::LONG_NODES, conflicts_with = "check",
    )]
    long_nodes: u64,

    /// The positions that a search for a win by threats may visit.
    #[arg(
        long, value_name = "NUMBER", default_value_t = SolveSettings::EFFORTS[0], conflicts_with = "check",
        value_parser = clap::value_parser!(u32).range(10..=100_000),
    )]
    effort: u32,

    /// Check this proof instead.
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,

    /// Check one of several parts of the proof.
    #[arg(long, value_name = "I/N", value_parser = parse_share)]
    #[arg(requires = "check", conflicts_with_all = ["sample", "out"])]
    share: Option<Part>,

    /// Check this many random positions of the proof.
    #[arg(long, value_name = "NUMBER", requires = "check", conflicts_with = "out")]
    sample: Option<usize>,

    /// The seed of the random choice.
    #[arg(long, value_name = "NUMBER", requires = "sample", conflicts_with = "out", default_value_t = 1)]
    seed: u64,

    /// The number of positions that are looked at at a time.
    #[arg(long, short, value_name = "NUMBER", default_value = "1")]
    threads: NonZeroUsize,
}

fn parse_share(text: &str) -> Result<Part, String> {
    let read = || {
        let (index, count) = text.split_once('/')?;
        let (index, count) = (index.parse::<usize>().ok()?, count.parse::<NonZeroUsize>().ok()?);
        (1..=count.get()).contains(&index).then(|| Part::Share { index: index - 1, count })
    };
    read().ok_or_else(|| "not a number and a number of parts, such as 3/8".to_owned())
}

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<()> {
    let stop = crate::cli::stop_on_interrupt()?;
    match (&arguments.check, &arguments.out) {
        (Some(file), _) => run_check(arguments, file, &stop),
        (None, Some(out)) => run_solve(arguments, out, &stop),
        (None, None) => bail!("neither --out nor --check is given"),
    }
}

fn run_solve(arguments: &SolveArguments, out: &Path, stop: &AtomicBool) -> anyhow::Result<()> {
    /// The second stage of the search for threats, in multiples of the first one.
    const SECOND_STAGE: u32 = SolveSettings::EFFORTS[1] / SolveSettings::EFFORTS[0];
    let variant = arguments.variant;
    let guide = arguments.guide.as_deref().map(read_guide_file).transpose()?;
    let book = arguments.book.as_deref().map(|file| read_book(file, variant)).transpose()?;
    let settings = SolveSettings {
        variant,
        efforts: [arguments.effort, arguments.effort.saturating_mul(SECOND_STAGE)],
        nodes: arguments.nodes,
        long_nodes: NonZeroU64::new(arguments.long_nodes),
        threads: arguments.threads,
        guide: guide.map(Arc::new),
        book: Arc::new(book.unwrap_or_default()),
    };
    let start = Start::parse(&arguments.position.join(" ")).stones(variant)?;
    let known = arguments.known.as_deref().map(read_proof).transpose()?;
    let journal_path = arguments.journal.clone().unwrap_or_else(|| {
        let mut name = out.as_os_str().to_owned();
        name.push(".journal");
        PathBuf::from(name)
    });
    check_outputs(&[], &[("--out", out)])?;
    let (mut journal, torn_bytes) = Journal::open(&journal_path, &settings, start.size())?;
    let mut display = SolvingProgress::new();
    display.resumed(journal.len(), torn_bytes);
    let outcome =
        solve(&start, known.as_deref(), &settings, &mut journal, stop, |progress| display.show(&progress))?;
    drop(display);
    match outcome {
        Outcome::Proved(solution, bytes) => {
            write_file(out, &bytes).with_context(|| out.display().to_string())?;
            let plies = solution.header.starts.last().map_or(0, |start| start.plies);
            let positions = solution.len();
            outln!(
                "Proved: the side to move wins in at most {plies} plies; {positions} positions, {} bytes.",
                bytes.len()
            );
        }
        Outcome::Interrupted(first) => {
            if let Some((at, open)) = first {
                outln!("{}", open_replies(at, &open));
            }
            outln!("Interrupted; the same command goes on from the journal {}.", journal_path.display());
        }
        Outcome::Failed => bail!("no proof was found: all moves that were tried are refuted"),
    }
    Ok(())
}

/// Says which replies to the first move are not proved yet.
fn open_replies(at: Point, open: &[Point]) -> String {
    /// The number up to which each is named.
    const MAX_NAMED: usize = 30;
    let replies = match open {
        [] => "no reply".to_owned(),
        open if open.len() > MAX_NAMED => format!("{} replies", open.len()),
        open => open.iter().map(Point::to_string).collect::<Vec<_>>().join(", "),
    };
    format!("Not proved yet after {at}: {replies}.")
}

fn read_guide_file(file: &Path) -> anyhow::Result<Solution> {
    read_guide(&read_proof(file)?).with_context(|| file.display().to_string())
}

fn read_book(file: &Path, variant: Variant) -> anyhow::Result<Book> {
    /// More lines than anybody writes.
    const MAX_BYTES: u64 = 1 << 24;
    let read = || Ok::<_, anyhow::Error>(Book::read(&read_text_file(file, MAX_BYTES)?, variant)?);
    read().with_context(|| file.display().to_string())
}

fn read_proof(file: &Path) -> anyhow::Result<Vec<u8>> {
    /// Larger than any solution.
    const MAX_BYTES: u64 = 1 << 30;
    read_file(file, MAX_BYTES).with_context(|| file.display().to_string())
}

fn run_check(arguments: &SolveArguments, file: &Path, stop: &AtomicBool) -> anyhow::Result<()> {
    let part = match (arguments.share, arguments.sample) {
        (Some(share), _) => share,
        (None, Some(count)) => Part::Sample { count, seed: arguments.seed },
        (None, None) => Part::All,
    };
    let settings = CheckSettings { part, threads: arguments.threads };
    let name = || file.display().to_string();
    let bytes = read_proof(file)?;
    let counter = Mutex::new(Counter::new("positions"));
    let report = check(&bytes, &settings, stop, |done, total| {
        lock(&counter).show(done as u64, total as u64);
    });
    drop(counter);
    let CheckReport { variant, starts, records, checked, replies, won_by_threats, is_interrupted } =
        report.with_context(name)?;
    for (fen, plies) in starts {
        outln!("{variant}, {fen}: the side to move wins in at most {plies} plies.");
    }
    outln!(
        "{checked} of {records} positions checked: {replies} replies, {won_by_threats} of them answered by threats."
    );
    ensure!(!is_interrupted, "interrupted before all of them were checked");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        let count = NonZeroUsize::new(8).unwrap();
        assert_eq!(parse_share("3/8"), Ok(Part::Share { index: 2, count }));
        for text in ["", "3", "0/8", "9/8", "1/0", "a/b", "3/8/2"] {
            assert!(parse_share(text).is_err(), "{text}");
        }
    }
}
