//! The nodes of a tree as JSON: everything that is said about a move, without loss.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::MoveScore;
use super::annotation::{Annotations, Evaluation, Nag};
use super::comment_commands::{read_shape, shape_text};
use super::tree::{GameTree, NodeId, Step};

/// A node of the tree; the first is the start.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeJson {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<MoveScore>,
    /// The depth of the evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<(String, Vec<String>)>,
}

/// Why a list of nodes is no tree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NodeJsonError(pub String);

/// The nodes in the order in which they are read, parents first.
pub fn nodes_of(tree: &GameTree) -> Vec<NodeJson> {
    let mut nodes = vec![node_of(tree, NodeId::ROOT, None)];
    let mut open: Vec<_> = children(tree, NodeId::ROOT, 0);
    while let Some((node, parent)) = open.pop() {
        nodes.push(node_of(tree, node, Some(parent)));
        open.extend(children(tree, node, nodes.len() - 1));
    }
    nodes
}

/// The children of a node, the last first, with the node's index.
fn children(tree: &GameTree, node: NodeId, index: usize) -> Vec<(NodeId, usize)> {
    let mut children: Vec<_> = tree.children(node).map(|child| (child, index)).collect();
    children.reverse();
    children
}

fn node_of(tree: &GameTree, node: NodeId, parent: Option<usize>) -> NodeJson {
    let said = tree.annotations(node);
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
        clock: said.clock.map(Millis),
        elapsed: said.elapsed.map(Millis),
        evaluation: said.evaluation.map(|evaluation| evaluation.score),
        depth: said.evaluation.and_then(|evaluation| evaluation.depth),
        properties: said.properties.clone(),
    }
}

/// Adds the nodes of a list to a tree that has only its start, in the order of [`nodes_of`].
///
/// # Errors
///
/// If they are no tree, or something that is said about one has not the form that it must have.
pub fn add_nodes(tree: &mut GameTree, nodes: Vec<NodeJson>) -> Result<(), NodeJsonError> {
    let wrong = |index: usize, what: &str| Err(NodeJsonError(format!("node {index} {what}")));
    if nodes.len() > GameTree::MAX_NODES {
        return wrong(GameTree::MAX_NODES, "is one more than a tree may have");
    }
    let mut ids = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.into_iter().enumerate() {
        let kinds = [node.text.is_some(), node.pass, node.setup.is_some()];
        let kinds = kinds.into_iter().filter(|&is_it| is_it).count();
        let id = match (index, node.parent) {
            (0, None) if kinds == 0 => NodeId::ROOT,
            (0, _) => return wrong(0, "is the start, which has neither a parent nor a move"),
            (_, None) => return wrong(index, "has no parent"),
            (_, Some(parent)) if parent >= index => return wrong(index, "does not stand after its parent"),
            (_, Some(_)) if kinds != 1 => return wrong(index, "is not one of move, pass and setup"),
            (_, Some(parent)) => {
                let step = match (node.text.clone(), node.setup.clone()) {
                    (Some(text), _) => Step::of_text(text),
                    (None, Some(fen)) => Step::Setup(fen),
                    (None, None) => Step::Pass,
                };
                tree.add(ids[parent], step)
            }
        };
        ids.push(id);
        let Some(said) = annotations_of(node) else {
            return wrong(
                index,
                "has a shape that is not like Gd4 or Gd2d4, or a depth without an evaluation",
            );
        };
        if !said.is_empty() {
            *tree.annotations_mut(id) = said;
        }
    }
    Ok(())
}

fn annotations_of(node: NodeJson) -> Option<Annotations> {
    let shapes: Option<Vec<_>> = node.shapes.iter().map(|text| read_shape(text)).collect();
    let evaluation = node.evaluation.map(|score| Evaluation { score, depth: node.depth });
    (node.depth.is_none() || evaluation.is_some()).then_some(())?;
    Some(Annotations {
        before: node.before,
        after: node.comments,
        nags: node.nags.into_iter().map(Nag).collect(),
        shapes: shapes?,
        clock: node.clock.map(|time| time.0),
        elapsed: node.elapsed.map(|time| time.0),
        evaluation,
        properties: node.properties,
    })
}

/// A time in milliseconds: a whole number wherever it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Millis(Duration);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(time) = self;
        if time.subsec_nanos().is_multiple_of(1_000_000) {
            serializer.serialize_u64(time.as_millis() as u64)
        } else {
            serializer.serialize_f64(time.as_secs_f64() * 1e3)
        }
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let millis = f64::deserialize(deserializer)?;
        // More than a century is no time of a clock.
        if !(0.0..4e12).contains(&millis) {
            return Err(serde::de::Error::custom("a time in milliseconds is negative or beyond a century"));
        }
        Ok(Self(Duration::from_nanos((millis * 1e6).round() as u64)))
    }
}

// The signature is prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
const fn is_false(value: &bool) -> bool {
    !*value
}
