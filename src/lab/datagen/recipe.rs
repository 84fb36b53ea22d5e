use std::fmt::{self, Display, Formatter, Write};
use std::ops::RangeInclusive;

use crate::arena::openings::{BookSettings, OpeningError, OpeningSource, Openings, RandomSettings};
use crate::arena::{Adjudication, Cause, WinRule};
use crate::engine::{GameVisitor, visit_game};
use crate::eval::Evaluator;
use crate::lab::data::DataHeader;
use crate::rules::Variant;
use crate::search::Limits;

use super::DatagenError;
use super::fingerprint::Fingerprint;

/// All that decides what the games of self-play are.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// The game.
    pub variant: Variant,
    /// The game's own options that are set, as name and value.
    pub options: Vec<(String, String)>,
    /// How long each move is searched.
    pub node_limit: NodeLimit,
    /// The seed of openings and random moves.
    pub seed: u64,
    /// How games begin.
    pub opening: OpeningRecipe,
    /// How many of a thousand moves behind the opening are drawn by lot instead of searched for.
    pub random_move_permille: u32,
    /// When a game ends before the rules end it; scores are in units of the evaluation.
    pub adjudication: Adjudication,
    /// Games that end so are played, but not written.
    pub dropped: Vec<Cause>,
    /// The size of each thread's hash table in MiB.
    pub hash_mib: usize,
}

/// How long a move of self-play is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeLimit {
    /// Exactly so many positions are visited.
    Nodes(u64),
    /// No iteration begins after [`Limits::soft_nodes`], and the search ends at `limit` positions.
    SoftNodes {
        /// The soft limit, scaled by how open the choice of a move is.
        soft: u64,
        /// The most positions visited for one move.
        limit: u64,
    },
}

impl NodeLimit {
    /// So many soft nodes, and at most twelve times as many positions for one move.
    pub const fn soft(soft: u64) -> Self {
        Self::SoftNodes { soft, limit: soft.saturating_mul(12) }
    }

    pub(super) fn limits(self) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Self::SoftNodes { soft, limit } => {
                Limits { nodes: Some(limit), soft_nodes: Some(soft), ..Limits::default() }
            }
        }
    }
}

/// As a file's recipe names it.
impl Display for NodeLimit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::SoftNodes { soft, limit } => write!(f, "nodes={limit} soft-nodes={soft}"),
        }
    }
}

/// How games of self-play begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpeningRecipe {
    /// With plies drawn by lot, as many as these in turn, until a quick search calls the outcome balanced.
    Random {
        /// How many plies.
        plies: RangeInclusive<usize>,
        /// How far from equal the outcome may be, where 100 is the advantage with which a side wins about three of four games.
        balance: u32,
        /// Positions that the quick search visits.
        nodes: u64,
    },
    /// From a book, whose openings come in turn.
    Book(BookSettings),
}

/// When a game of self-play usually counts as won: when both sides have agreed for four moves each that one is ahead by five
/// times the advantage with which a side wins three of four games, which is to win 99.6 % of them.
pub fn default_win_rule(variant: Variant) -> WinRule {
    struct Scale;
    impl GameVisitor for Scale {
        type Output = i32;
        fn visit<E: Evaluator>(self) -> i32 {
            E::MARGINS.win_scale
        }
    }
    WinRule { score: 5 * visit_game(variant, Scale), moves: 4 }
}

impl Recipe {
    /// The recipe as a file's header tells it.
    ///
    /// # Errors
    /// Where the book cannot be read, as its checksum is a part of the recipe, or where there is no memory for the search that
    /// tells this engine from others.
    pub fn header(&self) -> Result<DataHeader, DatagenError> {
        let engine = visit_game(self.variant, Fingerprint)?;
        let mut words = format!(
            concat!("program=quadriga-", env!("CARGO_PKG_VERSION"), " engine={:08x} {} seed={} hash={}"),
            engine, self.node_limit, self.seed, self.hash_mib
        );
        let mut say = |name: &str, value: &dyn std::fmt::Display| {
            // Writing to a string cannot fail.
            let _ = write!(words, " {name}={value}");
        };
        match &self.opening {
            OpeningRecipe::Random { plies, balance, nodes } => {
                say("opening-plies", &format_args!("{}-{}", plies.start(), plies.end()));
                say("balance", balance);
                say("balance-nodes", nodes);
            }
            OpeningRecipe::Book(book) => {
                let io = |error| OpeningError::Io { path: book.path.clone(), error };
                let checksum = crc32fast::hash(&std::fs::read(&book.path).map_err(io)?);
                say("book-crc", &format_args!("{checksum:08x}"));
                say("book-order", &format_args!("{:?}", book.order).to_string().to_lowercase());
                say("book-start", &book.start);
                if let Some(plies) = book.plies {
                    say("book-plies", &plies);
                }
            }
        }
        if self.random_move_permille > 0 {
            say("stray", &self.random_move_permille);
        }
        if let Some(rule) = self.adjudication.win {
            say("win-rule", &format_args!("{}/{}", rule.score, rule.moves));
        }
        if let Some(rule) = self.adjudication.draw {
            say("draw-rule", &format_args!("{}/{}/{}", rule.score, rule.moves, rule.from_move));
        }
        if let Some(plies) = self.adjudication.max_plies {
            say("max-plies", &plies);
        }
        for cause in &self.dropped {
            say("drop", &cause.to_string().replace(' ', "-"));
        }
        Ok(DataHeader { variant: self.variant, options: self.options.clone(), recipe: words })
    }

    /// The openings, of which game `i` takes number `i` of the list at index `i` modulo their count.
    ///
    /// # Errors
    /// Where an option is none of the game's, or the book cannot be read.
    pub(super) fn openings(&self) -> Result<Vec<Openings>, OpeningError> {
        let sources = match &self.opening {
            OpeningRecipe::Random { plies, balance, nodes } => plies
                .clone()
                .map(|plies| {
                    OpeningSource::Random(RandomSettings { plies, balance: *balance, nodes: *nodes })
                })
                .collect(),
            OpeningRecipe::Book(book) => vec![OpeningSource::Book(book.clone())],
        };
        sources.iter().map(|source| Openings::new(self.variant, &self.options, source, self.seed)).collect()
    }
}
