//! Balanced opening moves for Swap, after which the opponent chooses a colour.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::base::{lock, shorten};
use crate::protocol::errors::{GomocupError, SearchProblem};
use crate::protocol::input::words;
use crate::protocol::numbers::integer;
use crate::protocol::output::Output;
use crate::protocol::session::{Answer, InfoLine, SearchListener, Session};
use crate::search::Bound;

use super::listener::{Search, SearchState, message, write_problem};
use super::points::comma_text;
use super::{Allowance, Gomocup};

/// The minimum time for scoring all moves, which no clock limits.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// The value of `MultiPV`: high enough that each iteration scores every move.
const LINES: usize = 256;

/// Answers with the moves whose score is closest to a target.
struct BalanceListener {
    output: Output,
    state: Arc<Mutex<SearchState>>,
    /// 1, or 2 for a move of each side.
    moves: usize,
    /// The target, for the side to move, in the units of `MESSAGE … score`.
    score: i32,
    /// The last variation of each first move.
    lines: HashMap<String, InfoLine>,
}

impl BalanceListener {
    /// The variation whose score is closest to the target; of several, the one with the best rank.
    fn best_line(&mut self) -> Option<InfoLine> {
        let wanted = self.score;
        let distance = |line: &InfoLine| (line.report.score.value().abs_diff(wanted), line.report.line);
        self.lines.drain().map(|(_, line)| line).min_by_key(distance)
    }
}

impl SearchListener for BalanceListener {
    fn line(&mut self, line: &InfoLine) {
        if line.report.bound == Bound::Exact
            && line.moves.len() >= self.moves
            && let Some(first) = line.moves.first()
        {
            self.lines.insert(first.clone(), line.clone());
        }
    }

    fn problem(&mut self, problem: &SearchProblem) {
        write_problem(&self.output, problem);
    }

    fn done(&mut self, _answer: &Answer) {
        let line = self.best_line();
        let mut state = lock(&self.state);
        state.has_ended = true;
        let Some(line) = line else {
            self.output.failure("ERROR no balanced moves were found");
            return;
        };
        state.answer = Some((line.moves[0].clone(), None));
        state.second = line.moves.get(1).filter(|_| self.moves == 2).cloned();
        drop(state);
        let points = line.moves.iter().take(self.moves).filter_map(|text| comma_text(text));
        self.output.lines([message(&line)].into_iter().chain(points));
    }
}

impl Gomocup {
    /// Searches for a move, or for a move of each side, after which the score for the side now to move is closest to
    /// the one in `rest`, by default zero.
    pub(super) fn balance(
        &mut self,
        moves: usize,
        rest: &str,
        session: &mut Session,
    ) -> Result<(), GomocupError> {
        let score = match words(rest).next() {
            None => 0,
            Some(word) => integer(word)
                .and_then(|score| i32::try_from(score).ok())
                .ok_or_else(|| GomocupError::Score(shorten(word)))?,
        };
        self.finish_search(session)?;
        let state = Arc::new(Mutex::new(SearchState::default()));
        let listener = BalanceListener {
            output: self.output.clone(),
            state: Arc::clone(&state),
            moves,
            score,
            lines: HashMap::new(),
        };
        self.search = Some(Search { state, started: Instant::now(), expected: None });
        let turn = self.allowance.turn.max(LEAST_TIME);
        let allowance = Allowance { turn, whole: None, ..self.allowance };
        self.search_within(&allowance, LINES, false, session, Box::new(listener))
    }
}
