use std::sync::mpsc::{Sender, channel};

use crate::base::{Move, Notation};
use crate::engine::Engine;
use crate::games;
use crate::games::GameVisitor;
use crate::search::{HashTableError, Limits, Listener, Report, SearchResult};

/// A checksum of what a short search of the game's first position finds: engines that play differently have different ones,
/// as a rule.
pub(super) struct Fingerprint;

impl GameVisitor for Fingerprint {
    type Output = Result<u32, HashTableError>;

    fn visit<G: games::Game>(self) -> Self::Output {
        const NODES: u64 = 5_000;
        let mut engine = Engine::<G::Evaluator>::new(1, 1)?;
        let (teller, findings) = channel();
        let root = G::Position::start(&Default::default());
        engine.start(root, Limits { nodes: Some(NODES), ..Limits::default() }, Teller(teller));
        engine.wait();
        let mut checksum = crc32fast::Hasher::new();
        for finding in findings {
            checksum.update(finding.as_bytes());
        }
        Ok(checksum.finalize())
    }
}

/// Passes on what a search finds, but for times.
struct Teller(Sender<String>);

impl Teller {
    fn tell(&self, finding: String) {
        // Nobody is deaf while the search runs.
        let _ = self.0.send(finding);
    }
}

impl Listener for Teller {
    fn report(&mut self, report: &Report) {
        let Report { depth, score, nodes, moves, .. } = report;
        self.tell(format!("{depth} {score:?} {nodes} {moves:?}"));
    }

    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    fn done(&mut self, result: &SearchResult) {
        self.tell(format!("{result:?}"));
    }
}
