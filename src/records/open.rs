//! Opens game files of any format, which is determined by their contents rather than their names.

use std::io::{self, Cursor, Read};
use std::path::Path;

use thiserror::Error;

use super::format::RecordFormat;
use super::lines::decode_text;
use super::parsed::{Note, ParsedGame};
use super::recognise::looks_like_move;
use super::{NotationError, cbr, dhtmlxq, move_list, parse, pgn, positions, renlib, wxf_file, xqf};

/// The number of bytes of a file that are examined to determine its format.
const SNIFFED: usize = 1 << 16;

/// The maximum size of a file, in bytes, in formats that are not read game by game.
const LARGEST: u64 = 1 << 28;

/// Why a file cannot be read as games.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is text in which no game was recognised.
    #[error("no game was found: it is in none of the known formats ({formats})", formats = names())]
    UnknownText,
    /// The file is not text, and not in a known binary format.
    #[error("it is a binary file of an unknown format, not one of {formats}", formats = names())]
    UnknownBinary,
    /// The file is too large for its format.
    #[error("it is larger than {LARGEST} bytes, the limit for {0}")]
    TooLarge(&'static str),
}

impl OpenError {
    /// A short name for programs, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "io",
            Self::UnknownText => "unknown-text",
            Self::UnknownBinary => "unknown-binary",
            Self::TooLarge(_) => "file-too-large",
        }
    }
}

/// The names of all formats.
fn names() -> String {
    RecordFormat::names(false)
}

/// The games of a file, one by one, with their format. Further games may follow after one that cannot be read.
pub struct OpenedFile {
    /// The format in which the file is read.
    pub format: RecordFormat,
    /// The games.
    pub games: Box<dyn Iterator<Item = Result<ParsedGame, NotationError>>>,
}

/// Starts reading a file in the given format, or in the one that its contents indicate. PGN is read game by game, so
/// its size does not matter.
///
/// # Errors
///
/// If the file cannot be read, or is in no known format.
pub fn open(
    mut reader: impl Read + 'static,
    format: Option<RecordFormat>,
    path: Option<&Path>,
) -> Result<OpenedFile, OpenError> {
    let mut beginning = Vec::new();
    reader.by_ref().take(SNIFFED as u64).read_to_end(&mut beginning)?;
    let format = match format {
        Some(format) => format,
        None => recognise(&beginning, path)?,
    };
    let whole = Cursor::new(beginning).chain(reader);
    match format {
        RecordFormat::Pgn { .. } => return Ok(OpenedFile { format, games: Box::new(pgn::read(whole)?) }),
        RecordFormat::Epd => return Ok(OpenedFile { format, games: Box::new(positions::read(whole)?) }),
        _ => {}
    }
    let mut bytes = Vec::new();
    whole.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(OpenError::TooLarge(format.name()));
    }
    Ok(OpenedFile { format, games: Box::new(parse_bytes(&bytes, format).into_iter()) })
}

/// The games of a file in memory.
fn parse_bytes(bytes: &[u8], format: RecordFormat) -> Vec<Result<ParsedGame, NotationError>> {
    let (text, other) = match format {
        RecordFormat::Xqf => return xqf::parse(bytes),
        RecordFormat::Cbr | RecordFormat::Cbl => return cbr::parse(bytes),
        RecordFormat::RenLib => return renlib::parse(bytes),
        _ => decode_text(bytes),
    };
    let mut games: Vec<_> = parse(&text, format).collect();
    if let (Some(other), Some(Ok(first))) = (other, games.first_mut()) {
        first.notes.push(Note::of_encoding(other));
    }
    games
}

/// The format of a file according to its beginning or, in case of doubt, its extension.
fn recognise(beginning: &[u8], path: Option<&Path>) -> Result<RecordFormat, OpenError> {
    if xqf::is_xqf(beginning) {
        return Ok(RecordFormat::Xqf);
    }
    if cbr::is_cbr(beginning) {
        let is_library = path.and_then(RecordFormat::of_path) == Some(RecordFormat::Cbl);
        return Ok(if is_library { RecordFormat::Cbl } else { RecordFormat::Cbr });
    }
    if renlib::is_renlib(beginning) {
        return Ok(RecordFormat::RenLib);
    }
    let (text, _) = decode_text(beginning);
    let is_binary = |c: &char| c.is_control() && !c.is_whitespace() || *c == '\u{fffd}';
    if text.chars().filter(is_binary).count() > 8 {
        return Err(OpenError::UnknownBinary);
    }
    // The file name only matters if the text does not determine the format.
    let by_name = path.and_then(RecordFormat::of_path).filter(|format| format.is_writable());
    format_of_text(&text).or(by_name).ok_or(OpenError::UnknownText)
}

/// The format of a text.
fn format_of_text(text: &str) -> Option<RecordFormat> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins =
        |line: &str, word: &str| line.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word));
    if dhtmlxq::is_dhtmlxq(text) {
        return Some(RecordFormat::DhtmlXq);
    }
    if wxf_file::is_wxf_file(text) {
        return Some(RecordFormat::Wxf);
    }
    // Numbered moves are PGN without tags.
    if !text.starts_with(|c: char| c.is_ascii_digit()) && move_list::is_move_list(text) {
        return Some(RecordFormat::MoveList);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        if begins(line, "Piskvorky ") {
            return Some(RecordFormat::Psq);
        }
        if let Some((_, rest)) = line.split_once('(')
            && is_sgf_node(rest, text)
        {
            return Some(RecordFormat::Sgf);
        }
        if positions::is_position(line) {
            return Some(RecordFormat::Epd);
        }
        if pgn::is_tag(line) || pgn::is_move_line(line, |word| looks_like_move(word, None)) {
            return Some(RecordFormat::PGN);
        }
    }
    move_list::is_move_list(text).then_some(RecordFormat::MoveList)
}

/// Whether a node of SGF follows a parenthesis.
fn is_sgf_node(rest: &str, text: &str) -> bool {
    // The node may be on the next line.
    let rest = if rest.is_empty() { text.split_once('(').map_or("", |(_, rest)| rest) } else { rest };
    let Some(node) = rest.trim_start().strip_prefix(';') else { return false };
    let node = node.trim_start();
    let name = node.bytes().take_while(u8::is_ascii_alphabetic).count();
    node.is_empty()
        || matches!(node.as_bytes()[0], b'(' | b')' | b';')
        || name > 0 && node[name..].trim_start().starts_with('[')
}
