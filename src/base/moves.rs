use std::num::NonZeroU16;

use arrayvec::ArrayVec;

/// A move of any game, encoded in 16 bits whose meaning is specific to the game.
///
/// The same bits mean the same move in every position of a game, so a move can be stored in tables and tried in another
/// position, where it may be illegal. Zero is not a move in any game, so that `Option<Move>` takes 16 bits too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move encoded by these bits; `None` if they are zero. It need not be a move of the game.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The move that a game encodes by these bits.
    ///
    /// # Panics
    /// If they are zero.
    #[inline]
    pub const fn of_bits(bits: u16) -> Self {
        Self(NonZeroU16::new(bits).expect("no game has a move of zero bits"))
    }

    /// The encoded bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }
}

const _: () = assert!(size_of::<Option<Move>>() == size_of::<u16>());

/// An upper bound on the number of moves in any position of any game: every point of the largest gomoku board.
pub const MAX_MOVES: usize = 400;

/// A list of the moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
