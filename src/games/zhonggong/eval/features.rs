use crate::base::Side;
use crate::eval::network::{Accumulators, BucketedFeatureSet, FeatureIndex, FeatureSet, KingBucket};
use crate::games::cchess::eval::features;
use crate::games::cchess::{Piece, Point};
use crate::games::zhonggong::{RANKS, ZhonggongPosition};

/// The inputs of zhonggong xiangqi: each piece on each point, own pieces first, seen from the side's own edge of the
/// board; and as derived inputs, for each side, the number of pawns at home, of liberties and of guards. If the own
/// general is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct ZhonggongFeatures;

const PIECES: usize = features::piece_inputs(RANKS);
/// The numbers of distinct counts of pawns at home, liberties and guards; larger counts are clamped.
const NUMBERS: [usize; 3] = [6, 9, 4];
const NUMBERS_OF_SIDE: usize = NUMBERS[0] + NUMBERS[1] + NUMBERS[2];

impl FeatureSet for ZhonggongFeatures {
    type Position = ZhonggongPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "zhonggong-1172m";
    const COUNT: usize = PIECES + 2 * NUMBERS_OF_SIDE;
    const KING_BUCKETS: usize = 2;
    const MAX_ON: usize = 32 + 2 * NUMBERS.len();
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn king_bucket(position: &ZhonggongPosition, side: Side) -> KingBucket {
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

    type Derived = [FeatureIndex; 2 * NUMBERS.len()];

    #[inline]
    fn derived(position: &ZhonggongPosition) -> [Self::Derived; 2] {
        const KINDS: usize = NUMBERS.len();
        let [first, second] = Side::BOTH.map(|owner| {
            let numbers = [
                position.pawns_home(owner).len(),
                position.liberties(owner).len(),
                position.guards(owner).len(),
            ];
            let mut begin = PIECES;
            let mut inputs = [0; KINDS];
            for ((input, number), different) in inputs.iter_mut().zip(numbers).zip(NUMBERS) {
                *input = (begin + number.min(different - 1)) as FeatureIndex;
                begin += different;
            }
            inputs
        });
        let theirs =
            |inputs: [FeatureIndex; KINDS]| inputs.map(|input| input + NUMBERS_OF_SIDE as FeatureIndex);
        [[first, theirs(second)], [theirs(first), second]]
            .map(|owners| std::array::from_fn(|index| owners[index / KINDS][index % KINDS]))
    }

    fn has_mirror_image(position: &ZhonggongPosition, side: Side) -> bool {
        features::has_mirror_image(position.board().general(side))
    }

    fn mirrored(input: FeatureIndex) -> FeatureIndex {
        if usize::from(input) < PIECES { features::mirrored_piece(input) } else { input }
    }

    #[inline]
    fn output_bucket(position: &ZhonggongPosition) -> usize {
        features::output_bucket(position.board(), Self::OUTPUT_BUCKETS)
    }
}

impl BucketedFeatureSet for ZhonggongFeatures {
    type Placement = features::PiecesByKind;

    #[inline]
    fn placement(position: &ZhonggongPosition) -> features::PiecesByKind {
        features::placement(position.board())
    }
}
