//! What the library shows of a game without opening it.

use std::fmt;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::{Deserialize, Serialize};

use crate::base::Outcome;
use crate::games::Variant;

use super::schema::stored_number;

/// The number of a game, which no other game of the library ever gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

stored_number!(GameId);

/// What the library shows of a game without opening it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The game's number.
    pub id: GameId,
    /// The variant.
    pub variant: Variant,
    /// The name that a person gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The players, `?` if unknown; the first moves first in a game from the usual start.
    pub players: [String; 2],
    /// The result; `None` if the game is unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// When it was played, as far as it is known: `2026-03-04`, `2026-03` or `2026`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The Elo of the engine against which it was played; 0 is full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i64>,
    /// The FEN of the start, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of plies of the main line.
    pub plies: u32,
    /// The collection; `None` for the person's own games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// Where it is from, such as the name of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When it came into the library, in milliseconds since 1970.
    pub added: i64,
    /// When it was last changed.
    pub changed: i64,
    /// Counts its changes, from 1.
    pub revision: u64,
    /// When it was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<i64>,
    /// The ply at which it reaches the position that was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The FEN of the last position of the main line, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// The columns that [`Entry::of_row`] reads, of `game g` and `collection c`.
pub(super) const ENTRY: &str = "g.id, g.variant, g.title, g.first, g.second, g.outcome, g.date, g.event, g.level, \
     g.start, g.plies, c.name, g.source, g.added, g.changed, g.revision, g.deleted";

/// The number of columns of [`ENTRY`].
pub(super) const ENTRY_COLUMNS: usize = 17;

impl Entry {
    pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let player = |column| {
            Ok::<_, rusqlite::Error>(row.get::<_, Option<_>>(column)?.unwrap_or_else(|| "?".to_owned()))
        };
        Ok(Self {
            id: row.get(0)?,
            variant: row.get::<_, VariantName>(1)?.0,
            title: row.get(2)?,
            players: [player(3)?, player(4)?],
            outcome: row.get::<_, Option<OutcomeText>>(5)?.map(|outcome| outcome.0),
            date: row.get(6)?,
            event: row.get(7)?,
            level: row.get(8)?,
            start: row.get(9)?,
            plies: row.get(10)?,
            collection: row.get(11)?,
            source: row.get(12)?,
            added: row.get(13)?,
            changed: row.get(14)?,
            revision: row.get(15)?,
            deleted: row.get(16)?,
            ply: None,
            fen: None,
        })
    }
}

/// A variant by its name.
pub(super) struct VariantName(pub Variant);

impl FromSql for VariantName {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Variant::from_name(value.as_str()?).map(Self).ok_or(FromSqlError::InvalidType)
    }
}

/// An outcome as PGN has it.
pub(super) struct OutcomeText(pub Outcome);

impl FromSql for OutcomeText {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Self).map_err(|_| FromSqlError::InvalidType)
    }
}
