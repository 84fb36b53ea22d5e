//! The parts of a game that a file format cannot represent.

use super::annotation::Annotations;
use super::tree::{GameTree, NodeId};

/// What a format can represent besides the moves of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holds {
    pub variations: bool,
    pub comments: bool,
    /// The tags that it supports; `None` for all.
    pub tags: Option<&'static [&'static str]>,
    pub outcome: bool,
}

/// Whether a move has a certain annotation.
type IsThere = fn(&Annotations) -> bool;

impl Holds {
    /// What the game has but the format cannot represent, in words. Result tags are part of the outcome.
    pub(super) fn lost(self, tree: &GameTree) -> Vec<String> {
        let mut lost = Vec::new();
        if !self.variations && tree.has_variations() {
            lost.push("variations".to_owned());
        }
        let nodes: Vec<_> = if self.variations {
            tree.nodes().collect()
        } else {
            std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect()
        };
        let kinds: [(&str, bool, IsThere); 6] = [
            ("comments", self.comments, |said| !said.before.is_empty() || !said.after.is_empty()),
            ("annotation glyphs", false, |said| !said.nags.is_empty()),
            ("arrows and marked points", false, |said| !said.shapes.is_empty()),
            ("clock times", false, |said| said.clock.is_some()),
            ("times of moves", false, |said| said.elapsed.is_some()),
            ("evaluations", false, |said| said.evaluation.is_some()),
        ];
        for (name, holds, is_there) in kinds {
            if !holds && nodes.iter().any(|&node| is_there(tree.annotations(node))) {
                lost.push(name.to_owned());
            }
        }
        if !self.outcome && tree.outcome.is_some() {
            lost.push("the result".to_owned());
        }
        if tree.termination.is_some() {
            lost.push("why the game ended".to_owned());
        }
        if let Some(held) = self.tags {
            let is_lost = |name: &str| name != "Result" && !held.contains(&name);
            lost.extend(
                tree.tags.iter().filter(|(name, _)| is_lost(name)).map(|(name, _)| format!("tag {name}")),
            );
        }
        lost
    }
}
