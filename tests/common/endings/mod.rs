//! Endings of king and one piece against king, solved by rules of their own, and Syzygy tables of them.
//!
//! The tables have a simple compression that uses all parts of the format that small tables have.

mod solve;
mod write;

use std::fs;
use std::path::Path;

pub use solve::{Ending, Solved, State};
pub use write::damaged;

/// Solves the endings that tables are written of: with a queen, a rook and a pawn.
pub fn solve() -> [Ending; 3] {
    let queen = Ending::solve('Q', &[]);
    let rook = Ending::solve('R', &[]);
    let pawn = Ending::solve('P', &[&queen, &rook]);
    [queen, rook, pawn]
}

/// Writes the tables of these endings, and of those with a bishop or a knight, which are drawn, into a folder.
pub fn write(folder: &Path, endings: &[Ending]) {
    for ending in endings {
        for (extension, contents) in [("rtbw", write::results(ending)), ("rtbz", write::distances(ending))] {
            let name = format!("K{}vK.{extension}", ending.piece());
            fs::write(folder.join(name), contents).expect("a table is written");
        }
    }
    for piece in ['B', 'N'] {
        for (extension, contents) in [("rtbw", write::draws(piece)), ("rtbz", write::no_distances(piece))] {
            fs::write(folder.join(format!("K{piece}vK.{extension}")), contents).expect("a table is written");
        }
    }
}
