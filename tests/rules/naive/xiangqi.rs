//! A plain second implementation of xiangqi.
