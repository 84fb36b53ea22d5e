use std::fmt::{self, Display, Formatter, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crate::arena::openings::{
    BookSettings, OpeningError, OpeningSource, Openings, RandomSettings, read_book_file,
};
use crate::arena::{Adjudication, Cause, WinRule};
use crate::games::{Game, Variant, with_game};
use crate::lab::data::{DataHeader, DataPlan};
use crate::search::Limits;

use super::DatagenError;
use super::fingerprint::fingerprint;

/// The settings that determine the games of self-play.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// The game.
    pub variant: Variant,
    /// The game options that are set, as names and values.
    pub options: Vec<(String, String)>,
    /// The node limit of each search.
    pub node_limit: NodeLimit,
    /// The seed of openings and random moves.
    pub seed: u64,
    /// How games begin.
    pub opening: OpeningRecipe,
    /// How the first searched moves vary; `None` if the best one is always played.
    pub variety: Option<Variety>,
    /// The number of random moves per thousand moves after the opening, instead of searched ones.
    pub random_move_permille: u32,
    /// When games are adjudicated; scores are in units of the evaluation.
    pub adjudication: Adjudication,
    /// Games that end by these causes are played, but not written.
    pub dropped: Vec<Cause>,
    /// The size of each thread's hash table in MiB.
    pub hash_mib: usize,
}

/// The node limit of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeLimit {
    /// Exactly this many nodes.
    Nodes(u64),
    /// No iteration starts after [`Limits::soft_nodes`], and the search stops at `limit` nodes.
    SoftNodes {
        /// The soft limit, which is scaled by the instability of the best move.
        soft: u64,
        /// The maximum number of nodes per move.
        limit: u64,
    },
}

impl NodeLimit {
    /// A soft limit, with a hard limit twelve times as high.
    pub const fn soft(soft: u64) -> Self {
        Self::SoftNodes { soft, limit: soft.saturating_mul(12) }
    }

    /// The limits of a search for this many lines.
    pub(super) fn limits(self, lines: NonZeroUsize) -> Limits {
        let times = |nodes: u64| Some(nodes.saturating_mul(lines.get() as u64));
        match self {
            Self::Nodes(nodes) => Limits { nodes: times(nodes), ..Limits::default() },
            Self::SoftNodes { soft, limit } => {
                Limits { nodes: times(limit), soft_nodes: times(soft), ..Limits::default() }
            }
        }
    }
}

/// The form used in the recipe of a file's header.
impl Display for NodeLimit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::SoftNodes { soft, limit } => write!(f, "nodes={limit} soft-nodes={soft}"),
        }
    }
}

/// Draws moves of the first plies at random among the best ones, so that games from the same position differ.
///
/// Such a search finds several lines, within that many times the nodes. A move that scores `loss` units less than the
/// best one is drawn with a weight of `margin + 1 − loss`, and never if it loses more than the margin. The best move is
/// played if its score is decisive. The ply's score is that of the best move, regardless of the move played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variety {
    /// The number of first plies that vary, including those of the opening.
    pub plies: usize,
    /// The maximum loss in units of the evaluation.
    pub margin: u32,
    /// The number of lines.
    pub lines: NonZeroUsize,
}

/// The form used in the recipe of a file's header.
impl Display for Variety {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.plies, self.margin, self.lines)
    }
}

/// How games of self-play begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpeningRecipe {
    /// With random plies, whose number cycles through this range, rejected until a short search finds the position
    /// balanced.
    Random {
        /// The number of plies.
        plies: RangeInclusive<usize>,
        /// The maximum imbalance, where 100 is the advantage with which a side scores about 75%.
        balance: u32,
        /// The nodes of the short search.
        nodes: u64,
    },
    /// From a book, in its order.
    Book(BookSettings),
}

/// The default rule for adjudicating wins: four moves of each side at five times the advantage with which a side scores
/// 75%, which wins 99.6% of games.
pub fn default_win_rule(variant: Variant) -> WinRule {
    WinRule {
        score: 5 * with_game!(variant, G => <G as Game>::SETTINGS.parameters.win_scale),
        moves: 4,
        one_sided: false,
    }
}

/// The words of a recipe that identify the engine.
///
/// # Errors
///
/// If there is not enough memory for the search that identifies it, or no thread.
pub(super) fn engine_words(variant: Variant) -> Result<String, DatagenError> {
    let engine = with_game!(variant, G => fingerprint::<G>())?;
    Ok(format!(concat!("program=quadriga-", env!("CARGO_PKG_VERSION"), " engine={:08x}"), engine))
}

impl Recipe {
    /// The header of a file with games of this recipe.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, since its checksum is part of the recipe, or if there is not enough memory or no
    /// thread for the search that identifies the engine.
    pub fn header(&self, plan: DataPlan) -> Result<DataHeader, DatagenError> {
        let engine = engine_words(self.variant)?;
        let mut words = format!("{engine} {} seed={} hash={}", self.node_limit, self.seed, self.hash_mib);
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
                let checksum = crc32fast::hash(&read_book_file(&book.path)?);
                say("book-crc", &format_args!("{checksum:08x}"));
                say("book-order", &format_args!("{:?}", book.order).to_string().to_lowercase());
                say("book-start", &book.start);
                if let Some(plies) = book.plies {
                    say("book-plies", &plies);
                }
            }
        }
        if let Some(variety) = &self.variety {
            say("vary", variety);
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
        Ok(DataHeader {
            variant: self.variant,
            options: self.options.clone(),
            recipe: words,
            plan: Some(plan),
        })
    }

    /// The sources of openings: game `i` uses opening `i` of the source with index `i` modulo their number.
    ///
    /// # Errors
    ///
    /// If the game does not have an option, or the book is invalid.
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
