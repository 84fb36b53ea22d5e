use std::sync::Arc;

use super::history::Histories;
use super::pv::PvTable;
use super::stack::Stack;
use super::{Evaluator, HashTable, SearchGame, WeightsOf};
use crate::search::SearchPosition;

/// What searches of limited strength keep for the next moves of the game. They share nothing with searches at full
/// strength, from which they would learn too much.
pub struct LimitedData<G: SearchGame> {
    pub(super) histories: Histories<G::Position>,
    pub(super) evaluator: G::Evaluator,
    pub(super) table: Arc<HashTable>,
}

impl<G: SearchGame> LimitedData<G> {
    const HASH_MIB: usize = 8;

    /// Empty data, with an evaluator of this position; `weights` are those of full strength. `None` if there is no
    /// memory for it.
    fn new(weights: &Arc<WeightsOf<G>>, position: &G::Position) -> Option<Self> {
        let table = Arc::new(HashTable::new(Self::HASH_MIB).ok()?);
        let evaluator = G::Evaluator::new(&G::Evaluator::limited_weights(weights), position);
        Some(Self { histories: Histories::default(), evaluator, table })
    }
}

/// An evaluator that is kept between searches, with its weights; `None` before the first one.
pub struct KeptEvaluator<G: SearchGame>(Option<(Arc<WeightsOf<G>>, G::Evaluator)>);

impl<G: SearchGame> KeptEvaluator<G> {
    /// The evaluator. It is replaced if it has other weights than these.
    pub(super) fn with_weights(
        &mut self,
        weights: &Arc<WeightsOf<G>>,
        position: &G::Position,
    ) -> &mut G::Evaluator {
        let kept = self.0.take().filter(|(kept, _)| Arc::ptr_eq(kept, weights));
        let kept = kept.unwrap_or_else(|| (Arc::clone(weights), G::Evaluator::new(weights, position)));
        &mut self.0.insert(kept).1
    }
}

/// What a thread keeps between searches: its histories, and buffers that are too large to be allocated for every
/// search.
pub struct ThreadData<G: SearchGame> {
    pub(super) histories: Histories<G::Position>,
    pub(super) evaluator: KeptEvaluator<G>,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    /// What the game's own solver remembers.
    pub(super) proofs: <G::Position as SearchPosition>::ProofTable,
    /// What searches of limited strength keep, once there was one.
    pub(super) limited: Option<LimitedData<G>>,
    /// Whether it has searched since the data was cleared.
    pub(super) is_used: bool,
}

/// The data of a thread that has not searched yet.
impl<G: SearchGame> Default for ThreadData<G> {
    fn default() -> Self {
        Self {
            histories: Histories::default(),
            evaluator: KeptEvaluator(None),
            stack: Stack::new(Histories::<G::Position>::NO_ROW),
            pv: PvTable::new(),
            proofs: Default::default(),
            limited: None,
            is_used: false,
        }
    }
}

impl<G: SearchGame> ThreadData<G> {
    /// The hash table of limited strength, created if there was none; `None` if there is no memory for it.
    pub(super) fn limited_table(
        &mut self,
        weights: &Arc<WeightsOf<G>>,
        position: &G::Position,
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
