//! Static exchange evaluation: the result of captures on one square if both sides capture with their cheapest piece
//! first and may stop at any time.

use crate::base::Move;
use crate::games::chess::attacks::{bishop_attacks, rook_attacks};
use crate::games::chess::board::Board;
use crate::games::chess::moves::{from_square, is_castling, is_en_passant, promoted, to_square};
use crate::games::chess::{Bitboard, PieceKind, Step};

/// The exchange value of a piece, in hundredths of a pawn: the textbook's 1, 3, 3, 5, 9, with a little more for minor
/// pieces, so that two of them outweigh a rook and a pawn. The king's value exceeds that of all others together.
pub(super) const fn exchange_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Knight | PieceKind::Bishop => 325,
        PieceKind::Rook => 500,
        PieceKind::Queen => 950,
        PieceKind::King => 20_000,
    }
}

impl Board {
    /// The immediate gain of a legal move: the captured piece, plus the gain from a promotion.
    pub(super) fn immediate_gain(&self, m: Move) -> i32 {
        if is_castling(m) {
            return 0;
        }
        let captured = match self.squares[to_square(m).index()] {
            Some(victim) => exchange_value(victim),
            None if is_en_passant(m) => exchange_value(PieceKind::Pawn),
            None => 0,
        };
        let gained = promoted(m).map_or(0, |kind| exchange_value(kind) - exchange_value(PieceKind::Pawn));
        captured + gained
    }

    /// Whether the exchange on the move's target gains at least `threshold` for the moving side. Pins are ignored,
    /// except that a king captures only if the square is no longer defended.
    pub(super) fn see_ge(&self, m: Move, threshold: i32) -> bool {
        // In turn, the moving side's margin above the threshold, or the other side's below it; a side that cannot
        // recover its deficit loses.
        let mut balance = self.immediate_gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        if is_castling(m) {
            return true;
        }
        let (from, to) = (from_square(m), to_square(m));
        let Some(mover) = self.squares[from.index()] else { return false };
        balance -= exchange_value(promoted(m).unwrap_or(mover));
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        if is_en_passant(m) {
            occupied.remove(to.before(Step::ahead(self.side)));
        }
        let (diagonal, straight) = (self.diagonal_sliders(), self.straight_sliders());
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.side;
        let mut mover_succeeds = true;
        loop {
            side = !side;
            attackers &= occupied;
            let own = attackers & self.sides[side.index()];
            let Some((kind, at)) = self.cheapest(own) else { return mover_succeeds };
            mover_succeeds = !mover_succeeds;
            if kind == PieceKind::King {
                // A king cannot capture on an attacked square, so this capture is impossible.
                let guarded = (attackers & self.sides[(!side).index()]).any();
                return mover_succeeds != guarded;
            }
            balance = -balance - 1 - exchange_value(kind);
            if balance >= 0 {
                return mover_succeeds;
            }
            occupied ^= at;
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
        }
    }

    /// The cheapest of these pieces, and the set that holds only it.
    #[inline]
    fn cheapest(&self, pieces: Bitboard) -> Option<(PieceKind, Bitboard)> {
        if pieces.is_empty() {
            return None;
        }
        PieceKind::ALL.into_iter().find_map(|kind| {
            let at = (pieces & self.kind(kind)).first()?;
            Some((kind, Bitboard::of(at)))
        })
    }
}
