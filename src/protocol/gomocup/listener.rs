use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::base::lock;
use crate::protocol::dialect::Waker;
use crate::protocol::errors::SearchProblem;
use crate::protocol::numbers::per_second;
use crate::protocol::output::Output;
use crate::protocol::session::{Answer, InfoLine, SearchListener};
use crate::search::Report;

use super::points::comma_text;

/// What a search and the session share.
#[derive(Debug, Default)]
pub(super) struct SearchState {
    /// Whether nothing is written because the search is pondering.
    pub is_silent: bool,
    pub has_ended: bool,
    /// The best move, until it is made on the session's board, and the expected reply.
    pub answer: Option<(String, Option<String>)>,
    /// The opponent's move after it, if the answer is a pair of moves.
    pub second: Option<String>,
}

/// A running search for a move, or a finished one whose move has not been made on the session's board yet.
pub(super) struct Search {
    pub state: Arc<Mutex<SearchState>>,
    /// When the clock was started.
    pub started: Instant,
    /// While the search ponders, the expected move, which has been made on the session's board.
    pub expected: Option<String>,
}

/// Writes the reports of a search as messages, then the best move.
pub(super) struct GomocupListener {
    pub output: Output,
    pub waker: Waker,
    pub state: Arc<Mutex<SearchState>>,
    /// Whether the client shows the progress of the search. Otherwise only the last report is written.
    pub shows_progress: bool,
    /// The last report, if it was not written yet.
    pub message: String,
    /// The root move that is being searched.
    pub current: Option<String>,
}

/// The report of a search, as a message.
pub(super) fn message(line: &InfoLine) -> String {
    let Report { depth, selective_depth, score, nodes, time, .. } = line.report;
    let moves: Vec<_> = line.moves.iter().filter_map(|text| comma_text(text)).collect();
    let speed = per_second(nodes, time);
    format!(
        "MESSAGE depth {depth}-{selective_depth} score {score} nodes {nodes} nps {speed} pv {}",
        moves.join(" ")
    )
}

/// Writes a problem that occurred in a search.
pub(super) fn write_problem(output: &Output, problem: &SearchProblem) {
    match problem {
        SearchProblem::Panicked(error) => output.failure(format_args!("DEBUG {error}")),
        _ => output.line(format_args!("MESSAGE {problem}")),
    }
}

impl GomocupListener {
    fn is_silent(&self) -> bool {
        lock(&self.state).is_silent
    }
}

impl SearchListener for GomocupListener {
    fn line(&mut self, line: &InfoLine) {
        let message = message(line);
        if !self.shows_progress || self.is_silent() {
            if line.report.line == 1 {
                self.message = message;
            }
            return;
        }
        let best = line.moves.first().filter(|_| line.report.line == 1).and_then(|text| comma_text(text));
        let best = best.map(|best| format!("MESSAGE REALTIME BEST {best}"));
        self.output.information(best.into_iter().chain([message]));
    }

    fn current_move(&mut self, _depth: u32, text: &str, number: usize) {
        if !self.shows_progress || self.is_silent() {
            return;
        }
        let refresh = (number == 1).then(|| "MESSAGE REALTIME REFRESH".to_owned());
        let done = self.current.take().map(|point| format!("MESSAGE REALTIME DONE {point}"));
        self.current = comma_text(text);
        let next = self.current.as_ref().map(|point| format!("MESSAGE REALTIME POS {point}"));
        self.output.information([done, refresh, next].into_iter().flatten());
    }

    fn problem(&mut self, problem: &SearchProblem) {
        if !self.is_silent() || matches!(problem, SearchProblem::Panicked(_)) {
            write_problem(&self.output, problem);
        }
    }

    fn done(&mut self, answer: &Answer) {
        let mut state = lock(&self.state);
        state.has_ended = true;
        if state.is_silent {
            return;
        }
        let Some((best, point)) = answer.best.as_ref().and_then(|best| Some((best, comma_text(best)?)))
        else {
            self.output.failure("ERROR there is no legal move");
            return;
        };
        state.answer = Some((best.clone(), answer.ponder.clone()));
        drop(state);
        let message = std::mem::take(&mut self.message);
        self.output.lines([message, point].iter().filter(|line| !line.is_empty()));
        self.waker.wake();
    }
}
