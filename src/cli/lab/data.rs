use std::path::{Path, PathBuf};

use clap::Args;

use quadriga::arena::Cause;
use quadriga::base::Notation;
use quadriga::games::{Game, GameVisitor, visit_game};
use quadriga::lab::data::{DataReader, DataSummary, RecordedGame, Replayer};

/// Summarise files of self-play games.
#[derive(Debug, Args)]
pub struct DataArguments {
    /// The game files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the first NUMBER games of each file with their scores, from the view of the side to move.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    games: u64,

    /// Replay all games, and check that every move is legal and that the results agree with the rules.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub fn run(arguments: &DataArguments) -> anyhow::Result<()> {
    let mut total = DataSummary::default();
    for path in &arguments.files {
        let reader = DataReader::open(path)?;
        let variant = reader.header().variant;
        visit_game(variant, Show { path, reader, arguments, total: &mut total })?;
    }
    if arguments.files.len() > 1 {
        out!("all files: {total}");
    }
    Ok(())
}

struct Show<'a> {
    path: &'a Path,
    reader: DataReader,
    arguments: &'a DataArguments,
    total: &'a mut DataSummary,
}

impl GameVisitor for Show<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { path, mut reader, arguments, total } = self;
        let header = reader.header();
        let options = header.options.iter().map(|(name, value)| format!(" {name}={value}"));
        outln!("{}: {}{}", path.display(), header.variant, options.collect::<String>());
        outln!("recipe: {}", header.recipe);
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
        if reader.torn_bytes() > 0 {
            outln!("the last game is incomplete: {} bytes do not count", reader.torn_bytes());
        }
        Ok(())
    }
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
    let verdict = replayer.replay(game, |_, _| {})?.verdict();
    let found = verdict.map(|verdict| (verdict.outcome, Cause::Rule(verdict.reason)));
    let recorded = matches!(game.cause, Cause::Rule(_)).then_some((game.outcome, game.cause));
    anyhow::ensure!(
        found == recorded,
        "{}: game {}: recorded as {} by {}, which contradicts the rules",
        path.display(),
        game.number,
        game.outcome,
        game.cause
    );
    Ok(())
}
