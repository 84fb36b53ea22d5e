//! History tables: how well moves and static evaluations did in earlier nodes. They are used for move ordering, for
//! reductions and for the correction of evaluations.

use super::features::Feature;
use super::hash_probe::HashHit;
use super::move_picker::Picked;
use super::node::Node;
use super::worker::Worker;
use super::{Bound, SearchGame, SearchPosition};
use crate::base::{Key, Move, Position, Score, Side};
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// History values between plus and minus `LIMIT`. Each update also pulls the value towards zero in proportion to its
/// size ("history gravity"), so that recent results weigh more.
///
/// The operating system provides the memory of a new table zeroed, each page when it is first written: a thread that
/// searches little uses little memory.
#[derive(Debug)]
struct GravityTable<const LIMIT: i32>(Box<[i16]>);

impl<const LIMIT: i32> GravityTable<LIMIT> {
    fn new(length: usize) -> Self {
        Self(vec![0; length].into())
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn value(&self, index: usize) -> i32 {
        i32::from(self.0[index])
    }

    #[inline]
    fn add(&mut self, index: usize, amount: i32) {
        let value = &mut self.0[index];
        let amount = amount.clamp(-LIMIT, LIMIT);
        *value += (amount - i32::from(*value) * amount.abs() / LIMIT) as i16;
    }
}

type HistoryTable = GravityTable<16_384>;
type CorrectionTable = GravityTable<1_024>;

/// The largest absolute value of an entry of the move histories.
pub const HISTORY_LIMIT: i32 = 16_384;

/// The row of the continuation tables for a move made: its history slot, or [`Histories::NO_ROW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row(u16);

impl Row {
    /// The history slot of the move made. Must not be called for [`Histories::NO_ROW`], which has none.
    #[inline]
    pub fn slot(self) -> usize {
        usize::from(self.0)
    }
}

/// The history and correction tables of one thread.
#[derive(Debug)]
pub struct Histories<P> {
    quiet: HistoryTable,
    noisy: HistoryTable,
    continuation: HistoryTable,
    pawn: HistoryTable,
    counters: Box<[Option<Move>]>,
    pawn_corrections: CorrectionTable,
    continuation_corrections: CorrectionTable,
    game: PhantomData<fn() -> P>,
}

const PAWN_ROWS: usize = 512;
const PAWN_CORRECTIONS: usize = 1 << 14;

impl<P: SearchPosition> Histories<P> {
    const ROWS: usize = P::HISTORY_SLOTS + 1;

    /// The row used if there is no previous move: above the root, and after a null move.
    pub const NO_ROW: Row = Row(P::HISTORY_SLOTS as u16);

    /// Resets all tables.
    pub fn clear(&mut self) {
        self.quiet.clear();
        self.noisy.clear();
        self.continuation.clear();
        self.pawn.clear();
        self.counters.fill(None);
        self.pawn_corrections.clear();
        self.continuation_corrections.clear();
    }

    /// The row of a legal move.
    #[inline]
    pub fn row(position: &P, m: Move) -> Row {
        Row(position.history_slot(m) as u16)
    }

    #[inline]
    fn continuation_index(row: Row, slot: usize) -> usize {
        usize::from(row.0) * P::HISTORY_SLOTS + slot
    }

    #[inline]
    fn pawn_index(key: Key, slot: usize) -> usize {
        key.0 as usize % PAWN_ROWS * P::HISTORY_SLOTS + slot
    }

    /// The history of the quiet move in `slot`: the sum of butterfly, pawn and continuation history, at most five times
    /// [`HISTORY_LIMIT`] in absolute value.
    #[inline(always)]
    pub fn quiet(&self, slot: usize, context: &Context) -> i32 {
        let after = |row| self.continuation.value(Self::continuation_index(row, slot));
        let [one, two, four] = context.rows;
        let continuation = after(one) + after(two) + after(four) / 2;
        let pawn = self.pawn.value(Self::pawn_index(context.pawn_key, slot));
        self.quiet.value(slot) + pawn + continuation
    }

    /// The history of the noisy move in `slot`.
    #[inline]
    pub fn noisy(&self, slot: usize) -> i32 {
        self.noisy.value(slot)
    }

    /// Updates the histories of the quiet move in `slot` by a bonus or, if negative, a malus.
    pub fn add_quiet(&mut self, slot: usize, context: &Context, amount: i32) {
        self.quiet.add(slot, amount);
        self.pawn.add(Self::pawn_index(context.pawn_key, slot), amount);
        self.add_continuation(slot, &context.rows, amount);
    }

    /// Updates the butterfly history of the quiet move in `slot` alone.
    pub fn add_butterfly(&mut self, slot: usize, amount: i32) {
        self.quiet.add(slot, amount);
    }

    /// Updates the continuation history of the move in `slot` after the moves of these rows.
    pub fn add_continuation(&mut self, slot: usize, rows: &[Row], amount: i32) {
        for &row in rows {
            self.continuation.add(Self::continuation_index(row, slot), amount);
        }
    }

    /// Updates the history of the noisy move in `slot`.
    pub fn add_noisy(&mut self, slot: usize, amount: i32) {
        self.noisy.add(slot, amount);
    }

    /// The counter move: the quiet move that last refuted the move of this row.
    #[inline]
    pub fn counter(&self, row: Row) -> Option<Move> {
        self.counters[usize::from(row.0)]
    }

    /// Sets the counter move to the move of this row.
    pub fn set_counter(&mut self, row: Row, m: Move) {
        self.counters[usize::from(row.0)] = Some(m);
    }

    #[inline]
    fn pawn_correction_index(side: Side, key: Key) -> usize {
        side.index() * PAWN_CORRECTIONS + key.0 as usize % PAWN_CORRECTIONS
    }

    #[inline]
    fn continuation_correction_index(rows: [Row; 2]) -> usize {
        usize::from(rows[0].0) * Self::ROWS + usize::from(rows[1].0)
    }

    /// The correction for positions with this side to move and pawn key.
    #[inline]
    pub fn pawn_correction(&self, side: Side, pawn_key: Key) -> i32 {
        self.pawn_corrections.value(Self::pawn_correction_index(side, pawn_key))
    }

    /// The correction for positions after these two moves.
    #[inline]
    pub fn continuation_correction(&self, rows: [Row; 2]) -> i32 {
        self.continuation_corrections.value(Self::continuation_correction_index(rows))
    }

    /// Updates the correction for positions with this side to move and pawn key.
    pub fn add_pawn_correction(&mut self, side: Side, pawn_key: Key, error: EvaluationError) {
        self.pawn_corrections.add(Self::pawn_correction_index(side, pawn_key), error.amount());
    }

    /// Updates the correction for positions after these two moves.
    pub fn add_continuation_correction(&mut self, rows: [Row; 2], error: EvaluationError) {
        self.continuation_corrections.add(Self::continuation_correction_index(rows), error.amount());
    }
}

/// Empty tables.
impl<P: SearchPosition> Default for Histories<P> {
    fn default() -> Self {
        Self {
            quiet: HistoryTable::new(P::HISTORY_SLOTS),
            noisy: HistoryTable::new(P::NOISY_SLOTS),
            continuation: HistoryTable::new(Self::ROWS * P::HISTORY_SLOTS),
            pawn: HistoryTable::new(PAWN_ROWS * P::HISTORY_SLOTS),
            counters: vec![None; Self::ROWS].into(),
            pawn_corrections: CorrectionTable::new(2 * PAWN_CORRECTIONS),
            continuation_corrections: CorrectionTable::new(Self::ROWS * Self::ROWS),
            game: PhantomData,
        }
    }
}

/// The difference between the score of a search and the static evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationError {
    /// The excess of the search's score, in evaluation units.
    pub units: i32,
    /// The depth of the search.
    pub depth: i32,
}

impl EvaluationError {
    /// The update of a correction history: proportional to error and depth, clamped.
    fn amount(self) -> i32 {
        (self.units * self.depth / 8).clamp(-256, 256)
    }
}

/// The keys for looking up the histories of a quiet move, besides the move itself.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// The rows of the moves made one, two and four plies ago.
    pub rows: [Row; 3],
    /// The position's pawn key.
    pub pawn_key: Key,
}

impl Context {
    /// The rows of the last two moves.
    #[inline]
    pub fn last_two(&self) -> [Row; 2] {
        [self.rows[0], self.rows[1]]
    }
}

/// Moves tried before the best one.
#[derive(Default)]
pub struct Tried {
    quiet: ArrayVec<Move, 48>,
    noisy: ArrayVec<Move, 24>,
}

impl Tried {
    /// Adds a move that was not the best one.
    pub fn add(&mut self, picked: Picked) {
        // Moves beyond the capacity are dropped: so late in the ordering, their history is already bad.
        let _ = if picked.noisy { self.noisy.try_push(picked.m) } else { self.quiet.try_push(picked.m) };
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The history value used by pruning and reductions: the histories of the move, plus the weighted hint of a quiet
    /// move.
    #[inline(always)]
    pub(super) fn history(&self, picked: Picked, context: &Context) -> i32 {
        if picked.noisy {
            3 * self.histories.noisy(self.position.noisy_slot(picked.m))
        } else {
            self.histories.quiet(self.position.history_slot(picked.m), context)
                + self.parameters.hint_history * picked.hint
        }
    }

    /// Gives the best move a history bonus and the moves tried before it a malus. A quiet best move also becomes a
    /// killer move and the counter move.
    pub(super) fn learn_from(&mut self, node: &Node, best: Picked, tried: &Tried) {
        let ply = node.ply;
        let depth =
            node.depth + i32::from(node.evaluation.is_some_and(|evaluation| evaluation <= node.alpha));
        let (bonus, malus) = (self.parameters.bonus(depth), self.parameters.malus(depth));
        if best.noisy {
            self.histories.add_noisy(self.position.noisy_slot(best.m), bonus);
        } else {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(best.m) {
                *killers = [Some(best.m), killers[0]];
            }
            self.histories.set_counter(node.context.rows[0], best.m);
            self.histories.add_quiet(self.position.history_slot(best.m), &node.context, bonus);
            for &m in &tried.quiet {
                self.histories.add_quiet(self.position.history_slot(m), &node.context, -malus);
            }
        }
        for &m in &tried.noisy {
            self.histories.add_noisy(self.position.noisy_slot(m), -malus);
        }
    }

    /// Updates the history of the quiet move that led to the node at `ply` by its gain: the change of the static
    /// evaluation for the side that made it.
    #[inline]
    pub(super) fn learn_from_gain(&mut self, ply: usize) {
        const MOST: i32 = 1400;
        let last = *self.stack.above(ply, 1);
        let (Some(before), Some(after)) = (last.evaluation, self.stack[ply].evaluation) else { return };
        if last.quiet_number.is_none() {
            return;
        }
        let gain = -(before.value() + after.value());
        let amount = gain * self.parameters.gain_bonus / self.parameters.win_scale.max(1);
        self.histories.add_butterfly(last.row.slot(), amount.clamp(-MOST, MOST));
    }

    /// Updates the histories of the quiet move that led to this node by the node's score: a bonus if no move raised
    /// alpha; a malus if the node fails high although the move was one of the first of its node, which are expected to
    /// be good.
    pub(super) fn learn_about_last_move(&mut self, node: &Node, score: Score, raised_alpha: bool) {
        const FIRST_MOVES: usize = 2;
        let &Node { ply, depth, .. } = node;
        let last = *self.stack.above(ply, 1);
        let Some(number) = last.quiet_number else { return };
        let amount = if !raised_alpha {
            let bonus = self.parameters.bonus(depth) / 2;
            self.histories.add_butterfly(last.row.slot(), bonus / 2);
            bonus
        } else if score >= node.beta && number <= FIRST_MOVES {
            -self.parameters.bonus(depth + 1) / 2
        } else {
            return;
        };
        let rows = self.context(ply - 1).rows;
        self.histories.add_continuation(last.row.slot(), &rows, amount);
    }

    /// Updates the continuation histories of the quiet move just made by the result of its full-depth re-search after a
    /// reduced search failed high.
    #[inline]
    pub(super) fn learn_from_research(&mut self, node: &Node, depth: i32, fails_high: bool) {
        let made = self.stack[node.ply];
        if made.quiet_number.is_none() {
            return;
        }
        let amount = if fails_high { self.parameters.bonus(depth) } else { -self.parameters.malus(depth) };
        self.histories.add_continuation(made.row.slot(), &node.context.rows, amount / 2);
    }

    /// Gives a quiet hash move that fails high in a hash cutoff a history bonus.
    pub(super) fn note_hash_cutoff(
        &mut self,
        hash: &HashHit,
        score: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) {
        if score >= beta
            && let Some(m) = hash.best
            && !self.position.is_noisy(m)
        {
            let context = self.context(ply);
            let slot = self.position.history_slot(m);
            self.histories.add_quiet(slot, &context, self.parameters.bonus(depth) / 2);
        }
    }
}

impl<G: SearchGame> Worker<'_, G> {
    /// The evaluation scaled towards zero as the halfmove clock approaches its limit, since the game is then drawn.
    #[inline]
    fn scaled_by_halfmove_clock(&self, evaluation: Score) -> Score {
        let Some((plies, limit)) = self.position.halfmove_clock() else { return evaluation };
        let lost = self.parameters.halfmove_scale * plies.min(limit) as i32 / limit as i32;
        Score::evaluation(evaluation.value() * (1024 - lost) / 1024)
    }

    /// The raw evaluation scaled by the halfmove clock and corrected by the correction histories. The side to move must
    /// not have a threat to answer.
    #[inline]
    pub(super) fn corrected(&self, raw_eval: Score, context: &Context) -> Score {
        let scaled = self.scaled_by_halfmove_clock(raw_eval);
        let parameters = &self.parameters;
        let mut correction = 0;
        if self.features.has(Feature::PawnCorrection) {
            let side = self.position.side_to_move();
            correction += parameters.pawn_correction * self.histories.pawn_correction(side, context.pawn_key);
        }
        if self.features.has(Feature::ContinuationCorrection) {
            correction += parameters.continuation_correction
                * self.histories.continuation_correction(context.last_two());
        }
        Score::evaluation(scaled.value() + correction / 1024)
    }

    /// Updates the correction histories with the difference between score and static evaluation. Does nothing if the
    /// score is decisive, the best move is noisy, or the bound does not contradict the evaluation.
    pub(super) fn learn_correction(&mut self, node: &Node, score: Score, bound: Bound, best: Option<Picked>) {
        let Some(evaluation) = node.evaluation else { return };
        let consistent = match bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        if !consistent || score.is_decisive() || best.is_some_and(|picked| picked.noisy) {
            return;
        }
        let error = EvaluationError { units: score - evaluation, depth: node.depth };
        if self.features.has(Feature::PawnCorrection) {
            self.histories.add_pawn_correction(self.position.side_to_move(), node.context.pawn_key, error);
        }
        if self.features.has(Feature::ContinuationCorrection) {
            self.histories.add_continuation_correction(node.context.last_two(), error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_values_stay_in_bounds() {
        let mut table = HistoryTable::new(2);
        for _ in 0..1000 {
            table.add(1, 1742);
            assert!(table.value(1) <= HISTORY_LIMIT);
        }
        assert!(table.value(1) > HISTORY_LIMIT * 9 / 10);
        let high = table.value(1);
        table.add(1, -1742);
        assert!(high - table.value(1) > 1742);
        for _ in 0..1000 {
            table.add(1, -100_000);
            assert!(table.value(1) >= -HISTORY_LIMIT);
        }
        assert_eq!(table.value(0), 0);
    }
}
