//! Interprets the nodes of SGF as games of gomoku and renju.

use std::collections::HashMap;
use std::time::Duration;

use crate::base::{Outcome, Side, shorten};
use crate::games::Variant;
use crate::games::gomoku::{GridPoint, MAX_SIZE, MIN_SIZE, fen_of_stones};
use crate::records::annotation::{Annotations, Shape};
use crate::records::parsed::ParsedGame;
use crate::records::tree::{GameTree, NodeId, Step};
use crate::records::{Cause, NotationError, ReadProblem, Termination, comment_commands};

use super::parser::{Parser, RawGame, RawNode};
use super::properties::{ARROW, JUDGEMENTS, MARKS, tag_of};

const DEFAULT_SIZE: usize = 15;

/// The games of a text.
pub fn parse(text: &str) -> impl Iterator<Item = Result<ParsedGame, NotationError>> + '_ {
    let mut parser = Parser::new(text);
    std::iter::from_fn(move || parser.next_game()).map(|game| {
        let raw = game?;
        let mut game = Reader::read(&raw)?;
        if raw.is_cut {
            game.note(raw.line, "unbalanced", "the game is never closed");
        }
        Ok(game)
    })
}

/// Stones by point: whether each one is black.
type Stones = HashMap<(usize, usize), bool>;

/// The state at a node of the text.
#[derive(Clone)]
struct Place {
    node: NodeId,
    stones: Stones,
    side: Side,
}

struct Reader {
    game: ParsedGame,
    size: usize,
}

impl Reader {
    fn read(raw: &RawGame) -> Result<ParsedGame, NotationError> {
        let line = raw.line;
        let root = &raw.nodes[0];
        let size = size_of(root, line)?;
        let mut game = ParsedGame::new(line, GameTree::new(Variant::Gomoku));
        check_game_number(root, size, &mut game)?;
        game.tree.variant = variant_of(root, &mut game);
        game.tree.options.push(("BoardSize".to_owned(), size.to_string()));
        let mut reader = Self { game, size };
        reader.read_root(root);
        reader.read_nodes(raw)?;
        Ok(reader.game)
    }

    fn unreadable(&self, problem: ReadProblem) -> NotationError {
        NotationError::Unreadable { line: self.game.line, problem }
    }

    /// Copies the information about the whole game from the first node.
    fn read_root(&mut self, root: &RawNode) {
        let tree = &mut self.game.tree;
        for (name, values) in &root.properties {
            let value = values.first().map(|value| one_paragraph(value)).unwrap_or_default();
            if let Some(tag) = tag_of(name) {
                let value = if tag == "Date" { dotted(&value) } else { value };
                tree.tags.set_known(tag, Some(&value));
            } else if name == "RE" {
                let (outcome, cause) = result_of(&value);
                tree.outcome = outcome;
                tree.termination =
                    cause.map(|cause| Termination { cause, blamed: None, detail: String::new() });
                // Details that the outcome does not include.
                if outcome.is_none() || cause.is_none() && value.len() > 2 {
                    tree.tags.set_known("RE", Some(&value));
                }
            } else if matches!(name.as_str(), "TM" | "GC" | "RU") {
                tree.tags.set_known(name, Some(&value));
            }
        }
        // Names that this program uses for the variants need not be repeated.
        if tree.tags.get("RU").and_then(Variant::from_name) == Some(tree.variant) {
            tree.tags.remove("RU");
        }
    }

    fn read_nodes(&mut self, raw: &RawGame) -> Result<(), NotationError> {
        let mut children = vec![0_usize; raw.nodes.len()];
        for node in &raw.nodes {
            children[node.parent.unwrap_or_default()] += usize::from(node.parent.is_some());
        }
        let begins = side_to_begin(raw);
        if begins == Side::Second {
            // Unless stones are placed before the first move.
            self.game.tree.start = Some(fen_of_stones(self.size, &[], false));
        }
        let mut places: Vec<Option<Place>> = vec![None; raw.nodes.len()];
        // Whether everything up to this node belongs to the start.
        let mut is_start = true;
        for (index, node) in raw.nodes.iter().enumerate() {
            let mut place = match node.parent {
                None => Place { node: NodeId::ROOT, stones: Stones::new(), side: begins },
                // The last child takes over its parent's board.
                Some(parent) => {
                    children[parent] -= 1;
                    let place =
                        if children[parent] == 0 { places[parent].take() } else { places[parent].clone() };
                    place.expect("a node comes after its parent")
                }
            };
            let has_branched = node.parent.is_some_and(|parent| parent + 1 != index);
            is_start &= !has_branched && node.value("B").is_none() && node.value("W").is_none();
            self.read_node(node, &mut place, is_start)?;
            places[index] = Some(place);
        }
        Ok(())
    }

    fn read_node(&mut self, node: &RawNode, place: &mut Place, is_start: bool) -> Result<(), NotationError> {
        self.set_up(node, place, is_start)?;
        let moves = node.properties.iter().filter(|(name, _)| matches!(name.as_str(), "B" | "W"));
        for (name, values) in moves {
            let side = if name == "B" { Side::First } else { Side::Second };
            for letters in values {
                self.add_move(letters, side, place)?;
            }
        }
        self.annotate(node, place.node);
        Ok(())
    }

    /// Places and removes stones, and sets the side to move.
    fn set_up(&mut self, node: &RawNode, place: &mut Place, is_start: bool) -> Result<(), NotationError> {
        let mut is_edited = false;
        for (name, stone) in [("AE", None), ("AB", Some(true)), ("AW", Some(false))] {
            for letters in node.values(name).unwrap_or_default() {
                for point in self.points(letters)? {
                    is_edited = true;
                    match stone {
                        Some(is_black) => place.stones.insert(point, is_black),
                        None => place.stones.remove(&point),
                    };
                }
            }
        }
        let said = node.value("PL").map(side_of);
        if let Some(side) = said
            && (is_edited || side != place.side)
        {
            is_edited = true;
            place.side = side;
        }
        if !is_edited {
            return Ok(());
        }
        let stones: Vec<_> = place
            .stones
            .iter()
            .map(|(&(column, row), &is_black)| (GridPoint { column, row }, is_black))
            .collect();
        let fen = fen_of_stones(self.size, &stones, place.side == Side::First);
        if is_start {
            self.game.tree.start = Some(fen);
        } else {
            place.node = self.game.tree.add(place.node, Step::Setup(fen));
        }
        Ok(())
    }

    fn add_move(&mut self, letters: &str, side: Side, place: &mut Place) -> Result<(), NotationError> {
        let letters = letters.trim();
        // On boards of up to 19 lines, "tt" is off the board and means a pass in older versions.
        let is_pass = letters.is_empty() || letters == "tt" && self.size <= 19;
        let tree = &mut self.game.tree;
        if side != place.side {
            place.node = tree.add(place.node, Step::Pass);
            place.side = side;
        }
        if is_pass {
            place.node = tree.add(place.node, Step::Pass);
        } else {
            let (point, text) = self.point(letters)?;
            place.stones.insert(point, side == Side::First);
            place.node = self.game.tree.add(place.node, Step::of_text(text));
        }
        place.side = side.opponent();
        Ok(())
    }

    /// The point in a text, and its name in protocol notation. Besides SGF's letters, some programs write names.
    fn point(&self, letters: &str) -> Result<((usize, usize), String), NotationError> {
        let index = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
        let point = match letters.as_bytes() {
            &[column, row] if row.is_ascii_alphabetic() => {
                index(column).zip(index(row)).map(|(column, row)| GridPoint { column, row })
            }
            _ => GridPoint::from_text(&letters.to_ascii_lowercase(), self.size),
        };
        let named = point.and_then(|point| Some(((point.column, point.row), point.text(self.size)?)));
        named.ok_or_else(|| self.unreadable(ReadProblem::OffBoard(shorten(letters))))
    }

    /// A point, or all points of a rectangle such as `aa:cc`.
    fn points(&self, letters: &str) -> Result<Vec<(usize, usize)>, NotationError> {
        let letters = letters.trim();
        let Some((first, last)) = letters.split_once(':') else {
            return Ok(vec![self.point(letters)?.0]);
        };
        let (first, last) = (self.point(first)?.0, self.point(last)?.0);
        let columns = first.0.min(last.0)..=first.0.max(last.0);
        Ok(columns
            .flat_map(|column| (first.1.min(last.1)..=first.1.max(last.1)).map(move |row| (column, row)))
            .collect())
    }

    fn annotate(&mut self, node: &RawNode, at: NodeId) {
        let is_root = node.parent.is_none();
        let mut said = std::mem::take(self.game.tree.annotations_mut(at));
        for (name, values) in &node.properties {
            let known = matches!(name.as_str(), "B" | "W" | "AB" | "AW" | "AE" | "PL")
                || is_root
                    && (tag_of(name).is_some()
                        || matches!(
                            name.as_str(),
                            "FF" | "GM" | "CA" | "AP" | "SZ" | "RU" | "RE" | "TM" | "GC"
                        ));
            if !known && !self.annotate_with(name, values, &mut said) {
                said.properties.push((name.clone(), values.clone()));
            }
        }
        if !said.is_empty() {
            *self.game.tree.annotations_mut(at) = said;
        }
    }

    /// Copies a property to the annotations; returns whether it has an equivalent.
    fn annotate_with(&self, name: &str, values: &[String], said: &mut Annotations) -> bool {
        let value = values.first().map_or("", |value| value.trim());
        if name == "C" {
            for value in values {
                let text = comment_commands::take(value.trim(), said);
                if !text.is_empty() {
                    said.after.push(text);
                }
            }
            return true;
        }
        if matches!(name, "BL" | "WL") && said.clock.is_none() {
            let seconds =
                value.parse().ok().and_then(|seconds: f64| Duration::try_from_secs_f64(seconds).ok());
            said.clock = seconds;
            return seconds.is_some();
        }
        let judgement = |value: &String| {
            let is_it = |own: &str, degree: &str| own == name && degree == value.trim();
            JUDGEMENTS.iter().find(|(own, degree, _)| is_it(own, degree)).map(|&(.., nag)| nag)
        };
        if let Some(nags) = values.iter().map(judgement).collect::<Option<Vec<_>>>() {
            said.nags.extend(nags);
            return true;
        }
        let point = |letters: &str| self.point(letters).ok().map(|(_, text)| text);
        if let Some(&(_, colour)) = MARKS.iter().find(|(own, _)| *own == name) {
            let shapes: Option<Vec<_>> = values
                .iter()
                .map(|letters| self.points(letters).ok())
                .collect::<Option<Vec<_>>>()
                .map(|points| points.concat());
            let Some(points) = shapes else { return false };
            said.shapes.extend(points.into_iter().filter_map(|(column, row)| {
                Some(Shape { colour, from: GridPoint { column, row }.text(self.size)?, to: None })
            }));
            return true;
        }
        if name == "AR" {
            let arrows: Option<Vec<_>> = values
                .iter()
                .map(|letters| {
                    let (from, to) = letters.split_once(':')?;
                    Some(Shape { colour: ARROW, from: point(from)?, to: Some(point(to)?) })
                })
                .collect();
            return arrows.map(|arrows| said.shapes.extend(arrows)).is_some();
        }
        false
    }
}

/// The side that begins: the one in `PL`, or the one that makes the first move.
fn side_to_begin(raw: &RawGame) -> Side {
    let mut at = 0;
    loop {
        let node = &raw.nodes[at];
        if let Some(said) = node.value("PL") {
            return side_of(said);
        }
        let first = node.properties.iter().find(|(name, _)| matches!(name.as_str(), "B" | "W"));
        if let Some((name, _)) = first {
            // Black begins a game without stones, and may pass.
            return if name == "B" { Side::First } else { Side::Second };
        }
        match raw.nodes.get(at + 1) {
            Some(next) if next.parent == Some(at) => at += 1,
            _ => return Side::First,
        }
    }
}

/// `W`, `White`, `w` and, in older files, `2` are White.
fn side_of(text: &str) -> Side {
    if text.trim().starts_with(['w', 'W', '2']) { Side::Second } else { Side::First }
}

fn size_of(root: &RawNode, line: usize) -> Result<usize, NotationError> {
    let Some(text) = root.value("SZ") else { return Ok(DEFAULT_SIZE) };
    let problem = || NotationError::Unreadable { line, problem: ReadProblem::BoardSize(shorten(text)) };
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let width: usize = width.trim().parse().map_err(|_| problem())?;
    let is_square = height.trim().parse() == Ok(width);
    if is_square && (MIN_SIZE..=MAX_SIZE).contains(&width) { Ok(width) } else { Err(problem()) }
}

/// Gomoku and renju have the number 4. Programs for Go write 1 for any game.
fn check_game_number(root: &RawNode, size: usize, game: &mut ParsedGame) -> Result<(), NotationError> {
    let Some(number) = root.value("GM").map(str::trim).filter(|number| *number != "4") else { return Ok(()) };
    let line = game.line;
    let refuse = |problem: ReadProblem| Err(NotationError::Unreadable { line, problem });
    if number != "1" {
        return refuse(ReadProblem::GameNumber(shorten(number)));
    }
    let rules = root.value("RU").unwrap_or_default();
    let says_go = root.values("KM").is_some_and(|value| value.iter().any(|komi| komi.trim() != "0"))
        || root.value("HA").is_some_and(|stones| !matches!(stones.trim(), "" | "0"))
        || matches!(size, 9 | 13 | 19) && rule_of(rules).is_none();
    if says_go {
        return refuse(ReadProblem::Go);
    }
    game.note(line, "go-number", "game number 1 is Go's; the game is read as gomoku");
    Ok(())
}

/// The variant for the name of its rules, or of renju's opening rules.
fn rule_of(rules: &str) -> Option<Variant> {
    let rules = rules.trim().to_lowercase();
    if let Some(variant) = Variant::from_name(&rules).filter(|variant| variant.info().has_stones()) {
        return Some(variant);
    }
    let has = |words: &[&str]| words.iter().any(|word| rules.contains(word));
    // Renju International Federation, opening rules.
    if has(&[
        "renju",
        "rif",
        "soosorv",
        "soosyrv",
        "soosõrv",
        "sosorov",
        "taraguchi",
        "tarannikov",
        "taranni",
        "yamaguchi",
        "sakata",
        "连珠",
        "連珠",
        "рэндзю",
    ]) {
        Some(Variant::Renju)
    } else if has(&["standard", "exact", "classic"]) {
        Some(Variant::GomokuStandard)
    } else if has(&["free", "gomoku", "gobang", "five", "swap", "pro", "五子"]) {
        Some(Variant::Gomoku)
    } else {
        None
    }
}

fn variant_of(root: &RawNode, game: &mut ParsedGame) -> Variant {
    let rules = root.value("RU").unwrap_or_default();
    rule_of(rules).unwrap_or_else(|| {
        if !rules.trim().is_empty() {
            let text = format!("unknown rules {:?}; the game is read as freestyle gomoku", shorten(rules));
            game.note(game.line, "rules-unknown", text);
        }
        Variant::Gomoku
    })
}

/// The result, and its cause if there is an equivalent.
pub fn result_of(text: &str) -> (Option<Outcome>, Option<Cause>) {
    let text = text.trim().to_lowercase();
    let outcome = match text.as_bytes() {
        [b'b', b'+', ..] => Outcome::Win(Side::First),
        [b'w', b'+', ..] => Outcome::Win(Side::Second),
        b"0" | b"draw" | b"jigo" => Outcome::Draw,
        _ => return (None, None),
    };
    let cause = match text.get(2..) {
        Some("r" | "resign") if outcome != Outcome::Draw => Some(Cause::Resignation),
        Some("t" | "time") if outcome != Outcome::Draw => Some(Cause::TimeForfeit),
        _ => None,
    };
    (Some(outcome), cause)
}

/// Converts `2026-03-04` to PGN's form.
fn dotted(date: &str) -> String {
    let is_day = date.len() == 10
        && date.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_day { date.replace('-', ".") } else { date.to_owned() }
}

fn one_paragraph(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
