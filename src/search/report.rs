use std::sync::mpsc::Sender;
use std::time::Duration;

use crate::base::{Move, Score};

/// How a reported score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// One line of play that a search reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The line's rank among the best lines, from 1.
    pub line: usize,
    /// The line's worth to the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hash_full: u32,
    /// The line, best move first.
    pub moves: Vec<Move>,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; none where there is no legal move (among those asked for).
    pub best: Option<Move>,
    /// The answer that the search expects.
    pub ponder: Option<Move>,
    /// The best move's score; what having no move means where there is none.
    pub score: Score,
    /// The depth of the last completed iteration.
    pub depth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// The threads whose search ended in a panic, which is a bug. Their results are lost; with all of them lost, the best
    /// move is merely legal.
    pub panics: u32,
}

impl SearchResult {
    /// The result of a search that died before it had one.
    pub const fn unknown() -> Self {
        Self { best: None, ponder: None, score: Score::DRAW, depth: 0, nodes: 0, panics: 1 }
    }
}

/// Receives what a search finds, on the search's own thread.
pub trait Listener: Send {
    /// A line was found or refined.
    fn report(&mut self, report: &Report) {
        let _ = report;
    }

    /// The search begins to look at the root move of this number, from 1. Called only once the search has run for some
    /// seconds.
    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        let _ = (depth, m, number);
    }

    /// The search has ended. Called exactly once, after everything else.
    fn done(&mut self, result: &SearchResult);
}

/// Keeps nothing but the result.
impl Listener for Option<SearchResult> {
    fn done(&mut self, result: &SearchResult) {
        *self = Some(result.clone());
    }
}

/// Sends nothing but the result; it is lost where nobody waits for it any more.
impl Listener for Sender<SearchResult> {
    fn done(&mut self, result: &SearchResult) {
        let _ = self.send(result.clone());
    }
}
