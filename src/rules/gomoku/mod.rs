//! Gomoku, freestyle and standard, and renju.
