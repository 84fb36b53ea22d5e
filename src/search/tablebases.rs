//! Tablebases: a game's exact results of positions with few pieces.

use super::worker::Worker;
use super::{Bound, SearchGame};
use crate::base::{MAX_PLY, Move, MoveList, NodeVerdict, Score};
use std::sync::atomic::Ordering::Relaxed;
use thiserror::Error;

/// The result of a position according to tablebases, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableResult {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl TableResult {
    /// The same result for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// How far the win or loss on the board is, in plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    /// The tables do not contain it.
    Unknown,
    /// With the best play of both sides.
    Exactly(u16),
    /// At most, however the losing side plays.
    AtMost(u16),
}

/// What tablebases say about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableEntry {
    /// The result.
    pub result: TableResult,
    /// How far it is; unknown for a draw.
    pub distance: Distance,
}

/// The best legal moves of a position according to tablebases.
#[derive(Debug, Clone)]
pub struct TableMoves {
    /// The moves that keep the result, or only those of them that make progress if progress is in question.
    pub moves: MoveList,
    /// What the tables say about the position.
    pub entry: TableEntry,
}

/// A game's tablebases. A game without any implements it without a method.
pub trait SearchTables {
    /// Whether this build of the program leaves the game's tablebases out.
    const LEFT_OUT: bool = false;

    /// Replaces the game's tablebases with those at `path`; an empty path removes them. They are shared by all searches
    /// of the process. Returns what was found, or `None` if the game has no tablebases.
    ///
    /// # Errors
    /// If there are no tablebases at `path`, or none that can be used.
    fn load_tables(path: &str) -> Result<Option<LoadedTables>, TablesError> {
        if Self::LEFT_OUT && !path.is_empty() { Err(TablesError::NotBuilt) } else { Ok(None) }
    }

    /// The problems with tablebases since the last call: the tables excluded from now on, each with the reason.
    fn take_table_problems() -> Vec<String> {
        Vec::new()
    }

    /// Whether tablebases are loaded.
    fn has_tables() -> bool {
        false
    }

    /// Whether tablebases may contain this position, judging by the number of pieces.
    fn may_be_in_tables(&self) -> bool {
        false
    }

    /// What the tablebases say about this position, if they contain it and it does not depend on earlier moves.
    /// `move_limit`: whether wins that the move limit prevents are draws.
    fn table_entry(&self, move_limit: bool) -> Option<TableEntry> {
        let _ = move_limit;
        None
    }

    /// The best legal moves of this position from the tablebases, if they contain it.
    fn table_moves(&self, move_limit: bool) -> Option<TableMoves> {
        let _ = move_limit;
        None
    }
}

/// What was found in the folders with tablebases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoadedTables {
    /// The number of pieces in the largest table; 0 if there are none.
    pub most_pieces: u32,
    /// The folders and files that cannot be used, each with the reason.
    pub refused: Vec<String>,
}

impl LoadedTables {
    /// What is in this or the other set of folders.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.most_pieces = self.most_pieces.max(other.most_pieces);
        self.refused.extend(other.refused);
        self
    }

    /// A report, one line each: the maximum number of pieces, and what cannot be used.
    pub fn report(&self) -> Vec<String> {
        const LISTED: usize = 20;
        let used = format!("tablebases with up to {} pieces are used", self.most_pieces);
        let refused = self.refused.iter().take(LISTED).map(|refused| format!("not used: {refused}"));
        let others = self.refused.len().saturating_sub(LISTED);
        let others = (others > 0).then(|| format!("not used: {others} others"));
        [used].into_iter().chain(refused).chain(others).collect()
    }
}

/// How tablebases are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRules {
    /// Whether to use tablebases if they are loaded.
    pub enabled: bool,
    /// The minimum remaining depth, in plies, at which the search probes them.
    pub least_depth: i32,
    /// Whether wins that the move limit prevents are draws.
    pub move_limit: bool,
    /// Whether a root that is lost by the tables is scored as lost; otherwise it is searched like any other.
    pub scores_losses: bool,
}

impl TableRules {
    /// No tablebases: the search finds everything out by itself.
    pub const UNUSED: Self = Self { enabled: false, least_depth: 1, move_limit: true, scores_losses: true };
}

impl Default for TableRules {
    fn default() -> Self {
        Self { enabled: true, ..Self::UNUSED }
    }
}

/// Why tablebases cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TablesError {
    /// None of the folders contains tables.
    #[error("no tablebases found in {0:?}")]
    NotFound(String),
    /// There are tables, but none can be used.
    #[error("no tablebase can be used: {first}{}", and_others(*.others))]
    Refused {
        /// The first of them, with the reason.
        first: String,
        /// The number of others.
        others: usize,
    },
    /// The path contains a NUL character.
    #[error("a folder name cannot contain a NUL character")]
    Nul,
    /// The game has no tablebases.
    #[error("there are no tablebases for this game")]
    NoGame,
    /// The program was built without tablebase support.
    #[error("this build has no support for tablebases")]
    NotBuilt,
}

fn and_others(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "; nor can 1 other".to_owned(),
        _ => format!("; nor can {others} others"),
    }
}

/// Added to the depth with which a result is stored, as no search could improve on it.
const EXTRA_DEPTH: i32 = 6;

/// The score of a root that the tablebases contain. A mate found by the search takes precedence over a win without a
/// number of plies.
pub fn root_score(score: Score, known: Option<TableEntry>) -> Score {
    match known {
        Some(TableEntry { result: TableResult::Draw, .. }) => Score::DRAW,
        Some(entry) if entry.result == TableResult::Win => score.max(entry.score_of_end(0).0),
        Some(entry) => score.min(entry.score_of_end(0).0),
        None => score,
    }
}

impl TableMoves {
    /// A move with which a proof wins, and its score. Tables with exact values have no such move, as the search finds
    /// the values of all moves in them.
    pub(super) fn proven_win(&self) -> Option<(Move, Score)> {
        let TableEntry { result: TableResult::Win, distance: Distance::AtMost(_) } = self.entry else {
            return None;
        };
        self.moves.first().map(|&m| (m, self.entry.score_of_end(0).0))
    }
}

impl TableEntry {
    /// The score of a win or loss, `ply` plies below the root, and how it bounds the true one.
    fn score_of_end(self, ply: usize) -> (Score, Bound) {
        let is_win = self.result == TableResult::Win;
        let end = match self.distance {
            Distance::Unknown => None,
            Distance::Exactly(plies) | Distance::AtMost(plies) => Some(ply + usize::from(plies)),
        };
        let end = end.filter(|&end| end < MAX_PLY);
        let score = match (is_win, end) {
            (true, Some(end)) => Score::mate_at(end),
            (true, None) => Score::TABLE_WIN,
            (false, Some(end)) => Score::mated_at(end),
            (false, None) => -Score::TABLE_WIN,
        };
        let bound = match self.distance {
            Distance::Exactly(_) if end.is_some() => Bound::Exact,
            _ if is_win => Bound::Lower,
            _ => Bound::Upper,
        };
        (score, bound)
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The score of the current position from tablebases, if it is exact or proves that the node's score lies outside
    /// the window.
    #[inline]
    pub(super) fn table_cutoff(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if !self.probes_tables || !self.position.may_be_in_tables() || depth < self.options.tables.least_depth
        {
            return None;
        }
        self.probe_tables(alpha, beta, depth, ply)
    }

    #[cold]
    fn probe_tables(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let entry = self.position.table_entry(self.options.tables.move_limit)?;
        self.shared.table_hits.fetch_add(1, Relaxed);
        let (score, bound) = match entry.result {
            TableResult::Draw => (self.verdict_score(NodeVerdict::Drawn, ply), Bound::Exact),
            TableResult::Win | TableResult::Loss => entry.score_of_end(ply),
        };
        let is_final = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if is_final {
            self.store_hash(ply, depth + EXTRA_DEPTH, None, (score, bound), None, false);
        }
        is_final.then_some(score)
    }
}
