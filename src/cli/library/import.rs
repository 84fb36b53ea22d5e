//! The command `library import`.

use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use quadriga::base::files::open_file;
use quadriga::library::{ImportReport, Importer, Library, Refusal};
use quadriga::records::{Note, RecordFormat, open};

use super::with_path;
use crate::cli::convert::{Progress, parse_format};

/// The memory for the database in MiB: the index of some hundred thousand games.
const CACHE_MIB: u32 = 256;

/// The most duplicates of a file that are told one by one.
const MOST_DUPLICATES: u64 = 10;

/// Import the games of files into the library.
///
/// Every game is checked by its rules. One that cannot be read is reported with its number in the file and left out;
/// the exit status is 1 then, and the other games are imported nevertheless. A game that the library has already, with
/// the same moves and everything else that is said about it, is not added again. The library can be used meanwhile;
/// what an import that is interrupted has added by then stays.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The files, in any format that `quadriga convert` reads; `-` is the standard input, which is also read if there
    /// are none.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The collection that the games are added to [default: for each file its name without the extension].
    #[arg(long, value_name = "NAME", conflicts_with = "own")]
    collection: Option<String>,

    /// Add the games to your own, which are in no collection.
    #[arg(long)]
    own: bool,

    /// The format to read: pgn, sgf, psq, dhtmlxq, wxf, moves, epd, xqf, cbr, cbl or renlib [default: detected by the
    /// contents].
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    from: Option<RecordFormat>,

    /// Add games that the library has already once more.
    #[arg(long)]
    keep_duplicates: bool,

    /// Report only which games are refused, not duplicates and what is repaired.
    #[arg(short, long)]
    quiet: bool,
}

/// Imports the files.
///
/// # Errors
///
/// If a file cannot be opened, the library cannot be changed, or a game was refused.
pub fn run(arguments: &ImportArguments, library: &mut Library, path: &Path) -> anyhow::Result<()> {
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let failed = |error| with_path(error, path);
    library.set_cache(CACHE_MIB).map_err(failed)?;
    while library.purge().map_err(failed)? > 0 {}
    let progress = Progress::new(files);
    let mut total = ImportReport::default();
    for file in files {
        let done = import_file(arguments, library, file, &progress, path)?;
        total.added += done.added;
        total.duplicates += done.duplicates;
        total.refused += done.refused;
    }
    progress.finish();
    let ImportReport { added, duplicates, refused } = total;
    outln!("{added} games added, {duplicates} duplicates, {refused} refused");
    if refused > 0 {
        bail!("{refused} of {} games refused", added + duplicates + refused);
    }
    Ok(())
}

fn import_file(
    arguments: &ImportArguments,
    library: &mut Library,
    file: &Path,
    progress: &Progress,
    path: &Path,
) -> anyhow::Result<ImportReport> {
    let is_input = file == Path::new("-");
    let name = if is_input { "standard input".to_owned() } else { file.display().to_string() };
    let reader: Box<dyn Read> = if is_input {
        Box::new(stdin())
    } else {
        let opened = open_file(file).with_context(|| format!("cannot open {name}"))?;
        Box::new(progress.wrap(opened))
    };
    let opened = match open(reader, arguments.from, Some(file)) {
        Ok(opened) => opened,
        Err(error) => {
            progress.print(&format!("{name}: {error}"));
            return Ok(ImportReport { refused: 1, ..ImportReport::default() });
        }
    };
    let stem = file.file_stem().filter(|_| !is_input).map(|stem| stem.to_string_lossy().into_owned());
    let collection = match &arguments.collection {
        _ if arguments.own => None,
        Some(name) => Some(name.clone()),
        None => Some(stem.unwrap_or_else(|| name.clone())),
    };
    let mut importer = Importer::new(library, collection);
    if !is_input {
        importer.set_source(file.file_name().map(|name| name.to_string_lossy()).as_deref());
    }
    if arguments.keep_duplicates {
        importer.keep_duplicates();
    }
    let mut duplicates = 0;
    let mut told = |number: u64, refusal: Refusal| match refusal {
        Refusal::Unreadable(error) => progress.print(&format!("{name}: game {number}, {error}")),
        Refusal::Duplicate(id) => {
            duplicates += 1;
            if !arguments.quiet && duplicates <= MOST_DUPLICATES {
                progress.print(&format!("{name}: game {number} is in the library already, as game {id}"));
            }
        }
    };
    let mut number = 0;
    for game in opened.games {
        number += 1;
        let notes = importer.add(number, game, &mut told).map_err(|error| with_path(error, path))?;
        for Note { line, text, .. } in notes.into_iter().filter(|_| !arguments.quiet) {
            progress.print(&format!("{name}: game {number}, line {line}: {text}"));
        }
    }
    let report = importer.finish(&mut told).map_err(|error| with_path(error, path))?;
    if duplicates > MOST_DUPLICATES && !arguments.quiet {
        progress.print(&format!(
            "{name}: {} more games are in the library already",
            duplicates - MOST_DUPLICATES
        ));
    }
    if number == 0 {
        progress.print(&format!("{name}: no games"));
    }
    Ok(report)
}
