//! Lookup tables of the weights: piece-square tables and mobility by count.

use super::weights::Weights;
use crate::base::Side;
use crate::eval::classical::{Tapered, WeightSet};
use crate::games::chess::{Piece, PieceKind, Square};

/// The number of different mobility counts, from 0 to a queen's maximum.
pub(super) const TARGETS: usize = 28;

/// The tables derived from the weights.
#[derive(Debug)]
pub struct Tables {
    /// Material plus piece-square value of each piece on each square, for White.
    pub(super) placed: [[Tapered; 64]; Piece::COUNT],
    /// The value of mobility, by kind and number of squares.
    pub(super) mobility: [[Tapered; TARGETS]; 6],
}

impl WeightSet for Weights {
    type Tables = Tables;

    fn tables(&self) -> Tables {
        Tables { placed: placed(self), mobility: mobility(self) }
    }
}

const fn placed(weights: &Weights) -> [[Tapered; 64]; Piece::COUNT] {
    let mut table = [[Tapered::ZERO; 64]; Piece::COUNT];
    let mut kind = 0;
    while kind < 6 {
        let mut index = 0;
        while index < 64 {
            let at = Square::from_index(index);
            let kind = PieceKind::ALL[kind];
            let white = Piece { side: Side::First, kind };
            let black = Piece { side: Side::Second, kind };
            table[white.index()][index] = placed_value(weights, kind, at, at.rank_for(Side::First));
            table[black.index()][index] =
                placed_value(weights, kind, at, at.rank_for(Side::Second)).times(-1);
            index += 1;
        }
        kind += 1;
    }
    table
}

const fn mobility(weights: &Weights) -> [[Tapered; TARGETS]; 6] {
    let none = [Tapered::ZERO; TARGETS];
    [
        none,
        extended(&weights.knight_mobility),
        extended(&weights.bishop_mobility),
        extended(&weights.rook_mobility),
        weights.queen_mobility,
        none,
    ]
}

/// The table extended to the common length; the added entries are never used.
const fn extended<const N: usize>(table: &[Tapered; N]) -> [Tapered; TARGETS] {
    let mut long = [Tapered::ZERO; TARGETS];
    let mut count = 0;
    while count < N {
        long[count] = table[count];
        count += 1;
    }
    long
}

/// The distance of a file or rank from the edge: 0 to 3.
const fn from_edge(line: usize) -> usize {
    if line > 3 { 7 - line } else { line }
}

/// The sum of the distances of a square's rank and file from the edge: 0 (corner) to 6 (centre).
pub(super) const fn centrality(at: Square) -> i32 {
    (from_edge(at.file()) + from_edge(at.rank())) as i32
}

/// The value of a piece for its own side; `rank` is the square's rank relative to that side.
const fn placed_value(weights: &Weights, kind: PieceKind, at: Square, rank: usize) -> Tapered {
    weights.material[kind.index()].plus(weights.squares[kind.index()][rank][from_edge(at.file())])
}
