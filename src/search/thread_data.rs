use std::sync::Arc;

use super::Evaluator;
use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;

/// What a thread keeps from one search to the next: what it has learnt, and buffers that are too large to be made anew
/// for every search.
pub struct ThreadData<E: Evaluator> {
    pub(super) histories: Histories<E::Position>,
    pub(super) evaluator: E,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
}

impl<E: Evaluator> ThreadData<E> {
    /// A thread that has learnt nothing, with an evaluator of this position.
    pub fn new(weights: &Arc<E::Weights>, position: &E::Position) -> Self {
        Self {
            histories: Histories::default(),
            evaluator: E::new(weights, position),
            stack: Stack::new(Histories::<E::Position>::NO_ROW),
            pv: PvTable::new(),
        }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.histories.clear();
    }
}
