//! Reads and writes of the hash table at a node.

use crate::base::{Move, Position, Score};

use super::features::Feature;
use super::hash_table::HashEntry;
use super::worker::Worker;
use super::{Bound, SearchGame, SearchPosition};

/// A hash entry in the form used by a node.
#[derive(Debug, Clone, Copy)]
pub struct HashHit {
    /// The hash move, checked to be legal.
    pub best: Option<Move>,
    /// The score relative to the root, with its bound. Never a win or loss by rule, as those depend on the path to the
    /// position.
    pub score: Option<(Score, Bound)>,
    /// The depth of the search that found the score.
    pub depth: i32,
    /// The static evaluation before correction.
    pub evaluation: Option<Score>,
    /// Whether the position has been on a principal variation.
    pub on_pv: bool,
}

impl HashHit {
    pub const NONE: Self = Self { best: None, score: None, depth: 0, evaluation: None, on_pv: false };

    /// The score if it is exact or proves that the node's score lies outside the window.
    #[inline]
    pub fn cutoff(&self, alpha: Score, beta: Score) -> Option<Score> {
        match self.score? {
            (score, Bound::Exact) => Some(score),
            (score, Bound::Lower) => (score >= beta).then_some(score),
            (score, Bound::Upper) => (score <= alpha).then_some(score),
        }
    }

    /// `evaluation`, replaced by the hash score if its bound allows that.
    #[inline]
    pub fn refine(&self, evaluation: Score) -> Score {
        match self.score {
            Some((score, _)) if score.is_decisive() => evaluation,
            Some((score, Bound::Exact)) => score,
            Some((score, Bound::Lower)) => evaluation.max(score),
            Some((score, Bound::Upper)) => evaluation.min(score),
            None => evaluation,
        }
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// Looks up the current position in the hash table.
    #[inline(always)]
    pub(super) fn probe_hash(&self, ply: usize) -> HashHit {
        let Some(entry) = self.shared.table.probe(self.position.key()) else { return HashHit::NONE };
        HashHit {
            best: entry.best.filter(|&m| self.position.is_legal(m)),
            score: entry
                .score
                .filter(|(score, _)| !score.is_rule())
                .map(|(s, b)| (s.relative_to_root(ply), b)),
            depth: entry.depth,
            evaluation: entry.evaluation,
            on_pv: entry.on_pv,
        }
    }

    #[inline]
    pub(super) fn hash_cutoff_allowed(&self) -> bool {
        self.features.has(Feature::HashCutoffs) && self.position.hash_score_usable()
    }

    /// Stores a result for the current position, without the score if that depends on the path to the position.
    #[inline(always)]
    pub(super) fn store_hash(
        &self,
        ply: usize,
        depth: i32,
        best: Option<Move>,
        score: (Score, Bound),
        raw_eval: Option<Score>,
        on_pv: bool,
    ) {
        let (score, bound) = score;
        let score = self.position.hash_score_usable().then(|| (score.relative_to_node(ply), bound));
        let entry = HashEntry { best, score, evaluation: raw_eval, depth, on_pv };
        self.shared.table.store(self.position.key(), entry);
    }
}
