//! Writing tables, and damaging them.
//!
//! Source of the format: R. de Man, "Syzygy bases", <https://github.com/syzygy1/tb>.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use quadriga::games::chess::syzygy::checksum as syzygy_checksum;

use super::{Ending, Solved, State};

const RESULTS: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DISTANCES: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Numbers of pieces.
const WHITE_KING: u8 = 6;
const BLACK_KING: u8 = 14;

fn number(piece: char) -> u8 {
    1 + "PNBRQ".find(piece).expect("the letter of a piece") as u8
}

fn flags(piece: char) -> u8 {
    let (three_pieces, pawns, sides) = (0x30, 2, 1);
    three_pieces | sides | if piece == 'P' { pawns } else { 0 }
}

/// The values of one part, compressed.
struct Part {
    /// The codes, with the flags before them.
    codes: Vec<u8>,
    list: Option<Vec<u8>>,
    index: Vec<u8>,
    lengths: Vec<u8>,
    blocks: Vec<u8>,
}

/// Blocks have 64 bytes.
const BLOCK_BITS: u8 = 6;
/// The index has an entry for 1,024 values.
const SPAN_BITS: u8 = 10;
/// There are symbols for runs of one value of these lengths, in powers of two.
const RUNS: usize = 9;

impl Part {
    fn single(flags: u8, value: u8) -> Self {
        let codes = vec![flags | 0x80, value];
        Self { codes, list: None, index: Vec::new(), lengths: Vec::new(), blocks: Vec::new() }
    }

    fn of(flags: u8, values: &[u8], list: Option<Vec<u8>>) -> Self {
        let mut alphabet = values.to_vec();
        alphabet.sort_unstable();
        alphabet.dedup();
        let count = alphabet.len() * RUNS;
        let short = (usize::BITS - count.leading_zeros()) as usize;
        // The first symbols have codes that are longer by a bit.
        let long_ones = count / 2 / 2 * 2;
        let mut codes = vec![flags, BLOCK_BITS, SPAN_BITS, 0];
        let (blocks, starts) = blocks(values, |value, run| {
            let symbol = alphabet.binary_search(&value).expect("a value") * RUNS + run;
            if symbol < long_ones { (symbol, short + 1) } else { (long_ones / 2 + symbol - long_ones, short) }
        });
        codes.extend((starts.len() as u32 - 1).to_le_bytes());
        codes.extend([short as u8 + 1, short as u8]);
        codes.extend((long_ones as u16).to_le_bytes());
        codes.extend(0_u16.to_le_bytes());
        codes.extend((count as u16).to_le_bytes());
        for symbol in 0..count {
            let half = symbol.wrapping_sub(1);
            let (left, right) = match symbol % RUNS {
                0 => (usize::from(alphabet[symbol / RUNS]), 0xfff),
                _ => (half, half),
            };
            codes.extend([left as u8, (left >> 8 | right << 4) as u8, (right >> 4) as u8]);
        }
        let lengths =
            starts.windows(2).flat_map(|pair| ((pair[1] - pair[0] - 1) as u16).to_le_bytes()).collect();
        Self { codes, list, index: index(values.len(), &starts), lengths, blocks }
    }
}

/// The blocks, and the number of the first value of each, at last the number of values. `code`: the code of a run, and
/// its length.
fn blocks(values: &[u8], code: impl Fn(u8, usize) -> (usize, usize)) -> (Vec<u8>, Vec<usize>) {
    let size = 8 << BLOCK_BITS;
    let (mut bits, mut starts) = (Vec::new(), vec![0]);
    let mut at = 0;
    while at < values.len() {
        let same = values[at..].iter().take_while(|value| **value == values[at]).count();
        let run = (same.ilog2() as usize).min(RUNS - 1);
        let (code, length) = code(values[at], run);
        if bits.len() % size + length > size {
            bits.resize(bits.len().next_multiple_of(size), false);
            starts.push(at);
        }
        bits.extend((0..length).rev().map(|bit| code >> bit & 1 == 1));
        // A block that is full ends.
        at += 1 << run;
        if bits.len() % size == 0 && at < values.len() {
            starts.push(at);
        }
    }
    bits.resize(bits.len().next_multiple_of(size), false);
    starts.push(values.len());
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    (bits.chunks(8).map(byte).collect(), starts)
}

/// For the middle of each span, the block and the number in it.
fn index(count: usize, starts: &[usize]) -> Vec<u8> {
    let span = 1 << SPAN_BITS;
    let mut bytes = Vec::new();
    for start in (0..count).step_by(span) {
        let middle = start + span / 2;
        let block = starts[..starts.len() - 1].partition_point(|first| *first <= middle) - 1;
        bytes.extend((block as u32).to_le_bytes());
        bytes.extend(((middle - starts[block]) as u16).to_le_bytes());
    }
    bytes
}

/// A whole file. `orders`: what stands before the codes.
fn file(magic: [u8; 4], piece: char, orders: &[u8], parts: &[Part]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    let align = |bytes: &mut Vec<u8>, unit: usize| bytes.resize(bytes.len().next_multiple_of(unit), 0);
    bytes.push(flags(piece));
    bytes.extend(orders);
    align(&mut bytes, 2);
    for part in parts {
        bytes.extend(&part.codes);
        align(&mut bytes, 2);
    }
    for list in parts.iter().filter_map(|part| part.list.as_ref()) {
        bytes.push(list.len() as u8);
        bytes.extend(list);
        // Those of other results are empty.
        bytes.extend([0, 0, 0]);
    }
    align(&mut bytes, 2);
    for table in [|part: &Part| part.index.clone(), |part: &Part| part.lengths.clone()] {
        bytes.extend(parts.iter().flat_map(table));
    }
    for part in parts {
        align(&mut bytes, 64);
        bytes.extend(&part.blocks);
    }
    align(&mut bytes, 64);
    bytes.extend(syzygy_checksum(&bytes));
    bytes
}

/// The table of results.
pub fn results(ending: &Ending) -> Vec<u8> {
    let value = |solved: Solved, white_to_move: bool| match (solved, white_to_move) {
        (Solved::Won(_), true) => 4,
        (Solved::Won(_), false) => 0,
        _ => 2,
    };
    let part = |file: usize, white: bool| {
        Part::of(0, &values(ending, file, white, white, |solved| value(solved, white)), None)
    };
    let parts: Vec<_> = files(ending).flat_map(|file| [part(file, true), part(file, false)]).collect();
    file_of(RESULTS, ending, true, &parts)
}

/// The table of distances of positions with White to move; those with a queen are numbers in a list.
pub fn distances(ending: &Ending) -> Vec<u8> {
    const IN_PLIES: u8 = 4;
    const IS_MAPPED: u8 = 2;
    let distance = |solved: Solved| match solved {
        Solved::Won(plies) => plies as u8 - 1,
        _ => 0,
    };
    let part = |file: usize| {
        let values = values(ending, file, true, true, distance);
        if ending.piece() != 'Q' {
            return Part::of(IN_PLIES, &values, None);
        }
        let mut list = values.clone();
        list.sort_unstable_by(|a, b| b.cmp(a));
        list.dedup();
        let place = |value: &u8| list.iter().position(|other| other == value).expect("a value") as u8;
        Part::of(IN_PLIES | IS_MAPPED, &values.iter().map(place).collect::<Vec<_>>(), Some(list.clone()))
    };
    let parts: Vec<_> = files(ending).map(part).collect();
    file_of(DISTANCES, ending, false, &parts)
}

/// The tables of an ending in which nobody wins.
pub fn draws(piece: char) -> Vec<u8> {
    let orders = [0, WHITE_KING * 0x11, BLACK_KING * 0x11, number(piece) * 0x11];
    file(RESULTS, piece, &orders, &[Part::single(0, 2), Part::single(0, 2)])
}

pub fn no_distances(piece: char) -> Vec<u8> {
    file(DISTANCES, piece, &[0, WHITE_KING, BLACK_KING, number(piece)], &[Part::single(0, 0)])
}

/// The files of leading pawns; one if there are no pawns.
fn files(ending: &Ending) -> std::ops::Range<usize> {
    0..if ending.piece() == 'P' { 4 } else { 1 }
}

/// The orders of pieces of all parts: for White to move the piece is the last, for Black the first. A pawn is always
/// the first, but with White to move its digit of the index is the second.
fn file_of(magic: [u8; 4], ending: &Ending, both_sides: bool, parts: &[Part]) -> Vec<u8> {
    let piece = number(ending.piece());
    let has_pawn = ending.piece() == 'P';
    let (first, second) = if has_pawn {
        ([1, piece, WHITE_KING, BLACK_KING], [0, piece, WHITE_KING, BLACK_KING])
    } else {
        ([0, WHITE_KING, BLACK_KING, piece], [0, piece, WHITE_KING, BLACK_KING])
    };
    let both =
        first.iter().zip(second).map(|(first, second)| if both_sides { first | second << 4 } else { *first });
    let orders: Vec<_> = both.collect();
    file(magic, ending.piece(), &orders.repeat(files(ending).len()), parts)
}

/// The values of one part in the order of their indexes. `in_white_order`: of [`file_of`].
fn values(
    ending: &Ending,
    leading_file: usize,
    white_to_move: bool,
    in_white_order: bool,
    value: impl Fn(Solved) -> u8,
) -> Vec<u8> {
    let has_pawn = ending.piece() == 'P';
    let size = if has_pawn { 6 * 63 * 62 } else { 31332 };
    let mut values = vec![None; size];
    for (state, solved) in ending.states().filter(|(state, _)| state.white_to_move == white_to_move) {
        let index = if has_pawn {
            if state.piece % 8 != leading_file {
                continue;
            }
            with_pawn(state, in_white_order)
        } else if in_white_order {
            without_pawn([state.king, state.enemy, state.piece])
        } else {
            without_pawn([state.piece, state.king, state.enemy])
        };
        let value = value(solved);
        assert!(values[index].is_none_or(|before| before == value), "{state:?} is not like its reflections");
        values[index] = Some(value);
    }
    // Illegal positions have the value that is cheapest.
    let mut last = 0;
    for value in &mut values {
        last = *value.get_or_insert(last);
    }
    values.into_iter().flatten().collect()
}

/// The index of a pawn and two kings.
fn with_pawn(State { king, piece, enemy, .. }: State, pawn_is_second: bool) -> usize {
    let king_digit = king - usize::from(king > piece);
    let enemy_digit = enemy - usize::from(enemy > piece) - usize::from(enemy > king);
    let rank = piece / 8 - 1;
    let (pawn, king) = if pawn_is_second { (rank * 63, king_digit) } else { (rank, king_digit * 6) };
    pawn + king + enemy_digit * 6 * 63
}

/// The index of three different pieces: of all reflections, the one with the first piece in the triangle a1-d1-d4, and
/// the first piece off the diagonal below it.
fn without_pawn(mut squares: [usize; 3]) -> usize {
    const TRIANGLE: [usize; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
    if squares[0] % 8 > 3 {
        squares = squares.map(|at| at ^ 0b111);
    }
    if squares[0] / 8 > 3 {
        squares = squares.map(|at| at ^ 0b111_000);
    }
    let above = |at: usize| (at / 8).cmp(&(at % 8));
    if squares.iter().map(|at| above(*at)).find(|order| order.is_ne()).is_some_and(std::cmp::Ordering::is_gt)
    {
        squares = squares.map(|at| at % 8 * 8 + at / 8);
    }
    let [a, b, c] = squares;
    let (b_skips, c_skips) = (usize::from(b > a), usize::from(c > a) + usize::from(c > b));
    let below = |at: usize| (0..at).filter(|at| above(*at).is_lt()).count();
    if above(a).is_ne() {
        let place = TRIANGLE.iter().position(|at| *at == a).expect("a square of the triangle");
        return (place * 63 + b - b_skips) * 62 + c - c_skips;
    }
    if above(b).is_ne() {
        return (6 * 63 + a / 8 * 28 + below(b)) * 62 + c - c_skips;
    }
    let before = (6 * 63 + 4 * 28) * 62;
    if above(c).is_ne() {
        return before + a / 8 * 7 * 28 + (b / 8 - b_skips) * 28 + below(c);
    }
    before + 4 * 7 * 28 + a / 8 * 7 * 6 + (b / 8 - b_skips) * 6 + c / 8 - c_skips
}

/// What can happen to a file.
#[derive(Debug, Clone, Copy)]
pub enum Damage {
    Emptied,
    Truncated,
    Extended,
    Flipped,
    /// Some bytes are others.
    Overwritten,
    /// Everything is.
    Garbage,
}

/// A damaged copy of a table, and what was done; with some, the checksum fits nevertheless.
pub fn damaged(table: &[u8], seed: u64) -> (Vec<u8>, Damage) {
    const ALL: [Damage; 6] = [
        Damage::Flipped,
        Damage::Truncated,
        Damage::Overwritten,
        Damage::Emptied,
        Damage::Extended,
        Damage::Garbage,
    ];
    // The head is small, and everything depends on it.
    const HEAD: usize = 160;
    let mut random = SmallRng::seed_from_u64(seed);
    // Half of the damages are flipped bits.
    let damage = ALL[(seed as usize % 12).saturating_sub(6)];
    let mut bytes = table.to_vec();
    let reach = if random.random() { bytes.len() } else { bytes.len().min(HEAD) };
    match damage {
        Damage::Emptied => bytes.clear(),
        Damage::Truncated => bytes.truncate(random.random_range(0..reach)),
        Damage::Extended => bytes.extend((0..random.random_range(1..200)).map(|_| random.random::<u8>())),
        Damage::Flipped => {
            for _ in 0..random.random_range(1..4) {
                bytes[random.random_range(0..reach)] ^= 1 << random.random_range(0..8);
            }
        }
        Damage::Overwritten => {
            let start = random.random_range(0..reach);
            let end = bytes.len().min(start + random.random_range(1..40));
            random.fill(&mut bytes[start..end]);
        }
        Damage::Garbage => random.fill(&mut bytes[..]),
    }
    if random.random()
        && let Some(end) = bytes.len().checked_sub(16)
    {
        let sum = syzygy_checksum(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum);
    }
    (bytes, damage)
}
