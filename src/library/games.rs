//! Games in the library: saving, opening, renaming and deleting them.

use std::collections::HashMap;
use std::fmt;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::base::Outcome;
use crate::games::Variant;
use crate::records::{GameTree, read_stored, write_stored};

use super::collections::CollectionId;
use super::error::LibraryError;
use super::facts::{Facts, TITLE, fingerprint};
use super::positions::{GamePosition, positions_of};
use super::schema::{Library, now};

/// How long deleted games can be brought back, in days.
pub const TRASH_DAYS: u32 = 30;

/// The number of deleted games that are removed in one transaction.
const PURGED_AT_ONCE: usize = 200;

/// The number of a game, which no other game of the library ever gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ToSql for GameId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for GameId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

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

/// A game that was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedGame {
    /// What the library shows of it.
    pub entry: Entry,
    /// The game.
    pub tree: GameTree,
    /// What its client keeps with it, which the library does not read.
    pub state: Option<String>,
}

/// A game as the tables have it.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub text: String,
    pub fingerprint: i64,
    pub facts: Facts,
    pub positions: Vec<GamePosition>,
}

impl Prepared {
    /// Prepares a checked game, outside of any transaction.
    pub(super) fn of(tree: &GameTree) -> Self {
        let text = write_stored(tree);
        Self { fingerprint: fingerprint(&text), facts: Facts::of(tree), positions: positions_of(tree), text }
    }
}

impl Library {
    /// Saves a checked game: a new one of the person's own, or an existing one with what it is now. Returns its number
    /// and its revision. A game that was deleted is back then.
    ///
    /// `state` is what the client keeps with the game. With `revision` an existing game is saved only if it still has
    /// that revision.
    ///
    /// # Errors
    ///
    /// If there is no such game, it was changed by others, or the file cannot be changed.
    pub fn save(
        &mut self,
        id: Option<GameId>,
        tree: &GameTree,
        state: Option<&str>,
        revision: Option<u64>,
    ) -> Result<(GameId, u64), LibraryError> {
        let game = Prepared::of(tree);
        let change = self.change()?;
        let done = match id {
            None => (insert_game(&change, &game, None, None, now())?, 1),
            Some(id) => (id, update_game(&change, id, &game, revision)?),
        };
        if let Some(state) = state {
            change.execute("UPDATE tree SET state = ?2 WHERE game = ?1", params![done.0, state])?;
        }
        if id.is_none() {
            insert_positions(&change, done.0, &game.positions)?;
        }
        change.commit()?;
        Ok(done)
    }

    /// The number and the revision of one's own game that is the same, with everything that is said about it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn same_own_game(&self, tree: &GameTree) -> Result<Option<(GameId, u64)>, LibraryError> {
        let game = Prepared::of(tree);
        let query = "SELECT g.id, g.revision FROM game g JOIN tree t ON t.game = g.id \
             WHERE g.fingerprint = ?1 AND g.deleted IS NULL AND g.collection IS NULL AND t.text = ?2 \
             ORDER BY g.id DESC LIMIT 1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.connection.query_row(query, params![game.fingerprint, game.text], read).optional()?)
    }

    /// Opens a game, even a deleted one.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub fn game(&self, id: GameId) -> Result<SavedGame, LibraryError> {
        let query = format!(
            "SELECT {ENTRY}, t.text, t.state FROM game g JOIN tree t ON t.game = g.id \
             LEFT JOIN collection c ON c.id = g.collection WHERE g.id = ?1"
        );
        let read =
            |row: &Row<'_>| Ok((Entry::of_row(row)?, row.get::<_, String>(ENTRY_COLUMNS)?, row.get(18)?));
        let found = self.connection.query_row(&query, [id], read).optional()?;
        let (entry, text, state) = found.ok_or(LibraryError::NoGame(id))?;
        let tree = read_stored(&text).map_err(|error| LibraryError::Game { id, error })?;
        Ok(SavedGame { entry, tree, state })
    }

    /// Gives a game a name, or takes it away.
    ///
    /// # Errors
    ///
    /// If there is no such game, it cannot be read, or the file cannot be changed.
    pub fn rename(&mut self, id: GameId, title: Option<&str>) -> Result<u64, LibraryError> {
        let change = self.change()?;
        let text: Option<String> =
            change.query_row("SELECT text FROM tree WHERE game = ?1", [id], |row| row.get(0)).optional()?;
        let text = text.ok_or(LibraryError::NoGame(id))?;
        let mut tree = read_stored(&text).map_err(|error| LibraryError::Game { id, error })?;
        match title.map(str::trim).filter(|title| !title.is_empty()) {
            Some(title) => tree.tags.set(TITLE, title),
            None => _ = tree.tags.remove(TITLE),
        }
        let revision = update_game(&change, id, &Prepared::of(&tree), None)?;
        change.commit()?;
        Ok(revision)
    }

    /// Deletes games; they can be brought back for [`TRASH_DAYS`]. Returns which of them were there.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed.
    pub fn delete(&mut self, games: &[GameId]) -> Result<Vec<GameId>, LibraryError> {
        self.mark(games, "UPDATE game SET deleted = ?2 WHERE id = ?1 AND deleted IS NULL")
    }

    /// Brings deleted games back. Returns which of them were deleted.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed.
    pub fn undelete(&mut self, games: &[GameId]) -> Result<Vec<GameId>, LibraryError> {
        // Games of a collection that is deleted as well become the person's own.
        self.mark(
            games,
            "UPDATE game SET deleted = NULL, collection = \
             (SELECT id FROM collection WHERE id = game.collection AND deleted IS NULL) \
             WHERE id = ?1 AND deleted IS NOT NULL AND ?2 > 0",
        )
    }

    fn mark(&mut self, games: &[GameId], update: &str) -> Result<Vec<GameId>, LibraryError> {
        let now = now();
        let change = self.change()?;
        let mut marked = Vec::new();
        {
            let mut statement = change.prepare(update)?;
            for &id in games {
                if statement.execute(params![id, now])? > 0 {
                    marked.push(id);
                }
            }
        }
        change.commit()?;
        Ok(marked)
    }

    /// Removes games for good that were deleted more than [`TRASH_DAYS`] ago, a few at a time. Returns how many.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed.
    pub fn purge(&mut self) -> Result<usize, LibraryError> {
        self.purge_before(now() - i64::from(TRASH_DAYS) * 24 * 3600 * 1000)
    }

    pub(super) fn purge_before(&mut self, time: i64) -> Result<usize, LibraryError> {
        let change = self.change()?;
        let games: Vec<(GameId, String)> = {
            let mut statement = change.prepare(
                "SELECT g.id, t.text FROM game g JOIN tree t ON t.game = g.id WHERE g.deleted < ?1 LIMIT ?2",
            )?;
            let rows =
                statement.query_map(params![time, PURGED_AT_ONCE], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<_, _>>()?
        };
        for (id, text) in &games {
            remove_positions(&change, *id, text)?;
            change.execute("DELETE FROM game WHERE id = ?1", [id])?;
        }
        change.execute(
            "DELETE FROM collection WHERE deleted < ?1 \
             AND id NOT IN (SELECT collection FROM game WHERE collection NOT NULL)",
            [time],
        )?;
        change.commit()?;
        Ok(games.len())
    }
}

/// Adds a game without its positions.
pub(super) fn insert_game(
    change: &Connection,
    game: &Prepared,
    collection: Option<CollectionId>,
    source: Option<&str>,
    now: i64,
) -> Result<GameId, LibraryError> {
    let Facts { variant, title, players: [first, second], folded, outcome, date, event, level, start, plies } =
        &game.facts;
    let outcome = outcome.map(|outcome| outcome.to_string());
    change.execute(
        "INSERT INTO game (variant, title, first, second, folded, outcome, date, event, level, start, plies, \
         fingerprint, collection, source, added, changed) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15)",
        params![
            variant.name(),
            title,
            first,
            second,
            folded,
            outcome,
            date,
            event,
            level,
            start,
            plies,
            game.fingerprint,
            collection,
            source,
            now
        ],
    )?;
    let id = GameId(change.last_insert_rowid());
    change.execute("INSERT INTO tree (game, text) VALUES (?1, ?2)", params![id, game.text])?;
    Ok(id)
}

/// Replaces what a game is, with its positions; returns its new revision.
fn update_game(
    change: &Connection,
    id: GameId,
    game: &Prepared,
    expected: Option<u64>,
) -> Result<u64, LibraryError> {
    let query = "SELECT g.revision, t.text FROM game g JOIN tree t ON t.game = g.id WHERE g.id = ?1";
    let found = change.query_row(query, [id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let (revision, before): (u64, String) = found.ok_or(LibraryError::NoGame(id))?;
    if let Some(expected) = expected.filter(|&expected| expected != revision) {
        return Err(LibraryError::Changed { id, expected, found: revision });
    }
    let Facts { variant, title, players: [first, second], folded, outcome, date, event, level, start, plies } =
        &game.facts;
    let outcome = outcome.map(|outcome| outcome.to_string());
    change.execute(
        "UPDATE game SET variant = ?2, title = ?3, first = ?4, second = ?5, folded = ?6, outcome = ?7, date = ?8, \
         event = ?9, level = ?10, start = ?11, plies = ?12, fingerprint = ?13, changed = ?14, deleted = NULL, \
         revision = ?15 WHERE id = ?1",
        params![
            id, variant.name(), title, first, second, folded, outcome, date, event, level, start, plies,
            game.fingerprint, now(), revision + 1
        ],
    )?;
    change.execute("UPDATE tree SET text = ?2 WHERE game = ?1", params![id, game.text])?;
    replace_positions(change, id, &before, &game.positions)?;
    Ok(revision + 1)
}

/// The positions in the index of a game that was stored as this text; `None` if it cannot be read.
fn positions_of_text(text: &str) -> Option<Vec<GamePosition>> {
    read_stored(text).ok().map(|tree| positions_of(&tree))
}

/// Changes only the rows that differ: after each move of a game these are two.
fn replace_positions(
    change: &Connection,
    id: GameId,
    before: &str,
    after: &[GamePosition],
) -> Result<(), LibraryError> {
    let Some(before) = positions_of_text(before) else {
        change.execute("DELETE FROM position WHERE game = ?1", [id])?;
        return insert_positions(change, id, after);
    };
    let mut old: HashMap<_, _> = before.iter().map(|position| (position.key, position)).collect();
    let new: Vec<_> = after
        .iter()
        .filter(|position| old.remove(&position.key).is_none_or(|old| old != *position))
        .cloned()
        .collect();
    let mut statement = change.prepare("DELETE FROM position WHERE key = ?1 AND game = ?2")?;
    for key in old.keys() {
        statement.execute(params![key.number(), id])?;
    }
    insert_positions(change, id, &new)
}

fn remove_positions(change: &Connection, id: GameId, text: &str) -> Result<(), LibraryError> {
    replace_positions(change, id, text, &[])
}

/// Adds positions of a game to the index, or replaces them.
pub(super) fn insert_positions(
    change: &Connection,
    id: GameId,
    positions: &[GamePosition],
) -> Result<(), LibraryError> {
    let mut statement =
        change.prepare("INSERT OR REPLACE INTO position (key, game, ply, next) VALUES (?1, ?2, ?3, ?4)")?;
    for GamePosition { key, ply, next } in positions {
        statement.execute(params![key.number(), id, ply, next])?;
    }
    Ok(())
}
