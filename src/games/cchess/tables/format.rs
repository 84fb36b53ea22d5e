//! Files of tables.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 8 | `QTABLE02` |
//! | 1, then as many | the name of the game |
//! | 1, then as many | the name of the material |
//! | 1 | the number of sides to move: 1 if both have the same pieces, else 2 |
//! | 1, then four times as many | for each layer of wins by perpetual check: its first number and that after its core |
//! | 8 | the number of positions for each side to move |
//! | 8 each | for each side to move: its wins, draws and losses, its wins and losses by perpetual check |
//! | 2 each | for each side to move: the longest win and the longest loss on the board, in plies |
//! | 1, then twice as many | for each side to move: the number of its different values, less one, and these values |
//! | 8 each | for each block: its length (4 bytes) and its CRC-32 |
//! | 4 | the CRC-32 of everything so far |
//! | … | the blocks |
//!
//! All numbers are little-endian. A side to move has at most 256 different values, listed in ascending order, the draw
//! as the last one. A block contains [`BLOCK`] positions, each as the place of its value in the list, which is one
//! byte; first those of the first side to move and then those of the second; the last block of each side is shorter. It
//! is compressed by itself (raw deflate), or consists of one byte if all are the same. Numbers of no position have the
//! value of their neighbour.

use std::io;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use crate::base::Side;
use crate::base::table_files::{Cursor, Memory, TableFile};

use super::layout::Layout;
use super::material::Material;
use super::rules::TabledGame;
use super::value::TableValue;

/// The beginning of every file.
const MAGIC: &[u8; 8] = b"QTABLE02";
/// The number of positions in a block.
pub const BLOCK: usize = 1 << 14;
/// The effort to compress, as for `miniz_oxide`; more takes several times as long and saves little.
const EFFORT: u8 = 9;
/// The maximum number of bytes of a name.
const MOST_NAME: usize = 64;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a table, or one of another version.
    #[error("this is not a table that this version can read")]
    Magic,
    /// The table is one of another game.
    #[error("this is a table of {0}")]
    Game(String),
    /// The file's name is not the name of its material.
    #[error("its name should be that of its material, {0}")]
    Name(String),
    /// The header is not possible.
    #[error("its header is damaged: {0}")]
    Header(&'static str),
    /// The file does not have the length that follows from its header.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The length that follows from the header.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// A block does not have its checksum, or cannot be decompressed.
    #[error("block {0} is damaged")]
    Block(usize),
}

/// How many positions have which result for one side to move, and the longest wins and losses on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// The won positions among them in which the opponent can only hold by perpetual check.
    pub rule_wins: u64,
    /// The lost positions among them in which only perpetual check would hold.
    pub rule_losses: u64,
    /// The most plies to a win on the board.
    pub longest_win: u16,
    /// The most plies to a loss on the board.
    pub longest_loss: u16,
}

impl Totals {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// The numbers of some positions in which one side can only hold by perpetual check.
///
/// Positions with the number `first` are won by a move without check to one with a greater number before `end`, or by a
/// capture. In those after them up to `end`, every check of the losing side leads to a lesser number. All others are
/// won or lost by moves to lesser numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// The first number; odd.
    pub first: u16,
    /// The first number after those of positions in which the losing side can check forever; odd.
    pub end: u16,
}

/// What a file says about its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The material.
    pub material: Material,
    /// The wins by perpetual check.
    pub layers: Vec<Layer>,
    /// The number of positions for each side to move, as in [`Layout::size`].
    pub size: u64,
    /// The totals of each side to move that is stored.
    pub totals: Vec<Totals>,
}

impl Header {
    /// The least number of plies of a win by perpetual check.
    #[inline]
    pub fn first_by_rule(&self) -> u16 {
        self.layers.first().map_or(TableValue::MOST_PLIES + 1, |layer| layer.first)
    }

    /// Whether this value is a win or loss by perpetual check.
    #[inline]
    pub fn is_by_rule(&self, value: TableValue) -> bool {
        value.plies().is_some_and(|plies| plies >= self.first_by_rule())
    }

    /// The layer to whose core this value belongs.
    pub fn layer_of(&self, value: TableValue) -> Option<Layer> {
        let plies = value.plies()?;
        let is_in = |layer: &Layer| plies == layer.first || layer.first < plies && plies < layer.end;
        self.layers.iter().copied().find(is_in)
    }

    /// Counts the values of a side to move.
    pub fn totals_of(&self, values: &[TableValue]) -> Totals {
        let mut counts = [0u64; TableValue::MOST_PLIES as usize + 1];
        let mut totals = Totals::default();
        for &value in values {
            match value.plies() {
                Some(plies) => counts[usize::from(plies)] += 1,
                None => totals.draws += u64::from(value == TableValue::DRAW),
            }
        }
        for (plies, &count) in (0..).zip(&counts) {
            let Some(value) = TableValue::decided(plies.into()) else { continue };
            let by_rule = self.is_by_rule(value);
            let (all, ruled, longest) = if value.is_win() {
                (&mut totals.wins, &mut totals.rule_wins, &mut totals.longest_win)
            } else {
                (&mut totals.losses, &mut totals.rule_losses, &mut totals.longest_loss)
            };
            *all += count;
            if by_rule {
                *ruled += count;
            } else if count > 0 {
                *longest = plies;
            }
        }
        totals
    }

    /// The number of blocks for each side to move.
    fn blocks_of_side(&self) -> usize {
        self.size.div_ceil(BLOCK as u64) as usize
    }

    /// The number of positions in a block.
    fn block_size(&self, block: usize) -> usize {
        let start = (block % self.blocks_of_side()) as u64 * BLOCK as u64;
        (self.size - start).min(BLOCK as u64) as usize
    }
}

/// Compresses the values of a table, those of each side to move that is stored. `None` if a side has too many different
/// values.
pub fn write_table<P: TabledGame>(header: &Header, sides: &[&[TableValue]]) -> Option<Vec<u8>> {
    let lists = sides.iter().map(|values| ValueList::of(values)).collect::<Option<Vec<_>>>()?;
    let mut file = MAGIC.to_vec();
    let text = |file: &mut Vec<u8>, text: &str| {
        file.push(text.len() as u8);
        file.extend(text.bytes());
    };
    text(&mut file, P::NAME);
    text(&mut file, &header.material.to_string());
    file.push(sides.len() as u8);
    file.push(header.layers.len() as u8);
    let numbers = header.layers.iter().flat_map(|layer| [layer.first, layer.end]);
    file.extend(numbers.flat_map(u16::to_le_bytes));
    file.extend(header.size.to_le_bytes());
    for totals in &header.totals {
        let Totals { wins, draws, losses, rule_wins, rule_losses, .. } = *totals;
        for number in [wins, draws, losses, rule_wins, rule_losses] {
            file.extend(number.to_le_bytes());
        }
    }
    for totals in &header.totals {
        file.extend([totals.longest_win, totals.longest_loss].into_iter().flat_map(u16::to_le_bytes));
    }
    for list in &lists {
        file.push((list.0.len() - 1) as u8);
        file.extend(list.0.iter().flat_map(|value| value.number().to_le_bytes()));
    }
    let mut contents = Vec::new();
    for (values, list) in sides.iter().zip(&lists) {
        for block in values.chunks(BLOCK) {
            let packed = packed_block(block, list);
            file.extend((packed.len() as u32).to_le_bytes());
            file.extend(crc32fast::hash(&packed).to_le_bytes());
            contents.extend(packed);
        }
    }
    let checksum = crc32fast::hash(&file);
    file.extend(checksum.to_le_bytes());
    file.extend(contents);
    Some(file)
}

/// The different values of a side to move, in ascending order.
#[derive(Debug)]
struct ValueList(Vec<TableValue>);

impl ValueList {
    /// The greatest number of values.
    const MOST: usize = 1 << 8;

    /// The list of these values; `None` if there are too many.
    fn of(values: &[TableValue]) -> Option<Self> {
        // Blocks without a position are filled with draws.
        let mut list = vec![TableValue::DRAW];
        for &value in values {
            if value != TableValue::INVALID
                && let Err(place) = list.binary_search(&value)
            {
                list.insert(place, value);
            }
        }
        (list.len() <= Self::MOST).then_some(Self(list))
    }

    /// The list of the values with these numbers; `None` if it cannot be one.
    fn of_numbers(numbers: &[u16]) -> Option<Self> {
        let values: Vec<_> =
            numbers.iter().map(|&number| TableValue::of_number(number)).collect::<Option<_>>()?;
        let is_list =
            values.is_sorted_by(|value, next| value < next) && !values.contains(&TableValue::INVALID);
        is_list.then_some(Self(values))
    }

    /// The place of a value of the list.
    fn place(&self, value: TableValue) -> u8 {
        self.0.binary_search(&value).map_or(0, |place| place as u8)
    }
}

fn packed_block(values: &[TableValue], list: &ValueList) -> Vec<u8> {
    let first = values.iter().copied().find(|&value| value != TableValue::INVALID);
    let mut last = first.unwrap_or(TableValue::DRAW);
    let filled = values.iter().map(|&value| {
        if value != TableValue::INVALID {
            last = value;
        }
        list.place(last)
    });
    let filled: Vec<_> = filled.collect();
    match filled.first() {
        Some(first) if filled.iter().all(|byte| byte == first) => vec![*first],
        _ => miniz_oxide::deflate::compress_to_vec(&filled, EFFORT),
    }
}

/// An open table.
#[derive(Debug)]
pub struct Table {
    file: TableFile,
    header: Header,
    layout: Layout,
    /// The values of each side to move that is stored.
    lists: Vec<ValueList>,
    blocks: Vec<PackedBlock>,
}

/// Where a compressed block is.
#[derive(Debug, Clone, Copy)]
struct PackedBlock {
    at: u64,
    length: u32,
    checksum: u32,
}

/// The next name in a header.
fn text(cursor: &mut Cursor<'_>) -> Result<String, TableError> {
    let length = usize::from(cursor.u8()?);
    let bytes = cursor.bytes(length.min(MOST_NAME))?.into_owned();
    String::from_utf8(bytes).map_err(|_| TableError::Header("a name"))
}

impl Table {
    /// Opens the file of a table of this game.
    ///
    /// # Errors
    /// If it cannot be read, is not such a table, or its header is damaged.
    pub fn open<P: TabledGame>(path: &Path, memory: &Arc<Memory>) -> Result<Self, TableError> {
        let table = Self::of_file::<P>(TableFile::open(path, memory)?)?;
        let name = table.header.material.to_string();
        if path.file_stem().is_none_or(|stem| *stem != *name) {
            return Err(TableError::Name(name));
        }
        Ok(table)
    }

    /// Opens a table of this game in memory.
    ///
    /// # Errors
    /// If it is not such a table, or its header is damaged.
    pub fn embedded<P: TabledGame>(bytes: &'static [u8]) -> Result<Self, TableError> {
        Self::of_file::<P>(TableFile::embedded(bytes))
    }

    fn of_file<P: TabledGame>(file: TableFile) -> Result<Self, TableError> {
        let damaged = |what| TableError::Header(what);
        let mut cursor = Cursor::new(&file);
        if cursor.bytes(MAGIC.len()).map_err(|_| TableError::Magic)?.as_ref() != MAGIC {
            return Err(TableError::Magic);
        }
        let game = text(&mut cursor)?;
        if game != P::NAME {
            return Err(TableError::Game(game));
        }
        let material =
            Material::from_name(&text(&mut cursor)?).filter(|material| *material == material.canonical());
        let material = material.ok_or(damaged("the material"))?;
        let layout = P::layout(material).ok_or(damaged("the material"))?;
        let sides = usize::from(cursor.u8()?);
        if sides != if material.is_symmetric() { 1 } else { 2 } {
            return Err(damaged("the sides to move"));
        }
        let count = usize::from(cursor.u8()?);
        let numbers = (0..2 * count).map(|_| cursor.u16()).collect::<Result<Vec<_>, _>>()?;
        let limits = numbers.is_sorted() && numbers.last().is_none_or(|&last| last <= TableValue::MOST_PLIES);
        if !limits || numbers.iter().any(|number| number % 2 == 0) {
            return Err(damaged("the wins by perpetual check"));
        }
        let layers = numbers.chunks_exact(2).map(|pair| Layer { first: pair[0], end: pair[1] }).collect();
        let size = cursor.u64()?;
        if size != layout.size() {
            return Err(damaged("the number of positions"));
        }
        let mut totals = vec![Totals::default(); sides];
        for totals in &mut totals {
            let Totals { wins, draws, losses, rule_wins, rule_losses, .. } = totals;
            for number in [wins, draws, losses, rule_wins, rule_losses] {
                *number = cursor.u64()?;
                if *number > size {
                    return Err(damaged("the totals"));
                }
            }
        }
        for totals in &mut totals {
            (totals.longest_win, totals.longest_loss) = (cursor.u16()?, cursor.u16()?);
        }
        let mut lists = Vec::with_capacity(sides);
        for _ in 0..sides {
            let count = usize::from(cursor.u8()?) + 1;
            let numbers = (0..count).map(|_| cursor.u16()).collect::<Result<Vec<_>, _>>()?;
            lists.push(ValueList::of_numbers(&numbers).ok_or(damaged("the values"))?);
        }
        let header = Header { material, layers, size, totals };
        let count = sides * header.blocks_of_side();
        let mut blocks = Vec::with_capacity(count);
        let mut length = 0;
        for _ in 0..count {
            let block = PackedBlock { at: length, length: cursor.u32()?, checksum: cursor.u32()? };
            length += u64::from(block.length);
            blocks.push(block);
        }
        let end = cursor.at();
        if cursor.u32()? != crc32fast::hash(&file.read(0, end as usize)?) {
            return Err(damaged("its checksum is wrong"));
        }
        for block in &mut blocks {
            block.at += cursor.at();
        }
        let expected = cursor.at() + length;
        if expected != file.length() {
            return Err(TableError::Length { expected, found: file.length() });
        }
        Ok(Self { file, header, layout, lists, blocks })
    }

    /// What the file says about the table.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How the positions are numbered.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// The block with the value of a position, and the place of the value there. A table with equal pieces contains
    /// only the positions of the first side.
    #[inline]
    pub fn place(&self, side: Side, index: u64) -> (usize, usize) {
        let block = side.index() * self.header.blocks_of_side() + (index / BLOCK as u64) as usize;
        (block, (index % BLOCK as u64) as usize)
    }

    /// The values of a block's side to move.
    fn list(&self, block: usize) -> &[TableValue] {
        self.lists.get(block / self.header.blocks_of_side()).map_or(&[], |list| &list.0)
    }

    /// The value with this place in the list of a block's side to move.
    #[inline]
    pub fn value(&self, block: usize, place: u8) -> Option<TableValue> {
        self.list(block).get(usize::from(place)).copied()
    }

    /// The values of a block, as places in the list of its side to move.
    ///
    /// # Errors
    /// If the file cannot be read, or the block is damaged.
    pub fn block(&self, block: usize) -> Result<Box<[u8]>, TableError> {
        let damaged = || TableError::Block(block);
        let &PackedBlock { at, length, checksum } = self.blocks.get(block).ok_or_else(damaged)?;
        let packed = self.file.read(at, length as usize)?;
        if crc32fast::hash(&packed) != checksum {
            return Err(damaged());
        }
        let size = self.header.block_size(block);
        let places = match *packed {
            [only] => vec![only; size],
            _ => miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, size).map_err(|_| damaged())?,
        };
        let count = self.list(block).len();
        let is_whole = places.len() == size && places.iter().all(|&place| usize::from(place) < count);
        if is_whole { Ok(places.into()) } else { Err(damaged()) }
    }

    /// All values of a side to move.
    ///
    /// # Errors
    /// If the file cannot be read, or a block is damaged.
    pub fn values(&self, side: Side) -> Result<Vec<TableValue>, TableError> {
        let count = self.header.blocks_of_side();
        let mut values = Vec::with_capacity(self.header.size as usize);
        for block in side.index() * count..(side.index() + 1) * count {
            let (list, places) = (self.list(block), self.block(block)?);
            values.extend(places.iter().map(|&place| list[usize::from(place)]));
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zhonggong::ZhonggongPosition;

    fn win_or_loss(plies: u32) -> TableValue {
        TableValue::decided(plies).expect("a number of plies")
    }

    /// The table of the bare generals with these values in turn.
    fn written(values: &[TableValue]) -> Option<Vec<u8>> {
        let size = ZhonggongPosition::layout(Material::BARE).expect("few pieces").size();
        let values: Vec<_> = (0..size as usize).map(|index| values[index % values.len()]).collect();
        let mut header = Header {
            material: Material::BARE,
            layers: vec![Layer { first: 301, end: 305 }],
            size,
            totals: vec![],
        };
        header.totals = vec![header.totals_of(&values)];
        write_table::<ZhonggongPosition>(&header, &[&values])
    }

    #[test]
    fn numbers_beyond_a_byte_are_read_as_they_were_written() {
        let values = [
            win_or_loss(1),
            win_or_loss(300),
            TableValue::DRAW,
            win_or_loss(299),
            win_or_loss(303),
            win_or_loss(1023),
        ];
        let bytes = written(&values).expect("few values");
        let table = Table::embedded::<ZhonggongPosition>(bytes.leak()).expect("a table");
        let read = table.values(Side::First).expect("values");
        assert_eq!(read.len() as u64, table.header().size);
        assert!(read.iter().zip(values.iter().cycle()).all(|(read, written)| read == written));
        let totals = table.header().totals[0];
        assert_eq!((totals.longest_win, totals.longest_loss), (299, 300));
        assert_eq!(table.header().layers, [Layer { first: 301, end: 305 }]);
        assert!(totals.rule_wins > 0 && totals.rule_losses == 0);
    }

    #[test]
    fn numbers_of_no_position_have_no_value() {
        let bytes = written(&[TableValue::INVALID, win_or_loss(3), TableValue::INVALID]).expect("few values");
        let table = Table::embedded::<ZhonggongPosition>(bytes.leak()).expect("a table");
        assert!(table.values(Side::First).expect("values").iter().all(|&value| value == win_or_loss(3)));
    }

    #[test]
    fn lists_of_values_are_ascending_and_fit_into_a_byte() {
        let values = |count: u32| (0..count).map(win_or_loss).collect::<Vec<_>>();
        let list = ValueList::of(&values(255)).expect("few values");
        assert_eq!((list.0.len(), list.place(win_or_loss(7)), list.place(TableValue::DRAW)), (256, 7, 255));
        assert!(ValueList::of(&values(256)).is_none());
        assert!(ValueList::of_numbers(&[3, 5, u16::MAX]).is_some());
        for wrong in [&[5, 3][..], &[3, 3], &[1024], &[u16::MAX - 1]] {
            assert!(ValueList::of_numbers(wrong).is_none(), "{wrong:?}");
        }
    }
}
