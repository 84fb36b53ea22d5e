//! Connect Four, as an example of a new game: this folder, and one line in the list of games.
//!
//! - `position` implements [`Position`](crate::base::Position), the rules;
//! - `notation` implements [`Notation`](crate::base::Notation), FENs and move texts;
//! - `tactics` implements [`SearchPosition`](crate::search::SearchPosition), what the search needs beyond the rules;
//! - `evaluation` is one function, of which [`Plain`] makes all that a game plays with.

mod evaluation;
mod notation;
mod position;
mod tactics;
#[cfg(test)]
mod tests;

use super::{BoardKind, FenShape, Fit, Game, GameInfo, WinCurve};
use crate::base::{Reason, Side};
use crate::eval::{Evaluation, Plain};
use crate::search::{Feature, Features, SearchSettings};

use evaluation::OpenFours;
use position::{COLUMNS, FOUR_IN_A_ROW, ROWS};

pub use position::ConnectFourPosition;

/// Connect Four.
pub struct ConnectFour;

impl Game for ConnectFour {
    type Position = ConnectFourPosition;
    type Evaluation = Plain<OpenFours>;

    /// No null move, as a side that must move may have to give the opponent the point above.
    const SETTINGS: SearchSettings = SearchSettings {
        features: Features::ALL
            .without(Feature::NullMove)
            .without(Feature::RootForcedWins)
            .without(Feature::NodeForcedWins)
            .without(Feature::LeafForcedWins),
        ..SearchSettings::for_win_scale(OpenFours::WIN_SCALE)
    };

    const INFO: GameInfo = GameInfo {
        reasons: &[FOUR_IN_A_ROW, Reason::FULL_BOARD],
        fit,
        // White in the FEN is the side that moves second, as in gomoku.
        white: Side::Second,
        win_curve: WinCurve { half: 20, step: 60 },
        ..GameInfo::new("connect-four", BoardKind::Stones, ["Black", "White"], BENCH)
    };
}

/// Stones on a board of this size are of no other game.
fn fit(shape: &FenShape) -> Fit {
    let is_wide =
        |rank: &str| rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>() == COLUMNS as u32;
    let has_size = shape.ranks == ROWS && shape.board.split('/').all(is_wide);
    if has_size && shape.fits_stones() > Fit::None { Fit::Exact } else { Fit::None }
}

const BENCH: &[&str] = &["7/7/7/7/7/7 b 1", "7/7/7/3X3/3O3/3X3 w 2", "7/7/3O3/2XX3/2OXO2/1OXOX2 b 6"];
