//! The evaluation of gomoku.
