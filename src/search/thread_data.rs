use std::sync::Arc;

use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;
use super::{Evaluator, HashTable};
use crate::search::SearchPosition;

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

/// An evaluator that is kept between searches, with its weights; `None` before the first one.
pub struct KeptEvaluator<E: Evaluator>(Option<(Arc<E::Weights>, E)>);

impl<E: Evaluator> KeptEvaluator<E> {
    /// The evaluator. It is replaced if it has other weights than these.
    pub(super) fn with_weights(&mut self, weights: &Arc<E::Weights>, position: &E::Position) -> &mut E {
        let kept = self.0.take().filter(|(kept, _)| Arc::ptr_eq(kept, weights));
        let kept = kept.unwrap_or_else(|| (Arc::clone(weights), E::new(weights, position)));
        &mut self.0.insert(kept).1
    }
}

/// What a thread keeps between searches: its histories, and buffers that are too large to be allocated for every
/// search.
pub struct ThreadData<E: Evaluator> {
    pub(super) histories: Histories<E::Position>,
    pub(super) evaluator: KeptEvaluator<E>,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    /// What the game's own solver remembers.
    pub(super) proofs: <E::Position as SearchPosition>::ProofTable,
    /// What searches of limited strength keep, once there was one.
    pub(super) limited: Option<LimitedData<E>>,
    /// Whether it has searched since the data was cleared.
    pub(super) is_used: bool,
}

/// The data of a thread that has not searched yet.
impl<E: Evaluator> Default for ThreadData<E> {
    fn default() -> Self {
        Self {
            histories: Histories::default(),
            evaluator: KeptEvaluator(None),
            stack: Stack::new(Histories::<E::Position>::NO_ROW),
            pv: PvTable::new(),
            proofs: Default::default(),
            limited: None,
            is_used: false,
        }
    }
}

impl<E: Evaluator> ThreadData<E> {
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
        // Writing zeros to memory that was never used would take it from the system.
        if !self.is_used {
            return;
        }
        self.is_used = false;
        self.histories.clear();
        self.proofs = Default::default();
        self.limited = None;
    }
}
