//! CBR and CBL, the binary formats of 象棋桥 (CC Bridge): a game, and a library of games. Texts are UTF-16, and a game's
//! moves are a tree, stored depth first. A library has an index of slots, in which deleted games are marked, followed
//! by the games, each at a multiple of 4096 bytes. Offsets not named here may contain anything.

#[cfg(test)]
pub(super) mod tests;

use encoding_rs::UTF_16LE;

use crate::base::{Outcome, Side};

use super::binary::{Bytes, Walk, check_size, decode, number_at};
use super::parsed::ParsedGame;
use super::tree::NodeId;
use super::xiangqi_files::{BoardPoint, Placement, add_move, new_tree, set_date, set_outcome, set_start};
use super::{NotationError, ReadProblem};

const RECORD: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";

/// The offsets in a library of the flag for deleted games and of the number of slots in its index.
const HAS_DELETED: usize = 56;
const SLOTS: usize = 60;
const LIBRARY_NAME: (usize, usize) = (64, 512);
const INDEX: usize = 66624;
const INDEX_ENTRY: usize = 276;
/// Offsets in an entry of the index: its state, in which this bit is cleared if the game is deleted, and the game's
/// identifier as text.
const LIVE: u32 = 2;
const ENTRY_IDENTIFIER: (usize, usize) = (20, 80);
const SLOT: usize = 4096;

/// The offsets of a game's version and identifier.
const VERSION: usize = 19;
const IDENTIFIER: usize = 20;

/// The offsets of the parts of a game.
struct Layout {
    /// The texts: offset, length in bytes, and the tag that each becomes.
    texts: &'static [(usize, usize, &'static str)],
    kind: usize,
    result: usize,
    side: usize,
    board: usize,
    moves: usize,
    /// Converts a byte of a move to a point.
    point: fn(u8) -> Option<BoardPoint>,
}

const FIRST: Layout = Layout {
    texts: &[
        (52, 128, "Title"),
        (180, 256, "Category"),
        (436, 64, "Source"),
        (500, 64, "EventClass"),
        (564, 64, "Event"),
        (628, 64, "Round"),
        (692, 32, "Group"),
        (724, 32, "Board"),
        (756, 64, "Date"),
        (820, 64, "Site"),
        (884, 64, "TimeRule"),
        (948, 64, "Red"),
        (1012, 64, "RedTeam"),
        (1076, 64, "RedTime"),
        (1140, 32, "RedElo"),
        (1172, 64, "Black"),
        (1236, 64, "BlackTeam"),
        (1300, 64, "BlackTime"),
        (1364, 32, "BlackElo"),
        (1396, 64, "Annotator"),
        (1524, 64, "Author"),
        (1652, 40, "Created"),
        (1716, 40, "Modified"),
        (1788, 32, "Nature"),
        (1824, 32, "Ending"),
    ],
    kind: 1784,
    result: 1820,
    side: 1856,
    board: 1864,
    moves: 1958,
    point: |byte| BoardPoint::new(usize::from(byte >> 4), 9_usize.checked_sub(usize::from(byte & 15))?),
};

const SECOND: Layout = Layout {
    texts: &[
        (52, 128, "Script"),
        (180, 128, "Title"),
        (308, 256, "Category"),
        (564, 64, "Source"),
        (628, 64, "EventClass"),
        (692, 64, "Event"),
        (756, 64, "Round"),
        (820, 32, "Group"),
        (852, 32, "Board"),
        (884, 64, "Date"),
        (948, 64, "Site"),
        (1012, 64, "TimeRule"),
        (1076, 64, "Red"),
        (1140, 64, "RedTeam"),
        (1204, 64, "RedTime"),
        (1268, 32, "RedElo"),
        (1300, 64, "Black"),
        (1364, 64, "BlackTeam"),
        (1428, 64, "BlackTime"),
        (1492, 32, "BlackElo"),
        (1524, 64, "Referee"),
        (1588, 64, "Recorder"),
        (1652, 64, "Annotator"),
        (1780, 64, "Author"),
        (1908, 40, "Created"),
        (1972, 40, "Modified"),
        (2044, 32, "Nature"),
        (2080, 32, "Ending"),
    ],
    kind: 2040,
    result: 2076,
    side: 2112,
    board: 2120,
    moves: 2214,
    point: BoardPoint::of_row_index,
};

/// Whether a file is a game or a library of CC Bridge.
pub(super) fn is_cbr(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD) || bytes.starts_with(LIBRARY)
}

/// The games of a file.
pub(super) fn parse(bytes: &[u8]) -> Vec<Result<ParsedGame, NotationError>> {
    if !bytes.starts_with(LIBRARY) {
        return vec![parse_record(bytes, 1)];
    }
    let library = Library::read(bytes);
    let mut games: Vec<_> =
        (1..).zip(&library.records).map(|(number, record)| parse_record(record, number)).collect();
    for game in games.iter_mut().flatten() {
        game.tree.tags.set_known("Library", Some(&library.name));
    }
    let all = games.len();
    games.retain(|game| !game.as_ref().is_ok_and(is_heading));
    let headings = all - games.len();
    if headings > 0
        && let Some(Ok(first)) = games.first_mut()
    {
        let text = format!("{headings} headings without a game are left out");
        first.note(1, "heading-skipped", text);
    }
    if library.deleted > 0
        && let Some(Ok(first)) = games.first_mut()
    {
        first.note(
            1,
            "game-deleted",
            format!("{} deleted games of the library are left out", library.deleted),
        );
    }
    games
}

/// Whether a game of a library is a heading: a title above an empty board.
fn is_heading(game: &ParsedGame) -> bool {
    let tree = &game.tree;
    tree.is_empty() && tree.start.as_deref().is_some_and(|fen| !fen.contains(['k', 'K']))
}

/// A library's games, each with the bytes up to the next one.
struct Library<'a> {
    name: String,
    records: Vec<&'a [u8]>,
    deleted: usize,
}

impl<'a> Library<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let (at, length) = LIBRARY_NAME;
        let name = decode(bytes.get(at..at + length).unwrap_or_default(), UTF_16LE);
        let slots = number_at(bytes, SLOTS).unwrap_or(0) as usize;
        let index = bytes.get(INDEX..).unwrap_or_default();
        let mut start = slots.saturating_mul(INDEX_ENTRY).saturating_add(INDEX);
        if !bytes.get(start..).is_some_and(|rest| rest.starts_with(RECORD)) {
            // The index is shorter than it says.
            let found = index.windows(RECORD.len()).position(|window| window == RECORD);
            start = found.map_or(bytes.len(), |at| INDEX + at);
        }
        let has_deleted = bytes.get(HAS_DELETED).is_some_and(|flag| *flag != 0);
        let entries = index.chunks_exact(INDEX_ENTRY).take(if has_deleted { slots } else { 0 });
        let (at, length) = ENTRY_IDENTIFIER;
        let identifiers: std::collections::HashSet<String> = entries
            .filter(|entry| number_at(entry, 0).is_some_and(|state| state != 0 && state & LIVE == 0))
            .map(|entry| decode(entry.get(at..at + length).unwrap_or_default(), UTF_16LE).to_uppercase())
            .collect();
        let begins = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(RECORD));
        let starts: Vec<_> = (start..bytes.len()).step_by(SLOT).filter(begins).collect();
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let mut records: Vec<_> =
            starts.iter().zip(ends).filter_map(|(&start, end)| bytes.get(start..end)).collect();
        let all = records.len();
        records.retain(|record| identifier(record).is_none_or(|own| !identifiers.contains(&own)));
        Self { name, deleted: all - records.len(), records }
    }
}

/// A game's identifier in the form used by the index.
fn identifier(record: &[u8]) -> Option<String> {
    let bytes: [u8; 16] = *record.get(IDENTIFIER..)?.first_chunk()?;
    // The first three parts are little-endian numbers.
    let number = |from: usize, to: usize| bytes[from..to].iter().rev().copied().collect::<Vec<_>>();
    let parts = [number(0, 4), number(4, 6), number(6, 8), bytes[8..10].to_vec(), bytes[10..].to_vec()];
    let hex = |part: Vec<u8>| part.iter().fold(String::new(), |text, byte| format!("{text}{byte:02X}"));
    Some(format!("{{{}}}", parts.map(hex).join("-")))
}

fn parse_record(bytes: &[u8], number: usize) -> Result<ParsedGame, NotationError> {
    let unreadable = |problem: ReadProblem| NotationError::Unreadable { line: number, problem };
    if !bytes.starts_with(RECORD) {
        return Err(unreadable(ReadProblem::OtherFormat("CC Bridge")));
    }
    let layout = match bytes.get(VERSION) {
        Some(1) => FIRST,
        Some(2) => SECOND,
        Some(version) => {
            return Err(unreadable(ReadProblem::Version {
                format: "CC Bridge",
                version: version.to_string(),
            }));
        }
        None => return Err(unreadable(ReadProblem::Header)),
    };
    let moves = bytes.get(layout.moves..);
    let moves = moves.ok_or_else(|| unreadable(ReadProblem::Header))?;
    let mut game = ParsedGame::new(number, new_tree());
    for &(at, length, name) in layout.texts {
        let text = decode(bytes.get(at..at + length).unwrap_or_default(), UTF_16LE);
        match name {
            "Date" => set_date(&mut game.tree, "MatchTime", &text),
            _ => game.tree.tags.set_known(name, Some(&text)),
        }
    }
    if let Some(kind @ 1..=3) = bytes.get(layout.kind) {
        game.tree.tags.set("Type", kind.to_string());
    }
    let outcome = match bytes.get(layout.result) {
        Some(1) => Some(Outcome::Win(Side::First)),
        Some(2) => Some(Outcome::Win(Side::Second)),
        Some(3) => Some(Outcome::Draw),
        _ => None,
    };
    set_outcome(&mut game.tree, outcome);
    read_tree(&mut game, moves, layout.point)?;
    let board = read_board(bytes.get(layout.board..).unwrap_or_default());
    let side = if bytes.get(layout.side) == Some(&2) { Side::Second } else { Side::First };
    set_start(&mut game, &board, Some(side));
    Ok(game)
}

/// A board in bytes, along the ranks from Black's left corner. The high half is the side, the low half the kind.
fn read_board(bytes: &[u8]) -> Placement {
    const KINDS: [char; 7] = ['R', 'N', 'B', 'A', 'K', 'C', 'P'];
    let mut board = Placement::EMPTY;
    for (number, byte) in (0..90).zip(bytes) {
        let kind = usize::from(byte & 15).checked_sub(1).and_then(|kind| KINDS.get(kind)).copied();
        let piece = match byte >> 4 {
            1 => kind,
            2 => kind.map(|kind| kind.to_ascii_lowercase()),
            _ => None,
        };
        if let Some((point, piece)) = BoardPoint::of_row_index(number).zip(piece) {
            board.put(point, piece);
        }
    }
    board
}

/// A move as stored.
struct Record {
    points: [u8; 2],
    has_children: bool,
    has_sibling: bool,
    comment: String,
}

impl Record {
    /// The next record; `None` at the end of the file or if it is malformed.
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let [flags, _, from, to] = bytes.array()?;
        if flags > 7 {
            return None;
        }
        let length = if flags & 4 != 0 { bytes.number()? as usize } else { 0 };
        Some(Self {
            points: [from, to],
            has_children: flags & 1 == 0,
            has_sibling: flags & 2 != 0,
            comment: decode(bytes.take(length)?, UTF_16LE),
        })
    }
}

fn read_tree(
    game: &mut ParsedGame,
    bytes: &[u8],
    point: fn(u8) -> Option<BoardPoint>,
) -> Result<(), NotationError> {
    let number = game.line;
    let mut bytes = Bytes::new(bytes);
    let mut walk = Walk::new();
    let mut is_first = true;
    while !walk.has_ended() {
        let record = Record::read(&mut bytes);
        // The first record represents the start.
        if let Some(start) = record.as_ref().filter(|record| is_first && record.points[0] == record.points[1])
        {
            is_first = false;
            comment(game, NodeId::ROOT, &start.comment);
            if !start.has_children {
                break;
            }
            continue;
        }
        is_first = false;
        let read = record.and_then(|record| {
            let points = point(record.points[0])?;
            let target = point(record.points[1])?;
            (points != target).then_some((record, [points, target]))
        });
        let (Some((record, points)), Some(parent)) = (read, walk.parent()) else {
            game.note(number, "truncated", "the moves end before all variations have been closed");
            break;
        };
        check_size(&game.tree, number)?;
        let node = add_move(&mut game.tree, parent, points);
        comment(game, node, &record.comment);
        walk.pass(Some(node), record.has_children, record.has_sibling);
    }
    Ok(())
}

fn comment(game: &mut ParsedGame, node: NodeId, text: &str) {
    if !text.is_empty() {
        game.tree.annotations_mut(node).after.push(text.to_owned());
    }
}
