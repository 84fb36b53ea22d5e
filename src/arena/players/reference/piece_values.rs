//! The reference player's piece values, one table per game.

use std::any::Any;

use crate::base::{Notation, Position, Side};
use crate::games::Variant;
use crate::games::cchess::{Piece, PieceKind};

/// A piece's value: positive for pieces of the first side, in units of the game's own.
pub type PieceValue<P> = fn(<P as Position>::Element) -> i32;

/// Zhonggong's values, by [`PieceKind::index`]: those of the program with which the game was published. The general's
/// value never matters, as it is never captured.
const ZHONGGONG: [i32; PieceKind::COUNT] = [300, 20, 10, 50, 200, 100, 25];

fn zhonggong(piece: Piece) -> i32 {
    let piece_value = ZHONGGONG[piece.kind.index()];
    match piece.side {
        Side::First => piece_value,
        Side::Second => -piece_value,
    }
}

/// The values of this variant's pieces, if there is a table. `P` must be the variant's position type.
pub fn of<P: Notation>(variant: Variant) -> Option<PieceValue<P>> {
    let table: &dyn Any = match variant {
        Variant::Zhonggong => &(zhonggong as fn(Piece) -> i32),
        _ => return None,
    };
    table.downcast_ref().copied()
}
