//! Compares a library with itself.

use rusqlite::{Row, params};

use crate::records::{read_stored, write_stored};

use super::entry::{ENTRY, ENTRY_COLUMNS, Entry, GameId};
use super::error::LibraryError;
use super::facts::Facts;
use super::positions::{GamePosition, positions_of};
use super::rows::insert_positions;
use super::schema::Library;

/// The most problems that are told one by one.
const MOST_PROBLEMS: usize = 50;

/// What a check has found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckReport {
    /// The number of games, deleted ones included.
    pub games: u64,
    /// The number of positions in the index.
    pub positions: u64,
    /// What is wrong, in words.
    pub problems: Vec<String>,
    /// How many more problems there are.
    pub more: u64,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }

    fn add(&mut self, problem: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.more += 1;
        }
    }
}

impl Library {
    /// Checks the whole library: the file as `SQLite` does, that each tree can be read and is legal, and that the table
    /// of games and the index of positions say what the trees say. `progress` is told the numbers of games that are
    /// done and of all.
    ///
    /// # Errors
    ///
    /// If the file cannot be read any further.
    pub fn check(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<CheckReport, LibraryError> {
        let mut report = CheckReport::default();
        for pragma in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            let mut statement = self.connection.prepare(pragma)?;
            let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0))?;
            for words in rows {
                match words?.as_deref() {
                    Some("ok") => {}
                    Some(words) if pragma.ends_with("integrity_check") => {
                        report.add(format!("the file: {words}"));
                    }
                    _ => report
                        .add("the file: a row belongs to a game or a collection that is missing".to_owned()),
                }
            }
        }
        let count = |query| self.connection.query_row(query, [], |row| row.get::<_, u64>(0));
        let total = count("SELECT count(*) FROM game")?;
        report.positions = count("SELECT count(*) FROM position")?;
        let query = format!(
            "SELECT {ENTRY}, t.text FROM game g LEFT JOIN tree t ON t.game = g.id \
             LEFT JOIN collection c ON c.id = g.collection ORDER BY g.id"
        );
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query([])?;
        let mut expected_positions = 0;
        while let Some(row) = rows.next()? {
            report.games += 1;
            progress(report.games, total);
            match self.check_game(row, &mut report) {
                Ok(positions) => expected_positions += positions,
                Err(LibraryError::Damaged(words)) => report.add(format!("game {}: {words}", report.games)),
                Err(error) => return Err(error),
            }
        }
        if expected_positions != report.positions {
            let (found, expected) = (report.positions, expected_positions);
            report.add(format!("the index has {found} positions, and the games have {expected}"));
        }
        Ok(report)
    }

    /// Checks a game; returns the number of its positions.
    fn check_game(&self, row: &Row<'_>, report: &mut CheckReport) -> Result<u64, LibraryError> {
        let id: GameId = row.get(0)?;
        let Some(text) = row.get::<_, Option<String>>(ENTRY_COLUMNS)? else {
            report.add(format!("game {id} has no tree"));
            return Ok(0);
        };
        let tree = match read_stored(&text) {
            Ok(tree) => tree,
            Err(error) => {
                report.add(format!("game {id} cannot be read: {error}"));
                return Ok(0);
            }
        };
        if write_stored(&tree) != text {
            report.add(format!("game {id} is not written as this version writes it"));
        }
        let (entry, facts) = (Entry::of_row(row)?, Facts::of(&tree));
        let [first, second] = &facts.players;
        let player = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let agrees = entry.variant == facts.variant
            && entry.title == facts.title
            && entry.players == [player(first), player(second)]
            && entry.outcome == facts.outcome
            && entry.date == facts.date
            && entry.event == facts.event
            && entry.level == facts.level
            && entry.start == facts.start
            && entry.plies as usize == facts.plies;
        if !agrees {
            report.add(format!("game {id}: the table of games does not say what its tree says"));
        }
        let positions = positions_of(&tree);
        let mut statement =
            self.connection.prepare("SELECT ply, next FROM position WHERE key = ?1 AND game = ?2")?;
        let mut missing = 0;
        for GamePosition { key, ply, next } in &positions {
            let mut rows = statement.query(params![key.number(), id])?;
            let is_there = match rows.next()? {
                Some(row) => row.get::<_, u32>(0)? == *ply && row.get::<_, Option<String>>(1)? == *next,
                None => false,
            };
            missing += u64::from(!is_there);
        }
        if missing > 0 {
            report.add(format!(
                "game {id}: {missing} of its {} positions are not in the index",
                positions.len()
            ));
        }
        Ok(positions.len() as u64)
    }

    /// Builds the index of positions anew from the trees, in one transaction. Games that cannot be read are left out.
    ///
    /// # Errors
    ///
    /// If the file cannot be changed.
    pub fn rebuild_index(&mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<(), LibraryError> {
        let change = self.change()?;
        change.execute("DELETE FROM position", [])?;
        {
            let total = change.query_row("SELECT count(*) FROM tree", [], |row| row.get(0))?;
            let mut statement = change.prepare("SELECT game, text FROM tree ORDER BY game")?;
            let mut rows = statement.query([])?;
            let mut done = 0;
            while let Some(row) = rows.next()? {
                done += 1;
                progress(done, total);
                let (id, text): (GameId, String) = (row.get(0)?, row.get(1)?);
                if let Ok(tree) = read_stored(&text) {
                    insert_positions(&change, id, &positions_of(&tree))?;
                }
            }
        }
        Ok(change.commit()?)
    }
}
