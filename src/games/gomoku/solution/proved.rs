use std::collections::VecDeque;
use std::sync::Mutex;

use crate::base::{Position, Side, lock};
use crate::games::Variant;
use crate::games::gomoku::tactics::{Win, WinFinder};
use crate::games::gomoku::{GomokuPosition, Rule};

use super::{Answer, Solution, SolutionHeader, Stones, Symmetry};

impl Solution {
    /// A proved win of the side to move, if it is the winner of the solution: by a record, or by threats, as far as
    /// the check of the solution searches for them. So every position that the opponent can bring about against these
    /// moves is won.
    pub fn win<R: Rule>(&self, position: &GomokuPosition<R>) -> Option<Answer> {
        let stones = self.undecided(position).filter(|stones| Some(stones.side()) == self.winner())?;
        self.find(&stones).map(|(_, answer)| answer).or_else(|| self.win_by_threats::<R>(&stones))
    }

    /// The maximum number of plies to the loss of the side to move, if the opponent's last move was that of a record.
    /// If it was that of several, the least of their numbers.
    pub fn loss<R: Rule>(&self, position: &GomokuPosition<R>) -> Option<u32> {
        let stones = self.undecided(position).filter(|stones| Some(stones.side()) != self.winner())?;
        let key = stones.canonical_key().0;
        let losses = position.stones(!position.side_to_move()).into_iter().filter_map(|at| {
            let before = stones.without_last(at);
            let (_, answer) = self.find(&before)?;
            (before.with_next(answer.at).canonical_key().0 == key).then_some(answer.plies - 1)
        });
        losses.min()
    }

    /// The side that wins all positions of the solution.
    fn winner(&self) -> Option<Side> {
        self.header.starts.first().map(|start| start.stones.side())
    }

    /// The stones of a position that could belong to the solution.
    fn undecided<R: Rule>(&self, position: &GomokuPosition<R>) -> Option<Stones> {
        let stones = Stones::of(position);
        (position.winner().is_none() && stones.size() == self.size()).then_some(stones)
    }

    /// A win by threats: the one that was found earlier in the game, or a new one.
    ///
    /// A win that a search has found can be too long for another search that begins in the middle of it. The check
    /// follows each to its end, and so does this.
    fn win_by_threats<R: Rule>(&self, stones: &Stones) -> Option<Answer> {
        /// The wins that are remembered: one for each of the games that are played at a time.
        const REMEMBERED: usize = 16;
        static FOUND: Mutex<VecDeque<FoundWin>> = Mutex::new(VecDeque::new());
        let known = |found: &VecDeque<FoundWin>| {
            found.iter().enumerate().find_map(|(index, win)| {
                let of_this_game = win.variant == self.header.variant;
                Some((index, of_this_game.then(|| win.next::<R>(stones))??))
            })
        };
        let mut found = lock(&FOUND);
        if let Some((index, answer)) = known(&found) {
            found.swap(0, index);
            return Some(answer);
        }
        drop(found);
        let (win, answer) = FoundWin::search::<R>(&self.header, stones)?;
        let mut found = lock(&FOUND);
        found.truncate(REMEMBERED - 1);
        found.push_front(win);
        Some(answer)
    }
}

/// A win by threats, with the search that has found it.
struct FoundWin {
    variant: Variant,
    /// The position in which it was found.
    stones: Stones,
    /// Leads to the canonical image, which was searched as in the check, so that all images have the same win.
    symmetry: Symmetry,
    finder: WinFinder,
    /// The maximum number of plies from there.
    plies: u32,
}

impl FoundWin {
    /// Searches for a win; returns its first move as well.
    fn search<R: Rule>(header: &SolutionHeader, stones: &Stones) -> Option<(Self, Answer)> {
        let (_, symmetry) = stones.canonical_key();
        let mut finder = WinFinder::new(header.efforts);
        let Win { at, plies } = finder.win(&mut stones.image(symmetry).position::<R>())?;
        let answer = Answer { at: symmetry.inverse().apply(at, stones.size()), plies };
        let win = Self { variant: header.variant, stones: stones.clone(), symmetry, finder, plies };
        Some((win, answer))
    }

    /// The winner's move in a position that the win leads to.
    fn next<R: Rule>(&self, stones: &Stones) -> Option<Answer> {
        let image = stones.image(self.symmetry);
        let plies = self.plies.checked_sub(stones.count_beyond(&self.stones)?)?;
        let at = self.finder.next_move(&image.position::<R>())?;
        Some(Answer { at: self.symmetry.inverse().apply(at, stones.size()), plies })
    }
}

#[cfg(all(test, feature = "solutions"))]
mod tests {
    use rand::rngs::SmallRng;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::base::{MoveList, Notation};
    use crate::games::gomoku::solution::embedded;
    use crate::games::gomoku::{Freestyle, GomokuOptions, Point, Renju, Standard};
    use crate::search::SearchPosition;

    fn empty<R: Rule>() -> GomokuPosition<R> {
        GomokuPosition::start(&GomokuOptions::default())
    }

    /// Plays a game of the solution against White's moves that `choose` picks; returns the plies, and how many of
    /// Black's moves had no record.
    fn play<R: Rule>(mut choose: impl FnMut(&GomokuPosition<R>) -> Point) -> (u32, u32) {
        let solution = embedded::<R>().expect("it is solved");
        let mut position = empty::<R>();
        let (mut plies, mut threats) = (0, 0);
        while position.verdict().is_none() {
            let text = || position.fen(&GomokuOptions::default());
            let answer = solution.win(&position).unwrap_or_else(|| panic!("no win in {}", text()));
            let is_record = solution.find(&Stones::of(&position)).is_some();
            threats += u32::from(!is_record);
            position.make(answer.at.to_move(), &mut ());
            plies += 1;
            if position.verdict().is_none() {
                let loss = solution.loss(&position);
                let is_known = loss.is_some_and(|loss| loss < answer.plies);
                assert!(!is_record || is_known, "{loss:?} after {answer:?}");
                position.make(choose(&position).to_move(), &mut ());
                plies += 1;
            }
        }
        assert_eq!(position.winner(), Some(Side::First));
        (plies, threats)
    }

    fn check_games<R: Rule>() {
        let mut random = SmallRng::seed_from_u64(7);
        let (mut longest, mut all_threats) = (0, 0);
        for game in 0..300 {
            let (plies, threats) = play::<R>(|position| {
                let mut moves = MoveList::new();
                position.noisy_moves(&mut moves);
                position.quiet_candidates(&mut moves);
                // Some games are played anywhere, some beside the stones, and most stop what is threatened.
                if game % 4 == 0 || random.random_ratio(1, 20) {
                    moves.clear();
                    position.legal_moves(&mut moves);
                }
                moves.choose(&mut random).and_then(|&m| Point::of_move(m)).expect("a move")
            });
            longest = longest.max(plies);
            all_threats += threats;
        }
        assert!(longest > 15 && all_threats > 300, "{longest}, {all_threats}");
    }

    #[test]
    fn black_wins_gomoku_whatever_white_does() {
        check_games::<Freestyle>();
    }

    #[test]
    fn black_wins_standard_gomoku_whatever_white_does() {
        check_games::<Standard>();
    }

    #[test]
    fn black_wins_renju_whatever_white_does() {
        check_games::<Renju>();
    }

    #[test]
    fn what_does_not_follow_the_solution_is_not_known() {
        let solution = embedded::<Freestyle>().expect("it is solved");
        let mut position = empty::<Freestyle>();
        let first = solution.win(&position).expect("Black wins").at;
        assert_eq!(solution.loss(&position), None);
        let other = Point::new(0, 0);
        assert_ne!(first, other);
        position.make(other.to_move(), &mut ());
        position.make(first.to_move(), &mut ());
        assert_eq!((solution.win(&position), solution.loss(&position)), (None, None));
        // All images of a position are known.
        let mut mirrored = empty::<Freestyle>();
        for at in [first, Point::new(2, 11)] {
            mirrored.make(at.to_move(), &mut ());
        }
        assert!(solution.win(&mirrored).is_some());
    }
}
