use std::fmt::Write;

use thiserror::Error;

use crate::base::{Key, Notation, printable, shorten};
use crate::games::Variant;
use crate::games::gomoku::tactics::WinFinder;
use crate::games::gomoku::{GomokuOptions, GomokuPosition, Point, Rule};

use super::Stones;
use super::stones::{point_number, point_with_number};

/// What a file of a solution says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionHeader {
    /// The variant.
    pub variant: Variant,
    /// The numbers of positions that the two stages of the search for threats may visit.
    pub efforts: [u32; 2],
    /// The starting positions, at least one, all on boards of the same size.
    pub starts: Vec<SolvedPosition>,
}

/// A position whose side to move wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The position.
    pub stones: Stones,
    /// The maximum number of plies to the win.
    pub plies: u32,
}

/// A solution. Its file is described at the [module](super).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The header.
    pub header: SolutionHeader,
    /// The answers in canonical images by the image's key, in ascending order of different keys.
    records: Vec<(Key, Answer)>,
}

/// The winner's move in a position, and the maximum number of plies to the win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub at: Point,
    /// The plies, an odd number up to [`MAX_PLIES`](Self::MAX_PLIES).
    pub plies: u32,
}

/// A file is no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolutionError {
    /// The file does not begin like a solution.
    #[error("not a file of a solution: it does not begin with a line \"{WORD} …\"")]
    Foreign,
    /// The format is of another version.
    #[error("the file has version {0:?} of the format, not {VERSION}")]
    Version(String),
    /// A part of the lines of text is wrong.
    #[error("the file has {found:?} where {expected} is expected")]
    Header {
        /// What was found.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The length does not match the number of records.
    #[error("the file has {found} bytes after its lines of text; {records} records need {expected}")]
    Length {
        /// The number of records according to the first line.
        records: usize,
        /// The length that they and the checksum need.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// Two positions cannot be told apart.
    #[error("two positions have the same key")]
    SameKey,
    /// A record is wrong.
    #[error("record {number}: {problem}")]
    Record {
        /// The record's number, from 1.
        number: usize,
        /// What is wrong.
        problem: &'static str,
    },
}

const WORD: &str = "quadriga-solution";
const VERSION: &str = "3";
const KEY_BYTES: usize = size_of::<Key>();
const RECORD_BYTES: usize = KEY_BYTES + size_of::<u16>();
const CHECKSUM_BYTES: usize = 4;
/// The longest line of text.
const MAX_LINE_BYTES: usize = 2000;
/// The largest number of starting positions.
const MAX_STARTS: usize = 1000;

impl Answer {
    const PLIES_BITS: u32 = 7;

    /// The largest number of plies that a file can hold.
    pub const MAX_PLIES: u32 = 2 * ((1 << Self::PLIES_BITS) - 1) + 1;

    fn to_bits(self) -> u16 {
        let plies = self.plies.min(Self::MAX_PLIES) / 2;
        (point_number(self.at) as u16) << Self::PLIES_BITS | plies as u16
    }

    /// `None` if the move is no point of the largest board.
    fn of_bits(bits: u16) -> Option<Self> {
        let at = point_with_number((bits >> Self::PLIES_BITS).into())?;
        Some(Self { at, plies: 2 * (u32::from(bits) & ((1 << Self::PLIES_BITS) - 1)) + 1 })
    }
}

impl Solution {
    /// The solution with these answers in canonical images, each with the image's key.
    ///
    /// # Errors
    /// If two positions have the same key.
    pub fn new(
        header: SolutionHeader,
        answers: impl IntoIterator<Item = (Key, Answer)>,
    ) -> Result<Self, SolutionError> {
        let mut records: Vec<_> = answers.into_iter().collect();
        records.sort_unstable_by_key(|&(key, _)| key);
        if records.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(SolutionError::SameKey);
        }
        Ok(Self { header, records })
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The number of points on a side of the board.
    pub fn size(&self) -> usize {
        self.header.starts.first().map_or(0, |start| start.stones.size())
    }

    /// The answers in canonical images, each with the image's key.
    pub fn answers(&self) -> impl Iterator<Item = (Key, Answer)> {
        self.records.iter().copied()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The index of the record of the position with this canonical key.
    fn index(&self, key: Key) -> Option<usize> {
        self.records.binary_search_by_key(&key, |&(key, _)| key).ok()
    }

    /// The index of a position's record and its answer, if there is one; the side to move must be the winner.
    pub fn find(&self, stones: &Stones) -> Option<(usize, Answer)> {
        let (key, symmetry) = stones.canonical_key();
        let index = self.index(key)?;
        let (_, answer) = self.records[index];
        let size = stones.size();
        (answer.at.file() < size && answer.at.rank() < size)
            .then(|| (index, Answer { at: symmetry.inverse().apply(answer.at, size), ..answer }))
    }

    /// The contents of a file.
    pub fn to_bytes<R: Rule>(&self) -> Vec<u8> {
        let SolutionHeader { variant, efforts: [first, second], starts } = &self.header;
        let (records, count) = (self.records.len(), starts.len());
        let mut text = format!("{WORD} {VERSION} {variant} {first} {second} {records} {count}\n");
        for SolvedPosition { stones, plies } in starts {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{plies} {}", stones.fen::<R>());
        }
        let mut bytes = text.into_bytes();
        for (key, answer) in &self.records {
            bytes.extend(key.0.to_le_bytes());
            bytes.extend(answer.to_bits().to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The variant of a file, from its first line.
    ///
    /// # Errors
    /// If the line is not that of a solution.
    pub fn variant_of(bytes: &[u8]) -> Result<Variant, SolutionError> {
        let (line, _) = first_line(bytes)?;
        Ok(Fields::of(line)?.variant)
    }

    /// Reads the contents of a file of a variant with this rule.
    ///
    /// # Errors
    /// If they are not a solution, or damaged.
    pub fn from_bytes<R: Rule>(bytes: &[u8]) -> Result<Self, SolutionError> {
        let (line, mut rest) = first_line(bytes)?;
        let Fields { variant, efforts, count, starts } = Fields::of(line)?;
        let starts = (0..starts).map(|_| {
            let (line, after) = next_line(rest).ok_or_else(|| wrong("", START))?;
            rest = after;
            start_of::<R>(line)
        });
        let starts: Vec<_> = starts.collect::<Result<_, _>>()?;
        let expected = count.saturating_mul(RECORD_BYTES).saturating_add(CHECKSUM_BYTES);
        if rest.len() != expected {
            return Err(SolutionError::Length { records: count, expected, found: rest.len() });
        }
        let (covered, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if checksum != crc32fast::hash(covered).to_le_bytes() {
            return Err(SolutionError::Checksum);
        }
        let size = starts.first().map_or(0, |start| start.stones.size());
        if let Some(other) = starts.iter().find(|start| start.stones.size() != size) {
            return Err(wrong(&other.stones.fen::<R>(), "a position on a board of the same size"));
        }
        let mut records: Vec<(Key, Answer)> = Vec::with_capacity(count);
        for chunk in rest[..rest.len() - CHECKSUM_BYTES].chunks_exact(RECORD_BYTES) {
            let error = |problem| SolutionError::Record { number: records.len() + 1, problem };
            let (key, answer) = chunk.split_first_chunk().expect("a record is longer than its key");
            let key = Key(u64::from_le_bytes(*key));
            let bits = u16::from_le_bytes(answer.try_into().expect("two bytes are left"));
            let answer = Answer::of_bits(bits)
                .filter(|answer| answer.at.file() < size && answer.at.rank() < size)
                .ok_or_else(|| error("the move is not a point of the board"))?;
            if records.last().is_some_and(|&(before, _)| before >= key) {
                return Err(error("the records are not in ascending order"));
            }
            records.push((key, answer));
        }
        Ok(Self { header: SolutionHeader { variant, efforts, starts }, records })
    }
}

/// The first line without its end, and what follows it.
fn first_line(bytes: &[u8]) -> Result<(&str, &[u8]), SolutionError> {
    if !bytes.starts_with(WORD.as_bytes()) {
        return Err(SolutionError::Foreign);
    }
    next_line(bytes).ok_or(SolutionError::Foreign)
}

/// The first line of text without its end, and what follows it; `None` if it is no text or too long.
fn next_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(MAX_LINE_BYTES).position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    Some((line, &bytes[end + 1..]))
}

const START: &str = "a number of plies and a starting position";

/// The starting position of a line.
fn start_of<R: Rule>(line: &str) -> Result<SolvedPosition, SolutionError> {
    let read = || {
        let (plies, fen) = line.split_once(' ')?;
        let position = GomokuPosition::<R>::from_fen(fen, &GomokuOptions::default()).ok()?;
        Some(SolvedPosition { stones: Stones::of(&position), plies: plies.parse().ok()? })
    };
    read().ok_or_else(|| wrong(line, START))
}

/// The parts of the first line.
struct Fields {
    variant: Variant,
    efforts: [u32; 2],
    /// The number of records.
    count: usize,
    /// The number of starting positions.
    starts: usize,
}

fn wrong(found: &str, expected: &'static str) -> SolutionError {
    SolutionError::Header { found: printable(&shorten(found)).into_owned(), expected }
}

impl Fields {
    fn of(line: &str) -> Result<Self, SolutionError> {
        const EFFORT: &str = "a number of positions, at most 1048576,";
        const STARTS: &str = "the number of starting positions, from 1 to 1000,";
        let mut fields = line.split(' ');
        let mut next = || fields.next().unwrap_or_default();
        if next() != WORD {
            return Err(SolutionError::Foreign);
        }
        let version = next();
        if version != VERSION {
            return Err(SolutionError::Version(printable(&shorten(version)).into_owned()));
        }
        let name = next();
        let variant = Variant::from_name(name).ok_or_else(|| wrong(name, "a variant"))?;
        let mut number = |expected| {
            let text = next();
            text.parse().map_err(|_| wrong(text, expected))
        };
        let efforts: [u32; 2] = [number(EFFORT)?, number(EFFORT)?];
        if let Some(effort) = efforts.iter().find(|&&effort| effort > WinFinder::MAX_EFFORT) {
            return Err(wrong(&effort.to_string(), EFFORT));
        }
        let count = number("the number of records")? as usize;
        let starts = number(STARTS)? as usize;
        if !(1..=MAX_STARTS).contains(&starts) {
            return Err(wrong(&starts.to_string(), STARTS));
        }
        match fields.next() {
            Some(more) => Err(wrong(more, "the end of the line")),
            None => Ok(Self { variant, efforts, count, starts }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Freestyle;

    fn solution() -> Solution {
        let start = GomokuPosition::<Freestyle>::from_fen(
            "15/15/15/15/15/15/8O6/7X7/15/15/15/15/15/15/15 b",
            &GomokuOptions::default(),
        );
        let start = Stones::of(&start.unwrap());
        let answers = (0..20u64).map(|number| {
            let answer = Answer { at: Point::new(number as usize % 15, 3), plies: 2 * number as u32 + 1 };
            (Key(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), answer)
        });
        let (key, symmetry) = start.canonical_key();
        let starts = vec![SolvedPosition { stones: start, plies: 41 }];
        let header = SolutionHeader { variant: Variant::Gomoku, efforts: [2000, 20_000], starts };
        let own = Answer { at: symmetry.apply(Point::new(6, 4), 15), plies: 41 };
        Solution::new(header, answers.chain([(key, own)])).expect("different keys")
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let solution = solution();
        let bytes = solution.to_bytes::<Freestyle>();
        assert_eq!(Solution::from_bytes::<Freestyle>(&bytes), Ok(solution.clone()));
        assert_eq!(Solution::variant_of(&bytes), Ok(Variant::Gomoku));
        let (_, answer) = solution.find(&solution.header.starts[0].stones).expect("a record");
        assert_eq!(answer, Answer { at: Point::new(6, 4), plies: 41 });
    }

    #[test]
    fn keys_are_kept_to_the_last_bit() {
        let answer = |file| Answer { at: Point::new(file, 3), plies: 5 };
        let answers = [(Key(7), answer(1)), (Key(8), answer(2))];
        let written = Solution::new(solution().header, answers).unwrap().to_bytes::<Freestyle>();
        let read = Solution::from_bytes::<Freestyle>(&written).unwrap();
        assert_eq!(read.answers().collect::<Vec<_>>(), answers);
        let twice = [answers[0], answers[0]];
        assert_eq!(Solution::new(solution().header, twice), Err(SolutionError::SameKey));
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = solution().to_bytes::<Freestyle>();
        for length in 0..bytes.len() {
            assert!(Solution::from_bytes::<Freestyle>(&bytes[..length]).is_err(), "{length} bytes");
        }
        for index in 0..bytes.len() {
            for bit in [0, 3, 7] {
                let mut damaged = bytes.clone();
                damaged[index] ^= 1 << bit;
                assert!(Solution::from_bytes::<Freestyle>(&damaged).is_err(), "byte {index}, bit {bit}");
            }
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(Solution::from_bytes::<Freestyle>(&longer), Err(SolutionError::Length { .. })));
        let text = String::from_utf8_lossy(&bytes).replacen("gomoku", "chess9", 1);
        assert_eq!(
            Solution::variant_of(text.as_bytes()).unwrap_err().to_string(),
            "the file has \"chess9\" where a variant is expected"
        );
    }
}
