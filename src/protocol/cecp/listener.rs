use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::base::{Score, lock};
use crate::protocol::dialect::Waker;
use crate::protocol::errors::SearchProblem;
use crate::protocol::numbers::per_second;
use crate::protocol::output::Output;
use crate::protocol::session::{Answer, InfoLine, SearchListener};
use crate::search::{Bound, Report};

/// Added to the number of moves to a mate, to distinguish it from other scores.
const MATE: i32 = 100_000;

/// What a search has reported so far.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub depth: u32,
    pub nodes: u64,
    /// The best move.
    pub best: Option<String>,
    /// The root move that is being searched, and its number from 1.
    pub current: Option<(String, usize)>,
    /// The answer, once the search has ended.
    pub answer: Option<Answer>,
}

/// Records the reports of a search for the session, and writes them as thinking output if the client wants it.
pub(super) struct CecpListener {
    pub output: Output,
    pub posts: Arc<AtomicBool>,
    pub progress: Arc<Mutex<Progress>>,
    pub waker: Waker,
}

impl SearchListener for CecpListener {
    fn line(&mut self, line: &InfoLine) {
        let mut progress = lock(&self.progress);
        (progress.depth, progress.nodes) = (line.report.depth, line.report.nodes);
        if line.report.line == 1 {
            progress.best = line.moves.first().cloned();
        }
        drop(progress);
        if self.posts.load(Relaxed) {
            self.output.information([thinking_line(line)]);
        }
    }

    fn current_move(&mut self, depth: u32, text: &str, number: usize) {
        let mut progress = lock(&self.progress);
        progress.depth = depth;
        progress.current = Some((text.to_owned(), number));
    }

    fn problem(&mut self, problem: &SearchProblem) {
        match problem {
            SearchProblem::Panicked(error) => self.output.failure(format_args!("tellusererror {error}")),
            _ => self.output.line(format_args!("# {problem}")),
        }
    }

    fn done(&mut self, answer: &Answer) {
        lock(&self.progress).answer = Some(answer.clone());
        self.waker.wake();
    }
}

/// A line of thinking output: depth, score, time in hundredths of a second, nodes, selective depth, nodes per second,
/// tablebase hits, and the variation after a tab, with a mark if the score is a bound.
fn thinking_line(line: &InfoLine) -> String {
    let Report { depth, selective_depth, nodes, time, table_hits: hits, .. } = line.report;
    let (score, time, speed) = (score(line.report.score), time.as_millis() / 10, per_second(nodes, time));
    let mark = match line.report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let moves = line.moves.join(" ");
    format!("{depth} {score} {time} {nodes} {selective_depth} {speed} {hits}\t{moves}{mark}")
}

/// A score in hundredths of a pawn, or [`MATE`] and the number of moves to the mate.
fn score(score: Score) -> i32 {
    match score.mate_distance() {
        Some(plies) if plies > 0 => MATE + (plies + 1) / 2,
        Some(plies) => -MATE + plies / 2,
        None => score.value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_beyond_all_other_scores() {
        assert_eq!(score(Score::mate_at(1)), 100_001);
        assert_eq!(score(Score::mate_at(5)), 100_003);
        assert_eq!(score(Score::mated_at(2)), -100_001);
        assert_eq!(score(Score::mated_at(0)), -100_000);
        assert_eq!(score(Score::new(-41)), -41);
    }
}
