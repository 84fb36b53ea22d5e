//! An SGF writer.

use std::fmt::Write;

use crate::base::{Outcome, Side};
use crate::games::gomoku::{GridPoint, board_size_of_fen, stones_of_fen};
use crate::records::annotation::{Annotations, Nag, Shape};
use crate::records::parsed::Written;
use crate::records::tree::{GameTree, NodeId, Step};
use crate::records::{Cause, NotationError, TimeControl, Unwritable, comment_commands, one_line};

use super::properties::{ARROW, JUDGEMENTS, MARKS, TAGS, property_of};
use super::reader::result_of;

const NAME: &str = "SGF";

/// Writes a checked game.
///
/// # Errors
///
/// If the game is not played with stones.
pub fn write(tree: &GameTree) -> Result<Written, NotationError> {
    if !tree.variant.info().has_stones() {
        return Err(NotationError::NoSuchGame { notation: NAME, what: Unwritable::Variant(tree.variant) });
    }
    let fen = tree.start.as_deref().unwrap_or_default();
    let mut writer = Writer { tree, size: board_size_of_fen(fen), written: Written::default() };
    writer.write_root(fen);
    writer.write_nodes(fen);
    writer.written.text.push('\n');
    Ok(writer.written)
}

struct Writer<'a> {
    tree: &'a GameTree,
    size: usize,
    written: Written,
}

/// What remains to be written, last first.
enum Task {
    /// A node, and the side that moves there.
    Node(NodeId, Side),
    Open,
    Close,
}

impl Writer<'_> {
    fn property(&mut self, name: &str, value: &str) {
        let _ = write!(self.written.text, "{name}[{}]", escape(value));
    }

    fn lose(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.written.lost.contains(&what) {
            self.written.lost.push(what);
        }
    }

    fn write_root(&mut self, fen: &str) {
        let size = self.size;
        let _ = write!(
            self.written.text,
            "(;FF[4]GM[4]CA[UTF-8]AP[quadriga:{}]SZ[{size}]",
            env!("CARGO_PKG_VERSION")
        );
        let tree = self.tree;
        let line = |writer: &mut Self, name: &str, value: &str| {
            writer.written.text.push('\n');
            writer.property(name, value);
        };
        let is_known =
            |value: &str| !value.is_empty() && value != "?" && value != "????.??.??" && value != "-";
        for &(name, tag) in TAGS {
            match (tree.tags.get(tag), name) {
                (_, "PB") => line(self, name, &one_line(tree.players()[0])),
                (_, "PW") => {
                    line(self, name, &one_line(tree.players()[1]));
                    let rules = tree.tags.get("RU").unwrap_or(tree.variant.name());
                    line(self, "RU", &one_line(rules));
                }
                (Some(value), "DT") if is_known(value) => line(self, name, &value.replace('.', "-")),
                (Some(value), _) if is_known(value) => line(self, name, &one_line(value)),
                _ => {}
            }
        }
        if let Some(result) = self.result() {
            line(self, "RE", &result);
        }
        let control = tree.tags.get("TimeControl").and_then(|text| text.parse().ok());
        match (tree.tags.get("TM"), control) {
            (Some(seconds), _) => line(self, "TM", seconds),
            (None, Some(TimeControl::Clock { base, .. })) => {
                line(self, "TM", &base.as_secs_f64().to_string());
            }
            _ => {}
        }
        match (tree.tags.get("GC"), &tree.termination) {
            (Some(text), _) => line(self, "GC", text),
            (None, Some(end)) => line(self, "GC", &one_line(format!("{} {}", end.cause, end.detail).trim())),
            (None, None) => {}
        }
        let held = ["Result", "Variant", "BoardSize", "RU", "RE", "TM", "GC", "SetUp", "FEN", "Termination"];
        for (name, _) in tree.tags.iter() {
            if property_of(name).is_none() && !held.contains(&name) {
                self.lose(format!("the tag {name}"));
            }
        }
        let given = stones_of_fen(fen);
        for (name, is_black) in [("AB", true), ("AW", false)] {
            let of_side = given.iter().filter(|(_, black)| *black == is_black);
            let points: Vec<_> = of_side.map(|&(point, _)| letters(point)).collect();
            self.points(name, &points);
        }
        if !given.is_empty() {
            let side = if black_begins(fen) { 'B' } else { 'W' };
            let _ = write!(self.written.text, "\nPL[{side}]");
        }
        self.write_annotations(tree.annotations(NodeId::ROOT), None);
    }

    fn points(&mut self, name: &str, points: &[String]) {
        if !points.is_empty() {
            let _ = write!(self.written.text, "\n{name}[{}]", points.join("]["));
        }
    }

    /// The result with its cause.
    fn result(&self) -> Option<String> {
        let outcome = self.tree.outcome?;
        if let Some(said) = self.tree.tags.get("RE").filter(|said| result_of(said).0 == Some(outcome)) {
            return Some(said.to_owned());
        }
        let winner = match outcome {
            Outcome::Draw => return Some("0".to_owned()),
            Outcome::Win(Side::First) => 'B',
            Outcome::Win(Side::Second) => 'W',
        };
        let how = match self.tree.termination.as_ref().map(|end| end.cause) {
            Some(Cause::Resignation) => "R",
            Some(Cause::TimeForfeit | Cause::Stall) => "T",
            Some(cause) if !cause.is_regular() => "F",
            _ => "",
        };
        Some(format!("{winner}+{how}"))
    }

    fn write_nodes(&mut self, fen: &str) {
        let begins = if black_begins(fen) { Side::First } else { Side::Second };
        let mut tasks = vec![Task::Close];
        self.push_children(NodeId::ROOT, begins, &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => self.written.text.push_str("\n("),
                Task::Close => self.written.text.push(')'),
                Task::Node(node, side) => {
                    let next = self.write_node(node, side);
                    self.push_children(node, next, &mut tasks);
                }
            }
        }
    }

    fn push_children(&self, node: NodeId, side: Side, tasks: &mut Vec<Task>) {
        let children: Vec<_> = self.tree.children(node).collect();
        if let [child] = children[..] {
            tasks.push(Task::Node(child, side));
            return;
        }
        for child in children.into_iter().rev() {
            tasks.extend([Task::Close, Task::Node(child, side), Task::Open]);
        }
    }

    /// Writes a node; returns the side that moves after it.
    fn write_node(&mut self, node: NodeId, side: Side) -> Side {
        let tree = self.tree;
        self.written.text.push_str("\n;");
        let name = if side == Side::First { "B" } else { "W" };
        let next = match tree.step(node) {
            Step::Move { text, .. } => {
                if let Some(point) = GridPoint::from_text(text, self.size) {
                    self.property(name, &letters(point));
                }
                side.opponent()
            }
            Step::Pass => {
                self.property(name, "");
                side.opponent()
            }
            Step::Setup(fen) => {
                // The whole board from scratch: both stones and empty points.
                let given = stones_of_fen(fen);
                let _ = write!(
                    self.written.text,
                    "AE[aa:{0}]",
                    letters(GridPoint { column: self.size - 1, row: self.size - 1 })
                );
                for (name, is_black) in [("AB", true), ("AW", false)] {
                    let of_side = given.iter().filter(|(_, black)| *black == is_black);
                    let points: Vec<_> = of_side.map(|&(point, _)| letters(point)).collect();
                    self.points(name, &points);
                }
                let next = if black_begins(fen) { Side::First } else { Side::Second };
                let _ = write!(self.written.text, "PL[{}]", if next == Side::First { 'B' } else { 'W' });
                next
            }
            Step::Start => side,
        };
        self.write_annotations(tree.annotations(node), Some(side));
        next
    }

    /// Writes the annotations of a node whose move was made by `side`.
    fn write_annotations(&mut self, annotations: &Annotations, side: Option<Side>) {
        if annotations.is_empty() {
            return;
        }
        let mut rest = annotations.clone();
        if let (Some(clock), Some(side)) = (rest.clock, side) {
            rest.clock = None;
            let name = if side == Side::First { "BL" } else { "WL" };
            self.property(name, &clock.as_secs_f64().to_string());
        }
        for nag in std::mem::take(&mut rest.nags) {
            self.write_nag(nag);
        }
        for &(name, colour) in MARKS {
            let points =
                self.take_shapes(&mut rest.shapes, |shape| shape.to.is_none() && shape.colour == colour);
            self.points(name, &points);
        }
        let arrows = self.take_shapes(&mut rest.shapes, |shape| shape.to.is_some() && shape.colour == ARROW);
        self.points("AR", &arrows);
        // Programs that read commands look for them in SGF's comments too.
        let commands = comment_commands::write(&rest);
        let texts: Vec<_> = [commands]
            .into_iter()
            .chain(rest.before.iter().chain(&rest.after).cloned())
            .filter(|text| !text.is_empty())
            .collect();
        if !texts.is_empty() {
            self.property("C", &texts.join(" "));
        }
        for (name, values) in &annotations.properties {
            let values: Vec<_> = values.iter().map(|value| escape(value)).collect();
            let _ = write!(self.written.text, "{name}[{}]", values.join("]["));
        }
    }

    fn write_nag(&mut self, nag: Nag) {
        match JUDGEMENTS.iter().find(|(.., own)| *own == nag) {
            Some((name, value, _)) => self.property(name, value),
            None => self.lose(format!("the glyph ${}", nag.0)),
        }
    }

    /// Removes the matching shapes, and returns them as SGF writes them.
    fn take_shapes(&self, shapes: &mut Vec<Shape>, fits: impl Fn(&Shape) -> bool) -> Vec<String> {
        let point = |name: &str| GridPoint::from_text(name, self.size).map(letters);
        let text = |shape: &Shape| match &shape.to {
            None => point(&shape.from),
            Some(to) => Some(format!("{}:{}", point(&shape.from)?, point(to)?)),
        };
        let mut texts = Vec::new();
        shapes.retain(|shape| match text(shape).filter(|_| fits(shape)) {
            Some(text) => {
                texts.push(text);
                false
            }
            None => true,
        });
        texts
    }
}

fn letters(point: GridPoint) -> String {
    [point.column, point.row].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn black_begins(fen: &str) -> bool {
    fen.split_ascii_whitespace().nth(1) != Some("w")
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}
