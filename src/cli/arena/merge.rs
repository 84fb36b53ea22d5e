//! The command `merge`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use quadriga::arena::{self, MoveCosts, Summary};
use quadriga::records::MoveStyle;

use crate::cli::follow::{End, follow};
use crate::cli::stop_on_interrupt;

use super::outputs::{OutputArguments, named_outputs, write_outputs};

/// The shortest and longest interval between two reads of the journals that are followed.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
const MAX_INTERVAL: Duration = Duration::from_hours(24);

const MERGE_EXAMPLES: &str = "\
Examples:
  quadriga merge part1.jsonl part2.jsonl part3.jsonl --output all.jsonl --report all.html
  quadriga merge match.jsonl --times

  While the shards are being played, until the SPRT has decided and has stopped them all:
    quadriga merge part1.jsonl part2.jsonl part3.jsonl --follow --report all.html";

/// Merge journals of one contest and compute its results.
#[derive(Debug, Args)]
#[command(after_long_help = MERGE_EXAMPLES, after_help = MERGE_EXAMPLES)]
pub struct MergeArguments {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// Write a journal that contains all games.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Read the journals while shards write them, and stop all shards once the SPRT decides.
    ///
    /// Reads the journals every SECONDS, and writes the report and records again. Waits for journals that do not exist
    /// yet. Ends when the SPRT has decided or all games have been played. A shard stops when it finds the file
    /// JOURNAL.stop, named after its own journal; once that file is removed, it can be resumed.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "10")]
    follow: Option<f64>,

    /// Also print the mean time and nodes per move of each player.
    #[arg(long)]
    times: bool,

    #[command(flatten)]
    outputs: OutputArguments,
}

pub(super) fn merge_journals(arguments: &MergeArguments) -> anyhow::Result<()> {
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
        errln!("{}: the last line is incomplete and ignored", path.display());
    }
    out!("{}", Summary(&merged.results));
    if arguments.times {
        let mut move_costs = MoveCosts::default();
        arena::merge(&journals, |record| move_costs.add(record))?;
        out!("{move_costs}");
    }
    write_merge_outputs(arguments, &journals)
}

/// Follows the journals until the end, and returns those that exist.
fn follow_journals(arguments: &MergeArguments, seconds: f64) -> anyhow::Result<Vec<PathBuf>> {
    let interval = Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|interval| (MIN_INTERVAL..=MAX_INTERVAL).contains(interval))
        .with_context(|| format!("--follow {seconds}: the interval is from 0.1 to 86400 seconds"))?;
    if let Some(output) = arguments.output.as_ref().filter(|output| output.exists()) {
        bail!("{}: the file already exists", output.display());
    }
    let stop = stop_on_interrupt()?;
    let refresh = |begun: &[PathBuf]| write_merge_outputs(arguments, begun);
    let (follower, end) = follow(&arguments.journals, interval, &stop, refresh)?;
    match end {
        End::Stopped(reason) => outln!("The shards have been stopped: {reason}"),
        End::Complete => outln!("All games have been played."),
        End::Interrupted => outln!("Interrupted; the shards continue."),
    }
    let begun = follower.begun();
    if begun.is_empty() {
        bail!("none of the journals has been started");
    }
    Ok(begun)
}

fn write_merge_outputs(arguments: &MergeArguments, journals: &[PathBuf]) -> anyhow::Result<()> {
    let OutputArguments { report, records, move_names } = &arguments.outputs;
    let moves = if *move_names { MoveStyle::Names } else { MoveStyle::Coordinates };
    write_outputs(journals, report.as_ref(), records, moves)
}
