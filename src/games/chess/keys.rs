//! The random keys that make up a position's hash key.

use crate::base::{Key, KeySequence, Side};

use super::{Bitboard, Piece, Square};

struct Keys {
    pieces: [[Key; 64]; Piece::COUNT],
    castling: [Key; 64],
    en_passant: [Key; 8],
    second_to_move: Key,
}

static KEYS: Keys = {
    let mut sequence = KeySequence::new(0x6368_6573_7300);
    Keys {
        pieces: sequence.next_lists(),
        castling: sequence.next_keys(),
        en_passant: sequence.next_keys(),
        second_to_move: sequence.next_key(),
    }
};

/// The key of a piece on a square.
#[inline]
pub(crate) fn piece(piece: Piece, at: Square) -> Key {
    KEYS.pieces[piece.index()][at.index()]
}

/// The key of the rooks that still have castling rights.
#[inline]
pub(super) fn castling(rooks: Bitboard) -> Key {
    rooks.fold(Key(0), |key, rook| key ^ KEYS.castling[rook.index()])
}

/// The key of the square on which an en passant capture is possible.
#[inline]
pub(crate) fn en_passant(at: Bitboard) -> Key {
    at.first().map_or(Key(0), |square| KEYS.en_passant[square.file()])
}

/// The key of the side to move.
#[inline]
pub(super) fn turn(side: Side) -> Key {
    match side {
        Side::First => Key(0),
        Side::Second => KEYS.second_to_move,
    }
}

/// The part of the key that changes with every change of turn.
#[inline]
pub(crate) fn change_of_turn() -> Key {
    KEYS.second_to_move
}
