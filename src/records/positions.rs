//! Files of positions, each of which is a game without moves: FENs and EPD records, one per line.

use std::fmt::Write;
use std::io::{self, Read};

use crate::base::shorten;
use crate::games::Variant;

use super::epd::{EpdRecord, parse as parse_epd};
use super::lines::TextLines;
use super::parsed::{Note, ParsedGame, Written};
use super::tree::{GameTree, Step};
use super::{NotationError, ReadProblem};

/// The EPD operations that have an equivalent PGN tag.
const TAGS: &[(&str, &str)] = &[("id", "Event"), ("c0", "Annotation")];

/// The positions of a text, one by one.
///
/// # Errors
///
/// If reading fails.
pub fn read<R: Read>(reader: R) -> io::Result<impl Iterator<Item = Result<ParsedGame, NotationError>>> {
    let mut lines = TextLines::new(reader)?;
    let mut told_encoding = false;
    Ok(std::iter::from_fn(move || {
        loop {
            let mut line = String::new();
            match lines.next(&mut line) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    return Some(Err(NotationError::Unreadable {
                        line: lines.number(),
                        problem: ReadProblem::Io(error.to_string()),
                    }));
                }
            }
            let text = line.trim().trim_start_matches('\u{feff}');
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let mut game = position_of(text, lines.number());
            if let (Some(other), Ok(game), false) = (lines.other_encoding(), &mut game, told_encoding) {
                told_encoding = true;
                game.notes.push(Note::of_encoding(other));
            }
            return Some(game);
        }
    }))
}

/// The positions of a text that is in memory.
pub fn parse(text: &str) -> impl Iterator<Item = Result<ParsedGame, NotationError>> + '_ {
    read(text.as_bytes()).expect("memory can be read")
}

/// Whether a line is a position: a board of several ranks, followed by the side to move.
pub fn is_position(line: &str) -> bool {
    let mut fields = line.strip_prefix("fen ").unwrap_or(line).split_ascii_whitespace();
    let Some(board) = fields.next() else { return false };
    let is_board = board.matches('/').count() >= 4
        && board.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '[' | ']' | '~' | '+' | '-'))
        && board.split('/').all(|rank| !rank.is_empty());
    is_board && fields.next().is_some_and(|side| matches!(side, "w" | "b" | "W" | "B" | "r" | "R"))
}

fn position_of(text: &str, line: usize) -> Result<ParsedGame, NotationError> {
    let unreadable = |problem: ReadProblem| NotationError::Unreadable { line, problem };
    let text = text.strip_prefix("fen ").unwrap_or(text);
    let EpdRecord { fen, operations, moves } =
        parse_epd(text).map_err(|error| unreadable(ReadProblem::Operations(error.to_string())))?;
    let variant = Variant::of_fen(&fen, Variant::Chess)
        .ok_or_else(|| unreadable(ReadProblem::NotPosition(shorten(text))))?;
    let mut tree = GameTree::new(variant);
    tree.start = Some(fen);
    let mut at = super::tree::NodeId::ROOT;
    for text in moves {
        at = tree.add(at, Step::of_text(text));
    }
    for (opcode, operands) in operations {
        // These have become part of the position.
        if matches!(opcode.as_str(), "hmvc" | "fmvn") {
            continue;
        }
        let tag = TAGS.iter().find(|(own, _)| *own == opcode).map_or(opcode.as_str(), |(_, tag)| tag);
        tree.tags.set(tag, operands.join(" "));
    }
    Ok(ParsedGame::new(line, tree))
}

/// Writes the position at the end of a checked game's main line, with its name if it has one.
///
/// # Errors
///
/// If the main line contains anything other than moves.
pub fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let mut text = super::check::last_fen(tree)?;
    // Positions with stones have no operations.
    if !has_stones(&text)
        && let Some(name) = tree.tags.get("Event").filter(|name| *name != "?")
    {
        let name = name.replace('"', "'");
        let _ = write!(text, " id \"{name}\";");
    }
    text.push('\n');
    let mut lost = Vec::new();
    if !tree.is_empty() {
        lost.push("moves".to_owned());
    }
    Ok(Written { text, lost })
}

/// Whether a FEN belongs to a game with stones, judging by its appearance.
pub(super) fn has_stones(fen: &str) -> bool {
    Variant::of_fen(fen, Variant::ALL[0]).is_some_and(|variant| variant.info().has_stones())
}
