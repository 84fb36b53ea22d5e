//! DhtmlXQ, the text form of games of dpxq.com that Chinese forums and programs exchange: tags such as
//! `[DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist]`. A point is two digits, the file from the left and the rank from the top,
//! both from 0. `move_P_N_I` is variation I, whose first move replaces the Nth of line P; the main line is number 0.
//! `commentN` and `commentI_N` stand at the Nth move of the main line and of variation I. Source: the description in the
//! viewer's own page, <http://www.dpxq.com/hldcg/share/>.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::base::{Side, shorten};

use super::NotationError;
use super::losses::Holds;
use super::parsed::{ParsedGame, Written};
use super::tree::{GameTree, NodeId, Step};
use super::xiangqi_files::{
    BoardPoint, PIECES, Placement, RANKS, add_move, new_tree, outcome_of, points_of_move, set_date,
    set_outcome, set_start,
};

const NAME: &str = "DhtmlXQ";
const OPENING: &str = "[dhtmlxq";
const CLOSING: &str = "[/dhtmlxq";

/// The format's names of tags, and PGN's.
const TAGS: [(&str, &str); 15] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Board"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("open", "Opening"),
    ("remark", "Annotator"),
];

/// Tags that only tell how the viewer shows the game, or repeat what its moves say.
const TECHNICAL: [&str; 6] = ["ver", "init", "pver", "length", "firstnum", "viewurl"];

/// The usual start as files have it: the pieces in two orders.
const USUAL_STARTS: [&str; 2] = [
    "0919293949596979891777062646668600102030405060708012720323436383",
    "8979695949392919097717866646260600102030405060708012720323436383",
];

/// Whether a text is in this format.
pub(super) fn is_dhtmlxq(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    ["[dhtmlxq_movelist]", "[dhtmlxq_binit]", "[dhtmlxq_move_0_1_0]"].iter().any(|tag| lower.contains(tag))
}

/// The tags of a game, in their order.
#[derive(Default)]
struct Block<'a> {
    line: usize,
    tags: Vec<Tag<'a>>,
}

struct Tag<'a> {
    line: usize,
    /// In lower case, without `DhtmlXQ_`.
    name: String,
    value: &'a str,
}

/// The games of a text, which may have anything around them.
pub(super) fn parse(text: &str) -> Vec<Result<ParsedGame, NotationError>> {
    let blocks = blocks(text).into_iter();
    let has_game = |block: &Block<'_>| {
        block.tags.iter().any(|tag| matches!(tag.name.as_str(), "movelist" | "binit" | "fen" | "move_0_1_0"))
    };
    blocks.filter(has_game).map(|block| game_of(&block)).collect()
}

/// Splits a text into games: at the marks that begin one, and where a start or a list of moves stands again.
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
        let end = [CLOSING, OPENING].iter().filter_map(|mark| rest.find(mark)).min();
        let end = at + end.unwrap_or(rest.len());
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
    /// The number of the text's line.
    line: usize,
    id: u32,
    /// The number of its first move.
    first: usize,
    moves: Vec<[BoardPoint; 2]>,
}

/// Where a line's moves are in the tree.
struct Placed {
    first: usize,
    nodes: Vec<NodeId>,
    before: NodeId,
}

impl Placed {
    /// The node after the move with this number, or after the one before the line.
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
    let mut main = None;
    let mut variations: HashMap<u32, Vec<Line>> = HashMap::new();
    let mut comments = Vec::new();
    for tag in &block.tags {
        let line = tag.line;
        match tag.name.as_str() {
            "movelist" | "move_0_1_0" => {
                let moves =
                    read_moves(tag.value).map_err(|problem| NotationError::Unreadable { line, problem })?;
                main = Some(Line { line, id: 0, first: 1, moves });
            }
            name if name.starts_with("move_") => match (read_numbers(&name[5..]), read_moves(tag.value)) {
                (Some([parent, first, id]), Ok(moves)) => {
                    let first = first as usize;
                    variations.entry(parent).or_default().push(Line { line, id, first, moves });
                }
                (None, _) => {
                    game.note(line, "variation-skipped", format!("{:?} is not a line", shorten(name)))
                }
                (_, Err(problem)) => game.note(line, "variation-skipped", problem),
            },
            name if name.starts_with("comment") => match read_comment_name(&name[7..]) {
                Some(place) => comments.push((line, place, unescape(tag.value))),
                None => game.note(line, "comment-skipped", format!("{:?} is no place", shorten(name))),
            },
            _ => {}
        }
    }
    set_tags(&mut game, block);
    let main = main.unwrap_or(Line { line: block.line, id: 0, first: 1, moves: Vec::new() });
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
            let problem = format!("a game of more than {} positions", GameTree::MAX_NODES);
            return Err(NotationError::Unreadable { line: line.line, problem });
        }
        let mut nodes = Vec::with_capacity(line.moves.len());
        let mut at = before;
        for points in line.moves {
            at = add_move(&mut game.tree, at, points);
            nodes.push(at);
        }
        let own = placed.entry(line.id).or_insert(Placed { first: line.first, nodes, before });
        for child in variations.remove(&line.id).unwrap_or_default() {
            match child.first.checked_sub(1).and_then(|number| own.node(number)) {
                Some(node) => queue.push_back((node, child)),
                None => {
                    let text =
                        format!("a variation of move {}, which line {} does not have", child.first, line.id);
                    game.note(child.line, "variation-skipped", text);
                }
            }
        }
    }
    let lost: Vec<_> = variations
        .into_iter()
        .flat_map(|(parent, lines)| lines.into_iter().map(move |l| (l.line, parent)))
        .collect();
    for (line, parent) in lost {
        game.note(line, "variation-skipped", format!("a variation of line {parent}, which there is not"));
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

/// The line and the move that a comment's name gives: `7`, `2_7` or `_2_7`.
fn read_comment_name(text: &str) -> Option<(u32, usize)> {
    let text = text.strip_prefix('_').unwrap_or(text);
    let [line, number] = match read_numbers(text) {
        Some([number]) => [0, number],
        None => read_numbers(text)?,
    };
    Some((line, number as usize))
}

fn digits(text: &str) -> Result<Vec<u8>, String> {
    let signs = text.chars().filter(|c| !c.is_whitespace());
    let digit =
        |c: char| c.to_digit(10).map(|digit| digit as u8).ok_or_else(|| format!("{c:?} is not a digit"));
    signs.map(digit).collect()
}

fn read_moves(text: &str) -> Result<Vec<[BoardPoint; 2]>, String> {
    let digits = digits(text).map_err(|problem| format!("moves: {problem}"))?;
    let point =
        |file: u8, row: u8| BoardPoint::new(usize::from(file), (RANKS - 1).checked_sub(usize::from(row))?);
    let (moves, rest) = digits.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(format!("{} digits of moves, of which each has 4", digits.len()));
    }
    let read = |(number, &[a, b, c, d]): (usize, &[u8; 4])| {
        let points = point(a, b).zip(point(c, d)).map(|(from, to)| [from, to]);
        points.ok_or_else(|| format!("move {}, {a}{b}{c}{d}, is off the board", number + 1))
    };
    moves.iter().enumerate().map(read).collect()
}

/// The board at the start and, if it is said, the side to move.
fn read_board(game: &mut ParsedGame, block: &Block<'_>) -> Result<(Placement, Option<Side>), NotationError> {
    let tag = |name: &str| block.tags.iter().find(|tag| tag.name == name && !tag.value.is_empty());
    if let Some(tag) = tag("fen") {
        let mut fields = tag.value.split_whitespace().skip(1);
        let side = if fields.next() == Some("b") { Side::Second } else { Side::First };
        let board = Placement::of_fen(tag.value);
        let problem = || format!("{:?} is not a position", shorten(tag.value));
        let board = board.ok_or_else(|| NotationError::Unreadable { line: tag.line, problem: problem() })?;
        return Ok((board, Some(side)));
    }
    let Some(tag) = tag("binit") else { return Ok((Placement::usual(), None)) };
    let unreadable = |problem: String| NotationError::Unreadable { line: tag.line, problem };
    let digits = digits(tag.value).map_err(|problem| unreadable(format!("start: {problem}")))?;
    let (pieces, rest) = digits.as_chunks::<2>();
    if digits.len() != 2 * 2 * PIECES.len() || !rest.is_empty() {
        let is_usual = USUAL_STARTS.iter().any(|start| lacks_few_digits(&digits, start));
        if !is_usual {
            return Err(unreadable(format!("a start of {} digits instead of 64", digits.len())));
        }
        let text =
            format!("the start has {} digits instead of 64, and is taken as the usual one", digits.len());
        game.note(tag.line, "start-repaired", text);
        return Ok((Placement::usual(), None));
    }
    let mut board = Placement::EMPTY;
    let letters = PIECES.into_iter().chain(PIECES.map(|piece| piece.to_ascii_lowercase()));
    for (letter, &[file, row]) in letters.zip(pieces) {
        // A file 9 says that the piece is gone.
        let Some(point) = BoardPoint::new(usize::from(file), RANKS - 1 - usize::from(row)) else { continue };
        if let Some(other) = board.put(point, letter) {
            return Err(unreadable(format!("{other} and {letter} both start on {}", point.text())));
        }
    }
    Ok((board, None))
}

/// Whether these are the digits of the usual start without up to four of them, or with up to four too many.
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
                _ => game.tree.tags.set(name, value),
            },
        }
    }
}

/// A text with line breaks for `||` and the signs that are given by their numbers.
fn unescape(text: &str) -> String {
    let text = text.replace("||", "\n");
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match number.and_then(char::from_u32) {
            Some(sign) => {
                plain.push(sign);
                plain.push_str(&part[4..]);
            }
            None => {
                plain.push_str("\\u");
                plain.push_str(part);
            }
        }
    }
    plain.trim().to_owned()
}

fn escape(text: &str) -> String {
    let needs = |c: char| c == '|' || c == '\\' || c == '[';
    let mut escaped = String::with_capacity(text.len());
    for sign in text.trim().replace("\r\n", "\n").chars() {
        match sign {
            '\n' => escaped.push_str("||"),
            sign if needs(sign) => escaped.push_str(&format!("\\u{:04x}", sign as u32)),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Writes a game.
///
/// # Errors
///
/// If it is not xiangqi, or its main line is not moves alone.
pub(super) fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let refuse = |what: &str| NotationError::NoSuchGame { notation: NAME, what: what.to_owned() };
    if tree.variant != crate::games::Variant::Xiangqi {
        return Err(refuse(tree.variant.name()));
    }
    if tree.main_line().any(|node| points_of_move(tree, node).is_none()) {
        return Err(refuse("a pass, or a position that is set up during the game"));
    }
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut put = |name: &str, value: &str| {
        text.push_str(&format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"));
    };
    put("ver", "www_dpxq_com");
    let mut lost = Vec::new();
    write_tags(tree, &mut put, &mut lost);
    let board = tree.start.as_deref().and_then(Placement::of_fen).unwrap_or_else(Placement::usual);
    put("binit", &binit(&board).ok_or_else(|| refuse("more pieces than a set has"))?);
    if let Some(fen) = &tree.start {
        put("fen", fen);
    }
    write_lines(tree, &mut put, &mut lost);
    text.push_str("[/DhtmlXQ]\n");
    let holds = Holds { variations: true, comments: true, tags: None, outcome: true };
    lost.extend(holds.lost(tree));
    Ok(Written { text, lost })
}

fn write_tags(tree: &GameTree, put: &mut impl FnMut(&str, &str), lost: &mut Vec<String>) {
    let value_of = |text: &str| escape(text).replace("||", " ");
    let [red, black] = tree.players();
    for (name, player) in [("red", red), ("black", black)] {
        if player != "?" {
            put(name, &value_of(player));
        }
    }
    let mut names: HashSet<String> = ["red", "black", "result"].map(str::to_owned).into();
    for (pgn, value) in tree.tags.iter() {
        // What the players' names, the position, the moves and the format say already.
        let is_said =
            ["White", "Red", "Black", "Result", "FEN", "SetUp", "Variant", "Game", "Format"].contains(&pgn);
        if is_said || value.is_empty() {
            continue;
        }
        let own = TAGS.iter().find(|(_, own)| *own == pgn).map_or(pgn, |(name, _)| name);
        let (own, value) = match pgn {
            "Date" => ("date", value.replace('.', "-").replace("??", "00")),
            _ => (own, value.to_owned()),
        };
        let is_name = own.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_taken =
            own.starts_with("move") || own.starts_with("comment") || own == "binit" || own == "fen";
        let is_free = names.insert(own.to_ascii_lowercase());
        if is_name && is_free && !is_taken {
            put(own, &value_of(&value));
        } else {
            lost.push(format!("tag {pgn}"));
        }
    }
    let result = match tree.outcome {
        None => "未知",
        Some(crate::base::Outcome::Draw) => "和棋",
        Some(crate::base::Outcome::Win(Side::First)) => "红胜",
        Some(crate::base::Outcome::Win(Side::Second)) => "黑胜",
    };
    put("result", result);
}

fn digits_of(point: BoardPoint) -> String {
    format!("{}{}", point.file, RANKS - 1 - point.rank)
}

/// The pieces' points; `None` if there are more pieces than in a set.
fn binit(board: &Placement) -> Option<String> {
    let mut text = String::new();
    let mut count = 0;
    for letters in [PIECES, PIECES.map(|piece| piece.to_ascii_lowercase())] {
        let mut used: HashMap<char, usize> = HashMap::new();
        for letter in letters {
            let index = used.entry(letter).or_default();
            let point = board.points_of(letter).nth(*index);
            *index += 1;
            count += usize::from(point.is_some());
            text.push_str(&point.map_or_else(|| "99".to_owned(), digits_of));
        }
    }
    let all: usize = ('A'..='z').map(|letter| board.points_of(letter).count()).sum();
    (count == all).then_some(text)
}

/// Writes the main line, then the variations, each line after the one that it leaves.
fn write_lines(tree: &GameTree, put: &mut impl FnMut(&str, &str), lost: &mut Vec<String>) {
    let mut said = Vec::new();
    let mut comment = |place: String, node: NodeId| {
        let annotations = tree.annotations(node);
        let texts: Vec<_> = annotations.before.iter().chain(&annotations.after).map(String::as_str).collect();
        if !texts.is_empty() {
            said.push((format!("comment{place}"), escape(&texts.join("\n"))));
        }
    };
    comment("0".to_owned(), NodeId::ROOT);
    let mut queue = VecDeque::from([(tree.next(NodeId::ROOT), 0, 1)]);
    let mut id = 0;
    while let Some((start, parent, first)) = queue.pop_front() {
        let mut moves = String::new();
        let mut number: usize = first;
        let mut next = start;
        while let Some(node) = next {
            let Some([from, to]) = points_of_move(tree, node) else {
                lost.push("passes or positions in variations".to_owned());
                break;
            };
            moves.push_str(&(digits_of(from) + &digits_of(to)));
            let place = if id == 0 { number.to_string() } else { format!("{id}_{number}") };
            comment(place, node);
            // The variations of a line's first move are those of the line that it leaves.
            if number > first || id == 0 {
                let mut other = tree.next_sibling(node);
                while let Some(variation) = other {
                    if matches!(tree.step(variation), Step::Move { .. }) {
                        queue.push_back((Some(variation), id, number));
                    } else {
                        lost.push("passes or positions in variations".to_owned());
                    }
                    other = tree.next_sibling(variation);
                }
            }
            next = tree.next(node);
            number += 1;
        }
        match id {
            0 => put("movelist", &moves),
            _ => put(&format!("move_{parent}_{first}_{id}"), &moves),
        }
        id += 1;
    }
    for (name, text) in said {
        put(&name, &text);
    }
    lost.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Outcome;

    fn read(text: &str) -> ParsedGame {
        parse(text).remove(0).expect("a game")
    }

    fn moves(tree: &GameTree) -> Vec<&str> {
        tree.main_moves().collect()
    }

    const LINES: &str = "text [DhtmlXQ]\n[DhtmlXQ_title]a \\u005bb[/DhtmlXQ_title][DhtmlXQ_red]湖北 洪智[/DhtmlXQ_red]\n\
        [DhtmlXQ_redname]洪智[/DhtmlXQ_redname][DhtmlXQ_date]2021-12-05[/DhtmlXQ_date]\n\
        [DhtmlXQ_blacktime][/DhtmlXQ_time][DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]7747724279678070[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_1_3_2]1727[/DhtmlXQ_move_1_3_2]\n\
        [DhtmlXQ_move_0_2_1]70626769[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_move_9_2_8]7062[/DhtmlXQ_move_9_2_8]\n\
        [DhtmlXQ_comment0]first||second[/DhtmlXQ_comment0][DhtmlXQ_comment1_2]x[/DhtmlXQ_comment1_2]\n\
        [DhtmlXQ_comment77]lost[/DhtmlXQ_comment77]\n[/DhtmlXQ] text";

    #[test]
    fn tags_lines_and_comments_are_read() {
        let game = read(LINES);
        let tree = &game.tree;
        assert_eq!(moves(tree), ["h3e3", "h8e8", "h1g3", "i10h10"]);
        assert_eq!(tree.tags.get("Title"), Some("a [b"));
        assert_eq!((tree.tags.get("Red"), tree.tags.get("redname")), (Some("湖北 洪智"), Some("洪智")));
        assert_eq!(
            (tree.tags.get("Date"), tree.outcome),
            (Some("2021.12.05"), Some(Outcome::Win(Side::First)))
        );
        assert_eq!((tree.start.as_deref(), game.line), (None, 1));
        assert_eq!(tree.annotations(NodeId::ROOT).after, ["first\nsecond"]);
        let first = tree.next(NodeId::ROOT).expect("a move");
        let variation = tree.children(first).nth(1).expect("a variation");
        assert_eq!(tree.step(variation).text(), Some("h10g8"));
        assert_eq!(tree.annotations(variation).after, ["x"]);
        let nested: Vec<_> = tree.children(variation).filter_map(|node| tree.step(node).text()).collect();
        assert_eq!(nested, ["g3g1", "b3c3"]);
        let codes: Vec<_> = game.notes.iter().map(|note| note.code).collect();
        assert_eq!(codes, ["variation-skipped", "comment-skipped"]);
    }

    #[test]
    fn several_games_and_other_starts_are_read() {
        let bare = "[DhtmlXQ_binit]9999999945999999999999999999999999999999409999999999999999999999[/DhtmlXQ_binit]\
                    [DhtmlXQ_movelist]4041[/DhtmlXQ_movelist]";
        let games = parse(&format!("{LINES}{bare}<p>[dhtmlxqhtml]{bare}"));
        assert_eq!(games.len(), 3);
        let second = games[1].as_ref().expect("a game");
        assert_eq!(second.tree.start.as_deref(), Some("4k4/9/9/9/9/4K4/9/9/9/9 b - - 0 1"));
        assert_eq!(moves(&second.tree), ["e10e9"]);
        assert!(is_dhtmlxq(LINES) && is_dhtmlxq(bare) && !is_dhtmlxq("DhtmlXQ of dpxq.com [Event \"x\"]"));
    }

    #[test]
    fn starts_with_missing_digits_are_the_usual_one_if_they_can_be() {
        let with = |start: &str| {
            format!("[DhtmlXQ_binit]{start}[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]")
        };
        for start in ["", USUAL_STARTS[0], USUAL_STARTS[1]] {
            let game = read(&with(start));
            assert_eq!((game.tree.start, game.notes.len()), (None, 0), "{start}");
        }
        for start in USUAL_STARTS {
            let game = read(&with(&start.replacen('6', "", 1)));
            assert_eq!((game.tree.start, game.notes[0].code), (None, "start-repaired"), "{start}");
        }
    }

    #[test]
    fn broken_games_are_errors() {
        for text in [
            "[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]",
            "[DhtmlXQ_movelist]a747[/DhtmlXQ_movelist]",
            "[DhtmlXQ_movelist]9747[/DhtmlXQ_movelist]",
            "[DhtmlXQ_binit]0919[/DhtmlXQ_binit]",
            "[DhtmlXQ_fen]0/0/0/0/0/0/0/0/0/0/K[/DhtmlXQ_fen]",
            "[DhtmlXQ_binit]0909999945999999999999999999999999999999409999999999999999999999[/DhtmlXQ_binit]",
        ] {
            assert!(matches!(parse(text).remove(0), Err(NotationError::Unreadable { .. })), "{text}");
        }
        assert!(parse("nothing").is_empty() && parse("[DhtmlXQ_movelist").is_empty());
    }

    #[test]
    fn long_chains_of_variations_are_read() {
        let mut text = "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]".to_owned();
        for id in (1..20_000).rev() {
            text.push_str(&format!("[DhtmlXQ_move_{}_{}_{id}]7747[/DhtmlXQ_move_x]", id - 1, id + 1));
        }
        let game = read(&text);
        assert_eq!((game.tree.len(), game.notes.len()), (20_001, 0));
    }

    #[test]
    fn written_games_are_read_back() {
        let mut tree = read(LINES).tree;
        tree.annotations_mut(NodeId::ROOT).after = vec!["a|b||c [x] \\u0041\nd".to_owned()];
        tree.tags.set("owner", "x");
        let written = write(&tree).expect("a text");
        assert!(written.lost.is_empty(), "{:?}", written.lost);
        let again = read(&written.text);
        assert!(again.notes.is_empty(), "{:?}", again.notes);
        assert_eq!(write(&again.tree), Ok(written));
        let tags = |tree: &GameTree| {
            let mut tags: Vec<_> = tree.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
            tags.sort();
            tags
        };
        assert_eq!(tags(&again.tree), tags(&tree));
        assert_eq!((again.tree.len(), again.tree.outcome), (tree.len(), tree.outcome));
        assert_eq!(again.tree.annotations(NodeId::ROOT), tree.annotations(NodeId::ROOT));
    }
}
