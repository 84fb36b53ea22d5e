//! The rules compared with other implementations and published numbers, and checked against their own contracts.

mod chess;
mod conformance;
mod documents;
mod fens;
mod gomoku;
mod naive;
#[path = "../common/skip.rs"]
mod skip;
mod xiangqi;
mod zhonggong;
