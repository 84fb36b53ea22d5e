//! Numbers of squares and sets of squares, from which positions are indexed.
//!
//! Source: R. de Man, the generator of Syzygy tables, <https://github.com/syzygy1/tb>. The order of squares in these
//! numbers is part of the format.

use crate::games::chess::Square;

/// The squares of the triangle a1-d1-d4.
pub const TRIANGLE: usize = 10;
/// The number of placements of two kings that do not touch, up to reflections of the board.
pub const KING_PAIRS: u64 = 462;
/// The number of placements of three different pieces, up to reflections of the board.
pub const TRIPLES: u64 = 31332;
/// More than the number of pawns that one side of a table can have.
const PAWNS: usize = 6;

/// The numbers, computed at compile time.
pub static GEOMETRY: Geometry = Geometry::new();

pub struct Geometry {
    /// The number of sets of `k` out of `n` squares, by `k` and `n`.
    binomials: [[u64; 64]; 8],
    /// The number of a square of the triangle a1-d1-d4; those on the diagonal come last.
    triangle: [u8; 64],
    /// The number of a square below the diagonal a1-h8.
    below: [u8; 64],
    /// The number of a pair of kings, by the number of the first king's square in the triangle and the second king's
    /// square.
    king_pairs: [[u16; 64]; TRIANGLE],
    /// The precedence of squares for the leading pawn: the greatest is a2, then h2, a3, and so on.
    pawns: [u8; 64],
    /// The number of preceding placements, by the number of leading pawns and the square of the first.
    leading: [[u64; 64]; PAWNS],
    /// The number of placements, by the number of leading pawns and the file of the first.
    leading_sizes: [[u64; 4]; PAWNS],
}

impl Geometry {
    const fn new() -> Self {
        let binomials = binomials();
        let triangle = triangle();
        let pawns = pawns();
        let mut leading = [[0; 64]; PAWNS];
        let mut leading_sizes = [[0; 4]; PAWNS];
        let mut count = 1;
        while count < PAWNS {
            let mut file = 0;
            while file < 4 {
                let mut before = 0;
                let mut rank = 1;
                while rank < 7 {
                    let at = rank * 8 + file;
                    leading[count][at] = before;
                    before += binomials[count - 1][pawns[at] as usize];
                    rank += 1;
                }
                leading_sizes[count][file] = before;
                file += 1;
            }
            count += 1;
        }
        let king_pairs = king_pairs(&triangle);
        Self { binomials, triangle, below: below(), king_pairs, pawns, leading, leading_sizes }
    }

    /// The number of sets of `k` out of `n` squares. `None` if no position needs such numbers.
    #[inline]
    pub fn binomial(&self, k: usize, n: usize) -> Option<u64> {
        self.binomials.get(k)?.get(n).copied()
    }

    /// The number of a square of the triangle a1-d1-d4.
    #[inline]
    pub const fn in_triangle(&self, at: Square) -> u64 {
        self.triangle[at.index()] as u64
    }

    /// The number of a square below the diagonal a1-h8.
    #[inline]
    pub const fn below_diagonal(&self, at: Square) -> u64 {
        self.below[at.index()] as u64
    }

    /// The number of two kings, the first of which is in the triangle a1-d1-d4. `None` if it is not.
    #[inline]
    pub fn king_pair(&self, first: Square, second: Square) -> Option<u64> {
        let pairs = self.king_pairs.get(usize::from(self.triangle[first.index()]))?;
        Some(u64::from(pairs[second.index()]))
    }

    /// The precedence of a pawn: the one with the greatest value leads.
    #[inline]
    pub const fn pawn(&self, at: Square) -> usize {
        self.pawns[at.index()] as usize
    }

    /// The number of placements of this many leading pawns before those with the first one on this square.
    #[inline]
    pub fn leading(&self, count: usize, first: Square) -> Option<u64> {
        Some(self.leading.get(count)?[first.index()])
    }

    /// The number of placements of this many leading pawns with the first one on this file, counted from the edge.
    pub fn leading_size(&self, count: usize, file: usize) -> Option<u64> {
        self.leading_sizes.get(count)?.get(file).copied()
    }
}

/// How far a square lies above the diagonal a1-h8; negative below.
pub const fn above_diagonal(at: Square) -> i32 {
    at.rank() as i32 - at.file() as i32
}

const fn binomials() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 {
            if n > 0 {
                table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            }
            k += 1;
        }
        n += 1;
    }
    table
}

const fn triangle() -> [u8; 64] {
    // Squares outside the triangle have no number.
    let mut table = [u8::MAX; 64];
    let mut next = 0;
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut at = 0;
        while at < 28 {
            let square = Square::from_index(at);
            let above = above_diagonal(square);
            if square.file() < 4 && (on_diagonal == 0 && above < 0 || on_diagonal == 1 && above == 0) {
                table[at] = next;
                next += 1;
            }
            at += 1;
        }
        on_diagonal += 1;
    }
    table
}

const fn below() -> [u8; 64] {
    let mut table = [0; 64];
    let mut next = 0;
    let mut at = 0;
    while at < 64 {
        if above_diagonal(Square::from_index(at)) < 0 {
            table[at] = next;
            next += 1;
        }
        at += 1;
    }
    table
}

const fn pawns() -> [u8; 64] {
    let mut table = [0; 64];
    let mut next: u8 = 47;
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            table[rank * 8 + file] = next;
            table[rank * 8 + 7 - file] = next - 1;
            next = next.saturating_sub(2);
            rank += 1;
        }
        file += 1;
    }
    table
}

/// Pairs with both kings on the diagonal a1-h8 come last.
const fn king_pairs(triangle: &[u8; 64]) -> [[u16; 64]; TRIANGLE] {
    let mut table = [[0; 64]; TRIANGLE];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut number = 0;
        while number < TRIANGLE {
            let first = square_numbered(triangle, number);
            let mut at = 0;
            while at < 64 {
                let second = Square::from_index(at);
                let on_diagonal = above_diagonal(first) == 0 && above_diagonal(second) == 0;
                let is_mirrored = above_diagonal(first) == 0 && above_diagonal(second) > 0;
                if !touch(first, second) && !is_mirrored && on_diagonal == (both_on_diagonal == 1) {
                    table[number][at] = next;
                    next += 1;
                }
                at += 1;
            }
            number += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    table
}

const fn square_numbered(triangle: &[u8; 64], number: usize) -> Square {
    let mut at = 0;
    while triangle[at] as usize != number {
        at += 1;
    }
    Square::from_index(at)
}

const fn touch(one: Square, other: Square) -> bool {
    one.file().abs_diff(other.file()) <= 1 && one.rank().abs_diff(other.rank()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_complete() {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        assert_eq!(GEOMETRY.in_triangle(square("b1")), 0);
        assert_eq!(GEOMETRY.in_triangle(square("d4")), 9);
        assert_eq!(GEOMETRY.below_diagonal(square("h7")), 27);
        assert_eq!(GEOMETRY.pawn(square("a2")), 47);
        assert_eq!(GEOMETRY.pawn(square("h2")), 46);
        assert_eq!(GEOMETRY.pawn(square("e7")), 0);
        assert_eq!(GEOMETRY.binomial(3, 62), Some(37820));
        // A single leading pawn on one half of the board.
        assert_eq!((0..4).filter_map(|file| GEOMETRY.leading_size(1, file)).sum::<u64>(), 24);
        // Each pair of pawns is counted once, together with its reflection.
        assert_eq!((0..4).filter_map(|file| GEOMETRY.leading_size(2, file)).sum::<u64>(), 24 * 23 + 24);
        assert_eq!(GEOMETRY.leading_size(1, 4), None);
    }
}
