use std::sync::mpsc::{Sender, channel};

use crate::base::{Move, Notation};
use crate::engine::Engine;
use crate::games::{Game, GameVisitor};
use crate::search::{HashTableError, Limits, Listener, Report, SearchResult};

/// A checksum of the reports of a short search of the initial position, which differs between engines that play
/// differently (with high probability).
pub(super) struct Fingerprint;

impl GameVisitor for Fingerprint {
    type Output = Result<u32, HashTableError>;

    fn visit<G: Game>(self) -> Self::Output {
        const NODES: u64 = 5_000;
        let mut engine = Engine::<G::Evaluator>::new(1, 1)?;
        let (sender, reports) = channel();
        let root = G::Position::start(&Default::default());
        engine.start(root, Limits { nodes: Some(NODES), ..Limits::default() }, FingerprintListener(sender));
        engine.wait();
        let mut checksum = crc32fast::Hasher::new();
        for report in reports {
            checksum.update(report.as_bytes());
        }
        Ok(checksum.finalize())
    }
}

/// Sends everything that a search reports except times.
struct FingerprintListener(Sender<String>);

impl FingerprintListener {
    fn send(&self, report: String) {
        // The receiver outlives the search.
        let _ = self.0.send(report);
    }
}

impl Listener for FingerprintListener {
    fn report(&mut self, report: &Report) {
        let Report { depth, score, nodes, moves, .. } = report;
        self.send(format!("{depth} {score:?} {nodes} {moves:?}"));
    }

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.send(format!("{result:?}"));
    }
}
