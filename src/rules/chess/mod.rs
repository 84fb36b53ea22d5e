//! The rules of chess, including Chess960.
//!
//! A [`ChessPosition`] consists of bitboards and the keys of the positions since the last irreversible move. The board
//! is copied before every move; perft shows that this costs no more than undoing moves piece by piece. Legal moves are
//! generated directly from pins and checks, without trying them.

pub mod attacks;
pub(crate) mod board;
pub(crate) mod castling;
pub(crate) mod encoding;
mod fen;
pub(crate) mod keys;
mod magics;
mod make;
pub(crate) mod movegen;
mod options;
mod piece;
pub(crate) mod position;
mod san;
mod square;
mod text;
pub(crate) mod verdict;

pub use options::ChessOptions;
pub use piece::{Piece, PieceKind};
pub use position::ChessPosition;
pub use square::{Bitboard, NotASquare, Square, Step};
