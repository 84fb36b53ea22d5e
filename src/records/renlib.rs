//! `RenLib`'s libraries (Frank Arkbo): a tree of renju games, stored depth first, with two bytes for each position: the
//! point played, and flags for what follows. Versions up to 3.04 are supported, and the first files, which have no
//! header. Texts are in the encoding of the author's computer.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use crate::games::Variant;
use crate::games::gomoku::GridPoint;

use super::binary::{Bytes, Walk, check_size, decode};
use super::parsed::ParsedGame;
use super::tree::{GameTree, NodeId, Step};
use super::{NotationError, ReadProblem};

const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
const HEADER: usize = 20;
/// The last supported version, major and minor.
const LAST: (u8, u8) = (3, 4);
const SIZE: usize = 15;
/// The centre, with which files without a header begin.
const CENTRE: u8 = 0x78;

/// A sibling of this position follows its subtree.
const SIBLING: u8 = 0x80;
/// This position has no children.
const LEAF: u8 = 0x40;
/// A comment in the format of old versions, in which the highest bit marks the last byte.
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
/// A comment, terminated by 0.
const COMMENT: u8 = 0x08;
/// This position is the one that the program shows first.
const START: u8 = 0x04;
/// This is not a move.
const NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
const EXTENSION: u8 = 0x01;
/// In the second of these bytes: a text displayed on the board.
const BOARD_TEXT: u8 = 0x01;
/// Separates the first line of a comment from the rest.
const LINE_END: u8 = 8;

/// Whether a file is a library. Those without a header cannot be recognised.
pub(super) fn is_renlib(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A text of the library, and the node that it belongs to.
struct Text<'a> {
    node: NodeId,
    bytes: std::borrow::Cow<'a, [u8]>,
    is_on_board: bool,
}

/// The library as a game whose main line consists of the first continuation of each position.
pub(super) fn parse(bytes: &[u8]) -> Vec<Result<ParsedGame, NotationError>> {
    vec![parse_library(bytes)]
}

fn parse_library(bytes: &[u8]) -> Result<ParsedGame, NotationError> {
    let unreadable = |problem: ReadProblem| NotationError::Unreadable { line: 1, problem };
    let body = if bytes.starts_with(MAGIC) {
        if let [_, _, _, _, _, _, _, _, major, minor, ..] = *bytes
            && (major, minor) > LAST
        {
            return Err(unreadable(ReadProblem::Version {
                format: "RenLib",
                version: format!("{major}.{minor:02}"),
            }));
        }
        bytes.get(HEADER..).ok_or_else(|| unreadable(ReadProblem::Header))?
    } else if bytes.first() == Some(&CENTRE) {
        bytes
    } else {
        return Err(unreadable(ReadProblem::OtherFormat("RenLib")));
    };
    let mut tree = GameTree::new(Variant::Renju);
    tree.options.push(("BoardSize".to_owned(), SIZE.to_string()));
    let mut game = ParsedGame::new(1, tree);
    let texts = read_tree(&mut game, body)?;
    add_texts(&mut game.tree, &texts);
    Ok(game)
}

/// A position as stored.
struct Record {
    point: u8,
    flags: u8,
    has_board_text: bool,
}

impl Record {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let [point, flags] = bytes.array()?;
        let more = if flags & EXTENSION != 0 { bytes.array::<2>()?[1] } else { 0 };
        Some(Self { point, flags, has_board_text: more & BOARD_TEXT != 0 })
    }

    /// The step that leads to the position; `None` if its point is not on the board.
    fn step(&self) -> Option<Step> {
        if self.point == 0 || self.flags & NO_MOVE != 0 {
            return Some(Step::Pass);
        }
        let column = usize::from(self.point & 15).checked_sub(1)?;
        let point = GridPoint { column, row: usize::from(self.point >> 4) };
        point.text(SIZE).map(Step::of_text)
    }
}

fn read_tree<'a>(game: &mut ParsedGame, body: &'a [u8]) -> Result<Vec<Text<'a>>, NotationError> {
    let mut bytes = Bytes::new(body);
    let mut texts = Vec::new();
    let mut walk = Walk::new();
    let (mut is_first, mut marks, mut left_out) = (true, 0, 0);
    let mut start = None;
    while !walk.has_ended() && !bytes.is_at_end() {
        let Some(record) = Record::read(&mut bytes) else {
            game.note(1, "truncated", "the file breaks off in a position");
            break;
        };
        // The first record represents the empty board, unless the file's version omits it.
        let is_root = std::mem::take(&mut is_first) && record.point == 0;
        let node = if is_root {
            Some(NodeId::ROOT)
        } else {
            check_size(&game.tree, 1)?;
            let added = walk.parent().zip(record.step());
            left_out += usize::from(added.is_none());
            added.map(|(parent, step)| game.tree.add(parent, step))
        };
        if !read_texts(&mut bytes, &record, node, &mut texts) {
            game.note(1, "truncated", "the file breaks off in a text");
            break;
        }
        marks += usize::from(record.flags & MARK != 0);
        if is_root && record.flags & LEAF != 0 {
            break;
        }
        if !is_root {
            walk.pass(node, record.flags & LEAF == 0, record.flags & SIBLING != 0);
        }
        if record.flags & START != 0 {
            start = node;
        }
    }
    if walk.has_ended() && !bytes.is_at_end() {
        game.note(1, "text-skipped", "something follows after the last position");
    }
    if let Some(start) = start {
        game.tree.tags.set_known("Start", Some(&path_text(&game.tree, start)));
    }
    if left_out > 0 {
        let text = format!("{left_out} positions off the board, with everything after them, are left out");
        game.note(1, "move-skipped", text);
    }
    if marks > 0 {
        game.note(1, "marks-lost", format!("{marks} positions are marked, which is not kept"));
    }
    Ok(texts)
}

/// The moves that lead to a position.
fn path_text(tree: &GameTree, node: NodeId) -> String {
    let mut texts: Vec<_> = std::iter::successors(Some(node), |&at| tree.parent(at))
        .take(SIZE * SIZE)
        .filter_map(|at| tree.step(at).text())
        .collect();
    texts.reverse();
    texts.concat()
}

/// Reads the texts that follow a position; false if the file breaks off there.
fn read_texts<'a>(
    bytes: &mut Bytes<'a>,
    record: &Record,
    node: Option<NodeId>,
    texts: &mut Vec<Text<'a>>,
) -> bool {
    if record.flags & OLD_COMMENT != 0 {
        let Some(text) = bytes.pairs_until(|byte| byte & 0x80 != 0) else { return false };
        let plain = text.iter().map(|byte| byte & 0x7f).collect::<Vec<_>>();
        texts.extend(node.map(|node| Text { node, bytes: plain.into(), is_on_board: false }));
    } else if record.flags & COMMENT != 0 {
        let Some(text) = bytes.pairs_until(|byte| byte == 0) else { return false };
        texts.extend(node.map(|node| Text { node, bytes: text.into(), is_on_board: false }));
    }
    if record.has_board_text {
        let Some(text) = bytes.pairs_until(|byte| byte == 0) else { return false };
        texts.extend(node.map(|node| Text { node, bytes: text.into(), is_on_board: true }));
    }
    true
}

/// Adds the texts as comments, in the encoding that is the most likely for all of them together.
fn add_texts(tree: &mut GameTree, texts: &[Text<'_>]) {
    let encoding = likely_encoding(texts);
    for text in texts {
        let parts: Vec<_> =
            text.bytes.splitn(2, |byte| *byte == LINE_END).map(|part| decode(part, encoding)).collect();
        let said = parts.join("\n").trim().to_owned();
        if said.is_empty() {
            continue;
        }
        let said = if text.is_on_board { format!("[{said}]") } else { said };
        tree.annotations_mut(text.node).after.push(said);
    }
}

fn likely_encoding(texts: &[Text<'_>]) -> &'static Encoding {
    if texts.iter().all(|text| std::str::from_utf8(&text.bytes).is_ok()) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts {
        detector.feed(&text.bytes, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a library as `RenLib` 3.04 does. Comments are bytes, and board texts are in brackets.
    fn write(tree: &GameTree, comments: &[(NodeId, &[u8])]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([3, 4]);
        file.resize(HEADER, 0xff);
        for node in tree.nodes() {
            let point = tree.step(node).text().and_then(|text| GridPoint::from_text(text, SIZE));
            let byte = point.map_or(0, |point| (point.row << 4 | (point.column + 1)) as u8);
            let mut flags = 0;
            if tree.next_sibling(node).is_some() {
                flags |= SIBLING;
            }
            if tree.next(node).is_none() {
                flags |= LEAF;
            }
            if node == NodeId::ROOT {
                flags |= NO_MOVE;
            }
            let own: Vec<_> = comments.iter().filter(|(at, _)| *at == node).map(|(_, text)| *text).collect();
            let on_board = own.iter().find(|text| text.starts_with(b"["));
            let comment = own.iter().find(|text| !text.starts_with(b"["));
            flags |=
                if comment.is_some() { COMMENT } else { 0 } | if on_board.is_some() { EXTENSION } else { 0 };
            file.extend([byte, flags]);
            if on_board.is_some() {
                file.extend([0, BOARD_TEXT]);
            }
            let texts = comment.copied().into_iter().chain(on_board.map(|text| &text[1..text.len() - 1]));
            for text in texts {
                file.extend(text);
                file.extend(if text.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
            }
        }
        file
    }

    fn sample() -> (GameTree, [NodeId; 4]) {
        let mut tree = GameTree::new(Variant::Renju);
        let first = tree.add(NodeId::ROOT, Step::of_text("h8"));
        let second = tree.add(first, Step::of_text("h9"));
        tree.add(second, Step::of_text("i10"));
        let variation = tree.add(first, Step::of_text("i9"));
        let last = tree.add(variation, Step::of_text("o1"));
        tree.add(variation, Step::of_text("a15"));
        (tree, [first, second, variation, last])
    }

    fn texts(tree: &GameTree) -> Vec<String> {
        tree.nodes().filter_map(|node| tree.step(node).text().map(str::to_owned)).collect()
    }

    #[test]
    fn libraries_are_read() {
        let (tree, [first, second, variation, last]) = sample();
        let comments: [(NodeId, &[u8]); 5] = [
            (NodeId::ROOT, b"a library"),
            (first, b"one\x08two\r\nthree"),
            (second, "Månsson".as_bytes()),
            (variation, b"[A]"),
            (last, b"xy"),
        ];
        let file = write(&tree, &comments);
        let game = parse(&file).remove(0).expect("a game");
        assert!(game.notes.is_empty() && is_renlib(&file), "{:?}", game.notes);
        assert_eq!(texts(&game.tree), ["h8", "h9", "i10", "i9", "o1", "a15"]);
        let said: Vec<_> =
            game.tree.nodes().flat_map(|node| game.tree.annotations(node).after.clone()).collect();
        assert_eq!(said, ["a library", "one\ntwo\nthree", "Månsson", "[A]", "xy"]);
        assert_eq!((game.tree.variant, game.tree.len()), (Variant::Renju, tree.len()));
        assert_eq!(write(&game.tree, &[]), write(&tree, &[]));
    }

    #[test]
    fn texts_of_other_encodings_are_read() {
        let (tree, [first, ..]) = sample();
        let (text, _, _) = encoding_rs::SHIFT_JIS.encode("連珠の定石で白がよい。黒の勝ち");
        let file = write(&tree, &[(first, &text)]);
        let game = parse(&file).remove(0).expect("a game");
        let node = game.tree.next(NodeId::ROOT).expect("a move");
        assert_eq!(game.tree.annotations(node).after, ["連珠の定石で白がよい。黒の勝ち"]);
    }

    #[test]
    fn old_files_are_read() {
        // The centre with an old comment, a sibling of its answer, no header.
        let file = [CENTRE, OLD_COMMENT, b'a', b'b' | 0x80, 0x79, SIBLING | LEAF, 0x69, LEAF | MARK];
        let game = parse(&file).remove(0).expect("a game");
        assert_eq!(texts(&game.tree), ["h8", "i8", "i9"]);
        let node = game.tree.next(NodeId::ROOT).expect("a move");
        assert_eq!(game.tree.annotations(node).after, ["ab"]);
        assert_eq!(game.notes[0].code, "marks-lost");
        assert!(!is_renlib(&file));
    }

    #[test]
    fn broken_files_are_reported() {
        let (tree, [first, ..]) = sample();
        let file = write(&tree, &[(first, b"comment")]);
        for length in 0..file.len() {
            match parse(&file[..length]).remove(0) {
                Ok(game) => assert!(game.tree.len() <= tree.len()),
                Err(error) => assert!(length < HEADER, "{error}"),
            }
        }
        let mut newer = file.clone();
        newer[8] = 4;
        assert!(parse(&newer).remove(0).is_err());
        let mut odd = file;
        odd[HEADER + 2] = 0x70;
        let game = parse(&odd).remove(0).expect("a game");
        assert_eq!((game.tree.len(), game.notes[0].code), (1, "move-skipped"));
    }

    #[test]
    fn deep_and_large_libraries_are_read_or_refused() {
        let mut file = MAGIC.to_vec();
        file.resize(HEADER, 0);
        file.extend([0, NO_MOVE]);
        let deep = [&file[..], &[CENTRE, 0].repeat(200_000)].concat();
        assert_eq!(parse(&deep).remove(0).expect("a game").tree.len(), 200_001);
        let wide = [&file[..], &[CENTRE, SIBLING | LEAF].repeat(200_000)].concat();
        assert_eq!(parse(&wide).remove(0).expect("a game").tree.len(), 200_001);
        let large = [&file[..], &[CENTRE, 0].repeat(GameTree::MAX_NODES)].concat();
        assert!(parse(&large).remove(0).is_err());
    }
}
