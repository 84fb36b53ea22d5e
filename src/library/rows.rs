//! The rows of a game in the tables of the database.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use crate::records::{GameTree, read_stored, write_stored};

use super::collections::CollectionId;
use super::entry::GameId;
use super::error::LibraryError;
use super::facts::{Facts, fingerprint};
use super::positions::{GamePosition, positions_of};
use super::schema::now;

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
pub(super) fn update_game(
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

/// Removes the positions of a game, which was stored as this text, from the index.
pub(super) fn remove_positions(change: &Connection, id: GameId, text: &str) -> Result<(), LibraryError> {
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
