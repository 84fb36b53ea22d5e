//! The compressed values of one part of a table.
//!
//! A symbol stands for a value or for a pair of symbols. The symbols have prefix codes, in blocks of equal length. An
//! index with an entry for every `span` values leads to the blocks.

use crate::base::table_files::{Cursor, TableFile};

use super::error::TableError;

/// A flag: all positions have the same value.
const SINGLE: u8 = 0x80;
/// The right half of a symbol that stands for a single value.
const NO_PAIR: u16 = 0xfff;
/// The length of the longest codes: what can be read from 8 bytes, whatever bit a code begins at.
const LONGEST: u8 = 32;
/// Blocks have at most as many bytes as 16-bit numbers can count.
const MOST_BLOCK_BITS: u8 = 16;
/// The maximum number of values that share an entry of the index, as a power of two; files use up to 2^20.
const MOST_SPAN_BITS: u8 = 24;
/// A limit for the number of blocks between an entry of the index and a value: in practice at most some hundreds.
const MOST_STEPS: usize = 1 << 16;

/// A symbol: a value or a pair of symbols.
#[derive(Debug, Clone, Copy)]
struct Symbol {
    /// The value, or the first symbol of the pair.
    left: u16,
    right: u16,
    /// The number of values that the symbol stands for.
    values: u32,
}

/// The codes, and the offsets of the values in the file.
#[derive(Debug)]
struct Coded {
    block_bits: u8,
    span_bits: u8,
    blocks: u32,
    /// The number of block lengths in the file; some have no block.
    lengths: u64,
    /// The length of the shortest codes.
    shortest: u8,
    /// The first symbol with a code of each length, from the shortest.
    first_symbols: Box<[u16]>,
    /// The least code of each length, from the shortest, at the top of 64 bits.
    least_codes: Box<[u64]>,
    symbols: Box<[Symbol]>,
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

/// The values of one part of a table.
#[derive(Debug)]
pub struct Pairs {
    flags: u8,
    /// The number of positions.
    size: u64,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Same(u8),
    Coded(Coded),
}

impl Pairs {
    /// Reads the codes. The offsets of the values are set by [`Pairs::place_index`] and its siblings.
    pub fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Self, TableError> {
        let flags = cursor.u8()?;
        if flags & SINGLE != 0 {
            return Ok(Self { flags, size, values: Values::Same(cursor.u8()?) });
        }
        let [block_bits, span_bits, spare] = [cursor.u8()?, cursor.u8()?, cursor.u8()?];
        let blocks = cursor.u32()?;
        let [longest, shortest] = [cursor.u8()?, cursor.u8()?];
        if block_bits > MOST_BLOCK_BITS || span_bits > MOST_SPAN_BITS {
            return Err(TableError::Layout("block sizes"));
        }
        if shortest == 0 || shortest > longest || longest > LONGEST {
            return Err(TableError::Layout("lengths of codes"));
        }
        let first_symbols: Vec<u16> = (shortest..=longest).map(|_| cursor.u16()).collect::<Result<_, _>>()?;
        let least_codes = least_codes(&first_symbols, shortest).ok_or(TableError::Layout("codes"))?;
        let count = usize::from(cursor.u16()?);
        let symbols = symbols(&cursor.bytes(3 * count)?).ok_or(TableError::Layout("symbols"))?;
        cursor.align(2);
        let coded = Coded {
            block_bits,
            span_bits,
            blocks,
            lengths: u64::from(blocks) + u64::from(spare),
            shortest,
            first_symbols: first_symbols.into(),
            least_codes,
            symbols,
            index_at: 0,
            lengths_at: 0,
            blocks_at: 0,
        };
        Ok(Self { flags, size, values: Values::Coded(coded) })
    }

    /// The flags, only one of which concerns the codes.
    pub const fn flags(&self) -> u8 {
        self.flags
    }

    /// Places the index at the cursor, which is moved past it.
    pub fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let Values::Coded(coded) = &mut self.values else { return Some(()) };
        coded.index_at = cursor.at();
        cursor.skip(self.size.div_ceil(1 << coded.span_bits).checked_mul(INDEX_ENTRY)?)
    }

    /// Places the block lengths at the cursor, which is moved past them.
    pub fn place_lengths(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let Values::Coded(coded) = &mut self.values else { return Some(()) };
        coded.lengths_at = cursor.at();
        cursor.skip(coded.lengths.checked_mul(2)?)
    }

    /// Places the blocks at the cursor, which is moved past them.
    pub fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        cursor.align(64);
        let Values::Coded(coded) = &mut self.values else { return Some(()) };
        coded.blocks_at = cursor.at();
        cursor.skip(u64::from(coded.blocks) << coded.block_bits)
    }

    /// The value with this index.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn value(&self, file: &TableFile, index: u64) -> Result<u16, TableError> {
        let coded = match &self.values {
            Values::Same(value) => return Ok((*value).into()),
            Values::Coded(coded) => coded,
        };
        if index >= self.size {
            return Err(TableError::Damaged("an index beyond the values"));
        }
        let (block, offset) = coded.find(file, index)?;
        coded.decode(file, block, offset)
    }
}

/// The number of bytes in an entry of the index: the number of a block, and the number of a value in it.
const INDEX_ENTRY: u64 = 6;

impl Coded {
    /// The block of a value, and the number of the value in it.
    fn find(&self, file: &TableFile, index: u64) -> Result<(u32, u32), TableError> {
        const DAMAGED: TableError = TableError::Damaged("the index");
        let entry =
            file.read(self.index_at + (index >> self.span_bits) * INDEX_ENTRY, INDEX_ENTRY as usize)?;
        let &[ref number @ .., low, high] = entry.as_ref() else { return Err(DAMAGED) };
        let mut block = u32::from_le_bytes(number.try_into().map_err(|_| DAMAGED)?);
        // An entry refers to the value in the middle of its span.
        let span = 1_i64 << self.span_bits;
        let mut offset = i64::from(u16::from_le_bytes([low, high])) + (index as i64 & (span - 1)) - span / 2;
        for _ in 0..MOST_STEPS {
            if offset < 0 {
                block = block.checked_sub(1).ok_or(DAMAGED)?;
                offset += self.length(file, block)?;
                continue;
            }
            let length = self.length(file, block)?;
            if offset < length {
                return Ok((block, offset as u32));
            }
            offset -= length;
            block = block.checked_add(1).ok_or(DAMAGED)?;
        }
        Err(DAMAGED)
    }

    /// The number of values in a block, at least 1.
    #[inline]
    fn length(&self, file: &TableFile, block: u32) -> Result<i64, TableError> {
        if u64::from(block) >= self.lengths {
            return Err(TableError::Damaged("the index"));
        }
        let length = file.read(self.lengths_at + 2 * u64::from(block), 2)?;
        let &[low, high] = length.as_ref() else { return Err(TableError::Damaged("the index")) };
        Ok(i64::from(u16::from_le_bytes([low, high])) + 1)
    }

    /// The value with this number in a block.
    fn decode(&self, file: &TableFile, block: u32, mut offset: u32) -> Result<u16, TableError> {
        const DAMAGED: TableError = TableError::Damaged("a block");
        if block >= self.blocks {
            return Err(DAMAGED);
        }
        let size = 1_usize << self.block_bits;
        let bytes = file.read(self.blocks_at + (u64::from(block) << self.block_bits), size)?;
        let mut bit = 0;
        // Every code has at least one bit, so this ends at the end of the block at the latest.
        let mut symbol = loop {
            let ahead = bits_from(&bytes, bit);
            let place = self.least_codes.iter().position(|least| ahead >= *least).ok_or(DAMAGED)?;
            let length = usize::from(self.shortest) + place;
            bit += length;
            if bit > 8 * size {
                return Err(DAMAGED);
            }
            let code = (ahead - self.least_codes[place]) >> (64 - length);
            let number = u64::from(self.first_symbols[place]) + code;
            let symbol = *self.symbols.get(number as usize).ok_or(DAMAGED)?;
            if offset < symbol.values {
                break symbol;
            }
            offset -= symbol.values;
        };
        // The halves of a pair stand for fewer values than the pair, so this ends.
        while symbol.right != NO_PAIR {
            let left = *self.symbols.get(usize::from(symbol.left)).ok_or(DAMAGED)?;
            symbol = if offset < left.values {
                left
            } else {
                offset -= left.values;
                *self.symbols.get(usize::from(symbol.right)).ok_or(DAMAGED)?
            };
        }
        Ok(symbol.left)
    }
}

/// At least 57 bits, starting with this one, at the top; zeros follow the last byte.
#[inline]
fn bits_from(bytes: &[u8], bit: usize) -> u64 {
    let start = bit / 8;
    let ahead = match bytes.get(start..start + 8).and_then(|eight| <[u8; 8]>::try_from(eight).ok()) {
        Some(eight) => u64::from_be_bytes(eight),
        None => (start..start + 8)
            .fold(0, |ahead, at| ahead << 8 | u64::from(bytes.get(at).copied().unwrap_or_default())),
    };
    ahead << (bit % 8)
}

/// The least code of each length, at the top of 64 bits: shorter codes are greater. `None` if there are too many codes
/// of some length.
fn least_codes(first_symbols: &[u16], shortest: u8) -> Option<Box<[u64]>> {
    let mut codes = vec![0_u64; first_symbols.len()];
    for place in (0..first_symbols.len().saturating_sub(1)).rev() {
        let longer = codes[place + 1] + u64::from(first_symbols[place]);
        codes[place] = longer.checked_sub(first_symbols[place + 1].into())? / 2;
    }
    for (place, code) in codes.iter_mut().enumerate() {
        let length = u32::from(shortest) + place as u32;
        if *code >> length != 0 {
            return None;
        }
        *code <<= 64 - length;
    }
    Some(codes.into())
}

/// The symbols of a file, with three bytes each. `None` if a symbol contains itself, or stands for more values than a
/// block can have.
fn symbols(bytes: &[u8]) -> Option<Box<[Symbol]>> {
    const MOST_VALUES: u32 = 1 << 16;
    let mut symbols: Box<[Symbol]> = bytes
        .chunks_exact(3)
        .map(|bytes| {
            let [a, b, c] = [0, 1, 2].map(|place| u16::from(bytes[place]));
            let (left, right) = ((b & 0xf) << 8 | a, c << 4 | b >> 4);
            Symbol { left, right, values: u32::from(right == NO_PAIR) }
        })
        .collect();
    // Sums the values of the halves before those of a pair. A symbol that contains itself exceeds the maximum depth.
    let mut waiting = Vec::new();
    for start in 0..symbols.len() {
        waiting.push(start);
        while let Some(&number) = waiting.last() {
            let Symbol { left, right, values } = symbols[number];
            if values > 0 {
                waiting.pop();
                continue;
            }
            let halves = [usize::from(left), usize::from(right)];
            let [first, second] = [symbols.get(halves[0])?.values, symbols.get(halves[1])?.values];
            if first > 0 && second > 0 {
                symbols[number].values = (first + second <= MOST_VALUES).then_some(first + second)?;
                waiting.pop();
            } else if waiting.len() > symbols.len() {
                return None;
            } else {
                waiting.push(if first == 0 { halves[0] } else { halves[1] });
            }
        }
    }
    Some(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(symbols: &[(u16, u16)]) -> Vec<u8> {
        symbols
            .iter()
            .flat_map(|(left, right)| {
                [*left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]
            })
            .collect()
    }

    #[test]
    fn pairs_stand_for_the_values_of_their_halves() {
        let bytes = packed(&[(1, 2), (3, 3), (4, NO_PAIR), (2, 4), (0, NO_PAIR)]);
        let values: Vec<_> = symbols(&bytes).expect("symbols").iter().map(|symbol| symbol.values).collect();
        assert_eq!(values, [5, 4, 1, 2, 1]);
    }

    #[test]
    fn pairs_that_contain_themselves_are_refused() {
        for bad in
            [&[(0, 0)][..], &[(1, 2), (0, 2), (0, NO_PAIR)], &[(1, 1), (2, 2), (3, 3), (1, 1)], &[(5, 0)]]
        {
            assert!(symbols(&packed(bad)).is_none(), "{bad:?}");
        }
        // Each symbol doubles the previous one.
        let doubling = |count: u16| -> Vec<_> {
            [(1, NO_PAIR)].into_iter().chain((0..count).map(|number| (number, number))).collect()
        };
        assert!(symbols(&packed(&doubling(16))).is_some());
        assert!(symbols(&packed(&doubling(17))).is_none());
    }

    #[test]
    fn impossible_codes_are_refused() {
        // Two codes of 1 bit, and of 2 bits.
        assert_eq!(least_codes(&[0], 1).as_deref(), Some(&[0][..]));
        // One code of 1 bit, two of 2 bits.
        assert_eq!(least_codes(&[2, 0], 1).as_deref(), Some(&[1 << 63, 0][..]));
        assert!(least_codes(&[0, 1], 1).is_none());
        assert!(least_codes(&[9, 0], 1).is_none());
    }

    #[test]
    fn bits_beyond_the_end_are_zeros() {
        let bytes = [0xff; 9];
        assert_eq!(bits_from(&bytes, 0), u64::MAX);
        assert_eq!(bits_from(&bytes, 68), 0xf << 60);
        assert_eq!(bits_from(&bytes, 72), 0);
    }
}
