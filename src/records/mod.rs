//! Game records: one model of a game with its variations and annotations ([`GameTree`]), and the file formats for it.
//!
//! A file is parsed into [`ParsedGame`]s, which [`check()`] plays by the rules. Anything that a reader repairs or
//! leaves out is in their [`Note`]s; anything that a writer cannot represent is in [`Written::lost`].

mod annotation;
mod binary;
mod cbr;
mod check;
mod comment;
mod comment_commands;
mod dhtmlxq;
mod epd;
mod error;
mod format;
#[cfg(test)]
mod format_properties;
mod json;
mod json_node;
mod lines;
mod losses;
mod move_list;
mod moves;
mod moves_game;
mod open;
mod openings;
mod parsed;
mod pgn;
mod positions;
mod psq;
mod recognise;
mod renlib;
mod sgf;
mod stored;
mod tags;
mod termination;
mod time_control;
mod tree;
mod written_game;
mod wxf_file;
mod xiangqi_files;
mod xqf;

use std::borrow::Cow;

use crate::base::{GameOptions, Notation};
use crate::games::Game;

pub use annotation::{Annotations, Evaluation, Nag, Shape};
pub use check::{check, is_usual_start, last_fen, plain_moves, verdict_of};
pub use epd::{EpdError, EpdRecord, parse as parse_epd};
pub use error::{NotationError, ReadProblem, Unwritable};
pub use format::{MoveStyle, RecordFormat};
pub use json::{GameJson, SentGame};
pub use lines::{TextLines, decode_text};
pub use moves::{MoveRecord, MoveScore};
pub use open::{OpenError, OpenedFile, open};
pub use parsed::{Note, ParsedGame, Written};
pub use stored::{StoredGameError, read_stored, read_stored_unchecked, write_stored};
pub use tags::Tags;
pub use termination::{Cause, CauseError, Termination};
pub use time_control::{TimeControl, TimeControlError};
pub use tree::{GameTree, NodeId, Step};
pub use written_game::{EngineDetails, WritableGame};

/// Writes a game, with a final newline. Concatenated games form a valid file, except in formats for a [single
/// game](RecordFormat::is_single).
///
/// # Errors
///
/// If the format cannot represent the game, or the record is inconsistent.
pub fn write<'a>(game: impl Into<WritableGame<'a>>, format: RecordFormat) -> Result<String, NotationError> {
    let tree = game.into().tree(format)?;
    Ok(write_tree(&tree, format)?.text)
}

/// Writes a checked game with everything that the format can represent.
///
/// # Errors
///
/// If the format cannot represent the game.
pub fn write_tree(tree: &GameTree, format: RecordFormat) -> Result<Written, NotationError> {
    match format {
        RecordFormat::Pgn { moves } => pgn::write(tree, moves),
        RecordFormat::Sgf => sgf::write(tree),
        RecordFormat::Psq => psq::write(tree),
        RecordFormat::DhtmlXq => dhtmlxq::write(&without_usual_start(tree)),
        RecordFormat::Wxf => wxf_file::write(&without_usual_start(tree)),
        RecordFormat::MoveList => move_list::write(&without_usual_start(tree)),
        RecordFormat::Epd => positions::write(tree),
        RecordFormat::Xqf | RecordFormat::Cbr | RecordFormat::Cbl | RecordFormat::RenLib => {
            Err(NotationError::NoSuchGame { notation: format.name(), what: Unwritable::Anything })
        }
    }
}

/// The game, with its start only if that is not the usual one, as these formats require.
fn without_usual_start(tree: &GameTree) -> Cow<'_, GameTree> {
    if tree.start.is_none() || !check::is_usual_start(tree) {
        return Cow::Borrowed(tree);
    }
    let mut tree = tree.clone();
    tree.start = None;
    Cow::Owned(tree)
}

/// Reads and checks all games of a text.
///
/// # Errors
///
/// If the text cannot be parsed, or a game is illegal.
pub fn read(text: &str, format: RecordFormat) -> Result<Vec<ParsedGame>, NotationError> {
    parse(text, format).map(|game| check(game?)).collect()
}

/// Parses the games of a text one by one, without checking their moves. Further games may follow after an error.
pub fn parse(
    text: &str,
    format: RecordFormat,
) -> Box<dyn Iterator<Item = Result<ParsedGame, NotationError>> + '_> {
    // The byte order mark has no meaning.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        RecordFormat::Pgn { .. } => Box::new(pgn::games(text)),
        RecordFormat::Sgf => Box::new(sgf::parse(text)),
        RecordFormat::Psq => Box::new(psq::parse(text).into_iter()),
        RecordFormat::DhtmlXq => Box::new(dhtmlxq::parse(text).into_iter()),
        RecordFormat::Wxf => Box::new(wxf_file::parse(text).into_iter()),
        RecordFormat::MoveList => Box::new(move_list::parse(text).into_iter()),
        RecordFormat::Epd => Box::new(positions::parse(text)),
        RecordFormat::Xqf | RecordFormat::Cbr | RecordFormat::Cbl | RecordFormat::RenLib => {
            let problem = ReadProblem::NotText(format.name());
            Box::new(std::iter::once(Err(NotationError::Unreadable { line: 1, problem })))
        }
    }
}

type OptionsOf<G> = <<G as Game>::Position as Notation>::Options;

/// The game's options with these values; unknown ones are ignored.
pub fn game_options<G: Game>(set: &[(String, String)]) -> OptionsOf<G> {
    let mut options = OptionsOf::<G>::default();
    for (name, value) in set {
        if let Err(error) = options.set(name, value) {
            log::warn!("{error}");
        }
    }
    options
}

/// The text with control characters replaced by spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
