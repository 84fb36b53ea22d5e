use crate::protocol::errors::SearchPanicked;
use std::time::Duration;

use crate::base::{Key, MoveError, Score, Side};
use crate::search::Bound;

/// What a client asks a search for. Moves are texts; nothing is checked yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::protocol) struct SearchRequest {
    /// The clocks of both sides, by [`Side::index`].
    pub clocks: [SideClock; 2],
    /// Moves until the next time control; nothing, or 0, where the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Search exactly this long.
    pub move_time: Option<Duration>,
    /// Complete iterations up to this depth, in plies.
    pub depth: Option<u32>,
    /// Visit this many positions.
    pub nodes: Option<u64>,
    /// Look for a win in at most this many moves.
    pub mate: Option<u32>,
    /// Search until stopped.
    pub infinite: bool,
    /// The opponent is still to move; search until stopped, or until it moves as expected.
    pub ponder: bool,
    /// Look at these moves alone, where there are any.
    pub root_moves: Vec<String>,
}

/// One side's clock, as far as the client gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::protocol) struct SideClock {
    /// Time left.
    pub remaining: Option<Duration>,
    /// Time added after each move.
    pub increment: Option<Duration>,
}

impl SearchRequest {
    /// Whether nothing but a command of the client's ends the search.
    pub(in crate::protocol) fn is_endless(&self) -> bool {
        self.infinite || self.ponder || !self.has_limit()
    }

    fn has_limit(&self) -> bool {
        self.clocks.iter().any(|clock| clock.remaining.is_some())
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// The time left and the increment of `side`. Where the client gave but one side's clock, it counts for both.
    pub(super) fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        let (own, other) = (self.clocks[side.index()], self.clocks[side.opponent().index()]);
        let remaining = own.remaining.or(other.remaining)?;
        Some((remaining, own.increment.or(other.increment).unwrap_or_default()))
    }
}

/// A line of play that the search found, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct InfoLine {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The line's rank among the best lines, from 1.
    pub rank: usize,
    /// The line's score for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// The chances to win, draw and lose, in thousandths.
    pub chances: [u32; 3],
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hash_full: u32,
    /// The moves of the line.
    pub moves: Vec<String>,
}

/// The result of a search, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Answer {
    /// The best move; none where there is no legal move.
    pub best: Option<String>,
    /// The answer that the search expects.
    pub ponder: Option<String>,
    /// The best move's score; what having no move means where there is none.
    pub score: Score,
    /// The depth of the last completed iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// Receives what a search reports, on the search's own thread, and writes it in its dialect. Nothing here may wait for
/// the client: the search waits as long.
pub(in crate::protocol) trait SearchListener: Send {
    /// One of the moves asked for is not legal, and is left out. Called before the search starts.
    fn ignored(&mut self, error: &MoveError);
    /// A line was found or refined.
    fn line(&mut self, line: &InfoLine);
    /// The search begins to search the root move of this number, from 1.
    fn current_move(&mut self, depth: u32, text: &str, number: usize);
    /// The session's limit of time for one search has ended it. Called before [`SearchListener::done`].
    fn time_limit_reached(&mut self, limit: Duration);
    /// Something went wrong in the search that is a bug of the engine. Called right before the end.
    fn failed(&mut self, error: SearchPanicked);
    /// The search has ended; the last call.
    fn done(&mut self, answer: &Answer);
}

/// A position as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Description {
    /// The board, several lines.
    pub diagram: String,
    /// Its FEN.
    pub fen: String,
    /// Its key.
    pub key: Key,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// The game's facts about it, as name and value.
    pub facts: Vec<(&'static str, String)>,
}

/// A static evaluation and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Evaluation {
    /// The parts, as name and value for the first player.
    pub parts: Vec<(&'static str, i32)>,
    /// The sum, from the view of the side to move.
    pub score: Score,
    /// The side to move.
    pub side_to_move: Side,
}
