//! The evaluation of chess.
