//! Search reports in UCI's notation.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::base::{Score, lock};
use crate::protocol::errors::SearchProblem;
use crate::protocol::numbers::per_second;
use crate::protocol::output::Output;
use crate::protocol::session::{Answer, InfoLine, SearchListener};
use crate::search::Bound;

/// Reports an error as an `info string`, which clients may show and cannot misread.
pub(super) fn error_line(error: &dyn fmt::Display) -> String {
    format!("info string error {error}")
}

/// During this first part of a search, lines may be held back until the next one. Each separate write wakes the client;
/// at a few milliseconds per move, that would cost it more than everything else.
const FIRST_PART: Duration = Duration::from_millis(20);

/// Writes the reports of a search as `info` and `bestmove` lines.
pub(super) struct UciListener {
    output: Output,
    show_chances: bool,
    /// Whether the search ends by itself, in which case held-back lines are always written.
    ends_by_itself: bool,
    /// Whether a score was reported.
    has_reported: bool,
    /// Receives the best move, if the session is to make it.
    answer: Option<Arc<Mutex<Option<String>>>>,
    /// Lines held back until the next one.
    waiting: Vec<String>,
}

impl UciListener {
    pub(super) fn new(
        output: Output,
        show_chances: bool,
        ends_by_itself: bool,
        answer: Option<Arc<Mutex<Option<String>>>>,
    ) -> Self {
        Self { output, show_chances, ends_by_itself, has_reported: false, answer, waiting: Vec::new() }
    }

    /// Writes a line after those held back.
    fn write(&mut self, line: String) {
        self.waiting.push(line);
        self.output.information(self.waiting.drain(..));
    }
}

impl SearchListener for UciListener {
    fn line(&mut self, line: &InfoLine) {
        self.has_reported = true;
        let text = DisplayInfo { line, show_chances: self.show_chances }.to_string();
        if self.ends_by_itself && line.report.time < FIRST_PART {
            self.waiting.push(text);
        } else {
            self.write(text);
        }
    }

    fn current_move(&mut self, depth: u32, text: &str, number: usize) {
        self.write(format!("info depth {depth} currmove {text} currmovenumber {number}"));
    }

    fn proved(&mut self, winner: &str, plies: u16) {
        self.write(format!("info string proved: {winner} wins in at most {plies} plies"));
    }

    fn problem(&mut self, problem: &SearchProblem) {
        match problem {
            // This belongs to the answer and is not a failure of the command.
            SearchProblem::TimeLimit(_) | SearchProblem::Tablebase(_) => {
                self.waiting.push(error_line(problem));
            }
            SearchProblem::IgnoredMove(_) | SearchProblem::Panicked(_) => {
                self.output.failure(error_line(problem));
            }
        }
    }

    fn done(&mut self, answer: &Answer) {
        if let Some(slot) = &self.answer {
            lock(slot).clone_from(&answer.best);
        }
        let mut lines = std::mem::take(&mut self.waiting);
        let score = DisplayScore(answer.result.score);
        match &answer.best {
            None => {
                lines.push(format!("info depth 0 score {score}"));
                lines.push("bestmove (none)".to_owned());
            }
            Some(best) => {
                // Clients expect a score, and the search may have been too short to report one.
                if !self.has_reported {
                    let (depth, nodes) = (answer.result.depth, answer.result.nodes);
                    lines.push(format!("info depth {depth} score {score} nodes {nodes} pv {best}"));
                }
                let ponder = answer.ponder.as_ref().map_or(String::new(), |text| format!(" ponder {text}"));
                lines.push(format!("bestmove {best}{ponder}"));
            }
        }
        self.output.lines(lines);
    }
}

/// A score in UCI's notation: centipawns, or full moves to the mate.
pub(super) struct DisplayScore(pub Score);

impl fmt::Display for DisplayScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.mate_distance() {
            // The winner makes the first and the last of the remaining plies.
            Some(plies) if plies > 0 => write!(f, "mate {}", (plies + 1) / 2),
            Some(plies) => write!(f, "mate {}", plies / 2),
            None => write!(f, "cp {}", self.0),
        }
    }
}

struct DisplayInfo<'a> {
    line: &'a InfoLine,
    show_chances: bool,
}

impl fmt::Display for DisplayInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InfoLine { report, moves, chances } = self.line;
        write!(f, "info depth {} seldepth {} multipv {}", report.depth, report.selective_depth, report.line)?;
        write!(f, " score {}", DisplayScore(report.score))?;
        f.write_str(match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        if self.show_chances {
            let [win, draw, loss] = chances;
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write!(f, " nodes {} nps {}", report.nodes, per_second(report.nodes, report.time))?;
        write!(f, " hashfull {} tbhits {}", report.hash_full, report.table_hits)?;
        write!(f, " time {}", report.time.as_millis())?;
        if !moves.is_empty() {
            write!(f, " pv {}", moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::search::Report;

    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let shown = |score| DisplayScore(score).to_string();
        assert_eq!(shown(Score::mate_at(1)), "mate 1");
        assert_eq!(shown(Score::mate_at(5)), "mate 3");
        assert_eq!(shown(Score::mated_at(2)), "mate -1");
        assert_eq!(shown(Score::mated_at(6)), "mate -3");
        assert_eq!(shown(Score::mated_at(0)), "mate 0");
        assert_eq!(shown(Score::new(-41)), "cp -41");
        assert_eq!(shown(Score::rule_win_at(4)), "cp 29996");
    }

    /// A line reported this long after the start of a search.
    fn line_at(millis: u64) -> InfoLine {
        let report = Report {
            depth: 1,
            selective_depth: 1,
            line: 1,
            score: Score::new(0),
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::from_millis(millis),
            hash_full: 0,
            table_hits: 0,
            moves: Vec::new(),
        };
        InfoLine { report, moves: Vec::new(), chances: [0; 3] }
    }

    /// Forwards the text of each call to `write`.
    struct Writes(std::sync::mpsc::Sender<usize>);

    impl std::io::Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let lines = String::from_utf8_lossy(bytes).matches('\n').count();
            self.0.send(lines).map_err(std::io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn early_lines_are_batched_if_the_search_ends_by_itself() {
        for (ends_by_itself, expected) in [(true, [4, 1]), (false, [1, 1])] {
            let (sender, writes) = std::sync::mpsc::channel();
            let output = Output::new(Writes(sender)).unwrap();
            let mut listener = UciListener::new(output.clone(), false, ends_by_itself, None);
            for millis in [0, 3, 19, 20, 900] {
                listener.line(&line_at(millis));
            }
            output.drain(None);
            let sizes: Vec<usize> = writes.try_iter().collect();
            assert_eq!(sizes.iter().sum::<usize>(), 5, "all lines are written");
            assert_eq!(sizes[..2], expected, "{ends_by_itself}");
        }
    }

    #[test]
    fn info_line_contains_all_known_fields() {
        let report = Report {
            depth: 9,
            selective_depth: 14,
            score: Score::new(35),
            bound: Bound::Lower,
            nodes: 5000,
            hash_full: 7,
            ..line_at(20).report
        };
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let line = InfoLine { report, moves, chances: [400, 300, 300] };
        assert_eq!(
            DisplayInfo { line: &line, show_chances: true }.to_string(),
            "info depth 9 seldepth 14 multipv 1 score cp 35 lowerbound wdl 400 300 300 \
             nodes 5000 nps 250000 hashfull 7 tbhits 0 time 20 pv e2e4 e7e5"
        );
    }
}
