use super::geometry::Board;
use crate::base::{Key, KeySequence, Side};
use crate::games::cchess::{POINTS, Piece, PieceKind, Point};

/// The key of each piece on each point.
static PIECES: [[Key; POINTS]; Piece::COUNT] = KeySequence::new(0x7869_616e_6771_6921).next_lists();

/// The key of the second side being to move.
pub const TURN: Key = KeySequence::new(0x7475_726e).next_key();

/// The key of a piece on a point.
#[inline]
pub fn piece_key(piece: Piece, at: Point) -> Key {
    PIECES[piece.index()][at.index()]
}

/// Whether pieces of this kind are part of the key of slowly changing features.
#[inline]
pub const fn is_structural(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Pawn | PieceKind::Advisor | PieceKind::Elephant)
}

/// The key of a position, and the key of those of its pieces that move rarely.
pub fn keys_of(board: &Board, side: Side) -> (Key, Key) {
    let mut key = if side == Side::First { Key(0) } else { TURN };
    let mut structure = Key(0);
    for (piece, at) in board.placed() {
        key ^= piece_key(piece, at);
        if is_structural(piece.kind) {
            structure ^= piece_key(piece, at);
        }
    }
    (key, structure)
}
