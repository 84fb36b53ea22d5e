//! A game as parsed, before its moves have been checked.

use super::tree::GameTree;

/// A game as found in a file: its moves are texts that have not been checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedGame {
    /// The line of the text, from 1, where the game begins; in a binary file, the game's number.
    pub line: usize,
    /// The game.
    pub tree: GameTree,
    /// What was repaired or left out while reading.
    pub notes: Vec<Note>,
}

impl ParsedGame {
    /// A game that begins at this line.
    pub const fn new(line: usize, tree: GameTree) -> Self {
        Self { line, tree, notes: Vec::new() }
    }

    /// Adds a note that something was repaired or left out.
    pub fn note(&mut self, line: usize, code: &'static str, text: impl Into<String>) {
        self.notes.push(Note { line, code, text: text.into() });
    }
}

/// Something in a file that was repaired, skipped or left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line of the text, from 1; in a binary file, the game's number.
    pub line: usize,
    /// A short name for programs, such as `text-skipped`, which never changes.
    pub code: &'static str,
    /// What happened, in words.
    pub text: String,
}

impl Note {
    /// The note that a text is read in this encoding, as reported by [`TextLines`](super::TextLines): its name, and the
    /// first line that is not UTF-8.
    pub fn of_encoding((name, line): (&'static str, usize)) -> Self {
        let text = format!("the text is not UTF-8; it is read as {name}");
        Self { line, code: "encoding", text }
    }
}

/// A game as text in some format.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The text, with a final newline.
    pub text: String,
    /// What the format cannot represent of the game, in words; each once.
    pub lost: Vec<String>,
}
