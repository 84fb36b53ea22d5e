//! Zhonggong xiangqi: nine ranks, one central palace, guarded generals, liberties and trades.
//!
//! - `moves` encodes steps and trades; `text` reads and writes their notation.
//! - `geometry` contains the tables for this board: the palace, which points attack a general, and which points lie in
//!   between.
//! - `safety` distinguishes check from tether and counts liberties, on the board as it is or after a move.
//! - `illegal` lists the reasons why a move is illegal.
//! - `movegen` generates legal moves, examining only those that touch the points that a general's safety depends on.
//! - `position` makes and unmakes moves, `notation` reads and writes them and FENs; `repetition` judges repetitions.
//! - `themes` names what a line shows, and `composed` makes positions that may show it.
//! - `tables` says what tables of endings need to know.

mod composed;
pub mod eval;
pub(crate) mod geometry;
mod illegal;
mod movegen;
pub(crate) mod moves;
mod notation;
mod position;
pub mod reasons;
pub(crate) mod repetition;
pub(crate) mod safety;
mod settings;
#[cfg(feature = "tables")]
pub(crate) mod tables;
pub mod tactics;
mod text;
mod themes;

pub use eval::ZhonggongFeatures;
pub use geometry::{BOARD, RANKS, home_rank, pawn_steps_of, surroundings};
pub use position::ZhonggongPosition;

use crate::base::{PlayedGame, Reason, Side};
use crate::search::SearchSettings;

use super::cchess::PieceKind;
use super::{
    BoardKind, ClientProtocol, Composer, Game, GameInfo, PieceValue, TableKind, Template, WinCurve,
    XboardRules,
};

/// Zhonggong xiangqi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zhonggong;

impl Game for Zhonggong {
    type Position = ZhonggongPosition;
    type Evaluation = Self;

    const SETTINGS: SearchSettings = settings::SETTINGS;

    const INFO: GameInfo = GameInfo {
        fit: |shape| shape.fits_pieces(9),
        template: Some(Template::XIANGQI),
        // The general must not be a king to xboard, which has other rules for check, nor the pawn a pawn, which could
        // capture en passant when it steps sideways.
        xboard: Some(XboardRules {
            parent: "fairy",
            letters: ".H.R.AE..KPC..h.r.ae..kpc.",
            moves: &[
                ('P', "fsW"),
                ('H', "nN"),
                ('E', "nA"),
                ('A', "F"),
                ('R', "R"),
                ('C', "mRcpR"),
                ('K', "W"),
            ],
        }),
        protocols: &[ClientProtocol::Uci, ClientProtocol::Ucci, ClientProtocol::Cecp],
        reasons: &[
            Reason::CHECKMATE,
            Reason::STALEMATE,
            reasons::TRAPPED,
            reasons::FIVE_PAWNS,
            super::cchess::reasons::PERPETUAL_CHECK,
            Reason::REPETITION,
            Reason::MOVE_LIMIT,
        ],
        tables: Some(TableKind::Own),
        win_curve: WinCurve { half: 147, step: 121 },
        ..GameInfo::new("zhonggong", BoardKind::CentralPalace, ["Red", "Black"], BENCH)
    };

    fn themes(line: &PlayedGame<ZhonggongPosition>) -> Vec<&'static str> {
        themes::of(line)
    }

    const COMPOSERS: &'static [Composer] = &[composed::TRADES, composed::ENDINGS];

    const PUBLISHED_VALUES: Option<PieceValue<ZhonggongPosition>> = Some(|piece| {
        // By `PieceKind::index`. The general's value never matters, as it is never captured.
        let values: [i32; PieceKind::COUNT] = [300, 20, 10, 50, 200, 100, 25];
        let piece_value = values[piece.kind.index()];
        if piece.side == Side::First { piece_value } else { -piece_value }
    });
}

const BENCH: &[&str] = &[
    "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1",
    "rnbacabnr/9/2p1p1p1p/p3k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 3",
    "rnbacabnr/4c4/2p1p3p/p3k1p2/9/P3K4/2P1P1P1P/3C5/RNBACABNR w - - 4 3",
    "1nbacabnr/r1c6/p1p1p1p2/4k3p/9/3K5/1PP2PP1P/4C4/RNBACABNR w - - 6 4",
    "r1bacabn1/c7r/2n6/2p1p4/P3k1p2/4KP1P1/RP2P4/1CA5R/1NB1CABN1 w - - 1 17",
    "2r2a3/9/1n2b4/3k2p2/9/4K1P2/2N1B4/9/3A1R3 w - - 4 40",
    "2P3P2/9/3a5/4k4/9/3K5/4B4/9/4R3r w - - 0 60",
];
