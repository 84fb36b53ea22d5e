//! Making moves on the board.

use crate::base::{Move, Observer, Side};

use super::attacks::pawn_attacks;
use super::board::Board;
use super::castling::Wing;
use super::moves::{from_square, is_castling, is_en_passant, promoted, to_square};
use super::{Bitboard, ChessPosition, Piece, PieceKind, Square, Step, keys};

impl Board {
    /// Makes a legal move.
    #[inline]
    pub(crate) fn play(&mut self, m: Move, observer: &mut impl Observer<ChessPosition>) {
        let us = self.side;
        let (from, to) = (from_square(m), to_square(m));
        let Some(kind) = self.squares[from.index()] else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        let rights = self.castling.without(Bitboard::of(from) | Bitboard::of(to));
        self.begin_turn();
        if is_castling(m) {
            self.castle(from, to, observer);
        } else {
            if let Some(victim) = self.squares[to.index()] {
                self.lift(Piece { side: !us, kind: victim }, to, observer);
                self.clock = 0;
                self.reversible = 0;
            }
            self.lift(Piece { side: us, kind }, from, observer);
            let becomes = promoted(m).unwrap_or(kind);
            self.put(Piece { side: us, kind: becomes }, to, observer);
            if kind == PieceKind::Pawn {
                self.clock = 0;
                self.reversible = 0;
                if is_en_passant(m) {
                    let at = to.before(Step::ahead(us));
                    self.lift(Piece { side: !us, kind: PieceKind::Pawn }, at, observer);
                }
            }
        }
        let rights = if kind == PieceKind::King { rights.without(Bitboard::rank_for(us, 0)) } else { rights };
        if rights != self.castling {
            self.key ^= keys::castling(self.castling ^ rights);
            self.castling = rights;
        }
        self.side = !us;
        self.find_checkers_and_pins();
        if kind == PieceKind::Pawn && to == from.after(Step::two_ahead(us)) {
            self.offer_en_passant(to.before(Step::ahead(us)));
        }
    }

    /// Passes the turn.
    pub(crate) fn pass(&mut self) {
        self.begin_turn();
        self.reversible = 0;
        self.side = !self.side;
        self.find_checkers_and_pins();
    }

    /// Counts the ply and applies the key changes common to all moves.
    #[inline]
    fn begin_turn(&mut self) {
        self.ply = self.ply.saturating_add(1);
        self.clock = self.clock.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        self.key ^= keys::change_of_turn();
        if self.en_passant.any() {
            self.key ^= keys::en_passant(self.en_passant);
            self.en_passant = Bitboard::EMPTY;
        }
    }

    fn castle(&mut self, king: Square, rook: Square, observer: &mut impl Observer<ChessPosition>) {
        let wing = Wing::of(king, rook);
        let pieces = [PieceKind::King, PieceKind::Rook].map(|kind| Piece { side: self.side, kind });
        // In Chess960 the king may end on the rook's origin and vice versa, so both are removed before either is
        // placed.
        self.lift(pieces[0], king, observer);
        self.lift(pieces[1], rook, observer);
        self.put(pieces[0], wing.king_target(king), observer);
        self.put(pieces[1], wing.rook_target(king), observer);
    }

    /// A pawn has just passed `over`: records the en passant square if a legal capture is possible, in the key too, so
    /// that positions with the same legal moves have the same key.
    pub(super) fn offer_en_passant(&mut self, over: Square) {
        let capturers = pawn_attacks(!self.side, over) & self.pieces(self.side, PieceKind::Pawn);
        if capturers.any() && self.can_take_en_passant(over) {
            self.en_passant = Bitboard::of(over);
            self.key ^= keys::en_passant(self.en_passant);
        }
    }
}

/// The move number after `ply` plies.
pub(super) const fn move_number(ply: u32) -> u32 {
    ply / 2 + 1
}

/// The number of plies played before this side makes its move with this number, counted from 1.
pub(super) const fn plies_before(number: u32, side: Side) -> u32 {
    number.saturating_sub(1).saturating_mul(2).saturating_add(side.index() as u32)
}
