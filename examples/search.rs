//! Two ways to search: a call that waits for the result, and a listener that receives reports during the search.
//!
//! `cargo run --release --example search`

use std::time::Duration;

use quadriga::base::{Notation, Position};
use quadriga::engine::Engine;
use quadriga::games::Chess;
use quadriga::games::chess::{ChessOptions, ChessPosition};
use quadriga::search::{Limits, Listener, Report, SearchResult};

/// Prints each principal variation as it is reported.
struct Printer {
    position: ChessPosition,
}

impl Printer {
    /// The moves of a report in the game's notation.
    fn names(&self, report: &Report) -> String {
        let mut position = self.position.clone();
        let mut names = Vec::new();
        for &m in &report.moves {
            names.push(position.move_name(m, &ChessOptions::default()));
            position.make(m, &mut ());
        }
        names.join(" ")
    }
}

impl Listener for Printer {
    fn report(&mut self, report: &Report) {
        println!("depth {:2}  {:?}  {}", report.depth, report.score, self.names(report));
    }

    fn done(&mut self, result: &SearchResult) {
        println!("{} positions visited", result.nodes);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = ChessOptions::default();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let position = ChessPosition::from_fen(fen, &options)?;
    let mut engine = Engine::<Chess>::new(16, 1)?;

    let result = engine.search(&position, Limits { nodes: Some(20_000), ..Limits::default() });
    let best = result.best.ok_or("no legal move")?;
    println!("{} mates in {:?} plies", position.move_name(best, &options), result.score.mate_distance());

    let start = ChessPosition::start(&options);
    let limits = Limits { move_time: Some(Duration::from_millis(300)), ..Limits::default() };
    engine.start(start.clone(), limits, Printer { position: start });
    engine.wait();
    Ok(())
}
