//! Endgame tables: what a game may know of positions with few men.

use std::path::PathBuf;

use thiserror::Error;

use crate::base::MoveList;

/// The result of a position by endgame tables, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableResult {
    /// It loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// It wins.
    Win,
}

/// The best legal moves of a position by endgame tables.
#[derive(Debug, Clone)]
pub struct TableMoves {
    /// The moves that keep the result, or those among them that make progress where that is in question.
    pub moves: MoveList,
    /// The result of the position.
    pub result: TableResult,
}

/// How endgame tables are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRules {
    /// Whether they are used at all, if they are loaded.
    pub enabled: bool,
    /// The least remaining depth at which the search probes them, in plies.
    pub least_depth: i32,
    /// Whether wins that the move limit prevents are draws.
    pub move_limit: bool,
}

impl Default for TableRules {
    fn default() -> Self {
        Self { enabled: true, least_depth: 1, move_limit: true }
    }
}

/// Endgame tables that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TablesError {
    /// None of the folders holds tables.
    #[error("no endgame tables are found in {0:?}")]
    NotFound(String),
    /// There are tables, but they cannot be read.
    #[error("the endgame tables in {0:?} cannot be read")]
    Unreadable(String),
    /// A table is not a regular file.
    #[error("the endgame table {} is not a regular file", .0.display())]
    Irregular(PathBuf),
    /// The game has none.
    #[error("there are endgame tables for chess only")]
    NoGame,
    /// The program was built without them.
    #[error("endgame tables are not part of this build")]
    NotBuilt,
}
