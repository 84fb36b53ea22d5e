//! All tables of a search path.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use crate::base::table_files::{Memory, NulInPath, files, folders};
use crate::base::{Side, lock, shorten};
use crate::games::chess::board::Board;
use crate::search::TablesError;

use super::error::TableError;
use super::material::{Material, MaterialKey};
use super::table::{Distance, Kind, Table};
use super::wdl::Wdl;

/// The maximum memory used by tables, in bytes: enough for everything that a search probes in those of up to five
/// pieces.
const MEMORY: usize = 512 << 20;
/// The memory for checking a table; of a large one, only the header is read.
const MEMORY_OF_CHECK: usize = 2 << 20;

/// The tables excluded, with the reasons, until the next [`take_problems`].
static PROBLEMS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The tables excluded since the last call, each with the reason.
pub fn take_problems() -> Vec<String> {
    std::mem::take(&mut *lock(&PROBLEMS))
}

/// The file of a table, opened when a position is first looked up in it.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    table: OnceLock<Option<Table>>,
    /// Whether the table has been excluded.
    is_bad: AtomicBool,
}

impl Slot {
    /// Queries the table; `None` if it cannot be used, which is reported the first time.
    fn ask<T>(
        &self,
        open: impl FnOnce(&Path) -> Result<Table, TableError>,
        question: impl FnOnce(&Table) -> Result<T, TableError>,
    ) -> Option<T> {
        if self.is_bad.load(Relaxed) {
            return None;
        }
        let table = self.table.get_or_init(|| open(&self.path).map_err(|error| self.give_up(&error)).ok());
        question(table.as_ref()?).map_err(|error| self.give_up(&error)).ok()
    }

    /// Excludes the table from now on.
    fn give_up(&self, error: &TableError) {
        if !self.is_bad.swap(true, Relaxed) {
            let problem = format!("tablebase {:?} is no longer used: {error}", self.path.display());
            log::warn!("{problem}");
            lock(&PROBLEMS).push(problem);
        }
    }
}

/// The tables for one material.
#[derive(Debug)]
struct Entry {
    material: Material,
    /// In the order of [`Kind`].
    slots: [Option<Slot>; 2],
}

/// The location of the tables for a material.
#[derive(Debug, Clone, Copy)]
struct Place {
    entry: usize,
    /// Whether Black has the pieces of the side named first.
    flip: bool,
}

/// All tables of a search path.
#[derive(Debug)]
pub struct TableSet {
    entries: Vec<Entry>,
    /// The locations of the tables for each material, in the order of the keys.
    places: Vec<(MaterialKey, Place)>,
    memory: Arc<Memory>,
    most_pieces: u32,
    refused: Vec<String>,
}

impl TableSet {
    /// Finds the tables in these folders and checks the header and the length of each, and the checksum of small ones.
    /// If several folders have the same table, the first valid one is used.
    ///
    /// # Errors
    /// If the path is not valid, or no table of results can be used.
    pub fn load(path: &str) -> Result<Self, TablesError> {
        let memory = Arc::new(Memory::new(MEMORY));
        let mut set =
            Self { entries: Vec::new(), places: Vec::new(), memory, most_pieces: 0, refused: Vec::new() };
        let mut found = Vec::new();
        let mut is_empty = true;
        for folder in folders(path).map_err(|NulInPath| TablesError::Nul)? {
            match files(&folder, &[Kind::Wdl, Kind::Dtz].map(Kind::extension)) {
                Ok(files) => {
                    is_empty &= files.is_empty();
                    for file in files {
                        set.add(file, &mut found);
                    }
                }
                Err(error) => set.refuse(&folder, &error),
            }
        }
        if set.most_pieces == 0 {
            return Err(match set.refused.split_first() {
                Some((first, others)) if !is_empty => {
                    TablesError::Refused { first: first.clone(), others: others.len() }
                }
                _ => TablesError::NotFound(shorten(path)),
            });
        }
        set.places.sort_unstable_by_key(|(key, _)| *key);
        Ok(set)
    }

    /// Adds a table if it is valid. `found`: the materials of the entries.
    fn add(&mut self, path: PathBuf, found: &mut Vec<Material>) {
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let is_kind = |kind: &Kind| path.extension().is_some_and(|extension| extension == kind.extension());
        let (Some(material), Some(kind)) =
            (Material::from_name(name), [Kind::Wdl, Kind::Dtz].into_iter().find(is_kind))
        else {
            return self.refuse(&path, &TableError::Name);
        };
        let known = found.iter().position(|other| *other == material);
        if known.is_some_and(|entry| self.entries[entry].slots[kind as usize].is_some()) {
            return;
        }
        let checked = Table::open(&path, kind, material, &Arc::new(Memory::new(MEMORY_OF_CHECK)))
            .and_then(|table| table.verify_if_small());
        if let Err(error) = checked {
            return self.refuse(&path, &error);
        }
        let entry = known.unwrap_or_else(|| {
            let entry = self.entries.len();
            let [key, other] = material.keys();
            self.places.push((key, Place { entry, flip: false }));
            if other != key {
                self.places.push((other, Place { entry, flip: true }));
            }
            self.entries.push(Entry { material, slots: [None, None] });
            found.push(material);
            entry
        });
        let slot = Slot { path, table: OnceLock::new(), is_bad: AtomicBool::new(false) };
        self.entries[entry].slots[kind as usize] = Some(slot);
        if kind == Kind::Wdl {
            self.most_pieces = self.most_pieces.max(material.pieces() as u32);
        }
    }

    fn refuse(&mut self, path: &Path, reason: &dyn Display) {
        let refused = format!("{:?}: {reason}", path.display().to_string());
        log::warn!("tablebases: {refused}");
        self.refused.push(refused);
    }

    /// The number of pieces in the largest table of results.
    pub const fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The tables that cannot be used, with the reasons.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// The result of a position according to its table alone.
    pub fn look_up_result(&self, key: MaterialKey, board: &Board) -> Option<Wdl> {
        self.look_up(key, board, Kind::Wdl, |table, flip| table.result(board, flip))
    }

    /// The distance of a position with this result according to its table alone.
    pub fn look_up_distance(&self, key: MaterialKey, board: &Board, result: Wdl) -> Option<Distance> {
        self.look_up(key, board, Kind::Dtz, |table, flip| table.distance(board, flip, result))
    }

    fn look_up<T>(
        &self,
        key: MaterialKey,
        board: &Board,
        kind: Kind,
        question: impl FnOnce(&Table, bool) -> Result<T, TableError>,
    ) -> Option<T> {
        let place = self.places.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        let (_, Place { entry, flip }) = *self.places.get(place)?;
        let Entry { material, slots } = self.entries.get(entry)?;
        // If both sides have equal pieces, the side to move is the one named first.
        let flip = if material.is_symmetric() { board.side == Side::Second } else { flip };
        let open = |path: &Path| Table::open(path, kind, *material, &self.memory);
        slots[kind as usize].as_ref()?.ask(open, |table| question(table, flip))
    }
}
