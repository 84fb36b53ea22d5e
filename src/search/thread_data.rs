use std::sync::Arc;

use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;
use super::{Evaluator, HashTable};
use crate::tactics::SearchPosition;

/// What searches of limited strength keep for the next moves of the game. They share nothing with searches at full
/// strength, from which they would learn too much.
pub struct LimitedData<E: Evaluator> {
    pub(super) histories: Histories<E::Position>,
    pub(super) evaluator: E,
    pub(super) table: Arc<HashTable>,
}

impl<E: Evaluator> LimitedData<E> {
    const HASH_MIB: usize = 8;

    /// Empty data, with an evaluator of this position; `weights` are those of full strength. `None` if there is no
    /// memory for it.
    fn new(weights: &Arc<E::Weights>, position: &E::Position) -> Option<Self> {
        let table = Arc::new(HashTable::new(Self::HASH_MIB).ok()?);
        let evaluator = E::new(&E::limited_weights(weights), position);
        Some(Self { histories: Histories::default(), evaluator, table })
    }
}

/// What a thread keeps between searches: its histories, and buffers that are too large to be allocated for every
/// search.
pub struct ThreadData<E: Evaluator> {
    pub(super) histories: Histories<E::Position>,
    pub(super) evaluator: E,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    /// What the game's own solver remembers.
    pub(super) proofs: <E::Position as SearchPosition>::ProofTable,
    /// What searches of limited strength keep, once there was one.
    pub(super) limited: Option<LimitedData<E>>,
}

impl<E: Evaluator> ThreadData<E> {
    /// The data of a thread with empty histories, with an evaluator of this position.
    pub fn new(weights: &Arc<E::Weights>, position: &E::Position) -> Self {
        Self {
            histories: Histories::default(),
            evaluator: E::new(weights, position),
            stack: Stack::new(Histories::<E::Position>::NO_ROW),
            pv: PvTable::new(),
            proofs: Default::default(),
            limited: None,
        }
    }

    /// The hash table of limited strength, created if there was none; `None` if there is no memory for it.
    pub(super) fn limited_table(
        &mut self,
        weights: &Arc<E::Weights>,
        position: &E::Position,
    ) -> Option<Arc<HashTable>> {
        if self.limited.is_none() {
            self.limited = LimitedData::new(weights, position);
        }
        self.limited.as_ref().map(|data| Arc::clone(&data.table))
    }

    /// Forgets all searches.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.proofs = Default::default();
        self.limited = None;
    }
}
