//! XQF, the binary format of `XQStudio` (Dong Shiwei), versions 1.0 to 1.8: a header of 1024 bytes, and the tree of
//! moves with comments in GB18030. From version 1.1, points and moves are shifted by keys in the header, and the bytes
//! after the header by a stream of 32 bytes. Sources: the description of version 1.0 by its author, and for the keys
//! XQFTOOLS of xqbase.com.

use encoding_rs::GB18030;

use crate::base::{Outcome, Side};

use super::binary::{Bytes, Walk, check_size, decode};
use super::parsed::ParsedGame;
use super::tree::NodeId;
use super::xiangqi_files::{
    BoardPoint, PIECES, Placement, add_move, new_tree, set_date, set_outcome, set_start,
};
use super::{NotationError, ReadProblem};

const HEADER: usize = 0x400;
/// The last version without a cipher.
const PLAIN: u8 = 10;
/// The first version in which the points of the pieces are permuted.
const SHUFFLED: u8 = 12;
/// The last known version.
const LAST: u8 = 18;
/// The secret from which the stream is derived.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// Added to the points of a move.
const FROM_SHIFT: u8 = 24;
const TO_SHIFT: u8 = 32;

/// The text fields of the header: offset, maximum length, and the tag that each becomes.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 127, "Title"),
    (0xd0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeRule"),
    (0x190, 15, "RedTime"),
    (0x1a0, 15, "BlkTime"),
    (0x1d0, 15, "Annotator"),
    (0x1e0, 15, "Author"),
];
/// `XQStudio`'s names for kinds of games, the first of which is a complete game.
const KINDS: [&str; 4] = ["全局", "布局", "中局", "残局"];

/// Whether a file is in this format.
pub(super) fn is_xqf(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER
        && bytes.starts_with(b"XQ")
        && bytes.get(2).is_some_and(|version| *version <= 2 * LAST)
}

/// The cipher of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Keys {
    version: u8,
    pieces: u8,
    from: u8,
    to: u8,
    length: u32,
    stream: [u8; 32],
}

impl Keys {
    /// The keys derived from the first 16 bytes of the header.
    fn of_header(header: &[u8; 16]) -> Self {
        let [_, _, version, mask, _, _, _, _, or_a, or_b, or_c, or_d, sum, pieces, from, to] = *header;
        if version <= PLAIN {
            return Self { version, pieces: 0, from: 0, to: 0, length: 0, stream: [0; 32] };
        }
        let turned = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let piece_key = turned(pieces).wrapping_mul(pieces);
        let from_key = turned(from).wrapping_mul(piece_key);
        let to_key = turned(to).wrapping_mul(from_key);
        let parts = [sum & mask | or_a, pieces & mask | or_b, from & mask | or_c, to & mask | or_d];
        let mut stream = *MASK;
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= parts[index % 4];
        }
        let length = (u32::from(sum) * 256 + u32::from(pieces)) % 32000 + 767;
        Self { version, pieces: piece_key, from: from_key, to: to_key, length, stream }
    }

    /// The points of the pieces, from those in the header; about 255 for captured pieces.
    fn points(&self, stored: &[u8; 32]) -> [u8; 32] {
        let mut points = [0; 32];
        for (index, byte) in (0_u8..).zip(stored) {
            let shift = if self.version >= SHUFFLED { self.pieces.wrapping_add(1) } else { 0 };
            points[usize::from(shift.wrapping_add(index) % 32)] = byte.wrapping_sub(self.pieces);
        }
        points
    }
}

/// The game of a file.
pub(super) fn parse(bytes: &[u8]) -> Vec<Result<ParsedGame, NotationError>> {
    vec![parse_game(bytes)]
}

fn unreadable(problem: ReadProblem) -> NotationError {
    NotationError::Unreadable { line: 1, problem }
}

fn parse_game(bytes: &[u8]) -> Result<ParsedGame, NotationError> {
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or_else(|| unreadable(ReadProblem::Header))?;
    let first: &[u8; 16] = header.first_chunk().ok_or_else(|| unreadable(ReadProblem::Header))?;
    if !first.starts_with(b"XQ") {
        return Err(unreadable(ReadProblem::OtherFormat("XQF")));
    }
    let keys = Keys::of_header(first);
    let mut game = ParsedGame::new(1, new_tree());
    if keys.version > LAST {
        let text = format!(
            "version {}.{} of XQF is newer than the last known one",
            keys.version / 10,
            keys.version % 10
        );
        game.note(1, "version-unknown", text);
    }
    read_texts(&mut game, header);
    let plain: Vec<u8> =
        rest.iter().zip(keys.stream.iter().cycle()).map(|(byte, key)| byte.wrapping_sub(*key)).collect();
    read_tree(&mut game, &plain, &keys)?;
    let board = read_board(&mut game, header, &keys);
    let side = if header.get(0x32) == Some(&1) { Side::Second } else { Side::First };
    set_start(&mut game, &board, Some(side));
    Ok(game)
}

fn read_texts(game: &mut ParsedGame, header: &[u8]) {
    for (at, longest, name) in TEXTS {
        let length = header.get(at).map_or(0, |length| usize::from(*length).min(longest));
        let text = decode(header.get(at + 1..at + 1 + length).unwrap_or_default(), GB18030);
        match name {
            "Date" => set_date(&mut game.tree, "MatchTime", &text),
            _ => game.tree.tags.set_known(name, Some(&text)),
        }
    }
    if let Some(kind @ 1..) = header.get(0x40).copied() {
        game.tree.tags.set_known("Type", KINDS.get(usize::from(kind)).copied());
    }
    let outcome = match header.get(0x33) {
        Some(1) => Some(Outcome::Win(Side::First)),
        Some(2) => Some(Outcome::Win(Side::Second)),
        // Some programs use a second number for draws.
        Some(3 | 4) => Some(Outcome::Draw),
        _ => None,
    };
    set_outcome(&mut game.tree, outcome);
}

fn read_board(game: &mut ParsedGame, header: &[u8], keys: &Keys) -> Placement {
    let mut board = Placement::EMPTY;
    let stored = header.get(0x10..).and_then(|rest| rest.first_chunk()).unwrap_or(&[u8::MAX; 32]);
    let letters = PIECES.into_iter().chain(PIECES.map(|piece| piece.to_ascii_lowercase()));
    for (letter, number) in letters.zip(keys.points(stored)) {
        let Some(point) = BoardPoint::of_decimal(number) else { continue };
        if let Some(other) = board.put(point, letter) {
            let text = format!("{other} and {letter} both start on {}; {letter} stays", point.text());
            game.note(1, "start-repaired", text);
        }
    }
    board
}

/// A move as stored.
struct Record {
    from: u8,
    to: u8,
    has_children: bool,
    has_sibling: bool,
    comment: String,
}

impl Record {
    /// The next record; `None` at the end of the file or if it is malformed.
    fn read(bytes: &mut Bytes<'_>, keys: &Keys) -> Option<Self> {
        let [from, to, flags, _] = bytes.array()?;
        let is_plain = keys.version <= PLAIN;
        let (has_children, has_sibling) = if is_plain {
            (flags & 0xf0 != 0, flags & 0x0f != 0)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0)
        };
        let length = if is_plain || flags & 0x20 != 0 {
            bytes.number()?.checked_sub(keys.length)? as usize
        } else {
            0
        };
        Some(Self {
            from: from.wrapping_sub(FROM_SHIFT).wrapping_sub(keys.from),
            to: to.wrapping_sub(TO_SHIFT).wrapping_sub(keys.to),
            has_children,
            has_sibling,
            comment: decode(bytes.take(length)?, GB18030),
        })
    }
}

fn read_tree(game: &mut ParsedGame, bytes: &[u8], keys: &Keys) -> Result<(), NotationError> {
    let is_empty = bytes.is_empty();
    let mut bytes = Bytes::new(bytes);
    // The first record represents the start.
    let Some(start) = Record::read(&mut bytes, keys) else {
        if !is_empty {
            game.note(1, "truncated", "the file breaks off before the first move");
        }
        return Ok(());
    };
    comment(game, NodeId::ROOT, start.comment);
    let mut walk = Walk::new();
    let mut left_out = 0;
    while start.has_children && !walk.has_ended() {
        let Some(record) = Record::read(&mut bytes, keys) else {
            game.note(1, "truncated", "the file breaks off among the moves");
            break;
        };
        let points = BoardPoint::of_decimal(record.from).zip(BoardPoint::of_decimal(record.to));
        let mut node = None;
        if let Some(parent) = walk.parent() {
            check_size(&game.tree, 1)?;
            match points {
                Some((from, to)) if from != to => {
                    let added = add_move(&mut game.tree, parent, [from, to]);
                    comment(game, added, record.comment);
                    node = Some(added);
                }
                _ => left_out += 1,
            }
        }
        walk.pass(node, record.has_children, record.has_sibling);
    }
    if left_out > 0 {
        let text = format!("{left_out} invalid moves, with everything after them, are left out");
        game.note(1, "move-skipped", text);
    }
    Ok(())
}

fn comment(game: &mut ParsedGame, node: NodeId, text: String) {
    if !text.is_empty() {
        game.tree.annotations_mut(node).after.push(text);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::records::tree::GameTree;
    use crate::records::xiangqi_files::points_of_move;

    /// A header with these keys: mask, the four parts, sum, pieces, from, to.
    fn header(version: u8, keys: [u8; 9]) -> [u8; 16] {
        let [mask, a, b, c, d, sum, pieces, from, to] = keys;
        [b'X', b'Q', version, mask, 0, 0, 0, 0, a, b, c, d, sum, pieces, from, to]
    }

    fn decimal(point: BoardPoint) -> u8 {
        point.file as u8 * 10 + point.rank as u8
    }

    /// Writes a game as `XQStudio` does.
    pub(in crate::records) fn write(tree: &GameTree, version: u8, keys: [u8; 9]) -> Vec<u8> {
        let first = header(version, keys);
        let keys = Keys::of_header(&first);
        let mut file = vec![0; HEADER];
        file[..16].copy_from_slice(&first);
        let board = tree.start.as_deref().and_then(Placement::of_fen).unwrap_or_else(Placement::usual);
        let mut used = std::collections::HashMap::new();
        let letters = PIECES.into_iter().chain(PIECES.map(|piece| piece.to_ascii_lowercase()));
        for (index, letter) in letters.enumerate() {
            let count = used.entry(letter).or_insert(0);
            let number = board.points_of(letter).nth(*count).map_or(u8::MAX, decimal);
            *count += 1;
            let shift = if version >= SHUFFLED { usize::from(keys.pieces) + 1 } else { 0 };
            file[0x10 + (index + 64 * 32 - shift) % 32] = number.wrapping_add(keys.pieces);
        }
        file[0x32] = u8::from(tree.start.as_deref().is_some_and(|fen| fen.contains(" b ")));
        file[0x33] = match tree.outcome {
            None => 0,
            Some(Outcome::Win(Side::First)) => 1,
            Some(Outcome::Win(Side::Second)) => 2,
            Some(Outcome::Draw) => 3,
        };
        for (at, longest, name) in TEXTS {
            let (text, _, _) = GB18030.encode(tree.tags.get(name).unwrap_or_default());
            let length = text.len().min(longest);
            file[at] = length as u8;
            file[at + 1..at + 1 + length].copy_from_slice(&text[..length]);
        }
        let mut records = Vec::new();
        let mut stack = vec![NodeId::ROOT];
        while let Some(node) = stack.pop() {
            let children: Vec<_> = tree.children(node).collect();
            stack.extend(children.iter().rev());
            let [from, to] = points_of_move(tree, node).map_or([0, 0], |points| points.map(decimal));
            let comment = tree.annotations(node).after.concat();
            let (comment, _, _) = GB18030.encode(&comment);
            let (next, other) =
                (!children.is_empty(), tree.next_sibling(node).is_some() && node != NodeId::ROOT);
            let plain = version <= PLAIN;
            let flags = if plain {
                u8::from(next) * 0xf0 + u8::from(other) * 0x0f
            } else {
                u8::from(next) << 7 | u8::from(other) << 6 | u8::from(!comment.is_empty()) << 5
            };
            records.push(from.wrapping_add(FROM_SHIFT).wrapping_add(keys.from));
            records.push(to.wrapping_add(TO_SHIFT).wrapping_add(keys.to));
            records.extend([flags, 0]);
            if plain || !comment.is_empty() {
                records.extend((comment.len() as u32 + keys.length).to_le_bytes());
            }
            records.extend(comment.iter());
        }
        file.extend(
            records.iter().zip(keys.stream.iter().cycle()).map(|(byte, key)| byte.wrapping_add(*key)),
        );
        file
    }

    fn sample() -> GameTree {
        let mut tree = new_tree();
        let mut at = NodeId::ROOT;
        let mut nodes = Vec::new();
        for text in ["h3e3", "h10g8", "h1g3", "i10h10"] {
            at = tree.add(at, crate::records::tree::Step::of_text(text));
            nodes.push(at);
        }
        let variation = tree.add(nodes[0], crate::records::tree::Step::of_text("b10c8"));
        tree.add(variation, crate::records::tree::Step::of_text("b1c3"));
        tree.add(nodes[0], crate::records::tree::Step::of_text("b8e8"));
        tree.annotations_mut(NodeId::ROOT).after.push("开局".to_owned());
        tree.annotations_mut(variation).after.push("变着\n二".to_owned());
        tree.tags.set("Title", "仙人指路");
        tree.tags.set("Date", "1997.11.16");
        tree.tags.set("Red", "柳大华");
        set_outcome(&mut tree, Some(Outcome::Win(Side::Second)));
        tree
    }

    fn texts(tree: &GameTree) -> Vec<(Option<NodeId>, Option<String>, Vec<String>)> {
        let node = |node| {
            (
                tree.parent(node),
                tree.step(node).text().map(str::to_owned),
                tree.annotations(node).after.clone(),
            )
        };
        tree.nodes().map(node).collect()
    }

    #[test]
    fn files_of_all_versions_are_read() {
        for (version, keys) in [
            (10, [0; 9]),
            (11, [255, 1, 2, 3, 4, 50, 60, 70, 80]),
            (12, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
            (18, [77, 201, 13, 99, 254, 250, 131, 7, 124]),
        ] {
            let mut tree = sample();
            let game = parse(&write(&tree, version, keys)).remove(0).expect("a game");
            assert!(game.notes.is_empty(), "{:?}", game.notes);
            // Nodes are numbered in a different order.
            let again = parse(&write(&game.tree, version, keys)).remove(0).expect("a game");
            assert_eq!(texts(&game.tree), texts(&again.tree));
            assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), tree.main_moves().collect::<Vec<_>>());
            assert_eq!((game.tree.len(), &game.tree.start), (tree.len(), &None));
            assert_eq!((&game.tree.tags.get("Title"), game.tree.outcome), (&Some("仙人指路"), tree.outcome));
            tree = new_tree();
            tree.start = Some("4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1".to_owned());
            let game = parse(&write(&tree, version, keys)).remove(0).expect("a game");
            assert_eq!((game.tree.start, game.tree.outcome), (tree.start, None));
        }
    }

    #[test]
    fn the_first_move_determines_the_side_to_move() {
        let mut tree = new_tree();
        tree.start = Some("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1".to_owned());
        tree.add(NodeId::ROOT, crate::records::tree::Step::of_text("e10e9"));
        let game = parse(&write(&tree, 18, [9; 9])).remove(0).expect("a game");
        assert!(game.tree.start.expect("a FEN").ends_with(" b - - 0 1"));
        assert_eq!(game.notes[0].code, "side-repaired");
    }

    #[test]
    fn broken_files_are_reported() {
        let file = write(&sample(), 18, [9; 9]);
        assert!(is_xqf(&file) && !is_xqf(b"XQ") && !is_xqf(&[b'X'; 2000]));
        for length in 0..file.len() {
            let game = parse(&file[..length]).remove(0);
            match game {
                Ok(game) => {
                    assert!(length == HEADER || game.notes.iter().any(|note| note.code == "truncated"));
                }
                Err(error) => assert!(length < HEADER, "{error}"),
            }
        }
        // The first move, from a point off the board.
        let mut tree = new_tree();
        tree.add(NodeId::ROOT, crate::records::tree::Step::of_text("h3e3"));
        let mut odd = write(&tree, 18, [9; 9]);
        odd[0x404] = odd[0x404].wrapping_add(100);
        let game = parse(&odd).remove(0).expect("a game");
        assert_eq!((game.notes[0].code, game.tree.len()), ("move-skipped", 1));
    }
}
