//! Attachments: what a client keeps beside a game under a name of its own, such as the mistakes that a review found.
//! Saving the game leaves them as they are. They are hidden while the game is deleted, and removed with it.
//!
//! Their table came after the others. It is created with the first attachment: programs that know nothing of it can
//! still use the library, and their removal of a game removes its attachments, too.

use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::entry::{ENTRY, ENTRY_COLUMNS, Entry, GameId};
use super::error::LibraryError;
use super::schema::Library;
use super::search::{GameFilter, MOST_ENTRIES, Query};

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS attachment (
    name TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    value TEXT NOT NULL,
    PRIMARY KEY (name, game)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS attachment_game ON attachment (game);
";

/// A game with its attachment of some name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The game.
    pub entry: Entry,
    /// What was attached, which the library does not read.
    pub value: String,
}

impl Library {
    /// Attaches a value to a game in place of one of the same name; without a value, removes that one.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the file cannot be changed.
    pub fn attach(&mut self, id: GameId, name: &str, value: Option<&str>) -> Result<(), LibraryError> {
        let change = self.change()?;
        let found = change.query_row("SELECT 1 FROM game WHERE id = ?1", [id], |_| Ok(())).optional()?;
        found.ok_or(LibraryError::NoGame(id))?;
        match value {
            Some(value) => {
                change.execute_batch(TABLE)?;
                change.execute(
                    "INSERT OR REPLACE INTO attachment (name, game, value) VALUES (?1, ?2, ?3)",
                    params![name, id, value],
                )?;
            }
            None if has_table(&change)? => {
                change.execute("DELETE FROM attachment WHERE name = ?1 AND game = ?2", params![name, id])?;
            }
            None => {}
        }
        Ok(change.commit()?)
    }

    /// The attachments of this name of the games that meet the conditions, those of the newest games first; at most
    /// [`MOST_ENTRIES`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn attachments(&self, name: &str, filter: &GameFilter) -> Result<Vec<Attachment>, LibraryError> {
        if !has_table(&self.connection)? {
            return Ok(Vec::new());
        }
        let Query { tables, conditions, mut values } = filter.query();
        values.push(name.to_owned().into());
        values.push((MOST_ENTRIES as i64).into());
        let query = format!(
            "SELECT {ENTRY}, a.value FROM {tables} JOIN attachment a ON a.game = g.id \
             LEFT JOIN collection c ON c.id = g.collection \
             WHERE {conditions} AND a.name = ? ORDER BY g.id DESC LIMIT ?"
        );
        let mut statement = self.connection.prepare(&query)?;
        let rows = statement.query_map(params_from_iter(values), |row| {
            Ok(Attachment { entry: Entry::of_row(row)?, value: row.get(ENTRY_COLUMNS)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn has_table(connection: &Connection) -> Result<bool, LibraryError> {
    let query = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'attachment'";
    Ok(connection.query_row(query, [], |row| row.get::<_, i64>(0))? > 0)
}
