use std::fmt::Debug;

use crate::base::{Observer, Position};

/// Sums over a position's elements, updated incrementally as moves are made.
pub trait Sums<P: Position>: Debug + Copy + Default {
    /// The value of each element.
    type Tables;

    /// An element has appeared.
    fn add(&mut self, tables: &Self::Tables, element: P::Element, at: P::Point);

    /// An element has disappeared.
    fn remove(&mut self, tables: &Self::Tables, element: P::Element, at: P::Point);

    /// The sums of a position.
    fn of(tables: &Self::Tables, position: &P) -> Self {
        let mut counter = Counter { tables, sums: Self::default() };
        position.observe_all(&mut counter);
        counter.sums
    }
}

struct Counter<'a, T, S> {
    tables: &'a T,
    sums: S,
}

impl<P: Position, S: Sums<P>> Observer<P> for Counter<'_, S::Tables, S> {
    #[inline]
    fn add(&mut self, element: P::Element, at: P::Point) {
        self.sums.add(self.tables, element, at);
    }

    #[inline]
    fn remove(&mut self, element: P::Element, at: P::Point) {
        self.sums.remove(self.tables, element, at);
    }
}

/// The sums of the current position of a search, and those of the positions before it.
#[derive(Debug, Default)]
pub struct IncrementalSums<S> {
    /// The sums of the current position.
    pub current: S,
    saved: Vec<S>,
}

impl<S: Copy> IncrementalSums<S> {
    /// The sums of a position without predecessors.
    pub const fn new(current: S) -> Self {
        Self { current, saved: Vec::new() }
    }

    /// Starts again from another position.
    pub fn reset(&mut self, current: S) {
        self.current = current;
        self.saved.clear();
    }

    /// Saves the sums before a move.
    #[inline]
    pub fn push(&mut self) {
        self.saved.push(self.current);
    }

    /// Restores the sums saved last.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(sums) = self.saved.pop() {
            self.current = sums;
        }
    }
}
