//! Which games `search` and `export` select.

use anyhow::{Context, bail};
use clap::Args;

use quadriga::games::Variant;
use quadriga::library::{CollectionFilter, DateText, GameFilter, GameId, PositionKey};

use crate::cli::convert::parse_result;

/// Conditions that a selected game must meet, all of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub struct SelectionArguments {
    /// Part of a player's name or of the game's title, case-insensitive. May be repeated: any of them suffices.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// The game that is played. May be repeated: any of them suffices.
    #[arg(long = "game", value_name = "VARIANT", value_parser = crate::cli::parse_variant)]
    variants: Vec<Variant>,

    /// The result: 1-0, 0-1, 1/2-1/2, or * for unfinished games. May be repeated: any of them suffices.
    #[arg(long, value_name = "RESULT")]
    result: Vec<String>,

    /// The first day: 2026-03-04, 2026-03 or 2026.
    #[arg(long, value_name = "DATE")]
    since: Option<DateText>,

    /// The last day; 2026-03 and 2026 include the whole month or year.
    #[arg(long, value_name = "DATE")]
    until: Option<DateText>,

    /// Part of the event's name, case-insensitive.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// The Elo of the engine in games against it, or a range: 1500, 1200-1800, 2000-. 0 is full strength, above all
    /// others.
    #[arg(long, value_name = "ELO")]
    level: Option<String>,

    /// The collection.
    #[arg(long, value_name = "NAME", conflicts_with = "own")]
    collection: Option<String>,

    /// Only your own games, which are in no collection.
    #[arg(long)]
    own: bool,

    /// A position that the main line reaches, as a FEN; its counters are ignored.
    #[arg(long, value_name = "FEN")]
    position: Option<String>,

    /// The number of a game in the library. May be repeated, and separated by commas.
    #[arg(long, value_name = "NUMBER", value_delimiter = ',')]
    id: Vec<i64>,

    /// Deleted games, which are kept for 30 days, instead of the others.
    #[arg(long)]
    deleted: bool,
}

impl SelectionArguments {
    /// The conditions.
    ///
    /// # Errors
    ///
    /// If one of the arguments is invalid.
    pub fn filter(&self) -> anyhow::Result<GameFilter> {
        let positions = match &self.position {
            Some(fen) => PositionKey::all_of_fen(fen, &self.variants).context("--position")?,
            None => Vec::new(),
        };
        let (min_level, max_level) = match &self.level {
            Some(text) => levels(text)?,
            None => (None, None),
        };
        let outcomes = self.result.iter().map(|text| parse_result(text)).collect::<anyhow::Result<_>>()?;
        Ok(GameFilter {
            games: self.id.iter().copied().map(GameId).collect(),
            players: self.player.clone(),
            variants: self.variants.clone(),
            outcomes,
            from: self.since.clone(),
            to: self.until.clone(),
            event: self.event.clone(),
            min_level,
            max_level,
            collection: match &self.collection {
                Some(name) => CollectionFilter::Named(name.clone()),
                None if self.own => CollectionFilter::Own,
                None => CollectionFilter::Any,
            },
            positions,
            is_deleted: self.deleted,
        })
    }
}

/// `1500`, `1200-1800`, `2000-`.
fn levels(text: &str) -> anyhow::Result<(Option<i64>, Option<i64>)> {
    let number = |text: &str| text.trim().parse::<u16>().ok().map(i64::from);
    let range = match text.split_once('-') {
        None => number(text).map(|level| (Some(level), Some(level))),
        Some((first, "")) => number(first).map(|first| (Some(first), None)),
        Some((first, last)) => number(first).zip(number(last)).map(|(first, last)| (Some(first), Some(last))),
    };
    let Some(range) = range else {
        bail!("--level {text:?} is not an Elo or a range such as 1200-1800 or 2000-")
    };
    Ok(range)
}
