//! Solving gomoku: proofs that the side to move wins, as files of its moves, and the check of such files.
//!
//! The search for a proof ([`solve`]) tries few moves of the winner, those that the engine prefers, and answers every
//! reply of the opponent's. If the winner would win by threats after a pass, the replies on points that matter for that
//! win are looked at first (threat-space search: Allis, van den Herik, Huntjens, 1993), and all others once these are
//! answered. The moves to be tried next are selected by proof-number search.
//!
//! The check ([`check()`]) trusts none of this, see [`CheckError`].

/// Evaluates an expression for the [`Rule`](crate::games::gomoku::Rule) of a variant, as an `Option`:
/// `with_rule!(variant, R => f::<R>(argument))`.
macro_rules! with_rule {
    ($variant:expr, $R:ident => $value:expr) => {
        match $variant {
            $crate::games::Variant::Gomoku => {
                type $R = $crate::games::gomoku::Freestyle;
                Some($value)
            }
            $crate::games::Variant::GomokuStandard => {
                type $R = $crate::games::gomoku::Standard;
                Some($value)
            }
            $crate::games::Variant::Renju => {
                type $R = $crate::games::gomoku::Renju;
                Some($value)
            }
            _ => None,
        }
    };
}

mod book;
mod check;
mod journal;
mod question;
mod run;
mod tree;
mod verify;

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use thiserror::Error;

use crate::base::{FenError, GameError};
use crate::engine::EngineError;
use crate::games::Variant;
use crate::games::gomoku::solution::{Solution, SolutionError};

pub use book::{Book, BookError, BookProblem};
pub use check::{CheckError, CheckReport, CheckSettings, Part, check};
pub use journal::{Journal, JournalError, JournalProblem};
pub use run::{Outcome, SolveProgress, Start, read_guide, solve};

/// How a proof is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolveSettings {
    /// The variant: gomoku, standard gomoku or renju.
    pub variant: Variant,
    /// The numbers of positions that the two stages of the search for threats may visit.
    pub efforts: [u32; 2],
    /// The nodes of the search for a move of the winner's; ten times as many are searched with up to eight stones, and
    /// four times as many again for each move that was tried before.
    pub nodes: u64,
    /// The nodes of the long search for a move in a position that resists for long; `None`: there are no such searches.
    /// The move found is tried alone until it is refuted or resists even longer.
    pub long_nodes: Option<NonZeroU64>,
    /// A solution whose moves are tried first, also one of another variant: what wins there often wins here.
    pub guide: Option<Arc<Solution>>,
    /// Moves that are tried before all others in certain positions.
    pub book: Arc<Book>,
    /// The number of positions that are looked at at a time.
    pub threads: NonZeroUsize,
}

impl SolveSettings {
    /// The default efforts.
    pub const EFFORTS: [u32; 2] = [1000, 10_000];
    /// The default number of nodes.
    pub const NODES: u64 = 1_500;
    /// The default number of nodes of long searches.
    pub const LONG_NODES: u64 = 15_000_000;

    /// The default settings of a variant, without long searches, for one position at a time.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            efforts: Self::EFFORTS,
            nodes: Self::NODES,
            long_nodes: None,
            guide: None,
            book: Arc::default(),
            threads: NonZeroUsize::MIN,
        }
    }
}

/// A proof could not be searched for.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The variant is not solved by threats.
    #[error("{0} cannot be solved; gomoku, gomoku-standard and renju can")]
    Variant(Variant),
    /// The starting position cannot be read.
    #[error("the position: {0}")]
    Fen(#[from] FenError),
    /// A move of the starting position is not legal, or there are too many.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// The game is over in the starting position.
    #[error("the game is over in this position")]
    GameOver,
    /// The engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The known solution cannot be read, or the new one does not fit into a file.
    #[error("the proof: {0}")]
    Solution(#[from] SolutionError),
    /// The known solution is of another kind.
    #[error("the known proof has {what} {found}, not {wanted}")]
    Differs {
        /// What differs.
        what: &'static str,
        /// Its value in the known solution.
        found: String,
        /// Its value in the search.
        wanted: String,
    },
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// A bug: the search of a position panicked.
    #[error("the search of the position {0} has failed, which is a bug of quadriga")]
    Panic(String),
}
