use std::sync::Arc;

use super::Evaluator;
use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;

/// What a thread keeps between searches: its histories, and buffers that are too large to be allocated for every
/// search.
pub struct ThreadData<E: Evaluator> {
    pub(super) histories: Histories<E::Position>,
    pub(super) evaluator: E,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
}

impl<E: Evaluator> ThreadData<E> {
    /// The data of a thread with empty histories, with an evaluator of this position.
    pub fn new(weights: &Arc<E::Weights>, position: &E::Position) -> Self {
        Self {
            histories: Histories::default(),
            evaluator: E::new(weights, position),
            stack: Stack::new(Histories::<E::Position>::NO_ROW),
            pv: PvTable::new(),
        }
    }

    /// Clears the histories.
    pub fn clear(&mut self) {
        self.histories.clear();
    }
}
