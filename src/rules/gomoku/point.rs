use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::base::Move;

/// The least number of points on a side of the board.
pub const MIN_SIZE: usize = 5;
/// The greatest number of points on a side of the board.
pub const MAX_SIZE: usize = 20;

/// How far apart two neighbours of one file are in a table with a place for every point. Wider than any board, so
/// that a step across the board's edge leads to no point of the board, and a power of two.
pub(super) const STRIDE: usize = 32;
/// The length of a table with a place for every point of the largest board.
pub(crate) const POINTS: usize = MAX_SIZE * STRIDE;

/// The steps from a point to its next neighbour on each of the four lines through it: rank, file, the diagonal rising
/// to the right, the diagonal falling to the right.
pub(crate) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// A point of the board. The same point has the same value on boards of all sizes, which share the corner `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point on this file and rank, both counted from 0 at `a1` and below [`MAX_SIZE`].
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < MAX_SIZE && rank < MAX_SIZE);
        Self((rank * STRIDE + file) as u16)
    }

    /// Its file, from 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Its rank, from 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// Its place in a table of `POINTS`.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point that has this place in a table of `POINTS`.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Self {
        debug_assert!(index < POINTS);
        Self(index as u16)
    }

    /// The move that places a stone here.
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        Move::from_bits(self.0 + 1)
    }

    /// The point on which a move places a stone; nothing where the bits are no point of any board.
    #[inline(always)]
    pub const fn of_move(m: Move) -> Option<Self> {
        let bits = m.bits();
        if bits == 0 || bits as usize > POINTS || (bits as usize - 1) % STRIDE >= MAX_SIZE {
            None
        } else {
            Some(Self(bits - 1))
        }
    }

    /// The point of this name, if it is one of a board of `size` points on a side.
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

/// The point's name: a letter for the file, the number of the rank from 1, as in `h8`.
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

/// A set of points: for each rank, from the bottom, the files as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PointSet([u32; MAX_SIZE]);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self([0; MAX_SIZE]);

    /// The points of a board with `size` points on a side.
    pub fn board(size: usize) -> Self {
        let mut ranks = [0; MAX_SIZE];
        ranks[..size].fill((1 << size) - 1);
        Self(ranks)
    }

    /// The set of this one point.
    pub fn of(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.rank()] >> point.file() & 1 != 0
    }

    /// Whether no point is in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, rank| all | rank) == 0
    }

    /// How many points are in the set.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|rank| rank.count_ones() as usize).sum()
    }

    /// The point of the lowest rank, and of the lowest file on it, if any.
    #[inline(always)]
    pub fn first(&self) -> Option<Point> {
        self.into_iter().next()
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) {
        self.0[point.rank()] |= 1 << point.file();
    }

    /// Removes a point.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        self.0[point.rank()] &= !(1 << point.file());
    }

    /// The points at most two files and two ranks from a point of the set, and those three away on a line with one;
    /// points beyond the edge among them.
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

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for PointSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        for (rank, &row) in self.0.iter_mut().zip(&other.0) {
            *rank |= row;
        }
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    #[inline(always)]
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

    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for (rank, &row) in self.0.iter_mut().zip(&other.0) {
            *rank &= !row;
        }
        self
    }
}

/// The points rank by rank from the bottom, each rank from the left.
#[derive(Debug, Clone)]
pub struct Points {
    ranks: [u32; MAX_SIZE],
    rank: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline(always)]
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

    #[inline(always)]
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
