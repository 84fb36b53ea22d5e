//! What men are worth to the reference player, a table a game.

use std::any::Any;

use crate::base::{Notation, Position, Side};
use crate::rules::Variant;
use crate::rules::cchess::{Man, ManKind};

/// What a man is worth: positive for the first player's men, in units of the game's own.
pub type PieceValue<P> = fn(<P as Position>::Element) -> i32;

/// Zhonggong's worths, by [`ManKind::index`]: those of the program with which the game was published. A general never
/// leaves the board, so that its worth is never at stake.
const ZHONGGONG: [i32; ManKind::COUNT] = [300, 20, 10, 50, 200, 100, 25];

fn zhonggong(man: Man) -> i32 {
    let piece_value = ZHONGGONG[man.kind.index()];
    match man.side {
        Side::First => piece_value,
        Side::Second => -piece_value,
    }
}

/// The worths of this variant's men, where there is a table of them. `P` must be the variant's position.
pub fn of<P: Notation>(variant: Variant) -> Option<PieceValue<P>> {
    let table: &dyn Any = match variant {
        Variant::Zhonggong => &(zhonggong as fn(Man) -> i32),
        _ => return None,
    };
    table.downcast_ref().copied()
}
