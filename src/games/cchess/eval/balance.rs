use crate::base::{Position, Side};
use crate::eval::Sums;
use crate::eval::classical::Tapered;
use crate::games::cchess::{FILES, POINTS, Piece, PieceKind, Point};

/// Piece-square values: by kind, by rank from the piece's own side, and by the distance of the file from the middle one
/// (both wings are symmetric). Values of points that a piece can never reach are unused.
pub type Places<const RANKS: usize> = [[[Tapered; FILES.div_ceil(2)]; RANKS]; PieceKind::COUNT];

/// Material plus piece-square value of each piece on each point, for Red.
#[derive(Debug)]
pub struct Placed([[Tapered; POINTS]; Piece::COUNT]);

impl Placed {
    /// The table for a board with `RANKS` ranks, from material and piece-square values.
    pub const fn of<const RANKS: usize>(
        pieces: &[Tapered; PieceKind::COUNT],
        places: &Places<RANKS>,
    ) -> Self {
        let mut placed = [[Tapered::ZERO; POINTS]; Piece::COUNT];
        let mut index = 0;
        while index < PieceKind::COUNT {
            let kind = PieceKind::ALL[index];
            let mut point = 0;
            while point < RANKS * FILES {
                let at = Point::from_index(point);
                let value = pieces[index].plus(places[index][at.rank()][at.file().abs_diff(FILES / 2)]);
                placed[Piece::new(kind, Side::First).index()][point] = value;
                placed[Piece::new(kind, Side::Second).index()][at.flipped(RANKS).index()] = value.times(-1);
                point += 1;
            }
            index += 1;
        }
        Self(placed)
    }
}

/// The phase weight of a piece of each kind.
const PHASE: [i32; PieceKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];
/// The phase with all pieces on the board; larger sums are clamped to it.
const FULL_PHASE: i32 = 16;

/// The incrementally updated part of the evaluation: material and piece-square values for Red, and the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    value: Tapered,
    phase: i32,
}

impl<P: Position<Element = Piece, Point = Point>> Sums<P> for Balance {
    type Tables = Placed;

    #[inline]
    fn add(&mut self, placed: &Placed, piece: Piece, at: Point) {
        self.value += placed.0[piece.index()][at.index()];
        self.phase += PHASE[piece.kind.index()];
    }

    #[inline]
    fn remove(&mut self, placed: &Placed, piece: Piece, at: Point) {
        self.value -= placed.0[piece.index()][at.index()];
        self.phase -= PHASE[piece.kind.index()];
    }
}

impl Balance {
    /// The sum of material and piece-square values, for Red.
    #[inline]
    pub const fn value(&self) -> Tapered {
        self.value
    }

    /// The tapered value at this phase.
    #[inline]
    pub fn taper(&self, value: Tapered) -> i32 {
        value.at(self.phase.clamp(0, FULL_PHASE), FULL_PHASE)
    }
}
