//! The rules of chess, Chess960 among its starting positions.
//!
//! A [`ChessPosition`] is a board of bitboards and the keys of the positions since the last irreversible
//! move. The board is copied before every move, which perft shows to cost no more than undoing moves piece by
//! piece. Legal moves come from pins and checks without being tried.

pub mod attacks;
mod board;
mod castling;
mod encoding;
mod exchange;
mod fen;
mod keys;
mod magics;
mod make;
mod movegen;
mod options;
mod piece;
mod position;
mod search;
mod square;
mod text;
mod verdict;

pub use options::ChessOptions;
pub use piece::{Piece, PieceKind};
pub use position::ChessPosition;
pub use square::{Bitboard, NotASquare, Square, Step};
