use crate::protocol::errors::SearchProblem;
use std::time::Duration;

use crate::base::{Key, Score, Side};
use crate::eval::Term;
use crate::search::{Report, SearchResult};

/// A search request. Moves are texts; nothing is checked yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::protocol) struct SearchRequest {
    /// The clocks of both sides, by [`Side::index`].
    pub clocks: [SideClock; 2],
    /// The clock of the side to move, if it was given as such; it has priority.
    pub own_clock: SideClock,
    /// Moves until the next time control; `None` or 0 if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Find a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Search until stopped.
    pub infinite: bool,
    /// Ponder: search until stopped, or until the ponder hit.
    pub ponder: bool,
    /// Search only these moves, if there are any.
    pub root_moves: Vec<String>,
    /// Do not search these moves.
    pub banned_moves: Vec<String>,
}

/// What is known of one side's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::protocol) struct SideClock {
    /// Time left.
    pub remaining: Option<Duration>,
    /// Time added after each move.
    pub increment: Option<Duration>,
}

/// The time for a search none of whose limits could be parsed.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

impl SearchRequest {
    /// The request if all limits were ignored. Without any limit, the search would not end.
    pub(in crate::protocol) fn fallback() -> Self {
        Self { move_time: Some(FALLBACK_TIME), ..Self::default() }
    }

    /// Whether only a command can end the search.
    pub(in crate::protocol) fn is_endless(&self) -> bool {
        self.infinite || self.ponder || !self.has_limit()
    }

    fn has_limit(&self) -> bool {
        self.clocks.iter().chain([&self.own_clock]).any(|clock| clock.remaining.is_some())
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// The clock of `side`.
    pub(in crate::protocol) fn clock_mut(&mut self, side: Side) -> &mut SideClock {
        &mut self.clocks[side.index()]
    }

    /// The time left and the increment of `side`. If only one side's clock was given, it is used for both.
    pub(in crate::protocol) fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        let clocks = [self.own_clock, self.clocks[side.index()], self.clocks[side.opponent().index()]];
        let remaining = clocks.iter().find_map(|clock| clock.remaining)?;
        Some((remaining, clocks.iter().find_map(|clock| clock.increment).unwrap_or_default()))
    }
}

/// A report of a search, with its moves as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct InfoLine {
    /// The report.
    pub report: Report,
    /// The principal variation.
    pub moves: Vec<String>,
    /// The probabilities of a win, draw and loss, in thousandths.
    pub chances: [u32; 3],
}

/// The result of a search, with its moves as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Answer {
    /// The result.
    pub result: SearchResult,
    /// The best move; `None` if there is no legal move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

/// Receives the reports of a search, on the search's thread, and writes them in the client's protocol. Methods must not
/// wait for the client, as the search waits for them.
pub(in crate::protocol) trait SearchListener: Send {
    /// A principal variation was found or refined.
    fn line(&mut self, line: &InfoLine);
    /// The search begins the root move of this number, from 1.
    fn current_move(&mut self, depth: u32, text: &str, number: usize) {
        let _ = (depth, text, number);
    }
    /// It is proved that a side wins in at most this number of plies. Called before the search.
    fn proved(&mut self, winner: &str, plies: u16) {
        let _ = (winner, plies);
    }
    /// Something went wrong. Called before [`SearchListener::done`].
    fn problem(&mut self, problem: &SearchProblem);
    /// The search has ended. Called exactly once, after all other reports.
    fn done(&mut self, answer: &Answer);
}

/// A position, as shown to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Description {
    /// The board, several lines.
    pub diagram: String,
    /// Its FEN.
    pub fen: String,
    /// Its key.
    pub key: Key,
    /// The side to move.
    pub side_to_move: Side,
    /// Facts specific to the game, as name and value.
    pub facts: Vec<(&'static str, String)>,
}

/// A static evaluation and its terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct Evaluation {
    /// The name of the network that is used; `None` if there is none.
    pub network: Option<String>,
    /// The terms.
    pub terms: Vec<Term>,
    /// The evaluation, for the side to move.
    pub score: Score,
    /// The side to move.
    pub side_to_move: Side,
}
