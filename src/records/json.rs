//! Games as JSON, as in the answers of `record` and the output of `convert`; `protocol.md` describes the members.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::base::Outcome;
use crate::games::Variant;
use crate::games::xiangqi::COORDINATES;

use super::annotation::Annotations;
use super::check::{check, plain_moves};
use super::comment_commands::shape_text;
use super::parsed::{Note, ParsedGame};
use super::pgn::TOLD_APART;
use super::tree::{GameTree, NodeId, Step};
use super::{MoveScore, NotationError};

/// A checked game.
#[derive(Debug, Serialize)]
pub struct GameJson {
    variant: Variant,
    start: String,
    moves: Vec<String>,
    players: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(serialize_with = "as_map")]
    options: Vec<(String, String)>,
    #[serde(serialize_with = "as_map")]
    facts: Vec<(String, String)>,
    /// The tree, if it is more than a list of moves: each node with its parent's index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteJson>,
}

#[derive(Debug, Serialize)]
struct NoteJson {
    line: usize,
    code: &'static str,
    text: String,
}

/// A node of the tree; the first is the start.
#[derive(Debug, Default, Serialize)]
struct NodeJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// A null move.
    #[serde(skip_serializing_if = "is_false")]
    pass: bool,
    /// The FEN of an edited board.
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<String>,
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<MoveScore>,
}

impl GameJson {
    /// The game, with its moves written under `numbering`: the values of options that determine how moves are written.
    ///
    /// # Errors
    ///
    /// If the main line contains anything other than moves.
    pub fn new(game: &ParsedGame, numbering: &[(String, String)]) -> Result<Self, NotationError> {
        // The client reads moves in the form in which it writes them, regardless of the file.
        let mut options = game.tree.options.clone();
        options.retain(|(name, _)| name != COORDINATES);
        let written = [&options[..], numbering].concat();
        let rewritten;
        let tree = if written == game.tree.options {
            &game.tree
        } else {
            let mut tree = game.tree.clone();
            tree.options = written;
            rewritten = check(ParsedGame::new(game.line, tree))?.tree;
            &rewritten
        };
        let moves = plain_moves(tree)?;
        let mut names = HashSet::new();
        let is_fact = |name: &str| !TOLD_APART.contains(&name) && !matches!(name, "White" | "Red" | "Black");
        let facts = tree.tags.iter().filter(|&(name, _)| is_fact(name) && names.insert(name));
        let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let has_more = tree.has_variations()
            || tree.annotations(NodeId::ROOT) != Annotations::NONE
            || tree.main_line().any(|node| !tree.annotations(node).is_empty());
        Ok(Self {
            variant: tree.variant,
            start: tree.start.clone().unwrap_or_default(),
            moves,
            players: tree.players().map(str::to_owned),
            outcome: tree.outcome,
            options,
            facts,
            nodes: if has_more { nodes_of(tree) } else { Vec::new() },
            notes: game
                .notes
                .iter()
                .map(|Note { line, code, text }| NoteJson { line: *line, code, text: text.clone() })
                .collect(),
        })
    }
}

/// The nodes in the order in which they are read, parents first.
fn nodes_of(tree: &GameTree) -> Vec<NodeJson> {
    let mut nodes = vec![node_of(tree, NodeId::ROOT, None)];
    let mut open: Vec<_> = children(tree, NodeId::ROOT, 0);
    while let Some((node, parent)) = open.pop() {
        nodes.push(node_of(tree, node, Some(parent)));
        open.extend(children(tree, node, nodes.len() - 1));
    }
    nodes
}

/// The children of a node, last first, each with the index of their parent.
fn children(tree: &GameTree, node: NodeId, index: usize) -> Vec<(NodeId, usize)> {
    let mut children: Vec<_> = tree.children(node).map(|child| (child, index)).collect();
    children.reverse();
    children
}

fn node_of(tree: &GameTree, node: NodeId, parent: Option<usize>) -> NodeJson {
    let said = tree.annotations(node);
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
    let step = tree.step(node);
    NodeJson {
        parent,
        text: step.text().map(str::to_owned),
        pass: *step == Step::Pass,
        setup: if let Step::Setup(fen) = step { Some(fen.clone()) } else { None },
        before: said.before.clone(),
        comments: said.after.clone(),
        nags: said.nags.iter().map(|nag| nag.0).collect(),
        shapes: said.shapes.iter().map(shape_text).collect(),
        clock: millis(said.clock),
        elapsed: millis(said.elapsed),
        evaluation: said.evaluation.map(|evaluation| evaluation.score),
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

// The signature is prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
const fn is_false(value: &bool) -> bool {
    !*value
}
