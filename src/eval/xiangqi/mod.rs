//! The evaluation of xiangqi.
