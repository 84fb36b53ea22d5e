//! A plain second implementation of chess.
