use std::fmt;
use std::str::FromStr;

use crate::base::{Side, bitset};

/// A square of the board: 0 is a1, 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on this file (0 is the a-file) and rank (0 is the first rank), both less than 8.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Self {
        Self::from_index(rank * 8 + file)
    }

    /// The square with this index, taken modulo 64.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// The square's index, less than 64.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask lets the compiler omit the bounds check for tables of 64 entries.
        (self.0 & 63) as usize
    }

    /// The file: 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() & 7
    }

    /// The rank: 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() >> 3
    }

    /// The rank counted from the first rank of `side`, from 0.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => 7 - self.rank(),
        }
    }

    /// The square mirrored vertically: the same file on the opposite rank.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 0b111_000)
    }

    /// The square reached by `step`; wraps around at the edges of the board.
    #[inline]
    #[must_use]
    pub const fn after(self, step: Step) -> Self {
        Self::from_index(self.index() + step.0 as usize)
    }

    /// The square from which `step` leads here.
    #[inline]
    #[must_use]
    pub const fn before(self, step: Step) -> Self {
        Self::from_index(self.index() + 64 - step.0 as usize)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not the name of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self::new((file - b'a') as usize, (rank - b'1') as usize))
            }
            _ => Err(NotASquare),
        }
    }
}

/// The difference between two squares' indices, modulo 64: a pawn's direction, which is applied to a set as a single
/// left rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step(u8);

impl Step {
    /// One square ahead, from `side`'s point of view.
    #[inline]
    pub const fn ahead(side: Side) -> Self {
        Self(match side {
            Side::First => 8,
            Side::Second => 64 - 8,
        })
    }

    /// Two squares ahead, from `side`'s point of view.
    #[inline]
    pub const fn two_ahead(side: Side) -> Self {
        Self(match side {
            Side::First => 16,
            Side::Second => 64 - 16,
        })
    }

    /// One square ahead and one towards the h-file.
    #[inline]
    pub const fn ahead_east(side: Side) -> Self {
        Self(match side {
            Side::First => 9,
            Side::Second => 64 - 7,
        })
    }

    /// One square ahead and one towards the a-file.
    #[inline]
    pub const fn ahead_west(side: Side) -> Self {
        Self(match side {
            Side::First => 7,
            Side::Second => 64 - 9,
        })
    }
}

bitset! {
    /// A set of squares.
    pub struct Bitboard(u64) of Square;
}

impl Bitboard {
    /// All squares.
    pub const ALL: Self = Self(!0);
    /// The dark squares, including a1.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);

    /// The squares of a file; 0 is the a-file.
    #[inline]
    pub const fn file(file: usize) -> Self {
        Self(0x0101_0101_0101_0101 << file)
    }

    /// The squares of a rank; 0 is the first rank.
    #[inline]
    pub const fn rank(rank: usize) -> Self {
        Self(0xff << (8 * rank))
    }

    /// The squares of the rank with this number, counted from 0 from the first rank of `side`.
    #[inline]
    pub const fn rank_for(side: Side, rank: usize) -> Self {
        match side {
            Side::First => Self::rank(rank),
            Side::Second => Self::rank(7 - rank),
        }
    }

    /// All squares moved by `step`; squares that leave the board wrap around.
    #[inline]
    #[must_use]
    pub const fn stepped(self, step: Step) -> Self {
        Self(self.0.rotate_left(step.0 as u32))
    }

    /// The squares that pawns of `side` on these squares attack towards the h-file.
    #[inline]
    #[must_use]
    pub const fn pawn_attacks_east(self, side: Side) -> Self {
        self.without(Self::file(7)).stepped(Step::ahead_east(side))
    }

    /// The squares that pawns of `side` on these squares attack towards the a-file.
    #[inline]
    #[must_use]
    pub const fn pawn_attacks_west(self, side: Side) -> Self {
        self.without(Self::file(0)).stepped(Step::ahead_west(side))
    }
}

impl std::ops::Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_and_write_their_names() {
        for index in 0..64 {
            let square = Square::from_index(index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "é1"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn steps_go_there_and_back() {
        let e4 = Square::new(4, 3);
        assert_eq!(e4.after(Step::ahead(Side::First)), Square::new(4, 4));
        assert_eq!(e4.after(Step::ahead_west(Side::Second)), Square::new(3, 2));
        assert_eq!(e4.after(Step::ahead_east(Side::Second)), Square::new(5, 2));
        assert_eq!(Bitboard::of(e4).pawn_attacks_west(Side::First), Bitboard::of(Square::new(3, 4)));
        for side in Side::BOTH {
            for step in
                [Step::ahead(side), Step::two_ahead(side), Step::ahead_east(side), Step::ahead_west(side)]
            {
                assert_eq!(e4.after(step).before(step), e4);
            }
        }
    }
}
