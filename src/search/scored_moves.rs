use arrayvec::ArrayVec;

use crate::base::MAX_MOVES;

use super::move_picker::Picked;

/// Moves with their ordering scores, of which the best is taken first.
///
/// Score and index are packed into one number, the *rank*, so that finding the best move is a maximum over an array,
/// for which compilers use vector instructions. Of moves with the same score, those that are neighbours in the list do
/// not follow each other: they are often moves of one piece, and as good or bad as one another.
pub struct ScoredMoves {
    moves: ArrayVec<Picked, MAX_MOVES>,
    ranks: ArrayVec<i32, MAX_MOVES>,
    /// The index of the first move of the current stage; all before it have been taken.
    first: usize,
}

/// The rank of a move that has been taken.
const TAKEN: i32 = i32::MIN;
/// Ranks are multiples of this, plus the move's precedence among those with the same score, which is less.
const INDICES: usize = MAX_MOVES.next_power_of_two();
/// The difference of the precedences of two neighbours, modulo [`INDICES`]: its golden section.
const SPREAD: usize = 317;
/// Its inverse modulo [`INDICES`].
const INVERSE_OF_SPREAD: usize = 21;

const _: () = assert!(SPREAD * INVERSE_OF_SPREAD % INDICES == 1);

/// The maximum absolute value of a score.
const MAX_SCORE: i32 = i32::MAX / INDICES as i32 - 1;

impl ScoredMoves {
    /// No moves.
    pub fn new() -> Self {
        // Not as a constant, which compilers fill with zeros, 5 KB at every node.
        Self { moves: ArrayVec::new(), ranks: ArrayVec::new(), first: 0 }
    }

    /// Whether no move has been added.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Adds a move. Scores beyond ±4 million count as that.
    #[inline(always)]
    pub fn push(&mut self, picked: Picked, score: i32) {
        let precedence = self.moves.len() * SPREAD % INDICES;
        self.ranks.push(score.clamp(-MAX_SCORE, MAX_SCORE) * INDICES as i32 + precedence as i32);
        self.moves.push(picked);
    }

    /// Begins a stage, of which no move has been added yet, after all moves have been taken.
    pub fn begin_stage(&mut self) {
        self.first = self.moves.len();
    }

    /// Takes the remaining move with the highest score. Returns its index as well.
    #[inline(always)]
    pub fn take_best(&mut self) -> Option<(usize, Picked)> {
        let best = self.ranks[self.first..].iter().copied().max().filter(|&rank| rank != TAKEN)?;
        let index = best as usize % INDICES * INVERSE_OF_SPREAD % INDICES;
        self.ranks[index] = TAKEN;
        Some((index, self.moves[index]))
    }

    /// The move at an index that [`ScoredMoves::take_best`] returned.
    pub fn get(&self, index: usize) -> Picked {
        self.moves[index]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::Move;

    fn picked(hint: i32) -> Picked {
        Picked { m: Move::NONE, noisy: false, hint }
    }

    #[test]
    fn moves_are_taken_by_score() {
        let mut moves = ScoredMoves::new();
        let scores = [3, -7, 3, i32::MAX, 0, i32::MIN, -7, MAX_SCORE];
        for (number, score) in scores.into_iter().enumerate() {
            moves.push(picked(number as i32), score);
        }
        let order: Vec<_> = std::iter::from_fn(|| moves.take_best()).map(|(index, _)| index).collect();
        assert_eq!(order, [3, 7, 2, 0, 4, 6, 1, 5]);
        moves.begin_stage();
        assert_eq!(moves.take_best(), None);
        moves.push(picked(8), -1);
        assert_eq!(moves.take_best(), Some((8, picked(8))));
        assert_eq!(moves.get(4), picked(4));
    }

    #[test]
    fn neighbours_with_the_same_score_do_not_follow_each_other() {
        let mut moves = ScoredMoves::new();
        for number in 0..40 {
            moves.push(picked(number), 0);
        }
        let order: Vec<_> = std::iter::from_fn(|| moves.take_best()).map(|(index, _)| index).collect();
        assert!(order.is_sorted_by(|one, other| one.abs_diff(*other) > 1));
    }

    #[test]
    fn as_many_moves_as_there_can_be_are_told_apart() {
        let mut moves = ScoredMoves::new();
        for number in 0..MAX_MOVES {
            moves.push(picked(number as i32), if number % 2 == 0 { MAX_SCORE } else { -MAX_SCORE });
        }
        let order: Vec<_> = std::iter::from_fn(|| moves.take_best()).map(|(index, _)| index).collect();
        assert!(order.is_sorted_by_key(|index| index % 2));
        let indices: BTreeSet<_> = order.into_iter().collect();
        assert!(indices.into_iter().eq(0..MAX_MOVES));
    }
}
