use std::fmt::Debug;
use std::sync::Arc;

use super::features::{ElementOf, PointOf};
use super::{FeatureSet, PackedNetwork};

/// A network's score along a path of moves that a search makes and takes back.
pub trait Incremental<I: FeatureSet>: Debug + Send {
    /// Begins a path with this position.
    fn new(network: &Arc<PackedNetwork>, position: &I::Position) -> Self;

    /// Begins a new path with this position.
    fn reset(&mut self, position: &I::Position);

    /// Records that an element appeared at a point (`is_added`) or disappeared from it.
    fn record(&mut self, element: ElementOf<I>, at: PointOf<I>, is_added: bool);

    /// Extends the path by a move, whose changes are recorded next.
    fn push(&mut self);

    /// Takes back the last move.
    fn pop(&mut self);

    /// The network's score for the side to move, in evaluation units; `position` is the one at the end of the path.
    fn score(&mut self, position: &I::Position) -> i32;
}
