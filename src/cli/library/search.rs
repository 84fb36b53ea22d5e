//! The command `library search`.

use std::path::Path;

use clap::Args;
use serde::Serialize;

use quadriga::library::{Entry, GameId, Library, MOST_ENTRIES};

use super::selection::SelectionArguments;
use super::with_path;

/// Find games of the library.
///
/// Lists the games that meet all conditions, those first that came into the library last, and how many there are in
/// all. Without conditions it lists all games.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// The number of games to list.
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,

    /// List only games that came into the library before the one of this number: the next page.
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,

    /// Write JSON instead of a table: the number of games in all as `total`, and the `games`.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    selection: SelectionArguments,
}

#[derive(Serialize)]
struct Found {
    total: u64,
    games: Vec<Entry>,
}

/// Lists the games.
///
/// # Errors
///
/// If an argument is invalid, or the library cannot be read.
pub fn run(arguments: &SearchArguments, library: &Library, path: &Path) -> anyhow::Result<()> {
    let failed = |error| with_path(error, path);
    let filter = arguments.selection.filter()?;
    let total = library.count(&filter).map_err(failed)?;
    let (mut games, mut before) = (Vec::new(), arguments.before.map(GameId));
    while games.len() < arguments.limit {
        let wanted = (arguments.limit - games.len()).min(MOST_ENTRIES);
        let page = library.search(&filter, before, wanted).map_err(failed)?;
        before = page.last().map(|entry| entry.id);
        let is_last = page.len() < wanted;
        games.extend(page);
        if is_last {
            break;
        }
    }
    if arguments.json {
        outln!("{}", serde_json::to_string(&Found { total, games })?);
        return Ok(());
    }
    if !games.is_empty() {
        let heads = ["game", "date", "variant", "result", "plies", "players", "event", "collection"];
        let mut rows = vec![heads.map(str::to_owned)];
        rows.extend(games.iter().map(row));
        for row in &rows {
            outln!("{}", line(row, &widths(&rows)));
        }
    }
    match games.len() as u64 {
        listed if listed == total => outln!("{total} games"),
        listed => outln!("{listed} of {total} games"),
    }
    Ok(())
}

fn row(entry: &Entry) -> [String; 8] {
    let players = entry.players.join(" – ");
    let plies = entry.ply.map_or_else(|| entry.plies.to_string(), |ply| format!("{ply}/{}", entry.plies));
    [
        entry.id.to_string(),
        entry.date.clone().unwrap_or_default(),
        entry.variant.to_string(),
        entry.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
        plies,
        match &entry.title {
            Some(title) => format!("{title} ({players})"),
            None => players,
        },
        entry.event.clone().unwrap_or_default(),
        entry.collection.clone().unwrap_or_default(),
    ]
}

/// The width of a text in a terminal: characters of Chinese take two cells.
fn width(text: &str) -> usize {
    const WIDE: [(char, char); 9] = [
        ('\u{1100}', '\u{115f}'),
        ('\u{2e80}', '\u{a4cf}'),
        ('\u{ac00}', '\u{d7a3}'),
        ('\u{f900}', '\u{faff}'),
        ('\u{fe30}', '\u{fe6f}'),
        ('\u{ff00}', '\u{ff60}'),
        ('\u{ffe0}', '\u{ffe6}'),
        ('\u{1f300}', '\u{1f64f}'),
        ('\u{20000}', '\u{3fffd}'),
    ];
    let is_wide = |c: char| WIDE.iter().any(|&(first, last)| (first..=last).contains(&c));
    text.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

fn widths(rows: &[[String; 8]]) -> [usize; 8] {
    std::array::from_fn(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0))
}

/// A row whose first and fifth column are numbers, on the right.
fn line(row: &[String; 8], widths: &[usize; 8]) -> String {
    let mut line = String::new();
    for (column, text) in row.iter().enumerate() {
        let blanks = " ".repeat(widths[column] - width(text));
        if matches!(column, 0 | 4) {
            line.push_str(&blanks);
            line.push_str(text);
        } else {
            line.push_str(text);
            line.push_str(&blanks);
        }
        line.push_str("  ");
    }
    line.trim_end().to_owned()
}
