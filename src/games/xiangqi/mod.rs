//! Xiangqi.
//!
//! - `geometry` defines palaces, the river and the steps of pieces; `attacks` computes attacks between pieces and how
//!   the safety of a general restricts moves; `movegen` lists, counts and tests legal moves.
//! - `progress` holds a game's history; `repetition` judges cycles of moves.
//! - `position` implements the traits of a game on top of these; `tables` says what tables of endings need to know.

pub(crate) mod attacks;
pub mod eval;
mod fen;
pub(crate) mod geometry;
pub(crate) mod keys;
pub(crate) mod movegen;
mod options;
pub(crate) mod position;
mod progress;
pub(crate) mod repetition;
mod settings;
#[cfg(feature = "tables")]
pub(crate) mod tables;
pub mod tactics;

pub use attacks::{capturers, general_attackers, targets};
pub use eval::XiangqiFeatures;
pub use geometry::{
    ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, Occupancy, PALACE, PAWN_STEPS, RANKS, has_crossed,
};
pub use options::{COORDINATES, RankNumbers, XiangqiOptions};
pub use position::XiangqiPosition;
pub use progress::{MOVE_LIMIT, REMEMBERED_PLIES};
pub use tactics::exchange_value;

use crate::base::Reason;
use crate::games::cchess::reasons;
use crate::search::SearchSettings;

use super::{BoardKind, ClientProtocol, Game, GameInfo, TableKind, Template, WinCurve};

/// Xiangqi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Xiangqi;

impl Game for Xiangqi {
    type Position = XiangqiPosition;
    type Evaluation = Self;

    const SETTINGS: SearchSettings = settings::SETTINGS;

    const INFO: GameInfo = GameInfo {
        fit: |shape| shape.fits_pieces(10),
        template: Some(Template::XIANGQI),
        protocols: &[ClientProtocol::Uci, ClientProtocol::Ucci, ClientProtocol::Cecp],
        has_plain_uci: true,
        // As used by xiangqi programs (Huang Chen, "PGN files for xiangqi").
        pgn_game: Some("Chinese Chess"),
        reasons: &[
            Reason::CHECKMATE,
            Reason::STALEMATE,
            reasons::PERPETUAL_CHECK,
            reasons::PERPETUAL_CHASE,
            Reason::REPETITION,
            Reason::INSUFFICIENT_MATERIAL,
            Reason::MOVE_LIMIT,
        ],
        tables: Some(TableKind::Own),
        win_curve: WinCurve { half: 272, step: 116 },
        ..GameInfo::new("xiangqi", BoardKind::River, ["Red", "Black"], BENCH)
    };
}

const BENCH: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b - - 0 5",
    "r2akabnr/3n5/b1c4c1/p3p1p1p/2p6/9/P1P1P1P1P/2C4C1/R3A4/1NBAK1BNR w - - 8 5",
    "r1bakab1r/2n6/4c3n/p1p1p1p1p/3c5/9/P1P1P1P1P/1C2B1C2/R3R4/1N1AKABN1 w - - 14 8",
    "1n1a1ab2/4k4/b8/p1p3p1p/9/2P6/P3P1P1P/4B4/4A4/2BAK2N1 w - - 6 30",
    "3ak4/4a4/4b4/4p4/2b6/2B3P2/4P4/4B2N1/4A4/3AK2c1 b - - 10 52",
    "2bak4/4a4/4b1n2/p7p/4r4/2R6/P7P/4B1N2/4A4/2BAK4 w - - 4 40",
];
