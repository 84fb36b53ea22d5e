use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::base::{Side, lock};
use crate::games::cchess::tables::{Table, TableError, TableMove, TablePosition, TabledGame};

use super::grid::{Grid, INVALID};
use super::perpetual;
use super::smaller::Smaller;

/// What is wrong with a table.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The totals in the file are not those of its values.
    #[error("the totals of {0:?} to move are not those of the values")]
    Totals(Side),
    /// A position or one that its moves lead to is in none of the tables.
    #[error("no value of {0}, or of a position after it")]
    Missing(String),
    /// A value does not follow from those after the moves.
    #[error("the value of {fen} is wrong: {reason}")]
    Value {
        /// The position.
        fen: String,
        /// Why.
        reason: &'static str,
    },
    /// Positions stored as draws are lost by perpetual check.
    #[error("{0} positions stored as draws are won or lost by perpetual check")]
    PerpetualCheck(usize),
    /// The check was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Checks every value of a table against those after its moves, which are looked up in the table itself and in the
/// smaller ones.
///
/// # Errors
/// If a value is wrong, or a table is damaged.
pub fn check_table<P: TabledGame>(
    table: &Table,
    tables: &Smaller,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), CheckError> {
    let header = table.header();
    let Some(grid) = Grid::new::<P>(header.material, threads) else {
        return Err(TableError::Header("the material").into());
    };
    let problem = Mutex::new(None);
    let fail = |error: CheckError| {
        lock(&problem).get_or_insert(error);
        false
    };
    grid.for_all(|side, index| {
        if stop.load(Relaxed) {
            return fail(CheckError::Interrupted);
        }
        let Some(position) = grid.position::<P>(side, index) else {
            grid.set(side, index, INVALID);
            return true;
        };
        let Some(known) = tables.set().position(&position) else {
            return fail(CheckError::Missing(position.fen(&P::Options::default())));
        };
        grid.set(side, index, known.found.value.number());
        match wrong(&known) {
            Some(reason) => fail(CheckError::Value { fen: position.fen(&P::Options::default()), reason }),
            None => true,
        }
    });
    if let Some(problem) = problem.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(problem);
    }
    for attacker in Side::BOTH {
        let core = perpetual::core::<P>(&grid, tables, header.material, attacker);
        if !core.is_empty() {
            return Err(CheckError::PerpetualCheck(core.values(1).count()));
        }
    }
    let values = grid.into_values();
    for (side, totals) in Side::BOTH.into_iter().zip(&header.totals) {
        // Reads all blocks, also those without any position.
        table.values(side)?;
        if header.totals_of(&values[side.index()]) != *totals {
            return Err(CheckError::Totals(side));
        }
    }
    Ok(())
}

/// Why the value of a position does not follow from those after its moves; `None` if it does.
fn wrong(known: &TablePosition) -> Option<&'static str> {
    let (value, moves) = (known.found.value, &known.moves);
    let on_board = |wanted: &TableMove| !wanted.after.by_rule;
    let fastest =
        moves.iter().filter(|m| m.wins() && on_board(m)).filter_map(|m| m.after.value.plies()).min();
    if let Some(fastest) = fastest {
        let is_right = !known.found.by_rule && value.plies() == fastest.checked_add(1);
        return (!is_right).then_some("a move wins in another number of plies");
    }
    let loses = |m: &TableMove| m.after.value.is_win();
    if moves.iter().all(|m| loses(m) && on_board(m)) {
        let slowest = moves.iter().filter_map(|m| m.after.value.plies()).max();
        let expected = slowest.map_or(Some(0), |slowest| slowest.checked_add(1));
        let is_right = !known.found.by_rule && value.plies() == expected;
        return (!is_right).then_some("all moves lose, but in another number of plies");
    }
    if value.plies().is_some() && !known.found.by_rule {
        return Some("it is not decided on the board");
    }
    if value.is_win() {
        return known.best(|_| true).is_empty().then_some("no move makes progress against perpetual check");
    }
    if value.is_loss() {
        return (!known.is_lost_by_rule()).then_some("a move escapes from perpetual check");
    }
    if moves.iter().any(TableMove::wins) {
        return Some("a move wins");
    }
    moves.iter().all(loses).then_some("all moves lose")
}
