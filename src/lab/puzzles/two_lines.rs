use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};

use crate::base::{Move, Score};
use crate::engine::Engine;
use crate::search::{Bound, Limits, Listener, Report, SearchGame, SearchOptions, SearchResult, TableRules};

/// The two best moves of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TwoLines {
    /// The best line, which begins with the best move.
    pub best: Vec<Move>,
    /// Its score.
    pub score: Score,
    /// The score of the second-best move.
    pub second: Score,
}

impl TwoLines {
    const LINES: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    /// Searches the two best moves with about this number of nodes. `None` if there are not two moves, or the last
    /// iteration, which was not completed, prefers another one.
    pub fn search<G: SearchGame>(engine: &mut Engine<G>, root: &G::Position, nodes: u64) -> Option<Self> {
        engine.clear();
        let tables = TableRules::default();
        engine.set_search_options(SearchOptions { lines: Self::LINES, tables, ..SearchOptions::default() });
        let (sender, receiver) = channel();
        let recorder = Recorder { first: None, complete: None, sender };
        engine.start(root.clone(), Limits { nodes: Some(nodes), ..Limits::default() }, recorder);
        engine.wait();
        receiver.try_recv().ok().flatten()
    }
}

/// Keeps the lines of the last completed iteration.
struct Recorder {
    /// The first line of an iteration whose second line was not reported yet.
    first: Option<(Vec<Move>, Score)>,
    complete: Option<TwoLines>,
    sender: Sender<Option<TwoLines>>,
}

impl Listener for Recorder {
    fn report(&mut self, report: &Report) {
        if report.bound != Bound::Exact {
            return;
        }
        if report.line == 1 {
            self.first = Some((report.moves.clone(), report.score));
        } else if let Some((best, score)) = self.first.take() {
            self.complete = Some(TwoLines { best, score, second: report.score });
        }
    }

    fn done(&mut self, result: &SearchResult) {
        let lines = self.complete.take().filter(|lines| lines.best.first().copied() == result.best);
        // The receiver waits for it.
        let _ = self.sender.send(lines.filter(|_| result.panics == 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::Chess;
    use crate::games::chess::{ChessOptions, ChessPosition};

    #[test]
    fn the_two_best_moves_are_found() {
        let options = ChessOptions::default();
        let mut engine = Engine::<Chess>::new(1, 1).unwrap();
        let root = ChessPosition::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", &options).unwrap();
        let lines = TwoLines::search(&mut engine, &root, 20_000).expect("two lines");
        assert_eq!(root.move_text(lines.best[0], &options), "d1d8");
        assert_eq!(lines.score, Score::mate_at(1));
        assert!(!lines.second.is_mate());
        let forced = ChessPosition::from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1", &options).unwrap();
        assert_eq!(TwoLines::search(&mut engine, &forced, 20_000), None);
    }
}
