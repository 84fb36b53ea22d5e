//! The reports of the main thread to the listener.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::base::Move;

use super::tables::root_score;
use super::worker::Worker;
use super::{Bound, Report, SearchGame};

/// Fail highs, fail lows and current moves are reported only after this time, as they would clutter a short search.
const QUIET_TIME: Duration = Duration::from_secs(3);

impl<G: SearchGame> Worker<'_, G> {
    /// Reports the best lines after a completed iteration.
    pub(super) fn report_lines(&mut self, lines: usize) {
        for line in 0..lines.min(self.limits.lines.max(1)) {
            self.report(line);
        }
    }

    /// Reports a fail high or fail low at the root, if the search has run for [`QUIET_TIME`].
    pub(super) fn report_failure(&mut self, line: usize) {
        if self.limits.lines <= 1 && line == 0 && self.shared.control.elapsed() >= QUIET_TIME {
            self.report(line);
        }
    }

    fn report(&mut self, line: usize) {
        if self.main.is_none() {
            return;
        }
        let root_move = &self.root_moves[line];
        let (score, bound) = if root_move.has_score() {
            (root_move.score, root_move.bound)
        } else {
            (root_move.previous, Bound::Exact)
        };
        let report = Report {
            depth: self.root_depth as u32,
            selective_depth: root_move.selective_depth as u32,
            line: line + 1,
            score: root_score(score, self.shared.table_result),
            bound,
            nodes: self.total_nodes(),
            time: self.shared.control.elapsed(),
            hash_full: self.shared.table.permille_full(),
            table_hits: self.shared.table_hits.load(Relaxed),
            moves: root_move.pv.clone(),
        };
        if let Some(main) = &mut self.main {
            main.listener.report(&report);
        }
    }

    /// Reports the root move being searched, if the search has run for [`QUIET_TIME`].
    pub(super) fn report_current_move(&mut self, m: Move, number: usize) {
        if let Some(main) = &mut self.main
            && self.shared.control.elapsed() >= QUIET_TIME
        {
            main.listener.current_move(self.root_depth as u32, m, number);
        }
    }
}
