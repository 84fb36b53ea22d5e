use std::num::{NonZeroU64, NonZeroUsize};
use std::time::{Duration, Instant};

use crate::base::Move;
use crate::search::TableRules;

use super::{Features, Overrides, Skill, Variety};

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search, which ends when it reaches the first of them; without limits, it runs until it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// When the search was requested: its time counts from then; `None`: from its start.
    pub asked: Option<Instant>,
    /// Allocate time for the move according to this clock.
    pub clock: Option<Clock>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The hard node limit: nodes visited by all threads.
    pub nodes: Option<u64>,
    /// The soft node limit: begin no new iteration after this many nodes, visited by all threads. It is scaled by
    /// [`Stability::effort`](super::Stability::effort), like the soft limit of a clock. As iterations are completed, a
    /// search takes about three times as many nodes.
    pub soft_nodes: Option<u64>,
    /// End when a mate in at most this many moves (not plies) of the side to move is found.
    pub mate: Option<u32>,
    /// End at the latest after this time, counted from the start, even if infinite or pondering. Enforced by the
    /// search's [`Control`](super::Control), see [`Control::ending_after`](super::Control::ending_after).
    pub time_limit: Option<Duration>,
    /// Search until stopped, even if a mate is found or the last depth completed.
    pub infinite: bool,
    /// Ponder on the opponent's clock: end only after [`Control::ponder_hit`](super::Control::ponder_hit), and count
    /// time from then on.
    pub ponder: bool,
    /// Search only these root moves; all if empty.
    pub moves: Vec<Move>,
}

/// How to search, regardless of the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchOptions {
    /// The delay between the engine's answer and the stopping of its clock; subtracted from all available times.
    pub overhead: Duration,
    /// Count nodes instead of time, this many per millisecond, so that a search under a clock is the same on every
    /// machine. `None`: real time.
    pub nodes_as_time: Option<NonZeroU64>,
    /// The number of principal variations to search and report.
    pub lines: NonZeroUsize,
    /// Contempt, in units of the evaluation: a draw scores minus this for the root's side to move and plus this for its
    /// opponent. Negative if a draw is welcome.
    pub contempt: i32,
    /// How tables of endings and proofs are used.
    pub tables: TableRules,
    /// The playing strength.
    pub skill: Skill,
    /// How the played move varies; `None`: the best move is played. It has no effect if several lines are searched.
    pub variety: Option<Variety>,
    /// Whether limited strength takes as much time for a move as a person would, more for difficult ones. It has no
    /// effect without a clock or a move time.
    pub human_time: bool,
    /// The features of the search to use.
    pub features: Features,
    /// The search parameters that differ from the game's defaults.
    pub overrides: Overrides,
}

impl SearchOptions {
    /// The largest absolute value of [`SearchOptions::contempt`] that clients may set: about a winning advantage.
    pub const MOST_CONTEMPT: i32 = 500;

    /// Whether the search looks only for the best line.
    pub fn has_one_line(&self) -> bool {
        self.lines == NonZeroUsize::MIN
    }
}

/// The best line, at full strength, without tables of endings and proofs: what is loaded, and what other searches of
/// the process have found, has no influence.
impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            overhead: Duration::ZERO,
            nodes_as_time: None,
            lines: NonZeroUsize::MIN,
            contempt: 0,
            tables: TableRules::UNUSED,
            skill: Skill::default(),
            variety: None,
            human_time: false,
            features: Features::default(),
            overrides: Overrides::default(),
        }
    }
}
