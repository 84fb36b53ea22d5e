use std::marker::PhantomData;

use crate::base::Side;
use crate::eval::network::{FeatureIndex, FeatureSet, KingBucket, PairedAccumulators, PairedFeatureSet};
use crate::games::gomoku::point::POINTS;
use crate::games::gomoku::{Class, Element, GomokuPosition, MAX_SIZE, MIN_SIZE, Point, PointClass, Rule};

/// The inputs of gomoku and renju: the class of each empty point for a side, own classes first, separately for points
/// near the edge of the board. An input counts once for each such point. In renju, whose rules differ by colour, Black
/// and White have different inputs.
///
/// The view is the size of the board.
#[derive(Debug, Clone, Copy)]
pub struct GomokuFeatures<R: Rule>(PhantomData<R>);

/// Points fewer than this many steps from the edge are near it: fewer rows of five pass through them.
const NEAR_EDGE: usize = 4;
const ZONES: usize = 2;
/// The number of board sizes.
const KING_BUCKETS: usize = MAX_SIZE - MIN_SIZE + 1;
/// The number of inputs in one side's point of view.
const INPUTS_OF_SIDE: usize = 2 * ZONES * CLASSES;
/// All classes except that of a point without any shape, which has index 0.
const CLASSES: usize = Class::COUNT - 1;

/// A point's class for a side: the inputs of the first and of the second side that it would activate near the edge.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    near_edge: [FeatureIndex; 2],
    at: Point,
}

/// The difference between a point's inputs and those near the edge, by view and point.
static BEYOND_EDGE: [[FeatureIndex; POINTS]; KING_BUCKETS] = {
    let mut beyond = [[0; POINTS]; KING_BUCKETS];
    let mut view = 0;
    while view < KING_BUCKETS {
        let last = view + MIN_SIZE - 1;
        let mut index = 0;
        while index <= last * (last + 1) + last {
            let (file, rank) = (index % (last + 1), index / (last + 1));
            let is_near =
                file < NEAR_EDGE || rank < NEAR_EDGE || last - file < NEAR_EDGE || last - rank < NEAR_EDGE;
            beyond[view][Point::new(file, rank).index()] = if is_near { 0 } else { CLASSES as FeatureIndex };
            index += 1;
        }
        view += 1;
    }
    beyond
};

impl<R: Rule> FeatureSet for GomokuFeatures<R> {
    type Position = GomokuPosition<R>;

    type Accumulators = PairedAccumulators<Self>;

    const NAME: &'static str = if R::HAS_FORBIDDEN_POINTS { "renju-1824c" } else { "gomoku-912c" };
    const COUNT: usize = if R::HAS_FORBIDDEN_POINTS { 2 * INPUTS_OF_SIDE } else { INPUTS_OF_SIDE };
    const KING_BUCKETS: usize = KING_BUCKETS;
    const MAX_ON: usize = 2 * MAX_SIZE * MAX_SIZE;
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn king_bucket(position: &GomokuPosition<R>, _side: Side) -> KingBucket {
        KingBucket((position.size() - MIN_SIZE) as u8)
    }

    type Key = Offer;

    #[inline]
    fn key(element: Element, at: Point) -> Option<Offer> {
        let Element::Class(PointClass { side, class }) = element else { return None };
        let class = class.index().checked_sub(1)?;
        let near_edge = Side::BOTH.map(|viewer| {
            let relation = usize::from(viewer != side);
            let perspective = if R::HAS_FORBIDDEN_POINTS { viewer.index() } else { 0 };
            (perspective * INPUTS_OF_SIDE + relation * ZONES * CLASSES + class) as FeatureIndex
        });
        Some(Offer { near_edge, at })
    }

    #[inline]
    fn input(side: Side, view: KingBucket, offer: Offer) -> FeatureIndex {
        offer.near_edge[side.index()] + BEYOND_EDGE[usize::from(view.0)][offer.at.index()]
    }

    type Derived = [FeatureIndex; 0];

    /// By the number of stones: the first buckets are for openings.
    #[inline]
    fn output_bucket(position: &GomokuPosition<R>) -> usize {
        const STONES_PER_BUCKET: usize = 8;
        let stones = position.size() * position.size() - position.empty_count();
        (stones / STONES_PER_BUCKET).min(Self::OUTPUT_BUCKETS - 1)
    }
}

impl<R: Rule> PairedFeatureSet for GomokuFeatures<R> {
    /// What is own for one side is the opponent's for the other.
    fn partner(input: FeatureIndex) -> FeatureIndex {
        const RELATION: usize = ZONES * CLASSES;
        let (perspective, input) = (usize::from(input) / INPUTS_OF_SIDE, usize::from(input) % INPUTS_OF_SIDE);
        let other_relation = (input + RELATION) % INPUTS_OF_SIDE;
        let other_perspective = if R::HAS_FORBIDDEN_POINTS { 1 - perspective } else { perspective };
        (other_perspective * INPUTS_OF_SIDE + other_relation) as FeatureIndex
    }
}
