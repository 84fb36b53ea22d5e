//! The worth of a piece on its square, material included.

use crate::base::Side;
use crate::rules::chess::{Piece, PieceKind, Square};

use super::weights;
use crate::eval::tapered::Tapered;

/// What a piece on a square is worth to White.
#[inline(always)]
pub(super) fn worth(piece: Piece, at: Square) -> Tapered {
    WORTH[piece.index()][at.index()]
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
const fn own_worth(kind: PieceKind, at: Square, rank: usize) -> Tapered {
    let file = from_edge(at.file());
    let advance = rank as i32;
    let place = match kind {
        PieceKind::Pawn => weights::PAWN_ADVANCE
            .times(advance - 1)
            .plus(weights::PAWN_ADVANCE_IN_CENTRE.times((advance - 1) * file)),
        PieceKind::Knight => weights::KNIGHT_ADVANCE.times(if advance > 5 { 5 } else { advance } - 2),
        PieceKind::Bishop | PieceKind::Queen => Tapered::ZERO,
        PieceKind::Rook => weights::ROOK_CENTRALITY.times(file),
        PieceKind::King => weights::KING_FILE[file as usize].plus(weights::KING_RANK[rank]),
    };
    let home = match kind {
        PieceKind::Knight | PieceKind::Bishop if rank == 0 => weights::MINOR_AT_HOME,
        _ => Tapered::ZERO,
    };
    let centre = weights::CENTRALITY[kind.index()].times(centrality(at) - 3);
    weights::MATERIAL[kind.index()].plus(place).plus(home).plus(centre)
}

static WORTH: [[Tapered; 64]; Piece::COUNT] = {
    let mut table = [[Tapered::ZERO; 64]; Piece::COUNT];
    let mut kind = 0;
    while kind < 6 {
        let mut index = 0;
        while index < 64 {
            let at = Square::from_index(index);
            let kind = PieceKind::ALL[kind];
            let white = Piece { side: Side::First, kind };
            let black = Piece { side: Side::Second, kind };
            table[white.index()][index] = own_worth(kind, at, at.rank_for(Side::First));
            table[black.index()][index] = own_worth(kind, at, at.rank_for(Side::Second)).times(-1);
            index += 1;
        }
        kind += 1;
    }
    table
};
