//! Syzygy tables. A process has one set of them at a time.
//!
//! Source: R. de Man, "Syzygy bases", <https://github.com/syzygy1/tb>: `.rtbw` files contain wins, draws and losses,
//! `.rtbz` files the distance to the next capture or pawn move.
//!
//! Nothing in a file is trusted. Loading a table checks its header and the file length that follows from it, and the
//! checksum of small files. Looking up a position checks that every offset is within the file. A table that turns out
//! to be damaged is excluded from then on. Wrong but valid values in a large table cannot be detected; `tbcheck`, from
//! the program that generates the tables, finds those.

mod arrangement;
mod checksum;
mod error;
mod geometry;
mod material;
mod pairs;
mod probe;
mod set;
mod table;
mod wdl;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

use crate::base::{Move, MoveList, Position};
use crate::games::chess::ChessPosition;
use crate::games::chess::board::Board;
use crate::search::{Distance, LoadedTables, TableEntry, TableMoves, TableResult, TablesError};

pub use checksum::checksum;

use set::TableSet;
pub use set::take_problems;
use wdl::Wdl;

/// The loaded tables.
static TABLES: RwLock<Option<Tables>> = RwLock::new(None);
/// The number of pieces in the largest of them; 0 if there are none.
static MOST_PIECES: AtomicU32 = AtomicU32::new(0);

/// After this many plies without a capture or pawn move, a winning side plays only the moves that lead to one fastest.
const HURRY: u16 = 20;

struct Tables {
    path: String,
    set: TableSet,
}

/// Replaces the loaded tables with those in these folders, separated as usual on the system; an empty path removes
/// them.
///
/// # Errors
/// If the folders contain no tables, or none that can be used. The tables loaded before are kept then.
pub fn load(path: &str) -> Result<LoadedTables, TablesError> {
    let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(tables) = tables.as_ref().filter(|tables| tables.path == path) {
        return Ok(loaded(&tables.set));
    }
    if path.is_empty() {
        MOST_PIECES.store(0, Relaxed);
        *tables = None;
        return Ok(LoadedTables::default());
    }
    let set = TableSet::load(path)?;
    MOST_PIECES.store(set.most_pieces(), Relaxed);
    let found = loaded(&set);
    *tables = Some(Tables { path: path.to_owned(), set });
    Ok(found)
}

fn loaded(set: &TableSet) -> LoadedTables {
    LoadedTables { most_pieces: set.most_pieces(), refused: set.refused().to_vec() }
}

/// The number of pieces in the largest loaded table; 0 if there are none.
#[inline]
pub fn most_pieces() -> u32 {
    MOST_PIECES.load(Relaxed)
}

/// Looks up a position that the tables may contain.
fn look_up<T>(board: &Board, question: impl FnOnce(&TableSet) -> Option<T>) -> Option<T> {
    if board.occupied().len() > most_pieces() as usize || board.castling.any() {
        return None;
    }
    let tables = TABLES.read().unwrap_or_else(PoisonError::into_inner);
    question(&tables.as_ref()?.set)
}

/// The result of a position right after a capture or pawn move, for which the move limit starts anew.
pub fn entry(position: &ChessPosition, move_limit: bool) -> Option<TableEntry> {
    let board = &position.board;
    if board.clock != 0 {
        return None;
    }
    let wdl = look_up(board, |tables| tables.wdl(board))?;
    Some(TableEntry { result: reduced(wdl, move_limit), distance: Distance::Unknown })
}

/// The legal moves that keep the result of the position, taking the move limit into account. If the side to move wins
/// and has made no progress for a while, only the moves that lead to a capture or pawn move fastest.
pub fn moves(position: &ChessPosition, move_limit: bool) -> Option<TableMoves> {
    let board = &position.board;
    let clock = if move_limit { board.clock.into() } else { 0 };
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let mut known = look_up(board, |tables| {
        let with_distance = |m: Move| {
            let distance = tables.distance_after(board, m)?;
            Some((m, Wdl::of_distance(distance, clock), distance))
        };
        legal.into_iter().map(with_distance).collect::<Option<Vec<_>>>()
    })?;
    let best = known.iter().map(|(_, wdl, _)| *wdl).max()?;
    known.retain(|(_, wdl, _)| *wdl == best);
    let result = reduced(best, move_limit);
    let is_slow = board.clock >= HURRY || usize::from(board.reversible) >= HURRY.into();
    if result == TableResult::Win && is_slow {
        let fastest = known.iter().map(|(_, _, distance)| *distance).min()?;
        known.retain(|(_, _, distance)| *distance == fastest);
    }
    let entry = TableEntry { result, distance: Distance::Unknown };
    Some(TableMoves { moves: known.into_iter().map(|(m, _, _)| m).collect(), entry })
}

const fn reduced(wdl: Wdl, move_limit: bool) -> TableResult {
    match wdl {
        Wdl::Win => TableResult::Win,
        Wdl::Loss => TableResult::Loss,
        Wdl::CursedWin if !move_limit => TableResult::Win,
        Wdl::BlessedLoss if !move_limit => TableResult::Loss,
        Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => TableResult::Draw,
    }
}
