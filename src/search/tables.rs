//! Endgame tables at the nodes of the search, and at the root.

use std::sync::atomic::Ordering::Relaxed;

use crate::base::{Move, NodeVerdict, Score};
use crate::search::{SearchPosition, TableResult};

use super::worker::Worker;
use super::{Bound, SearchGame};

/// Added to the depth with which a result is stored, as no search could change it.
const EXTRA_DEPTH: i32 = 6;

/// The score of a root whose result is known from endgame tables. A mate that the search has found says more.
pub fn root_score(score: Score, known: Option<TableResult>) -> Score {
    match known {
        Some(TableResult::Win) => score.max(Score::TABLE_WIN),
        Some(TableResult::Draw) => Score::DRAW,
        Some(TableResult::Loss) => score.min(-Score::TABLE_WIN),
        None => score,
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The score of the current position by endgame tables, if it is exact or proves that the node's score lies outside
    /// the window.
    #[inline(always)]
    pub(super) fn table_cutoff(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if !self.probes_tables || depth < self.limits.tables.least_depth {
            return None;
        }
        self.probe_tables(alpha, beta, depth, ply)
    }

    #[cold]
    fn probe_tables(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let result = self.position.table_result(self.limits.tables.move_limit)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        let (score, bound) = match result {
            TableResult::Win => (Score::TABLE_WIN, Bound::Lower),
            TableResult::Draw => (self.verdict_score(NodeVerdict::Drawn, ply), Bound::Exact),
            TableResult::Loss => (-Score::TABLE_WIN, Bound::Upper),
        };
        let is_final = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if is_final {
            self.store_hash(ply, depth + EXTRA_DEPTH, Move::NONE, (score, bound), None, false);
        }
        is_final.then_some(score)
    }
}
