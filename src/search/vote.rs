//! The results of a search's threads, and the vote that selects one of them.

use crate::base::{Move, Score};

use super::worker::Worker;
use super::{Bound, SearchGame};

/// The result of one thread.
pub struct ThreadResult {
    pub best: Move,
    pub ponder: Option<Move>,
    pub score: Option<Score>,
    /// The depth of the last completed iteration.
    pub depth: i32,
    /// The principal variation, which begins with the best move, and the data reported with it.
    pub line: Line,
}

/// A principal variation.
#[derive(Default)]
pub struct Line {
    pub moves: Vec<Move>,
    pub bound: Bound,
    /// The depth of the iteration that found it.
    pub depth: i32,
    pub selective_depth: usize,
}

impl ThreadResult {
    /// The result of a search that found nothing.
    pub fn unsearched(best: Move) -> Self {
        let line = Line { moves: vec![best], ..Line::default() };
        Self { best, ponder: None, score: None, depth: 0, line }
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The result of this thread, after its search has ended.
    pub(super) fn result(&mut self) -> ThreadResult {
        let root_move = &self.root_moves[0];
        let (best, score) = (root_move.m, root_move.last_score());
        let ponder = root_move.pv.get(1).copied();
        let line = Line {
            moves: root_move.pv.clone(),
            bound: if root_move.has_score() { root_move.bound } else { Bound::Exact },
            depth: if root_move.has_score() { self.root_depth } else { self.completed_depth },
            selective_depth: root_move.selective_depth,
        };
        let ponder = ponder.or_else(|| self.answer_from_table(best));
        ThreadResult { best, ponder, score, depth: self.completed_depth, line }
    }
}

/// The result chosen by vote: each thread votes for its best move, with a weight by depth and score. Wins take
/// precedence. Of equal results, the first is chosen, so that the main thread's has priority.
pub fn vote(results: Vec<ThreadResult>) -> Option<ThreadResult> {
    let known = results.iter().filter_map(|thread_result| thread_result.score);
    let lowest = known.min().unwrap_or(Score::DRAW);
    let weight = |thread_result: &ThreadResult| {
        thread_result
            .score
            .map_or(0, |score| i64::from(score - lowest + 14) * i64::from(thread_result.depth.max(1)))
    };
    let votes =
        |m: Move| results.iter().filter(|thread_result| thread_result.best == m).map(weight).sum::<i64>();
    let standing: Vec<_> = results
        .iter()
        .map(|thread_result| {
            let wins = thread_result.score.filter(|score| score.is_win());
            (wins, votes(thread_result.best), weight(thread_result))
        })
        .collect();
    let winner = (0..standing.len()).rev().max_by_key(|&index| standing[index])?;
    results.into_iter().nth(winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread's result: its move, the score in evaluation units, and the depth reached.
    fn result(m: u16, score: impl Into<Option<i32>>, depth: i32) -> ThreadResult {
        let score = score.into().map(Score::evaluation);
        ThreadResult { score, depth, ..ThreadResult::unsearched(Move::of_bits(m)) }
    }

    fn decided(m: u16, score: Score, depth: i32) -> ThreadResult {
        ThreadResult { score: Some(score), ..result(m, None, depth) }
    }

    /// The move, score and depth chosen by the vote.
    fn winner(results: Vec<ThreadResult>) -> (u16, Option<Score>, i32) {
        let winner = vote(results).expect("a winner");
        (winner.best.bits(), winner.score, winner.depth)
    }

    #[test]
    fn vote_without_threads_has_no_winner() {
        assert!(vote(Vec::new()).is_none());
    }

    #[test]
    fn a_single_thread_wins_its_vote() {
        assert_eq!(winner(vec![result(1, -300, 4)]), (1, Some(Score::evaluation(-300)), 4));
        assert_eq!(winner(vec![result(1, None, 0)]), (1, None, 0));
    }

    #[test]
    fn main_thread_wins_ties() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 9), result(3, 20, 9)]).0, 1);
        assert_eq!(winner(vec![result(1, None, 0), result(2, None, 0)]).0, 1);
    }

    #[test]
    fn the_majority_wins_at_equal_depth_and_score() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 9), result(2, 20, 9)]).0, 2);
    }

    #[test]
    fn votes_are_weighted_by_depth_and_score() {
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 20, 10)]).0, 2);
        assert_eq!(winner(vec![result(1, 20, 9), result(2, 30, 9)]).0, 2);
        // One much deeper thread outweighs two that agree on another move.
        assert_eq!(winner(vec![result(1, 20, 3), result(1, 20, 3), result(2, 20, 20)]).0, 2);
    }

    #[test]
    fn best_thread_with_the_winning_move_is_chosen() {
        let results = vec![result(1, 20, 9), result(2, 25, 8), result(2, 30, 10), result(2, 24, 9)];
        assert_eq!(winner(results), (2, Some(Score::evaluation(30)), 10));
    }

    #[test]
    fn proven_win_overrides_the_vote_and_the_shortest_is_chosen() {
        let others = || (0..8).map(|_| result(1, 500, 30));
        let slow = decided(2, Score::mate_at(9), 5);
        let quick = decided(3, Score::mate_at(5), 3);
        let results = others().chain([slow, quick]).collect();
        assert_eq!(winner(results), (3, Some(Score::mate_at(5)), 3));
    }

    #[test]
    fn lost_move_is_avoided_if_another_thread_avoids_it() {
        let losing = || decided(1, Score::mated_at(6), 20);
        assert_eq!(winner(vec![losing(), losing(), result(2, -400, 12)]).0, 2);
    }

    #[test]
    fn a_thread_without_a_score_has_no_weight() {
        assert_eq!(winner(vec![result(1, None, 0), result(2, -900, 1)]).0, 2);
    }
}
