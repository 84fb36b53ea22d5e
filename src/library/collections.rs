//! Collections: games that were imported together, or under one name.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::error::LibraryError;
use super::schema::{Library, now, stored_number};

/// The longest name of a collection, in characters.
pub const LONGEST_NAME: usize = 200;

/// The number of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CollectionId(i64);

stored_number!(CollectionId);

/// A collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// The number of its games.
    pub games: u64,
    /// When it came into the library, in milliseconds since 1970.
    pub added: i64,
}

/// A name without blanks around it.
fn checked_name(name: &str) -> Result<&str, LibraryError> {
    let name = name.trim();
    let is_name =
        !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control);
    if is_name { Ok(name) } else { Err(LibraryError::Name) }
}

/// The collection of this name.
pub(super) fn find(connection: &Connection, name: &str) -> Result<Option<CollectionId>, LibraryError> {
    let query = "SELECT id FROM collection WHERE name = ?1 AND deleted IS NULL";
    Ok(connection.query_row(query, [name.trim()], |row| row.get(0)).optional()?)
}

/// The collection of this name, which is created if there is none.
pub(super) fn find_or_add(change: &Connection, name: &str) -> Result<CollectionId, LibraryError> {
    let name = checked_name(name)?;
    if let Some(id) = find(change, name)? {
        return Ok(id);
    }
    change.execute("INSERT INTO collection (name, added) VALUES (?1, ?2)", params![name, now()])?;
    Ok(CollectionId(change.last_insert_rowid()))
}

impl Library {
    /// All collections by name, with the number of their games, and the number of the person's own games.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn collections(&self) -> Result<(Vec<Collection>, u64), LibraryError> {
        let mut statement = self.connection.prepare(
            "SELECT c.name, c.added, (SELECT count(*) FROM game g WHERE g.collection = c.id AND g.deleted IS NULL) \
             FROM collection c WHERE c.deleted IS NULL ORDER BY c.name COLLATE NOCASE",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(Collection { name: row.get(0)?, added: row.get(1)?, games: row.get(2)? })
        })?;
        let collections = rows.collect::<Result<Vec<_>, _>>()?;
        let own = "SELECT count(*) FROM game WHERE collection IS NULL AND deleted IS NULL";
        Ok((collections, self.connection.query_row(own, [], |row| row.get(0))?))
    }

    /// Gives a collection another name.
    ///
    /// # Errors
    ///
    /// If there is none, or the name is taken or no name, or the file cannot be changed.
    pub fn rename_collection(&mut self, name: &str, new: &str) -> Result<(), LibraryError> {
        let new = checked_name(new)?;
        let change = self.change()?;
        let id = find(&change, name)?.ok_or_else(|| LibraryError::NoCollection(name.to_owned()))?;
        if find(&change, new)?.is_some_and(|other| other != id) {
            return Err(LibraryError::CollectionExists(new.to_owned()));
        }
        change.execute("UPDATE collection SET name = ?2 WHERE id = ?1", params![id, new])?;
        Ok(change.commit()?)
    }

    /// Deletes a collection with its games, which can be brought back for [`TRASH_DAYS`](super::TRASH_DAYS). Returns
    /// the number of its games.
    ///
    /// # Errors
    ///
    /// If there is none, or the file cannot be changed.
    pub fn delete_collection(&mut self, name: &str) -> Result<usize, LibraryError> {
        let change = self.change()?;
        let id = find(&change, name)?.ok_or_else(|| LibraryError::NoCollection(name.to_owned()))?;
        // By the time it is known which games were deleted with it, and which before.
        let query = "SELECT ifnull(max(deleted), 0) FROM game WHERE collection = ?1";
        let last: i64 = change.query_row(query, [id], |row| row.get(0))?;
        let now = now().max(last + 1);
        change.execute("UPDATE collection SET deleted = ?2 WHERE id = ?1", params![id, now])?;
        let games = change.execute(
            "UPDATE game SET deleted = ?2 WHERE collection = ?1 AND deleted IS NULL",
            params![id, now],
        )?;
        change.commit()?;
        Ok(games)
    }

    /// Brings the collection of this name that was deleted last back, with the games that were deleted with it. Returns
    /// the number of its games.
    ///
    /// # Errors
    ///
    /// If none was deleted, another one has its name now, or the file cannot be changed.
    pub fn undelete_collection(&mut self, name: &str) -> Result<usize, LibraryError> {
        let change = self.change()?;
        let query = "SELECT id, deleted FROM collection WHERE name = ?1 AND deleted NOT NULL \
                     ORDER BY deleted DESC LIMIT 1";
        let found =
            change.query_row(query, [name.trim()], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let (id, deleted): (CollectionId, i64) =
            found.ok_or_else(|| LibraryError::NoCollection(name.to_owned()))?;
        if find(&change, name)?.is_some() {
            return Err(LibraryError::CollectionExists(name.to_owned()));
        }
        change.execute("UPDATE collection SET deleted = NULL WHERE id = ?1", [id])?;
        let restore = "UPDATE game SET deleted = NULL WHERE collection = ?1 AND deleted = ?2";
        let games = change.execute(restore, params![id, deleted])?;
        change.commit()?;
        Ok(games)
    }
}
