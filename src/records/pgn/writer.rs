//! A PGN writer.

use std::rc::Rc;

use crate::base::{Notation, Side};
use crate::games::xiangqi::COORDINATES;
use crate::games::{Game, Variant, with_game};
use crate::records::annotation::Annotations;
use crate::records::check::after_pass;
use crate::records::parsed::Written;
use crate::records::tree::{GameTree, NodeId, Step};
use crate::records::{MoveStyle, NotationError, comment_commands, game_options, one_line};

/// The maximum line length of the move text (PGN, section 8.2.1).
const WIDTH: usize = 79;

/// The result of an unfinished game.
const UNFINISHED: &str = "*";

/// The tags that every game has, in order, with their values if nothing is known (PGN, section 8.1.1).
const ROSTER: &[(&str, &str)] = &[
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", UNFINISHED),
];

/// The value of the tag `Variant` for a game; `None` for chess.
pub fn variant_tag(variant: Variant, options: &[(String, String)]) -> Option<&'static str> {
    let is_960 = options
        .iter()
        .any(|(name, value)| name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true"));
    if is_960 { Some("Chess960") } else { variant.info().pgn_variant }
}

/// Writes a checked game with everything in it.
///
/// # Errors
///
/// If the start is invalid, which cannot happen for a checked game.
pub fn write(tree: &GameTree, style: MoveStyle) -> Result<Written, NotationError> {
    let MoveText { text, is_usual_start, lost } = with_game!(tree.variant, G => move_text::<G>(tree, style))?;
    let mut written = String::with_capacity(text.len() + 512);
    for (name, value) in tags_of(tree, is_usual_start, style) {
        written.push('[');
        written.push_str(&name);
        written.push_str(" \"");
        for c in one_line(&value).chars() {
            if matches!(c, '"' | '\\') {
                written.push('\\');
            }
            written.push(c);
        }
        written.push_str("\"]\n");
    }
    written.push('\n');
    written.push_str(&text);
    written.push_str("\n\n");
    Ok(Written { text: written, lost })
}

/// The game's tags in order, including those that the format requires and those that determine how moves are read.
fn tags_of(tree: &GameTree, is_usual_start: bool, style: MoveStyle) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> =
        tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    // Readers recognise the start of a game by its first tag.
    if tags.first().is_some_and(|(name, _)| name != ROSTER[0].0) {
        tags.sort_by_key(|(name, _)| ROSTER.iter().position(|(own, _)| own == name).unwrap_or(ROSTER.len()));
    }
    let place = |tags: &[(String, String)], name: &str| tags.iter().position(|(own, _)| own == name);
    // An existing tag gets the value; a new one is inserted after `behind`.
    let set = |tags: &mut Vec<(String, String)>, name: &str, value: String, behind: &str| {
        if let Some(at) = place(tags, name) {
            tags[at].1 = value;
        } else {
            let at = place(tags, behind).map_or(tags.len(), |at| at + 1);
            tags.insert(at, (name.to_owned(), value));
        }
    };
    let players = tree.players();
    let mut next = 0;
    for &(name, unknown) in ROSTER {
        next = 1 + place(&tags, name).unwrap_or_else(|| {
            let value = match name {
                "White" => players[0],
                "Black" => players[1],
                _ => unknown,
            };
            tags.insert(next, (name.to_owned(), value.to_owned()));
            next
        });
    }
    let result = tree.outcome.map_or_else(|| UNFINISHED.to_owned(), |outcome| outcome.to_string());
    set(&mut tags, "Result", result, "Black");
    let mut last = "Result";
    if let Some(variant) = variant_tag(tree.variant, &tree.options) {
        set(&mut tags, "Variant", variant.to_owned(), last);
        last = "Variant";
    }
    let info = tree.variant.info();
    if let Some(name) = info.pgn_game {
        set(&mut tags, "Game", name.to_owned(), last);
        set(&mut tags, info.side_name(Side::First), players[0].to_owned(), "Game");
        last = info.side_name(Side::First);
    }
    if is_usual_start {
        tags.retain(|(name, _)| !matches!(name.as_str(), "SetUp" | "FEN"));
    } else {
        set(&mut tags, "SetUp", "1".to_owned(), last);
        set(&mut tags, "FEN", tree.start.clone().unwrap_or_default(), "SetUp");
        last = "FEN";
    }
    for (name, value) in &tree.options {
        // Move names do not depend on the option.
        if name != COORDINATES || style == MoveStyle::Coordinates {
            set(&mut tags, name, value.clone(), last);
        }
    }
    // The tag said how the moves were written in the source.
    tags.retain(|(name, _)| name != "Format");
    tags
}

/// The text of a game's moves, and its consequences for the tags.
struct MoveText {
    text: String,
    /// Whether the game begins at the game's usual start.
    is_usual_start: bool,
    /// What PGN cannot represent.
    lost: Vec<String>,
}

fn move_text<G: Game>(tree: &GameTree, style: MoveStyle) -> Result<MoveText, NotationError> {
    let options = game_options::<G>(&tree.options);
    let usual = G::Position::start(&options);
    let start = match &tree.start {
        Some(fen) => {
            G::Position::from_fen(fen, &options).map_err(|error| NotationError::Fen { line: 1, error })?
        }
        None => usual.clone(),
    };
    let is_usual_start = start.fen(&options) == usual.fen(&options);
    let by_name = tree.variant.info().pgn_names || style == MoveStyle::Names;
    let mut writer = Writer { tree, options, by_name, text: Wrapped::default(), lost: Vec::new() };
    writer.write_annotations(tree.annotations(NodeId::ROOT));
    writer.write_moves(start);
    let result = tree.outcome.map_or_else(|| UNFINISHED.to_owned(), |outcome| outcome.to_string());
    writer.text.word(&result);
    let Writer { text, lost, .. } = writer;
    Ok(MoveText { text: text.text, is_usual_start, lost })
}

/// What remains to be written, last first.
enum Task<P> {
    /// A move that continues a line, with the position before it, and whether its number is needed.
    Node(NodeId, P, bool),
    /// A variation with its first move, and the position before it.
    Variation(NodeId, Rc<P>),
    /// The end of a variation.
    Close,
}

struct Writer<'a, P: Notation> {
    tree: &'a GameTree,
    options: P::Options,
    by_name: bool,
    text: Wrapped,
    lost: Vec<String>,
}

impl<P: Notation> Writer<'_, P> {
    fn write_moves(&mut self, start: P) {
        let Some(first) = self.tree.next(NodeId::ROOT) else { return };
        let mut tasks = vec![Task::Node(first, start, true)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.text.close(),
                Task::Variation(node, before) => {
                    self.text.open();
                    tasks.push(Task::Close);
                    self.write_node(node, Rc::unwrap_or_clone(before), true, false, &mut tasks);
                }
                Task::Node(node, before, says_number) => {
                    self.write_node(node, before, says_number, true, &mut tasks);
                }
            }
        }
    }

    /// Writes a move with its number and comments. If it continues its line, its alternatives and the rest of the line
    /// become tasks.
    fn write_node(
        &mut self,
        node: NodeId,
        before: P,
        says_number: bool,
        is_continuation: bool,
        tasks: &mut Vec<Task<P>>,
    ) {
        let tree = self.tree;
        let annotations = tree.annotations(node);
        let side = before.side_to_move();
        let needs_number = says_number || side == Side::First || !annotations.before.is_empty();
        if needs_number {
            self.text.number(before.move_number(), side);
        }
        for comment in &annotations.before {
            self.text.comment(comment);
        }
        let others: Vec<_> = match tree.parent(node).filter(|_| is_continuation) {
            Some(parent) => tree.children(parent).skip(1).collect(),
            None => Vec::new(),
        };
        let shared = (!others.is_empty()).then(|| Rc::new(before.clone()));
        let after = self.write_step(before, tree.step(node));
        let has_comment = self.write_annotations(annotations);
        if let (Some(after), Some(next)) = (after, tree.next(node)) {
            tasks.push(Task::Node(next, after, has_comment || !others.is_empty()));
        }
        if let Some(before) = shared {
            tasks.extend(others.iter().rev().map(|&other| Task::Variation(other, Rc::clone(&before))));
        }
    }

    /// Writes a move, and returns the position after it; `None` if no move can follow.
    fn write_step(&mut self, mut position: P, step: &Step) -> Option<P> {
        match step {
            Step::Move { text, played: None } => {
                self.text.word(text);
                None
            }
            Step::Move { text, played: Some(m) } => {
                if self.by_name {
                    self.text.word(&position.move_name(*m, &self.options));
                } else {
                    self.text.word(text);
                }
                position.make(*m, &mut ());
                position.forget_moves();
                Some(position)
            }
            Step::Pass => {
                self.text.word("--");
                after_pass(&position, &self.options).ok()
            }
            Step::Setup(_) => {
                self.lose("an edited board and everything after it".to_owned());
                None
            }
            Step::Start => None,
        }
    }

    fn lose(&mut self, what: String) {
        if !self.lost.contains(&what) {
            self.lost.push(what);
        }
    }

    /// Writes glyphs and comments; returns whether there are comments.
    fn write_annotations(&mut self, annotations: &Annotations) -> bool {
        if annotations.is_empty() {
            return false;
        }
        for (name, _) in &annotations.properties {
            self.lose(format!("the property {name}"));
        }
        for nag in &annotations.nags {
            self.text.word(&format!("${}", nag.0));
        }
        let commands = comment_commands::write(annotations);
        let mut comments = annotations.after.iter();
        if !commands.is_empty() {
            // Readers expect commands in the first comment.
            match comments.next() {
                Some(first) if !first.contains('}') => self.text.comment(&format!("{commands} {first}")),
                first => {
                    self.text.comment(&commands);
                    if let Some(text) = first {
                        self.text.comment(text);
                    }
                }
            }
        }
        comments.for_each(|text| self.text.comment(text));
        !commands.is_empty() || !annotations.after.is_empty()
    }
}

/// Text in lines of limited width.
#[derive(Default)]
struct Wrapped {
    text: String,
    width: usize,
    /// Whether the next word follows without a space.
    is_glued: bool,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let length = if word.is_ascii() { word.len() } else { word.chars().count() };
        if std::mem::take(&mut self.is_glued) || self.width == 0 {
            // There is no separator.
        } else if self.width + 1 + length > WIDTH {
            self.break_line();
        } else {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += length;
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.width = 0;
    }

    /// The number before a move of this side.
    fn number(&mut self, number: u32, side: Side) {
        let dots = if side == Side::First { "." } else { "..." };
        self.word(&format!("{number}{dots}"));
    }

    fn open(&mut self) {
        self.word("(");
        self.is_glued = true;
    }

    fn close(&mut self) {
        self.is_glued = self.width > 0;
        self.word(")");
    }

    /// A comment. If it contains a closing brace, it must be at the end of a line.
    fn comment(&mut self, comment: &str) {
        let mut words = comment.split_whitespace();
        if comment.contains('}') {
            let text: Vec<_> = words.collect();
            self.word(&format!("; {}", text.join(" ")));
            self.break_line();
            return;
        }
        let Some(first) = words.next() else { return };
        let mut last = format!("{{{first}");
        for word in words {
            self.word(&last);
            last.clear();
            last.push_str(word);
        }
        last.push('}');
        self.word(&last);
    }
}
