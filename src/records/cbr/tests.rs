use super::*;
use crate::records::tree::{GameTree, Step};
use crate::records::xiangqi_files::points_of_move;

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Writes a game as CC Bridge does.
pub(in crate::records) fn write(tree: &GameTree, version: u8) -> Vec<u8> {
    let layout = if version == 1 { FIRST } else { SECOND };
    let mut file = vec![0; layout.moves];
    file[..16].copy_from_slice(RECORD);
    file[VERSION] = version;
    for &(at, length, name) in layout.texts {
        let text = utf16(tree.tags.get(name).unwrap_or_default());
        let length = text.len().min(length - 2);
        file[at..at + length].copy_from_slice(&text[..length]);
    }
    file[layout.result] = match tree.outcome {
        None => 0,
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => 2,
        Some(Outcome::Draw) => 3,
    };
    file[layout.side] = if tree.start.as_deref().is_some_and(|fen| fen.contains(" b ")) { 2 } else { 1 };
    let board = tree.start.as_deref().and_then(Placement::of_fen).unwrap_or_else(Placement::usual);
    for number in 0..90 {
        let piece = BoardPoint::of_row_index(number).and_then(|point| board.at(point));
        let kind = piece.and_then(|piece| "RNBAKCP".find(piece.to_ascii_uppercase()));
        let side = if piece.is_some_and(|piece| piece.is_ascii_uppercase()) { 0x10 } else { 0x20 };
        file[layout.board + usize::from(number)] = kind.map_or(0, |kind| side + kind as u8 + 1);
    }
    let byte = |point: BoardPoint| match version {
        1 => (point.file << 4 | (9 - point.rank)) as u8,
        _ => ((9 - point.rank) * 9 + point.file) as u8,
    };
    let mut stack = vec![NodeId::ROOT];
    while let Some(node) = stack.pop() {
        let children: Vec<_> = tree.children(node).collect();
        stack.extend(children.iter().rev());
        let [from, to] = points_of_move(tree, node).map_or([0, 0], |points| points.map(byte));
        let comment = utf16(&tree.annotations(node).after.concat());
        let other = tree.next_sibling(node).is_some() && node != NodeId::ROOT;
        let flags = u8::from(children.is_empty()) | u8::from(other) << 1 | u8::from(!comment.is_empty()) << 2;
        file.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            file.extend((comment.len() as u32).to_le_bytes());
            file.extend(comment);
        }
    }
    file
}

/// Writes a library of games, some of which are deleted.
fn library(games: &[(Vec<u8>, bool)], slots: usize) -> Vec<u8> {
    let mut file = vec![0; INDEX + slots * INDEX_ENTRY];
    file[..16].copy_from_slice(LIBRARY);
    file[HAS_DELETED] = u8::from(games.iter().any(|(_, is_deleted)| *is_deleted));
    file[SLOTS..SLOTS + 4].copy_from_slice(&(slots as u32).to_le_bytes());
    let name = utf16("库");
    file[64..64 + name.len()].copy_from_slice(&name);
    for (index, (game, is_deleted)) in games.iter().enumerate() {
        let mut game = game.clone();
        game[IDENTIFIER] = index as u8 + 1;
        let at = INDEX + index * INDEX_ENTRY;
        file[at] = if *is_deleted { 5 } else { 7 };
        let text = utf16(&identifier(&game).expect("an identifier"));
        file[at + 20..at + 20 + text.len()].copy_from_slice(&text);
        file.extend(&game);
        file.resize(file.len() + SLOT - game.len() % SLOT, 0);
    }
    file
}

fn sample() -> GameTree {
    let mut tree = new_tree();
    let first = tree.add(NodeId::ROOT, Step::of_text("h3e3"));
    let second = tree.add(first, Step::of_text("h10g8"));
    tree.add(second, Step::of_text("h1g3"));
    let variation = tree.add(first, Step::of_text("b10c8"));
    tree.add(NodeId::ROOT, Step::of_text("c4c5"));
    tree.annotations_mut(NodeId::ROOT).after.push("开局".to_owned());
    tree.annotations_mut(variation).after.push("变着\n二".repeat(1000));
    tree.tags.set("Title", "仙人指路");
    tree.tags.set("Black", "吕钦");
    set_outcome(&mut tree, Some(Outcome::Draw));
    tree
}

fn only(file: &[u8]) -> ParsedGame {
    let mut games = parse(file);
    assert_eq!(games.len(), 1);
    games.remove(0).expect("a game")
}

#[test]
fn games_of_both_versions_are_read() {
    for version in [1, 2] {
        let tree = sample();
        let file = write(&tree, version);
        let game = only(&file);
        assert!(game.notes.is_empty() && is_cbr(&file), "{:?}", game.notes);
        assert_eq!(write(&game.tree, version), file);
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["h3e3", "h10g8", "h1g3"]);
        assert_eq!((game.tree.len(), &game.tree.start, game.tree.outcome), (tree.len(), &None, tree.outcome));
        let mut tree = new_tree();
        tree.start = Some("4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1".to_owned());
        assert_eq!(only(&write(&tree, version)).tree.start, tree.start);
    }
}

#[test]
fn libraries_are_read_without_their_deleted_games() {
    let game = write(&sample(), 2);
    let file = library(&[(game.clone(), false), (game.clone(), true), (game.clone(), false)], 128);
    let games: Vec<_> = parse(&file).into_iter().map(|game| game.expect("a game")).collect();
    assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(games[0].notes[0].code, "game-deleted");
    assert_eq!(games[1].tree.tags.get("Library"), Some("库"));
    let mut odd = library(&[(game, false)], 2);
    odd[SLOTS] = 200;
    assert_eq!(parse(&odd).len(), 1);
    assert!(parse(LIBRARY).is_empty());
}

#[test]
fn broken_files_are_reported() {
    let file = write(&sample(), 2);
    for length in 0..file.len() {
        match parse(&file[..length]).remove(0) {
            Ok(game) => assert_eq!(game.notes[0].code, "truncated", "{length}"),
            Err(error) => assert!(length < SECOND.moves, "{error}"),
        }
    }
    let mut newer = file;
    newer[VERSION] = 3;
    assert!(parse(&newer).remove(0).is_err());
    assert!(!is_cbr(b"CCBridge") && !is_cbr(b""));
}
