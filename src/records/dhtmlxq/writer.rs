//! Writes games.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::base::{Outcome, Side};
use crate::games::Variant;
use crate::records::losses::Holds;
use crate::records::parsed::Written;
use crate::records::tree::{GameTree, NodeId, Step};
use crate::records::xiangqi_files::{BoardPoint, PIECES, Placement, RANKS, points_of_move};
use crate::records::{NotationError, Unwritable};

use super::{NAME, TAGS};

fn escape(text: &str) -> String {
    let needs = |c: char| c == '|' || c == '\\' || c == '[';
    let mut escaped = String::with_capacity(text.len());
    for sign in text.trim().replace("\r\n", "\n").chars() {
        match sign {
            '\n' => escaped.push_str("||"),
            sign if needs(sign) => escaped.extend(["\\u", &format!("{:04x}", sign as u32)]),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Writes a game.
///
/// # Errors
///
/// If it is not xiangqi, or its main line contains anything other than moves.
pub(in crate::records) fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let refuse = |what: Unwritable| NotationError::NoSuchGame { notation: NAME, what };
    if tree.variant != Variant::Xiangqi {
        return Err(refuse(Unwritable::Variant(tree.variant)));
    }
    if tree.main_line().any(|node| points_of_move(tree, node).is_none()) {
        return Err(refuse(Unwritable::Pass));
    }
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut put = |name: &str, value: &str| {
        text.extend(["[DhtmlXQ_", name, "]", value, "[/DhtmlXQ_", name, "]\n"]);
    };
    put("ver", "www_dpxq_com");
    let mut lost = Vec::new();
    write_tags(tree, &mut put, &mut lost);
    let board = tree.start.as_deref().and_then(Placement::of_fen).unwrap_or_else(Placement::usual);
    put("binit", &binit(&board).ok_or_else(|| refuse(Unwritable::Pieces))?);
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
        // Tags whose information is already in the players' names, the position, the moves and the format.
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
        Some(Outcome::Draw) => "和棋",
        Some(Outcome::Win(Side::First)) => "红胜",
        Some(Outcome::Win(Side::Second)) => "黑胜",
    };
    put("result", result);
}

fn digits_of(point: BoardPoint) -> String {
    format!("{}{}", point.file, RANKS - 1 - point.rank)
}

/// The points of the pieces; `None` if there are more pieces than in a set.
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

/// Writes the main line, then the variations, each line after the one from which it branches off.
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
            // The variations of a line's first move belong to the line from which it branches off.
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
