use std::sync::Arc;

use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;
use super::{Evaluator, HashTable};
use crate::tactics::SearchPosition;

/// What searches of limited strength keep for the next moves of the game. They share nothing with searches at full
/// strength, from which they would learn too much.
pub struct LimitedData<P> {
    pub(super) histories: Histories<P>,
    pub(super) table: Arc<HashTable>,
}

impl<P: SearchPosition> LimitedData<P> {
    const HASH_MIB: usize = 8;

    /// Empty data; `None` if there is no memory for it.
    pub(super) fn new() -> Option<Self> {
        let table = Arc::new(HashTable::new(Self::HASH_MIB).ok()?);
        Some(Self { histories: Histories::default(), table })
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
    pub(super) limited: Option<LimitedData<E::Position>>,
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
    pub(super) fn limited_table(&mut self) -> Option<Arc<HashTable>> {
        if self.limited.is_none() {
            self.limited = LimitedData::new();
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
