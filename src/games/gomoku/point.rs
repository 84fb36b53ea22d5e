use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::base::Move;

/// The minimum number of points on a side of the board.
pub const MIN_SIZE: usize = 5;
/// The maximum number of points on a side of the board.
pub const MAX_SIZE: usize = 20;

/// The distance between two neighbours on a file in a table with an entry for every point. It is greater than the width
/// of any board, so that a step across the board's edge does not lead to a point of the board, and a power of two.
pub(super) const STRIDE: usize = 32;
/// The length of a table with an entry for every point of the largest board.
pub(crate) const POINTS: usize = MAX_SIZE * STRIDE;

/// The steps from a point to the next point on each of the four lines through it: along the rank, along the file, along
/// the diagonal rising to the right, along the diagonal falling to the right.
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// A point of the board. The same point has the same value on boards of all sizes, which share the corner `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point on this file and rank, both counted from 0 at `a1` and below [`MAX_SIZE`].
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < MAX_SIZE && rank < MAX_SIZE);
        Self((rank * STRIDE + file) as u16)
    }

    /// The point's file, from 0.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The point's rank, from 0.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The point's index in a table of length `POINTS`.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this index in a table of length `POINTS`.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < POINTS);
        Self(index as u16)
    }

    /// The move that places a stone on this point.
    #[inline]
    pub const fn to_move(self) -> Move {
        Move::of_bits(self.0 + 1)
    }

    /// The point on which a move places a stone, or `None` if the bits are not a point of any board.
    #[inline]
    pub const fn of_move(m: Move) -> Option<Self> {
        let bits = m.bits();
        if bits as usize > POINTS || (bits as usize - 1) % STRIDE >= MAX_SIZE {
            None
        } else {
            Some(Self(bits - 1))
        }
    }

    /// Parses the name of a point on a board with `size` points on a side.
    pub fn from_name(name: &str, size: usize) -> Option<Self> {
        let mut characters = name.chars();
        let file = (characters.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
        let digits = characters.as_str();
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
        (file < size && rank < size).then(|| Self::new(file, rank))
    }
}

/// Writes the point's name: a letter for the file and the number of the rank from 1, as in `h8`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of points, stored as one word per rank from the bottom, with the files as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PointSet([u32; MAX_SIZE]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; MAX_SIZE]);

    /// The points of a board with `size` points on a side.
    pub fn board(size: usize) -> Self {
        let mut ranks = [0; MAX_SIZE];
        ranks[..size].fill((1 << size) - 1);
        Self(ranks)
    }

    /// The set that holds only this point.
    pub fn of(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.rank()] >> point.file() & 1 != 0
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, rank| all | rank) == 0
    }

    /// The number of points in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|rank| rank.count_ones() as usize).sum()
    }

    /// The point with the lowest rank and, on that rank, the lowest file, or `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.into_iter().next()
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.rank()] |= 1 << point.file();
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.rank()] &= !(1 << point.file());
    }

    /// The points within two files and two ranks of a point of the set, and those three away from one on a line. May
    /// include points beyond the board's edge.
    #[inline]
    #[must_use]
    pub fn neighbourhood(&self) -> Self {
        const MARGIN: usize = 3;
        let mut files = [0; MAX_SIZE + 2 * MARGIN];
        let mut near = [0; MAX_SIZE + 2 * MARGIN];
        let mut far = [0; MAX_SIZE + 2 * MARGIN];
        for (rank, &row) in self.0.iter().enumerate() {
            files[rank + MARGIN] = row;
            near[rank + MARGIN] = row | row << 1 | row << 2 | row >> 1 | row >> 2;
            far[rank + MARGIN] = row | row << 3 | row >> 3;
        }
        let mut around = [0; MAX_SIZE];
        for (rank, row) in around.iter_mut().enumerate() {
            let centre = rank + MARGIN;
            *row = near[centre - 2] | near[centre - 1] | near[centre] | near[centre + 1] | near[centre + 2];
            *row |= far[centre - 3] | far[centre + 3] | files[centre] << 3 | files[centre] >> 3;
        }
        Self(around)
    }
}

impl BitOr for PointSet {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (rank, &row) in self.0.iter_mut().zip(&other.0) {
            *rank |= row;
        }
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (rank, &row) in self.0.iter_mut().zip(&other.0) {
            *rank &= row;
        }
        self
    }
}

/// The points of the first set that are not in the second.
impl Sub for PointSet {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        for (rank, &row) in self.0.iter_mut().zip(&other.0) {
            *rank &= !row;
        }
        self
    }
}

/// Iterates over the points rank by rank from the bottom, each rank from the left.
#[derive(Debug, Clone)]
pub struct Points {
    ranks: [u32; MAX_SIZE],
    rank: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.rank < MAX_SIZE {
            let row = self.ranks[self.rank];
            if row != 0 {
                self.ranks[self.rank] = row & (row - 1);
                return Some(Point::new(row.trailing_zeros() as usize, self.rank));
            }
            self.rank += 1;
        }
        None
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        Points { ranks: self.0, rank: 0 }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
