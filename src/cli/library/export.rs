//! The command `library export`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use quadriga::library::{Library, LibraryError};
use quadriga::records::{MoveStyle, ParsedGame};

use super::selection::SelectionArguments;
use super::with_path;
use crate::cli::convert::{Output, OutputFormat, WriteError};

/// Write games of the library to a file.
///
/// Writes the games that meet all conditions, in the order in which they came into the library; without conditions all
/// games. What the format cannot represent is reported on standard error. A game that it cannot represent at all is
/// reported and left out; the exit status is 1 then.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that is set by itself")]
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The format to write: pgn, sgf, psq, dhtmlxq, wxf, moves, epd or json [default: that of the output's extension,
    /// or pgn].
    #[arg(long, value_name = "FORMAT", value_parser = OutputFormat::parse)]
    to: Option<OutputFormat>,

    /// The file to write [default: the standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write each game to a file of its own, with its number before the extension of the output.
    #[arg(long, requires = "output")]
    split: bool,

    /// Write the moves of xiangqi and zhonggong by name (炮二平五) instead of by coordinates; only PGN has both.
    #[arg(long)]
    names: bool,

    /// Leave out variations.
    #[arg(long)]
    no_variations: bool,

    /// Leave out comments, glyphs and other annotations of moves.
    #[arg(long)]
    no_comments: bool,

    /// Report only which games are left out, not what of them is lost.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    selection: SelectionArguments,
}

/// Writes the games.
///
/// # Errors
///
/// If an argument is invalid, the library cannot be read, the output cannot be written, or a game was left out.
pub fn run(arguments: &ExportArguments, library: &Library, path: &Path) -> anyhow::Result<()> {
    let failed = |error| with_path(error, path);
    let filter = arguments.selection.filter()?;
    let games = library.ids(&filter).map_err(failed)?;
    let style = if arguments.names { MoveStyle::Names } else { MoveStyle::Coordinates };
    let format = match (arguments.to, &arguments.output) {
        (Some(format), _) => format,
        (None, Some(path)) => OutputFormat::of_path(path)
            .with_context(|| format!("{}: unknown extension; set the format with --to", path.display()))?,
        (None, None) => OutputFormat::default(),
    };
    let mut output = Output::create(format.with_style(style), arguments.output.as_deref(), arguments.split)?;
    let mut refused = 0;
    for &id in &games {
        let mut tree = match library.game(id) {
            Ok(game) => game.tree,
            // Somebody has removed it meanwhile.
            Err(LibraryError::NoGame(_)) => continue,
            Err(error @ LibraryError::Game { .. }) => {
                refused += 1;
                errln!("library: {error}");
                continue;
            }
            Err(error) => return Err(failed(error)),
        };
        if arguments.no_variations {
            tree.remove_variations();
        }
        if arguments.no_comments {
            tree.remove_annotations();
        }
        match output.write(&ParsedGame::new(1, tree)) {
            Ok(()) => {}
            Err(WriteError::Notation(error)) => {
                refused += 1;
                errln!("library: game {id}: {error}");
            }
            Err(WriteError::Io(error)) => return Err(error.into()),
        }
    }
    for what in output.finish()? {
        if !arguments.quiet {
            errln!("library: left out, as {format} cannot represent it: {what}");
        }
    }
    if let Some(file) = &arguments.output {
        outln!("{} games written to {}", games.len() - refused, file.display());
    }
    if refused > 0 {
        bail!("{refused} of {} games left out", games.len());
    }
    Ok(())
}
