use std::sync::mpsc::{Sender, channel};

use crate::base::Notation;
use crate::engine::Engine;
use crate::games::Game;
use crate::search::{Limits, Listener, Report, SearchResult};

use super::DatagenError;

/// A checksum of the reports of a short search of the initial position, which (with high probability) differs between
/// engines that play differently.
pub(super) fn fingerprint<G: Game>() -> Result<u32, DatagenError> {
    const NODES: u64 = 5_000;
    let mut engine = Engine::<G>::new(1, 1)?;
    let (sender, reports) = channel();
    let root = G::Position::start(&Default::default());
    engine.start(root, Limits { nodes: Some(NODES), ..Limits::default() }, FingerprintListener(sender));
    engine.wait();
    let mut checksum = crc32fast::Hasher::new();
    let mut searched = 0;
    for (report, nodes) in reports {
        checksum.update(report.as_bytes());
        searched = nodes;
    }
    // Even without a thread, the search reports a result.
    if searched == 0 {
        return Err(DatagenError::Thread("the search that identifies the engine did not begin".to_owned()));
    }
    Ok(checksum.finalize())
}

/// Sends everything that a search reports except times, together with the number of nodes.
struct FingerprintListener(Sender<(String, u64)>);

impl FingerprintListener {
    fn send(&self, report: String, nodes: u64) {
        // The receiver outlives the search.
        let _ = self.0.send((report, nodes));
    }
}

impl Listener for FingerprintListener {
    fn report(&mut self, report: &Report) {
        let Report { depth, score, nodes, moves, .. } = report;
        self.send(format!("{depth} {score:?} {nodes} {moves:?}"), *nodes);
    }

    fn done(&mut self, result: &SearchResult) {
        self.send(format!("{result:?}"), result.nodes);
    }
}
