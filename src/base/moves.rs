use arrayvec::ArrayVec;

/// A move of any of the games, in 16 bits whose meaning is its game's own.
///
/// The same bits mean the same move in every position of one game, so that a move can be kept in tables and
/// offered again elsewhere, where it may not be legal. Zero is no move in any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// No move: an empty slot, or a pass.
    pub const NONE: Self = Self(0);

    /// The move that these bits mean to its game.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits that its game gave it.
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

/// As many moves as any position of any game has: every point of the largest gomoku board.
pub const MAX_MOVES: usize = 400;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
