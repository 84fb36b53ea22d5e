//! A plain second implementation of gomoku.
