//! The rules of gomoku.
