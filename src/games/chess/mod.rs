//! The rules of chess, including Chess960.
//!
//! A [`ChessPosition`] consists of bitboards and the keys of the positions since the last irreversible move. The board
//! is copied before every move; perft shows that this costs no more than undoing moves piece by piece. Legal moves are
//! generated directly from pins and checks, without trying them.

pub mod attacks;
pub(crate) mod board;
pub(crate) mod castling;
pub mod eval;
mod fen;
pub(crate) mod keys;
mod magics;
mod make;
pub(crate) mod movegen;
pub(crate) mod moves;
mod options;
mod piece;
pub(crate) mod position;
mod san;
mod settings;
mod square;
#[cfg(feature = "syzygy")]
pub mod syzygy;
pub mod tactics;
mod text;
mod themes;
pub(crate) mod verdict;

pub use eval::ChessFeatures;
pub use options::ChessOptions;
pub use piece::{Piece, PieceKind};
pub use position::ChessPosition;
pub use square::{Bitboard, NotASquare, Square, Step};

use crate::base::{PlayedGame, Reason};
use crate::search::SearchSettings;

use super::{BoardKind, ClientProtocol, Game, GameInfo, TableKind, WinCurve};

/// Chess.
#[derive(Debug)]
pub struct Chess;

impl Game for Chess {
    type Position = ChessPosition;
    type Evaluation = Self;

    const SETTINGS: SearchSettings = settings::SETTINGS;

    const INFO: GameInfo = GameInfo {
        fit: |shape| shape.fits_pieces(8),
        template: None,
        cecp_name: None,
        protocols: &[ClientProtocol::Uci, ClientProtocol::Cecp],
        has_plain_uci: true,
        pgn_variant: None,
        pgn_names: true,
        reasons: &[
            Reason::CHECKMATE,
            Reason::STALEMATE,
            Reason::INSUFFICIENT_MATERIAL,
            Reason::REPETITION,
            Reason::MOVE_LIMIT,
        ],
        tables: Some(TableKind::Syzygy),
        win_curve: WinCurve { half: 95, step: 55 },
        ..GameInfo::new("chess", BoardKind::Squares, ["White", "Black"], BENCH)
    };

    fn themes(line: &PlayedGame<ChessPosition>) -> Vec<&'static str> {
        themes::of(line)
    }
}

/// Most of them are known from perft suites.
const BENCH: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/4kpp1/3p4/p2P1P2/P3K1P1/8/8 w - - 0 1",
    "6k1/5ppp/1r2p3/3pP3/1p1P4/1P2KP2/R5PP/8 b - - 4 31",
];
