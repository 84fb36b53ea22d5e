use std::sync::PoisonError;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::base::Outcome;
use crate::search::{Distance, LoadedTables, SearchTables, TableEntry, TableMoves, TableResult, TablesError};

use super::rules::TabledGame;
use super::set::{Found, TablePosition, TableSet, take_problems};

/// The tables of a game that are in use in this process.
pub struct InUse {
    set: RwLock<Option<(String, TableSet)>>,
    /// [`TableSet::most_pieces`]; 0 until the set is made.
    most_pieces: AtomicUsize,
    embedded: fn() -> TableSet,
}

impl InUse {
    /// Uses the tables that are part of the program until others are loaded.
    pub const fn new(embedded: fn() -> TableSet) -> Self {
        Self { set: RwLock::new(None), most_pieces: AtomicUsize::new(0), embedded }
    }

    /// Uses the tables in these folders, besides those of the program. An empty path means the latter alone.
    ///
    /// # Errors
    /// If the folders contain no table that can be used. The tables in use before are kept then.
    pub fn load<P: TabledGame>(&self, path: &str) -> Result<LoadedTables, TablesError> {
        let mut current = self.set.write().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_none_or(|(loaded, _)| loaded != path) {
            let mut set = (self.embedded)();
            if !path.is_empty() {
                set.add_folders::<P>(path)?;
            }
            self.most_pieces.store(set.most_pieces(), Relaxed);
            *current = Some((path.to_owned(), set));
        }
        let loaded = current.as_ref().filter(|_| !path.is_empty()).map(|(_, set)| set.loaded());
        Ok(loaded.unwrap_or_default())
    }

    /// The number of pieces in the largest table, with the generals; 0 if there are no tables.
    #[inline]
    pub fn most_pieces(&self) -> usize {
        match self.most_pieces.load(Relaxed) {
            0 => self.make_set(),
            most => most,
        }
    }

    #[cold]
    fn make_set(&self) -> usize {
        let mut current = self.set.write().unwrap_or_else(PoisonError::into_inner);
        let (_, set) = current.get_or_insert_with(|| (String::new(), (self.embedded)()));
        self.most_pieces.store(set.most_pieces(), Relaxed);
        set.most_pieces()
    }

    fn ask<T>(&self, question: impl FnOnce(&TableSet) -> Option<T>) -> Option<T> {
        if self.most_pieces() == 0 {
            return None;
        }
        let current = self.set.read().unwrap_or_else(PoisonError::into_inner);
        question(&current.as_ref()?.1)
    }

    /// What the tables say about a position, whatever the move limit.
    pub fn look_up<P: TabledGame>(&self, position: &P) -> Option<Found> {
        self.ask(|set| set.look_up(position))
    }

    /// A position with the values after all of its moves, whatever the move limit.
    pub fn position<P: TabledGame>(&self, position: &P) -> Option<TablePosition> {
        self.ask(|set| set.position(position))
    }

    /// The result of a position, if the tables contain it and the move limit cannot change it.
    pub fn entry<P: TabledGame>(&self, position: &P, move_limit: bool) -> Option<TableEntry> {
        entry(position, self.look_up(position)?, move_limit)
    }

    /// The best moves of a position, if the tables contain it and the move limit cannot change the result.
    pub fn moves<P: TabledGame>(&self, position: &P, move_limit: bool) -> Option<TableMoves> {
        let known = self.position(position)?;
        let entry = entry(position, known.found, move_limit)?;
        let mut after = position.clone();
        let moves = known.best(|m| {
            after.make(m, &mut ());
            let spoils = entry.result == TableResult::Win
                && after
                    .verdict()
                    .is_some_and(|verdict| verdict.outcome != Outcome::Win(position.side_to_move()));
            after.unmake();
            !spoils
        });
        (!moves.is_empty()).then_some(TableMoves { moves, entry })
    }
}

impl<P: TabledGame> SearchTables for P {
    fn load_tables(path: &str) -> Result<Option<LoadedTables>, TablesError> {
        P::tables().load::<P>(path).map(Some)
    }

    fn take_table_problems() -> Vec<String> {
        take_problems()
    }

    fn has_tables() -> bool {
        P::tables().most_pieces() > 0
    }

    #[inline]
    fn may_be_in_tables(&self) -> bool {
        self.occupied().len() <= P::tables().most_pieces()
    }

    fn table_entry(&self, move_limit: bool) -> Option<TableEntry> {
        self.may_be_in_tables().then(|| P::tables().entry(self, move_limit))?
    }

    fn table_moves(&self, move_limit: bool) -> Option<TableMoves> {
        self.may_be_in_tables().then(|| P::tables().moves(self, move_limit))?
    }
}

fn entry<P: TabledGame>(position: &P, found: Found, move_limit: bool) -> Option<TableEntry> {
    let Some(plies) = found.value.plies() else {
        return P::HAS_CERTAIN_DRAWS
            .then_some(TableEntry { result: TableResult::Draw, distance: Distance::Unknown });
    };
    let result = if found.value.is_win() { TableResult::Win } else { TableResult::Loss };
    if found.by_rule {
        // How long the checks can go on is unknown.
        return (!move_limit || position.plies_left() >= PLIES_FOR_CHECKS)
            .then_some(TableEntry { result, distance: Distance::Unknown });
    }
    let in_time = u32::from(plies) <= position.plies_left();
    (in_time || !move_limit).then_some(TableEntry { result, distance: Distance::Exactly(plies) })
}

/// The number of plies within which a perpetual check is taken to end by repetition.
const PLIES_FOR_CHECKS: u32 = 80;
