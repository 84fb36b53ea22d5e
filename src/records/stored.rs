//! The lossless form of a game, in which the library keeps it: one line of JSON with everything that a [`GameTree`]
//! has. No format of game files holds all of that.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Outcome;
use crate::games::Variant;

use super::json_node::{NodeJson, add_nodes, nodes_of};
use super::parsed::ParsedGame;
use super::tree::{GameTree, NodeId, Step};
use super::{NotationError, Termination, check};

/// The members of the form. What stands at its default is left out.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredGame {
    variant: Variant,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    termination: Option<Termination>,
    /// The moves of a game that has nothing else, separated by blanks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    moves: String,
    /// All nodes of any other game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeJson>,
}

/// A text that is not a stored game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoredGameError {
    /// It is not of the form.
    #[error("it is not a stored game: {0}")]
    Form(String),
    /// Its start or its moves are against the rules.
    #[error(transparent)]
    Rules(#[from] NotationError),
}

/// A checked game in its lossless form, without a line end.
pub fn write_stored(tree: &GameTree) -> String {
    let mut stored = StoredGame {
        variant: tree.variant,
        options: tree.options.clone(),
        tags: tree.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        start: tree.start.clone(),
        outcome: tree.outcome,
        termination: tree.termination.clone(),
        moves: String::new(),
        nodes: Vec::new(),
    };
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    if tree.is_bare() && tree.main_moves().all(is_word) {
        stored.moves = tree.main_moves().collect::<Vec<_>>().join(" ");
    } else {
        stored.nodes = nodes_of(tree);
    }
    serde_json::to_string(&stored).expect("all members can be written as JSON")
}

/// Reads a game in its lossless form, and checks it by its rules.
///
/// # Errors
///
/// If the text is of another form, or the game is illegal.
pub fn read_stored(text: &str) -> Result<GameTree, StoredGameError> {
    Ok(check(ParsedGame::new(1, read_stored_unchecked(text)?))?.tree)
}

/// Reads a game in its lossless form without checking it by its rules, for what is said about it.
///
/// # Errors
///
/// If the text is of another form.
pub fn read_stored_unchecked(text: &str) -> Result<GameTree, StoredGameError> {
    let form = |error: &dyn std::fmt::Display| StoredGameError::Form(error.to_string());
    let stored: StoredGame = serde_json::from_str(text).map_err(|error| form(&error))?;
    let mut tree = GameTree::new(stored.variant);
    tree.options = stored.options;
    for (name, value) in stored.tags {
        tree.tags.set(&name, value);
    }
    tree.start = stored.start;
    tree.outcome = stored.outcome;
    tree.termination = stored.termination;
    if stored.nodes.is_empty() {
        let mut at = NodeId::ROOT;
        for text in stored.moves.split_whitespace() {
            at = tree.add(at, Step::of_text(text));
        }
    } else {
        add_nodes(&mut tree, stored.nodes).map_err(|error| form(&error))?;
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{RecordFormat, read};

    /// Games with everything that a file can say.
    const FILES: [(RecordFormat, &str); 5] = [
        (
            RecordFormat::PGN,
            "[Event \"a \\\"b\\\"\"]\n[Site \"?\"]\n[White \"Li\"]\n[Black \"王\"]\n[Result \"1/2-1/2\"]\n\
             [ECO \"C50\"]\n\n\
             {before} 1. e4 $1 {good [%clk 0:01:59.123456] [%csl Gd4] [%cal Re2e4]} ({instead} 1. d4 d5 (1... Nf6 \
             {[%eval 0.31,12]}) 2. c4) 1... e5 {[%eval #-3] [%emt 0:00:07]} 2. Nf3 1/2-1/2\n",
        ),
        (
            RecordFormat::PGN,
            "[FEN \"nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1\"]\n\n1. b3 -- 2. Ng3 *\n",
        ),
        (
            RecordFormat::PGN,
            "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Red \"a\"]\n\n1. H2-E2 H9-G7 1-0\n",
        ),
        (
            RecordFormat::Sgf,
            "(;GM[4]SZ[15]C[root]XX[own][other](;B[hh]C[one]LB[hh:A];W[hg]BL[10.5])(;B[gg]TR[gg]GB[2]))",
        ),
        (RecordFormat::MoveList, "e2e4 e7e5"),
    ];

    #[test]
    fn nothing_is_lost() {
        for (format, text) in FILES {
            let games = read(text, format).expect("legal games");
            assert!(!games.is_empty(), "{text}");
            for game in games {
                let stored = write_stored(&game.tree);
                assert!(!stored.contains('\n'), "{stored}");
                let found = read_stored(&stored).expect("a stored game");
                assert_eq!(found, game.tree, "{stored}");
                assert_eq!(write_stored(&found), stored);
            }
        }
    }

    #[test]
    fn damaged_texts_are_refused() {
        for (text, words) in [
            ("", "EOF"),
            ("{\"variant\":\"shogi\"}", "shogi"),
            ("{\"variant\":\"chess\",\"moves\":\"e2e5\"}", "e2e5"),
            ("{\"variant\":\"chess\",\"what\":1}", "what"),
            ("{\"variant\":\"chess\",\"start\":\"8/8 w\"}", "rank"),
            ("{\"variant\":\"chess\",\"nodes\":[{},{\"move\":\"e2e4\"}]}", "node 1 has no parent"),
            (
                "{\"variant\":\"chess\",\"nodes\":[{},{\"parent\":1,\"move\":\"e2e4\"}]}",
                "node 1 does not stand",
            ),
            ("{\"variant\":\"chess\",\"nodes\":[{},{\"parent\":0}]}", "node 1 is not one of"),
            ("{\"variant\":\"chess\",\"nodes\":[{\"shapes\":[\"?\"]}]}", "node 0 has a shape"),
            ("{\"variant\":\"chess\",\"nodes\":[{\"clock\":-1}]}", "milliseconds"),
        ] {
            let error = read_stored(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
