//! The Swap2 opening: one player places three stones, black, white and black; the other chooses Black, or continues as
//! White, or places two more stones and leaves the choice of colours to the first.
//!
//! The engine chooses the side that its search prefers, and never uses the third option.
//!
//! Source of the command: Gomocup, "Experimental Tournament" (2020).

use crate::base::Score;
use crate::protocol::errors::SearchProblem;
use crate::protocol::output::Output;
use crate::protocol::session::{Answer, InfoLine, SearchListener};

use super::listener::write_problem;
use super::points::comma_text;

/// The three opening stones, as columns and rows: black, white and black. The second black stone is far enough away
/// that the engine's search evaluates the position as nearly even.
pub(super) fn first_stones(size: usize) -> [(usize, usize); 3] {
    let centre = size / 2;
    let far = (centre + 4).min(size - 1);
    [(centre, centre), (centre + 1, centre), (far, far)]
}

/// Who asks the engine to choose a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swap2Client {
    /// A Gomocup manager: White is chosen by a move, Black by `SWAP`.
    Manager,
    /// Yixin-Board, after the first three stones or after five; it asks for White's move later.
    Yixin {
        /// The number of the choice, from 1.
        choice: u8,
    },
}

/// Answers with the colour that the search prefers; White is to move.
pub(super) struct Swap2Listener {
    pub output: Output,
    pub client: Swap2Client,
}

impl SearchListener for Swap2Listener {
    fn line(&mut self, _line: &InfoLine) {}

    fn problem(&mut self, problem: &SearchProblem) {
        write_problem(&self.output, problem);
    }

    fn done(&mut self, answer: &Answer) {
        let white =
            answer.best.as_deref().and_then(comma_text).filter(|_| answer.result.score >= Score::DRAW);
        match (self.client, white) {
            (Swap2Client::Manager, Some(point)) => self.output.line(point),
            (Swap2Client::Manager, None) => self.output.line("SWAP"),
            (Swap2Client::Yixin { choice }, white) => {
                let swaps = if white.is_some() { "NO" } else { "YES" };
                self.output.line(format_args!("MESSAGE SWAP2 SWAP{choice} {swaps}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swap2_opening_stones_are_distinct_on_every_board() {
        for size in 5..=20 {
            let [a, b, c] = first_stones(size);
            assert!(a != b && b != c && a != c, "{size}");
            assert!([a, b, c].iter().all(|&(x, y)| x < size && y < size), "{size}");
        }
    }
}
