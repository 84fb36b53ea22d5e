//! Games as JSON, as in the answers of `record` and the output of `convert`; `protocol.md` describes the members.

use std::collections::HashSet;
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::Outcome;
use crate::games::Variant;
use crate::games::xiangqi::COORDINATES;

use super::check::{check, plain_moves};
use super::json_node::{NodeJson, NodeJsonError, add_nodes, nodes_of};
use super::parsed::{Note, ParsedGame};
use super::pgn::TOLD_APART;
use super::tags::Tags;
use super::tree::{GameTree, NodeId, Step};
use super::{NotationError, ReadProblem, Termination};

/// A checked game.
#[derive(Debug, Serialize)]
pub struct GameJson {
    variant: Variant,
    start: String,
    moves: Vec<String>,
    players: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<Termination>,
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

/// Whether a tag is one of the facts: everything else is told by other members.
fn is_fact(name: &str) -> bool {
    !TOLD_APART.contains(&name) && !matches!(name, "White" | "Red" | "Black")
}

impl GameJson {
    /// The game, with its moves written under `numbering`: the values of options that determine how moves are written.
    ///
    /// # Errors
    ///
    /// If the main line contains anything other than moves.
    pub fn new(game: &ParsedGame, numbering: &[(String, String)]) -> Result<Self, NotationError> {
        plain_moves(&game.tree)?;
        Self::of_tree(game, numbering)
    }

    /// The same for a game whose main line may have null moves and edited boards: the moves are those before, and all
    /// of it is in the nodes.
    ///
    /// # Errors
    ///
    /// If the game is illegal, which a checked one is not.
    pub fn of_tree(game: &ParsedGame, numbering: &[(String, String)]) -> Result<Self, NotationError> {
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
        let played = tree.main_line().map_while(|node| match tree.step(node) {
            Step::Move { text, played: Some(_) } => Some(text.clone()),
            _ => None,
        });
        let moves = played.collect();
        let mut names = HashSet::new();
        let facts = tree.tags.iter().filter(|&(name, _)| is_fact(name) && names.insert(name));
        let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Ok(Self {
            variant: tree.variant,
            start: tree.start.clone().unwrap_or_default(),
            moves,
            players: tree.players().map(str::to_owned),
            outcome: tree.outcome,
            termination: tree.termination.clone(),
            options,
            facts,
            nodes: if tree.is_bare() { Vec::new() } else { nodes_of(tree) },
            notes: game
                .notes
                .iter()
                .map(|Note { line, code, text }| NoteJson { line: *line, code, text: text.clone() })
                .collect(),
        })
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// A game as a client sends it: with the members of [`GameJson`], of which only the variant is required.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentGame {
    variant: Variant,
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    players: Option<[String; 2]>,
    outcome: Option<Outcome>,
    termination: Option<Termination>,
    #[serde(default, deserialize_with = "pairs")]
    options: Vec<(String, String)>,
    #[serde(default, deserialize_with = "pairs")]
    facts: Vec<(String, String)>,
    #[serde(default)]
    nodes: Vec<NodeJson>,
    /// They are about the file that the game was read from.
    #[serde(default, rename = "notes")]
    _notes: IgnoredAny,
}

impl SentGame {
    /// The checked game, whose moves were written under `numbering`, the values of options that say how moves are
    /// written. Its tags stand in the order of those that the game had `before`.
    ///
    /// # Errors
    ///
    /// If the start is invalid, a move of the main line is illegal, or the nodes are no tree.
    pub fn check(
        self,
        numbering: &[(String, String)],
        before: Option<&Tags>,
    ) -> Result<ParsedGame, NotationError> {
        let tags = self.tags(before);
        let mut tree = GameTree::new(self.variant);
        tree.tags = tags;
        tree.start = self.start.filter(|fen| !fen.is_empty());
        tree.outcome = self.outcome;
        tree.termination = self.termination;
        tree.options = [&self.options[..], numbering].concat();
        if self.nodes.is_empty() {
            let mut at = NodeId::ROOT;
            for text in self.moves {
                at = tree.add(at, Step::of_text(text));
            }
        } else {
            add_nodes(&mut tree, self.nodes).map_err(|NodeJsonError(problem)| NotationError::Unreadable {
                line: 1,
                problem: ReadProblem::Nodes(problem),
            })?;
        }
        let mut game = check(ParsedGame::new(1, tree))?;
        if numbering.is_empty() {
            return Ok(game);
        }
        // What the check has added is kept.
        game.tree.options.retain(|option| self.options.contains(option) || !numbering.contains(option));
        check(game)
    }

    fn tags(&self, before: Option<&Tags>) -> Tags {
        let mut tags = before.cloned().unwrap_or_default();
        let is_gone = |name: &str| is_fact(name) && !self.facts.iter().any(|(own, _)| own == name);
        let gone: Vec<_> =
            tags.iter().map(|(name, _)| name.to_owned()).filter(|name| is_gone(name)).collect();
        for name in gone {
            tags.remove(&name);
        }
        if let Some(players) = &self.players {
            let mut known = GameTree::new(self.variant);
            known.tags = tags.clone();
            let first =
                if tags.get("White").is_none() && tags.get("Red").is_some() { "Red" } else { "White" };
            for ((name, player), known) in [first, "Black"].into_iter().zip(players).zip(known.players()) {
                if player != known {
                    tags.set(name, player.clone());
                }
            }
        }
        for (name, value) in &self.facts {
            tags.set(name, value.clone());
        }
        tags
    }
}

/// The members of an object in their order.
fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    struct Pairs;
    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object whose members are texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }
    deserializer.deserialize_map(Pairs)
}
