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
pub mod tactics;
mod threat;

pub use class::Class;
pub use eval::{GomokuEvaluator, GomokuInputs};
pub use grid::{GridPoint, board_size_of_fen, fen_of_stones, stones_of_fen};
pub use options::GomokuOptions;
pub use point::{MAX_SIZE, MIN_SIZE, Point, PointSet};
pub use position::{Element, GomokuPosition, PointClass};
pub use rule::{Freestyle, Renju, Rule, Standard};
pub use shape::{LineRule, LineTable, Shape};
pub use threat::Threat;

use crate::base::{Reason, Side};
use crate::search::SearchSettings;

use super::{BoardKind, ClientProtocol, FenShape, Game, GameInfo, Template, WinCurve};

/// Freestyle gomoku as a game of the engine.
pub type Gomoku = Freestyle;

/// Standard gomoku as a game of the engine.
pub type GomokuStandard = Standard;

impl Game for Freestyle {
    type Position = GomokuPosition<Freestyle>;
    type Classical = GomokuEvaluator<Freestyle>;

    const SETTINGS: SearchSettings = settings::settings(<Self as eval::WeightedRule>::WIN_SCALE);
    const INFO: GameInfo =
        info("gomoku", 0, <Self as eval::WeightedRule>::WIN_SCALE, WinCurve { half: 32, step: 47 });
}

impl Game for Standard {
    type Position = GomokuPosition<Standard>;
    type Classical = GomokuEvaluator<Standard>;

    const SETTINGS: SearchSettings = settings::settings(<Self as eval::WeightedRule>::WIN_SCALE);
    const INFO: GameInfo =
        info("gomoku-standard", 1, <Self as eval::WeightedRule>::WIN_SCALE, WinCurve { half: 13, step: 67 });
}

impl Game for Renju {
    type Position = GomokuPosition<Renju>;
    type Classical = GomokuEvaluator<Renju>;

    const SETTINGS: SearchSettings = settings::settings(<Self as eval::WeightedRule>::WIN_SCALE);
    const INFO: GameInfo =
        info("renju", 4, <Self as eval::WeightedRule>::WIN_SCALE, WinCurve { half: 11, step: 41 });
}

/// The common part of the three games' facts.
const fn info(name: &'static str, gomocup_rule: u32, win_scale: i32, win_curve: WinCurve) -> GameInfo {
    GameInfo {
        name,
        board: BoardKind::Stones,
        fit: FenShape::fits_stones,
        side_names: ["Black", "White"],
        // Black moves first.
        white: Side::Second,
        template: Some(Template::FAIRY),
        cecp_name: Some(name),
        xboard: None,
        gomocup_rule: Some(gomocup_rule),
        protocols: &[ClientProtocol::Uci, ClientProtocol::Gomocup],
        has_plain_uci: false,
        pgn_variant: Some(name),
        pgn_game: None,
        pgn_names: false,
        reasons: &[reasons::FIVE_IN_A_ROW, reasons::FORBIDDEN_POINT, Reason::FULL_BOARD],
        has_tables: false,
        bench: BENCH,
        win_scale,
        win_curve,
    }
}

/// Can arise in both freestyle and renju: no overlines and no stone on a forbidden point.
const BENCH: &[&str] = &[
    "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 1",
    "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1",
    "15/15/15/15/15/15/8O6/7X7/8X6/15/15/15/15/15/15 w 2",
    "15/15/15/15/15/5O9/6OX7/7XO6/6X1X6/7O7/15/15/15/15/15 b 5",
    "15/15/15/15/6O1X6/5X1XO6/6OXX6/5OXO7/6O8/15/15/15/15/15/15 b 7",
];
