//! Syzygy tables, of which a process has one set at a time.
//!
//! Source: R. de Man, "Syzygy bases", <https://github.com/syzygy1/tb>: `.rtbw` files hold wins, draws and losses,
//! `.rtbz` files the distance to the next capture or pawn move.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

use pyrrhic_rs::{
    Color, DtzProbeValue, DtzResult, EngineAdapter, Piece as TablePiece, TableBases, WdlProbeResult,
};

use crate::base::{Move, MoveList, Position, Side, shorten};
use crate::rules::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::rules::chess::encoding::{from_square, promoted, to_square};
use crate::rules::chess::{Bitboard, ChessPosition, PieceKind, Square};
use crate::tactics::{TableMoves, TableResult, TablesError};

/// The loaded tables.
static TABLES: RwLock<Option<Tables>> = RwLock::new(None);
/// The number of men of the largest of them; 0 if there are none.
static MOST_MEN: AtomicU32 = AtomicU32::new(0);

/// From this many plies without a capture or pawn move on, a winning side plays the moves that lead to one fastest.
const HURRY: u16 = 20;

struct Tables {
    path: String,
    probe: TableBases<Attacks>,
}

/// The attacks of chess's men, as the tables' code asks for them.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::from_index(index as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, at: u64) -> u64 {
        let side = if color == Color::White { Side::First } else { Side::Second };
        pawn_attacks(side, square(at)).0
    }

    fn knight_attacks(at: u64) -> u64 {
        knight_attacks(square(at)).0
    }

    fn bishop_attacks(at: u64, occupied: u64) -> u64 {
        bishop_attacks(square(at), Bitboard(occupied)).0
    }

    fn rook_attacks(at: u64, occupied: u64) -> u64 {
        rook_attacks(square(at), Bitboard(occupied)).0
    }

    fn queen_attacks(at: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(at, occupied) | Self::rook_attacks(at, occupied)
    }

    fn king_attacks(at: u64) -> u64 {
        king_attacks(square(at)).0
    }
}

/// Replaces the loaded tables by those in these folders, separated by colons; an empty path removes them. Returns the
/// number of men of the largest table.
///
/// # Errors
/// If the folders hold no tables, or they cannot be read. There are no tables then.
pub fn load(path: &str) -> Result<u32, TablesError> {
    let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    if tables.as_ref().is_some_and(|tables| tables.path == path) {
        return Ok(most_men());
    }
    MOST_MEN.store(0, Relaxed);
    *tables = None;
    if path.is_empty() {
        return Ok(0);
    }
    let folders = || path.split(':').map(Path::new);
    // The tables' code would wait for a named pipe.
    if let Some(table) = folders().find_map(irregular_table) {
        return Err(TablesError::Irregular(table));
    }
    let largest = folders().filter_map(largest_table).max();
    let most = largest.ok_or_else(|| TablesError::NotFound(shorten(path)))?;
    let probe = TableBases::new(path).map_err(|_| TablesError::Unreadable(shorten(path)))?;
    *tables = Some(Tables { path: path.to_owned(), probe });
    MOST_MEN.store(most, Relaxed);
    Ok(most)
}

/// A file in a folder that has the name of a table and is not a regular file.
fn irregular_table(folder: &Path) -> Option<PathBuf> {
    let is_irregular = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz")
            && fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
    };
    fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find(is_irregular)
}

/// The number of men of the largest table in a folder. Its file is named after the men, such as `KQvKR.rtbw`.
fn largest_table(folder: &Path) -> Option<u32> {
    let men = |path: &Path| {
        let (white, black) = path.file_stem()?.to_str()?.split_once('v')?;
        (path.extension()? == "rtbw").then_some((white.len() + black.len()) as u32)
    };
    fs::read_dir(folder).ok()?.flatten().filter_map(|entry| men(&entry.path())).max()
}

/// The number of men of the largest loaded table; 0 if there are none.
#[inline(always)]
pub fn most_men() -> u32 {
    MOST_MEN.load(Relaxed)
}

/// The men, en passant square and side to move, as the tables' code takes them.
struct Query {
    sides: [u64; 2],
    /// By kind, in the order of [`PieceKind::ALL`].
    kinds: [u64; 6],
    en_passant: u32,
    white_to_move: bool,
}

impl Query {
    /// `None` if no table can hold the position.
    fn of(position: &ChessPosition) -> Option<Self> {
        let board = &position.board;
        if board.occupied().len() > most_men() as usize || board.castling.any() {
            return None;
        }
        Some(Self {
            sides: board.sides.map(|side| side.0),
            kinds: PieceKind::ALL.map(|kind| board.kind(kind).0),
            en_passant: board.en_passant.first().map_or(0, |at| at.index() as u32),
            white_to_move: board.side == Side::First,
        })
    }
}

/// Calls a probing function of the tables' code with a [`Query`] and, if the function takes it, the clock of the move
/// limit.
macro_rules! probe {
    ($probe:expr, $function:ident, $query:expr $(, $clock:expr)?) => {{
        let Query { sides: [white, black], kinds, en_passant, white_to_move } = $query;
        let [pawns, knights, bishops, rooks, queens, kings] = kinds;
        $probe.$function(
            white, black, kings, queens, rooks, bishops, knights, pawns, $($clock,)? en_passant, white_to_move,
        )
    }};
}

/// The result of a position right after a capture or pawn move, on which the move limit has no bearing but by itself.
pub fn result(position: &ChessPosition, move_limit: bool) -> Option<TableResult> {
    if position.board.clock != 0 {
        return None;
    }
    let query = Query::of(position)?;
    let tables = TABLES.read().unwrap_or_else(PoisonError::into_inner);
    let found = probe!(tables.as_ref()?.probe, probe_wdl, query);
    found.ok().map(|wdl| reduced(wdl, move_limit))
}

/// The legal moves that keep the result of the position, with regard to the move limit. If the side to move wins and
/// has made no progress for a while, only the moves that lead to a capture or pawn move fastest.
pub fn moves(position: &ChessPosition, move_limit: bool) -> Option<TableMoves> {
    let query = Query::of(position)?;
    let board = &position.board;
    // The probing of roots is not safe on several threads.
    let tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    let clock = if move_limit { board.clock.into() } else { 0 };
    let found = probe!(tables.as_ref()?.probe, probe_root, query, clock);
    drop(tables);
    let found = found.ok()?;
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let mut known = Vec::with_capacity(legal.len());
    for m in legal {
        let entry = found.moves[..found.num_moves].iter().find_map(|value| match value {
            DtzProbeValue::DtzResult(entry) if is_move(*entry, m) => Some(*entry),
            _ => None,
        })?;
        known.push((m, entry));
    }
    let best = known.iter().map(|(_, entry)| rank(entry.wdl)).max()?;
    known.retain(|(_, entry)| rank(entry.wdl) == best);
    let result = reduced(known.first()?.1.wdl, move_limit);
    let is_slow = board.clock >= HURRY || usize::from(board.reversible) >= HURRY.into();
    if result == TableResult::Win && is_slow {
        let fastest = known.iter().map(|(_, entry)| entry.dtz).min()?;
        known.retain(|(_, entry)| entry.dtz == fastest);
    }
    Some(TableMoves { moves: known.into_iter().map(|(m, _)| m).collect(), result })
}

fn is_move(entry: DtzResult, m: Move) -> bool {
    let promotion = match promoted(m) {
        Some(PieceKind::Queen) => TablePiece::Queen,
        Some(PieceKind::Rook) => TablePiece::Rook,
        Some(PieceKind::Bishop) => TablePiece::Bishop,
        Some(PieceKind::Knight) => TablePiece::Knight,
        _ => TablePiece::Pawn,
    };
    usize::from(entry.from_square) == from_square(m).index()
        && usize::from(entry.to_square) == to_square(m).index()
        && entry.promotion == promotion
}

const fn rank(wdl: WdlProbeResult) -> u8 {
    match wdl {
        WdlProbeResult::Loss => 0,
        WdlProbeResult::BlessedLoss => 1,
        WdlProbeResult::Draw => 2,
        WdlProbeResult::CursedWin => 3,
        WdlProbeResult::Win => 4,
    }
}

const fn reduced(wdl: WdlProbeResult, move_limit: bool) -> TableResult {
    match wdl {
        WdlProbeResult::Win => TableResult::Win,
        WdlProbeResult::Loss => TableResult::Loss,
        WdlProbeResult::CursedWin if !move_limit => TableResult::Win,
        WdlProbeResult::BlessedLoss if !move_limit => TableResult::Loss,
        WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss | WdlProbeResult::Draw => TableResult::Draw,
    }
}
