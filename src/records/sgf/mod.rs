//! SGF, version 4 (Hollosi) and before, for gomoku and renju. Points are letters for column and row from the top left,
//! as in Go.

mod parser;
mod properties;
mod reader;
mod writer;

pub use reader::parse;
pub use writer::write;
