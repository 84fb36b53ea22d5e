//! The model of a game shared by all formats: its tags and a tree of moves with annotations.

use std::collections::HashSet;

use crate::base::{Move, Outcome};
use crate::games::Variant;

use super::annotation::Annotations;
use super::tags::Tags;
use super::{MoveRecord, Termination, comment};

/// A node of a [`GameTree`]: the position after a move, or the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: Self = Self(0);
    /// In links: there is no node.
    const NONE: Self = Self(u32::MAX);

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a node's position is derived from its parent's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The start of the game.
    Start,
    /// A move.
    Move {
        /// The move's text: as in the file until the game has been checked, then in protocol notation.
        text: String,
        /// The move itself, once the game has been checked. It remains `None` for a last move that the rules allow only
        /// at the cost of the game, such as one on a forbidden point in renju.
        played: Option<Move>,
    },
    /// A pass (`--` in PGN).
    Pass,
    /// An edited board: the FEN of the new position.
    Setup(String),
}

impl Step {
    /// A move that has not been checked.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self::Move { text: text.into(), played: None }
    }

    /// The text of a move.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Move { text, .. } => Some(text),
            Self::Start | Self::Pass | Self::Setup(_) => None,
        }
    }
}

/// A node. The links are stored here, as a tree may have a hundred thousand variations at one node.
#[derive(Debug, Clone)]
struct Node {
    step: Step,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    annotations: Option<Box<Annotations>>,
}

impl Node {
    const fn new(step: Step, parent: NodeId) -> Self {
        Self {
            step,
            parent,
            first_child: NodeId::NONE,
            last_child: NodeId::NONE,
            next_sibling: NodeId::NONE,
            annotations: None,
        }
    }
}

/// A game with its variations. The first child of a node continues its line; the others are variations.
#[derive(Debug, Clone)]
pub struct GameTree {
    /// The variant.
    pub variant: Variant,
    /// The game's own options that were set, as names and values.
    pub options: Vec<(String, String)>,
    /// Information about the game as a whole, by the names of PGN's tags, in the order of the file.
    pub tags: Tags,
    /// The FEN of the start; `None` for the game's usual start.
    pub start: Option<String>,
    /// The result; `None` if the game is unfinished or the result is unknown.
    pub outcome: Option<Outcome>,
    /// Why the game ended.
    pub termination: Option<Termination>,
    nodes: Vec<Node>,
}

/// Two trees are equal if they have the same contents, regardless of the order in which their nodes were added.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let Self { variant, options, tags, start, outcome, termination, nodes: _ } = self;
        let is_same_game = *variant == other.variant
            && *options == other.options
            && *tags == other.tags
            && *start == other.start
            && *outcome == other.outcome
            && *termination == other.termination;
        let said = |tree: &Self, node| {
            let has_next = tree.next(node).is_some();
            (
                has_next,
                tree.next_sibling(node).is_some(),
                tree.step(node).clone(),
                tree.annotations(node).clone(),
            )
        };
        is_same_game
            && self.nodes().map(|node| said(self, node)).eq(other.nodes().map(|node| said(other, node)))
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// The maximum number of nodes in a tree.
    pub const MAX_NODES: usize = 1_000_000;

    /// A game without moves.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            options: Vec::new(),
            tags: Tags::default(),
            start: None,
            outcome: None,
            termination: None,
            nodes: vec![Node::new(Step::Start, NodeId::NONE)],
        }
    }

    /// The number of nodes, including the start.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a node after `parent`: the continuation if it is the first, otherwise the last variation.
    pub fn add(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = self.push(parent, step);
        let last = std::mem::replace(&mut self.nodes[parent.index()].last_child, id);
        match last.some() {
            Some(last) => self.nodes[last.index()].next_sibling = id,
            None => self.nodes[parent.index()].first_child = id,
        }
        id
    }

    /// Adds a node after `parent` as its continuation; the previous continuation becomes the first variation.
    pub fn add_first(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = self.push(parent, step);
        let first = std::mem::replace(&mut self.nodes[parent.index()].first_child, id);
        self.nodes[id.index()].next_sibling = first;
        if first.some().is_none() {
            self.nodes[parent.index()].last_child = id;
        }
        id
    }

    fn push(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(step, parent));
        id
    }

    /// How the node's position is derived from its parent's.
    pub fn step(&self, node: NodeId) -> &Step {
        &self.nodes[node.index()].step
    }

    /// Replaces the node's step.
    pub fn set_step(&mut self, node: NodeId, step: Step) {
        self.nodes[node.index()].step = step;
    }

    /// The parent of a node; `None` for the start.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The continuation of a node.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child.some()
    }

    /// The next alternative to this node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next_sibling.some()
    }

    /// The continuation and the variations after a node.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&child| self.next_sibling(child))
    }

    /// The annotations of a node.
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        self.nodes[node.index()].annotations.as_deref().unwrap_or(Annotations::NONE)
    }

    /// The annotations of a node, for changing them.
    pub fn annotations_mut(&mut self, node: NodeId) -> &mut Annotations {
        self.nodes[node.index()].annotations.get_or_insert_default()
    }

    /// All nodes, depth first: the start, then after every node its continuation and the variations.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![NodeId::ROOT];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(self.next_sibling(node));
            open.extend(self.next(node));
            Some(node)
        })
    }

    /// The nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(NodeId::ROOT), |&node| self.next(node))
    }

    /// The last node of the main line.
    pub fn tip(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The number of plies of the main line.
    pub fn plies(&self) -> usize {
        self.main_line().count()
    }

    /// The texts of the main line's moves, up to its first node that is not a move.
    pub fn main_moves(&self) -> impl Iterator<Item = &str> {
        self.main_line().map_while(|node| self.step(node).text())
    }

    /// Removes these nodes with their subtrees.
    pub fn cut(&mut self, nodes: &[NodeId]) {
        if nodes.is_empty() {
            return;
        }
        let is_cut: HashSet<_> = nodes.iter().copied().collect();
        for index in 0..self.nodes.len() {
            let parent = NodeId(index as u32);
            let kept: Vec<_> = self.children(parent).filter(|child| !is_cut.contains(child)).collect();
            let node = &mut self.nodes[index];
            node.first_child = kept.first().copied().unwrap_or(NodeId::NONE);
            node.last_child = kept.last().copied().unwrap_or(NodeId::NONE);
            for (at, child) in kept.iter().enumerate() {
                self.nodes[child.index()].next_sibling = kept.get(at + 1).copied().unwrap_or(NodeId::NONE);
            }
        }
    }

    /// Removes all variations.
    pub fn remove_variations(&mut self) {
        for index in 0..self.nodes.len() {
            let first = self.nodes[index].first_child;
            self.nodes[index].last_child = first;
            if first != NodeId::NONE {
                self.nodes[first.index()].next_sibling = NodeId::NONE;
            }
        }
    }

    /// Removes all annotations.
    pub fn remove_annotations(&mut self) {
        for node in &mut self.nodes {
            node.annotations = None;
        }
    }

    /// Whether there is any variation.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.first_child != node.last_child)
    }

    /// Whether there is nothing but a line of moves.
    pub fn is_bare(&self) -> bool {
        !self.has_variations()
            && self.nodes.iter().all(|node| node.annotations.is_none())
            && self.main_line().all(|node| self.step(node).text().is_some())
    }

    /// A move of the main line with the information that its player reported in its comments.
    pub fn record(&self, node: NodeId) -> MoveRecord {
        let annotations = self.annotations(node);
        let mut record = MoveRecord::of_text(self.step(node).text().unwrap_or_default());
        for text in &annotations.after {
            comment::read(text, &mut record);
        }
        record.time = record.time.or(annotations.elapsed);
        record
    }

    /// The main line's moves with the information that their players reported.
    pub fn records(&self) -> Vec<MoveRecord> {
        self.main_line().map(|node| self.record(node)).collect()
    }

    /// The players' names; the first one moves first in a game from the usual start. `?` if a name is unknown.
    pub fn players(&self) -> [&str; 2] {
        let name = |names: [&str; 2]| {
            let known = names.into_iter().filter_map(|name| self.tags.get(name));
            known.filter(|name| !name.is_empty()).find(|&name| name != "?").unwrap_or("?")
        };
        [name(["White", "Red"]), name(["Black", "Black"])]
    }
}
