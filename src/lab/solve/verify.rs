//! Verification of wins, move by move, by the rules alone.

use crate::base::Position;
use crate::games::gomoku::tactics::WinFinder;
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Rule, Threat};

/// Where a win that a search claims does not hold: the moves that lead there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Refuted {
    /// The moves, the last one first.
    moves: Vec<Point>,
}

impl Refuted {
    fn after(mut self, at: Point) -> Self {
        self.moves.push(at);
        self
    }

    /// The moves in the order in which they are played.
    pub fn line(&self) -> Vec<Point> {
        self.moves.iter().rev().copied().collect()
    }
}

/// The longest line that is followed, in plies: longer than any that a search for threats finds.
const MAX_PLIES: u32 = 250;

/// The replies of the side to move, which has not lost yet, that do not lose to a five at once; `None` if the side to
/// move can make five, and so refutes the attack. The second value is whether there are other replies.
pub(super) fn replies<R: Rule>(position: &GomokuPosition<R>) -> Option<(PointSet, bool)> {
    let winner = !position.side_to_move();
    if position.can_make_five(position.side_to_move()) {
        return None;
    }
    let all = position.open_points();
    // A stone elsewhere does not prevent a five.
    let fives = *position.board.threat_points(winner, Threat::Five);
    if fives.is_empty() {
        return Some((all, false));
    }
    let replies = all & fives;
    Some((replies, replies.len() < all.len()))
}

/// Plays the win that `finder` has found in this position, against every legal reply. Returns the maximum number of
/// plies to five in a row, or where the win does not hold.
pub(super) fn verify_win<R: Rule>(
    position: &mut GomokuPosition<R>,
    finder: &WinFinder,
    efforts: [u32; 2],
) -> Result<u32, Refuted> {
    Verification { finder, efforts }.attack(position, 0)
}

struct Verification<'a> {
    finder: &'a WinFinder,
    efforts: [u32; 2],
}

impl Verification<'_> {
    fn attack<R: Rule>(&self, position: &mut GomokuPosition<R>, ply: u32) -> Result<u32, Refuted> {
        if position.winner().is_some() || ply > MAX_PLIES {
            return Err(Refuted::default());
        }
        if position.can_make_five(position.side_to_move()) {
            return Ok(1);
        }
        let Some(at) = self.finder.next_move(position) else {
            // The table has forgotten this position; its result depends on nothing else, so it can be found again.
            let mut again = WinFinder::new(self.efforts);
            again.win(position).ok_or_else(Refuted::default)?;
            return Verification { finder: &again, efforts: self.efforts }.attack(position, ply + 1);
        };
        position.make(at.to_move(), &mut ());
        let plies = self.defend(position, ply + 1);
        position.unmake();
        plies.map(|plies| plies + 1).map_err(|refuted| refuted.after(at))
    }

    fn defend<R: Rule>(&self, position: &mut GomokuPosition<R>, ply: u32) -> Result<u32, Refuted> {
        let (replies, others) = replies(position).ok_or_else(Refuted::default)?;
        if replies.is_empty() && !others {
            // The board is full, or only forbidden points are left; neither is a five.
            return Err(Refuted::default());
        }
        let mut longest = if others { 2 } else { 0 };
        for at in replies {
            position.make(at.to_move(), &mut ());
            let plies = self.attack(position, ply + 1);
            position.unmake();
            longest = longest.max(1 + plies.map_err(|refuted| refuted.after(at))?);
        }
        Ok(longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::gomoku::{Freestyle, GomokuOptions};

    const EFFORTS: [u32; 2] = [100, 1000];

    fn position(fen: &str) -> GomokuPosition<Freestyle> {
        GomokuPosition::from_fen(fen, &GomokuOptions::default()).unwrap()
    }

    #[test]
    fn replies_are_those_that_stop_five() {
        // An open four of Black's, a closed one, and a closed one against a four of White's.
        let cases = [
            ("15/15/15/15/15/15/15/5XXXX6/15/15/15/15/15/OOO12/15 w 5", Some((2, true))),
            ("15/15/15/15/15/15/15/4OXXXX6/15/15/15/15/15/OO13/15 w 5", Some((1, true))),
            ("15/15/15/15/15/15/15/4OXXXX6/15/15/15/15/15/OOOO11/15 w 5", None),
            ("15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 1", Some((224, false))),
        ];
        for (fen, expected) in cases {
            let found = replies(&position(fen)).map(|(replies, others)| (replies.len(), others));
            assert_eq!(found, expected, "{fen}");
        }
    }

    #[test]
    fn a_win_is_played_to_its_end() {
        let three = "15/15/15/15/15/15/15/6XXX6/15/15/15/15/15/OO13/15 b 4";
        let mut attacked = position(three);
        let mut finder = WinFinder::new(EFFORTS);
        let win = finder.win(&mut attacked).expect("an open three wins");
        assert_eq!(verify_win(&mut attacked, &finder, EFFORTS), Ok(win.plies));
        assert_eq!(attacked.fen(&GomokuOptions::default()), three);
    }

    #[test]
    fn what_is_no_win_is_refuted() {
        let mut quiet = position("15/15/15/15/15/15/15/7X7/8O6/15/15/15/15/15/15 b 2");
        let finder = WinFinder::new(EFFORTS);
        assert_eq!(verify_win(&mut quiet, &finder, EFFORTS), Err(Refuted::default()));
    }
}
