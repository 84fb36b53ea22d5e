//! Verification of wins, move by move, by the rules alone.

use crate::base::Position;
use crate::games::gomoku::point::STEPS;
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
        let fours = fours(position);
        let mut known: Option<WinningFour> = None;
        for at in replies {
            let is_answered = known.as_ref().is_some_and(|known| known.answers(position, at));
            if is_answered && !fours.contains(at) {
                longest = longest.max(1 + WinningFour::PLIES);
                continue;
            }
            position.make(at.to_move(), &mut ());
            let plies = self.attack(position, ply + 1);
            known = known.or_else(|| WinningFour::find(position));
            position.unmake();
            longest = longest.max(1 + plies.map_err(|refuted| refuted.after(at))?);
        }
        Ok(longest)
    }
}

/// A stone of the winner's after which it makes five on any of several points, found after one reply of the opponent's.
struct WinningFour {
    at: Point,
    fives: PointSet,
    /// The points on which a stone can change what a stone at `at` makes.
    lines: PointSet,
}

impl WinningFour {
    /// The plies to five, from the move on.
    const PLIES: u32 = 3;

    /// A winning four of the side to move, if the opponent cannot make five first.
    fn find<R: Rule>(position: &mut GomokuPosition<R>) -> Option<Self> {
        let winner = position.side_to_move();
        if position.can_make_five(winner) || position.can_make_five(!winner) {
            return None;
        }
        let at = position.board.threat_points_if_any(winner, Threat::WinningFour)?.first()?;
        position.make(at.to_move(), &mut ());
        let fives = *position.board.threat_points(winner, Threat::Five);
        position.unmake();
        let lines = STEPS.into_iter().flat_map(|step| [step, -step]).flat_map(|step| {
            position.board.cells().ray(at, step).take(R::REACH).map(|(near, _)| near).collect::<Vec<_>>()
        });
        (fives.len() > 1).then(|| Self { at, fives, lines: lines.collect() })
    }

    /// Whether it wins after this other reply, too, in as many plies, unless that makes a four: the fives are of the
    /// winner's stones alone, so that the reply does not prevent them. In renju, it must not make the winner's move
    /// forbidden either.
    fn answers<R: Rule>(&self, position: &mut GomokuPosition<R>, reply: Point) -> bool {
        if reply == self.at || self.fives.contains(reply) {
            return false;
        }
        // The reply after which it was found may itself have kept the winner's move from being forbidden.
        let winner = !position.side_to_move();
        let is_certain = position.board.threat(winner, self.at) == Threat::WinningFour;
        if !R::HAS_FORBIDDEN_POINTS || is_certain && !self.lines.contains(reply) {
            return true;
        }
        position.make(reply.to_move(), &mut ());
        let is_legal = position.is_legal(self.at.to_move());
        position.unmake();
        is_legal
    }
}

/// The points on which the side to move, which cannot make five, would threaten to.
fn fours<R: Rule>(position: &GomokuPosition<R>) -> PointSet {
    let own = |threat| *position.board.threat_points(position.side_to_move(), threat);
    own(Threat::Four) | own(Threat::FourThree) | own(Threat::WinningFour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::gomoku::{Freestyle, GomokuOptions, Renju, Standard};
    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use rand::seq::IteratorRandom;

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

    /// [`verify_win`], without what one reply says about others.
    fn naive<R: Rule>(position: &mut GomokuPosition<R>, finder: &WinFinder) -> Option<u32> {
        if position.can_make_five(position.side_to_move()) {
            return Some(1);
        }
        let at = finder.next_move(position)?;
        position.make(at.to_move(), &mut ());
        let winner = !position.side_to_move();
        let mut longest = 1;
        let mut holds = !position.can_make_five(!winner);
        for reply in position.open_points() {
            if !holds {
                break;
            }
            position.make(reply.to_move(), &mut ());
            match naive(position, finder) {
                Some(plies) => longest = longest.max(plies + 2),
                None => holds = false,
            }
            position.unmake();
        }
        position.unmake();
        holds.then_some(longest)
    }

    fn check_against_naive<R: Rule>() {
        let mut random = SmallRng::seed_from_u64(11);
        let mut wins = 0;
        while wins < 4 {
            let mut position = GomokuPosition::<R>::start(&GomokuOptions::default());
            // Either side attacks.
            for _ in 0..10 + wins % 2 {
                let near: PointSet =
                    position.open_points().into_iter().filter(|&at| is_central(at)).collect();
                let at = near.into_iter().choose(&mut random).expect("an empty point");
                position.make(at.to_move(), &mut ());
            }
            let mut finder = WinFinder::new(EFFORTS);
            let Some(win) = finder.win(&mut position) else { continue };
            if win.plies == 5 {
                wins += 1;
                let verified = verify_win(&mut position, &finder, EFFORTS).ok();
                assert_eq!(verified, naive(&mut position, &finder), "{win:?}");
            }
        }
    }

    fn is_central(at: Point) -> bool {
        (5..10).contains(&at.file()) && (5..10).contains(&at.rank())
    }

    #[test]
    fn replies_that_change_nothing_are_left_out_rightly() {
        check_against_naive::<Freestyle>();
        check_against_naive::<Standard>();
        check_against_naive::<Renju>();
    }

    #[test]
    fn a_reply_that_makes_a_four_allowed_answers_for_no_other() {
        // j8 makes a straight four and threes on the file and on a diagonal; White's j11 stops the one on the file.
        let fen = "O1O1O1O1O6/15/15/15/15/9X1X3/9XX4/4O1XXX6/15/15/15/15/15/15/15 w 7";
        let mut position = GomokuPosition::<Renju>::from_fen(fen, &GomokuOptions::default()).unwrap();
        let [four, stopping, elsewhere] =
            [(9, 7), (9, 10), (0, 0)].map(|(file, rank)| Point::new(file, rank));
        position.make(stopping.to_move(), &mut ());
        let found = WinningFour::find(&mut position).expect("a winning four");
        assert_eq!(found.at, four);
        position.unmake();
        assert!(position.forbidden_points().contains(four));
        assert!(!found.answers(&mut position, elsewhere));
        // With the file closed, it is allowed whatever White replies.
        let closed = fen.replacen("15/9X1X3", "9O5/9X1X3", 1).replacen("O1O", "2O", 1);
        let mut position = GomokuPosition::<Renju>::from_fen(&closed, &GomokuOptions::default()).unwrap();
        assert!(found.answers(&mut position, elsewhere));
    }

    #[test]
    fn what_is_no_win_is_refuted() {
        let mut quiet = position("15/15/15/15/15/15/15/7X7/8O6/15/15/15/15/15/15 b 2");
        let finder = WinFinder::new(EFFORTS);
        assert_eq!(verify_win(&mut quiet, &finder, EFFORTS), Err(Refuted::default()));
    }
}
