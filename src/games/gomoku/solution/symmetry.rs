use crate::games::gomoku::{Point, PointSet};

/// One of the eight symmetries of a square board: mirrored files, mirrored ranks, and then files and ranks exchanged,
/// or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const EXCHANGE: u8 = 4;

    /// The number of symmetries.
    pub const COUNT: usize = 8;

    /// All symmetries; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The image of a point of a board with `size` points on a side.
    #[must_use]
    pub const fn apply(self, at: Point, size: usize) -> Point {
        let mut file = at.file();
        let mut rank = at.rank();
        if self.0 & Self::FILES != 0 {
            file = size - 1 - file;
        }
        if self.0 & Self::RANKS != 0 {
            rank = size - 1 - rank;
        }
        if self.0 & Self::EXCHANGE != 0 { Point::new(rank, file) } else { Point::new(file, rank) }
    }

    /// The image of a set of points.
    #[must_use]
    pub fn apply_to_all(self, points: PointSet, size: usize) -> PointSet {
        points.into_iter().map(|at| self.apply(at, size)).collect()
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.0 & Self::EXCHANGE == 0 {
            return self;
        }
        Self(Self::EXCHANGE | (self.0 & Self::FILES) << 1 | (self.0 & Self::RANKS) >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_differ_and_can_be_taken_back() {
        for size in [5, 15, 20] {
            let at = Point::new(0, 1);
            let mut images: Vec<_> = Symmetry::all().map(|symmetry| symmetry.apply(at, size)).collect();
            for (symmetry, &image) in Symmetry::all().zip(&images) {
                assert_eq!(symmetry.inverse().apply(image, size), at, "{symmetry:?}");
            }
            images.sort();
            images.dedup();
            assert_eq!(images.len(), 8);
        }
    }
}
