use std::path::{Path, PathBuf};

use crate::games::cchess::tables::{TableError, TableSet, TableValue, TabledGame};

/// The tables that the captures and trades of a larger one lead to.
#[derive(Debug, Default)]
pub struct Smaller {
    set: TableSet,
}

/// What a capture or trade leads to, for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// A win or loss on the board in this number of plies, the capture included.
    Decided(u32),
    /// A win by perpetual check.
    RuleWin,
    /// A loss by perpetual check.
    RuleLoss,
    /// A draw.
    Draw,
}

impl Smaller {
    /// The tables of these files.
    ///
    /// # Errors
    /// If a file is not a table of this game.
    pub fn open<P: TabledGame>(files: &[PathBuf]) -> Result<Self, (PathBuf, TableError)> {
        let mut set = TableSet::default();
        for file in files {
            set.add_file::<P>(file).map_err(|error| (file.clone(), error))?;
        }
        Ok(Self { set })
    }

    /// Adds the table in a file.
    ///
    /// # Errors
    /// If it is not a table of this game.
    pub fn add<P: TabledGame>(&mut self, file: &Path) -> Result<(), TableError> {
        self.set.add_file::<P>(file)
    }

    /// The tables.
    pub const fn set(&self) -> &TableSet {
        &self.set
    }

    /// What a capture or trade led to, given the position after it. `None` if its table is missing or damaged.
    #[inline]
    pub fn after_capture<P: TabledGame>(&self, after: &P) -> Option<Capture> {
        let found = self.set.look_up(after)?;
        Some(match found.value.plies() {
            None => Capture::Draw,
            Some(_) if found.by_rule && found.value.is_win() => Capture::RuleLoss,
            Some(_) if found.by_rule => Capture::RuleWin,
            Some(plies) => Capture::Decided(u32::from(plies) + 1),
        })
    }
}

/// This number of plies if it fits into a table.
pub fn checked_plies(plies: u32) -> Option<u16> {
    TableValue::decided(plies).map(TableValue::number)
}
