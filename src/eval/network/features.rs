use std::fmt::Debug;

use super::Incremental;
use super::zones::{PointRows, ROWS_OF_POINT};
use crate::base::{Position, Side};

/// The index of an input, less than [`FeatureSet::COUNT`].
pub type FeatureIndex = u16;

/// The elements of a game's positions, from which its inputs are computed.
pub(super) type ElementOf<I> = <<I as FeatureSet>::Position as Position>::Element;

/// The points at which they are.
pub(super) type PointOf<I> = <<I as FeatureSet>::Position as Position>::Point;

/// A side's view of the board: everything that the indices of its inputs depend on besides the pieces themselves, such
/// as whether the board is mirrored. When the view changes, so do all of that side's inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KingBucket(pub u8);

/// The inputs of a game's network. Inputs activated by pieces or stones are updated move by move; *derived* ones are
/// computed from the position at each evaluation. An input activated by several elements counts once for each.
pub trait FeatureSet: Copy + Debug + Send + Sync + 'static {
    /// The game.
    type Position: Position;

    /// The incremental accumulators: [`Accumulators`](super::Accumulators), or
    /// [`ZonedAccumulators`](super::ZonedAccumulators) with [zones](super::zones).
    type Accumulators: Incremental<Self>;

    /// The name of the mapping, stored in network files. It changes with the mapping.
    const NAME: &'static str;

    /// The number of inputs, including derived ones.
    const COUNT: usize;

    /// The number of different views.
    const KING_BUCKETS: usize;

    /// The maximum number of a side's inputs that are active at the same time, including derived ones.
    const MAX_ON: usize;

    /// The number of output buckets.
    const OUTPUT_BUCKETS: usize;

    /// Whether its networks have [zones](super::zones).
    const IS_ZONED: bool = false;

    /// The number of rows of the first layer: one for each input, unless there are zones.
    const ROWS: usize = Self::COUNT;

    /// The maximum number of rows that are added up: those of all active inputs, or of a point if there are zones.
    const MAX_ROWS: usize = if Self::IS_ZONED { ROWS_OF_POINT } else { Self::MAX_ON };

    /// With zones, the points that the side to move sees, from its inputs and those of the other side.
    fn points(_inputs: [&[FeatureIndex]; 2], _points: &mut Vec<PointRows>) {
        debug_assert!(!Self::IS_ZONED);
    }

    /// The name of a coarser mapping, each of whose inputs is divided into several of this one: training a network of
    /// this mapping can start from one of that mapping.
    const COARSER: Option<&'static str> = None;

    /// The input of the coarser mapping that includes this one.
    fn coarser(input: FeatureIndex) -> FeatureIndex {
        input
    }

    /// The view of `side` in this position.
    fn king_bucket(position: &Self::Position, side: Side) -> KingBucket;

    /// The data from which an element's inputs are computed.
    type Key: Copy + Debug + Send;

    /// The key of an element at a point; `None` if it activates no input.
    fn key(element: ElementOf<Self>, at: PointOf<Self>) -> Option<Self::Key>;

    /// The input that an element activates for `side`.
    fn input(side: Side, view: KingBucket, key: Self::Key) -> FeatureIndex;

    /// The active derived inputs of one side: an array, as their number is constant.
    type Derived: DerivedFeatures;

    /// The active derived inputs of each side, always in the same order. They depend only on the placement of the
    /// elements, not on the view. By default there are none.
    #[inline]
    fn derived(_position: &Self::Position) -> [Self::Derived; 2] {
        const { assert!(Self::Derived::COUNT == 0) };
        [Self::Derived::ZERO; 2]
    }

    /// Whether `side` has other inputs in the left-right mirror image of this position, which has the same value: those
    /// given by [`FeatureSet::mirrored`]. `false` if there is no such image, or the view makes both the same.
    fn has_mirror_image(_position: &Self::Position, _side: Side) -> bool {
        false
    }

    /// The input that corresponds to this one in the mirror image.
    fn mirrored(input: FeatureIndex) -> FeatureIndex {
        input
    }

    /// The output bucket of this position, less than [`FeatureSet::OUTPUT_BUCKETS`].
    fn output_bucket(position: &Self::Position) -> usize;
}

/// The derived inputs of one side: an array.
pub trait DerivedFeatures: Copy + Debug + AsRef<[FeatureIndex]> + Send {
    /// Their number.
    const COUNT: usize;

    /// The same number of zero inputs.
    const ZERO: Self;
}

impl<const COUNT: usize> DerivedFeatures for [FeatureIndex; COUNT] {
    const COUNT: usize = COUNT;

    const ZERO: Self = [0; COUNT];
}

/// Inputs that depend on a view, with placements that can be compared without examining each element: for accumulators
/// computed from those of another position with the same view.
pub trait BucketedFeatureSet: FeatureSet {
    /// The placement of all elements. The default value is an empty board.
    type Placement: Placement<Key = Self::Key> + Default + Debug + Send;

    /// The placement of this position.
    fn placement(position: &Self::Position) -> Self::Placement;
}

/// The placement of all elements on a board.
pub trait Placement {
    /// An element at a point.
    type Key;

    /// Reports the keys by which this placement differs from `before`, and whether they have appeared.
    fn compare(&self, before: &Self, differs: impl FnMut(Self::Key, bool));
}
