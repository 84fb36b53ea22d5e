//! Adjudication by tablebases.

use serde::{Deserialize, Serialize};

use crate::base::{Notation, Outcome};
use crate::search::{SearchPosition, TableResult, TablesError};

/// Ends a game with the result of the tablebases as soon as they contain its position, which requires that castling is
/// no longer possible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseRule {
    /// The folders with tables, separated by colons, or on Windows by semicolons.
    pub path: String,
    /// The maximum number of pieces in positions that are looked up; `None` for that of the largest table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// Whether wins that the 50-move rule prevents are draws.
    pub move_limit: bool,
}

impl TablebaseRule {
    /// Loads the tables. All players inside the process share them, but only use them if their own options say so.
    ///
    /// # Errors
    ///
    /// If there are none, or they cannot be read.
    pub(super) fn load<P: SearchPosition>(&self) -> Result<(), TablesError> {
        match P::load_tables(&self.path)? {
            Some(_) => Ok(()),
            None => Err(TablesError::NoGame),
        }
    }

    /// The result of a position, if the tables contain it.
    pub(super) fn outcome<P: SearchPosition + Notation>(
        &self,
        position: &P,
        options: &P::Options,
    ) -> Option<Outcome> {
        if self.pieces.is_some_and(|most| pieces(position, options) > most) {
            return None;
        }
        // Right after a capture or pawn move, the result can be determined without distances.
        let entry = position
            .table_entry(self.move_limit)
            .or_else(|| position.table_moves(self.move_limit).map(|best| best.entry))?;
        let side = position.side_to_move();
        Some(match entry.result {
            TableResult::Win => Outcome::Win(side),
            TableResult::Draw => Outcome::Draw,
            TableResult::Loss => Outcome::Win(!side),
        })
    }
}

/// The number of pieces on the board.
fn pieces<P: Notation>(position: &P, options: &P::Options) -> usize {
    let fen = position.fen(options);
    let board = fen.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}
