use std::cell::OnceCell;

use super::SearchPosition;
use super::history::{Context, Histories};
use crate::base::{MAX_MOVES, Move, MoveList};
use arrayvec::ArrayVec;

/// Staged move generation: yields a node's moves in the order in which to search them, and generates each kind only
/// when needed. The stages are the hash move, noisy moves that do not lose an exchange, quiet moves, and the remaining
/// noisy moves.
pub struct MovePicker<P: SearchPosition> {
    stage: Stage,
    hash_move: Option<Move>,
    refutations: [Option<Move>; 3],
    /// Noisy moves, then quiet ones.
    moves: ScoredMoves,
    /// The indices of the noisy moves that lose an exchange, which are yielded last.
    put_off: ArrayVec<u16, MAX_MOVES>,
    /// The number of those that have been yielded.
    next_put_off: usize,
    threshold: i32,
    scope: Scope,
    candidates_only: bool,
    hint: i32,
    quiets: Quiets,
    /// Computed on first use.
    check_hints: OnceCell<P::CheckHints>,
}

/// Which moves to yield.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Noisy,
}

/// Which of the remaining quiet moves to yield, in ascending order of their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quiets {
    /// None of them.
    None,
    /// Those that give check or create another threat that must be answered.
    Checks,
    /// All of them.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    HashMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// A move that was picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked {
    /// The move.
    pub m: Move,
    /// Whether it is noisy.
    pub noisy: bool,
    /// The game's hint for the move, from the board alone ([`SearchPosition::quiet_hint`]); 0 for a noisy move.
    pub hint: i32,
}

const KILLER_BONUS: i32 = 12_000;
const COUNTER_BONUS: i32 = 8_000;

impl<P: SearchPosition> MovePicker<P> {
    /// A picker of all moves. `hash_move` is legal; `refutations` are the two killer moves and the
    /// counter move, which may be illegal; `hint` is the weight of a quiet move's hint relative to its histories.
    pub fn new(
        hash_move: Option<Move>,
        refutations: [Option<Move>; 3],
        candidates_only: bool,
        hint: i32,
    ) -> Self {
        Self {
            stage: Stage::HashMove,
            hash_move,
            refutations,
            moves: ScoredMoves::new(),
            put_off: ArrayVec::new(),
            next_put_off: 0,
            threshold: 0,
            scope: Scope::All,
            candidates_only,
            hint,
            quiets: Quiets::All,
            check_hints: OnceCell::new(),
        }
    }

    /// A picker of the noisy moves whose static exchange evaluation is at least `threshold` units. `hash_move` must be
    /// such a move.
    pub fn noisy(hash_move: Option<Move>, threshold: i32) -> Self {
        Self { threshold, scope: Scope::Noisy, ..Self::new(hash_move, [None; 3], false, 0) }
    }

    /// Skips all remaining quiet moves except these. Moves skipped earlier are not yielded again.
    #[inline]
    pub fn keep_quiets(&mut self, quiets: Quiets) {
        self.quiets = self.quiets.min(quiets);
    }

    /// Whether no move has been generated so far.
    pub fn found_nothing(&self) -> bool {
        self.moves.is_empty()
    }

    /// The next move.
    pub fn next(&mut self, position: &P, histories: &Histories<P>, context: &Context) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(m) = self.hash_move {
                        let noisy = position.is_noisy(m);
                        let hint = if noisy { 0 } else { position.quiet_hint(m, self.check_hints(position)) };
                        return Some(Picked { m, noisy, hint });
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.moves.take_best() {
                    Some((_, picked)) if Some(picked.m) == self.hash_move => {}
                    Some((_, picked)) if position.see_ge(picked.m, self.threshold) => {
                        return Some(picked);
                    }
                    Some((index, _)) => self.put_off.push(index as u16),
                    None if self.scope == Scope::Noisy => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    if self.quiets != Quiets::None {
                        self.generate_quiet(position, histories, context);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match if self.quiets == Quiets::None { None } else { self.moves.take_best() }
                {
                    Some((_, picked)) if Some(picked.m) == self.hash_move => {}
                    Some((_, picked)) if !self.wants_quiet(position, picked.m) => {}
                    Some((_, picked)) => return Some(picked),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    let Some(&index) = self.put_off.get(self.next_put_off) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.next_put_off += 1;
                    return Some(self.moves.get(usize::from(index)));
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a move of this node gives check or creates another threat that the opponent must answer.
    #[inline]
    pub fn gives_check(&self, position: &P, m: Move) -> bool {
        position.gives_check(m, self.check_hints(position))
    }

    #[inline]
    fn wants_quiet(&self, position: &P, m: Move) -> bool {
        match self.quiets {
            Quiets::All => true,
            Quiets::Checks => self.gives_check(position, m),
            Quiets::None => false,
        }
    }

    #[inline]
    fn check_hints(&self, position: &P) -> &P::CheckHints {
        self.check_hints.get_or_init(|| position.check_hints())
    }

    fn generate_noisy(&mut self, position: &P, histories: &Histories<P>) {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        for m in list {
            let score = 16 * position.capture_value(m) + histories.noisy(position.noisy_slot(m)) / 8;
            self.moves.push(Picked { m, noisy: true, hint: 0 }, score);
        }
    }

    fn generate_quiet(&mut self, position: &P, histories: &Histories<P>, context: &Context) {
        let mut list = MoveList::new();
        if self.candidates_only {
            position.quiet_candidates(&mut list);
        } else {
            position.quiet_moves(&mut list);
        }
        if list.is_empty() && self.moves.is_empty() {
            position.quiet_moves(&mut list);
        }
        self.moves.begin_stage();
        for m in list {
            if !self.wants_quiet(position, m) {
                continue;
            }
            let hint = position.quiet_hint(m, self.check_hints(position));
            let mut score = self.hint * hint;
            score += histories.quiet(position.history_slot(m), context);
            if self.refutations[..2].contains(&Some(m)) {
                score += KILLER_BONUS;
            } else if self.refutations[2] == Some(m) {
                score += COUNTER_BONUS;
            }
            self.moves.push(Picked { m, noisy: false, hint }, score);
        }
    }
}

/// Moves with their ordering scores, taken in descending order of score.
///
/// Score and index are packed into one number, the *rank*, so that finding the best move is a maximum over an array,
/// which compilers vectorise. Moves with the same score that are neighbours in the list are not taken one after the
/// other: they are often moves of the same piece, and equally good or bad.
pub struct ScoredMoves {
    moves: ArrayVec<Picked, MAX_MOVES>,
    ranks: ArrayVec<i32, MAX_MOVES>,
    /// The index of the first move of the current stage; all before it have been taken.
    first: usize,
}

/// The rank of a move that has been taken.
const TAKEN: i32 = i32::MIN;
/// A rank is a multiple of this, plus the move's precedence among moves with the same score, which is less.
const INDICES: usize = MAX_MOVES.next_power_of_two();
/// The difference between the precedences of two neighbours, modulo [`INDICES`], of which it is the golden section.
const SPREAD: usize = 317;
/// Its inverse modulo [`INDICES`].
const INVERSE_OF_SPREAD: usize = 21;

const _: () = assert!(SPREAD * INVERSE_OF_SPREAD % INDICES == 1);

/// The maximum absolute value of a score.
const MAX_SCORE: i32 = i32::MAX / INDICES as i32 - 1;

impl ScoredMoves {
    /// No moves.
    pub fn new() -> Self {
        // Not a constant, which compilers would copy to every node: 5 KB of zeros.
        Self { moves: ArrayVec::new(), ranks: ArrayVec::new(), first: 0 }
    }

    /// Whether no move has been added.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Adds a move. Scores are clamped to ±4 million.
    #[inline]
    pub fn push(&mut self, picked: Picked, score: i32) {
        let precedence = self.moves.len() * SPREAD % INDICES;
        self.ranks.push(score.clamp(-MAX_SCORE, MAX_SCORE) * INDICES as i32 + precedence as i32);
        self.moves.push(picked);
    }

    /// Begins a stage after all moves have been taken and before any of its own is added.
    pub fn begin_stage(&mut self) {
        self.first = self.moves.len();
    }

    /// Takes the remaining move with the highest score; also returns its index.
    #[inline]
    pub fn take_best(&mut self) -> Option<(usize, Picked)> {
        let best = self.ranks[self.first..].iter().copied().max().filter(|&rank| rank != TAKEN)?;
        let index = best as usize % INDICES * INVERSE_OF_SPREAD % INDICES;
        self.ranks[index] = TAKEN;
        Some((index, self.moves[index]))
    }

    /// The move at an index returned by [`ScoredMoves::take_best`].
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
        Picked { m: Move::of_bits(1), noisy: false, hint }
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
    fn ranks_are_distinct_for_the_maximum_number_of_moves() {
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
