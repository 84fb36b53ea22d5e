//! The opening tree of self-play games: the moves played in the positions of the first plies, and their scores.
//!
//! All games that began from the initial position count. Transpositions are the same position, and in xiangqi and
//! zhonggong so are mirror images. A move that was not searched, because it was random or belonged to an opening, is
//! not a choice of the engine: it leads to further positions of the tree, but counts neither as a move of its position
//! nor in the shares. Later moves in the same game count as in any other game.

mod markdown;
mod tree;

use std::path::PathBuf;

use crate::base::Notation;
use crate::games::{Game, Variant, with_game};
use crate::lab::data::{DataReader, Replayer};
use crate::lab::selection::{self, SelectionError};

use tree::Tree;

/// The part of the tree to produce.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpeningLimits {
    /// The number of plies of each game.
    pub plies: usize,
    /// Moves played in fewer games are left out.
    pub min_games: u32,
    /// Moves with a smaller share of the games of their position, from 0 to 1, are left out.
    pub min_share: f64,
}

impl Default for OpeningLimits {
    fn default() -> Self {
        Self { plies: 10, min_games: 30, min_share: 0.05 }
    }
}

/// The opening tree of some files. Its text form is Markdown.
#[derive(Debug, Clone, PartialEq)]
pub struct OpeningTree {
    /// The variant.
    pub variant: Variant,
    /// The limits.
    pub limits: OpeningLimits,
    /// The number of games that began from the initial position.
    pub games: u64,
    /// The number of games from other positions, which do not count.
    pub other_games: u64,
    /// How the games of each file were generated.
    pub recipes: Vec<String>,
    /// Messages about files in which games are missing.
    pub incomplete: Vec<String>,
    /// The moves in the initial position, the most frequent first.
    pub moves: Vec<OpeningMove>,
}

/// A move in a position of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct OpeningMove {
    /// The protocol's text.
    pub text: String,
    /// The name, if it differs from the text.
    pub name: Option<String>,
    /// The number of games in which the engine chose the move in this position.
    pub games: u32,
    /// The share of these among the games in which the engine chose a move in this position, from 0 to 1.
    pub share: f64,
    /// The expected score of the mover in these games, from 0 to 1: wins and half of the draws.
    pub score: f64,
    /// The mean score of the searches of the position after the move, in units of the evaluation from the mover's point
    /// of view; `None` if there were none. Decisive scores are left out.
    pub search: Option<f64>,
    /// The continuation.
    pub next: Continuation,
}

/// The continuation of a move of the tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Continuation {
    /// The moves of the position after it.
    Moves(Vec<OpeningMove>),
    /// The position is already in the tree, after these moves or as the mirror image of the position after them.
    Transposition(Vec<String>),
}

/// Collects the opening tree from all games found in these files.
///
/// # Errors
///
/// If the files contain games of different variants or options, or cannot be read.
pub fn opening_tree(files: &[PathBuf], limits: OpeningLimits) -> Result<OpeningTree, SelectionError> {
    let (variant, readers) = selection::open(files)?;
    with_game!(variant, G => collect::<G>(variant, readers, limits))
}

fn collect<G: Game>(
    variant: Variant,
    readers: Vec<DataReader>,
    limits: OpeningLimits,
) -> Result<OpeningTree, SelectionError> {
    let Some(first) = readers.first() else { return Err(SelectionError::NoFiles) };
    let start = Replayer::<G::Position>::new(first.path(), first.header())?;
    let options = first.header().options.clone();
    let mut tree = Tree::new(G::Position::start(start.options()));
    let (mut games, mut other_games) = (0, 0);
    let (mut recipes, mut incomplete) = (Vec::new(), Vec::new());
    for mut reader in readers {
        if reader.header().options != options {
            return Err(SelectionError::OtherOptions { path: reader.path().to_owned() });
        }
        let replayer = Replayer::<G::Position>::new(reader.path(), reader.header())?;
        recipes.push(reader.header().recipe.clone());
        for game in &mut reader {
            let mut game = game?;
            if game.fen.is_some() {
                other_games += 1;
                continue;
            }
            games += 1;
            // The ply after the last one has the score of its move.
            game.plies.truncate(limits.plies.saturating_add(1));
            tree.add(&replayer, &game, limits.plies)?;
        }
        incomplete.extend(reader.check_complete().err().map(|error| error.to_string()));
    }
    let moves = tree.moves(start.options(), limits);
    Ok(OpeningTree { variant, limits, games, other_games, recipes, incomplete, moves })
}
