//! The rules of xiangqi.
