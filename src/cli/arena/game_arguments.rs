//! Openings and adjudication on the command line, also for self-play and tuning.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde::{Serialize, Serializer};

use quadriga::arena::openings::{BookFormat, BookOrder};
use quadriga::arena::parse_words;

#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Openings")]
pub struct OpeningArguments {
    /// Number of random plies; 0 starts every game at the initial position [default: 8].
    #[arg(long, value_name = "PLIES")]
    random: Option<usize>,

    /// Maximum imbalance of random openings, where 100 scores about 75% [default: 50].
    #[arg(long, value_name = "PERCENT")]
    balance: Option<u32>,

    /// Nodes of the search that evaluates random openings [default: 3000].
    #[arg(long = "balance-nodes", value_name = "NUMBER")]
    nodes: Option<u64>,

    /// Take openings from a book.
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    book: Option<PathBuf>,

    /// Format of the book [default: from its extension].
    #[arg(id = "book_format", long = "book-format", value_name = "FORMAT")]
    format: Option<BookFormat>,

    /// Order of the book's openings [default: sequential].
    #[arg(long = "book-order")]
    order: Option<BookOrder>,

    /// Index, from 0, of the first opening to play [default: 0].
    #[arg(long = "book-start", value_name = "NUMBER")]
    start: Option<usize>,

    /// Plies to play of each opening [default: 12 for PGN, otherwise all].
    #[arg(long = "book-plies", value_name = "NUMBER")]
    plies: Option<usize>,
}

#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Adjudication")]
#[serde(rename_all = "kebab-case")]
pub struct AdjudicationArguments {
    /// Adjudicate a win once both players agree: `score=600 moves=4`.
    ///
    /// The score is in centipawns; the moves are counted for each player. With `one-sided=true`, only the loser's
    /// scores count.
    #[arg(long = "win-rule", value_name = "WORDS")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    win: Option<String>,

    /// Adjudicate a draw once both players agree: `score=10 moves=8 from-move=40`.
    #[arg(long = "draw-rule", value_name = "WORDS")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    draw: Option<String>,

    /// Adjudicate a draw after this many plies.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<usize>,

    /// End a game of chess with the result of these Syzygy tablebases once they contain its position.
    ///
    /// Several folders are separated by colons, on Windows by semicolons.
    #[arg(long = "adjudicate-tablebases", value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "tablebases")]
    tablebases: Option<String>,
}

/// Parses options of the form `NAME=VALUE`.
pub fn parse_options(options: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let pairs = options.iter().map(|option| match option.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => bail!("{option:?} is not NAME=VALUE"),
    });
    pairs.collect::<anyhow::Result<_>>().context("--option")
}

// The signatures are prescribed by serde.
#[expect(clippy::ref_option)]
fn tablebases<S: Serializer>(path: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(path.iter().map(|path| ("path", path)))
}

#[expect(clippy::ref_option)]
fn words<S: Serializer>(words: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    parse_words(words.as_deref().unwrap_or_default())
        .map_err(serde::ser::Error::custom)?
        .serialize(serializer)
}
