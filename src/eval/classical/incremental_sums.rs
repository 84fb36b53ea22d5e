use std::fmt::Debug;
use std::sync::Arc;

use crate::base::{Observer, Position};

use super::weight_set::{Prepared, WeightSet};

/// Sums over a position's elements, in which an evaluation's terms of single elements are kept.
pub trait Sums<P: Position>: Debug + Copy + Default + Send + 'static {
    /// The value of each element.
    type Tables;

    /// An element has appeared.
    fn add(&mut self, tables: &Self::Tables, element: P::Element, at: P::Point);

    /// An element has vanished.
    fn remove(&mut self, tables: &Self::Tables, element: P::Element, at: P::Point);

    /// The sums of a position.
    fn of(tables: &Self::Tables, position: &P) -> Self {
        let mut counter = Counter { tables, sums: Self::default() };
        position.observe_all(&mut counter);
        counter.sums
    }
}

/// Sums that are being computed.
struct Counter<'a, T, S> {
    tables: &'a T,
    sums: S,
}

impl<P: Position, S: Sums<P>> Observer<P> for Counter<'_, S::Tables, S> {
    #[inline(always)]
    fn add(&mut self, element: P::Element, at: P::Point) {
        self.sums.add(self.tables, element, at);
    }

    #[inline(always)]
    fn remove(&mut self, element: P::Element, at: P::Point) {
        self.sums.remove(self.tables, element, at);
    }
}

/// The sums of the position that a search has reached, those of the positions before it, and the weights.
#[derive(Debug)]
pub struct IncrementalSums<W: WeightSet, S> {
    weights: Arc<Prepared<W>>,
    current: S,
    saved: Vec<S>,
}

impl<W: WeightSet, S: Copy> IncrementalSums<W, S> {
    /// The sums of a position.
    pub fn new<P: Position>(weights: &Arc<Prepared<W>>, position: &P) -> Self
    where
        S: Sums<P, Tables = W::Tables>,
    {
        Self { weights: Arc::clone(weights), current: S::of(weights.tables(), position), saved: Vec::new() }
    }

    /// Begins anew with another position.
    pub fn reset<P: Position>(&mut self, position: &P)
    where
        S: Sums<P, Tables = W::Tables>,
    {
        self.current = S::of(self.weights.tables(), position);
        self.saved.clear();
    }

    /// The weights and their tables.
    #[inline(always)]
    pub fn weights(&self) -> &Prepared<W> {
        &self.weights
    }

    /// The sums of the current position.
    #[inline(always)]
    pub const fn current(&self) -> S {
        self.current
    }

    /// Saves the sums before a move.
    #[inline(always)]
    pub fn push(&mut self) {
        self.saved.push(self.current);
    }

    /// Restores the sums saved last.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(sums) = self.saved.pop() {
            self.current = sums;
        }
    }

    /// An element has appeared.
    #[inline(always)]
    pub fn add<P: Position>(&mut self, element: P::Element, at: P::Point)
    where
        S: Sums<P, Tables = W::Tables>,
    {
        self.current.add(self.weights.tables(), element, at);
    }

    /// An element has vanished.
    #[inline(always)]
    pub fn remove<P: Position>(&mut self, element: P::Element, at: P::Point)
    where
        S: Sums<P, Tables = W::Tables>,
    {
        self.current.remove(self.weights.tables(), element, at);
    }
}
