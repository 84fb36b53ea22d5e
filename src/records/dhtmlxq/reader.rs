//! Reads games.

use std::collections::{HashMap, VecDeque};

use crate::base::{Side, shorten};
use crate::records::parsed::ParsedGame;
use crate::records::tree::{GameTree, NodeId};
use crate::records::xiangqi_files::{
    BoardPoint, PIECES, Placement, RANKS, add_move, new_tree, outcome_of, set_date, set_outcome, set_start,
    set_tag,
};
use crate::records::{NotationError, ReadProblem};

use super::{TAGS, USUAL_STARTS};

const OPENING: &str = "[dhtmlxq";
const CLOSING: &str = "[/dhtmlxq";

/// Tags that only control how the viewer shows the game, or repeat information in the moves.
const TECHNICAL: [&str; 6] = ["ver", "init", "pver", "length", "firstnum", "viewurl"];

/// The tags of a game, in order.
#[derive(Default)]
struct Block<'a> {
    line: usize,
    tags: Vec<Tag<'a>>,
}

struct Tag<'a> {
    line: usize,
    /// In lowercase, without `DhtmlXQ_`.
    name: String,
    value: &'a str,
}

/// The games of a text, which may contain anything around them.
pub(in crate::records) fn parse(text: &str) -> Vec<Result<ParsedGame, NotationError>> {
    let blocks = blocks(text).into_iter();
    let has_game = |block: &Block<'_>| {
        block.tags.iter().any(|tag| matches!(tag.name.as_str(), "movelist" | "binit" | "fen" | "move_0_1_0"))
    };
    blocks.filter(has_game).map(|block| game_of(&block)).collect()
}

/// Splits a text into games: at marks that begin one, and at repeated starts or move lists.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let lower = text.to_ascii_lowercase();
    let mut blocks = vec![Block::default()];
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while let Some(found) = lower.get(at..).and_then(|rest| rest.find(OPENING)) {
        let start = at + found;
        line += text.get(counted..start).map_or(0, |passed| passed.matches('\n').count());
        counted = start;
        let Some(bracket) = lower.get(start..).and_then(|rest| rest.find(']')).map(|end| start + end) else {
            break;
        };
        let name = lower.get(start + OPENING.len()..bracket).unwrap_or_default();
        at = bracket + 1;
        let Some(name) = name.strip_prefix('_') else {
            blocks.push(Block { line, ..Block::default() });
            continue;
        };
        let rest = lower.get(at..).unwrap_or_default();
        let is_mark = |(at, _): &(usize, &str)| {
            rest.get(*at..).is_some_and(|rest| rest.starts_with(CLOSING) || rest.starts_with(OPENING))
        };
        let end = at + rest.match_indices('[').find(is_mark).map_or(rest.len(), |(end, _)| end);
        let value = text.get(at..end).unwrap_or_default();
        at = end;
        let stands_again = matches!(name, "movelist" | "binit")
            && blocks.last().is_some_and(|block| block.tags.iter().any(|tag| tag.name == name));
        if stands_again {
            blocks.push(Block { line, ..Block::default() });
        }
        if let Some(block) = blocks.last_mut() {
            if block.line == 0 {
                block.line = line;
            }
            block.tags.push(Tag { line, name: name.to_owned(), value: value.trim() });
        }
    }
    blocks
}

/// A line of moves: the main line or a variation.
struct Line {
    /// The line of the text at which it begins.
    at: usize,
    id: u32,
    /// The number of its first move.
    first: usize,
    moves: Vec<[BoardPoint; 2]>,
}

/// The nodes of a line's moves in the tree.
struct Placed {
    first: usize,
    nodes: Vec<NodeId>,
    before: NodeId,
}

impl Placed {
    /// The node after the move with this number, or the one before the line.
    fn node(&self, number: usize) -> Option<NodeId> {
        match number.checked_sub(self.first) {
            Some(index) => self.nodes.get(index).copied(),
            None if number + 1 == self.first => Some(self.before),
            None => None,
        }
    }
}

fn game_of(block: &Block<'_>) -> Result<ParsedGame, NotationError> {
    let mut game = ParsedGame::new(block.line, new_tree());
    set_tags(&mut game, block);
    let mut main = None;
    let mut variations: HashMap<u32, Vec<Line>> = HashMap::new();
    let mut comments = Vec::new();
    for tag in &block.tags {
        let line = tag.line;
        match tag.name.as_str() {
            "movelist" | "move_0_1_0" => {
                let moves =
                    read_moves(tag.value).map_err(|problem| NotationError::Unreadable { line, problem })?;
                main = Some(Line { at: line, id: 0, first: 1, moves });
            }
            name if name.starts_with("move_") => match (read_numbers(&name[5..]), read_moves(tag.value)) {
                (Some([parent, first, id]), Ok(moves)) => {
                    let first = first as usize;
                    variations.entry(parent).or_default().push(Line { at: line, id, first, moves });
                }
                (None, _) => {
                    game.note(line, "variation-skipped", format!("{:?} is not a line", shorten(name)));
                }
                (_, Err(problem)) => game.note(line, "variation-skipped", problem.to_string()),
            },
            name if name.starts_with("comment") => match read_comment_name(&name[7..]) {
                Some(place) => comments.push((line, place, unescape(tag.value))),
                None => game.note(
                    line,
                    "comment-skipped",
                    format!("{:?} is not the name of a move", shorten(name)),
                ),
            },
            _ => {}
        }
    }
    let main = main.unwrap_or(Line { at: block.line, id: 0, first: 1, moves: Vec::new() });
    place_lines(&mut game, main, variations, comments)?;
    let board = read_board(&mut game, block)?;
    set_start(&mut game, &board.0, board.1);
    Ok(game)
}

/// Adds all lines and comments to the tree.
fn place_lines(
    game: &mut ParsedGame,
    main: Line,
    mut variations: HashMap<u32, Vec<Line>>,
    comments: Vec<(usize, (u32, usize), String)>,
) -> Result<(), NotationError> {
    let mut placed: HashMap<u32, Placed> = HashMap::new();
    let mut queue = VecDeque::from([(NodeId::ROOT, main)]);
    while let Some((before, line)) = queue.pop_front() {
        if game.tree.len() + line.moves.len() > GameTree::MAX_NODES {
            let problem = ReadProblem::TooLong(GameTree::MAX_NODES);
            return Err(NotationError::Unreadable { line: line.at, problem });
        }
        let mut nodes = Vec::with_capacity(line.moves.len());
        let mut at = before;
        for points in line.moves {
            at = add_move(&mut game.tree, at, points);
            nodes.push(at);
        }
        let own = placed.entry(line.id).or_insert(Placed { first: line.first, nodes, before });
        for child in variations.remove(&line.id).unwrap_or_default() {
            if let Some(node) = child.first.checked_sub(1).and_then(|number| own.node(number)) {
                queue.push_back((node, child));
            } else {
                let text =
                    format!("a variation of move {}, which line {} does not have", child.first, line.id);
                game.note(child.at, "variation-skipped", text);
            }
        }
    }
    let lost: Vec<_> = variations
        .into_iter()
        .flat_map(|(parent, lines)| lines.into_iter().map(move |l| (l.at, parent)))
        .collect();
    for (line, parent) in lost {
        game.note(line, "variation-skipped", format!("a variation of line {parent}, which does not exist"));
    }
    for (line, (id, number), text) in comments {
        let node = match (id, number) {
            (0, 0) => Some(NodeId::ROOT),
            _ => placed.get(&id).filter(|own| number >= own.first).and_then(|own| own.node(number)),
        };
        match node {
            Some(_) if text.is_empty() => {}
            Some(node) => game.tree.annotations_mut(node).after.push(text),
            None => game.note(line, "comment-skipped", format!("line {id} has no move {number}")),
        }
    }
    game.notes.sort_by_key(|note| note.line);
    Ok(())
}

/// The numbers of a name, separated by `_`.
fn read_numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let numbers: Option<Vec<u32>> = text.split('_').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The line and the move in the name of a comment: `7`, `2_7` or `_2_7`.
fn read_comment_name(text: &str) -> Option<(u32, usize)> {
    let text = text.strip_prefix('_').unwrap_or(text);
    let [line, number] = match read_numbers(text) {
        Some([number]) => [0, number],
        None => read_numbers(text)?,
    };
    Some((line, number as usize))
}

fn digits(text: &str) -> Result<Vec<u8>, ReadProblem> {
    let signs = text.chars().filter(|c| !c.is_whitespace());
    let digit = |c: char| c.to_digit(10).map(|digit| digit as u8).ok_or(ReadProblem::NotDigit(c));
    signs.map(digit).collect()
}

fn read_moves(text: &str) -> Result<Vec<[BoardPoint; 2]>, ReadProblem> {
    let digits = digits(text)?;
    let point =
        |file: u8, row: u8| BoardPoint::new(usize::from(file), (RANKS - 1).checked_sub(usize::from(row))?);
    let (moves, rest) = digits.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(ReadProblem::MoveDigits(digits.len()));
    }
    let read = |&[a, b, c, d]: &[u8; 4]| {
        let points = point(a, b).zip(point(c, d)).map(|(from, to)| [from, to]);
        points.ok_or_else(|| ReadProblem::OffBoard(format!("{a}{b}{c}{d}")))
    };
    moves.iter().map(read).collect()
}

/// The board at the start and the side to move, if given.
fn read_board(game: &mut ParsedGame, block: &Block<'_>) -> Result<(Placement, Option<Side>), NotationError> {
    let tag = |name: &str| block.tags.iter().find(|tag| tag.name == name && !tag.value.is_empty());
    if let Some(tag) = tag("fen") {
        let mut fields = tag.value.split_whitespace().skip(1);
        let side = if fields.next() == Some("b") { Side::Second } else { Side::First };
        let board = Placement::of_fen(tag.value);
        let problem = || ReadProblem::NotPosition(shorten(tag.value));
        let board = board.ok_or_else(|| NotationError::Unreadable { line: tag.line, problem: problem() })?;
        return Ok((board, Some(side)));
    }
    let Some(tag) = tag("binit") else { return Ok((Placement::usual(), None)) };
    let unreadable = |problem: ReadProblem| NotationError::Unreadable { line: tag.line, problem };
    let digits = digits(tag.value).map_err(unreadable)?;
    let (pieces, rest) = digits.as_chunks::<2>();
    if digits.len() != 2 * 2 * PIECES.len() || !rest.is_empty() {
        let is_usual = USUAL_STARTS.iter().any(|start| lacks_few_digits(&digits, start));
        if !is_usual {
            return Err(unreadable(ReadProblem::StartDigits(digits.len())));
        }
        let text =
            format!("the start has {} digits instead of 64, and is taken as the usual one", digits.len());
        game.note(tag.line, "start-repaired", text);
        return Ok((Placement::usual(), None));
    }
    let mut board = Placement::EMPTY;
    let letters = PIECES.into_iter().chain(PIECES.map(|piece| piece.to_ascii_lowercase()));
    for (letter, &[file, row]) in letters.zip(pieces) {
        // A file of 9 means that the piece is missing.
        let Some(point) = BoardPoint::new(usize::from(file), RANKS - 1 - usize::from(row)) else { continue };
        if let Some(other) = board.put(point, letter) {
            let pieces = format!("{other} and {letter}");
            return Err(unreadable(ReadProblem::SamePoint { pieces, point: point.text() }));
        }
    }
    Ok((board, None))
}

/// Whether these are the digits of the usual start with up to four of them missing or up to four too many.
fn lacks_few_digits(digits: &[u8], start: &str) -> bool {
    let start: Vec<u8> = start.bytes().map(|digit| digit - b'0').collect();
    let (short, long) = if digits.len() < start.len() { (digits, &start[..]) } else { (&start[..], digits) };
    let mut rest = long.iter();
    long.len() - short.len() <= 4 && short.iter().all(|digit| rest.any(|other| other == digit))
}

fn set_tags(game: &mut ParsedGame, block: &Block<'_>) {
    for tag in &block.tags {
        let name = tag.name.as_str();
        let is_other = ["movelist", "binit", "fen"].contains(&name) || name.starts_with("move_");
        if is_other || name.starts_with("comment") || TECHNICAL.contains(&name) || tag.value.is_empty() {
            continue;
        }
        let value = unescape(tag.value);
        match name {
            "date" => set_date(&mut game.tree, name, &value),
            "result" => {
                let outcome = outcome_of(&value);
                set_outcome(&mut game.tree, outcome);
            }
            _ => match TAGS.iter().find(|(own, _)| *own == name) {
                Some((_, pgn)) if game.tree.tags.get(pgn).is_none() => game.tree.tags.set(pgn, value),
                _ => set_tag(game, tag.line, name, &value),
            },
        }
    }
}

/// Converts `||` to line breaks and numeric escapes to characters.
fn unescape(text: &str) -> String {
    let text = text.replace("||", "\n");
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if let Some(sign) = number.and_then(char::from_u32) {
            plain.push(sign);
            plain.push_str(&part[4..]);
        } else {
            plain.push_str("\\u");
            plain.push_str(part);
        }
    }
    plain.trim().to_owned()
}
