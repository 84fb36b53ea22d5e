use std::marker::PhantomData;

use crate::base::{Key, Move, Side};
use crate::tactics::SearchPosition;

/// A table's value that stays within plus and minus `LIMIT`: each change pulls it back in proportion to its size,
/// so that recent results count for more ("gravity").
#[derive(Debug, Clone, Copy, Default)]
struct Gravity<const LIMIT: i32>(i16);

impl<const LIMIT: i32> Gravity<LIMIT> {
    #[inline(always)]
    fn value(self) -> i32 {
        i32::from(self.0)
    }

    #[inline(always)]
    fn add(&mut self, amount: i32) {
        let amount = amount.clamp(-LIMIT, LIMIT);
        self.0 += (amount - self.value() * amount.abs() / LIMIT) as i16;
    }
}

type History = Gravity<16_384>;
type Correction = Gravity<1_024>;

/// The histories' largest value.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Which row of the continuation tables belongs to a move that was made: its history slot, or the row of no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row(u16);

/// What one thread has learnt about moves from the searches so far, whatever the position.
#[derive(Debug)]
pub struct Histories<P> {
    quiet: Box<[History]>,
    noisy: Box<[History]>,
    continuation: Box<[History]>,
    pawn: Box<[History]>,
    counters: Box<[Move]>,
    pawn_corrections: Box<[Correction]>,
    continuation_corrections: Box<[Correction]>,
    game: PhantomData<fn() -> P>,
}

const PAWN_ROWS: usize = 512;
const PAWN_CORRECTIONS: usize = 1 << 14;

impl<P: SearchPosition> Histories<P> {
    const ROWS: usize = P::HISTORY_SLOTS + 1;

    /// The row that belongs to no move: before the root, and after a null move.
    pub const NO_ROW: Row = Row(P::HISTORY_SLOTS as u16);

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(History::default());
        self.noisy.fill(History::default());
        self.continuation.fill(History::default());
        self.pawn.fill(History::default());
        self.counters.fill(Move::NONE);
        self.pawn_corrections.fill(Correction::default());
        self.continuation_corrections.fill(Correction::default());
    }

    /// The row of a legal move.
    #[inline(always)]
    pub fn row(position: &P, m: Move) -> Row {
        Row(position.history_slot(m) as u16)
    }

    #[inline(always)]
    fn continuation_index(row: Row, slot: usize) -> usize {
        usize::from(row.0) * P::HISTORY_SLOTS + slot
    }

    #[inline(always)]
    fn pawn_index(key: Key, slot: usize) -> usize {
        key.0 as usize % PAWN_ROWS * P::HISTORY_SLOTS + slot
    }

    /// What is known of the quiet move in `slot` after the moves of `context`: between minus and plus five times
    /// `HISTORY_LIMIT`.
    #[inline(always)]
    pub fn quiet(&self, slot: usize, context: &Context) -> i32 {
        let after = |row| self.continuation[Self::continuation_index(row, slot)].value();
        let [one, two, four] = context.rows;
        let continuation = after(one) + after(two) + after(four) / 2;
        let pawn = self.pawn[Self::pawn_index(context.pawn_key, slot)].value();
        self.quiet[slot].value() + pawn + continuation
    }

    /// What is known of a noisy move.
    #[inline(always)]
    pub fn noisy(&self, slot: usize) -> i32 {
        self.noisy[slot].value()
    }

    /// Remembers that the quiet move in `slot` did well or badly.
    pub fn add_quiet(&mut self, slot: usize, context: &Context, amount: i32) {
        self.quiet[slot].add(amount);
        self.pawn[Self::pawn_index(context.pawn_key, slot)].add(amount);
        self.add_continuation(slot, &context.rows, amount);
    }

    /// Remembers that the move in `slot` did well or badly after the moves of these rows.
    pub fn add_continuation(&mut self, slot: usize, rows: &[Row], amount: i32) {
        for &row in rows {
            self.continuation[Self::continuation_index(row, slot)].add(amount);
        }
    }

    /// Remembers that the noisy move in `slot` did well or badly.
    pub fn add_noisy(&mut self, slot: usize, amount: i32) {
        self.noisy[slot].add(amount);
    }

    /// The quiet move that refuted the move of this row last.
    #[inline(always)]
    pub fn counter(&self, row: Row) -> Move {
        self.counters[usize::from(row.0)]
    }

    /// Remembers a refutation.
    pub fn set_counter(&mut self, row: Row, m: Move) {
        self.counters[usize::from(row.0)] = m;
    }

    #[inline(always)]
    fn pawn_correction_index(side: Side, key: Key) -> usize {
        side.index() * PAWN_CORRECTIONS + key.0 as usize % PAWN_CORRECTIONS
    }

    #[inline(always)]
    fn continuation_correction_index(rows: [Row; 2]) -> usize {
        usize::from(rows[0].0) * Self::ROWS + usize::from(rows[1].0)
    }

    /// How the static evaluation has erred in positions with this structure.
    #[inline(always)]
    pub fn pawn_correction(&self, side: Side, pawn_key: Key) -> i32 {
        self.pawn_corrections[Self::pawn_correction_index(side, pawn_key)].value()
    }

    /// How the static evaluation has erred after these two moves.
    #[inline(always)]
    pub fn continuation_correction(&self, rows: [Row; 2]) -> i32 {
        self.continuation_corrections[Self::continuation_correction_index(rows)].value()
    }

    /// Remembers an error of the static evaluation in a position with this structure.
    pub fn add_pawn_correction(&mut self, side: Side, pawn_key: Key, error: EvaluationError) {
        self.pawn_corrections[Self::pawn_correction_index(side, pawn_key)].add(error.amount());
    }

    /// Remembers an error of the static evaluation after these two moves.
    pub fn add_continuation_correction(&mut self, rows: [Row; 2], error: EvaluationError) {
        self.continuation_corrections[Self::continuation_correction_index(rows)].add(error.amount());
    }
}

/// Knowing nothing.
impl<P: SearchPosition> Default for Histories<P> {
    fn default() -> Self {
        Self {
            quiet: vec![History::default(); P::HISTORY_SLOTS].into(),
            noisy: vec![History::default(); P::NOISY_SLOTS].into(),
            continuation: vec![History::default(); Self::ROWS * P::HISTORY_SLOTS].into(),
            pawn: vec![History::default(); PAWN_ROWS * P::HISTORY_SLOTS].into(),
            counters: vec![Move::NONE; Self::ROWS].into(),
            pawn_corrections: vec![Correction::default(); 2 * PAWN_CORRECTIONS].into(),
            continuation_corrections: vec![Correction::default(); Self::ROWS * Self::ROWS].into(),
            game: PhantomData,
        }
    }
}

/// That a search found another score than the static evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationError {
    /// The units by which the search's score was higher.
    pub units: i32,
    /// The depth of the search.
    pub depth: i32,
}

impl EvaluationError {
    /// What it changes in a correction history: the deeper the search, the more.
    fn amount(self) -> i32 {
        (self.units * self.depth / 8).clamp(-256, 256)
    }
}

/// What a quiet move's history depends on beside the move.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// The rows of the moves made one, two and four plies ago.
    pub rows: [Row; 3],
    /// The position's structure key.
    pub pawn_key: Key,
}

impl Context {
    /// The rows of the last two moves.
    #[inline(always)]
    pub fn last_two(&self) -> [Row; 2] {
        [self.rows[0], self.rows[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_values_in_bounds() {
        let mut value = History::default();
        for _ in 0..1000 {
            value.add(1742);
            assert!(value.value() <= HISTORY_LIMIT);
        }
        assert!(value.value() > HISTORY_LIMIT * 9 / 10);
        let high = value.value();
        value.add(-1742);
        assert!(high - value.value() > 1742);
        for _ in 0..1000 {
            value.add(-100_000);
            assert!(value.value() >= -HISTORY_LIMIT);
        }
    }
}
