//! The rulebooks held against other implementations, published numbers and their own promises.

mod chess;
mod conformance;
mod gomoku;
mod naive;
#[path = "../common/skip.rs"]
mod skip;
mod xiangqi;
mod zhonggong;
