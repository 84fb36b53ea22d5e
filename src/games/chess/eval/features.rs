use crate::base::Side;
use crate::eval::network::{
    Accumulators, BucketedFeatureSet, FeatureIndex, FeatureSet, KingBucket, Placement,
};
use crate::games::chess::{Bitboard, ChessPosition, Piece, PieceKind, Square};

/// The inputs of chess: each piece on each square, own pieces first, seen from the side's own edge of the board. If the
/// own king is on the e- to h-file, the board is mirrored. There is a separate set of inputs for each area that the own
/// king is then in: the corner and the square beside it on the first rank, the rest of this rank, the second rank, and
/// the ranks beyond.
#[derive(Debug, Clone, Copy)]
pub struct ChessFeatures;

const SQUARES: usize = 64;
const KINDS: usize = Piece::COUNT / 2;
const KING_AREAS: usize = 4;
const INPUTS_PER_AREA: usize = Piece::COUNT * SQUARES;
/// The output bucket changes with every fourth piece.
const PIECES_PER_BUCKET: usize = 4;

impl FeatureSet for ChessFeatures {
    type Position = ChessPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "chess-768m4k";
    const COUNT: usize = KING_AREAS * INPUTS_PER_AREA;
    const KING_BUCKETS: usize = 2 * KING_AREAS;
    const MAX_ON: usize = 32;
    const OUTPUT_BUCKETS: usize = 8;

    const COARSER: Option<&'static str> = Some("chess-768m");

    fn coarser(input: FeatureIndex) -> FeatureIndex {
        input % INPUTS_PER_AREA as FeatureIndex
    }

    #[inline]
    fn king_bucket(position: &ChessPosition, side: Side) -> KingBucket {
        let king = position.king(side);
        let is_mirrored = king.file() >= 4;
        let file = if is_mirrored { 7 - king.file() } else { king.file() };
        let area = match (king.rank_for(side), file) {
            (0, 0 | 1) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        KingBucket(2 * area + u8::from(is_mirrored))
    }

    type Key = (Piece, Square);

    #[inline]
    fn key(piece: Piece, at: Square) -> Option<(Piece, Square)> {
        Some((piece, at))
    }

    #[inline]
    fn input(side: Side, view: KingBucket, (piece, at): (Piece, Square)) -> FeatureIndex {
        let flip = if side == Side::First { 0 } else { 0b111_000 };
        let mirror = if view.0 & 1 == 0 { 0 } else { 0b111 };
        let area = usize::from(view.0 >> 1);
        let relation = usize::from(piece.side != side);
        let piece = relation * KINDS + piece.kind.index();
        (area * INPUTS_PER_AREA + piece * SQUARES + (at.index() ^ flip ^ mirror)) as FeatureIndex
    }

    type Derived = [FeatureIndex; 0];

    #[inline]
    fn output_bucket(position: &ChessPosition) -> usize {
        (position.occupied().len().saturating_sub(1) / PIECES_PER_BUCKET).min(Self::OUTPUT_BUCKETS - 1)
    }
}

impl BucketedFeatureSet for ChessFeatures {
    /// The squares of each side's pieces, by kind.
    type Placement = [[Bitboard; KINDS]; 2];

    #[inline]
    fn placement(position: &ChessPosition) -> Self::Placement {
        Side::BOTH.map(|side| PieceKind::ALL.map(|kind| position.pieces(side, kind)))
    }
}

impl Placement for [[Bitboard; KINDS]; 2] {
    type Key = (Piece, Square);

    #[inline]
    fn compare(&self, before: &Self, mut differs: impl FnMut((Piece, Square), bool)) {
        for side in Side::BOTH {
            for kind in PieceKind::ALL {
                let [before, now] = [before, self].map(|placement| placement[side.index()][kind.index()]);
                for at in before ^ now {
                    differs((Piece { side, kind }, at), now.contains(at));
                }
            }
        }
    }
}
