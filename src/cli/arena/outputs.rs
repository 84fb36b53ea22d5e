//! The files that a contest's games are written to.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use quadriga::arena;
use quadriga::records::MoveStyle;

#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Output")]
#[serde(rename_all = "kebab-case")]
pub(super) struct OutputArguments {
    /// Write an HTML report with tables, charts and all games to replay.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Write all games, as .pgn, .sgf or .psq, or their final positions, as .epd. May be repeated.
    ///
    /// PGN supports all games; SGF and PSQ only gomoku and renju. A PSQ file holds a single game, so each game gets its
    /// own file.
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<PathBuf>,

    /// Write the moves of xiangqi and zhonggong by name: 炮二平五.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub move_names: bool,
}

/// The files to write, each with its purpose.
pub(super) fn named_outputs<'a>(
    report: Option<&'a PathBuf>,
    records: &'a [PathBuf],
) -> Vec<(&'static str, &'a Path)> {
    let report = report.map(|path| ("report", path.as_path()));
    report.into_iter().chain(records.iter().map(|path| ("records", path.as_path()))).collect()
}

pub(super) fn write_outputs(
    journals: &[PathBuf],
    report: Option<&PathBuf>,
    records: &[PathBuf],
    moves: MoveStyle,
) -> anyhow::Result<()> {
    // If one cannot be written, the others still are.
    let mut failures = Vec::new();
    if let Some(path) = report {
        failures.extend(arena::write_report(journals, path).err().map(anyhow::Error::from));
    }
    for path in records {
        failures.extend(arena::export_games(journals, path, moves).err().map(anyhow::Error::from));
    }
    match failures.len() {
        0 => Ok(()),
        1 => Err(failures.remove(0)),
        _ => bail!("{}", failures.iter().map(crate::cli::error_text).collect::<Vec<_>>().join("; ")),
    }
}
