//! Looking games up.

use std::fmt;
use std::str::FromStr;

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use thiserror::Error;

use crate::base::{Outcome, shorten};
use crate::games::Variant;

use super::entry::{ENTRY, ENTRY_COLUMNS, Entry, GameId};
use super::error::LibraryError;
use super::positions::PositionKey;
use super::schema::Library;

/// The most games of one answer.
pub const MOST_ENTRIES: usize = 1000;

/// A date, of which the month and the day may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateText(String);

/// A text that is not a date.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is not a date such as 2026-03-04, 2026-03 or 2026")]
pub struct DateError(String);

impl FromStr for DateText {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<_> = text.split('-').collect();
        let number = |part: &&str, length| {
            let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok()).flatten()
        };
        let is_date = match parts.as_slice() {
            [year] => number(year, 4).is_some(),
            [year, month] => {
                number(year, 4).is_some() && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
            }
            [_, _, _] => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
            _ => false,
        };
        if is_date { Ok(Self(text.to_owned())) } else { Err(DateError(shorten(text))) }
    }
}

impl fmt::Display for DateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which collection a game is in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CollectionFilter {
    /// In any or none.
    #[default]
    Any,
    /// In none: the person's own games.
    Own,
    /// In the one of this name.
    Named(String),
}

/// Conditions that games must meet, all of them. By default all games do that are not deleted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameFilter {
    /// These games alone, if there are any.
    pub games: Vec<GameId>,
    /// Parts of players' names or of the title, case-insensitive: any of them.
    pub players: Vec<String>,
    /// The variants: any of them.
    pub variants: Vec<Variant>,
    /// The results, `None` for unfinished games: any of them.
    pub outcomes: Vec<Option<Outcome>>,
    /// The first date. A date that is known in part is taken for the first day that it can be.
    pub from: Option<DateText>,
    /// The last date; without a day or a month it stands for the whole month or year.
    pub to: Option<DateText>,
    /// Part of the event's name, case-insensitive.
    pub event: Option<String>,
    /// The lowest Elo of the engine; full strength is above all.
    pub min_level: Option<i64>,
    /// The highest.
    pub max_level: Option<i64>,
    /// The collection.
    pub collection: CollectionFilter,
    /// Positions that the main line reaches: any of them.
    pub positions: Vec<PositionKey>,
    /// Deleted games instead of the others.
    pub is_deleted: bool,
}

/// The parts of a query.
pub(super) struct Query {
    pub tables: &'static str,
    pub conditions: String,
    pub values: Vec<Value>,
}

impl GameFilter {
    /// The tables and conditions of a query for these games.
    pub(super) fn query(&self) -> Query {
        let mut all: Vec<String> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let tables = if self.positions.is_empty() {
            "game g"
        } else {
            all.push(match self.positions.len() {
                // The games are in order then.
                1 => "p.key = ?".to_owned(),
                several => format!("p.key IN ({})", vec!["?"; several].join(", ")),
            });
            values.extend(self.positions.iter().map(|key| Value::from(key.number())));
            "position p CROSS JOIN game g ON g.id = p.game"
        };
        all.push(if self.is_deleted { "g.deleted NOT NULL" } else { "g.deleted IS NULL" }.to_owned());
        let mut any = |condition: &str, chosen: Vec<Value>| {
            if !chosen.is_empty() {
                let each = vec![condition; chosen.len()];
                all.push(format!("({})", each.join(" OR ")));
                values.extend(chosen);
            }
        };
        any("instr(g.folded, ?) > 0", self.players.iter().map(|name| name.to_lowercase().into()).collect());
        any("g.variant = ?", self.variants.iter().map(|variant| variant.name().to_owned().into()).collect());
        let outcomes = self.outcomes.iter().map(|outcome| match outcome {
            Some(outcome) => outcome.to_string().into(),
            None => Value::Null,
        });
        any("g.outcome IS ?", outcomes.collect());
        any("g.date >= ?", self.from.iter().map(|date| date.0.clone().into()).collect());
        // Behind all dates that begin like it.
        any("g.date <= ?", self.to.iter().map(|date| format!("{date}~").into()).collect());
        any("instr(lower(g.event), lower(?)) > 0", self.event.iter().cloned().map(Value::from).collect());
        let level = "CASE g.level WHEN 0 THEN 1000000 ELSE g.level END";
        any(&format!("{level} >= ?"), self.min_level.iter().map(|&level| strength(level)).collect());
        any(&format!("{level} <= ?"), self.max_level.iter().map(|&level| strength(level)).collect());
        if !self.games.is_empty() {
            all.push(format!("g.id IN ({})", vec!["?"; self.games.len()].join(", ")));
            values.extend(self.games.iter().map(|id| Value::from(id.0)));
        }
        match &self.collection {
            CollectionFilter::Any => {}
            CollectionFilter::Own => all.push("g.collection IS NULL".to_owned()),
            CollectionFilter::Named(name) => {
                all.push(
                    "g.collection = (SELECT id FROM collection WHERE name = ? AND deleted IS NULL)"
                        .to_owned(),
                );
                values.push(name.trim().to_owned().into());
            }
        }
        Query { tables, conditions: all.join(" AND "), values }
    }
}

/// A level as a number that grows with the strength.
fn strength(level: i64) -> Value {
    if level == 0 { 1_000_000.into() } else { level.into() }
}

impl Library {
    /// The games that meet the conditions, those first that came into the library last; at most `limit` and at most
    /// [`MOST_ENTRIES`]. With `before`, those alone that came before that game: the next page.
    ///
    /// # Errors
    ///
    /// If there is no such collection, or the file cannot be read.
    pub fn search(
        &self,
        filter: &GameFilter,
        before: Option<GameId>,
        limit: usize,
    ) -> Result<Vec<Entry>, LibraryError> {
        self.check_collection(filter)?;
        let Query { tables, mut conditions, mut values } = filter.query();
        let (id, ply) = if filter.positions.is_empty() { ("g.id", "NULL") } else { ("p.game", "p.ply") };
        if let Some(before) = before {
            conditions = format!("{conditions} AND {id} < ?");
            values.push(before.0.into());
        }
        values.push((limit.min(MOST_ENTRIES) as i64).into());
        let query = format!(
            "SELECT {ENTRY}, {ply} FROM {tables} LEFT JOIN collection c ON c.id = g.collection \
             WHERE {conditions} ORDER BY {id} DESC LIMIT ?"
        );
        let read = |row: &Row<'_>| Ok(Entry { ply: row.get(ENTRY_COLUMNS)?, ..Entry::of_row(row)? });
        let mut statement = self.connection.prepare(&query)?;
        let rows = statement.query_map(params_from_iter(values), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The numbers of all games that meet the conditions, in the order in which they came into the library.
    ///
    /// # Errors
    ///
    /// As [`Self::search`].
    pub fn ids(&self, filter: &GameFilter) -> Result<Vec<GameId>, LibraryError> {
        self.check_collection(filter)?;
        let Query { tables, conditions, values } = filter.query();
        let mut statement = self
            .connection
            .prepare(&format!("SELECT g.id FROM {tables} WHERE {conditions} ORDER BY g.id"))?;
        let rows = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number of games that meet the conditions.
    ///
    /// # Errors
    ///
    /// As [`Self::search`].
    pub fn count(&self, filter: &GameFilter) -> Result<u64, LibraryError> {
        self.check_collection(filter)?;
        let Query { tables, conditions, values } = filter.query();
        let query = format!("SELECT count(*) FROM {tables} WHERE {conditions}");
        Ok(self.connection.query_row(&query, params_from_iter(values), |row| row.get(0))?)
    }

    /// A misspelt name must not look like an empty collection.
    fn check_collection(&self, filter: &GameFilter) -> Result<(), LibraryError> {
        match &filter.collection {
            CollectionFilter::Named(name) if super::collections::find(&self.connection, name)?.is_none() => {
                Err(LibraryError::NoCollection(name.clone()))
            }
            _ => Ok(()),
        }
    }
}
