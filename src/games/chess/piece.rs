use crate::base::Side;

/// A kind of piece, independent of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl PieceKind {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The kinds that a pawn can promote to, in order of preference.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Knight, Self::Rook, Self::Bishop];

    /// The kind's index, less than 6, in the order of [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter of the piece as used in SAN; `P` for the pawn.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The kind for this letter, which must be uppercase.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A piece with its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its side.
    pub side: Side,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 12;

    /// The piece's index, less than [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.side.index() * 6 + self.kind.index()
    }

    /// The letter of the piece in FEN: uppercase for White, lowercase for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece for a FEN letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Self { side, kind })
    }
}
