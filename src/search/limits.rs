use std::time::Duration;

use crate::base::Move;

use super::{Features, Overrides, Skill};

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; nothing where the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. The first limit that is reached ends it; with none it runs until it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Use this clock well, and never overstep it.
    pub clock: Option<Clock>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// What is lost between the engine's answer and the clock's stopping: taken off every time.
    pub overhead: Duration,
    /// Complete iterations up to this depth, in plies.
    pub depth: Option<u32>,
    /// Positions visited, by all threads.
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many positions, visited by all threads: more while the choice of a move is open,
    /// fewer where it is clear, as under a clock. As iterations are completed, it comes to about three times as many.
    pub soft_nodes: Option<u64>,
    /// A proven win in at most this many moves (not plies) of the side to move.
    pub mate: Option<u32>,
    /// End after so long, counted from the start, in any case: an infinite search and one that ponders as well. The
    /// search's [`Control`](super::Control) sees to it.
    pub time_limit: Option<Duration>,
    /// Do not end before being stopped, whatever is found.
    pub infinite: bool,
    /// The opponent's clock is running: end only once told of a ponder hit, and count time from then on.
    pub ponder: bool,
    /// Look only at these root moves; at all where it is empty.
    pub moves: Vec<Move>,
    /// How many best lines to report; one where it is 0.
    pub lines: usize,
    /// Count visited positions in place of time, this many to a millisecond (nothing or 0: real time), so that a
    /// search under a clock is the same on every machine.
    pub nodes_as_time: Option<u64>,
    /// By how much a draw is worth less than nothing to the root's side to move, and more to its opponent: in units of
    /// the evaluation, negative where a draw would be welcome.
    pub contempt: i32,
    /// How strongly to play.
    pub strength: Skill,
    /// The parts of the search to use.
    pub features: Features,
    /// The search's parameters that are to differ from the game's own.
    pub overrides: Overrides,
}

impl Limits {
    /// The most that [`Limits::contempt`] is, for either sign, as clients may set it: about what wins a game.
    pub const MOST_CONTEMPT: i32 = 500;
}
