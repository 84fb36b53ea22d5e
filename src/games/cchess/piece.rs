use std::fmt;

use crate::base::Side;

/// The kinds of pieces, in index order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 帅 将: losing it loses the game.
    General,
    /// 仕 士: one point diagonally.
    Advisor,
    /// 相 象: two points diagonally, unless the point between is occupied.
    Elephant,
    /// 马: one point orthogonally, then one diagonally outwards, unless the first point is occupied.
    Horse,
    /// 车: any distance along open lines.
    Chariot,
    /// 炮: moves like a chariot, captures by jumping over exactly one piece.
    Cannon,
    /// 兵 卒: one point forward, or sideways if its game allows it.
    Pawn,
}

impl PieceKind {
    /// The number of kinds.
    pub const COUNT: usize = 7;

    /// All kinds, in the order of their indices.
    pub const ALL: [Self; Self::COUNT] =
        [Self::General, Self::Advisor, Self::Elephant, Self::Horse, Self::Chariot, Self::Cannon, Self::Pawn];

    /// The kind's index in tables, less than [`PieceKind::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of pieces of this kind that each side has in a full set.
    pub const fn set_size(self) -> usize {
        match self {
            Self::General => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// The kind's uppercase letter in FEN and WXF texts.
    pub const fn letter(self) -> char {
        match self {
            Self::General => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// The kind for a letter in either case; `E` and `H` are accepted for elephant and horse.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::General,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Elephant,
            'N' | 'H' => Self::Horse,
            'R' => Self::Chariot,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

    /// The kind's English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }
}

/// A piece of either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Its side.
    pub side: Side,
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 2 * PieceKind::COUNT;

    /// The piece of this kind and side.
    #[inline]
    pub const fn new(kind: PieceKind, side: Side) -> Self {
        Self { kind, side }
    }

    /// The piece's index in tables, less than [`Piece::COUNT`]: Red's kinds, then Black's.
    #[inline]
    pub const fn index(self) -> usize {
        self.side.index() * PieceKind::COUNT + self.kind.index()
    }

    /// The piece's FEN letter: uppercase for Red.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece for a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self { kind, side }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    /// The FEN letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The name of a side in the games of the xiangqi family.
pub const fn red_black(side: Side) -> &'static str {
    match side {
        Side::First => "Red",
        Side::Second => "Black",
    }
}
