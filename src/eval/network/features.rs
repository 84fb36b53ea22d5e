use std::fmt::Debug;

use super::Incremental;
use crate::base::{Position, Side};

/// The index of an input, less than [`FeatureSet::COUNT`].
pub type FeatureIndex = u16;

/// What changes in the positions of a game's inputs.
pub(super) type ElementOf<I> = <<I as FeatureSet>::Position as Position>::Element;

/// Where it does.
pub(super) type PointOf<I> = <<I as FeatureSet>::Position as Position>::Point;

/// How a side looks at the board: what all indices of its inputs depend on besides the pieces themselves, for example
/// whether the board is mirrored. When it changes, all of that side's inputs do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KingBucket(pub u8);

/// The inputs of a game's network. Those that pieces or stones switch on follow them move by move, the *derived* ones
/// are computed from the position at each evaluation. An input that several elements switch on counts as often.
pub trait FeatureSet: Copy + Debug + Send + Sync + 'static {
    /// The game.
    type Position: Position;

    /// How accumulators follow moves: [`Accumulators`](super::Accumulators), or
    /// [`PairedAccumulators`](super::PairedAccumulators) for inputs that are on in pairs.
    type Accumulators: Incremental<Self>;

    /// The name of the mapping, which network files carry. It changes with the mapping.
    const NAME: &'static str;

    /// The number of inputs, derived ones included.
    const COUNT: usize;

    /// The number of different views.
    const KING_BUCKETS: usize;

    /// The maximum number of a side's inputs that are on at the same time, derived ones included.
    const MAX_ON: usize;

    /// The number of output buckets.
    const OUTPUT_BUCKETS: usize;

    /// The name of a coarser mapping, each of whose inputs is divided into several of this one: a network of it can
    /// begin the training of one of this mapping.
    const COARSER: Option<&'static str> = None;

    /// The input of the coarser mapping that this one is a part of.
    fn coarser(input: FeatureIndex) -> FeatureIndex {
        input
    }

    /// How `side` looks at this position.
    fn king_bucket(position: &Self::Position, side: Side) -> KingBucket;

    /// What the inputs of an element at a point are computed from.
    type Key: Copy + Debug + Send;

    /// The key of an element at a point; `None` if it switches no input on.
    fn key(element: ElementOf<Self>, at: PointOf<Self>) -> Option<Self::Key>;

    /// The input that an element at a point switches on for `side`.
    fn input(side: Side, view: KingBucket, key: Self::Key) -> FeatureIndex;

    /// The derived inputs of a side that are on, an array: their number is always the same.
    type Derived: DerivedFeatures;

    /// The derived inputs that are on for either side, each side's always in the same order. They depend on what stands
    /// where alone, and not on the view. By default there are none.
    #[inline(always)]
    fn derived(_position: &Self::Position) -> [Self::Derived; 2] {
        const { assert!(Self::Derived::COUNT == 0) };
        [Self::Derived::ZERO; 2]
    }

    /// Whether `side` has other inputs in the left-right mirror image of this position, which is worth the same: those
    /// given by [`FeatureSet::mirrored`]. `false` if there is no such image, or the view makes both the same.
    fn has_mirror_image(_position: &Self::Position, _side: Side) -> bool {
        false
    }

    /// The input that stands in the mirror image for the same as this one does here.
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

    /// The same number of inputs 0.
    const ZERO: Self;
}

impl<const COUNT: usize> DerivedFeatures for [FeatureIndex; COUNT] {
    const COUNT: usize = COUNT;

    const ZERO: Self = [0; COUNT];
}

/// Features that depend on how a side looks at the board, and whose elements can be compared between two positions
/// without looking at each: for accumulators that are computed from those of another position with the same view.
pub trait BucketedFeatureSet: FeatureSet {
    /// What stands where. The default value stands for an empty board.
    type Placement: Placement<Key = Self::Key> + Default + Debug + Send;

    /// What stands where in this position.
    fn placement(position: &Self::Position) -> Self::Placement;
}

/// What stands where on a board.
pub trait Placement {
    /// An element at a point.
    type Key;

    /// Reports the keys by which this placement differs from the one `before`, and whether they have appeared.
    fn compare(&self, before: &Self, differs: impl FnMut(Self::Key, bool));
}

/// Features that are on in pairs: whatever switches an input on for the first side switches its partner on for the second
/// one. There are no derived inputs, both sides have the same view, and it is the same along a path of moves.
pub trait PairedFeatureSet: FeatureSet {
    /// The input of the second side that is on as often as this one of the first side, and the other way round.
    fn partner(input: FeatureIndex) -> FeatureIndex;
}
