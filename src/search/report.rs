use super::SearchGame;
use super::tablebases::{TableEntry, root_score};
use super::worker::Worker;
use crate::base::{Move, Score};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How a score relates to the true score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this (a fail high).
    Lower,
    /// The true score is at most this (a fail low).
    Upper,
}

/// A principal variation reported during a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The selective depth: the deepest ply reached.
    pub selective_depth: u32,
    /// The line's rank among the reported lines, from 1 (`multipv`).
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The fill of the hash table, in thousandths.
    pub hash_full: u32,
    /// Positions found in endgame tables, by all threads.
    pub table_hits: u64,
    /// The principal variation, best move first.
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move, or none among [`Limits::moves`](super::Limits::moves).
    pub best: Option<Move>,
    /// The expected reply, if known.
    pub ponder: Option<Move>,
    /// The best move's score; the score of the rules' verdict if there is no legal move.
    pub score: Score,
    /// The depth of the last completed iteration.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The number of threads that panicked, which is a bug. Their results are lost; if all threads panicked, the best
    /// move is an arbitrary legal move.
    pub panics: u32,
}

impl SearchResult {
    /// The result of a search that panicked before it had a result.
    pub const fn unknown() -> Self {
        Self { best: None, ponder: None, score: Score::DRAW, depth: 0, nodes: 0, panics: 1 }
    }
}

/// Receives the reports of a search, on the search's main thread.
pub trait Listener: Send {
    /// A line was found or refined.
    fn report(&mut self, report: &Report) {
        let _ = report;
    }

    /// Tablebases, as far as the options of the search let it use them, say this about the root. Called before all
    /// other reports, if at all.
    fn known(&mut self, entry: &TableEntry) {
        let _ = entry;
    }

    /// The search begins the root move `m`, the `number`-th from 1, at this depth. Called only once the search has run
    /// for three seconds.
    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        let _ = (depth, m, number);
    }

    /// The search has ended. Called exactly once, after all other reports.
    fn done(&mut self, result: &SearchResult);
}

/// Keeps only the result.
impl Listener for Option<SearchResult> {
    fn done(&mut self, result: &SearchResult) {
        *self = Some(result.clone());
    }
}

/// Sends only the result, which is dropped if the receiver no longer exists.
impl Listener for Sender<SearchResult> {
    fn done(&mut self, result: &SearchResult) {
        let _ = self.send(result.clone());
    }
}

/// Fail highs, fail lows and current moves are reported only after this time, as they would clutter a short search.
const QUIET_TIME: Duration = Duration::from_secs(3);

impl<G: SearchGame> Worker<'_, G> {
    /// Reports the best lines after a completed iteration.
    pub(super) fn report_lines(&mut self, lines: usize) {
        for line in 0..lines.min(self.options.lines.get()) {
            self.report(line);
        }
    }

    /// Reports a fail high or fail low at the root, if the search has run for [`QUIET_TIME`].
    pub(super) fn report_failure(&mut self, line: usize) {
        if self.options.has_one_line() && self.shared.control.elapsed() >= QUIET_TIME {
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
            score: root_score(score, self.shared.table_entry),
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
