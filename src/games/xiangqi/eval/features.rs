use crate::base::Side;
use crate::eval::network::{Accumulators, BucketedFeatureSet, FeatureIndex, FeatureSet, KingBucket};
use crate::games::cchess::eval::features;
use crate::games::cchess::{Piece, Point};
use crate::games::xiangqi::{RANKS, XiangqiPosition};

/// The inputs of xiangqi: each piece on each point, own pieces first, seen from the side's own edge of the board. If
/// the own general is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct XiangqiFeatures;

impl FeatureSet for XiangqiFeatures {
    type Position = XiangqiPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "xiangqi-1260m";
    const COUNT: usize = features::piece_inputs(RANKS);
    const KING_BUCKETS: usize = 2;
    const MAX_ON: usize = 32;
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn king_bucket(position: &XiangqiPosition, side: Side) -> KingBucket {
        features::king_bucket(position.board().general(side))
    }

    type Key = (Piece, Point);

    #[inline]
    fn key(piece: Piece, at: Point) -> Option<(Piece, Point)> {
        Some((piece, at))
    }

    #[inline]
    fn input(side: Side, view: KingBucket, (piece, at): (Piece, Point)) -> FeatureIndex {
        features::piece_input::<RANKS>(side, view, piece, at)
    }

    fn has_mirror_image(position: &XiangqiPosition, side: Side) -> bool {
        features::has_mirror_image(position.board().general(side))
    }

    fn mirrored(input: FeatureIndex) -> FeatureIndex {
        features::mirrored_piece(input)
    }

    type Derived = [FeatureIndex; 0];

    #[inline]
    fn output_bucket(position: &XiangqiPosition) -> usize {
        features::output_bucket(position.board(), Self::OUTPUT_BUCKETS)
    }
}

impl BucketedFeatureSet for XiangqiFeatures {
    type Placement = features::PiecesByKind;

    #[inline]
    fn placement(position: &XiangqiPosition) -> features::PiecesByKind {
        features::placement(position.board())
    }
}
