use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use quadriga::lab::fit::{FitEvent, FitSettings, Sampling, WeightChange, fit};

const EXAMPLES: &str = "\
Examples:
  What the games say, changing nothing:
    quadriga fit xiangqi-1.games xiangqi-2.games --threads 2

  Into the source of this program, which is then to be built again:
    quadriga fit xiangqi-1.games --threads 2 --write";

/// So many of the weights that changed are shown.
const SHOWN: usize = 20;

/// Fit the hand-written evaluation of a game to files of self-play games.
///
/// The weights are chosen so that the chances that follow from the evaluation come near to those that the search's scores
/// and the games' results mean. The outcome depends on the files and settings alone.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub struct FitArguments {
    /// The files, all of one game.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the new weights into the source; otherwise the file's text is printed.
    #[arg(long)]
    write: bool,

    /// The folder of the source, with `src` in it.
    #[arg(long, value_name = "FOLDER", default_value = ".", requires = "write")]
    root: PathBuf,

    /// Write the games' win scale too, which the search's margins follow.
    #[arg(long)]
    new_win_scale: bool,

    /// What is to be said in the file beside how it was made, such as what it was worth in games.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,

    /// The seed by which games are held back and positions drawn.
    #[arg(long, value_name = "NUMBER", default_value_t = FitSettings::default().seed)]
    seed: u64,

    #[command(flatten)]
    sampling: SamplingArguments,

    /// The share of the games that are held back to check the fit with, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = FitSettings::default().held_back)]
    held_back: f64,

    /// How much the game's result counts beside the search's score, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = FitSettings::default().result_share)]
    result_share: f64,

    /// Hold each weight near its value as strongly as so many even positions would.
    #[arg(long, value_name = "POSITIONS", default_value_t = FitSettings::default().pull)]
    pull: f64,

    /// How often the evaluation is made linear anew.
    #[arg(long, value_name = "NUMBER", default_value_t = FitSettings::default().rounds)]
    rounds: usize,

    /// How far weights are moved to learn what they do, in units of the evaluation.
    #[arg(long, value_name = "UNITS", default_value_t = FitSettings::default().step)]
    step: i32,

    /// The evaluation at which three of four games are won; found in the games where it is not given.
    #[arg(long, value_name = "UNITS")]
    win_scale: Option<f64>,

    /// How many threads work.
    #[arg(long, value_name = "NUMBER", default_value_t = FitSettings::default().threads)]
    threads: usize,
}

/// Which positions are taken.
#[derive(Debug, Args)]
struct SamplingArguments {
    /// Leave out so many plies at the beginning of each game.
    #[arg(long, value_name = "PLIES", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,

    /// Take one of so many suitable positions.
    #[arg(long, value_name = "NUMBER", default_value_t = Sampling::default().every)]
    every: usize,

    /// Leave out scores further from 0 than so many of the engine's win scales.
    #[arg(long, value_name = "NUMBER", default_value_t = Sampling::default().score_limit)]
    score_limit: f64,

    /// Take positions whose best move is noisy as well.
    #[arg(long)]
    noisy: bool,

    /// Take positions where the side to move must answer a threat as well.
    #[arg(long)]
    threatened: bool,
}

impl SamplingArguments {
    fn sampling(&self) -> Sampling {
        Sampling {
            skip_plies: self.skip_plies,
            every: self.every,
            score_limit: self.score_limit,
            noisy: self.noisy,
            threatened: self.threatened,
        }
    }
}

impl FitArguments {
    fn settings(&self) -> FitSettings {
        FitSettings {
            sampling: self.sampling.sampling(),
            seed: self.seed,
            held_back: self.held_back,
            result_share: self.result_share,
            pull: self.pull,
            rounds: self.rounds,
            step: self.step,
            win_scale: self.win_scale,
            new_win_scale: self.new_win_scale,
            note: self.note.clone(),
            threads: self.threads,
        }
    }
}

/// Does what was asked for.
pub fn run(arguments: &FitArguments) -> anyhow::Result<()> {
    let outcome = fit(&arguments.files, &arguments.settings(), &mut print_event)?;
    eprintln!("{} weights have changed, most of all:", outcome.changes.len());
    for WeightChange { name, before, after, .. } in outcome.changes.iter().take(SHOWN) {
        eprintln!("  {name}: {before} -> {after}");
    }
    if !arguments.write {
        print!("{}", outcome.text);
        return Ok(());
    }
    let path = arguments.root.join(outcome.path);
    ensure!(path.is_file(), "{}: no such file; --root names the folder of the source", path.display());
    fs::write(&path, outcome.text).with_context(|| path.display().to_string())?;
    eprintln!("{} is written", path.display());
    Ok(())
}

/// Tells how the fit goes.
fn print_event(event: FitEvent) {
    match event {
        FitEvent::Read { training, held_back, games } => {
            eprintln!("{training} positions to fit to and {held_back} to check with, of {games} games");
        }
        FitEvent::WinScale(scale) => eprintln!("win scale: {scale:.1}"),
        FitEvent::Before(losses) => eprintln!("loss before: {losses}"),
        FitEvent::Round { round, losses, is_better: true } => eprintln!("round {round}: {losses}"),
        FitEvent::Round { round, losses, is_better: false } => {
            eprintln!("round {round}: {losses}, which is no better and does not count");
        }
    }
}
