//! Games in the library: saving, opening, renaming and deleting them.

use rusqlite::{OptionalExtension, Row, params};

use crate::records::{GameTree, read_stored};

use super::entry::{ENTRY, ENTRY_COLUMNS, Entry, GameId};
use super::error::LibraryError;
use super::facts::TITLE;
use super::rows::{Prepared, insert_game, insert_positions, remove_positions, update_game};
use super::schema::{Library, now};

/// How long deleted games can be brought back, in days.
pub const TRASH_DAYS: u32 = 30;

/// The number of deleted games that are removed in one transaction.
const PURGED_AT_ONCE: usize = 200;

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
