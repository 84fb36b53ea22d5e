//! The header of a table's file: the arrangement of its parts, and their offsets.
//!
//! Source: R. de Man, "Syzygy bases", <https://github.com/syzygy1/tb>. Four bytes that distinguish tables of wins from
//! tables of distances are followed by flags, the order of the pieces and the codes of all parts, then the indexes of
//! all parts, the lengths of their blocks, their blocks, and a checksum of 16 bytes. Tables with pawns have a part for
//! each of the files a to d on which the leading pawn can be; tables of wins have one for each side to move.

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::base::Side;
use crate::base::table_files::{Cursor, Memory, TableFile};
use crate::games::chess::board::Board;

use super::arrangement::{Arrangement, Order, leading_file};
use super::checksum::checksum;
use super::error::TableError;
use super::material::Material;
use super::pairs::Pairs;
use super::wdl::Wdl;

/// The kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Wins, draws and losses.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl Kind {
    /// The file name extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// A flag of the file: the sides have different pieces.
const HAS_SIDES: u8 = 1;
/// A flag of the file: there are pawns.
const HAS_PAWNS: u8 = 2;

/// Flags of a part with distances: the side named second is to move.
const SECOND_TO_MOVE: u8 = 1;
/// Values are indices of entries in a list.
const IS_MAPPED: u8 = 2;
/// The distances of wins are in plies; otherwise they are in moves.
const WINS_IN_PLIES: u8 = 4;
/// The distances of losses are in plies.
const LOSSES_IN_PLIES: u8 = 8;
/// The entries of the list have two bytes.
const IS_WIDE: u8 = 16;

const CHECKSUM: u64 = 16;
/// Checksums are verified on loading for files up to this length: all with up to four pieces and half of those with
/// five, at a millisecond each; larger ones can take seconds.
const CHECKED: u64 = 1 << 20;

/// One part of a table.
#[derive(Debug)]
struct Part {
    arrangement: Arrangement,
    pairs: Pairs,
    /// The distances that values stand for, by result, in the order of the file.
    lists: [Box<[u16]>; 4],
}

/// An open table.
#[derive(Debug)]
pub struct Table {
    file: TableFile,
    kind: Kind,
    material: Material,
    /// By the file of the leading pawn, if there are pawns, and by the side to move, if the table has both.
    parts: Vec<ArrayVec<Part, 2>>,
}

/// The answer of a table of distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    /// The plies to the next capture or pawn move, at least 1, not counting those that the move limit may add.
    Plies(u16),
    /// The table is for positions with the other side to move.
    OtherSide,
}

impl Table {
    /// Opens a table and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, or its header or length is not that of a table with this material.
    pub fn open(
        path: &Path,
        kind: Kind,
        material: Material,
        memory: &Arc<Memory>,
    ) -> Result<Self, TableError> {
        let mut file = TableFile::open(path, memory)?;
        let mut cursor = Cursor::new(&file);
        let magic = cursor.bytes(4).map_err(|_| TableError::Magic)?;
        if magic.as_ref() != kind.magic() {
            return Err(TableError::Magic);
        }
        let parts = parts(&mut cursor, kind, &material)?;
        cursor.align(64);
        let expected = cursor.at() + CHECKSUM;
        if file.length() != expected {
            return Err(TableError::Length { found: file.length(), expected });
        }
        file.keep_all();
        Ok(Self { file, kind, material, parts })
    }

    /// Verifies the checksum of the contents if the file is small.
    ///
    /// # Errors
    /// If the checksum is wrong, or the file cannot be read.
    pub fn verify_if_small(&self) -> Result<(), TableError> {
        let length = self.file.length();
        if length > CHECKED {
            return Ok(());
        }
        let bytes = self.file.read(0, length as usize)?;
        let (contents, sum) =
            bytes.split_at_checked((length - CHECKSUM) as usize).ok_or(TableError::Checksum)?;
        if checksum(contents) == sum { Ok(()) } else { Err(TableError::Checksum) }
    }

    /// The part for a position, if there is one, and whether it is for the side to move.
    fn part(&self, board: &Board, flip: bool) -> Result<(&Part, bool), TableError> {
        const NONE: TableError = TableError::Damaged("its header");
        let file = if self.material.pawns() == [0, 0] {
            0
        } else {
            leading_file(board, &self.material, flip).ok_or(NONE)?
        };
        let second_to_move = (board.side == Side::Second) != flip;
        let parts = self.parts.get(file).ok_or(NONE)?;
        match (self.kind, parts.as_slice()) {
            (Kind::Wdl, [first, second]) => Ok((if second_to_move { second } else { first }, true)),
            (Kind::Wdl, [only]) => Ok((only, true)),
            (Kind::Dtz, [only]) => {
                let is_for_second = only.pairs.flags() & SECOND_TO_MOVE != 0;
                let fits = self.material.is_symmetric() || is_for_second == second_to_move;
                Ok((only, fits))
            }
            _ => Err(NONE),
        }
    }

    fn value(&self, part: &Part, board: &Board, flip: bool) -> Result<u16, TableError> {
        let index = part.arrangement.index(board, flip).ok_or(TableError::Damaged("its header"))?;
        part.pairs.value(&self.file, index)
    }

    /// The result of a position for the side to move; only a lower bound if a capture or an en passant capture is
    /// better. `flip`: whether Black has the pieces of the side named first.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn result(&self, board: &Board, flip: bool) -> Result<Wdl, TableError> {
        let (part, _) = self.part(board, flip)?;
        Wdl::from_stored(self.value(part, board, flip)?).ok_or(TableError::Damaged("a value"))
    }

    /// The distance of a position with this result, which must not be a draw, if no capture or pawn move keeps the
    /// result.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn distance(&self, board: &Board, flip: bool, result: Wdl) -> Result<Distance, TableError> {
        let (part, fits) = self.part(board, flip)?;
        if !fits {
            return Ok(Distance::OtherSide);
        }
        let flags = part.pairs.flags();
        let mut value = self.value(part, board, flip)?;
        let (list, in_plies) = match result {
            Wdl::Win => (0, flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss | Wdl::Draw => (3, false),
        };
        if flags & IS_MAPPED != 0 {
            value = *part.lists[list].get(usize::from(value)).ok_or(TableError::Damaged("a value"))?;
        }
        let plies = if in_plies { Some(value) } else { value.checked_mul(2) };
        plies
            .and_then(|plies| plies.checked_add(1))
            .map(Distance::Plies)
            .ok_or(TableError::Damaged("a value"))
    }
}

fn parts(
    cursor: &mut Cursor<'_>,
    kind: Kind,
    material: &Material,
) -> Result<Vec<ArrayVec<Part, 2>>, TableError> {
    const TOO_LONG: TableError = TableError::Layout("lengths");
    let has_pawns = material.pawns() != [0, 0];
    let flags = cursor.u8()?;
    let is_right =
        (flags & HAS_SIDES != 0) != material.is_symmetric() && (flags & HAS_PAWNS != 0) == has_pawns;
    if !is_right {
        return Err(TableError::Pieces);
    }
    let sides = if kind == Kind::Wdl && !material.is_symmetric() { 2 } else { 1 };
    let files = if has_pawns { 4 } else { 1 };
    let mut arrangements = Vec::new();
    for file in 0..files {
        for order in orders(cursor, material, sides)? {
            arrangements.push(Arrangement::new(&order, material, file).ok_or(TableError::Pieces)?);
        }
    }
    cursor.align(2);
    let mut parts = Vec::new();
    for arrangement in arrangements {
        let pairs = Pairs::read(cursor, arrangement.size())?;
        parts.push(Part { arrangement, pairs, lists: Default::default() });
    }
    if kind == Kind::Dtz {
        for part in &mut parts {
            let flags = part.pairs.flags();
            if flags & IS_MAPPED != 0 {
                part.lists = lists(cursor, flags & IS_WIDE != 0)?;
            }
        }
        cursor.align(2);
    }
    for part in &mut parts {
        part.pairs.place_index(cursor).ok_or(TOO_LONG)?;
    }
    for part in &mut parts {
        part.pairs.place_lengths(cursor).ok_or(TOO_LONG)?;
    }
    for part in &mut parts {
        part.pairs.place_blocks(cursor).ok_or(TOO_LONG)?;
    }
    let mut parts = parts.into_iter();
    Ok((0..files).map(|_| parts.by_ref().take(sides).collect()).collect())
}

/// The orders of pieces of the parts for one file, by side to move. Those of the first side are in the low halves of
/// the bytes.
fn orders(
    cursor: &mut Cursor<'_>,
    material: &Material,
    sides: usize,
) -> Result<ArrayVec<Order, 2>, TableError> {
    let both_have_pawns = material.pawns().iter().all(|&count| count > 0);
    let leading = cursor.u8()?;
    let pawns = if both_have_pawns { Some(cursor.u8()?) } else { None };
    let pieces = cursor.bytes(material.pieces())?;
    let half = |byte: u8, side: usize| if side == 0 { byte & 0xf } else { byte >> 4 };
    Ok((0..sides)
        .map(|side| Order {
            pieces: pieces.iter().map(|&byte| half(byte, side)).collect(),
            leading: half(leading, side),
            pawns: pawns.map(|byte| half(byte, side)),
        })
        .collect())
}

/// The lists of distances of one part.
fn lists(cursor: &mut Cursor<'_>, is_wide: bool) -> Result<[Box<[u16]>; 4], TableError> {
    let mut lists: [Box<[u16]>; 4] = Default::default();
    if is_wide {
        cursor.align(2);
    }
    for list in &mut lists {
        *list = if is_wide {
            let count = usize::from(cursor.u16()?);
            let bytes = cursor.bytes(2 * count)?;
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        } else {
            let count = usize::from(cursor.u8()?);
            cursor.bytes(count)?.iter().map(|&byte| byte.into()).collect()
        };
    }
    Ok(lists)
}
