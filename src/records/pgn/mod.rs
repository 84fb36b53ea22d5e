//! Portable Game Notation (Edwards, 1994), in the forms used for all games and by all programs.

mod glyphs;
mod header;
mod reader;
mod scanner;
mod writer;

pub use header::TOLD_APART;
pub use reader::{games, read};
pub use scanner::is_move_line;
pub use writer::{variant_tag, write};

/// Whether a line begins with a tag.
pub fn is_tag(line: &str) -> bool {
    scanner::read_tag(line).is_some()
}
