//! Adding many games at once.

use rusqlite::{OptionalExtension, params};

use crate::records::{GameTree, NotationError, Note, ParsedGame, check};

use super::collections::find_or_add;
use super::entry::GameId;
use super::error::LibraryError;
use super::rows::{Prepared, insert_game};
use super::schema::{Library, now};

/// A transaction is made once so many games or positions wait for it. A large one costs less for each game, as it
/// changes most pages of the index once; but as long as it is made, others wait.
const BATCH_GAMES: usize = 4000;
const BATCH_POSITIONS: usize = 400_000;

/// What became of the games of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportReport {
    /// Games that were added.
    pub added: u64,
    /// Games that the library has already, with everything that is said about them.
    pub duplicates: u64,
    /// Games that cannot be read.
    pub refused: u64,
}

/// What is to be told of a game of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Unreadable(NotationError),
    /// The library has it.
    Duplicate(GameId),
}

/// A game that waits for its transaction.
struct Waiting {
    number: u64,
    game: Prepared,
}

/// Imports games into a library. What was not [finished](Self::finish) may be missing.
pub struct Importer<'a> {
    library: &'a mut Library,
    collection: Option<String>,
    source: Option<String>,
    keeps_duplicates: bool,
    waiting: Vec<Waiting>,
    positions: usize,
    report: ImportReport,
}

impl<'a> Importer<'a> {
    /// Imports into the collection of this name, which is created with the first game, or among the person's own games.
    pub fn new(library: &'a mut Library, collection: Option<String>) -> Self {
        let report = ImportReport::default();
        Self {
            library,
            collection,
            source: None,
            keeps_duplicates: false,
            waiting: Vec::new(),
            positions: 0,
            report,
        }
    }

    /// Adds games that the library has already once more.
    pub fn keep_duplicates(&mut self) {
        self.keeps_duplicates = true;
    }

    /// The games are from this file.
    pub fn set_source(&mut self, source: Option<&str>) {
        self.source = source.map(str::to_owned);
    }

    /// What has become of the games so far, those not counted that wait for their transaction.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    /// Checks a game as it was read and adds it. `number` is its number in the file, with which `refused` is told of it
    /// if it is not added, now or later. Returns the notes about the game.
    ///
    /// # Errors
    ///
    /// As [`Self::finish`].
    pub fn add(
        &mut self,
        number: u64,
        game: Result<ParsedGame, NotationError>,
        refused: &mut dyn FnMut(u64, Refusal),
    ) -> Result<Vec<Note>, LibraryError> {
        match game.and_then(check) {
            Ok(game) => {
                self.add_checked(number, &game.tree, refused)?;
                Ok(game.notes)
            }
            Err(error) => {
                self.report.refused += 1;
                refused(number, Refusal::Unreadable(error));
                Ok(Vec::new())
            }
        }
    }

    fn add_checked(
        &mut self,
        number: u64,
        tree: &GameTree,
        refused: &mut dyn FnMut(u64, Refusal),
    ) -> Result<(), LibraryError> {
        let game = Prepared::of(tree);
        self.positions += game.positions.len();
        self.waiting.push(Waiting { number, game });
        if self.waiting.len() >= BATCH_GAMES || self.positions >= BATCH_POSITIONS {
            self.flush(refused)?;
        }
        Ok(())
    }

    /// Adds the games that wait, all in one transaction.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed, or the name of the collection is none.
    fn flush(&mut self, refused: &mut dyn FnMut(u64, Refusal)) -> Result<(), LibraryError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let now = now();
        let mut rows = Vec::with_capacity(self.positions);
        let (mut added, mut duplicates) = (0, Vec::new());
        let change = self.library.change()?;
        let collection = self.collection.as_deref().map(|name| find_or_add(&change, name)).transpose()?;
        {
            let mut same = change.prepare(
                "SELECT g.id FROM game g JOIN tree t ON t.game = g.id \
                 WHERE g.fingerprint = ?1 AND g.deleted IS NULL AND t.text = ?2",
            )?;
            for Waiting { number, game } in &self.waiting {
                let known: Option<GameId> = if self.keeps_duplicates {
                    None
                } else {
                    same.query_row(params![game.fingerprint, game.text], |row| row.get(0)).optional()?
                };
                if let Some(id) = known {
                    duplicates.push((*number, id));
                    continue;
                }
                let id = insert_game(&change, game, collection, self.source.as_deref(), now)?;
                added += 1;
                rows.extend(game.positions.iter().map(|position| (position, id)));
            }
            // Neighbours in the table are written one after the other.
            rows.sort_by_key(|(position, id)| (position.key, *id));
            let mut insert =
                change.prepare("INSERT INTO position (key, game, ply, next) VALUES (?1, ?2, ?3, ?4)")?;
            for (position, id) in &rows {
                insert.execute(params![position.key.number(), id, position.ply, position.next])?;
            }
        }
        change.commit()?;
        drop(rows);
        self.waiting.clear();
        self.positions = 0;
        self.report.added += added;
        self.report.duplicates += duplicates.len() as u64;
        for (number, id) in duplicates {
            refused(number, Refusal::Duplicate(id));
        }
        Ok(())
    }

    /// Adds what still waits.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed. The games of earlier transactions stay.
    pub fn finish(mut self, refused: &mut dyn FnMut(u64, Refusal)) -> Result<ImportReport, LibraryError> {
        self.flush(refused)?;
        Ok(self.report)
    }
}
