//! Gomoku, freestyle and standard, and renju.
//!
//! One position type serves all three games; its [`Rule`] parameter defines what a row of five is and whether Black has
//! forbidden points. For every empty point, line and side, the shape that a stone there would make is updated
//! incrementally (`board`), using tables indexed by the nearest points of the line (`shape`), together with the
//! combination of the four lines (`class`, `threat`).

pub(crate) mod board;
mod class;
pub mod eval;
mod fen;
mod forbidden;
mod grid;
mod options;
pub(crate) mod point;
mod position;
pub mod reasons;
mod rule;
mod settings;
mod shape;
pub mod solution;
pub mod tactics;
mod threat;

pub use class::Class;
pub use eval::GomokuPatterns;
pub use grid::{GridPoint, board_size_of_fen, fen_of_stones, stones_of_fen};
pub use options::GomokuOptions;
pub use point::{MAX_SIZE, MIN_SIZE, Point, PointSet};
pub use position::{Element, GomokuPosition, PointClass};
pub use rule::{Freestyle, Renju, Rule, Standard};
pub use shape::{LineRule, LineTable, Shape};
pub use threat::Threat;

use crate::base::{PlayedGame, Reason, Side};
use crate::search::SearchSettings;

use eval::WeightedRule;

use super::{BoardKind, ClientProtocol, FenShape, Game, GameInfo, TableKind};

/// Freestyle gomoku as a game of the engine.
pub type Gomoku = Freestyle;

/// Standard gomoku as a game of the engine.
pub type GomokuStandard = Standard;

/// Every rule set with an evaluation is a game; the games differ only in what [`WeightedRule`] states.
impl<R: WeightedRule> Game for R {
    type Position = GomokuPosition<R>;
    type Evaluation = R;

    const SETTINGS: SearchSettings = settings::settings(<R as WeightedRule>::WIN_SCALE);

    const INFO: GameInfo = GameInfo {
        fit: FenShape::fits_stones,
        // Black moves first.
        white: Side::Second,
        gomocup_rule: Some(R::GOMOCUP_RULE),
        // Renju has opening rules of its own.
        has_swap2: !R::HAS_FORBIDDEN_POINTS,
        protocols: &[ClientProtocol::Uci, ClientProtocol::Gomocup],
        reasons: &[reasons::FIVE_IN_A_ROW, reasons::FORBIDDEN_POINT, Reason::FULL_BOARD],
        win_curve: R::WIN_CURVE,
        tables: Some(TableKind::Solution),
        ..GameInfo::new(R::NAME, BoardKind::Stones, ["Black", "White"], BENCH)
    };

    fn themes(line: &PlayedGame<GomokuPosition<R>>) -> Vec<&'static str> {
        tactics::themes::of(line)
    }
}

/// These can arise in both freestyle gomoku and renju: there are no overlines and no stones on forbidden points.
const BENCH: &[&str] = &[
    "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 1",
    "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1",
    "15/15/15/15/15/15/8O6/7X7/8X6/15/15/15/15/15/15 w 2",
    "15/15/15/15/15/5O9/6OX7/7XO6/6X1X6/7O7/15/15/15/15/15 b 5",
    "15/15/15/15/6O1X6/5X1XO6/6OXX6/5OXO7/6O8/15/15/15/15/15/15 b 7",
];
