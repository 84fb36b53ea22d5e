//! Pawn structure, and a pawn hash table.

use crate::base::{Key, Side};
use crate::games::chess::attacks::pawn_attacks;
use crate::games::chess::{Bitboard, ChessPosition, PieceKind, Square, Step};
use crate::search::SearchPosition;

use super::weights::Weights;
use crate::eval::classical::Tapered;

/// The evaluation of a position's pawns, independent of the other pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct PawnStructure {
    key: Key,
    /// The value for White.
    pub value: Tapered,
    /// Passed pawns of both sides.
    pub passed: Bitboard,
}

/// A direct-mapped cache of pawn structures. The key of a position without pawns is 0, so empty slots are valid.
#[derive(Debug, Clone)]
pub struct PawnCache(Box<[PawnStructure]>);

impl PawnCache {
    const SLOTS: usize = 4096;

    #[inline]
    pub fn get(&mut self, weights: &Weights, position: &ChessPosition) -> PawnStructure {
        let key = position.pawn_key();
        let slot = &mut self.0[key.0 as usize % Self::SLOTS];
        if slot.key != key {
            *slot = PawnStructure::of(weights, position);
        }
        *slot
    }
}

impl Default for PawnCache {
    fn default() -> Self {
        Self(vec![PawnStructure::default(); Self::SLOTS].into_boxed_slice())
    }
}

impl PawnStructure {
    pub fn of(weights: &Weights, position: &ChessPosition) -> Self {
        let mut passed = Bitboard::EMPTY;
        let value = side_structure(weights, position, Side::First, &mut passed)
            - side_structure(weights, position, Side::Second, &mut passed);
        Self { key: position.pawn_key(), value, passed }
    }
}

/// The squares in front of these for `side`, up to the last rank.
#[inline]
pub(super) fn ahead_of(side: Side, squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    match side {
        Side::First => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
            Bitboard(fill << 8)
        }
        Side::Second => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
            Bitboard(fill >> 8)
        }
    }
}

/// The squares to the left and to the right of these.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 << 1) & !Bitboard::file(0).0 | (squares.0 >> 1) & !Bitboard::file(7).0)
}

/// The squares that these pawns of `side` attack now or could attack after advancing.
#[inline]
pub(super) fn attack_span(side: Side, pawns: Bitboard) -> Bitboard {
    beside(ahead_of(side, pawns))
}

/// The value of one side's pawns, for that side; adds its passed pawns to `passed`.
fn side_structure(weights: &Weights, position: &ChessPosition, us: Side, passed: &mut Bitboard) -> Tapered {
    let ours = position.pieces(us, PieceKind::Pawn);
    let theirs = position.pieces(!us, PieceKind::Pawn);
    let their_span = ahead_of(!us, theirs) | attack_span(!us, theirs);
    let our_span = attack_span(us, ours);
    let mut value = Tapered::ZERO;
    for at in ours {
        let pawn = Bitboard::of(at);
        let rank = at.rank_for(us);
        let files = beside(Bitboard::file(at.file()));
        let stop = at.after(Step::ahead(us));
        let has_pawn_ahead = (ahead_of(us, pawn) & ours).any();
        let guards = pawn_attacks(!us, at) & ours;
        if has_pawn_ahead {
            value += weights.doubled;
        }
        let is_file_open = (ahead_of(us, pawn) & theirs).is_empty();
        if (guards | beside(pawn) & ours).any() {
            value += weights.connected[rank];
        } else if (files & ours).is_empty() {
            value += weights.isolated + weights.weak_on_half_open_file * usize::from(is_file_open);
        } else if !our_span.contains(at) && (pawn_attacks(us, stop) & theirs).any() {
            // Backward: no pawn on an adjacent file can advance to defend it, and an enemy pawn attacks the square
            // ahead.
            value += weights.backward + weights.weak_on_half_open_file * usize::from(is_file_open);
        }
        if !their_span.contains(at) && !has_pawn_ahead {
            passed.insert(at);
            value += weights.passed[rank];
        }
    }
    value
}

/// The distance between two squares in king moves.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
