//! Where the engine's weights come from, and what is looked up of them: pieces by square, mobility by count.

use super::fitted::WEIGHTS;
use super::weights::{TYPICAL_MOBILITY, Weights};
use crate::base::Side;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::fitted_source;
use crate::rules::chess::{Piece, PieceKind, Square};

/// No piece has more squares to go to.
pub(super) const MOST_TARGETS: usize = 28;

/// What follows from the weights.
#[derive(Debug)]
pub struct Tables {
    /// What a piece on a square is worth to White, material included.
    pub(super) placed: [[Tapered; 64]; Piece::COUNT],
    /// What mobility is worth, by kind and by the number of squares to go to.
    pub(super) mobility: [[Tapered; MOST_TARGETS]; 6],
}

fitted_source!(WEIGHTS, Tables, Tables::of);

impl Tables {
    const fn of(weights: &Weights) -> Self {
        Self { placed: placed(weights), mobility: mobility(weights) }
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
            table[white.index()][index] = own_worth(weights, kind, at, at.rank_for(Side::First));
            table[black.index()][index] = own_worth(weights, kind, at, at.rank_for(Side::Second)).times(-1);
            index += 1;
        }
        kind += 1;
    }
    table
}

const fn mobility(weights: &Weights) -> [[Tapered; MOST_TARGETS]; 6] {
    let mut table = [[Tapered::ZERO; MOST_TARGETS]; 6];
    let mut kind = 0;
    while kind < 6 {
        let typical = TYPICAL_MOBILITY[kind];
        let mut count = 0;
        while count < MOST_TARGETS {
            let squares = count as i32;
            let few = typical / 3;
            let missing = if squares < few { few - squares } else { 0 };
            table[kind][count] = weights.mobility[kind].times(squares - typical - missing);
            count += 1;
        }
        kind += 1;
    }
    table
}

/// How far a file or rank is from the edge: 0 to 3.
const fn from_edge(line: usize) -> i32 {
    let far = if line > 3 { 7 - line } else { line };
    far as i32
}

/// How far a square is from the corners by rank and file: 0 to 6.
pub(super) const fn centrality(at: Square) -> i32 {
    from_edge(at.file()) + from_edge(at.rank())
}

/// What a piece is worth to its own side.
const fn own_worth(weights: &Weights, kind: PieceKind, at: Square, rank: usize) -> Tapered {
    let file = from_edge(at.file());
    let advance = rank as i32;
    let place = match kind {
        PieceKind::Pawn => weights
            .pawn_advance
            .times(advance - 1)
            .plus(weights.pawn_advance_in_centre.times((advance - 1) * file)),
        PieceKind::Knight => weights.knight_advance.times(if advance > 5 { 5 } else { advance } - 2),
        PieceKind::Bishop | PieceKind::Queen => Tapered::ZERO,
        PieceKind::Rook => weights.rook_centrality.times(file),
        PieceKind::King => weights.king_file[file as usize].plus(weights.king_rank[rank]),
    };
    let home = match kind {
        PieceKind::Knight | PieceKind::Bishop if rank == 0 => weights.minor_at_home,
        _ => Tapered::ZERO,
    };
    let centre = weights.centrality[kind.index()].times(centrality(at) - 3);
    weights.material[kind.index()].plus(place).plus(home).plus(centre)
}
