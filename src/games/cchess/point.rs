use std::fmt;

use crate::base::bitset;

/// The number of files of xiangqi and zhonggong boards, `a` to `i`.
pub const FILES: usize = 9;

/// The number of points of the larger board: 9 files and 10 ranks.
pub const POINTS: usize = 90;

/// A point of a board with 9 files and up to 10 ranks. Its index is rank × 9 + file, both counted from zero, where rank
/// 0 is Red's back rank, so that a point has the same index on boards of any height.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point on this file (0 to 8, `a` to `i`) and rank (0 to 9, from Red's side).
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < FILES && rank < POINTS / FILES);
        Self((rank * FILES + file) as u8)
    }

    /// The point with this index, which must be less than [`POINTS`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < POINTS);
        Self(index as u8)
    }

    /// The point's index, less than [`POINTS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point's file, 0 to 8 for `a` to `i`.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    /// The point's rank, 0 to 9 from Red's side.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// The point this many files to the right and ranks up, if it is among the 90 points.
    pub const fn offset(self, files: isize, ranks: isize) -> Option<Self> {
        let file = self.file() as isize + files;
        let rank = self.rank() as isize + ranks;
        if file < 0 || file >= FILES as isize || rank < 0 || rank >= (POINTS / FILES) as isize {
            return None;
        }
        Some(Self::new(file as usize, rank as usize))
    }

    /// The point mirrored left to right: files `a` and `i` are exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(FILES - 1 - self.file(), self.rank())
    }

    /// The point mirrored vertically on a board with `ranks` ranks: the first and the last rank are exchanged.
    #[must_use]
    pub const fn flipped(self, ranks: usize) -> Self {
        Self::new(self.file(), ranks - 1 - self.rank())
    }

    /// The point's text, with Red's back rank numbered `first_rank`: `e1` or `e0`.
    pub fn text(self, first_rank: usize) -> String {
        format!("{}{}", (b'a' + self.file() as u8) as char, self.rank() + first_rank)
    }

    /// Reads a point at the start of a text and returns its file, the number of the rank as written, and the rest of
    /// the text. The file letter may be in either case. The number takes all digits that follow and must not have a
    /// leading zero.
    pub fn read(text: &str) -> Option<(usize, usize, &str)> {
        let letter = text.chars().next()?.to_ascii_lowercase();
        if !('a'..='i').contains(&letter) {
            return None;
        }
        let digits = &text[1..];
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, rest) = digits.split_at(end);
        if number.len() > 2 || number.len() == 2 && number.starts_with('0') {
            return None;
        }
        Some((letter as usize - 'a' as usize, number.parse().ok()?, rest))
    }
}

impl fmt::Debug for Point {
    /// The point's text with ranks counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(1))
    }
}

bitset! {
    /// A set of points.
    pub struct PointSet(u128) of Point;
}

impl PointSet {
    /// All points of a board with `ranks` ranks.
    pub const fn board(ranks: usize) -> Self {
        Self((1 << (ranks * FILES)) - 1)
    }

    /// The points of a rank.
    pub const fn rank(rank: usize) -> Self {
        Self(0x1ff << (rank * FILES))
    }

    /// The points of a file with ten ranks.
    pub const fn file(file: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut rank = 0;
        while rank < POINTS / FILES {
            set.insert(Point::new(file, rank));
            rank += 1;
        }
        set
    }

    /// The points strictly between two points of one rank or file; empty if they share neither.
    #[inline]
    pub const fn between(a: Point, b: Point) -> Self {
        let (low, high) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let inside = (1u128 << high.0).saturating_sub(2 << low.0);
        if low.file() == high.file() {
            Self(inside & FILE_SETS[low.file()].0)
        } else if low.rank() == high.rank() {
            Self(inside)
        } else {
            Self::EMPTY
        }
    }
}

/// The points of each file with ten ranks.
pub const FILE_SETS: [PointSet; FILES] = {
    let mut sets = [PointSet::EMPTY; FILES];
    let mut file = 0;
    while file < FILES {
        sets[file] = PointSet::file(file);
        file += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_the_open_interval_of_a_line() {
        let e1 = Point::new(4, 0);
        let e4 = Point::new(4, 3);
        let expected: PointSet = [Point::new(4, 1), Point::new(4, 2)].into_iter().collect();
        assert_eq!(PointSet::between(e1, e4), expected);
        assert_eq!(PointSet::between(e4, e1), expected);
        assert_eq!(PointSet::between(Point::new(0, 2), Point::new(3, 2)).len(), 2);
        assert_eq!(PointSet::between(e1, Point::new(3, 3)), PointSet::EMPTY);
        assert_eq!(PointSet::between(e1, Point::new(5, 0)), PointSet::EMPTY);
        assert_eq!(PointSet::between(e1, e1), PointSet::EMPTY);
    }

    #[test]
    fn points_are_read_with_all_their_digits() {
        assert_eq!(Point::read("a10a9"), Some((0, 10, "a9")));
        assert_eq!(Point::read("I0x"), Some((8, 0, "x")));
        for text in ["", "j1", "a", "a01", "a100", "é1"] {
            assert_eq!(Point::read(text), None, "{text}");
        }
    }
}
