use arrayvec::ArrayVec;

/// A move of any game, encoded in 16 bits whose meaning is specific to the game.
///
/// The same bits mean the same move in every position of a game, so a move can be stored in tables and tried in another
/// position, where it may be illegal. Zero is not a valid move in any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// No move: an empty slot, or a pass.
    pub const NONE: Self = Self(0);

    /// The move encoded by these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The encoded bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether this is [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// An upper bound on the number of moves in any position of any game: every point of the largest gomoku board.
pub const MAX_MOVES: usize = 400;

/// A list of the moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
